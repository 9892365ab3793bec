package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/moments/spectral"
	"eeporl/planning/export"
	"eeporl/pomdp"
	"eeporl/pomdp/finding"
	"eeporl/scenarios"
)

// read decodes an answer in JSON into the very document it was made of.
func read[T any](t *testing.T, text string) T {
	t.Helper()
	var doc T
	version := fmt.Sprintf("  \"schema\": %d,\n", schemaVersion)
	if strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "{\n"+version) {
		t.Fatalf("found no schema version in\n%s", text)
	}
	d := json.NewDecoder(strings.NewReader(strings.Replace(text, version, "", 1)))
	d.DisallowUnknownFields()
	if err := d.Decode(&doc); err != nil {
		t.Fatalf("found %v in\n%s", err, text)
	}
	return doc
}

func truthFor(t *testing.T, name string) *experiment.Truth {
	t.Helper()
	s, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	truth, err := experiment.NewTruth(s.Model, 0)
	if err != nil {
		t.Fatal(err)
	}
	return truth
}

// agree fails the test unless two numbers do.
func agree(t *testing.T, what string, got, want float64, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: found %g, expected %g", what, got, want)
	}
}

func TestLawSumsToOne(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	for _, name := range scenarios.Names() {
		doc := read[lawDoc](t, answered(t, "law "+name+" --json"))
		truth := truthFor(t, name)
		n := truth.HMM.Sizes
		sum := 0.0
		second := make([]float64, n.D()) // p(x₂) from the cells
		for _, c := range doc.Cells {
			sum += float64(c.P)
			second[c.X[1]] += float64(c.P)
		}
		agree(t, name+": Σp", sum, 1, 1e-12)
		for x, p := range second {
			want := 0.0 // p(x₂) = O w
			for h, w := range doc.W {
				want += float64(doc.O[x][h] * w)
			}
			agree(t, name+": p(x₂)", p, want, 1e-12)
		}
		for i := range doc.T {
			sum := 0.0
			for h, p := range doc.H1 {
				sum += float64(doc.T[i][h] * p)
			}
			agree(t, name+": w = T p(h₁)", float64(doc.W[i]), sum, 1e-12)
		}
	}
}

// TestRunReadsInTheIndexOrderOfTheSchema holds every number of an estimate from
// the exact law against the POMDP itself, by the indices that the JSON states.
func TestRunReadsInTheIndexOrderOfTheSchema(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	for _, line := range []string{
		"tea", "noisy-tiger", "diagnosis",
		"noisy-tiger --estimator blocked", "diagnosis --estimator aligned", "noisy-tiger --estimator polished",
	} {
		t.Run(line, func(t *testing.T) {
			name, _, _ := strings.Cut(line, " ")
			x := exactRun{
				T: t, doc: read[reportDoc](t, answered(t, "run "+line+" --episodes inf --json")),
				law: read[lawDoc](t, answered(t, "law "+name+" --json")), m: truthFor(t, name).Model,
			}
			x.n, x.states = x.m.Sizes(), map[[2]int][]int{}
			for _, p := range x.doc.Permutations {
				x.states[p.Pair] = p.States
			}
			if d, n := x.doc, x.n; len(d.Labels) != n.K() || len(x.states) != n.Pairs() || len(d.Parameters) != n.Pairs() || *d.LabelsRight != n.K() {
				t.Fatalf("found %d labels, %d permutations, %d parameters, expected %d, %d, %d", len(d.Labels), len(x.states), len(d.Parameters), n.K(), n.Pairs(), n.Pairs())
			}
			x.hmm()
			x.parameters()
			if x.doc.POMDP != nil {
				x.pomdp()
			}
			agree(t, "regret", float64(*x.doc.Policy.Regret), 0, 1e-6)
			agree(t, "O_max", float64(x.doc.Errors.OMax), 0, 1e-7)
			if x.doc.Findings[0].Code != string(finding.ExactLaw) || x.doc.AgainstBound != nil {
				t.Errorf("found %+v first and againstBound %+v, expected the finding that explains episodes: null, and none", x.doc.Findings[0], x.doc.AgainstBound)
			}
		})
	}
}

// exactRun is an estimate from the exact law and what it should be.
type exactRun struct {
	*testing.T
	doc    reportDoc
	law    lawDoc
	m      *pomdp.POMDP
	n      pomdp.Sizes
	states map[[2]int][]int // permutations by pair
}

func (x exactRun) hmm() {
	seen := map[[2]int]int{}
	for column, pair := range x.doc.Labels {
		h := x.n.HiddenIndex(pomdp.Hidden{Action: pair[0], State: x.states[pair][seen[pair]], Next: pair[1]})
		seen[pair]++
		for i := range x.doc.HMM.O {
			agree(x.T, "O", float64(x.doc.HMM.O[i][column]), float64(x.law.O[i][h]), 1e-7)
		}
		agree(x.T, "w", float64(x.doc.HMM.W[column]), float64(x.law.W[h]), 1e-7)
	}
}

func (x exactRun) parameters() {
	for _, p := range x.doc.Parameters {
		a, leave := p.Pair[0], p.Pair[1]
		for j, s := range x.states[p.Pair] {
			agree(x.T, "initial", float64(p.Initial[j]), x.m.Initial(s), 1e-6)
			for z := range x.n.Z {
				agree(x.T, "observation", float64(p.Observation[z][j]), x.m.Z(a, s, z), 1e-6)
			}
			for r := range x.n.R {
				agree(x.T, "reward", float64(p.Reward[r][j]), x.m.R(leave, s, r), 1e-6)
			}
			for next := range x.n.A {
				for j2, s2 := range x.states[[2]int{leave, next}] {
					agree(x.T, "transition", float64(p.Transition[next][j2][j]), x.m.T(leave, s, s2), 1e-6)
				}
			}
		}
	}
}

// pomdp reads the states of the one model in the order of any pair.
func (x exactRun) pomdp() {
	order := x.states[[2]int{0, 0}]
	for i, s := range order {
		agree(x.T, "pomdp.initial", float64(x.doc.POMDP.Initial[i]), x.m.Initial(s), 1e-6)
		for a := range x.n.A {
			for i2, s2 := range order {
				agree(x.T, "pomdp.transition", float64(x.doc.POMDP.Transition[a][i][i2]), x.m.T(a, s, s2), 1e-6)
			}
			for z := range x.n.Z {
				agree(x.T, "pomdp.observation", float64(x.doc.POMDP.Observation[a][i][z]), x.m.Z(a, s, z), 1e-6)
			}
			for r := range x.n.R {
				agree(x.T, "pomdp.reward", float64(x.doc.POMDP.Reward[a][i][r]), x.m.R(a, s, r), 1e-6)
			}
		}
	}
}

func TestEstimators(t *testing.T) {
	for _, name := range estimators.EstimatorNames() {
		doc := read[reportDoc](t, answered(t, "run robot --episodes 1e5 --json --estimator "+name))
		by, _ := estimators.Named(name)
		if doc.Estimator != name || doc.Policy == nil || doc.Sequences == nil || by.Gives(moments.GivesParameters) && (doc.AgainstBound == nil || float64(doc.AgainstBound.Ratio) < .5) {
			t.Errorf("%s: found estimator %s, policy %+v, againstBound %+v, expected all of them", name, doc.Estimator, doc.Policy, doc.AgainstBound)
		}
		if oneOrder := by.Gives(moments.GivesOneOrder); (doc.POMDP != nil) != oneOrder {
			t.Errorf("%s: found a POMDP: %v, expected one: %v", name, doc.POMDP != nil, oneOrder)
		}
	}
}

// TestRunSeesTheSessionsCounts: below and above the limit of simulation.
func TestRunSeesTheSessionsCounts(t *testing.T) {
	truth := truthFor(t, "tea")
	for episodes, n := range map[string]float64{"5000": 5000, "1e6": 1e6} {
		doc := read[reportDoc](t, answered(t, "run tea --seed 9 --json --episodes "+episodes))
		counts, err := truth.Draw(9, n)
		if err != nil {
			t.Fatal(err)
		}
		o := moments.Options{Seed: 9, RewardValues: truth.Model.RewardValues(), Horizon: truth.Model.Horizon()}
		want := experiment.Estimate(context.Background(), moments.OfCounts(spectral.Full), moments.Data{Counts: counts}, 2, o, truth)
		for x, row := range doc.HMM.O {
			for c, v := range row {
				if float64(v) != want.O.At(x, c) {
					t.Fatalf("N = %s: Ô[%d, %d]: found %v, expected %v", episodes, x, c, v, want.O.At(x, c))
				}
			}
		}
	}
}

// TestRunEndsInFindings: what cannot be learned is answered, with what exists.
func TestRunEndsInFindings(t *testing.T) {
	for _, c := range []struct {
		scenario, failing string
	}{{"tiger", "transition-rank:open-left"}, {"two-step", "reach-one-step"}} {
		for _, episodes := range []string{"1e5", "inf"} {
			doc := read[reportDoc](t, answered(t, "run "+c.scenario+" --json --episodes "+episodes))
			named, fatal := false, false
			for _, f := range doc.Findings {
				named = named || f.Code == string(finding.AssumptionViolated) && strings.Contains(f.Detail, c.failing)
				fatal = fatal || f.Fatal
			}
			if !named || !fatal {
				t.Errorf("%s, N = %s: found %+v, expected %s named and a finding that ends the estimate", c.scenario, episodes, doc.Findings, c.failing)
			}
			if doc.Parameters != nil || doc.Policy != nil || doc.POMDP != nil {
				t.Errorf("%s, N = %s: found parameters or a policy, expected neither", c.scenario, episodes)
			}
			if doc.Diagnostics == nil || doc.Diagnostics.SigmaK12 == nil {
				t.Errorf("%s, N = %s: found no σ_k, expected it", c.scenario, episodes)
			}
		}
	}
	if text := answered(t, "run two-step --episodes inf"); !strings.Contains(text, "σ₁₂(P̂₁₂) = ") || !strings.Contains(text, "policy    none") {
		t.Errorf("found\n%s\nexpected σ_k and that there is no policy", text)
	}
}

func TestTooFewSteps(t *testing.T) {
	doc := read[reportDoc](t, answered(t, "run tea --horizon 3 --json"))
	if doc.Horizon != 3 || doc.HMM != nil || len(doc.Findings) == 0 || !strings.Contains(doc.Findings[0].Detail, "horizon") {
		t.Errorf("found %+v, expected the finding that three steps make no triple", doc)
	}
}

func TestCheckNamesWhatFails(t *testing.T) {
	for _, c := range []struct {
		scenario string
		fails    []string
	}{
		{"tea", nil},
		{"tiger", []string{"transition-rank:open-left", "transition-rank:open-right", "O-rank", "sigma-k-P12", "sigma-k-P13"}},
		{"two-step", []string{"reach-one-step", "sigma-k-P12", "sigma-k-P13"}},
	} {
		doc := read[checkDoc](t, answered(t, "check "+c.scenario+" --json"))
		failing := map[string]assumptionDoc{}
		for _, x := range doc.Assumptions {
			if !x.Holds {
				failing[x.Name] = x
			}
		}
		if doc.OK != (len(failing) == 0) || doc.NeededOK != (len(c.fails) == 0) {
			t.Errorf("%s: found ok %v with %d failing", c.scenario, doc.OK, len(failing))
		}
		text := answered(t, "check "+c.scenario)
		for _, name := range c.fails {
			x, ok := failing[name]
			if !ok || math.Abs(float64(x.Value)) > 1e-12 || x.Detail == "" {
				t.Errorf("%s: found %+v for %s, expected it to fail at a singular value or probability of 0", c.scenario, x, name)
			}
			if !strings.Contains(text, "FAILS  "+name) {
				t.Errorf("%s: found no FAILS  %s in\n%s", c.scenario, name, text)
			}
		}
	}
}

// wholePlan is what plan --json prints.
type wholePlan struct {
	planDoc
	Tree []export.Node `json:"tree"`
}

func TestPlan(t *testing.T) {
	doc := read[wholePlan](t, answered(t, "plan tea --json"))
	agree(t, "V* of tea", *doc.Value, 2.7148, 5e-5)
	for i, node := range doc.Tree {
		if (node.T > 1) != (len(node.Next) == 4) {
			t.Errorf("node %d with %d steps to go has %d branches, expected 4, or none at t = 1", i, node.T, len(node.Next))
		}
		for outcome, child := range node.Next {
			if child <= i || doc.Tree[child].T != node.T-1 {
				t.Errorf("node %d: found branch %s to node %d, expected one further down with a step less", i, outcome, child)
			}
		}
	}
	if doc.Tree[0].Action != doc.First || len(doc.Vectors) != 4 {
		t.Errorf("found first action %d, root %d and %d levels, expected the same action and 4", doc.First, doc.Tree[0].Action, len(doc.Vectors))
	}
	other := read[wholePlan](t, answered(t, "plan tea --planner reachable --json"))
	agree(t, "another planner's V*", *other.Value, *doc.Value, 1e-12)
	blind := read[wholePlan](t, answered(t, "plan tea --observe z --json"))
	if *blind.Value > *doc.Value || len(blind.Tree[0].Next) != 2 {
		t.Errorf("found a value of %v and %d branches when only z is seen, expected less than %v and 2", *blind.Value, len(blind.Tree[0].Next), *doc.Value)
	}
}
