package params

// Coordinates are the free parameters: in every simplex all entries but one, the pivot, which
// makes up for the others.
type Coordinates struct {
	Pivots []int // [simplex] its pivot
	FreeAt []int // [free parameter] its entry
	Pivot  []int // [free parameter] its simplex' pivot
}

// CoordinatesAt makes the largest entry of every simplex its pivot: it is the last to reach a bound.
func (l *Layout) CoordinatesAt(x []float64) Coordinates {
	c := Coordinates{FreeAt: make([]int, 0, l.Free()), Pivot: make([]int, 0, l.Free())}
	for _, d := range l.Simplices {
		best := d.At
		for i := d.At; i < d.At+d.Size; i++ {
			if x[i] > x[best] {
				best = i
			}
		}
		c.Pivots = append(c.Pivots, best)
		for i := d.At; i < d.At+d.Size; i++ {
			if i != best {
				c.FreeAt, c.Pivot = append(c.FreeAt, i), append(c.Pivot, best)
			}
		}
	}
	return c
}

// Reduce takes a gradient by all entries to the free coordinates.
func (c *Coordinates) Reduce(grad, free []float64) {
	for i, at := range c.FreeAt {
		free[i] = grad[at] - grad[c.Pivot[i]]
	}
}

// Variances are those of all entries, from the covariance of some free parameters, the others
// being fixed: a pivot is minus the sum of its simplex' free entries.
func (c *Coordinates) Variances(size int, some []int, covariance func(p, q int) float64) []float64 {
	out := make([]float64, size)
	for p, i := range some {
		out[c.FreeAt[i]] = covariance(p, p)
		for q, j := range some {
			if c.Pivot[j] == c.Pivot[i] {
				out[c.Pivot[i]] += covariance(p, q)
			}
		}
	}
	return out
}
