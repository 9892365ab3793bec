package bench

import "eeporl/moments"

// Mistake is one way to get the estimator wrong.
type Mistake struct {
	Name  string        // a word
	Says  string        // after "it looks as if"
	Stage moments.Stage // where it is made
	Shows string        // the figure that it spoils; what follows is computed from that
}

// Mistakes lists those that Plain can make.
func Mistakes() []Mistake {
	const (
		counted    = moments.StageMoments
		spectrum   = moments.StageSpectrum
		eigen      = moments.StageEigen
		columns    = moments.StageColumns
		labels     = moments.StageLabels
		parameters = moments.StageParameters
	)
	return []Mistake{
		{"p12-transposed", "P₁₂ were transposed: its rows should be x₁, its columns x₂", counted, "P₁₂"},
		{"p12-later", "P₁₂ were counted from x₂ and x₃, one step too late", counted, "P₁₂"},
		{"p13-transposed", "P₁₃ were transposed: its rows should be x₁, its columns x₃", counted, "P₁₃"},
		{"p13-from-x2", "P₁₃ were counted from x₂ and x₃", counted, "P₁₃"},
		{"axes-12", "the tensor's axes x₁ and x₂ were swapped", counted, "Ô"},
		{"axes-23", "the tensor's axes x₂ and x₃ were swapped", counted, "Ô"},
		{"axes-13", "the tensor's axes x₁ and x₃ were swapped", counted, "Ô"},
		{"actions-swapped", "a symbol's two actions were swapped: x = (a, z, r, a'), a' comes after", counted, "P₁₂"},
		{"outcome-swapped", "a symbol's index counted z within r: it is ((a·|A| + a')·|Z| + z)·|R| + r", counted, "P₁₂"},
		{"one-action", "x left out its second action", counted, "P₁₂"},
		{"vh", "U₂ were the columns of Vᵀ: svd gives Vᵀ, and its rows are the singular vectors", spectrum, "U₂"},
		{"u3-left", "U₃ were left singular vectors of P₁₃: the right ones belong to x₃", spectrum, "U₃"},
		{"u2-of-p13", "U₂ were taken from P₁₃: those of P₁₂ belong to x₂", spectrum, "U₂"},
		{"inverse-left", "(U₁ᵀP₁₂U₂)⁻¹ stood on the left: B₁₂₃ is divided on the right", eigen, "Ô"},
		{"no-inverse", "the contraction were not divided by U₁ᵀP₁₂U₂", eigen, "Ô"},
		{"left-vectors", "R held left eigenvectors", eigen, "Ô"},
		{"schur", "R were the orthogonal vectors of a symmetric matrix: B₁₂₃ is none", eigen, "Ô"},
		{"theta-not-inverted", "Θ stood where Θ⁻¹ belongs", columns, "Ô"},
		{"theta-gaussian", "Θᵀ were taken for Θ⁻¹, with a Θ that is not orthogonal", columns, "Ô"},
		{"sorted", "the eigenvalues were sorted for each rotation: one order must hold for all", columns, "Ô"},
		{"own-vectors", "every contraction were diagonalised by itself: one R belongs to all", columns, "Ô"},
		{"b132-by-p12", "B₁₃₂ were divided by U₁ᵀP₁₂U₂: it takes U₁ᵀP₁₃U₃", columns, "Ô"},
		{"o-from-l3", "Ô were made from L₃: that is ÔT", columns, "Ô"},
		{"unit-columns", "Ô's columns were scaled to length 1: it is their entries that have to sum to 1", columns, "Ô"},
		{"absolute", "|x| were taken of Ô's entries before T̂", columns, "Ô"},
		{"t-transposed", "T̂ were transposed: column h should say what follows h", columns, "T̂"},
		{"t-backward", "T̂ were solved from (ÔT)T̂ = Ô: it solves ÔT̂ = ÔT", columns, "T̂"},
		{"t-rows", "T̂'s rows were made to sum to 1: its columns should", columns, "T̂"},
		{"t-without-inverse", "T̂ were ÔᵀÔT: it takes the pseudo-inverse of Ô", columns, "T̂"},
		{"w-of-x1", "ŵ were solved from p(x₁): h₂ emits x₂", columns, "ŵ"},
		{"w-of-x3", "ŵ were solved from p(x₃): h₂ emits x₂", columns, "ŵ"},
		{"not-divided", "Ô's columns were still multiplied by ŵ", columns, "Ô"},
		{"label-swapped", "labels were read as (a', a)", labels, "labels"},
		{"label-row", "labels were read one row off", labels, "labels"},
		{"label-smallest", "labels were read off the smallest entry", labels, "labels"},
		{"z-and-r", "Ô's columns were summed over z for Ẑ, over r for R̂: it is the other way round", parameters, "Ẑ"},
		{"r-of-a", "R̂ of (a, a') were taken from the columns of (a', a)", parameters, "R̂"},
		{"transition-transposed", "a block of T̂ were read with rows and columns swapped", parameters, "p̂(s'|s,a)"},
		{"transition-shared", "transitions were made to sum to 1 over all next actions together", parameters, "p̂(s'|s,a)"},
		{"b-one-step", "b̂ were T̂⁻¹ŵ: two steps lie between h₀ and h₂", parameters, "b̂"},
		{"b-no-step", "b̂ were ŵ: that is h₂'s", parameters, "b̂"},
		{"b-forward", "b̂ were T̂²ŵ: that goes on and not back", parameters, "b̂"},
		{"length-one", "distributions were scaled to length 1: they sum to 1", parameters, "Ẑ"},
		{"signed", "negative entries were kept", parameters, "p̂(s'|s,a)"},
		{"clip", "negative entries were cut off in place of |x|: a choice, and no mistake", parameters, "p̂(s'|s,a)"},
		{"over-states", "Ẑ were made to sum to 1 over the states", parameters, "Ẑ"},
		{"z-order", "Ẑ's states were sorted, pair by pair, and nothing else", parameters, "Ẑ"},
		{"pair-order", "transitions went to the columns of (a'', a') in place of (a', a'')", parameters, "p̂(s'|s,a)"},
		{"inverses-left", "both inverses stood on the left: B₁₂₃ and B₁₃₂ are divided on the right", eigen, "λ"},
		{"sigma-inverse", "1/σ stood for (U₁ᵀP₁₂U₂)⁻¹: it is that only for the vectors of one decomposition", eigen, "λ"},
		{"b-symmetrised", "B₁₂₃ were made symmetric: it is not", eigen, "λ"},
		{"contract-first", "B₁₂₃ contracted the triple's first index: it takes the third", eigen, "λ"},
		{"contract-second", "B₁₂₃ contracted the triple's second index: it takes the third", eigen, "λ"},
		{"eta-u2", "B₁₂₃ contracted x₃ with U₂θ: it takes U₃θ", eigen, "λ"},
		{"theta-columns", "the contractions went along the columns of Θ: its rows are the directions", eigen, "λ"},
		{"own-sorted", "every contraction were diagonalised by itself and its eigenvalues sorted: one order must hold for all", columns, "Ô"},
		{"absolute-values", "eigenvalues were taken without their sign", eigen, "λ"},
	}
}
