package export_test

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"eeporl/planning"
	"eeporl/planning/export"
	"eeporl/pomdp"
	"eeporl/scenarios"
)

// A tree that is written and read again does the same, and is worth the same.
func TestPGComesBack(t *testing.T) {
	for _, name := range []string{"tea", "robot", "noisy-tiger"} {
		sc, err := scenarios.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, observe := range []planning.Observe{planning.ObserveZ, planning.ObserveRZ} {
			plan, err := planning.Optimal(t.Context(), sc.Model, planning.Options{Observe: observe})
			if err != nil {
				t.Fatal(err)
			}
			var file bytes.Buffer
			if err := export.PG(&file, plan.Tree); err != nil {
				t.Fatal(err)
			}
			graph, err := export.ReadPG(&file, sc.Model.Sizes())
			if err != nil {
				t.Fatal(err)
			}
			back, err := graph.Tree(0, sc.Model.Horizon(), sc.Model.Discount())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := graph.Tree(0, sc.Model.Horizon()+1, 1); err == nil {
				t.Error("a policy goes on after its end")
			}
			_, want, _ := planning.Evaluate(sc.Model, plan.Tree)
			_, got, err := planning.Evaluate(sc.Model, back)
			if err != nil || got != want || back.Nodes[0].T != sc.Model.Horizon() {
				t.Errorf("%s %s: found %g in %d steps (%v), expected %g", name, observe, got, back.Nodes[0].T, err, want)
			}
		}
		steady, err := planning.Always(1, sc.Model.Sizes()).Tree(0, sc.Model.Horizon(), 1)
		if err != nil || len(steady.Nodes) != sc.Model.Horizon() {
			t.Fatalf("%s: %v", name, err)
		}
		if _, v, err := planning.Evaluate(sc.Model, steady); err != nil {
			t.Errorf("%s: %g, %v", name, v, err)
		}
	}
}

// A controller whose branches lead back goes on for as long as is asked.
func TestControllersGoOn(t *testing.T) {
	sc, err := scenarios.Load("tea")
	if err != nil {
		t.Fatal(err)
	}
	graph, err := export.ReadPG(strings.NewReader("0 0 0 1\n1 1  1 - \n"), sc.Model.Sizes())
	if err != nil {
		t.Fatal(err)
	}
	if graph.Ends() || graph.Nodes[1].Next[1] != 1 {
		t.Errorf("found %+v", graph)
	}
	for steps := 1; steps < 20; steps++ {
		tree, err := graph.Tree(0, steps, 1)
		if err != nil || tree.Nodes[0].T != steps || len(tree.Nodes) != 2*steps-1 {
			t.Fatalf("%d steps: %d nodes, %v", steps, len(tree.Nodes), err)
		}
	}
}

func FuzzReadPG(f *testing.F) {
	for _, s := range []string{"0 0  1 2\n1 1  - -\n2 0  - -\n", "0 0 - -", "", "0 9 - -", "0 0 0 0", "0 0 1 -\n1 0 - -", "0 0 1 2\n1 0 - -\n2 0 3 3\n3 0 - -", "x"} {
		f.Add(s)
	}
	sc, err := scenarios.Load("tea")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		graph, err := export.ReadPG(strings.NewReader(text), sc.Model.Sizes())
		if err != nil {
			return
		}
		tree, err := graph.Tree(len(graph.Nodes)-1, 3, 1)
		if err != nil {
			return
		}
		if _, _, err := planning.Evaluate(sc.Model, tree); err != nil {
			t.Errorf("%q is read, and then: %v", text, err)
		}
	})
}

// A plan that is written as JSON and read again does the same; its actions are found by their names.
func TestJSONComesBack(t *testing.T) {
	for _, name := range []string{"tea", "noisy-tiger"} {
		sc, err := scenarios.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		spec := sc.Model.Spec()
		for _, observe := range []planning.Observe{planning.ObserveZ, planning.ObserveRZ} {
			plan, err := planning.Optimal(t.Context(), sc.Model, planning.Options{Observe: observe})
			if err != nil {
				t.Fatal(err)
			}
			var nodes []any
			for node := range export.Nodes(plan.Tree, pomdp.Names{Actions: spec.Actions}) {
				nodes = append(nodes, node)
			}
			text, err := json.Marshal(map[string]any{"observe": observe, "tree": nodes})
			if err != nil {
				t.Fatal(err)
			}
			graph, _, err := export.ReadJSON(bytes.NewReader(text), sc.Model.Sizes(), spec.Actions)
			if err != nil {
				t.Fatal(err)
			}
			back, err := graph.Tree(0, sc.Model.Horizon(), sc.Model.Discount())
			if err != nil {
				t.Fatal(err)
			}
			_, want, _ := planning.Evaluate(sc.Model, plan.Tree)
			if _, got, err := planning.Evaluate(sc.Model, back); err != nil || got != want {
				t.Errorf("%s %s: found %g (%v), expected %g", name, observe, got, err, want)
			}
			turned := slices.Clone(spec.Actions)
			slices.Reverse(turned)
			graph, _, err = export.ReadJSON(bytes.NewReader(text), sc.Model.Sizes(), turned)
			if err != nil || turned[graph.Nodes[0].Action] != spec.Actions[plan.Tree.Nodes[0].Action] {
				t.Errorf("%s: an action's name in another place: %v", name, err)
			}
		}
	}
}

// Acting by vectors that were written and read again is worth what acting by the plan is.
func TestAlphaComesBack(t *testing.T) {
	for _, name := range []string{"tea", "robot", "noisy-tiger"} {
		sc, err := scenarios.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		m := sc.Model
		plan, err := planning.Optimal(t.Context(), m, planning.Options{Observe: planning.ObserveZ, Planner: planning.Pruning, Horizon: 8, Discount: .7})
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		if err := export.Alpha(&file, &plan.Levels[7].Sets[0]); err != nil {
			t.Fatal(err)
		}
		set, err := export.ReadAlpha(&file, m.Sizes().S, m.Sizes().A)
		if err != nil || set.Len() != plan.Levels[7].Sets[0].Len() {
			t.Fatalf("%s: %v", name, err)
		}
		problem, err := planning.FromModel(m, planning.ObserveZ)
		if err != nil {
			t.Fatal(err)
		}
		graph, err := problem.ActBy(set, 6)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := graph.Tree(0, 6, .7)
		if err != nil {
			t.Fatal(err)
		}
		_, got, err := planning.Evaluate(m, tree)
		if want := greedy(m, set, m.InitialBelief(), 6, .7); err != nil || math.Abs(got-want) > 1e-10 {
			t.Errorf("%s: found %g (%v), expected %g", name, got, err, want)
		}
	}
}

// greedy is what acting by a set of vectors is worth, by definition.
func greedy(m *pomdp.POMDP, set *planning.Set, belief pomdp.Belief, steps int, discount float64) (value float64) {
	if steps == 0 {
		return 0
	}
	best, _ := set.Best(belief)
	action, n := set.Vector(best).Action, m.Sizes()
	for z := range n.Z {
		after, seen := make(pomdp.Belief, n.S), 0.
		for r, reward := range m.Spec().Rewards {
			joint, p := m.UpdateBelief(belief, action, r, z)
			for s := range joint {
				after[s] += p * joint[s]
			}
			seen += p
			value += p * reward
		}
		if seen > 0 {
			for s := range after {
				after[s] /= seen
			}
			value += discount * seen * greedy(m, set, after, steps-1, discount)
		}
	}
	return value
}

func FuzzReadJSON(f *testing.F) {
	for _, s := range []string{`{"observe":"z","tree":[{"t":2,"action":0,"next":{"0":1,"1":1}},{"t":1,"action":1}]}`, `{"observe":"rz","tree":[{"action":0}]}`, `{"observe":"z","tree":[{"action":0,"action_name":"x","next":{"0":-1}}]}`, "[", "{}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		graph, _, err := export.ReadJSON(strings.NewReader(text), pomdp.Sizes{S: 2, A: 2, Z: 2, R: 2}, []string{"x", "y"})
		if err == nil {
			_, _ = graph.Tree(0, 5, 1)
		}
	})
}

func FuzzReadAlpha(f *testing.F) {
	for _, s := range []string{"0\n1 2\n\n1\n3 4\n", "0 1 2", "9\n1 2", "0\nNaN 1", "0\n1"} {
		f.Add(s)
	}
	sc, err := scenarios.Load("tea")
	if err != nil {
		f.Fatal(err)
	}
	problem, err := planning.FromModel(sc.Model, planning.ObserveZ)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		set, err := export.ReadAlpha(strings.NewReader(text), 2, 2)
		if err != nil {
			return
		}
		if graph, err := problem.ActBy(set, 3); err != nil || len(graph.Nodes) == 0 {
			t.Errorf("%v", err)
		}
	})
}
