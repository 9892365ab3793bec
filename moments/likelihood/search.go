package likelihood

import (
	"context"
	"fmt"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/moments/params"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/workers"
)

// searchRounds are the rounds of a search: how many of the random starts are still
// in it, and how many steps of EM they then do. On small data sets of ten kinds of
// model the start that ended highest of 200 could be the 86th after 20 steps and the
// 18th after 50, and was among the first 3 after 100.
var searchRounds = []struct{ keep, steps int }{{200, 20}, {150, 30}, {60, 60}, {8, 0}}

const (
	// searchWork bounds the number of starts times the cells that a step of EM visits;
	// leastStarts are made however many cells there are.
	searchWork  = 2e6
	leastStarts = 10
	// leastKept are followed to the last round where a step is dear.
	leastKept = 4
)

const (
	// SearchBatches bounds the batches of starts in one search. Another batch follows
	// where the last starts of one led to different maxima, until a batch finds nothing
	// better.
	SearchBatches = 4
	// Sparse is the number of episodes below which one batch is never enough.
	Sparse = 1000
)

// search climbs from random starts, EM first, then scoring for the few that EM
// brings highest, and keeps the best maximum in e.Likelihood and a.x, which counts as one
// of them. Likelihood.Searched, Best and Next say how it went. It returns false when no
// start came anywhere or ctx was cancelled.
func search(e *moments.Estimate, ctx context.Context, a *ascent, limit int, counts *moments.Counts) bool {
	starts := max(leastStarts, min(searchRounds[0].keep, searchWork/max(a.visits, 1)))
	var values []float64
	if e.Likelihood != nil {
		values = append(values, e.Likelihood.Last())
	}
	batch := 0
	for agreed := false; !agreed && batch < SearchBatches; batch++ {
		found, at := climb(e, ctx, a, limit, counts, starts, batch)
		if ctx.Err() != nil || len(found) == 0 {
			return false
		}
		better, high, low := false, math.Inf(-1), math.Inf(1)
		for i, f := range found {
			if e.Likelihood == nil || f.Last() > e.Likelihood.Last() {
				better = better || e.Likelihood == nil || f.Last() > e.Likelihood.Last()+moments.SameMaximum
				e.Likelihood = f
				copy(a.x, at[i])
			}
			values = append(values, f.Last())
			high, low = math.Max(high, f.Last()), math.Min(low, f.Last())
		}
		agreed = high-low <= moments.SameMaximum && counts.Mass() >= Sparse || batch > 0 && !better
	}
	best := e.Likelihood
	best.Searched, best.Best, best.Next = starts*batch, 0, math.Inf(-1)
	for _, v := range values {
		if v >= best.Last()-moments.SameMaximum {
			best.Best++
		} else {
			best.Next = math.Max(best.Next, v)
		}
	}
	return true
}

// climb takes one batch of random starts through the rounds. It returns the records of
// those that were followed to the end, and the parameters that each led to.
func climb(e *moments.Estimate, ctx context.Context, a *ascent, limit int, counts *moments.Counts, starts, batch int) (found []*moments.Likelihood, at [][]float64) {
	l, o := a.Likelihood, e.Options
	thin := a.visits > screened && !counts.Exact()
	if thin { // where a start leads shows on a part of the data
		l = NewLikelihood(moments.Drawn(counts, e.Options.Seed, ThinStream, screened), e.Sizes.S)
	}
	o.Seed += uint64(batch) * 0x9e3779b97f4a7c15
	steps := func(l *Likelihood, x []float64, n int) params.Climbed {
		if ctx.Err() != nil {
			return params.Climbed{X: x, Value: math.Inf(-1)}
		}
		return l.em(x, n)
	}
	runs := fromStarts(ctx, l, o, starts, func(l *Likelihood, x []float64) params.Climbed { return steps(l, x, searchRounds[0].steps) })
	for _, round := range searchRounds[1:] {
		if ctx.Err() != nil {
			return nil, nil
		}
		runs = slices.DeleteFunc(runs, func(r params.Climbed) bool { return math.IsInf(r.Value, -1) || math.IsNaN(r.Value) })
		slices.SortStableFunc(runs, func(x, y params.Climbed) int { return -num.CmpFloat(x.Value, y.Value) })
		keep := round.keep
		switch {
		case round.steps == 0 && a.costly():
			keep = 2
		case round.steps > 0 && thin: // few starts, each of them dear: as large a share of them
			keep = max(leastKept, keep*starts/searchRounds[0].keep)
		}
		runs = runs[:min(len(runs), keep)]
		workers.Each(len(runs), func() func(int) {
			own := l.Clone()
			return func(i int) { runs[i] = steps(own, runs[i].X, round.steps) }
		})
	}
	found, at = make([]*moments.Likelihood, len(runs)), make([][]float64, len(runs))
	workers.Each(len(runs), func() func(int) {
		own := newAscent(a.Likelihood.Clone())
		return func(i int) {
			copy(own.x, runs[i].X)
			if thin {
				own.Interior(own.x, StartInterior)
			}
			own.damping = 0
			found[i] = own.scoring(ctx, limit, counts.Exact())
			at[i] = slices.Clone(own.x)
		}
	})
	return found, at
}

// screened is how many cells a step of EM may visit before starts are screened on as many triples,
// drawn from the counts.
const screened = 200_000

// ThinStream separates those draws from the bootstrap's.
const ThinStream = 1 << 40

// costly says whether one step of scoring costs as much as hundreds of EM's.
func (a *ascent) costly() bool {
	free := float64(a.Free())
	return float64(a.N.Cells())*free*free > costlyScoring
}

const costlyScoring = 5e7

// judgeSearch adds a finding where only one start led to the best maximum: there may then
// well be a better one that no start led to.
func judgeSearch(e *moments.Estimate) {
	l := e.Likelihood
	if l.Searched == 0 || l.Best > 1 {
		return
	}
	next := "and nothing else was found"
	if !math.IsInf(l.Next, -1) {
		next = fmt.Sprintf("and the next maximum lies %s log units below", figure.Number(l.Last()-l.Next))
	}
	e.Add(finding.New(finding.LocalOptimumSuspected, float64(l.Best), 2, fmt.Sprintf(
		"Only 1 of %d starts led to the best maximum found, %s: a better one may have been missed.", l.Searched, next)))
}
