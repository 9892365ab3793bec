package moments

import (
	"context"
	"fmt"
	"math"
	"slices"

	"eeporl/pomdp"
	"eeporl/pomdp/workers"

	"gonum.org/v1/gonum/stat/distuv"
)

// Resample draws as many episodes as there are from the counts themselves
// (Efron 1979). Fractional totals are rounded; the exact law is returned as it
// is, since it has no sampling error.
func Resample(c *Counts, seed uint64, i uint64) *Counts {
	if c.exact {
		return c.Clone()
	}
	out := NewCounts(c.sizes)
	var cells []int
	var p []float64
	for cell, k := range c.Cells {
		cells, p = append(cells, cell), append(p, k)
	}
	multinomial(newRand(seed, pomdp.StreamBootstrap, bootstrapStream+i), math.Round(c.mass), p, func(cell int, k float64) {
		out.Add(cells[cell], k)
	})
	return out
}

// bootstrapStream separates resampling from the noise floor's replicates.
const bootstrapStream = 1 << 32

// Intervals are pointwise confidence intervals for the parameters of an
// estimate, in the estimate's own order of every pair's states.
type Intervals struct {
	Level      float64
	Low, High  *pomdp.PairParameters
	Replicates int // that reached parameters
	Failed     int // that did not: they are left out
	Findings   []Finding
}

// Bootstrap repeats an estimate on resampled counts and takes percentiles of
// its parameters, after aligning every replicate's states with the estimate's.
// It holds for every estimator and on the boundary, where normal theory fails.
// It returns nil for an estimate without parameters or a cancelled context.
// progress, if not nil, is told after every replicate.
func Bootstrap(ctx context.Context, counts *Counts, estimator Estimator, est *Estimate, replicates int, level float64, progress func(done, total int)) *Intervals {
	if est.Parameters == nil || replicates < 1 || !(level > 0 && level < 1) {
		return nil
	}
	samples := make([][]float64, replicates)
	done := Options{Progress: progress}.progress(replicates)
	workers.Each(replicates, func() func(int) {
		return func(i int) {
			defer done()
			if ctx.Err() != nil {
				return
			}
			o := est.Options
			o.resampled = !counts.exact
			rep := estimator(ctx, Resample(counts, o.Seed, uint64(i)), est.Sizes.S, o)
			if rep.OK() {
				samples[i] = flattenPairs(alignPairs(rep, est))
			}
		}
	})
	if ctx.Err() != nil {
		return nil
	}
	out := &Intervals{Level: level}
	var kept [][]float64
	for _, s := range samples {
		if s != nil {
			kept = append(kept, s)
		}
	}
	out.Replicates, out.Failed = len(kept), replicates-len(kept)
	if out.Failed > 0 {
		out.Findings = append(out.Findings, finding(TooFewEpisodes, float64(out.Failed), 0, fmt.Sprintf(
			"%d of %s did not reach parameters: the intervals are too narrow.", out.Failed, plural(replicates, "resampled estimate", "resampled estimates"))))
	}
	if len(kept) == 0 {
		return out
	}
	low, high := make([]float64, len(kept[0])), make([]float64, len(kept[0]))
	column := make([]float64, len(kept))
	for i := range low {
		for r := range kept {
			column[r] = kept[r][i]
		}
		slices.Sort(column)
		low[i], high[i] = quantile(column, (1-level)/2), quantile(column, (1+level)/2)
	}
	out.Low, out.High = unflattenPairs(est.Parameters, low), unflattenPairs(est.Parameters, high)
	return out
}

// quantile interpolates linearly between order statistics.
func quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

// alignPairs reorders rep's states to match est's: one permutation where both
// have a model, else one for each pair by the pair's own distributions.
func alignPairs(rep, est *Estimate) *pomdp.PairParameters {
	n := est.Sizes
	order := make([][]int, n.Pairs()) // [pair][est's position] rep's position
	if rep.Model != nil && est.Model != nil {
		l := newLayout(n)
		best := l.bestOrder(l.vector(rep.Model), l.vector(est.Model))
		for pair := range order {
			order[pair] = best
		}
	} else {
		for pair := range order {
			order[pair] = matchColumns(est.Parameters, rep.Parameters, pair)
		}
	}
	out := pomdp.NewPairParameters(n, est.Parameters.RewardValues)
	for pair, from := range order {
		_, next := n.PairActions(pair)
		for j, k := range from {
			out.Initial[pair][j] = rep.Parameters.Initial[pair][k]
			for z := range n.Z {
				out.Observation[pair][z][j] = rep.Parameters.Observation[pair][z][k]
			}
			for r := range n.R {
				out.Reward[pair][r][j] = rep.Parameters.Reward[pair][r][k]
			}
			for after := range n.A {
				for j2, k2 := range order[n.Pair(next, after)] {
					out.Transition[pair][after][j2][j] = rep.Parameters.Transition[pair][after][k2][k]
				}
			}
		}
	}
	return out
}

func matchColumns(est, rep *pomdp.PairParameters, pair int) []int {
	n := est.Sizes
	cost := make([]float64, n.S*n.S)
	for i := range n.S {
		for j := range n.S {
			for z := range n.Z {
				cost[i*n.S+j] += square(est.Observation[pair][z][i] - rep.Observation[pair][z][j])
			}
			for r := range n.R {
				cost[i*n.S+j] += square(est.Reward[pair][r][i] - rep.Reward[pair][r][j])
			}
		}
	}
	to, _ := assign(n.S, cost)
	return to
}

// rowsOf lists every row of pair parameters, in a fixed order.
func rowsOf(p *pomdp.PairParameters) [][]float64 {
	var out [][]float64
	for pair := range p.Initial {
		out = append(out, p.Initial[pair])
		out = append(out, p.Observation[pair]...)
		out = append(out, p.Reward[pair]...)
		for _, t := range p.Transition[pair] {
			out = append(out, t...)
		}
	}
	return out
}

func flattenPairs(p *pomdp.PairParameters) []float64 {
	var out []float64
	for _, row := range rowsOf(p) {
		out = append(out, row...)
	}
	return out
}

func unflattenPairs(like *pomdp.PairParameters, x []float64) *pomdp.PairParameters {
	p := pomdp.NewPairParameters(like.Sizes, like.RewardValues)
	for _, row := range rowsOf(p) {
		x = x[copy(row, x):]
	}
	return p
}

// Intervals are the normal-theory confidence intervals of maximum likelihood
// at a model, cut off at 0 and 1: for polished, with the information computed
// at its own answer. They do not hold for entries at 0 or 1 (the finding
// boundary-parameter): bootstrap those. nil where the information is singular.
func (i *Information) Intervals(m *pomdp.POMDP, episodes, level float64) (low, high *Entries) {
	if i.Deviation == nil {
		return nil, nil
	}
	l := newLayout(m.Sizes())
	x := l.vector(m)
	lo, hi := make([]float64, l.size), make([]float64, l.size)
	width := distuv.UnitNormal.Quantile((1+level)/2) / math.Sqrt(episodes)
	for j, d := range l.flatten(i.Deviation) {
		lo[j], hi[j] = math.Max(x[j]-width*d, 0), math.Min(x[j]+width*d, 1)
	}
	return l.entries(lo), l.entries(hi)
}

func (l *layout) flatten(e *Entries) []float64 {
	x := append(make([]float64, 0, l.size), e.Initial...)
	for _, kind := range [][][][]float64{e.Transition, e.Observation, e.Reward} {
		for _, rows := range kind {
			for _, row := range rows {
				x = append(x, row...)
			}
		}
	}
	return x
}
