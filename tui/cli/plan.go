package cli

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"eeporl/model"
	"eeporl/planning"
	"eeporl/scenarios"
)

type planDoc struct {
	Scenario    string    `json:"scenario"`
	Horizon     int       `json:"horizon"`
	Discount    Number    `json:"discount"`
	Observe     string    `json:"observe"`
	Planner     string    `json:"planner"`
	Why         string    `json:"why"`
	Value       Number    `json:"value"`
	Vectors     []int     `json:"vectors"`
	Beliefs     int       `json:"beliefs,omitempty"`
	FirstAction int       `json:"first_action"`
	Actions     []string  `json:"actions"`
	Tree        []nodeDoc `json:"tree"`
	Findings    findings  `json:"findings"`
}

type nodeDoc struct {
	T      int            `json:"t"`
	Action int            `json:"action"`
	Next   map[string]int `json:"next,omitempty"`
}

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
			writePlan(&a.out, s, plan)
			return nil
		},
	}
	modelArgument(cmd)
	f := cmd.Flags()
	addFlag(f, &options.Horizon, "horizon", "", "", "H", "steps to plan for (default the model's)", positive(maxHorizon))
	addFlag(f, &options.Discount, "discount", "", "", "G", "discount γ (default the model's)", parseDiscount)
	observations := []planning.Observe{planning.ObserveRZ, planning.ObserveZ}
	addFlag(f, &options.Observe, "observe", "", string(planning.ObserveRZ), kindOf(observations...), "what the tree branches on: reward and observation, or the observation alone", oneOf(observations...))
	addFlag(f, &options.Planner, "planner", "", "exact", "exact|enumerate|pruning|reachable", "how to plan", parsePlanner)
	jsonFlag(f, &asJSON)
	return cmd
}

func parsePlanner(text string) (planning.Planner, error) {
	switch text {
	case "exact":
		return planning.Auto, nil
	case "point":
		return "", fmt.Errorf("exact, enumerate, pruning or reachable; point-based planning does not exist yet")
	}
	return oneOf(planning.Auto, planning.Enumerate, planning.Pruning, planning.Reachable)(text)
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
	doc := planDoc{
		Scenario: s.Name, Horizon: p.Horizon, Discount: Number(p.Discount), Observe: string(p.Observe), Planner: string(p.Planner),
		Why: p.Why, Value: Number(p.Value), Vectors: []int{}, Beliefs: p.Beliefs,
		FirstAction: p.First[1], Actions: s.Model.Spec().Actions, Findings: findings{},
	}
	for _, level := range p.Levels {
		doc.Vectors = append(doc.Vectors, level.Vectors())
	}
	for _, node := range p.Tree.Nodes {
		doc.Tree = append(doc.Tree, nodeDoc{T: node.T, Action: node.Action, Next: branches(p.Tree, node)})
	}
	doc.Findings.notFinite(doc)
	return doc
}

// branches are a node's children by what was seen: "r,z", or "z" where the
// tree observes z only.
func branches(t *planning.Tree, node planning.Node) map[string]int {
	if node.Next == nil {
		return nil
	}
	next := map[string]int{}
	for outcome, child := range node.Next {
		key := strconv.Itoa(outcome)
		if t.Observe == planning.ObserveRZ {
			z, r := t.Sizes.OutcomeAt(outcome)
			key = fmt.Sprintf("%d,%d", r, z)
		}
		next[key] = child
	}
	return next
}

func writePlan(w io.Writer, s scenarios.Scenario, p *planning.Plan) {
	called := namesOf(s.Model)
	outcome := "(r, z)"
	if p.Observe == planning.ObserveZ {
		outcome = "z"
	}
	fmt.Fprintf(w, "%s · H = %d · γ = %s · branches on %s · planner %s\n", s.Name, p.Horizon, model.Number(p.Discount), outcome, p.Planner)
	fmt.Fprintf(w, "%s\n\nvalue %s, first %s\n\n", p.Why, strconv.FormatFloat(p.Value, 'g', 10, 64), called.action(p.First[1]))
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
	writeTree(w, p.Tree, called)
}

// nodesShown is how much of a policy tree stands in the text.
const nodesShown = 40

func writeTree(w io.Writer, t *planning.Tree, called names) {
	fmt.Fprintf(w, "\npolicy tree: %d nodes, t steps to go\n", len(t.Nodes))
	var tree table
	tree.alignRight(0, 1)
	tree.add("node", "t", "action", "then")
	for i, node := range t.Nodes[:min(nodesShown, len(t.Nodes))] {
		tree.add(strconv.Itoa(i), strconv.Itoa(node.T), called.action(node.Action), thenText(t, node, called))
	}
	tree.write(w, "")
	if rest := len(t.Nodes) - nodesShown; rest > 0 {
		fmt.Fprintf(w, "… and %d more nodes (--json has all)\n", rest)
	}
}

// thenText groups a node's outcomes by the node they lead to.
func thenText(t *planning.Tree, node planning.Node, called names) string {
	var order []int
	outcomes := map[int][]string{}
	for outcome, child := range node.Next {
		if outcomes[child] == nil {
			order = append(order, child)
		}
		text := ""
		if t.Observe == planning.ObserveRZ {
			z, r := t.Sizes.OutcomeAt(outcome)
			text = called.reward(r) + " " + called.observation(z)
		} else {
			text = called.observation(outcome)
		}
		outcomes[child] = append(outcomes[child], text)
	}
	parts := make([]string, len(order))
	for i, child := range order {
		seen := strings.Join(outcomes[child], " | ")
		if len(order) == 1 {
			seen = "always"
		}
		parts[i] = fmt.Sprintf("%s → %d", seen, child)
	}
	return strings.Join(parts, "; ")
}
