package moments

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"eeporl/moments/num"
	"eeporl/pomdp"
	"eeporl/pomdp/workers"
)

// Sample draws the counts of n episodes at once: one multinomial draw from the
// exact law, by chained conditional binomials over its cells. It has the same
// distribution as counting n simulated episodes, at a cost that does not grow
// with n. n must be a whole number that is not negative; +Inf gives the law
// itself. Beyond 2⁵³ ≈ 9·10¹⁵ float64 no longer holds every whole number and the
// counts are rounded.
func Sample(law *pomdp.Law, n float64, source rand.Source) (*Counts, error) {
	if math.IsInf(n, 1) {
		return FromLaw(law), nil
	}
	if err := checkWhole(n); err != nil {
		return nil, err
	}
	c := NewCounts(law.Sizes)
	num.Multinomial(rand.New(source), n, law.P, c.Add)
	return c, nil
}

func checkWhole(n float64) error {
	if !(n >= 0) || n != math.Floor(n) || math.IsInf(n, 1) {
		return fmt.Errorf("sample: found %g episodes, expected a whole number that is not negative", n)
	}
	return nil
}

// LargeLaw is the number of cells from which on SampleOutcomes serves better than Sample.
const LargeLaw = 200_000

// SampleOutcomes is Sample for a model whose law is large: by action path, and along each by
// x₁, x₂ and x₃. Outcomes that nothing falls on are not gone into, so that few episodes cost what
// they come to and not what the law has in cells. Each path has a stream of its own. n is finite.
func SampleOutcomes(m *pomdp.POMDP, e pomdp.Exploration, n float64, source rand.Source) (*Counts, error) {
	if err := checkWhole(n); err != nil {
		return nil, err
	}
	c := NewCounts(m.Sizes())
	actions := c.sizes.A
	c.sampleByPath(rand.New(source), n, func(p int) float64 {
		return e.Path([4]int{p / (actions * actions * actions), p / (actions * actions) % actions, p / actions % actions, p % actions})
	}, func() drawPath {
		outcomes := pomdp.NewPathOutcomes(m, e)
		return func(rng *rand.Rand, p int, n float64, add func(i int, k float64)) {
			outcomes.Spread(p, n, func(n float64, p, parts []float64) {
				clear(parts)
				num.Multinomial(rng, n, p, func(o int, k float64) { parts[o] = k })
			}, add)
		}
	})
	return c, nil
}

// drawPath draws n episodes of an action path and hands the cells that got some to add, by index.
type drawPath func(rng *rand.Rand, p int, n float64, add func(i int, k float64))

// sampleByPath draws how often each action path is taken, by their masses in any positive scale,
// and then the cells of each path. c is empty before.
func (c *Counts) sampleByPath(rng *rand.Rand, n float64, mass func(p int) float64, draws func() drawPath) {
	paths := len(c.Paths)
	masses, taken, streams := make([]float64, paths), make([]float64, paths), make([]rand.PCG, paths)
	for p := range paths {
		masses[p] = mass(p)
		streams[p].Seed(rng.Uint64(), rng.Uint64())
	}
	num.Multinomial(rng, n, masses, func(p int, k float64) { taken[p] = k })
	workers.Each(paths, func() func(int) {
		draw, cells := draws(), []pathCell(nil)
		return func(p int) {
			if taken[p] == 0 {
				return
			}
			cells = cells[:0]
			draw(rand.New(&streams[p]), p, taken[p], func(i int, k float64) { cells = append(cells, pathCell{int32(i), k}) })
			c.Paths[p] = newPath(c.pathSize(), slices.Clone(cells))
		}
	})
	c.tallyAll()
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

// Resample draws as many episodes as there are from the counts themselves
// (Efron 1979). Fractional totals are rounded; the exact law is returned as it
// is, since it has no sampling error.
func Resample(c *Counts, seed uint64, i uint64) *Counts {
	if c.exact {
		return c.Clone()
	}
	return Drawn(c, seed, bootstrapStream+i, math.Round(c.mass))
}

// Drawn are so many triples drawn from the counts themselves; as in Sample, path by path where
// many cells were seen.
func Drawn(c *Counts, seed, stream uint64, n float64) *Counts {
	out := NewCounts(c.sizes)
	rng := num.NewRand(seed, pomdp.StreamBootstrap, stream)
	if c.seen >= LargeLaw {
		mass := func(p int) float64 {
			if c.Paths[p] == nil {
				return 0
			}
			return c.Paths[p].Sum()
		}
		out.sampleByPath(rng, n, mass, func() drawPath {
			var at []int
			var counts []float64
			return func(rng *rand.Rand, p int, n float64, add func(i int, k float64)) {
				at, counts = at[:0], counts[:0]
				for i, k := range c.Paths[p].Each {
					at, counts = append(at, i), append(counts, k)
				}
				num.Multinomial(rng, n, counts, func(j int, k float64) { add(at[j], k) })
			}
		})
		return out
	}
	var cells []int
	var p []float64
	for cell, k := range c.Cells {
		cells, p = append(cells, cell), append(p, k)
	}
	num.Multinomial(rng, n, p, func(cell int, k float64) {
		out.Add(cells[cell], k)
	})
	return out
}

// bootstrapStream separates resampling from the noise floor's replicates.
const bootstrapStream = 1 << 32
