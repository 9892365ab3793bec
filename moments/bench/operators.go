package bench

import (
	"fmt"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/pomdp"

	"gonum.org/v1/gonum/mat"
)

// Operators predict without columns or states. Symbols are those of Hsu, Kakade, Zhang 2009:
// p(x₁, …, x_t) = endᵀB[x_t]…B[x₁]start. Outcomes are controlled ones (Boots, Siddiqi, Gordon 2011),
// by (a·|R| + r)·|Z| + z: p(r, z | a) = endᵀB m, and m becomes B m. One of both is nil.
type Operators struct {
	Start, End []float64 // m
	Symbols    []*mat.Dense
	Outcomes   []*mat.Dense
}

// predictions are figures that operators and counts both have.
type predictions struct {
	what []string
	rows []table
}

func (p *predictions) add(what string, rows table) {
	p.what, p.rows = append(p.what, what), append(p.rows, rows)
}

// predictions of the operators for the first symbols, shortest first.
func (o *Operators) predictions(n pomdp.Sizes) predictions {
	if o.Symbols != nil {
		return o.ofSymbols()
	}
	return o.ofOutcomes(n)
}

func applied(m *mat.Dense, v []float64) []float64 {
	out := make([]float64, len(v))
	for i := range out {
		out[i] = num.Dot(m.RawRowView(i), v)
	}
	return out
}

// ofSymbols are p(x₁), p(x₁, x₂) and what is left of three symbols without x₂, and without x₁.
func (o *Operators) ofSymbols() (p predictions) {
	d, m := len(o.Symbols), len(o.Start)
	end := make(table, d) // endᵀB[x]
	all := make([]float64, m*m)
	for x, b := range o.Symbols {
		end[x] = make([]float64, m)
		for i := range m {
			for j, v := range b.RawRowView(i) {
				end[x][j] += o.End[i] * v
				all[i*m+j] += v
			}
		}
	}
	sum := mat.NewDense(m, m, all)
	one := make(table, 1)
	pair, gap, later := make(table, d), make(table, d), make(table, d)
	after := applied(sum, o.Start)
	for x, b := range o.Symbols {
		one[0] = append(one[0], num.Dot(end[x], o.Start))
		state := applied(b, o.Start)
		skipped, next := applied(sum, state), applied(b, after)
		for y := range d {
			pair[x] = append(pair[x], num.Dot(end[y], state))
			gap[x] = append(gap[x], num.Dot(end[y], skipped))
			later[x] = append(later[x], num.Dot(end[y], next))
		}
	}
	p.add("p(x₁)", one)
	p.add("p(x₁, x₂)", pair)
	p.add("p(x₁, x₃)", gap)
	p.add("p(x₂, x₃)", later)
	return p
}

// ofOutcomes are the probabilities of what is seen, given actions: p(z₂ | a₁),
// p(z₂, r₂, z₃ | a₁, a₂) and one step more, a row for each path of actions.
func (o *Operators) ofOutcomes(n pomdp.Sizes) (p predictions) {
	m := len(o.Start)
	at := func(a, r, z int) *mat.Dense { return o.Outcomes[(a*n.R+r)*n.Z+z] }
	first := make([][]float64, n.A*n.Z) // state after (a₁, z₂), whatever r₁ was
	one := make(table, n.A)
	for a := range n.A {
		for z := range n.Z {
			state := make([]float64, m)
			for r := range n.R {
				for i, v := range applied(at(a, r, z), o.Start) {
					state[i] += v
				}
			}
			first[a*n.Z+z] = state
			one[a] = append(one[a], num.Dot(o.End, state))
		}
	}
	p.add("p(z₂ | a₁)", one)
	states, paths, width := first, n.A, n.Z // [path][what was seen]
	for step := range 2 {
		next, rows := [][]float64(nil), make(table, paths*n.A)
		for path := range paths {
			for a := range n.A {
				for _, state := range states[path*width : (path+1)*width] {
					for r := range n.R {
						for z := range n.Z {
							after := applied(at(a, r, z), state)
							next = append(next, after)
							rows[path*n.A+a] = append(rows[path*n.A+a], num.Dot(o.End, after))
						}
					}
				}
			}
		}
		p.add([...]string{"p(z₂, r₂, z₃ | a₁, a₂)", "p(z₂ … z₄ | a₁, a₂, a₃)"}[step], rows)
		states, paths, width = next, paths*n.A, width*n.R*n.Z
	}
	return p
}

// hkz learns observable operators of m dimensions from the moments; nil where P₁₂'s rank is lower.
func (p *plain) hkz(m int) *Operators {
	d := p.n.D()
	svd := decomposed(p.p12, mat.SVDThin)
	if m > d || svd == nil || !(svd.Values(nil)[m-1] > 1e-13*svd.Values(nil)[0]) {
		return nil
	}
	var v mat.Dense
	svd.VTo(&v)
	u := v.Slice(0, d, 0, m) // left singular vectors of P₂₁
	var reduced mat.Dense    // UᵀP₂₁, m × d
	reduced.Mul(u.T(), p.p12.T())
	back := pseudoInverse(&reduced, m)
	if back == nil {
		return nil
	}
	o := &Operators{Start: make([]float64, m), End: make([]float64, m)}
	for x := range d {
		for j := range m {
			o.Start[j] += u.At(x, j) * p.p1[x]
			o.End[j] += back.At(x, j) * p.p1[x]
		}
		o.Symbols = append(o.Symbols, mat.NewDense(m, m, nil))
	}
	p.triples(func(x1, x2, x3 int, share float64) {
		b, from := o.Symbols[x2], back.RawRowView(x1)
		for i := range m {
			row, by := b.RawRowView(i), share*u.At(x3, i)
			for j, w := range from {
				row[j] += by * w
			}
		}
	})
	return o
}

// controlled are the shares of what was seen among the episodes with the same actions: what
// controlled operators predict.
func controlled(counts *moments.Counts) (p predictions) {
	n := counts.Sizes()
	outcomes := n.Outcomes()
	one, two, three := zeros(n.A, n.Z), zeros(n.Pairs(), n.Z*outcomes), zeros(n.Pairs()*n.A, n.Z*outcomes*outcomes)
	for cell, count := range counts.Cells {
		t := n.Triple(n.CellAt(cell))
		x1, x2, x3 := n.SymbolAt(t[0]), n.SymbolAt(t[1]), n.SymbolAt(t[2])
		pair := x1.Action*n.A + x2.Action
		seen := (x1.Observation*n.R+x1.Reward)*n.Z + x2.Observation
		one[x1.Action][x1.Observation] += count
		two[pair][seen] += count
		three[pair*n.A+x3.Action][(seen*n.R+x2.Reward)*n.Z+x3.Observation] += count
	}
	for i, x := range []table{one, two, three} {
		for _, row := range x {
			sum := 0.0
			for _, v := range row {
				sum += v
			}
			for j := range row {
				if sum > 0 {
					row[j] /= sum
				}
			}
		}
		p.add([...]string{"p(z₂ | a₁)", "p(z₂, r₂, z₃ | a₁, a₂)", "p(z₂ … z₄ | a₁, a₂, a₃)"}[i], x)
	}
	return p
}

func zeros(rows, columns int) table {
	out := make(table, rows)
	for i := range out {
		out[i] = make([]float64, columns)
	}
	return out
}

// fits says what is wrong with the operators' sizes.
func (o *Operators) fits(n pomdp.Sizes) error {
	m := len(o.Start)
	if m == 0 || len(o.End) != m {
		return fmt.Errorf("operators: found start with %d and end with %d entries, expected the same number, at least 1", m, len(o.End))
	}
	list, want, name := o.Symbols, n.D(), "symbols"
	if list == nil {
		list, want, name = o.Outcomes, n.A*n.Outcomes(), "outcomes"
	}
	if len(list) != want {
		return fmt.Errorf("operators: found %d matrices of %s, expected %d", len(list), name, want)
	}
	for i, b := range list {
		if r, c := b.Dims(); r != m || c != m {
			return fmt.Errorf("operators: found matrix %d of %s with %d × %d entries, expected %d × %d", i, name, r, c, m, m)
		}
	}
	return nil
}
