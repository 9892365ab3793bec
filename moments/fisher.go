package moments

import (
	"math"

	"eeporl/pomdp/workers"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// fisher computes the expected Fisher information of the free parameters,
// J = Σ_cells weight·∇p∇pᵀ/p with weight the number (or probability) of
// episodes on the cell's action path.
type fisher struct {
	*likelihood
	coordinates

	third       []float64 // ∇β₃ in free coordinates: [a₃ a₄][o₃][s₃] rows
	parts       [][]float64
	information []float64 // free × free, upper triangle
}

// fisherParts are summed in their order, so that J does not depend on the number of processors.
const fisherParts = 8

func newFisher(l *likelihood) *fisher {
	n, f := l.n, l.free()
	return &fisher{likelihood: l, third: make([]float64, n.Pairs()*n.Outcomes()*n.S*f), information: make([]float64, f*f)}
}

// choosePivots chooses the free coordinates at x.
func (f *fisher) choosePivots(x []float64) { f.coordinates = f.coordinatesAt(x) }

// compute returns the information at x in free coordinates, valid until the next call; nil
// where nothing is free. choosePivots(x) must have been called.
func (f *fisher) compute(x, weight []float64) *mat.SymDense {
	free, groups := len(f.freeAt), f.n.Pairs()*f.n.Outcomes()
	if free == 0 {
		return nil
	}
	f.tables(x)
	f.future(x)
	for len(f.parts) < fisherParts {
		f.parts = append(f.parts, make([]float64, free*free))
	}
	worker := func() func(int) {
		d := newDerivatives(f)
		return func(part int) {
			clear(f.parts[part])
			for g := groups * part / fisherParts; g < groups*(part+1)/fisherParts; g++ {
				d.group(x, weight, g, f.parts[part])
			}
		}
	}
	if cells := float64(f.n.Cells()); cells*float64(free*free) < fisherAlone {
		alone := worker()
		for part := range fisherParts {
			alone(part)
		}
	} else {
		workers.Each(fisherParts, worker)
	}
	clear(f.information)
	for _, part := range f.parts {
		floats.Add(f.information, part)
	}
	return mat.NewSymDense(free, f.information)
}

// fisherAlone is the number of multiplications below which other processors are not worth waking.
const fisherAlone = 2e6

// derivatives are those of π, α₁, m₂ and α₂ for one past after another, and what is made of them.
type derivatives struct {
	*fisher
	current         int       // a₁ that dpi is of
	dpi, d1, dm, d2 []float64 // [s] rows by all entries
	second          []float64 // d2 in free coordinates
	batch           []float64 // rows √(weight/p)·∇p in free coordinates
}

func newDerivatives(f *fisher) *derivatives {
	n, free := f.n, len(f.freeAt)
	d := &derivatives{fisher: f, current: -1, second: make([]float64, n.S*free), batch: make([]float64, n.A*n.Outcomes()*free)}
	for _, rows := range []*[]float64{&d.dpi, &d.d1, &d.dm, &d.d2} {
		*rows = make([]float64, n.S*f.size)
	}
	return d
}

// group adds the information of all cells that begin with a₁, a₂ and o₁.
func (d *derivatives) group(x, weight []float64, group int, into []float64) {
	n, free := d.n, len(d.freeAt)
	o, s := n.Outcomes(), n.S
	a1, a2 := n.PairActions(group / o)
	o1 := group % o
	if a1 != d.current {
		d.derivePi(x, a1)
	}
	d.deriveM(x, a1, a2, o1)
	for a3 := range n.A {
		for o2 := range o {
			d.deriveA2(x, a1, a2, a3, o1, o2)
			for j := range s {
				d.reduce(d.d2[j*d.size:(j+1)*d.size], d.second[j*free:(j+1)*free])
			}
			rows := d.fillBatch(weight, ((a1*n.A+a2)*n.A+a3)*n.A, o1*o+o2)
			blas64.Implementation().Dsyrk(blas.Upper, blas.Trans, free, rows, 1, d.batch, free, 1, into, free)
		}
	}
}

// fillBatch writes the rows of all cells (·, a₄, o₃) and returns how many.
func (d *derivatives) fillBatch(weight []float64, path, o12 int) int {
	l, n := d.likelihood, d.n
	s, o, free := n.S, n.Outcomes(), len(d.freeAt)
	a2 := l.a2[(path/n.A*o*o+o12)*s:][:s]
	rows := 0
	for a4 := range n.A {
		w := weight[path+a4]
		if w == 0 {
			continue
		}
		for o3 := range o {
			at := ((path+a4)%n.Pairs()*o + o3) * s
			b3 := l.b3[at : at+s]
			p := dot(a2, b3)
			if !(p > 0) {
				continue
			}
			row, scale := d.batch[rows*free:(rows+1)*free], math.Sqrt(w/p)
			clear(row)
			for j := range s {
				floats.AddScaled(row, scale*b3[j], d.second[j*free:(j+1)*free])
				floats.AddScaled(row, scale*a2[j], d.third[(at+j)*free:(at+j+1)*free])
			}
			rows++
		}
	}
	return rows
}

// deriveE adds scale·∇e(pair, outcome, s) to row.
func (f *fisher) deriveE(x, row []float64, pair, out, s int, scale float64) {
	a, next := f.n.PairActions(pair)
	z, r := f.n.OutcomeAt(out)
	zi, ri := f.obs(a, s, z), f.rew(next, s, r)
	row[zi] += scale * x[ri]
	row[ri] += scale * x[zi]
}

// future fills third.
func (f *fisher) future(x []float64) {
	n, free, row := f.n, len(f.freeAt), make([]float64, f.size)
	for pair := range n.Pairs() {
		a, _ := n.PairActions(pair)
		for out := range n.Outcomes() {
			at := (pair*n.Outcomes() + out) * n.S
			for i := range n.S {
				clear(row)
				for j := range n.S {
					row[f.trans(a, i, j)] += f.e[at+j]
					f.deriveE(x, row, pair, out, j, x[f.trans(a, i, j)])
				}
				f.reduce(row, f.third[(at+i)*free:(at+i+1)*free])
			}
		}
	}
}

func (d *derivatives) derivePi(x []float64, a1 int) {
	d.current = a1
	clear(d.dpi)
	for j := range d.n.S {
		row := d.dpi[j*d.size : (j+1)*d.size]
		for i := range d.n.S {
			row[i] += x[d.trans(a1, i, j)]
			row[d.trans(a1, i, j)] += x[i]
		}
	}
}

func (d *derivatives) deriveM(x []float64, a1, a2, o1 int) {
	n, size := d.n, d.size
	pair := n.Pair(a1, a2)
	at := (pair*n.Outcomes() + o1) * n.S
	clear(d.d1)
	clear(d.dm)
	for i := range n.S {
		row := d.d1[i*size : (i+1)*size]
		floats.AddScaled(row, d.e[at+i], d.dpi[i*size:(i+1)*size])
		d.deriveE(x, row, pair, o1, i, d.pi[a1*n.S+i])
		for j := range n.S {
			floats.AddScaled(d.dm[j*size:(j+1)*size], x[d.trans(a2, i, j)], row)
			d.dm[j*size+d.trans(a2, i, j)] += d.a1[at+i]
		}
	}
}

func (d *derivatives) deriveA2(x []float64, a1, a2, a3, o1, o2 int) {
	n, size, o := d.n, d.size, d.n.Outcomes()
	clear(d.d2)
	pair := n.Pair(a2, a3)
	m2, e := d.m2[(n.Pair(a1, a2)*o+o1)*n.S:], d.e[(pair*o+o2)*n.S:]
	for j := range n.S {
		row := d.d2[j*size : (j+1)*size]
		floats.AddScaled(row, e[j], d.dm[j*size:(j+1)*size])
		d.deriveE(x, row, pair, o2, j, m2[j])
	}
}
