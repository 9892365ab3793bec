package export

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/scenarios"
)

var teaNames = pomdp.Names{
	Actions: []string{"offer-tea", "offer-coffee"}, Observations: []string{"smile", "frown"}, Rewards: []string{"0", "1"},
}

func teaPlan(t *testing.T, observe planning.Observe) *planning.Plan {
	t.Helper()
	s, err := scenarios.Load("tea")
	if err != nil {
		t.Fatal(err)
	}
	p, err := planning.FromModel(s.Model, observe)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := planning.Solve(context.Background(), p, planning.Options{Horizon: 2})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func TestText(t *testing.T) {
	var out strings.Builder
	if err := Text(&out, teaPlan(t, planning.ObserveRZ).Tree, teaNames); err != nil {
		t.Fatal(err)
	}
	want := `offer-tea  (node 0, 2 to go)
  0, smile | 0, frown → offer-coffee  (node 1, 1 to go)
  1, smile | 1, frown → offer-tea  (node 2, 1 to go)
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

func TestGraphviz(t *testing.T) {
	var out strings.Builder
	names := teaNames
	names.Actions = []string{`say "tea"`, `c:\offee`}
	if err := Graphviz(&out, teaPlan(t, planning.ObserveZ).Tree, names); err != nil {
		t.Fatal(err)
	}
	want := `digraph policy {
  node [shape=box]
  0 [label="t = 2\nsay \"tea\""]
  0 -> 1 [label="smile"]
  0 -> 2 [label="frown"]
  1 [label="t = 1\nsay \"tea\""]
  2 [label="t = 1\nc:\\offee"]
}
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

// TestSolveLayout: what pomdp-solve's own readers expect.
func TestSolveLayout(t *testing.T) {
	plan := teaPlan(t, planning.ObserveZ)
	var pg, alpha strings.Builder
	if err := PG(&pg, plan.Tree); err != nil {
		t.Fatal(err)
	}
	if want := "0 0  1 2 \n1 0  - - \n2 1  - - \n"; pg.String() != want {
		t.Errorf("got\n%swant\n%s", pg.String(), want)
	}
	if err := Alpha(&alpha, &plan.Levels[0].Sets[0]); err != nil {
		t.Fatal(err)
	}
	want := "0\n0.8000000000000000444089210 0.2500000000000000000000000 \n\n1\n0.2500000000000000000000000 0.8000000000000000444089210 \n\n"
	if alpha.String() != want {
		t.Errorf("got\n%swant\n%s", alpha.String(), want)
	}
}

func TestJSON(t *testing.T) {
	for _, observe := range []planning.Observe{planning.ObserveRZ, planning.ObserveZ} {
		plan := teaPlan(t, observe)
		document := map[string]any{"tree": slices.Collect(Nodes(plan.Tree, teaNames))}
		text, err := json.Marshal(NewDocument(plan, teaNames))
		if err != nil {
			t.Fatal(err)
		}
		tree, err := json.Marshal(document)
		if err != nil {
			t.Fatal(err)
		}
		var d struct {
			Document
			Tree []Node `json:"tree"`
		}
		for _, text := range [][]byte{text, tree} {
			if err := json.Unmarshal(text, &d); err != nil {
				t.Fatal(err)
			}
		}
		if *d.Value != plan.Value || *d.Upper != plan.Value || d.Horizon != 2 || d.FirstName != "offer-tea" || d.FirstPair != nil || len(d.Vectors) != 2 || len(d.Tree) != 3 {
			t.Errorf("%+v", d)
		}
		key, outcomes := "1,0", 4
		if observe == planning.ObserveZ {
			key, outcomes = "0", 2
		}
		if next, ok := d.Tree[0].Next[key]; !ok || d.Tree[next].Action != 0 || len(d.Tree[0].Next) != outcomes || d.Tree[1].Next != nil {
			t.Errorf("%s: %+v", observe, d.Tree)
		}
	}
}
