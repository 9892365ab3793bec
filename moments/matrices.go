package moments

import (
	"gonum.org/v1/gonum/mat"

	"eeporl/pomdp"
)

// Block12 is one diagonal block of P̂₁₂: the rows are the x₁ = (a₁, o₁, a₂),
// the columns the x₂ = (a₂, o₂, a₃) of one shared a₂, ordered (a₁, o₁) and
// (a₃, o₂).
func (c *Counts) Block12(a2 int) *mat.Dense {
	a, o := c.sizes.A, c.sizes.Outcomes()
	m := mat.NewDense(a*o, a*o, nil)
	raw := m.RawMatrix()
	for a1 := range a {
		for a3 := range a {
			table := c.Raw12[((a1*a+a2)*a+a3)*o*o:]
			for o1 := range o {
				row := raw.Data[(a1*o+o1)*raw.Stride+a3*o:]
				for o2, k := range table[o1*o : (o1+1)*o] {
					row[o2] = k / c.mass
				}
			}
		}
	}
	return m
}

// Dense13 is P̂₁₃, d × d.
func (c *Counts) Dense13() *mat.Dense {
	p, o, d := c.sizes.Pairs(), c.sizes.Outcomes(), c.sizes.D()
	m := mat.NewDense(d, d, nil)
	raw := m.RawMatrix()
	for p1 := range p {
		for p3 := range p {
			table := c.Raw13[(p1*p+p3)*o*o:]
			for o1 := range o {
				row := raw.Data[(p1*o+o1)*raw.Stride+p3*o:]
				for o3, k := range table[o1*o : (o1+1)*o] {
					row[o3] = k / c.mass
				}
			}
		}
	}
	return m
}

// P12Matrix is P̂₁₂ as a d × d matrix, P13Matrix is P̂₁₃; both are zero without
// data.
func (c *Counts) P12Matrix() *mat.Dense {
	d := c.sizes.D()
	m := mat.NewDense(d, d, nil)
	if !(c.mass > 0) {
		return m
	}
	for a2 := range c.sizes.A {
		block := c.Block12(a2)
		for i := range c.sizes.A * c.sizes.Outcomes() {
			for j, v := range block.RawRowView(i) {
				m.Set(FirstSymbol(c.sizes, a2, i), SecondSymbol(c.sizes, a2, j), v)
			}
		}
	}
	return m
}

// P13Matrix: see P12Matrix.
func (c *Counts) P13Matrix() *mat.Dense {
	if !(c.mass > 0) {
		return mat.NewDense(c.sizes.D(), c.sizes.D(), nil)
	}
	return c.Dense13()
}

// FirstSymbol is the x₁ of row i = (a₁, o₁) of block a₂.
func FirstSymbol(n pomdp.Sizes, a2, i int) int {
	o := n.Outcomes()
	return n.Pair(i/o, a2)*o + i%o
}

// SecondSymbol is the x₂ of column j = (a₃, o₂) of block a₂.
func SecondSymbol(n pomdp.Sizes, a2, j int) int {
	return a2*n.A*n.Outcomes() + j
}
