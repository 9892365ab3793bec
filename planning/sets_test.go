package planning

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"eeporl/planning/vectors"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
)

// TestPrunedSetsAreTheEnumeratedFunction: same upper envelope, and every
// vector kept is best at its witness.
func TestPrunedSetsAreTheEnumeratedFunction(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for i := range 40 {
		n := pomdp.Sizes{S: 2 + i%4, A: 2, Z: 2, R: 1}
		horizon := 3
		if i%3 == 0 {
			n.R, horizon = 2, 2
		}
		p := learned(randomModel(t, n, rng), .1, rng)
		all := findPolicy(t, p, Options{Horizon: horizon, Planner: Enumerate})
		few := findPolicy(t, p, Options{Horizon: horizon, Planner: Pruning})
		for k := range all.Levels {
			for s := range all.Levels[k].Sets {
				full, set := &all.Levels[k].Sets[s], &few.Levels[k].Sets[s]
				if set.Len() > full.Len() {
					t.Fatalf("%d vectors after pruning, %d before", set.Len(), full.Len())
				}
				for range 100 {
					b := pomdptest.Distribution(rng, n.S)
					_, want := full.Best(b)
					_, got := set.Best(b)
					pomdptest.Near(t, fmt.Sprintf("model %d, t = %d, set %d", i, k+1, s), got, want, 1e-12)
				}
				for v := range set.Len() {
					w := set.Vector(v).Witness
					_, best := set.Best(w)
					pomdptest.Near(t, "witness", vectors.Dot(w, set.Vector(v).Values), best, 1e-12)
					pomdptest.Near(t, "witness mass", total(w), 1, 1e-12)
				}
			}
		}
	}
}

func TestCounts(t *testing.T) {
	m := load(t, "tea")
	plan := findPolicy(t, m.Pairs(pomdp.IdentityOrder(m.Sizes())), Options{Horizon: 8})
	for i, want := range []string{"1", "16", "1048576", "19342813113834066795298816"} {
		if got := plan.Levels[i].Enumerated.Exact.String(); got != want {
			t.Errorf("|Γ_%d| = %s, want %s", i+1, got, want)
		}
	}
	// |Γ_{t+1}| = (2|Γ_t|)⁴, so that |Γ_8| = 2^21844.
	last := plan.Levels[7].Enumerated
	pomdptest.Near(t, "log10 |Γ_8|", last.Log10, 21844*math.Log10(2), 1e-9)
	if want := new(big.Int).Lsh(big.NewInt(1), 21844); last.Exact.Cmp(want) != 0 {
		t.Error("|Γ_8| is not 2^21844")
	}
	two := findPolicy(t, m.Pairs(pomdp.IdentityOrder(m.Sizes())), Options{Horizon: 2, Planner: Enumerate})
	for t2, level := range two.Levels {
		for s := range level.Sets {
			if got, want := level.Sets[s].Len(), int(level.Enumerated.Exact.Int64()); got != want {
				t.Errorf("enumeration made %d vectors at t = %d, want %d", got, t2+1, want)
			}
		}
	}
	far := findPolicy(t, m.Pairs(pomdp.IdentityOrder(m.Sizes())), Options{Horizon: 12})
	if c := far.Levels[11].Enumerated; c.Exact != nil || !(c.Log10 > 1e6) {
		t.Errorf("|Γ_12| = %v, 10^%g: want no exact number and a logarithm", c.Exact, c.Log10)
	}
}

func TestCancellation(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, planner := range []Planner{Auto, Enumerate, Pruning, Reachable} {
		for _, name := range []string{"tea", "dialog"} {
			m := load(t, name)
			_, err := Optimal(ctx, m, Options{Horizon: 2, Planner: planner})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s, %s: %v, want %v", name, planner, err, context.Canceled)
			}
		}
	}
	// Half way: cancelled from the progress callback.
	ctx, cancel = context.WithCancel(context.Background())
	m := load(t, "tea")
	_, err := Optimal(ctx, m, Options{Horizon: 9, Planner: Pruning, Progress: func(p Progress) {
		if p.Done == 3 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled at t = 3: %v", err)
	}
}

func TestProgress(t *testing.T) {
	m := load(t, "noisy-tiger")
	for planner, levels := range map[Planner]int{Pruning: 3, Reachable: 2} { // the last two steps are one of Reachable's levels
		var last Progress
		_, err := Optimal(context.Background(), m, Options{Horizon: 3, Planner: planner, Progress: func(p Progress) {
			if p.Done <= last.Done || p.Total != levels || p.Stage == "" {
				t.Errorf("%s: %+v after %+v", planner, p, last)
			}
			last = p
		}})
		if err != nil || last.Done != levels {
			t.Errorf("%s: last report %+v, %v", planner, last, err)
		}
	}
}

func TestOptionsRefused(t *testing.T) {
	m := load(t, "tea")
	p := m.Pairs(pomdp.IdentityOrder(m.Sizes()))
	for want, o := range map[string]Options{
		"horizon: found 0, expected at least 1 step":                                                      {},
		"discount: found 2, expected a number in (0, 1]":                                                  {Horizon: 1, Discount: 2},
		`planner: found "best", expected one of auto, exact, enumerate, pruning, reachable, point, level`: {Horizon: 1, Planner: "best"},
		`observe: found "r", expected rz or z`:                                                            {Horizon: 1, Observe: "r"},
		"budget: found -1 vectors, 0 bytes, 0s, 0 trials, a gap of 0, expected no negative bound":         {Horizon: 1, Budget: Budget{Vectors: -1}},
	} {
		if _, err := FindPolicy(context.Background(), p, o); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	p.Reward[2][1][0] = math.NaN()
	if _, err := FindPolicy(context.Background(), p, Options{Horizon: 1}); err == nil ||
		err.Error() != "reward matrix of pair (1,0): found NaN at row 1, column 0, expected a probability from 0 to 1" {
		t.Errorf("got %v", err)
	}
	p.Initial = p.Initial[1:]
	if _, err := FindPolicy(context.Background(), p, Options{Horizon: 1}); err == nil || err.Error() != "parameters: found 3 initial beliefs, expected 4" {
		t.Errorf("got %v", err)
	}
}

// TestDeterminism: the same plan, bit by bit, at any GOMAXPROCS.
func TestDeterminism(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for _, name := range []string{"dialog", "diagnosis"} { // |S| = 2 and 3
		p := learned(load(t, name), .02, rng)
		for _, planner := range []Planner{Enumerate, Pruning, Reachable, PointBased} {
			o := Options{Horizon: 3, Planner: planner, Budget: Budget{Trials: 20}}
			if planner == Enumerate {
				o.Horizon = 2
			}
			before := runtime.GOMAXPROCS(1)
			one := findPolicy(t, p, o)
			runtime.GOMAXPROCS(4)
			four := findPolicy(t, p, o)
			runtime.GOMAXPROCS(before)
			if !reflect.DeepEqual(one, four) {
				t.Errorf("%s, %s: another plan on four processors than on one", name, planner)
			}
		}
	}
}
