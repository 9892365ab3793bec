package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/planning"
	"eeporl/planning/export"
	"eeporl/pomdp/finding"
)

// treeField is the last field of a plan in JSON, which is written node by node.
const treeField = "tree"

// planDoc is the plan as package export has it, and what else there is to say, but for its tree.
type planDoc struct {
	Scenario string `json:"scenario"`
	export.Document
	Rules    *rulesDoc `json:"rules,omitempty"`
	Findings findings  `json:"findings"`
}

// planRequest is how `plan` is asked.
type planRequest struct {
	asJSON  bool
	options planning.Options
	observe planning.Observe // "" stands for the model's finest
	belief  beliefFlag
	form    planForm // "" for the text meant for people
	rules   int      // in which the policy is to be said; 0 for none
	path    string
}

func (a *app) plan() *cobra.Command {
	var r planRequest
	cmd := &cobra.Command{
		Use:   "plan SCENARIO|MODEL",
		Short: "Find an optimal policy tree for a known model",
		Long: `plan computes an optimal policy tree of a model whose parameters are known: its value, how
many vectors each Γ_t keeps, and the tree, whose equal subtrees are shared. t counts the
steps to go. Where the budget ends an exact planner, point goes on from the levels that are
complete, in what is left of the budget, and answers with a certified interval.

` + plannerList() + `
A model may be a .POMDP file in Cassandra's format: its rewards are carried exactly, its tree
branches on z, and it is planned for 4 steps unless --horizon says otherwise. --export writes
the plan as JSON, the vectors over the whole simplex in pomdp-solve's .alpha layout, or the
tree in its .pg layout, for Graphviz, or as indented text.`,
		Example: `  eeporl plan tea
  eeporl plan tiger --horizon 3 --observe z
  eeporl plan tiger --horizon 6 --belief 0.2,0.8
  eeporl plan tea --horizon 2 --planner enumerate --json
  eeporl plan diagnosis --planner point --gap 0.05 --budget 20000,2s
  eeporl plan tea --horizon 3 --export dot > tree.dot
  eeporl plan tiger --horizon 12 --rules 5
  eeporl scenarios show tiger --format pomdp > tiger.POMDP
  eeporl plan tiger.POMDP --horizon 5 --discount 0.95 --export pg`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.runPlan(cmd.Context(), args[0], r)
		},
	}
	modelArgument(cmd)
	r.addFlags(cmd)
	return cmd
}

// plannerList names the planners, a line each.
func plannerList() string {
	var b strings.Builder
	for _, p := range planning.Planners() {
		fmt.Fprintf(&b, "  %-10s %s\n", p, p.Does())
	}
	return b.String()
}

func (r *planRequest) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	addFlag(f, &r.options.Horizon, "horizon", "", "", "H", "steps to plan for (default the model's)", model.WholeNumber(maxHorizon))
	addFlag(f, &r.options.Discount, "discount", "", "", "G", "discount γ (default the model's)", model.ParseDiscount)
	observeFlag(f, &r.observe)
	plannerFlag(f, &r.options.Planner)
	addFlag(f, &r.belief, "belief", "", "", "p0,p1,...", "initial belief, or uniform (default the model's)", parseBelief)
	budgetFlag(f, &r.options.Budget)
	addFlag(f, &r.options.Gap, "gap", "", "", "G", "point: width of the certified interval that is narrow enough", parsePositive)
	addFlag(f, &r.form, "export", "", "", model.KindOf(planForms()...), "form of the answer", model.OneOf(planForms()...))
	rulesFlag(f, &r.rules)
	outFlag(f, &r.path, "`FILE` for the answer (default stdout); .json, .dot, .pg and .alpha are for those forms")
	jsonFlag(f, &r.asJSON)
}

// settle finds flags that contradict, and the form that --export, --json and the file's name say.
func (r *planRequest) settle() error {
	if by := r.options.Planner; r.options.Gap > 0 && by != planning.Auto && by != planning.PointBased {
		return fmt.Errorf("--gap: found it with --planner %s, expected point or auto: the others leave no interval", by)
	}
	if r.rules > 0 && r.form != "" && r.form != formJSON {
		return fmt.Errorf("--rules: found it with --export %s, expected json or none: the form has no place for rules", r.form)
	}
	named := planForm(strings.TrimPrefix(ending(r.path), "."))
	switch {
	case r.asJSON && r.form != "" && r.form != formJSON:
		return fmt.Errorf("--export: found %s with --json, expected one of them", r.form)
	case r.asJSON:
		r.form = formJSON
	}
	switch {
	case named == formText || !slices.Contains(planForms(), named): // no form's own ending
	case r.form == "":
		r.form = named
	case r.form != named:
		return fmt.Errorf("--out: found %s for %s, expected the form that the file's name says, or another name", r.path, r.form)
	}
	return nil
}

func (a *app) runPlan(ctx context.Context, name string, r planRequest) error {
	if err := r.settle(); err != nil {
		return err
	}
	p, err := loadPlannable(name, r.observe)
	if err != nil {
		return err
	}
	plan, err := a.solve(ctx, p, r)
	if err != nil {
		return err
	}
	if r.rules > 0 {
		problem, err := r.belief.start(p)
		if err != nil {
			return err
		}
		line := a.progress()
		defer line.done()
		line.say("looking for rules")
		if p.rules, err = rulesOf(ctx, problem, plan, r.rules, p.names); err != nil {
			return failed(p.name, err)
		}
	}
	return a.writeFile(r.path, func(w io.Writer) error {
		if r.form == "" {
			return writePlan(w, p, plan)
		}
		return failed(p.name, r.form.write(w, p, plan))
	}, func() string { return fmt.Sprintf("value %.10g", plan.Value) })
}

func (a *app) solve(ctx context.Context, p *plannable, r planRequest) (*planning.Plan, error) {
	o := r.options
	if o.Horizon == 0 {
		o.Horizon = p.horizon
	}
	if o.Discount == 0 {
		o.Discount = p.discount
	}
	if r.form == formAlpha {
		var err error
		if o.Planner, err = withVectors(o.Planner); err != nil {
			return nil, err
		}
	}
	problem, err := r.belief.start(p)
	if err != nil {
		return nil, err
	}
	keepWithin(planning.Budget{Memory: cmp.Or(o.Budget.Memory, planning.DefaultMemory)})
	line := a.progress()
	defer line.done()
	o.Progress = a.planProgress(line, "")
	plan, err := planning.Solve(ctx, problem, o)
	if err == nil && r.form == formAlpha && plan.Planner == planning.PointBased {
		err = fmt.Errorf("--export alpha: found no complete sets, expected the vectors over the whole simplex (%s)", plan.Why)
	}
	return plan, failed(p.name, err)
}

// withVectors returns the planner to use for an answer in vectors over the whole simplex. It fails
// for a planner that never makes them.
func withVectors(p planning.Planner) (planning.Planner, error) {
	switch p {
	case planning.Auto, planning.Exact:
		return planning.Pruning, nil
	case planning.Pruning, planning.Enumerate:
		return p, nil
	}
	return "", fmt.Errorf("--planner: found %q with --export alpha, expected pruning or enumerate: it has no vectors over the whole simplex", p)
}

func newPlanDoc(m *plannable, p *planning.Plan) planDoc {
	doc := planDoc{Scenario: m.name, Document: export.NewDocument(p, m.names), Rules: m.rules.doc(), Findings: findings{}}
	doc.Findings.addAll(m.planFindings(p), m.sizes)
	for _, x := range []struct {
		name  string
		value float64
	}{{"value", p.Value}, {"upper", p.Upper}, {"mass", p.Mass}} {
		if !finite(x.value) {
			doc.Findings.add(finding.NotFinite, x.name+" is not finite and therefore null.")
		}
	}
	return doc
}

func (m *plannable) planFindings(p *planning.Plan) []finding.Finding {
	found := m.found
	if f, open := experiment.Gap("The optimum", p); open {
		found = append(found, f)
	}
	return found
}
