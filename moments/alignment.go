package moments

import (
	"eeporl/moments/num"
	"eeporl/moments/params"
	"eeporl/pomdp"
)

// AlignedParameters gives rep's parameters, the signed ones where it has them, in the order of
// est's states. Where both have a model one permutation serves all pairs; otherwise each
// pair has its own, by its own distributions.
func AlignedParameters(rep, est *Estimate) *pomdp.PairParameters {
	found := rep.Parameters
	if rep.Signed != nil {
		found = rep.Signed
	}
	if rep.Model == nil || est.Model == nil {
		return Reordered(found, pairMatching(rep.Parameters, est.Parameters))
	}
	l := params.NewLayout(est.Sizes)
	best := l.BestOrder(l.Vector(rep.Model), l.Vector(est.Model))
	order := make([][]int, est.Sizes.Pairs())
	for pair := range order {
		order[pair] = best
	}
	return Reordered(found, order)
}

// AlignPairs gives parameters in the order of like's states: in each pair that which brings
// its observations and rewards nearest. Both must have the same sizes.
func AlignPairs(found, like *pomdp.PairParameters) *pomdp.PairParameters {
	return Reordered(found, pairMatching(found, like))
}

// pairMatching is order[pair][like's position] = found's position.
func pairMatching(found, like *pomdp.PairParameters) [][]int {
	order := make([][]int, len(like.Initial))
	for pair := range order {
		order[pair] = matchColumns(like, found, pair)
	}
	return order
}

// Reordered gives parameters with the states of each pair in another order: order[pair][position] is the
// position that they have in found.
func Reordered(found *pomdp.PairParameters, order [][]int) *pomdp.PairParameters {
	n := found.Sizes
	out := pomdp.NewPairParameters(n, found.RewardValues)
	for pair, from := range order {
		_, next := n.PairActions(pair)
		for j, k := range from {
			out.Initial[pair][j] = found.Initial[pair][k]
			for z := range n.Z {
				out.Observation[pair][z][j] = found.Observation[pair][z][k]
			}
			for r := range n.R {
				out.Reward[pair][r][j] = found.Reward[pair][r][k]
			}
			for after := range n.A {
				for j2, k2 := range order[n.Pair(next, after)] {
					out.Transition[pair][after][j2][j] = found.Transition[pair][after][k2][k]
				}
			}
		}
	}
	return out
}

func matchColumns(est, rep *pomdp.PairParameters, pair int) []int {
	n := est.Sizes
	cost := make([]float64, n.S*n.S)
	for z, row := range est.Observation[pair] {
		AddDistances(cost, row, rep.Observation[pair][z])
	}
	for r, row := range est.Reward[pair] {
		AddDistances(cost, row, rep.Reward[pair][r])
	}
	to, _ := num.Assign(n.S, cost)
	return to
}

// RowsOf lists every row of pair parameters, in a fixed order.
func RowsOf(p *pomdp.PairParameters) [][]float64 {
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
