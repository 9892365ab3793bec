package moments

import (
	"context"
	"fmt"
	"math"
	"slices"

	"eeporl/pomdp/figure"
	"eeporl/pomdp/workers"
)

// The rounds of a search: how many of the random starts are still in it, and how
// many steps of EM they then do. On 78 small data sets of ten kinds of model the
// start that ended highest of 200 was among the first 86 after 20 steps, 18
// after 50 and 3 after 100.
var searchRounds = []struct{ keep, steps int }{{200, 20}, {100, 30}, {30, 60}, {5, 0}}

const (
	// searchWork bounds the starts times the cells that each step visits; however
	// many these are, so many starts there are.
	searchWork  = 2e6
	leastStarts = 10
)

// search climbs from random starts, EM first, then scoring for the few that EM
// brings highest, and keeps the best maximum, that of a.x included. It says how
// many starts there were and how many of the last few reached the best. false
// where none came anywhere.
func (e *Estimate) search(ctx context.Context, a *ascent, limit int, counts *Counts) bool {
	l := a.likelihood
	visited := l.n.Cells()
	if l.seen != nil {
		visited = 0
		for _, cells := range l.seen {
			visited += len(cells)
		}
	}
	starts := max(leastStarts, min(searchRounds[0].keep, searchWork/max(visited, 1)))
	runs := runEM(ctx, l, e.Options, starts, searchRounds[0].steps)
	for _, round := range searchRounds[1:] {
		if ctx.Err() != nil {
			return false
		}
		runs = slices.DeleteFunc(runs, func(r emRun) bool { return math.IsInf(r.value(), -1) || math.IsNaN(r.value()) })
		slices.SortStableFunc(runs, func(x, y emRun) int { return -cmpFloat(x.value(), y.value()) })
		keep := round.keep
		if round.steps == 0 && a.costly() {
			keep = 2
		}
		runs = runs[:min(len(runs), keep)]
		workers.Each(len(runs), func() func(int) {
			own := l.clone()
			return func(i int) { runs[i] = own.em(ctx, runs[i].x, round.steps) }
		})
	}
	found := make([]*Likelihood, len(runs))
	workers.Each(len(runs), func() func(int) {
		own := newAscent(l.clone())
		return func(i int) {
			copy(own.x, runs[i].x)
			own.damping = 0
			found[i] = own.scoring(ctx, limit, counts.exact)
			copy(runs[i].x, own.x)
		}
	})
	if ctx.Err() != nil || len(runs) == 0 {
		return false
	}
	best := e.Likelihood
	for i, f := range found {
		if best == nil || f.Last() > best.Last() {
			best = f
			copy(a.x, runs[i].x)
		}
	}
	var values []float64
	if e.Likelihood != nil {
		values = append(values, e.Likelihood.Last())
	}
	for _, f := range found {
		values = append(values, f.Last())
	}
	e.Likelihood = best
	best.Searched, best.Best, best.Next = starts, 0, math.Inf(-1)
	for _, v := range values {
		if v >= best.Last()-SameMaximum {
			best.Best++
		} else {
			best.Next = math.Max(best.Next, v)
		}
	}
	return true
}

// costly says whether one step of scoring is worth hundreds of EM's.
func (a *ascent) costly() bool {
	free := float64(a.free())
	return float64(a.n.Cells())*free*free > costlyScoring
}

const costlyScoring = 5e7

// judgeSearch says where only one start led to the best maximum: then there may
// well be a better one that none led to.
func (e *Estimate) judgeSearch() {
	l := e.Likelihood
	if l.Searched == 0 || l.Best > 1 {
		return
	}
	next := "and nothing else was found"
	if !math.IsInf(l.Next, -1) {
		next = fmt.Sprintf("and the next maximum lies %s log units below", figure.Number(l.Last()-l.Next))
	}
	e.add(finding(LocalOptimumSuspected, float64(l.Best), 2, fmt.Sprintf(
		"Only 1 of %d starts led to the best maximum found, %s: a better one may have been missed.", l.Searched, next)))
}
