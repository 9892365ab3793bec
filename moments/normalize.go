package moments

import (
	"math"
	"sort"

	"eeporl/moments/num"
)

// Normalize turns x into a distribution in place and returns the share of
// Σ|x| that was negative. ok is false when nothing is left to normalise: then
// x becomes uniform.
func Normalize(x []float64, by Normalization) (negative float64, ok bool) {
	abs := 0.0
	for _, v := range x {
		abs += math.Abs(v)
		negative += math.Max(-v, 0)
	}
	if !(abs > 0) || math.IsInf(abs, 0) {
		uniform(x)
		return 0, false
	}
	negative /= abs
	switch by {
	case Clip:
		if positive := abs * (1 - negative); !(positive > 0) {
			uniform(x)
			return negative, false
		}
		for i, v := range x {
			x[i] = math.Max(v, 0)
		}
		num.DivideBySum(x)
	case Simplex:
		scale, ok := sumsToOne(x) // the moments fix x only up to a factor
		if !ok {
			scale = abs
		}
		for i := range x {
			x[i] /= scale
		}
		projectToSimplex(x)
	default:
		for i, v := range x {
			x[i] = math.Abs(v)
		}
		num.DivideBySum(x)
	}
	return negative, true
}

// sumsToOne is the sum of x, and whether dividing by it makes x sum to 1: not where it nearly
// vanishes or is negative.
func sumsToOne(x []float64) (sum float64, ok bool) {
	abs := 0.0
	for _, v := range x {
		sum += v
		abs += math.Abs(v)
	}
	return sum, sum > 1e-6*abs
}

func uniform(x []float64) {
	for i := range x {
		x[i] = 1 / float64(len(x))
	}
}

// projectToSimplex moves x to the nearest distribution in Euclidean distance
// (Held, Wolfe, Crowder 1974).
func projectToSimplex(x []float64) {
	sorted := append([]float64(nil), x...)
	sort.Sort(sort.Reverse(sort.Float64Slice(sorted)))
	sum, shift := 0.0, 0.0
	for i, v := range sorted {
		sum += v
		if t := (sum - 1) / float64(i+1); t < v {
			shift = t
		}
	}
	for i, v := range x {
		x[i] = math.Max(v-shift, 0)
	}
	num.DivideBySum(x)
}
