package quantity

import (
	"math"

	"eeporl/model"
	"eeporl/moments"
)

const aboutNoise = "Counts of a law that has no structure have singular values too. What does not stand well above them cannot be told from noise, and nothing that is read off it can be trusted."

// counted are what the counts at the cursor come to.
func counted() []Quantity {
	return []Quantity{
		{Name: "N", Is: "N, the episodes counted", Formula: "N = Σ #(x₁, x₂, x₃)", Matters: "Every episode of phase 1 gives one triple of symbols. Phase 2 counts none.", Count: true,
			Read: exactly(func(_ model.Session, n *model.Now) float64 { return n.N })},
		spectral("sigma_k", "σ_k(P̂₁₂)", "σ_k(P̂₁₂), the smallest singular value that the method needs (blocked: of those kept in each pair's block)", (*moments.Spectrum).SigmaK),
		spectral("sigma_next", "σ_{k+1}(P̂₁₂)", "σ_{k+1}(P̂₁₂), the largest that it leaves", (*moments.Spectrum).SigmaNext),
		spectral("sigma_k13", "σ_k(P̂₁₃)", "σ_k(P̂₁₃), the smallest that the method needs there", (*moments.Spectrum).SigmaK13),
		spectral("sigma_next13", "σ_{k+1}(P̂₁₃)", "σ_{k+1}(P̂₁₃), the largest that it leaves there", (*moments.Spectrum).SigmaNext13),
		{Name: "sigma_ratio", Detail: true, Is: "σ_k over the next singular value", Formula: "σ_k(P̂₁₂)/σ_{k+1}(P̂₁₂)", Matters: aboutNoise,
			Read: spectrum(func(s *moments.Spectrum) float64 { return s.SigmaK() / s.SigmaNext() })},
		touched("x1", "the number of x₁ of the triple counted last", 0),
		touched("x2", "the number of x₂ of the triple counted last", 1),
		touched("x3", "the number of x₃ of the triple counted last", 2),
	}
}

func spectral(name, symbol, is string, of func(*moments.Spectrum) float64) Quantity {
	return Quantity{Name: name, Symbol: symbol, Is: is, Read: spectrum(of)}
}

// spectrum reads the spectrum of the newest estimate, or if there is none, or episodes were
// counted since, that of the counts at the cursor.
func spectrum(of func(*moments.Spectrum) float64) reading {
	return exactly(func(_ model.Session, n *model.Now) float64 {
		switch {
		case n.Estimate != nil && !n.Stale && n.Estimate.Spectrum != nil:
			return of(n.Estimate.Spectrum)
		case n.Spectrum() != nil:
			return of(n.Spectrum())
		}
		return math.NaN()
	})
}

func touched(name, is string, i int) Quantity {
	return Quantity{Name: name, Is: is, Count: true, Read: exactly(func(_ model.Session, n *model.Now) float64 {
		if !n.Touch.OK {
			return math.NaN()
		}
		return float64(n.Touch.Triple[i]) + 1
	})}
}
