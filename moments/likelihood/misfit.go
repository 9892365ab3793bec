package likelihood

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"eeporl/moments/num"
	"eeporl/pomdp/workers"
)

// misfit says by how many standard deviations the deviance G² of the counts at
// the maximum a.x exceeds what a POMDP with these parameters would show: G² is
// standardised by its own moments, cell by cell, given the totals of the action
// paths and the fitted parameters (McCullagh 1986; Farrington 1996), and made normal as a
// scaled χ² is (Wilson and Hilferty 1931). 0 where no degree of freedom is left.
func (a *ascent) misfit() float64 {
	deviance := -2 * a.Value(a.x)
	table := cellTable()
	sums := make([]struct{ mean, variance, bend float64 }, len(a.mass))
	slopes := make([][]float64, len(a.mass)) // cov(d, k) of every cell
	a.expected(func(at int, expected []float64) {
		sum, total, slope, dense := &sums[at], a.mass[at], 0.0, 0.0
		cells := make([]float64, len(expected))
		for i, mu := range expected {
			if !(mu > 0) {
				continue
			}
			m := momentsOfCell(table, mu)
			sum.mean += m.mean
			sum.variance += m.variance
			slope += m.slope
			dense += mu / total * m.bend
			cells[i] = m.slope
		}
		// The path's total is given, which is like fitting one parameter; dense says
		// how much of one, by the path's mean bend.
		m := momentsOfCell(table, total)
		sum.mean -= dense * m.mean
		sum.variance -= dense*m.variance + slope*slope/total
		sum.bend = dense * total
		slopes[at] = cells
	})
	mean, variance, bend, mass := 0.0, 0.0, 0.0, 0.0
	for at, sum := range sums {
		mean += sum.mean
		variance += sum.variance
		bend += sum.bend
		mass += a.mass[at]
	}
	fitted, explained := a.explained(slopes)
	mean -= fitted * bend / mass
	variance -= 2*fitted*bend/mass + explained
	if !(mean > 1) || !(variance > 0) {
		return 0
	}
	freedom := 2 * mean * mean / variance
	return (math.Cbrt(deviance/mean) - (1 - 2/(9*freedom))) / math.Sqrt(2/(9*freedom))
}

// expected calls visit with the expected counts of every path that was taken, at
// the parameters of the last tables: for several paths at once, and with cells that are
// visit's during the call.
func (l *Likelihood) expected(visit func(path int, cells []float64)) {
	n := l.N
	s, o := n.S, n.Outcomes()
	workers.Each(len(l.mass), func() func(int) {
		cells := make([]float64, o*o*o)
		return func(path int) {
			mass := l.mass[path]
			if mass == 0 {
				return
			}
			b3 := l.b3[path%n.Pairs()*o*s:]
			for o12 := range o * o {
				a2 := l.a2[(path/n.A*o*o+o12)*s:][:s]
				for o3 := range o {
					cells[o12*o+o3] = mass * num.Dot(a2, b3[o3*s:])
				}
			}
			visit(path, cells)
		}
	})
}

// explained is how many parameters were fitted, those at a bound left out, and
// the part of the deviance's variance that goes with them: cᵀJ⁻¹c, with c the
// covariance of the deviance and the score. Both are 0 for a model too large for
// its information matrix: then the verdict is the milder one.
func (a *ascent) explained(slopes [][]float64) (fitted, variance float64) {
	if a.fisher == nil {
		return 0, 0
	}
	information := a.information()
	if information == nil {
		return 0, 0
	}
	covariance := *a.Likelihood
	covariance.counts, covariance.seen = slopes, nil
	covariance.Uses(a.x, a.grad)
	a.fisher.Reduce(a.grad, a.g)
	var inside []int
	for i, at := range a.fisher.FreeAt {
		if a.x[at] > 0 && information.At(i, i) > 0 {
			inside = append(inside, i)
		}
	}
	if len(inside) == 0 {
		return 0, 0
	}
	j, c := new(mat.SymDense), mat.NewVecDense(len(inside), nil)
	j.SubsetSym(information, inside)
	for p, i := range inside {
		c.SetVec(p, a.g[i])
		j.SetSym(p, p, information.At(i, i)*(1+1e-10))
	}
	var chol mat.Cholesky
	var solved mat.VecDense
	if !chol.Factorize(j) || chol.SolveVecTo(&solved, c) != nil {
		return float64(len(inside)), 0
	}
	return float64(len(inside)), mat.Dot(c, &solved)
}
