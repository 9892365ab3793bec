package watch

import (
	"math"

	"eeporl/model"
	"eeporl/moments"
	"eeporl/pomdp"
)

// sampled are the names of what was counted.
func sampled() []figureOf {
	return []figureOf{
		count("N", "episodes counted", func(_ model.Session, n *model.Now) float64 { return n.N }),
		spectral("sigma_k", "σ_k(P̂₁₂), the smallest singular value that the method needs", (*moments.Spectrum).SigmaK),
		spectral("sigma_next", "σ_{k+1}(P̂₁₂), the largest that it leaves", (*moments.Spectrum).SigmaNext),
		spectral("sigma_k13", "σ_k(P̂₁₃)", (*moments.Spectrum).SigmaK13),
		spectral("sigma_next13", "σ_{k+1}(P̂₁₃)", (*moments.Spectrum).SigmaNext13),
		touched("x1", "the number of x₁ of the triple counted last", 0),
		touched("x2", "the number of x₂ of the triple counted last", 1),
		touched("x3", "the number of x₃ of the triple counted last", 2),
		{Name{Name: "pairs", Kind: Number, Takes: []string{"x1", "x2"}, Does: "how often x₁ and x₂ were counted together, symbols by number"}, counted},
		{Name{Name: "triples", Kind: Number, Takes: []string{"x1", "x2", "x3"}, Does: "how often x₁, x₂ and x₃ were counted together"}, counted},
	}
}

func spectral(name, does string, of func(*moments.Spectrum) float64) figureOf {
	return number(name, does, func(_ model.Session, n *model.Now) float64 {
		switch {
		case n.Estimate != nil && !n.Stale && n.Estimate.Spectrum != nil:
			return of(n.Estimate.Spectrum)
		case n.Spectrum != nil:
			return of(n.Spectrum)
		}
		return math.NaN()
	})
}

func touched(name, does string, i int) figureOf {
	return count(name, does, func(_ model.Session, n *model.Now) float64 {
		if !n.Touch.OK {
			return math.NaN()
		}
		return float64(n.Touch.Triple[i]) + 1
	})
}

// counted is pairs[x1, x2] or triples[x1, x2, x3]: episodes, or under the exact
// law their share.
func counted(_ model.Session, n *model.Now, args []Value) Value {
	var x [3]int
	d := n.Counts.Sizes().D()
	for i, a := range args {
		if !(a.Number >= 1 && a.Number <= float64(d)) || a.Number != math.Trunc(a.Number) {
			return Unknown(Number)
		}
		x[i] = int(a.Number) - 1
	}
	share := n.Counts.P123(pomdp.Triple(x))
	if len(args) == 2 {
		share = n.Counts.P12(x[0], x[1])
	}
	if n.Counts.Exact() {
		return Of(share)
	}
	return Count(math.Round(share * n.N))
}
