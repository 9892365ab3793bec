package recovery

import (
	"math"
	"testing"

	"eeporl/moments/operators"
	"eeporl/pomdp"

	"gonum.org/v1/gonum/mat"
)

// A guess among two that a look tells with probability .8: what is predicted after it is known in closed form.
func TestTheUpdateThatTellsMostIsShown(t *testing.T) {
	look := func(p, q float64) *mat.Dense { return mat.NewDense(2, 2, []float64{p, 0, 0, q}) }
	o := &operators.Operators{
		Sizes: pomdp.Sizes{S: 2, A: 2, Z: 2, R: 2}, Rewards: []float64{0, 1},
		End: []float64{1, 1}, First: []float64{.5, .5},
		B: [][]*mat.Dense{
			{look(.4, .4), look(0, 0), look(.6, .6), look(0, 0)}, // nothing is learned: z alone
			{look(.8, .1), look(0, 0), look(0, 0), look(.2, .9)}, // reward 0 where z = 0, 1 where z = 1
		},
	}
	u, ok := telling(o)
	if !ok || u.action != 1 {
		t.Fatalf("found %+v, expected action 2", u)
	}
	if w := weightsOf(o, 1, 1); math.Abs(w[0]-.2) > 1e-12 || math.Abs(w[1]-.9) > 1e-12 {
		t.Errorf("found the weights %v of reward 1, expected .2 and .9", w)
	}
	carried, weight := carriedOn(o, u)
	z, r := o.Sizes.OutcomeAt(u.outcome)
	next := o.Next(o.First, u.action, r, z)
	for i, x := range scaled(carried, weight) {
		if math.Abs(x-next[i]) > 1e-12 {
			t.Errorf("found %v, expected %v", scaled(carried, weight), next)
		}
	}
	if math.Abs(weight-o.Outcomes(o.First, u.action)[u.outcome]) > 1e-12 || u.again[0] != u.outcome || u.again[1] == u.outcome {
		t.Errorf("found weight %v, then outcomes %v", weight, u.again)
	}
}
