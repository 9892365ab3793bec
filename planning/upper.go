package planning

import (
	"math"

	"eeporl/planning/vectors"
)

// upperBound is a bound from above on V_t for one set, by the sawtooth
// projection (Hauskrecht 2000): V is convex, so that it lies below the chords
// between the corners of the simplex and any belief where a bound is known.
type upperBound struct {
	exact    *Set        // not nil: the vectors are complete, and nothing else counts
	informed [][]float64 // [unit in set][j] fast informed bound: V(ρ) ≤ max_u ρ·informed[u]
	corner   []float64   // [j] its value at the corners
	points   []sparse    // normalised beliefs
	drop     []float64   // [point] the bound there less the corners' plane: negative
}

// sparse holds the entries of a vector that are not 0.
type sparse struct {
	index []int32
	value []float64
}

func newSparse(x []float64) sparse {
	n := 0
	for _, v := range x {
		if v != 0 {
			n++
		}
	}
	s := sparse{make([]int32, 0, n), make([]float64, 0, n)}
	for j, v := range x {
		if v != 0 {
			s.index, s.value = append(s.index, int32(j)), append(s.value, v)
		}
	}
	return s
}

func (s sparse) dot(x []float64) float64 {
	sum := 0.0
	for i, j := range s.index {
		sum += s.value[i] * x[j]
	}
	return sum
}

// at bounds V at a normalised belief.
func (b *upperBound) at(belief []float64) float64 {
	if b.exact != nil {
		value := math.Inf(-1)
		for i := range b.exact.Len() {
			value = max(value, vectors.Dot(belief, b.exact.beta(i)))
		}
		return value
	}
	linear := math.Inf(-1)
	for _, q := range b.informed {
		linear = max(linear, vectors.Dot(belief, q))
	}
	plane := vectors.Dot(belief, b.corner)
	deepest := 0.0
	for i, drop := range b.drop {
		if share := b.share(belief, i, deepest/drop); share*drop < deepest {
			deepest = share * drop
		}
	}
	return min(linear, plane+deepest)
}

// steps is about what at costs.
func (b *upperBound) steps(states int) int {
	if b.exact != nil {
		return len(b.exact.values)
	}
	return (len(b.informed)+1)*states + 4*len(b.points)
}

// share is how much of point i a belief contains: min_j belief[j]/point[j]. It
// gives up, with 0, once that is below least.
func (b *upperBound) share(belief []float64, i int, least float64) float64 {
	share := math.Inf(1)
	point := b.points[i]
	for k, x := range point.value {
		if y := belief[point.index[k]]; y < share*x {
			if share = y / x; share <= least {
				return 0
			}
		}
	}
	return share
}

// lower takes a new bound at a normalised belief, if it says anything new.
func (b *upperBound) lower(belief []float64, value float64) {
	if value >= b.at(belief) {
		return
	}
	drop := value - vectors.Dot(belief, b.corner)
	if drop >= 0 {
		return
	}
	b.points = append(b.points, newSparse(belief))
	b.drop = append(b.drop, drop)
}

// fastInformed bounds every Γ_t from above by one vector a unit (Hauskrecht
// 2000): as if each next action could be chosen knowing the state before the
// step and its outcome, though not the state entered.
//
//	Q_{t+1}(u)[j] = Σ_outcome max_{k, u' in set_k} ( gain[j] + γ Σ_j' M[j][j'] Q_t(u')[j'] )
func (p *Problem) fastInformed(horizon int, discount float64) [][][]float64 {
	out := make([][][]float64, horizon) // [t-1][unit][j]
	out[0] = p.leaf
	part := make([]float64, p.states)
	best := make([]float64, p.states)
	for t := 1; t < horizon; t++ {
		out[t] = make([][]float64, p.units())
		for u := range out[t] {
			sum := make([]float64, p.states)
			for outcome := range p.outcomes {
				for j := range best {
					best[j] = math.Inf(-1)
				}
				for k := range p.slots {
					first, count := p.setUnits(p.nextSet(u, k))
					for v := first; v < first+count; v++ {
						p.link(u, outcome, k).back(part, out[t-1][v], discount)
						for j, x := range part {
							best[j] = max(best[j], x)
						}
					}
				}
				for j, x := range best {
					sum[j] += x
				}
			}
			out[t][u] = sum
		}
	}
	return out
}
