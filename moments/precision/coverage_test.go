package precision

import (
	"context"
	"os"
	"testing"

	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/moments/likelihood"
	"eeporl/moments/momentstest"
	"eeporl/moments/params"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/pomdp/workers"
)

// coverage counts how many of the 95 % intervals around an estimate's averaged
// entries hold the truth: those of entries inside (0, 1) and those at an end.
type coverage struct{ inside, insideOf, end, endOf int }

func (c *coverage) add(other coverage) {
	c.inside += other.inside
	c.insideOf += other.insideOf
	c.end += other.end
	c.endOf += other.endOf
}

func (c coverage) rates() (inside, end float64) {
	return float64(c.inside) / float64(c.insideOf), float64(c.end) / float64(c.endOf)
}

// cover draws intervals by a number of replicates, or by normal theory for 0.
func cover(tr pomdptest.Truth, by moments.Run, counts *moments.Counts, seed uint64, replicates int) (c coverage, ok bool) {
	n := tr.Model.Sizes()
	est := by(context.Background(), moments.Data{Counts: counts}, n.S, moments.Options{Seed: seed})
	cmp := moments.Compare(est, tr.HMM)
	if cmp == nil || cmp.Parameters == nil {
		return c, false
	}
	var low, high *params.Entries
	if replicates > 0 {
		low, high = Bootstrap(context.Background(), counts, est, replicates, nil, nil).Average(cmp.Order, .95)
	} else {
		low, high = Normal(context.Background(), counts, est, .95).Average(n, cmp.Order)
	}
	if low == nil {
		return c, false
	}
	c.hold(tr.Model, low, high)
	return c, true
}

// hold counts the entries of a model that lie in their intervals.
func (c *coverage) hold(m *pomdp.POMDP, low, high *params.Entries) {
	l := params.NewLayout(m.Sizes())
	lo, hi := flatten(l, low), flatten(l, high)
	for i, v := range l.Vector(m) {
		held := 0
		if lo[i] <= v && v <= hi[i] {
			held = 1
		}
		if v == 0 || v == 1 {
			c.end, c.endOf = c.end+held, c.endOf+1
		} else {
			c.inside, c.insideOf = c.inside+held, c.insideOf+1
		}
	}
}

// Normal theory's intervals hold the truth as often as they say, inside and at 0 or 1. It prints
// README's table:
//
//	EEPORL_SLOW=1 go test ./moments/precision -run TestNormalIntervalsCover -v -timeout 3h
func TestNormalIntervalsCover(t *testing.T) {
	names, episodes, seeds, least := []string{"tea", momentstest.Interior}, []float64{1e5}, 40, .9
	if os.Getenv("EEPORL_SLOW") != "" {
		names, episodes, seeds, least = []string{"tea", "robot", "random:3,2,3,2,4"}, []float64{1e4, 1e5}, 500, .93
	} else if testing.Short() {
		seeds = 12
	}
	for _, name := range names {
		tr := pomdptest.TruthFor(t, pomdptest.Load(t, name))
		for _, n := range episodes {
			var all coverage
			each := make([]coverage, seeds)
			workers.Each(seeds, func() func(int) {
				return func(i int) {
					each[i], _ = cover(tr, moments.OfCounts(likelihood.Polished), momentstest.Sample(t, tr, n, uint64(i)), uint64(i), 0)
				}
			})
			for _, c := range each {
				all.add(c)
			}
			inside, end := all.rates()
			t.Logf("| %s | %g | %.3f of %d | %.3f of %d |", name, n, inside, all.insideOf, end, all.endOf)
			if inside < least || inside > .99 || end < least {
				t.Errorf("%s, N = %g: 95 %% intervals hold %.3f of the truths inside and %.3f of those at 0 or 1", name, n, inside, end)
			}
		}
	}
}

// TestIntervalsCover prints README's table of what bootstrap intervals hold:
//
//	EEPORL_SLOW=1 go test ./moments/precision -run TestIntervalsCover -v -timeout 3h
func TestIntervalsCover(t *testing.T) {
	tier.Long(t, "the engine's parallel parts have tests of their own")
	names, episodes, methods := []string{"tea"}, []float64{1e5}, []string{"full", "polished"}
	seeds, replicates, least := 14, 80, .86
	if os.Getenv("EEPORL_SLOW") != "" {
		names, episodes, methods = []string{"tea", "robot"}, []float64{1e4, 1e5}, estimators.EstimatorNames()
		seeds, replicates, least = 500, 200, 0
	} else if testing.Short() {
		seeds, replicates, least = 6, 40, .75
	}
	for _, name := range names {
		tr := pomdptest.TruthFor(t, pomdptest.Load(t, name))
		for _, n := range episodes {
			for _, estimator := range methods {
				by, _ := estimators.Named(estimator)
				each := make([]coverage, seeds)
				failed := make([]bool, seeds)
				workers.Each(seeds, func() func(int) {
					return func(i int) {
						c, ok := cover(tr, by.Run, momentstest.Sample(t, tr, n, uint64(i)), uint64(i), replicates)
						each[i], failed[i] = c, !ok
					}
				})
				var all coverage
				lost := 0
				for i, c := range each {
					all.add(c)
					if failed[i] {
						lost++
					}
				}
				inside, end := all.rates()
				t.Logf("| %s | %g | %s | %.3f | %.3f | %d |", name, n, estimator, inside, end, lost)
				if inside < least || end < least {
					t.Errorf("%s of %s, N = %g: 95 %% intervals hold %.3f of the truths inside and %.3f of those at 0 or 1", estimator, name, n, inside, end)
				}
			}
		}
	}
}

func flatten(l *params.Layout, e *params.Entries) []float64 {
	x := append(make([]float64, 0, l.Size), e.Initial...)
	for _, kind := range [][][][]float64{e.Transition, e.Observation, e.Reward} {
		for _, rows := range kind {
			for _, row := range rows {
				x = append(x, row...)
			}
		}
	}
	return x
}
