package pomdp

import "eeporl/pomdp/workers"

// Law is the exact distribution of (x₁, x₂, x₃) under π_explore, over the
// |A|⁴(|Z||R|)³ cells that can occur: P[CellIndex] sums to 1.
type Law struct {
	Sizes Sizes
	P     []float64
}

// ExactLaw computes the law of a triple by one forward pass along each action
// path. It uses only the first four actions and does not check that H ≥ 4.
func ExactLaw(m *POMDP, e Exploration) *Law {
	n := m.sizes
	law := &Law{Sizes: n, P: make([]float64, n.Cells())}
	cells := n.Cells() / (n.Pairs() * n.Pairs()) // a path's
	workers.Each(n.Pairs()*n.Pairs(), func() func(int) {
		f := forward{model: m, before: make([]float64, n.S)}
		for t := range f.after {
			f.moved[t], f.after[t] = make([]float64, n.S), make([]float64, n.S)
		}
		return func(i int) {
			f.law = law.P[i*cells : (i+1)*cells]
			f.path = [4]int{i / (n.A * n.Pairs()), i / n.Pairs() % n.A, i / n.A % n.A, i % n.A}
			p := e.Path(f.path)
			for s := range f.before {
				f.before[s] = m.Initial(s) * p
			}
			f.extend(0, f.before)
		}
	})
	return law
}

// forward carries unnormalised state probabilities along one action path and
// writes the law's cells in index order.
type forward struct {
	model  *POMDP
	path   [4]int
	law    []float64 // cells still to be written
	before []float64
	moved  [3][]float64
	after  [3][]float64
}

func (f *forward) extend(t int, before []float64) {
	m, n := f.model, f.model.sizes
	a, next := f.path[t], f.path[t+1]
	moved := f.moved[t]
	clear(moved)
	for s, p := range before {
		for s2 := range moved {
			moved[s2] += p * m.T(a, s, s2)
		}
	}
	for z := range n.Z {
		for r := range n.R {
			sum := 0.0
			after := f.after[t]
			for s, p := range moved {
				after[s] = p * m.Z(a, s, z) * m.R(next, s, r)
				sum += after[s]
			}
			if t == 2 {
				f.law[0], f.law = sum, f.law[1:]
				continue
			}
			f.extend(t+1, after)
		}
	}
}
