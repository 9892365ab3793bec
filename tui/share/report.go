package share

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"eeporl/model"
	"eeporl/model/watch"
	"eeporl/pomdp/finding"
)

// mostSteps is how many steps a report tells at the session's start, and again
// at its end.
const mostSteps = 30

// tables are the numbers of a report, by the names that conditions and --plain use.
func tables() []table {
	return []table{
		{"Settings", strings.Fields("scenario states actions observations rewards horizon discount c seed edited")},
		{"Estimate", strings.Fields("estimator N sigma_k sigma_next noise gap cond labels labels_right orders O_max negative rmse cramer_rao times_bound")},
		{"Plan", strings.Fields("level vectors enumerated value value_true optimal regret")},
	}
}

type table struct {
	title string
	names []string
}

// WriteReport writes a session as Markdown: what was done, where it stands, the
// numbers, the findings, and the session itself, which replay opens. While the
// veil is down it gives no hidden state away.
func WriteReport(ctx context.Context, w io.Writer, s model.Session, veiled bool) error {
	var b bytes.Buffer
	sentence, equation := s.Account(veiled)
	fmt.Fprintf(&b, "# EEPORL on %s: beat %d of %d\n\n%s\n", inline(s.Config().Called()), s.Place()+1, s.Beats(), inline(sentence))
	if equation != "" {
		fmt.Fprintf(&b, "\n    %s\n", equation)
	}
	for _, t := range tables() {
		t.write(&b, s)
	}
	b.WriteString("\n## Findings\n\n")
	groups := finding.Groups(s.Findings(), 0)
	for _, g := range groups {
		for _, f := range g.Shown {
			fmt.Fprintf(&b, "- **%s**: %s\n", f.Code, inline(f.Detail))
		}
		if helps := g.Code.Helps(); helps != "" {
			fmt.Fprintf(&b, "  %s\n", inline(helps))
		}
	}
	if groups == nil {
		b.WriteString(s.NoFindings() + "\n")
	}
	if err := writeSteps(ctx, &b, s, veiled); err != nil {
		return err
	}
	fmt.Fprintf(&b, "\n## The session\n\n`eeporl replay FILE`, where FILE is this report, opens it at this very beat.\n\n%s\n", fence)
	if err := model.Save(&b, s); err != nil {
		return err
	}
	b.WriteString("```\n")
	_, err := b.WriteTo(w)
	return err
}

func (t table) write(b *bytes.Buffer, s model.Session) {
	does := map[string]string{}
	for _, n := range watch.Names() {
		does[n.Name] = n.Does
	}
	look, begun := watch.Session(s), false
	for _, name := range t.names {
		v, ok := look(name, nil)
		if !ok || v.Unknown {
			continue
		}
		if !begun {
			begun = true
			fmt.Fprintf(b, "\n## %s\n\n| | | |\n|---|---:|---|\n", t.title)
		}
		fmt.Fprintf(b, "| %s | %s | %s |\n", name, inline(fmt.Sprint(v)), inline(does[name]))
	}
}

// writeSteps tells the steps, each with what its last beat said.
func writeSteps(ctx context.Context, b *bytes.Buffer, s model.Session, veiled bool) error {
	all, n := len(s.Steps()), 0
	if all == 0 {
		return nil
	}
	b.WriteString("\n## What was done\n\n")
	return model.Retell(ctx, s, func(_ model.Session, i model.Intent, after model.Session) error {
		n++
		switch {
		case all > 2*mostSteps && n == mostSteps+1:
			fmt.Fprintf(b, "\n… %d steps …\n\n", all-2*mostSteps)
		case n <= mostSteps || n > all-mostSteps:
			sentence, _ := after.Account(veiled)
			fmt.Fprintf(b, "%d. `%s` to beat %d: %s\n", n, i, after.Place()+1, inline(sentence))
		}
		return nil
	})
}

// inline keeps text from being read as Markdown's own marks.
func inline(text string) string {
	return strings.NewReplacer("\\", "\\\\", "|", "\\|", "*", "\\*", "_", "\\_", "<", "&lt;", "`", "\\`", "[", "\\[").Replace(text)
}

// fence begins the part of a report that holds the session.
const fence = "```session"

// openReport finds the session in a report.
func openReport(data []byte) ([]byte, error) {
	_, text, begun := bytes.Cut(data, []byte("\n"+fence+"\n"))
	text, _, ended := bytes.Cut(text, []byte("\n```\n"))
	if !begun || !ended {
		return nil, errNoSession
	}
	return append(text, '\n'), nil
}
