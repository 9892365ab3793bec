package whole

import (
	"context"
	"fmt"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/moments/likelihood"
	"eeporl/moments/num"
	"eeporl/moments/params"
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

	// cheapWork is what a pass may cost where a search is never left out, and newtonWork what one of Newton's steps may,
	// which takes a pass for every free parameter.
	cheapWork  = 2e4
	newtonWork = 3e6
)

// A rough climb is told by fewer starts, on a part of the episodes.
const (
	roughEffort = .8 // of a batch's starts
	roughKept   = 2  // that are tried on all episodes
	roughTrial  = 8  // cycles there, before the best is followed
	RoughSteps  = 16e3
	roughMost   = 2000 // episodes that starts are screened on
)

// pass is about what one pass over the tree costs, in nodes with two states.
func (w *Likelihood) pass() float64 {
	return float64(w.episodes.Nodes()) * num.Square(float64(w.N.S)) / 4
}

// gain is that of a cycle below which a climb has come to its end.
func (w *Likelihood) gain() float64 { return wholeGain * math.Max(1, w.episodes.Steps()/wholeSteps) }

// Climb is a whole climb from x: EM, and Newton's steps where they cost little.
func (w *Likelihood) Climb(ctx context.Context, x []float64) params.Climbed {
	if !w.cheap() || w.pass()*float64(w.Layout.Free()) > newtonWork {
		return params.Extrapolate(ctx, w, w.Layout, x, w.Cycles(), w.gain())
	}
	top := params.Extrapolate(ctx, w, w.Layout, x, beforeNewton, w.gain())
	if top.X == nil || len(top.Trace) == 0 || ctx.Err() != nil {
		return top
	}
	for rest := w.Cycles() - beforeNewton; ; rest -= beforeNewton {
		if top = w.newton(ctx, top); top.Converged || rest <= 0 || ctx.Err() != nil {
			return top
		}
		further := params.Extrapolate(ctx, w, w.Layout, top.X, beforeNewton, w.gain())
		if further.Converged && further.Value-top.Value < moments.SameMaximum {
			further.Trace = append(top.Trace, further.Trace...)
			return further
		}
		further.Trace = append(top.Trace, further.Trace...)
		top = further
	}
}

// beforeNewton is the number of EM's cycles after which Newton's steps take over.
const beforeNewton = 60

// Cycles is how many cycles a climb may take.
func (w *Likelihood) Cycles() int {
	return max(dearCycles, min(wholeCycles, int(cyclesWork/math.Max(w.pass(), 1))))
}

// cheap says whether a search costs little.
func (w *Likelihood) cheap() bool { return w.pass() <= cheapWork }

// screened are random starts that do best on a part of the episodes, each its own maximum. Half of them
// are near, where that is not nil, with another state drawn anew in each.
func screened(e *moments.Episodes, ctx context.Context, states int, seed uint64, effort float64, keep int, near []float64) (kept [][]float64, made int) {
	part := part(e, seed)
	probe := NewLikelihood(part, states)
	l, starts := probe.Layout, 1
	if states > 1 {
		starts = max(leastWholeStarts, min(mostWholeStarts, int(wholeWork/math.Max(probe.pass(), 1))))
		starts = max(leastWholeStarts, int(effort*float64(starts)))
	}
	runs := make([]params.Climbed, starts)
	for i := range runs {
		if runs[i].X = l.Random(seed, i); near != nil && i%2 == 1 {
			runs[i].X = l.Reseeded(near, runs[i].X, i/2%states)
		}
	}
	for _, round := range wholeRounds {
		runs = runs[:max(min(len(runs), keep), int(round.share*float64(starts)))]
		workers.Each(len(runs), func() func(int) {
			w := NewLikelihood(part, states)
			w.Alone = true
			return func(i int) { runs[i] = params.Extrapolate(ctx, w, l, runs[i].X, round.cycles, wholeGain) }
		})
		slices.SortStableFunc(runs, func(a, b params.Climbed) int { return -num.CmpFloat(a.Value, b.Value) })
	}
	for _, r := range runs[:min(len(runs), keep)] {
		if part != e {
			l.Interior(r.X, likelihood.StartInterior)
		}
		kept = append(kept, r.X)
	}
	return kept, starts
}

// part is what random starts are screened on: some of the episodes, drawn at random, and of few long
// ones the beginnings.
func part(e *moments.Episodes, seed uint64) *moments.Episodes {
	most := math.Min(roughMost, math.Max(RoughSteps*e.Total()/e.Steps(), leastPart))
	out := e
	if e.Total() > most {
		if _, some := e.Split(most/e.Total(), seed^likelihood.ThinStream); some.Steps() > 0 && some.Gaps() == e.Gaps() {
			out = some
		}
	}
	if long := int(RoughSteps / leastPart); out.Steps() > RoughSteps && len(out.Levels) > long {
		out = shortened(out, long)
	}
	return out
}

// leastPart is the number of episodes that are taken for screening, however long they are.
const leastPart = 4

// shortened are the first steps of each stretch.
func shortened(e *moments.Episodes, steps int) *moments.Episodes {
	var list []moments.Coded
	e.Leaves(func(root int32, acts []int32, count float64) {
		list = append(list, moments.Coded{Acts: slices.Clone(acts[:min(steps, len(acts))]), Count: count, Root: root})
	})
	return moments.Grown(e.Sizes(), list, e.Total())
}

// searchWhole climbs from random starts and returns the best maximum found, from which top may be the
// better. Likelihood.Searched, Best and Next say how it went.
func searchWhole(e *moments.Estimate, ctx context.Context, w *Likelihood, top params.Climbed) params.Climbed {
	found := []params.Climbed{top}
	starts := 0
	var near []float64
	follow := max(leastFollowed, min(mostFollowed, int(followedWork/w.pass())))
	for batch, agreed := 0, false; !agreed && batch < likelihood.SearchBatches && ctx.Err() == nil; batch++ {
		seed := e.Options.Seed + uint64(batch+1)*0x9e3779b97f4a7c15
		kept, made := screened(w.episodes, ctx, w.N.S, seed, 1, follow, near)
		near = top.X
		starts += made
		runs := make([]params.Climbed, len(kept))
		if w.cheap() {
			workers.Each(len(kept), func() func(int) {
				own := NewLikelihood(w.episodes, w.N.S)
				own.Alone = true
				return func(i int) { runs[i] = own.Climb(ctx, kept[i]) }
			})
		} else {
			for i, x := range kept {
				runs[i] = params.Extrapolate(ctx, w, w.Layout, x, dearCycles, w.gain())
				if best, low := extremes(runs[:i+1]); i+1 == leastFollowed && best-low <= moments.SameMaximum {
					runs = runs[:i+1]
					break
				}
			}
		}
		best, low := extremes(runs)
		better := best > top.Value+moments.SameMaximum
		for _, r := range runs {
			if r.Value > top.Value {
				top = r
			}
		}
		found = append(found, runs...)
		agreed = best-low <= moments.SameMaximum && w.episodes.Total() >= likelihood.Sparse || batch > 0 && !better
		if !w.cheap() {
			agreed = true // one batch is dear enough
		}
	}
	l := e.Likelihood
	l.Searched, l.Best, l.Next, l.Followed = starts, 0, math.Inf(-1), len(found)
	for _, f := range found {
		if f.Value >= top.Value-moments.SameMaximum {
			l.Best++
		} else {
			l.Next = math.Max(l.Next, f.Value)
		}
	}
	l.Trace = append(l.Trace, top.Value)
	return top
}

// extremes are the highest and the lowest end of climbs.
func extremes(runs []params.Climbed) (best, low float64) {
	best, low = math.Inf(-1), math.Inf(1)
	for _, r := range runs {
		best, low = math.Max(best, r.Value), math.Min(low, r.Value)
	}
	return best, low
}

// judgeWholeSearch adds a finding where a third or more of the climbs that were followed to their end led
// to other maxima than the best: there are then so many that a better one may well have been missed. (Where a start
// leads shows only after some forty cycles; on small logs and with too many states one start of 200 may lead
// to the best maximum, and no other. Batches of 50 found what batches of 200 did on 60 of 60 small logs with
// the true number of states, and on 57 of 60 with one more.)
func judgeWholeSearch(e *moments.Estimate) {
	l := e.Likelihood
	if l.Searched == 0 || 3*l.Best > 2*l.Followed {
		return
	}
	next := ""
	if !math.IsInf(l.Next, -1) {
		next = fmt.Sprintf(", and the next maximum lies %s log units below", figure.Number(l.Last()-l.Next))
	}
	e.Add(finding.New(finding.LocalOptimumSuspected, float64(l.Best), float64(l.Followed)*2/3, fmt.Sprintf(
		"Only %d of the %d best of %d starts led to the best maximum found%s: a better one may have been missed.", l.Best, l.Followed, l.Searched, next)))
}
