package experiment_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/spectral"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/scenarios"
)

func truth(t testing.TB, name string) *experiment.Truth {
	t.Helper()
	sc, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	tr, err := experiment.NewTruth(sc.Model, 0)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// The whole chain on tea: labels, and the regret of the policy that follows.
func TestTeaIsLearned(t *testing.T) {
	tr := truth(t, "tea")
	best, err := planning.Optimal(context.Background(), tr.Model, planning.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(best.Value-2.7148) > 5e-5 {
		t.Errorf("V* = %.6f, want 2.7148", best.Value)
	}
	const seeds = 20
	for _, n := range []float64{1e5, 1e6} {
		var regrets []float64
		for seed := range uint64(seeds) {
			counts, err := tr.Draw(seed, n)
			if err != nil {
				t.Fatal(err)
			}
			e := experiment.Estimate(context.Background(), moments.OfCounts(spectral.Full), moments.Data{Counts: counts}, 2, moments.Options{Rotations: 20, Seed: seed, RewardValues: tr.Model.RewardValues()}, tr)
			if !e.OK() || e.Comparison.LabelsRight != 8 {
				t.Fatalf("N = %g, seed %d: stopped at %s: %v", n, seed, e.Stage, e.Findings)
			}
			p, err := experiment.Plan(context.Background(), e.Parameters, planning.Options{Horizon: 4}, tr)
			if err != nil {
				t.Fatal(err)
			}
			regrets = append(regrets, best.Value-p.ValueTrue)
		}
		slices.Sort(regrets)
		median, worst := (regrets[seeds/2-1]+regrets[seeds/2])/2, regrets[seeds-1]
		t.Logf("N = %g: median regret %.5f, worst %.5f", n, median, worst)
		if median > .02 || regrets[0] < -1e-12 || n == 1e6 && worst > .02 {
			t.Errorf("N = %g: median regret %g, worst %g, least %g", n, median, worst, regrets[0])
		}
	}
}

func TestLeapRefusesWhatIsNoNumberOfEpisodes(t *testing.T) {
	tr := truth(t, "tea")
	for _, n := range []float64{-1, 1.5, math.NaN(), 1e16, math.Inf(-1)} {
		if _, err := tr.Draw(1, n); err == nil {
			t.Errorf("%g episodes were drawn", n)
		}
	}
}

// Two leaps simulate the same episodes as one, whatever lies between.
func TestLeapsAddUp(t *testing.T) {
	tr := truth(t, "robot")
	whole, err := tr.Draw(5, 1500)
	if err != nil {
		t.Fatal(err)
	}
	half, _ := tr.Draw(5, 700)
	both, err := tr.Leap(half, 5, 700, 800)
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole.Sizes().Cells() {
		if whole.At(i) != both.At(i) {
			t.Fatal(fmt.Sprint("cell ", i))
		}
	}
	if half.Total() != 700 {
		t.Error("Leap changed the counts it was given")
	}
}

func TestTooLargeAModelIsRefused(t *testing.T) {
	names := func(n int) []string {
		out := make([]string, n)
		for i := range out {
			out[i] = fmt.Sprint("x", i)
		}
		return out
	}
	const actions, symbols = 8, 8
	uniform := make([]float64, symbols)
	for i := range uniform {
		uniform[i] = 1. / symbols
	}
	spec := pomdp.Spec{Name: "large", States: names(1), Actions: names(actions), Observations: names(symbols),
		Rewards: []float64{0, 1, 2, 3, 4, 5, 6, 7}, Initial: []float64{1}, Horizon: 4, Discount: 1}
	for range actions {
		spec.Transition = append(spec.Transition, [][]float64{{1}})
		spec.Observation = append(spec.Observation, [][]float64{uniform})
		spec.Reward = append(spec.Reward, [][]float64{uniform})
	}
	m, err := pomdp.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := experiment.NewTruth(m, 0); err == nil {
		t.Error("10⁹ cells were allocated")
	}
}

// TestWaysToN: whoever looks at a few episodes first has the same data at N = 10⁵
// as one who leaps there at once, but for those few.
func TestWaysToN(t *testing.T) {
	tr := truth(t, "tea")
	whole, err := tr.Draw(2, 1e5)
	if err != nil {
		t.Fatal(err)
	}
	for _, few := range []uint64{1, 30, 10_000} {
		first, _ := tr.Draw(2, float64(few))
		both, err := tr.Leap(first, 2, few, 1e5-float64(few))
		if err != nil {
			t.Fatal(err)
		}
		apart := 0.0
		for i := range whole.Sizes().Cells() {
			apart += math.Abs(whole.At(i) - both.At(i))
		}
		if both.Mass() != 1e5 || apart > 2*float64(few) {
			t.Errorf("after %d: %g episodes, %g counts apart", few, both.Mass(), apart)
		}
	}
}
