package likelihood

import (
	"eeporl/moments/num"
	"eeporl/moments/params"
	"eeporl/pomdp/workers"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// fisher computes the expected Fisher information of the free parameters,
// J = Σ_cells weight·∇p∇pᵀ/p with weight the number (or probability) of
// episodes on the cell's action path.
//
// A cell's p is α₂·β₃, and α₂ = m₂·e: no row of the score matrix is ever formed. What
// all cells of a past (a₁, o₁, a₂), of a present (o₂, a₃) and of a future (a₃, a₄, o₃) have in common is
// multiplied out once for each of them, so that a cell costs a few |S|² operations.
type fisher struct {
	*Likelihood
	params.Coordinates

	seen, earned []float64 // p(z | s) as [a][z][s], p(r | s) as [a][r][s]
	parts        []informationPart
	information  []float64 // free × free, upper triangle
}

// informationPart is what some of the cells add: J in all entries is half + halfᵀ plus what
// the futures add.
type informationPart struct {
	half   []float64 // [entry][entry]
	future []float64 // [a₃ a₄][o₃] an S × S matrix, its lower triangle: Σ weight/p·α₂α₂ᵀ
}

// fisherParts are summed in their order, so that J does not depend on the number of processors.
const fisherParts = 8

func newFisher(l *Likelihood) *fisher {
	n, f := l.N, l.Free()
	return &fisher{Likelihood: l, information: make([]float64, f*f), seen: make([]float64, n.A*n.Z*n.S), earned: make([]float64, n.A*n.R*n.S)}
}

// choosePivots chooses the free coordinates at x.
func (f *fisher) choosePivots(x []float64) { f.Coordinates = f.CoordinatesAt(x) }

// compute returns the information at x in free coordinates, valid until the next call; nil
// where nothing is free. choosePivots(x) must have been called.
func (f *fisher) compute(x, weight []float64) *mat.SymDense {
	n, free := f.N, len(f.FreeAt)
	if free == 0 {
		return nil
	}
	groups, futures := n.Pairs()*n.Outcomes(), n.Pairs()*n.Outcomes()*n.S*n.S
	f.tables(x)
	f.byState(x)
	for len(f.parts) < fisherParts {
		f.parts = append(f.parts, informationPart{make([]float64, f.Size*f.Size), make([]float64, futures)})
	}
	worker := func() func(int) {
		d := newDerivatives(f)
		return func(part int) {
			into := f.parts[part]
			clear(into.half)
			clear(into.future)
			for g := groups * part / fisherParts; g < groups*(part+1)/fisherParts; g++ {
				d.group(x, weight, g, into)
			}
		}
	}
	if n.Cells() < fisherAlone {
		alone := worker()
		for part := range fisherParts {
			alone(part)
		}
	} else {
		workers.Each(fisherParts, worker)
	}
	total := f.parts[0]
	for _, part := range f.parts[1:] {
		floats.Add(total.half, part.half)
		floats.Add(total.future, part.future)
	}
	f.futures(x, total)
	return f.reduced(total.half)
}

// fisherAlone is the number of cells below which other processors are not worth waking.
const fisherAlone = 20_000

// byState lays out Z and R so that states follow each other.
func (f *fisher) byState(x []float64) {
	n := f.N
	for a := range n.A {
		for i := range n.S {
			for z := range n.Z {
				f.seen[(a*n.Z+z)*n.S+i] = x[f.Obs(a, i, z)]
			}
			for r := range n.R {
				f.earned[(a*n.R+r)*n.S+i] = x[f.Rew(a, i, r)]
			}
		}
	}
}

// reduced is half + halfᵀ in free coordinates.
func (f *fisher) reduced(half []float64) *mat.SymDense {
	size, free := f.Size, len(f.FreeAt)
	at := func(i, j int) float64 { return half[i*size+j] + half[j*size+i] }
	for p, i := range f.FreeAt {
		pi := f.Pivot[p]
		for q := p; q < free; q++ {
			j, pj := f.FreeAt[q], f.Pivot[q]
			f.information[p*free+q] = at(i, j) - at(pi, j) - at(i, pj) + at(pi, pj)
		}
	}
	return mat.NewSymDense(free, f.information)
}

// derivatives are those of π, α₁ and m₂ for one past after another, by all entries, and what
// its cells are summed to.
type derivatives struct {
	*fisher
	current     int       // a₁ that dpi is of
	dpi, d1, dm []float64 // [s] rows

	own    []float64 // S × S: J has ∇m₂ᵀ·own·∇m₂
	across []float64 // [s] rows: and ∇m₂ᵀ·across with its transpose

	// Of one present, sums of weight/p·β₃ times: p(r₄ | s₄) by [z₄], p(z₄ | s₄) by [a₄ r₄], e₃, β₃,
	// and the gradient of α₂·β₃ with α₂ held fixed.
	observed, rewarded, emitted, squares, futureRows []float64
	arrived                                          []float64 // [s₄] Σ α₂·T
}

func newDerivatives(f *fisher) *derivatives {
	n, s, rows := f.N, f.N.S, f.N.S*f.Size
	d := &derivatives{fisher: f, current: -1, arrived: make([]float64, s), observed: make([]float64, n.Z*s*s), rewarded: make([]float64, n.A*n.R*s*s)}
	for _, square := range []*[]float64{&d.own, &d.squares, &d.emitted} {
		*square = make([]float64, s*s)
	}
	for _, table := range []*[]float64{&d.dpi, &d.d1, &d.dm, &d.across, &d.futureRows} {
		*table = make([]float64, rows)
	}
	return d
}

// group adds the information of all cells that begin with a₁, a₂ and o₁.
func (d *derivatives) group(x, weight []float64, group int, into informationPart) {
	n, size := d.N, d.Size
	o, s := n.Outcomes(), n.S
	a1, a2 := n.PairActions(group / o)
	o1 := group % o
	if a1 != d.current {
		d.derivePi(x, a1)
	}
	d.deriveM(x, a1, a2, o1)
	clear(d.own)
	clear(d.across)
	for a3 := range n.A {
		for o2 := range o {
			d.sum(x, weight, ((a1*n.A+a2)*n.A+a3)*n.A, o1*o+o2, into.future)
			d.present(x, group, n.Pair(a2, a3), o2, into.half)
		}
	}
	for j := range s {
		row := d.across[j*size : (j+1)*size]
		for j2 := range s {
			floats.AddScaled(row, d.own[j*s+j2]/2, d.dm[j2*size:(j2+1)*size])
		}
		for i, v := range d.dm[j*size : (j+1)*size] {
			if v != 0 {
				floats.AddScaled(into.half[i*size:(i+1)*size], v, row)
			}
		}
	}
}

// sum sums over the cells (·, a₄, o₃) of a present.
func (d *derivatives) sum(x, weight []float64, path, o12 int, future []float64) {
	l, n := d.Likelihood, d.N
	s, o := n.S, n.Outcomes()
	a2 := l.a2[(path/n.A*o*o+o12)*s:][:s]
	a3 := path / n.A % n.A
	clear(d.observed)
	clear(d.rewarded)
	for a4 := range n.A {
		w := weight[path+a4]
		if w == 0 {
			continue
		}
		for o3 := range o {
			at := ((path+a4)%n.Pairs()*o + o3) * s
			b3, square := l.b3[at:at+s], future[at*s:(at+s)*s]
			p := num.Dot(a2, b3)
			if !(p > 0) {
				continue
			}
			z, r := n.OutcomeAt(o3)
			zs, rs := d.seen[(a3*n.Z+z)*s:][:s], d.earned[(a4*n.R+r)*s:][:s]
			observed, rewarded := d.observed[z*s*s:][:s*s], d.rewarded[(a4*n.R+r)*s*s:][:s*s]
			w := w / p
			for j := range s {
				past, here := w*a2[j], w*b3[j]
				for i, v := range a2[:j+1] {
					square[j*s+i] += past * v
				}
				for i, v := range zs {
					observed[j*s+i] += here * rs[i]
					rewarded[j*s+i] += here * v
				}
			}
		}
	}
	d.gather(x, a3, a2)
}

// gather makes of what sum has summed what present needs.
func (d *derivatives) gather(x []float64, a3 int, a2 []float64) {
	n, s, size := d.N, d.N.S, d.Size
	clear(d.emitted)
	clear(d.arrived)
	for i, v := range a2 {
		floats.AddScaled(d.arrived, v, x[d.Trans(a3, i, 0):][:s])
	}
	clear(d.futureRows)
	for j := range s {
		row, emitted := d.futureRows[j*size:(j+1)*size], d.emitted[j*s:(j+1)*s]
		for i, arrived := range d.arrived {
			for z := range n.Z {
				v := d.observed[(z*s+j)*s+i]
				emitted[i] += v * d.seen[(a3*n.Z+z)*s+i]
				row[d.Obs(a3, i, z)] = arrived * v
			}
			for a4 := range n.A {
				for r := range n.R {
					row[d.Rew(a4, i, r)] = arrived * d.rewarded[((a4*n.R+r)*s+j)*s+i]
				}
			}
		}
		for i, v := range a2 {
			d.squares[j*s+i] = num.Dot(emitted, x[d.Trans(a3, i, 0):][:s])
			floats.AddScaled(row[d.Trans(a3, i, 0):][:s], v, emitted)
		}
	}
}

// present adds what sum has summed: α₂'s gradient is e·∇m₂ + m₂·∇e.
func (d *derivatives) present(x []float64, group, pair, o2 int, half []float64) {
	n, s, size := d.N, d.N.S, d.Size
	a, next := n.PairActions(pair)
	z, r := n.OutcomeAt(o2)
	m2, e := d.m2[group*s:][:s], d.e[(pair*n.Outcomes()+o2)*s:][:s]
	for j := range s {
		zj, rj := d.Obs(a, j, z), d.Rew(next, j, r)
		row, future := d.across[j*size:(j+1)*size], d.futureRows[j*size:(j+1)*size]
		floats.AddScaled(row, e[j], future)
		floats.AddScaled(half[zj*size:(zj+1)*size], m2[j]*x[rj], future)
		floats.AddScaled(half[rj*size:(rj+1)*size], m2[j]*x[zj], future)
		for i := range s {
			v := d.squares[j*s+i]
			d.own[j*s+i] += e[j] * v * e[i]
			zi, ri := d.Obs(a, i, z), d.Rew(next, i, r)
			row[zi] += e[j] * v * m2[i] * x[ri]
			row[ri] += e[j] * v * m2[i] * x[zi]
			both := m2[j] * v * m2[i] / 2
			half[zj*size+zi] += both * x[rj] * x[ri]
			half[zj*size+ri] += both * x[rj] * x[zi]
			half[rj*size+zi] += both * x[zj] * x[ri]
			half[rj*size+ri] += both * x[zj] * x[zi]
		}
	}
}

// futures adds what the gradients of β₃ give: for each future ∇β₃ᵀ·(Σ weight/p·α₂α₂ᵀ)·∇β₃.
func (f *fisher) futures(x []float64, into informationPart) {
	n, s, size := f.N, f.N.S, f.Size
	rows, sum := make([]float64, s*size), make([]float64, size)
	for future := range n.Pairs() * n.Outcomes() {
		pair, out := future/n.Outcomes(), future%n.Outcomes()
		a, _ := n.PairActions(pair)
		clear(rows)
		for i := range s {
			row := rows[i*size : (i+1)*size]
			for j := range s {
				row[f.Trans(a, i, j)] += f.e[future*s+j]
				f.deriveE(x, row, pair, out, j, x[f.Trans(a, i, j)])
			}
		}
		square := into.future[future*s*s:][:s*s]
		for i := range s {
			clear(sum)
			for j := range s {
				floats.AddScaled(sum, square[max(i, j)*s+min(i, j)]/2, rows[j*size:(j+1)*size])
			}
			for at, v := range rows[i*size : (i+1)*size] {
				if v != 0 {
					floats.AddScaled(into.half[at*size:(at+1)*size], v, sum)
				}
			}
		}
	}
}

// deriveE adds scale·∇e(pair, outcome, s) to row.
func (f *fisher) deriveE(x, row []float64, pair, out, s int, scale float64) {
	a, next := f.N.PairActions(pair)
	z, r := f.N.OutcomeAt(out)
	zi, ri := f.Obs(a, s, z), f.Rew(next, s, r)
	row[zi] += scale * x[ri]
	row[ri] += scale * x[zi]
}

func (d *derivatives) derivePi(x []float64, a1 int) {
	d.current = a1
	clear(d.dpi)
	for j := range d.N.S {
		row := d.dpi[j*d.Size : (j+1)*d.Size]
		for i := range d.N.S {
			row[i] += x[d.Trans(a1, i, j)]
			row[d.Trans(a1, i, j)] += x[i]
		}
	}
}

func (d *derivatives) deriveM(x []float64, a1, a2, o1 int) {
	n, size := d.N, d.Size
	pair := n.Pair(a1, a2)
	at := (pair*n.Outcomes() + o1) * n.S
	clear(d.d1)
	clear(d.dm)
	for i := range n.S {
		row := d.d1[i*size : (i+1)*size]
		floats.AddScaled(row, d.e[at+i], d.dpi[i*size:(i+1)*size])
		d.deriveE(x, row, pair, o1, i, d.pi[a1*n.S+i])
		for j := range n.S {
			floats.AddScaled(d.dm[j*size:(j+1)*size], x[d.Trans(a2, i, j)], row)
			d.dm[j*size+d.Trans(a2, i, j)] += d.a1[at+i]
		}
	}
}
