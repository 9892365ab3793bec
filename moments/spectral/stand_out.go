package spectral

import (
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/moments/num"

	"gonum.org/v1/gonum/stat"
)

// StandOut finds the middle pair whose σ_s exceeds its noise most. As the largest of many,
// it is compared with the largest of as many draws of noise, one for each pair.
func StandOut(counts *moments.Counts, s int, seed uint64) (sigma float64, noise moments.Floor) {
	if s > counts.Sizes().Outcomes() {
		return 0, moments.Floor{}
	}
	b := &blocked{Estimate: moments.NewEstimate("order", counts, s, moments.Options{Seed: seed}), counts: counts}
	b.blocks = make([]pairBlock, b.Sizes.Pairs())
	most, level := 0.0, 0.0
	var largest []float64 // [draw] over the pairs, each in units of its own mean
	for pair := range b.blocks {
		p := &b.blocks[pair]
		p.pair, p.rank = pair, s
		p.p12, _ = b.moments(pair)
		if !p.decompose12() || p.sigma[0] == 0 {
			continue
		}
		own := moments.ExactFloor(p.sigma)
		if !counts.Exact() {
			draws := p.noise(counts, newComplement(p.u1, p.u2, s-1), p.p12, orderReplicates, seed)
			own.Level = stat.Mean(draws, nil)
			if largest == nil {
				largest = make([]float64, len(draws))
			}
			for i, v := range draws {
				largest[i] = math.Max(largest[i], v/own.Level)
			}
		}
		if v := num.Nth(p.sigma, s); v > most*own.Level {
			most, sigma, level = v/own.Level, v, own.Level
		}
	}
	if largest == nil {
		return sigma, moments.Floor{Level: level, Limit: level}
	}
	slices.Sort(largest)
	return sigma, moments.Floor{Level: level * stat.Mean(largest, nil), Limit: level * largest[len(largest)-2]}
}

// orderReplicates is the number of draws of noise whose second largest one more draw exceeds
// with probability NoiseRate. floorOf would not do: a maximum over many pairs is not normal.
const orderReplicates = int(2/moments.NoiseRate) - 1
