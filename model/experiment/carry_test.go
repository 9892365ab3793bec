package experiment_test

import (
	"testing"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/planning"
	"eeporl/pomdp/pomdptest"
)

// With the exact law a vector that is taken apart is the sum of its parts, and where no state ever changes each
// true state's number comes into the other order as it was.
func TestAVectorIsTheSumOfItsParts(t *testing.T) {
	truth := truth(t, "tea")
	by, _ := estimators.Named("full")
	e := experiment.Estimate(t.Context(), by.Run, moments.Data{Counts: truth.Exact()}, 2, moments.Options{Seed: 1}, truth)
	p, err := experiment.Plan(t.Context(), e.Learned, planning.Options{Horizon: 4, Discount: 1}, truth)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := p.Carry(e, 1); ok {
		t.Error("with one step to go there is nothing to carry")
	}
	for steps := 2; steps <= 4; steps++ {
		c, ok := p.Carry(e, steps)
		if !ok {
			t.Fatalf("%d steps: nothing is carried", steps)
		}
		before, after := map[int]float64{}, map[int]float64{}
		for j := range c.Whole {
			pomdptest.Near(t, "the sum", c.Likely[j]+c.Others[j]+c.Reward[j], c.Whole[j], 1e-10)
			pomdptest.Near(t, "all branches", c.Sum[j], 1, 1e-9)
			before[e.Comparison.Order[c.Next][j]], after[e.Comparison.Order[c.Pair][j]] = c.Shorter[j], c.Over[j]
		}
		for state, x := range before {
			pomdptest.Near(t, "what is carried", after[state], x, 1e-9)
		}
	}
}
