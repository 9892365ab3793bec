package posterior

import "eeporl/moments/num"

// effective is how many independent draws tell the mean as well as these, each of which depends on the one before: their
// number over 1 + 2·Σ ρ_t, where the autocorrelations are summed in pairs for as long as a pair is positive (Geyer 1992).
func effective(values []float64) float64 {
	n := float64(len(values))
	mean := num.Sum(values) / n
	covariance := func(lag int) (sum float64) {
		for i := lag; i < len(values); i++ {
			sum += (values[i] - mean) * (values[i-lag] - mean)
		}
		return sum / n
	}
	variance := covariance(0)
	if !(variance > 0) {
		return n
	}
	time := -1.
	for lag := 0; lag+1 < len(values); lag += 2 {
		pair := (covariance(lag) + covariance(lag+1)) / variance
		if pair <= 0 {
			break
		}
		time += 2 * pair
	}
	return min(n, n/max(time, 1/n))
}
