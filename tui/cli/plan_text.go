package cli

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"eeporl/planning"
	"eeporl/planning/export"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

// planForm is how `plan --export` writes its answer.
type planForm string

const (
	formJSON  planForm = "json"
	formAlpha planForm = "alpha"
	formPG    planForm = "pg"
	formDot   planForm = "dot"
	formText  planForm = "text"
)

func planForms() []planForm { return []planForm{formJSON, formAlpha, formPG, formDot, formText} }

func (f planForm) write(w io.Writer, m *plannable, p *planning.Plan) error {
	switch f {
	case formJSON:
		return writeJSONWith(w, newPlanDoc(m, p), treeField, export.Nodes(p.Tree, m.names))
	case formAlpha:
		return export.Alpha(w, &p.Levels[p.Horizon-1].Sets[0])
	case formPG:
		return export.PG(w, p.Tree)
	case formDot:
		return export.Graphviz(w, p.Tree, m.names)
	}
	return export.Text(w, p.Tree, m.names)
}

func writePlan(w io.Writer, m *plannable, p *planning.Plan) error {
	outcome := "(r, z)"
	if p.Observe == planning.ObserveZ {
		outcome = "z"
	}
	fmt.Fprintf(w, "%s · H = %d · γ = %s · branches on %s · planner %s\n", m.name, p.Horizon, figure.Number(p.Discount), outcome, p.Planner)
	fmt.Fprintf(w, "%s\n\nvalue %s, first action %s\n", sentence(p.Why), p.Best().Text(tenDigits), m.names.Action(p.First[1]))
	for _, f := range m.planFindings(p) {
		fmt.Fprintf(w, "%s: %s\n", f.Code, f.Detail)
	}
	if m.rules != nil {
		fmt.Fprintf(w, "\n%s\n%s\n", strings.Join(m.rules.lines(), "\n"), m.rules.worth())
	}
	fmt.Fprintln(w)
	writeLevels(w, p.Levels)
	return writeTree(w, p.Tree, m.names)
}

// levelsShown is how many of Γ₁ … Γ_H stand in the text, the last ones.
const levelsShown = 20

func writeLevels(w io.Writer, levels []planning.Level) {
	var t table
	t.alignRight(0, 2)
	t.add("t", "Γ_t unpruned", "kept")
	for _, level := range levels[max(0, len(levels)-levelsShown):] {
		kept := "–"
		if level.Sets != nil {
			kept = strconv.Itoa(level.Vectors())
		}
		t.add(strconv.Itoa(level.T), level.Enumerated.String(), kept)
	}
	t.write(w, "")
}

// linesShown is how much of a policy tree stands in the text.
const linesShown = 60

func writeTree(w io.Writer, t *planning.Tree, called pomdp.Names) error {
	fmt.Fprintf(w, "\npolicy tree: %d nodes\n", len(t.Nodes))
	cut, err := export.TextStart(w, t, called, linesShown)
	if cut {
		fmt.Fprintln(w, "… and more (--export text has the whole tree)")
	}
	return err
}

// tenDigits is a value that others may want to compare.
func tenDigits(x float64) string { return strconv.FormatFloat(x, 'g', 10, 64) }
