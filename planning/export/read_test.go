package export_test

import (
	"bytes"
	"strings"
	"testing"

	"eeporl/planning"
	"eeporl/planning/export"
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
