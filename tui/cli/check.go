package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"eeporl/model/experiment"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

type checkDoc struct {
	Scenario    string          `json:"scenario"`
	C           Number          `json:"c"`
	OK          bool            `json:"ok"`
	NeededOK    bool            `json:"needed_ok"`
	Assumptions []assumptionDoc `json:"assumptions"`
	Findings    findings        `json:"findings"`
}

type assumptionDoc struct {
	Name    string `json:"name"`
	Holds   bool   `json:"holds"`
	Detail  string `json:"detail"`
	Value   Number `json:"value"`
	Printed bool   `json:"printed"`
	Needed  bool   `json:"needed"`
}

func (a *app) check() *cobra.Command {
	var (
		asJSON bool
		c      float64
		levels []float64
	)
	cmd := &cobra.Command{
		Use:   "check SCENARIO|MODEL",
		Short: "Say which assumptions of the method a model satisfies",
		Long: `check holds a model against the paper's assumptions and against what the spectral method
itself needs, one line each: the verdict, the number that decides it, and why. A violated
assumption is an answer, so the exit code is 0. Models that are too large to learn from are
checked as far as their own matrices go; what is left out is said (left-unchecked).`,
		Example: `  eeporl check tea
  eeporl check tiger
  eeporl check two-step --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := load(args[0], 0, levels)
			if err != nil {
				return err
			}
			line := a.progress()
			line.say("checking the assumptions")
			e, checks, left, err := experiment.Check(s.Model, c)
			line.done()
			if err != nil {
				return failed(s.Name, err)
			}
			s.found = append(s.found, left...)
			if asJSON {
				return writeJSON(&a.out, newCheckDoc(s, e.C(), checks, len(left) > 0))
			}
			writeChecks(&a.out, s.Name, e.C(), checks, len(left) > 0)
			writeFound(&a.out, s.found)
			return nil
		},
	}
	modelArgument(cmd)
	cFlag(cmd.Flags(), &c)
	levelsFlag(cmd.Flags(), &levels)
	a.answerFlags(cmd.Flags(), &asJSON)
	return cmd
}

// newCheckDoc sets ok and needed_ok only if all assumptions were checked: left says
// that some were not.
func newCheckDoc(s world, c float64, checks []pomdp.Assumption, left bool) checkDoc {
	doc := checkDoc{Scenario: s.Name, C: Number(c), OK: pomdp.Holds(checks) && !left, NeededOK: !left, Findings: findings{}}
	for _, x := range checks {
		doc.NeededOK = doc.NeededOK && (x.Holds || !x.Needed)
		doc.Assumptions = append(doc.Assumptions, assumptionDoc{
			Name: x.Name, Holds: x.Holds, Detail: x.Detail, Value: Number(x.Value), Printed: x.Printed, Needed: x.Needed,
		})
	}
	doc.Findings.addAll(s.found, s.Model.Sizes())
	doc.Findings.infiniteInputs(0, c)
	doc.Findings.notFinite(doc)
	return doc
}

func writeChecks(w io.Writer, name string, c float64, checks []pomdp.Assumption, left bool) {
	var t table
	t.alignRight(2)
	broken, blocking := 0, 0
	for _, x := range checks {
		verdict := "holds"
		switch {
		case !x.Holds && x.Needed:
			verdict = "FAILS"
			broken++
			blocking++
		case !x.Holds:
			verdict = "fails"
			broken++
		}
		t.add(verdict, x.Name, figure.Number(x.Value), x.Detail)
	}
	fmt.Fprintf(w, "%s, c = %s: %s\n\n", name, figure.Number(c), checkVerdict(broken, blocking, len(checks), left))
	t.write(w, "")
}

func checkVerdict(broken, blocking, all int, left bool) string {
	switch {
	case broken == 0 && left:
		return fmt.Sprintf("the %d assumptions that were checked hold.", all)
	case broken == 0:
		return fmt.Sprintf("all %d assumptions hold.", all)
	case blocking == 0:
		return fmt.Sprintf("%d of %d assumptions fail, none that the method cannot do without.", broken, all)
	}
	return fmt.Sprintf("%d of %d assumptions fail; FAILS marks the %d that the method cannot do without.", broken, all, blocking)
}
