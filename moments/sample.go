package moments

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"eeporl/pomdp"
	"eeporl/pomdp/workers"
)

// Sample draws the counts of n episodes at once: one multinomial draw from the
// exact law, by chained conditional binomials over its cells. It has the same
// distribution as counting n simulated episodes, at a cost that does not grow
// with n. n must be a whole number that is not negative; +Inf gives the law
// itself. A large law is drawn path by path: see severalStreams. Beyond 2⁵³ ≈
// 9·10¹⁵ float64 no longer holds every whole number and the counts are rounded.
func Sample(law *pomdp.Law, n float64, source rand.Source) (*Counts, error) {
	if math.IsInf(n, 1) {
		return FromLaw(law), nil
	}
	if !(n >= 0) || n != math.Floor(n) {
		return nil, fmt.Errorf("sample: found %g episodes, expected a whole number that is not negative", n)
	}
	c := NewCounts(law.Sizes)
	if rng := rand.New(source); len(law.P) < severalStreams {
		multinomial(rng, n, law.P, c.Add)
	} else {
		cells := len(law.P) / len(c.paths)
		c.sampleByPath(rng, n, func(p int) []float64 { return law.P[p*cells : (p+1)*cells] })
	}
	return c, nil
}

// severalStreams is the number of cells from which on every action path is drawn from a stream
// of its own, so that several are drawn at once.
const severalStreams = 200_000

// sampleByPath draws how often each action path is taken, and then the cells of each path. The
// law's cells of a path may be in any positive scale, the same for all paths.
func (c *Counts) sampleByPath(rng *rand.Rand, n float64, law func(path int) []float64) {
	paths := len(c.paths)
	mass, taken, streams := make([]float64, paths), make([]float64, paths), make([]rand.PCG, paths)
	for p := range paths {
		mass[p] = floats.Sum(law(p))
		streams[p].Seed(rng.Uint64(), rng.Uint64())
	}
	multinomial(rng, n, mass, func(p int, k float64) { taken[p] = k })
	drawn := make([][]float64, paths)
	workers.Each(paths, func() func(int) {
		return func(p int) {
			if taken[p] == 0 {
				return
			}
			from := law(p)
			drawn[p] = make([]float64, len(from))
			multinomial(rand.New(&streams[p]), taken[p], from, func(i int, k float64) { drawn[p][i] = k })
		}
	})
	for p, counts := range drawn {
		c.adopt(p, counts, false)
	}
}

// Thin takes n episodes out of the counts, drawn at random without replacement
// (a multivariate hypergeometric draw): what is left has the distribution of a
// sample that was n episodes smaller from the start. All go where n is no less
// than the episodes there are. The cost is that of sorting n numbers and of one
// walk over the cells.
func (c *Counts) Thin(n int, source rand.Source) {
	rng, mass := rand.New(source), c.mass
	chosen := make(map[float64]bool, n)
	for len(chosen) < n && float64(len(chosen)) < mass {
		chosen[math.Floor(rng.Float64()*mass)] = true
	}
	ranks := slices.Sorted(maps.Keys(chosen))
	taken, end := map[int]float64{}, 0.0
	for cell, k := range c.Cells {
		end += k
		for len(ranks) > 0 && ranks[0] < end {
			taken[cell]++
			ranks = ranks[1:]
		}
	}
	for cell, k := range taken {
		c.Remove(cell, k)
	}
}

// multinomial draws n times from the distribution p (any positive scale) and
// hands every cell that got something to add.
func multinomial(rng *rand.Rand, n float64, p []float64, add func(cell int, k float64)) {
	// Mass still to come, summed from the end: the difference 1 − Σ would lose
	// the small cells at the end to rounding.
	rest := make([]float64, len(p)+1)
	for i := len(p) - 1; i >= 0; i-- {
		rest[i] = rest[i+1] + p[i]
	}
	for i, pi := range p {
		if n <= 0 {
			return
		}
		if pi <= 0 {
			continue
		}
		k := n
		if rest[i+1] > 0 {
			k = binomial(rng, n, pi/rest[i])
		}
		if k > 0 {
			add(i, k)
			n -= k
		}
	}
}
