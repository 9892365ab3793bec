package moments

import (
	"context"
	"fmt"
	"math"
	"slices"

	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/workers"
)

// The search for the best maximum of whole episodes' likelihood, as searchRounds are for triples:
// which share of the random starts is still in it, and how many cycles they then climb. The best are
// followed to the end.
var wholeRounds = []struct {
	share  float64
	cycles int
}{{1, 7}, {.75, 10}, {.3, 20}}

const (
	// wholeWork bounds the number of starts times what a pass over the tree costs, in nodes with two
	// states; leastWholeStarts are made however much that is.
	wholeWork        = 2.5e5
	leastWholeStarts = 16
	mostWholeStarts  = 50
	mostFollowed     = 12  // to the end
	leastFollowed    = 3   // and no more, where these agree and each climb is dear
	followedWork     = 3e5 // starts followed times the cost of a pass

	cyclesWork = 2e7 // cycles times the cost of a pass

	// cheapWork is what a pass may cost where a search is never left out.
	cheapWork = 2e4
)

// A rough climb is told by fewer starts, on a part of the episodes.
const (
	roughEffort = .8 // of a batch's starts
	roughKept   = 2  // that are tried on all episodes
	roughTrial  = 8  // cycles there, before the best is followed
	roughSteps  = 16e3
	roughMost   = 2000 // episodes that starts are screened on
)

// pass is about what one pass over the tree costs, in nodes with two states.
func (w *whole) pass() float64 { return float64(w.episodes.Nodes()) * square(float64(w.n.S)) / 4 }

// gain is that of a cycle below which a climb has come to its end.
func (w *whole) gain() float64 { return wholeGain * math.Max(1, w.episodes.steps/wholeSteps) }

// climb is a whole climb from x: EM, and Newton's steps where they cost little.
func (w *whole) climb(ctx context.Context, x []float64) climbed {
	if !w.cheap() {
		return extrapolate(ctx, w, w.layout, x, w.cycles(), w.gain())
	}
	top := extrapolate(ctx, w, w.layout, x, beforeNewton, w.gain())
	if top.x == nil || len(top.trace) == 0 || ctx.Err() != nil {
		return top
	}
	for rest := w.cycles() - beforeNewton; ; rest -= beforeNewton {
		if top = w.newton(ctx, top); top.converged || rest <= 0 || ctx.Err() != nil {
			return top
		}
		further := extrapolate(ctx, w, w.layout, top.x, beforeNewton, w.gain())
		if further.converged && further.value-top.value < SameMaximum {
			further.trace = append(top.trace, further.trace...)
			return further
		}
		further.trace = append(top.trace, further.trace...)
		top = further
	}
}

// beforeNewton is the number of EM's cycles after which Newton's steps take over.
const beforeNewton = 60

// cycles is how many cycles a climb may take.
func (w *whole) cycles() int {
	return max(dearCycles, min(wholeCycles, int(cyclesWork/math.Max(w.pass(), 1))))
}

// cheap says whether a search costs little.
func (w *whole) cheap() bool { return w.pass() <= cheapWork }

// screened are random starts that do best on a part of the episodes, each its own maximum. Half of them
// are near, where that is not nil, with another state drawn anew in each.
func (e *Episodes) screened(ctx context.Context, states int, seed uint64, effort float64, keep int, near []float64) (kept [][]float64, made int) {
	part := e.part(seed)
	probe := newWhole(part, states)
	l, starts := probe.layout, 1
	if states > 1 {
		starts = max(leastWholeStarts, min(mostWholeStarts, int(wholeWork/math.Max(probe.pass(), 1))))
		starts = max(leastWholeStarts, int(effort*float64(starts)))
	}
	runs := make([]climbed, starts)
	for i := range runs {
		if runs[i].x = l.random(seed, i); near != nil && i%2 == 1 {
			runs[i].x = l.reseeded(near, runs[i].x, i/2%states)
		}
	}
	for _, round := range wholeRounds {
		runs = runs[:max(min(len(runs), keep), int(round.share*float64(starts)))]
		workers.Each(len(runs), func() func(int) {
			w := newWhole(part, states)
			w.alone = true
			return func(i int) { runs[i] = extrapolate(ctx, w, l, runs[i].x, round.cycles, wholeGain) }
		})
		slices.SortStableFunc(runs, func(a, b climbed) int { return -cmpFloat(a.value, b.value) })
	}
	for _, r := range runs[:min(len(runs), keep)] {
		if part != e {
			l.interior(r.x, startInterior)
		}
		kept = append(kept, r.x)
	}
	return kept, starts
}

// part is what random starts are screened on: some of the episodes, drawn at random, and of few long
// ones the beginnings.
func (e *Episodes) part(seed uint64) *Episodes {
	most := math.Min(roughMost, math.Max(roughSteps*e.total/e.steps, leastPart))
	out := e
	if e.total > most {
		if _, some := e.Split(most/e.total, seed^thinStream); some.steps > 0 && some.gaps() == e.gaps() {
			out = some
		}
	}
	if long := int(roughSteps / leastPart); out.steps > roughSteps && len(out.levels) > long {
		out = out.shortened(long)
	}
	return out
}

// leastPart is the number of episodes that are taken for screening, however long they are.
const leastPart = 4

// shortened are the first steps of each stretch.
func (e *Episodes) shortened(steps int) *Episodes {
	var list []coded
	e.leaves(func(root int32, acts []int32, count float64) {
		list = append(list, coded{acts: slices.Clone(acts[:min(steps, len(acts))]), count: count, root: root})
	})
	return grown(e.sizes, list, e.total)
}

// searchWhole climbs from random starts and returns the best maximum found, from which top may be the
// better. Likelihood.Searched, Best and Next say how it went.
func (e *Estimate) searchWhole(ctx context.Context, w *whole, top climbed) climbed {
	found := []climbed{top}
	starts := 0
	var near []float64
	follow := max(leastFollowed, min(mostFollowed, int(followedWork/w.pass())))
	for batch, agreed := 0, false; !agreed && batch < searchBatches && ctx.Err() == nil; batch++ {
		seed := e.Options.Seed + uint64(batch+1)*0x9e3779b97f4a7c15
		kept, made := w.episodes.screened(ctx, w.n.S, seed, 1, follow, near)
		near = top.x
		starts += made
		runs := make([]climbed, len(kept))
		if w.cheap() {
			workers.Each(len(kept), func() func(int) {
				own := newWhole(w.episodes, w.n.S)
				own.alone = true
				return func(i int) { runs[i] = own.climb(ctx, kept[i]) }
			})
		} else {
			for i, x := range kept {
				runs[i] = extrapolate(ctx, w, w.layout, x, dearCycles, w.gain())
				if best, low := extremes(runs[:i+1]); i+1 == leastFollowed && best-low <= SameMaximum {
					runs = runs[:i+1]
					break
				}
			}
		}
		best, low := extremes(runs)
		better := best > top.value+SameMaximum
		for _, r := range runs {
			if r.value > top.value {
				top = r
			}
		}
		found = append(found, runs...)
		agreed = best-low <= SameMaximum && w.episodes.total >= sparse || batch > 0 && !better
		if !w.cheap() {
			agreed = true // one batch is dear enough
		}
	}
	l := e.Likelihood
	l.Searched, l.Best, l.Next, l.Followed = starts, 0, math.Inf(-1), len(found)
	for _, f := range found {
		if f.value >= top.value-SameMaximum {
			l.Best++
		} else {
			l.Next = math.Max(l.Next, f.value)
		}
	}
	l.Trace = append(l.Trace, top.value)
	return top
}

// extremes are the highest and the lowest end of climbs.
func extremes(runs []climbed) (best, low float64) {
	best, low = math.Inf(-1), math.Inf(1)
	for _, r := range runs {
		best, low = math.Max(best, r.value), math.Min(low, r.value)
	}
	return best, low
}

// judgeWholeSearch adds a finding where a third or more of the climbs that were followed to their end led
// to other maxima than the best: there are then so many that a better one may well have been missed. (Where a start
// leads shows only after some forty cycles; on small logs and with too many states one start of 200 may lead
// to the best maximum, and no other. Batches of 50 found what batches of 200 did on 60 of 60 small logs with
// the true number of states, and on 57 of 60 with one more.)
func (e *Estimate) judgeWholeSearch() {
	l := e.Likelihood
	if l.Searched == 0 || 3*l.Best > 2*l.Followed {
		return
	}
	next := ""
	if !math.IsInf(l.Next, -1) {
		next = fmt.Sprintf(", and the next maximum lies %s log units below", figure.Number(l.Last()-l.Next))
	}
	e.add(finding.New(finding.LocalOptimumSuspected, float64(l.Best), float64(l.Followed)*2/3, fmt.Sprintf(
		"Only %d of the %d best of %d starts led to the best maximum found%s: a better one may have been missed.", l.Best, l.Followed, l.Searched, next)))
}
