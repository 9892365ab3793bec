package moments

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// fisher computes the expected Fisher information of the free parameters,
// J = Σ_cells weight·∇p∇pᵀ/p with weight the number (or probability) of
// episodes on the cell's action path.
type fisher struct {
	*likelihood
	coordinates

	dpi, d1, dm, d2 []float64 // derivatives of π, α₁, m₂, α₂: [s] rows of length size
	d3              []float64 // of β₃: [a₃ a₄][o₃][s₃] rows
	cell            []float64 // ∇p
	batch           []float64 // rows √(weight/p)·∇p in free coordinates
	information     []float64 // free × free, upper triangle
}

func newFisher(l *likelihood) *fisher {
	n, f := l.n, l.free()
	rows := n.A * n.Outcomes()
	return &fisher{
		likelihood: l,
		dpi:        make([]float64, n.S*l.size), d1: make([]float64, n.S*l.size),
		dm: make([]float64, n.S*l.size), d2: make([]float64, n.S*l.size),
		d3:   make([]float64, n.Pairs()*n.Outcomes()*n.S*l.size),
		cell: make([]float64, l.size), batch: make([]float64, rows*f), information: make([]float64, f*f),
	}
}

// choosePivots chooses the free coordinates at x.
func (f *fisher) choosePivots(x []float64) { f.coordinates = f.coordinatesAt(x) }

// compute returns the information at x in free coordinates, valid until the next call; nil
// where nothing is free. choosePivots(x) must have been called.
func (f *fisher) compute(x, weight []float64) *mat.SymDense {
	l, n := f.likelihood, f.n
	l.tables(x)
	f.future(x)
	clear(f.information)
	free, o := len(f.freeAt), n.Outcomes()
	if free == 0 {
		return nil
	}
	for a1 := range n.A {
		f.derivePi(x, a1)
		for a2 := range n.A {
			for o1 := range o {
				f.deriveM(x, a1, a2, o1)
				for a3 := range n.A {
					for o2 := range o {
						f.deriveA2(x, a1, a2, a3, o1, o2)
						rows := f.fillBatch(weight, ((a1*n.A+a2)*n.A+a3)*n.A, o1*o+o2)
						blas64.Implementation().Dsyrk(blas.Upper, blas.Trans, free, rows, 1, f.batch, free, 1, f.information, free)
					}
				}
			}
		}
	}
	return mat.NewSymDense(free, f.information)
}

// fillBatch writes the rows of all cells (·, a₄, o₃) and returns how many.
func (f *fisher) fillBatch(weight []float64, path, o12 int) int {
	l, n := f.likelihood, f.n
	s, o, size, free := n.S, n.Outcomes(), f.size, len(f.freeAt)
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
			clear(f.cell)
			for j := range s {
				axpy(b3[j], f.d2[j*size:(j+1)*size], f.cell)
				axpy(a2[j], f.d3[(at+j)*size:(at+j+1)*size], f.cell)
			}
			row, scale := f.batch[rows*free:(rows+1)*free], math.Sqrt(w/p)
			for i, from := range f.freeAt {
				row[i] = scale * (f.cell[from] - f.cell[f.pivot[i]])
			}
			rows++
		}
	}
	return rows
}

func axpy(a float64, x, y []float64) {
	if a == 0 {
		return
	}
	for i, v := range x {
		y[i] += a * v
	}
}

// deriveE adds scale·∇e(pair, outcome, s) to row.
func (f *fisher) deriveE(x, row []float64, pair, out, s int, scale float64) {
	a, next := f.n.PairActions(pair)
	z, r := f.n.OutcomeAt(out)
	zi, ri := f.obs(a, s, z), f.rew(next, s, r)
	row[zi] += scale * x[ri]
	row[ri] += scale * x[zi]
}

func (f *fisher) future(x []float64) {
	n := f.n
	clear(f.d3)
	for pair := range n.Pairs() {
		a, _ := n.PairActions(pair)
		for out := range n.Outcomes() {
			at := (pair*n.Outcomes() + out) * n.S
			for i := range n.S {
				row := f.d3[(at+i)*f.size : (at+i+1)*f.size]
				for j := range n.S {
					row[f.trans(a, i, j)] += f.e[at+j]
					f.deriveE(x, row, pair, out, j, x[f.trans(a, i, j)])
				}
			}
		}
	}
}

func (f *fisher) derivePi(x []float64, a1 int) {
	clear(f.dpi)
	for j := range f.n.S {
		row := f.dpi[j*f.size : (j+1)*f.size]
		for i := range f.n.S {
			row[i] += x[f.trans(a1, i, j)]
			row[f.trans(a1, i, j)] += x[i]
		}
	}
}

func (f *fisher) deriveM(x []float64, a1, a2, o1 int) {
	n, size := f.n, f.size
	pair := n.Pair(a1, a2)
	at := (pair*n.Outcomes() + o1) * n.S
	clear(f.d1)
	clear(f.dm)
	for i := range n.S {
		row := f.d1[i*size : (i+1)*size]
		axpy(f.e[at+i], f.dpi[i*size:(i+1)*size], row)
		f.deriveE(x, row, pair, o1, i, f.pi[a1*n.S+i])
		for j := range n.S {
			axpy(x[f.trans(a2, i, j)], row, f.dm[j*size:(j+1)*size])
			f.dm[j*size+f.trans(a2, i, j)] += f.a1[at+i]
		}
	}
}

func (f *fisher) deriveA2(x []float64, a1, a2, a3, o1, o2 int) {
	n, size, o := f.n, f.size, f.n.Outcomes()
	clear(f.d2)
	pair := n.Pair(a2, a3)
	m2, e := f.m2[(n.Pair(a1, a2)*o+o1)*n.S:], f.e[(pair*o+o2)*n.S:]
	for j := range n.S {
		row := f.d2[j*size : (j+1)*size]
		axpy(e[j], f.dm[j*size:(j+1)*size], row)
		f.deriveE(x, row, pair, o2, j, m2[j])
	}
}
