package spectral

import (
	"context"
	"fmt"
	"math"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/moments/params"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// Aligned brings the blocks of Blocked into one order of the states and pools
// them into one POMDP. The blocks (a, a') and (a, a″) share Z_a, the blocks
// (a, a') and (e, a') share R_{a'}. Along a spanning tree that takes the clearest
// matches first, each new block is matched to its neighbour by optimal assignment
// of the columns that they share.
func Aligned(ctx context.Context, counts *moments.Counts, states int, options moments.Options) *moments.Estimate {
	from := Blocked(ctx, counts, states, options)
	e := moments.NewEstimate("aligned", counts, states, options)
	Inherit(e, from)
	if !from.OK() {
		return e
	}
	orders := align(e, from)
	l := params.NewLayout(e.Sizes)
	x := pool(l, from, orders)
	d := moments.Distribution{By: e.Options.Normalization}
	worst, signed := 0.0, make([]float64, l.Size)
	for _, s := range l.Simplices {
		d.Vector(x[s.At:s.At+s.Size], signed[s.At:s.At+s.Size], &worst)
	}
	poolBeliefs(x, from, orders)
	e.Signed = l.Pairs(signed, e.Options.RewardsOf(l.N.R))
	e.Negative = moments.MassBelow0(e.Signed, l.N)
	if worst > moments.NegativeMassLimit {
		e.Add(finding.New(finding.NegativeMassRemoved, worst, moments.NegativeMassLimit, fmt.Sprintf(
			"Normalising the pooled parameters met up to %s negative mass.", figure.Percent(worst))))
	}
	if d.Empty > 0 {
		e.Add(finding.New(finding.EmptyDistribution, float64(d.Empty), 0, moments.MadeUniform(d.Empty)))
	}
	e.Finish(l, x, counts)
	return e
}

// Inherit takes over the intermediates and findings of the estimate that this
// one is made from.
func Inherit(e *moments.Estimate, from *moments.Estimate) {
	e.From, e.Stage = from, from.Stage
	e.Spectrum, e.Noise, e.Subspaces = from.Spectrum, from.Noise, from.Subspaces
	e.Rotations, e.Chosen, e.Eigen, e.L2, e.L3 = from.Rotations, from.Chosen, from.Eigen, from.L2, from.L3
	e.O, e.OT, e.T, e.W = from.O, from.OT, from.T, from.W
	e.Labels, e.LabelsGiven, e.Columns = from.Labels, from.LabelsGiven, from.Columns
	for _, f := range from.Findings {
		if f.Code != finding.NegativeMassRemoved && f.Code != finding.EmptyDistribution { // about parameters that are not kept
			e.Add(f)
		}
	}
}

// match is an edge (p, q) of the graph over action pairs: column to[i] of q is
// matched to column i of p. best is the squared distance of this matching, second
// that of the runner-up.
type match struct {
	to           []int
	best, second float64
}

// align returns [pair][s], the column of the pair that is state s; pair 0 gives the
// order of the states (Prim's maximum spanning tree).
func align(e *moments.Estimate, from *moments.Estimate) [][]int {
	n := e.Sizes
	orders := make([][]int, n.Pairs())
	orders[0] = make([]int, n.S)
	for s := range orders[0] {
		orders[0][s] = s
	}
	for range n.Pairs() - 1 {
		var best match
		margin, parent, child := math.Inf(-1), -1, -1
		for p := range orders {
			for q := range orders {
				if orders[p] == nil || orders[q] != nil || !shares(n.A, p, q) {
					continue
				}
				if m := matchPairs(from, p, q); m.second-m.best > margin {
					margin, best, parent, child = m.second-m.best, m, p, q
				}
			}
		}
		orders[child] = make([]int, n.S)
		for s, column := range orders[parent] {
			orders[child][s] = best.to[column]
		}
		if best.best > ambiguousMatch*best.second || best.second == 0 {
			e.Add(finding.New(finding.AmbiguousMatch, best.best, ambiguousMatch*best.second, fmt.Sprintf(
				"The columns of the pairs %s and %s match at a squared distance of %s, and in another way at %s.",
				moments.PairName(n, parent), moments.PairName(n, child), figure.Number(best.best), figure.Number(best.second))).AtPair(child))
		}
	}
	return orders
}

// ambiguousMatch is the share of the second-best matching's cost above which the
// best matching is in doubt.
const ambiguousMatch = 0.25

func shares(actions, p, q int) bool {
	return p != q && (p/actions == q/actions || p%actions == q%actions)
}

// matchPairs assigns pair q's columns to pair p's by the distribution that
// they share.
func matchPairs(from *moments.Estimate, p, q int) match {
	n := from.Sizes
	cost := make([]float64, n.S*n.S)
	kind := from.Parameters.Reward
	if p/n.A == q/n.A {
		kind = from.Parameters.Observation
	}
	for i, row := range kind[p] {
		moments.AddDistances(cost, row, kind[q][i])
	}
	m := match{second: math.Inf(1)}
	m.to, m.best = num.Assign(n.S, cost)
	// The runner-up differs in at least one place: forbid each in turn.
	for i, j := range m.to {
		kept := cost[i*n.S+j]
		cost[i*n.S+j] = math.Inf(1)
		if to, _ := num.Assign(n.S, cost); to[i] != j {
			total := 0.0
			for k, l := range to {
				total += cost[k*n.S+l]
			}
			m.second = math.Min(m.second, total)
		}
		cost[i*n.S+j] = kept
	}
	return m
}

// poolBeliefs puts the mean of the normalised copies in the place of b̂. An ill-conditioned
// pair has signed copies with entries far from [0, 1], which outweigh all others: with 10³
// episodes a mean of those was found to be off by twice as much.
func poolBeliefs(x []float64, from *moments.Estimate, orders [][]int) {
	clear(x[:from.Sizes.S])
	for pair, columns := range orders {
		for s, j := range columns {
			x[s] += from.Parameters.Initial[pair][j] / float64(len(orders))
		}
	}
}

// pool sums every parameter over its copies in the aligned blocks; Aligned normalises
// the sums. A copy of T_a counts with its weight Π[a″, a]. The copies of b̂ are those of
// Blocked before it removed what is negative.
func pool(l *params.Layout, from *moments.Estimate, orders [][]int) []float64 {
	n := l.N
	x := make([]float64, l.Size)
	for pair, columns := range orders {
		a, next := n.PairActions(pair)
		for s, j := range columns {
			column := from.Columns[pair][j]
			x[s] += from.Signed.Initial[pair][j]
			for o := range n.Outcomes() {
				z, r := n.OutcomeAt(o)
				v := from.O.At(pair*n.Outcomes()+o, column)
				x[l.Obs(a, s, z)] += v
				x[l.Rew(next, s, r)] += v
			}
			for after := range n.A {
				entered := n.Pair(next, after)
				for s2, j2 := range orders[entered] {
					x[l.Trans(next, s, s2)] += from.T.At(from.Columns[entered][j2], column)
				}
			}
		}
	}
	return x
}
