package pomdp_test

import (
	"math"
	"strings"
	"testing"

	"eeporl/pomdp"

	"pgregory.net/rapid"
)

func TestNewNamesEveryFault(t *testing.T) {
	cases := []struct {
		name string
		edit func(*pomdp.Spec)
		want []string
	}{
		{"row sum", func(s *pomdp.Spec) { s.Transition[1][0] = []float64{.9, .2} },
			[]string{"transition of offer-coffee, row 1 (wants-tea)", "a sum of 1.1", "a sum of 1", "[0.818182, 0.181818]"}},
		{"negative", func(s *pomdp.Spec) { s.Observation[0][1] = []float64{1.2, -.2} },
			[]string{"observation of offer-tea, row 2 (wants-coffee), entry 1: found 1.2"}},
		{"NaN", func(s *pomdp.Spec) { s.Initial[0] = math.NaN() }, []string{"initial, entry 1: found NaN"}},
		{"short row", func(s *pomdp.Spec) { s.Reward[0][0] = []float64{1} }, []string{"reward of offer-tea, row 1 (wants-tea): found 1 entry, expected 2 entries"}},
		{"missing matrix", func(s *pomdp.Spec) { s.Reward = s.Reward[:1] }, []string{"reward: found 1 matrix, expected one for each of 2 actions"}},
		{"missing row", func(s *pomdp.Spec) { s.Transition[0] = s.Transition[0][:1] }, []string{"transition of offer-tea: found 1 row"}},
		{"same name", func(s *pomdp.Spec) { s.States[1] = s.States[0] }, []string{`states, entry 2: found "wants-tea" again`}},
		{"no states", func(s *pomdp.Spec) { s.States = nil }, []string{"states: found none"}},
		{"horizon", func(s *pomdp.Spec) { s.Horizon = 0 }, []string{"horizon: found 0"}},
		{"discount", func(s *pomdp.Spec) { s.Discount = 1.5 }, []string{"discount: found 1.5"}},
		{"reward value", func(s *pomdp.Spec) { s.Rewards[1] = math.Inf(1) }, []string{"rewards, entry 2: found +Inf"}},
		{"two faults at once", func(s *pomdp.Spec) { s.Horizon = -1; s.Initial = []float64{1, 1} }, []string{"horizon: found -1", "initial: found a sum of 2"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			spec := tea(t).Spec()
			c.edit(&spec)
			_, err := pomdp.New(spec)
			if err == nil {
				t.Fatal("accepted")
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %q lacks %q", err, want)
				}
			}
		})
	}
}

func TestPOMDPDoesNotShareItsData(t *testing.T) {
	spec := tea(t).Spec()
	m, err := pomdp.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	spec.Initial[0], spec.Transition[0][0][0] = 9, 9
	m.Spec().Reward[0][0][0] = 9
	if m.Initial(0) != .55 || m.T(0, 0, 0) != 1 || m.R(0, 0, 0) != .2 {
		t.Error("a change of the specification reached the model")
	}
}

func TestIndexRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 4)
		n := pomdp.Sizes{size.Draw(t, "S"), size.Draw(t, "A"), size.Draw(t, "Z"), size.Draw(t, "R")}
		h := rapid.IntRange(0, n.K()-1).Draw(t, "h")
		if n.HiddenIndex(n.HiddenAt(h)) != h {
			t.Fatal("hidden")
		}
		x := rapid.IntRange(0, n.D()-1).Draw(t, "x")
		if n.SymbolIndex(n.SymbolAt(x)) != x {
			t.Fatal("symbol")
		}
		i := rapid.IntRange(0, n.Cells()-1).Draw(t, "cell")
		cell := n.CellAt(i)
		back, err := n.CellOf(n.Triple(cell))
		if err != nil || n.CellIndex(cell) != i || back != cell {
			t.Fatal("cell", err)
		}
	})
}

func TestCellOfRefusesImpossibleTriples(t *testing.T) {
	n := pomdp.Sizes{2, 2, 2, 2}
	for _, x := range []pomdp.Triple{{-1, 0, 0}, {0, n.D(), 0}, {0, n.D() - 1, 0}} {
		if _, err := n.CellOf(x); err == nil {
			t.Errorf("%v accepted", x)
		}
	}
}

func TestExplorationIsStochasticAndBounded(t *testing.T) {
	for _, actions := range []int{1, 2, 3, 5} {
		for _, c := range []float64{1e-3, pomdp.DefaultC(actions), 50, math.Inf(1)} {
			e := explore(t, actions, c)
			for a := range actions {
				sum := 0.0
				for next := range actions {
					sum += e.Pi(next, a)
					if actions > 1 && e.Pi(next, a) < e.Smallest() {
						t.Errorf("Π has an entry below ε_a")
					}
				}
				if math.Abs(sum-1) > 1e-15*float64(actions) {
					t.Errorf("Π's column sums to %g", sum)
				}
			}
		}
	}
	for _, c := range []float64{0, -1, math.NaN()} {
		if _, err := pomdp.NewExploration(2, c); err == nil {
			t.Errorf("c = %g accepted", c)
		}
	}
}

func TestPairsFollowTheirOrder(t *testing.T) {
	m := randomModel(t, pomdp.Sizes{3, 2, 2, 2}, 3)
	order := pomdp.Order{{2, 0, 1}, {0, 1, 2}, {1, 2, 0}, {0, 2, 1}}
	p := m.Pairs(order)
	pair := m.Sizes().Pair(0, 1)
	if p.Initial[pair][0] != m.Initial(order[pair][0]) {
		t.Error("initial")
	}
	if got, want := p.Transition[pair][0][2][1], m.T(1, order[pair][1], order[m.Sizes().Pair(1, 0)][2]); got != want {
		t.Errorf("transition %g, want %g", got, want)
	}
	if got, want := p.Observation[pair][1][2], m.Z(0, order[pair][2], 1); got != want {
		t.Errorf("observation %g, want %g", got, want)
	}
	if got, want := p.Reward[pair][1][2], m.R(1, order[pair][2], 1); got != want {
		t.Errorf("reward %g, want %g", got, want)
	}
}
