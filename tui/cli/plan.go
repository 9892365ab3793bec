package cli

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"eeporl/pomdp/figure"

	"github.com/spf13/cobra"

	"eeporl/moments"
	"eeporl/planning"
	"eeporl/planning/export"
	"eeporl/scenarios"
)

// planDoc is the plan as package export has it, and what else there is to say.
type planDoc struct {
	Scenario string `json:"scenario"`
	export.Document
	Findings findings `json:"findings"`
}

// ValueGap is the code of the finding that a plan is only known to lie within
// an interval of the optimum.
const ValueGap moments.Code = "value-gap"

func (a *app) plan() *cobra.Command {
	var (
		asJSON  bool
		options planning.Options
	)
	cmd := &cobra.Command{
		Use:   "plan SCENARIO|MODEL",
		Short: "Find an optimal policy tree for a known model",
		Long: `plan computes an optimal policy tree of a model whose parameters are known: its value, how
many vectors each Γ_t keeps, and the tree, whose equal subtrees are shared. t counts the
steps to go. exact chooses among the exact planners by size.`,
		Example: `  eeporl plan tea
  eeporl plan tiger --horizon 3 --observe z
  eeporl plan tea --horizon 2 --planner enumerate --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := load(args[0], 0)
			if err != nil {
				return err
			}
			plan, err := a.solve(cmd, s, options)
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(&a.out, newPlanDoc(s, plan))
			}
			return writePlan(&a.out, s, plan)
		},
	}
	modelArgument(cmd)
	f := cmd.Flags()
	addFlag(f, &options.Horizon, "horizon", "", "", "H", "steps to plan for (default the model's)", positive(maxHorizon))
	addFlag(f, &options.Discount, "discount", "", "", "G", "discount γ (default the model's)", parseDiscount)
	observations := []planning.Observe{planning.ObserveRZ, planning.ObserveZ}
	addFlag(f, &options.Observe, "observe", "", string(planning.ObserveRZ), kindOf(observations...), "what the tree branches on: reward and observation, or the observation alone", oneOf(observations...))
	addFlag(f, &options.Planner, "planner", "", "exact", "exact|enumerate|pruning|reachable|point", "how to plan", parsePlanner)
	jsonFlag(f, &asJSON)
	return cmd
}

func parsePlanner(text string) (planning.Planner, error) {
	if text == "exact" {
		return planning.Auto, nil
	}
	others := []planning.Planner{planning.Enumerate, planning.Pruning, planning.Reachable, planning.PointBased}
	planner, err := oneOf(others...)(text)
	if err != nil {
		return "", errors.New(listed(append([]string{"exact"}, texts(others)...)))
	}
	return planner, nil
}

func (a *app) solve(cmd *cobra.Command, s scenarios.Scenario, o planning.Options) (*planning.Plan, error) {
	if o.Horizon == 0 {
		o.Horizon = s.Model.Horizon()
	}
	if o.Discount == 0 {
		o.Discount = s.Model.Discount()
	}
	line := a.progress()
	defer line.done()
	o.Progress = func(p planning.Progress) { line.say("%s: %d of %d", p.Stage, p.Done, p.Total) }
	problem, err := planning.FromModel(s.Model, o.Observe)
	if err != nil {
		return nil, failed(s.Name, err)
	}
	plan, err := planning.Solve(cmd.Context(), problem, o)
	return plan, failed(s.Name, err)
}

func newPlanDoc(s scenarios.Scenario, p *planning.Plan) planDoc {
	doc := planDoc{Scenario: s.Name, Document: export.NewDocument(p, exported(namesOf(s.Model))), Findings: planFindings(p)}
	for _, x := range []struct {
		name  string
		value float64
	}{{"value", p.Value}, {"upper", p.Upper}, {"mass", p.Mass}} {
		if !finite(x.value) {
			doc.Findings.add(moments.NotFinite, x.name+" is not finite and therefore null.")
		}
	}
	return doc
}

// closed is the width, relative to the value, below which an interval is a
// number but for rounding.
const closed = 1e-9

func planFindings(p *planning.Plan) findings {
	found := findings{}
	if gap := p.Upper - p.Value; gap > closed*(1+math.Abs(p.Value)) {
		found.add(ValueGap, fmt.Sprintf("The optimum lies between %s and %s: this tree is known to be worth the first.",
			strconv.FormatFloat(p.Value, 'g', 8, 64), strconv.FormatFloat(p.Upper, 'g', 8, 64)))
	}
	return found
}

func exported(n names) export.Names {
	return export.Names{Actions: n.actions, Observations: n.observations, Rewards: n.rewards}
}

func writePlan(w io.Writer, s scenarios.Scenario, p *planning.Plan) error {
	called := namesOf(s.Model)
	outcome := "(r, z)"
	if p.Observe == planning.ObserveZ {
		outcome = "z"
	}
	fmt.Fprintf(w, "%s · H = %d · γ = %s · branches on %s · planner %s\n", s.Name, p.Horizon, figure.Number(p.Discount), outcome, p.Planner)
	fmt.Fprintf(w, "%s\n\nvalue %s, first action %s\n", p.Why, strconv.FormatFloat(p.Value, 'g', 10, 64), called.action(p.First[1]))
	for _, f := range planFindings(p) {
		fmt.Fprintf(w, "%s: %s\n", f.Code, f.Detail)
	}
	fmt.Fprintln(w)
	var levels table
	levels.alignRight(0, 2)
	levels.add("t", "Γ_t by definition", "kept")
	for _, level := range p.Levels {
		kept := "–"
		if level.Sets != nil {
			kept = strconv.Itoa(level.Vectors())
		}
		levels.add(strconv.Itoa(level.T), level.Enumerated.String(), kept)
	}
	levels.write(w, "")
	return writeTree(w, p.Tree, called)
}

// linesShown is how much of a policy tree stands in the text.
const linesShown = 60

func writeTree(w io.Writer, t *planning.Tree, called names) error {
	var text strings.Builder
	if err := export.Text(&text, t, exported(called)); err != nil {
		return err
	}
	lines := strings.SplitAfter(text.String(), "\n")
	fmt.Fprintf(w, "\npolicy tree: %d nodes\n%s", len(t.Nodes), strings.Join(lines[:min(linesShown, len(lines))], ""))
	if rest := len(lines) - linesShown; rest > 1 {
		fmt.Fprintf(w, "… and %d more lines (--json has the whole tree)\n", rest-1)
	}
	return nil
}
