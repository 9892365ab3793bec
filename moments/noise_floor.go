package moments

import "eeporl/moments/num"

// Noise is what σ_k would be if the true rank were k−1 and only the sample's
// noise stood in its place.
type Noise struct {
	P12, P13 Floor
	Pairs    []Floor // blocked: the same for σ_|S| of each pair's block of P̂₁₂
}

// Floor is the distribution of a singular value that is truly zero, in two
// figures. For the exact law both are the rounding level.
type Floor struct {
	Level float64 // its mean
	Limit float64 // what it exceeds in NoiseRate of all samples
}

// NoiseRate is how often noise alone exceeds its Limit.
const NoiseRate = .025

// NoiseReplicates is how many draws of noise a floor is made of.
const NoiseReplicates = 9

// ExactFloor is the floor of singular values of the exact law: what rounding leaves of a zero.
func ExactFloor(spectrum []float64) Floor {
	zero := num.Rounding(spectrum)
	return Floor{zero, zero}
}
