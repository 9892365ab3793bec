package moments

import (
	"fmt"
	"math"

	"eeporl/moments/num"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"

	"gonum.org/v1/gonum/mat"
)

// NegativeMassLimit is the share of negative mass from which its removal is a
// finding.
const NegativeMassLimit = 0.05

// FillParameters reads the POMDP's pair-indexed parameters off Ô, T̂ and ŵ (paper,
// section "Parameter Estimation"). All pairs must have |S| columns; initial is
// p̂(h₀) or anything proportional to it within each pair.
func (e *Estimate) FillParameters(initial []float64) {
	n := e.Sizes
	p := pomdp.NewPairParameters(n, e.Options.RewardsOf(n.R))
	signed := pomdp.NewPairParameters(n, p.RewardValues)
	neg := newNegativeMass(n)
	x := Distribution{By: e.Options.Normalization}
	for pair, columns := range e.Columns {
		a, next := n.PairActions(pair)
		for j, c := range columns {
			p.Initial[pair][j] = initial[c]
			for z := range n.Z {
				for r := range n.R {
					v := e.O.At(n.SymbolIndex(pomdp.Symbol{Action: a, Observation: z, Reward: r, Next: next}), c)
					p.Observation[pair][z][j] += v
					p.Reward[pair][r][j] += v
				}
			}
			x.column(p.Observation[pair], signed.Observation[pair], j, &neg.Observation[pair])
			x.column(p.Reward[pair], signed.Reward[pair], j, &neg.Reward[pair])
			for after := range n.A {
				for j2, c2 := range e.Columns[n.Pair(next, after)] {
					p.Transition[pair][after][j2][j] = e.T.At(c2, c)
				}
				x.column(p.Transition[pair][after], signed.Transition[pair][after], j, &neg.Transition[pair][after])
			}
		}
		x.Vector(p.Initial[pair], signed.Initial[pair], &neg.Initial[pair])
	}
	e.Take(p, signed, neg)
	if x.Empty > 0 {
		e.Add(finding.New(finding.EmptyDistribution, float64(x.Empty), 0, MadeUniform(x.Empty)))
	}
	e.Add(neg.findings(n)...)
}

// FillBeliefs is T̂⁻¹T̂⁻¹ŵ = p̂(h₀) by two solves.
func (e *Estimate) FillBeliefs() (h0 []float64, ok bool) {
	var lu mat.LU
	lu.Factorize(e.T)
	if cond := lu.Cond(); !(cond < num.Singular) {
		e.Add(finding.New(finding.SingularTransitions, cond, num.Singular, fmt.Sprintf(
			"T̂ has the condition number %s: b̂ = T̂⁻²ŵ cannot be solved for.", figure.Number(cond))).Ends())
		return nil, false
	}
	v := mat.NewVecDense(len(e.W), append([]float64(nil), e.W...))
	for range 2 {
		_ = lu.SolveVecTo(v, false, v) // the condition number has been judged
	}
	h0 = v.RawVector().Data
	if !num.Finite(h0) {
		e.Add(finding.New(finding.NotFinite, math.NaN(), math.NaN(), "b̂ = T̂⁻²ŵ came out infinite.").Ends())
		return nil, false
	}
	return h0, true
}

// Distribution normalises parameters and counts those that had no mass to normalise.
type Distribution struct {
	By           Normalization
	buffer, sign []float64
	Empty        int
}

// Vector normalises x and writes to signed what it was, scaled to sum to 1. Where its sum is
// next to nothing or negative no scale does that, and signed is what normalising made.
func (d *Distribution) Vector(x, signed []float64, negative *float64) {
	sum, summed := sumsToOne(x)
	for i, v := range x {
		signed[i] = v / sum
	}
	share, ok := Normalize(x, d.By)
	if !ok || !summed {
		copy(signed, x)
	}
	if !ok {
		d.Empty++
	}
	*negative = math.Max(*negative, share)
}

func (d *Distribution) column(rows, signed [][]float64, j int, negative *float64) {
	d.buffer, d.sign = d.buffer[:0], d.sign[:0]
	for i := range rows {
		d.buffer, d.sign = append(d.buffer, rows[i][j]), append(d.sign, 0)
	}
	d.Vector(d.buffer, d.sign, negative)
	for i := range rows {
		rows[i][j], signed[i][j] = d.buffer[i], d.sign[i]
	}
}

func newNegativeMass(n pomdp.Sizes) *NegativeMass {
	m := &NegativeMass{
		Initial:     make([]float64, n.Pairs()),
		Observation: make([]float64, n.Pairs()),
		Reward:      make([]float64, n.Pairs()),
		Transition:  make([][]float64, n.Pairs()),
	}
	for pair := range m.Transition {
		m.Transition[pair] = make([]float64, n.A)
	}
	return m
}

// findings names, for each kind of parameter, the pair that lost most.
func (m *NegativeMass) findings(n pomdp.Sizes) []finding.Finding {
	var out []finding.Finding
	worst := func(kind string, share func(pair int) float64) {
		at := 0
		for pair := range m.Initial {
			if share(pair) > share(at) {
				at = pair
			}
		}
		if s := share(at); s > NegativeMassLimit {
			out = append(out, finding.New(finding.NegativeMassRemoved, s, NegativeMassLimit, fmt.Sprintf(
				"Normalising the %s%s met %s negative mass.", kind, OfPair(n, at), figure.Percent(s))).AtPair(at))
		}
	}
	worst("initial belief", func(p int) float64 { return m.Initial[p] })
	worst("observation probabilities", func(p int) float64 { return m.Observation[p] })
	worst("reward probabilities", func(p int) float64 { return m.Reward[p] })
	worst("transition probabilities", func(p int) float64 {
		most := 0.0
		for _, v := range m.Transition[p] {
			most = math.Max(most, v)
		}
		return most
	})
	return out
}
