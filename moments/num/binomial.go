package num

import (
	"math"
	"math/rand/v2"
)

// Binomial draws from Binomial(n, p) at any size: n a whole number up to 2⁵³
// held in a float64, 0 ≤ p ≤ 1. The result is exact in distribution up to
// float64 rounding, which shifts the mean by less than 10⁻⁷ standard
// deviations even at n = 10¹⁵.
func Binomial(rng *rand.Rand, n, p float64) float64 {
	switch {
	case !(n > 0) || !(p > 0):
		return 0
	case p >= 1:
		return n
	case p > 0.5:
		return n - Binomial(rng, n, 1-p)
	case n*p < 10:
		return binomialInversion(rng, n, p)
	}
	return binomialRejection(rng, n, p)
}

// binomialInversion inverts the distribution function from 0 upwards
// (Kachitvichyanukul and Schmeiser 1988, algorithm BINV). It needs n·p small:
// its time grows with it and (1−p)ⁿ must not underflow.
func binomialInversion(rng *rand.Rand, n, p float64) float64 {
	odds := p / (1 - p)
	none := math.Exp(n * math.Log1p(-p))
	for {
		u, f := rng.Float64(), none
		// With n·p < 10 the mass beyond k = 110 is far below u's resolution: a u
		// that gets there is what rounding left over, so draw again.
		for k := 0.0; k <= 110 && k <= n; k++ {
			if u < f {
				return k
			}
			u -= f
			f *= (n - k) / (k + 1) * odds
		}
	}
}

// binomialRejection is BTRS, transformed rejection with squeeze (Hörmann 1993),
// for p ≤ 1/2 and n·p ≥ 10. The acceptance test compares the probabilities in
// Loader's saddle-point form: differences of log-factorials, as printed, have
// lost all their digits at n = 10¹⁵.
func binomialRejection(rng *rand.Rand, n, p float64) float64 {
	spq := math.Sqrt(n * p * (1 - p))
	b := 1.15 + 2.53*spq
	a := -0.0873 + 0.0248*b + 0.01*p
	c := n*p + 0.5
	vr := 0.92 - 4.2/b
	alpha := (2.83 + 5.1/b) * spq
	mode := math.NaN()
	for {
		u := rng.Float64() - 0.5
		v := rng.Float64()
		us := 0.5 - math.Abs(u)
		if us == 0 {
			continue
		}
		k := math.Floor((2*a/us+b)*u + c)
		if us >= 0.07 && v <= vr {
			return k
		}
		if k < 0 || k > n {
			continue
		}
		if math.IsNaN(mode) {
			mode = logBinomial(math.Floor((n+1)*p), n, p)
		}
		if math.Log(v*alpha/(a/(us*us)+b)) <= logBinomial(k, n, p)-mode {
			return k
		}
	}
}

// logBinomial is the log of the binomial probability of k, less the term that
// depends on n alone, stirlingError(n) (Loader 2000, "Fast and accurate computation
// of binomial probabilities").
func logBinomial(k, n, p float64) float64 {
	switch k {
	case 0:
		return n*math.Log1p(-p) - stirlingError(n)
	case n:
		return n*math.Log(p) - stirlingError(n)
	}
	return -stirlingError(k) - stirlingError(n-k) - Deviation(k, p, n) - Deviation(n-k, 1-p, n) -
		0.5*math.Log(2*math.Pi*k*((n-k)/n))
}

// stirlingError is log n! less Stirling's formula log(√(2πn)(n/e)ⁿ).
func stirlingError(n float64) float64 {
	if n < 16 {
		lg, _ := math.Lgamma(n + 1)
		return lg - (n+0.5)*math.Log(n) + n - 0.5*math.Log(2*math.Pi)
	}
	i := 1 / (n * n)
	return (1.0/12 - (1.0/360-(1.0/1260-i/1680)*i)*i) / n
}
