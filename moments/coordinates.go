package moments

// coordinates are the free parameters: in every simplex all entries but one, the pivot, which
// makes up for the others.
type coordinates struct {
	pivots []int // [simplex] its pivot
	freeAt []int // [free parameter] its entry
	pivot  []int // [free parameter] its simplex' pivot
}

// coordinatesAt makes the largest entry of every simplex its pivot: it is the last to reach a bound.
func (l *layout) coordinatesAt(x []float64) coordinates {
	c := coordinates{freeAt: make([]int, 0, l.free()), pivot: make([]int, 0, l.free())}
	for _, d := range l.simplices {
		best := d.at
		for i := d.at; i < d.at+d.size; i++ {
			if x[i] > x[best] {
				best = i
			}
		}
		c.pivots = append(c.pivots, best)
		for i := d.at; i < d.at+d.size; i++ {
			if i != best {
				c.freeAt, c.pivot = append(c.freeAt, i), append(c.pivot, best)
			}
		}
	}
	return c
}

// reduce takes a gradient by all entries to the free coordinates.
func (c *coordinates) reduce(grad, free []float64) {
	for i, at := range c.freeAt {
		free[i] = grad[at] - grad[c.pivot[i]]
	}
}

// variances are those of all entries, from the covariance of some free parameters, the others
// being fixed: a pivot is minus the sum of its simplex' free entries.
func (c *coordinates) variances(size int, some []int, covariance func(p, q int) float64) []float64 {
	out := make([]float64, size)
	for p, i := range some {
		out[c.freeAt[i]] = covariance(p, p)
		for q, j := range some {
			if c.pivot[j] == c.pivot[i] {
				out[c.pivot[i]] += covariance(p, q)
			}
		}
	}
	return out
}
