// An estimator for eeporl's bench, with gonum: a request a line on stdin, an answer a line on stdout.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"

	"gonum.org/v1/gonum/mat"
)

type request struct {
	Sizes struct{ S, A, Z, R int }
	Seed  uint64
	Cells [][4]float64 // x1, x2, x3, count
}

func main() {
	in, out := bufio.NewReaderSize(os.Stdin, 1<<20), json.NewEncoder(os.Stdout)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var q request
		answer, err := map[string]any(nil), json.Unmarshal(line, &q)
		if err == nil {
			answer, err = estimate(&q)
		}
		if err != nil {
			answer = map[string]any{"error": err.Error()}
		}
		_ = out.Encode(answer)
	}
}

func estimate(q *request) (map[string]any, error) {
	n := q.Sizes
	d, k := n.A*n.A*n.Z*n.R, n.A*n.A*n.S
	if k > d {
		return nil, errors.New("there are more hidden states than symbols")
	}
	total, p12, p13, p2 := 0., mat.NewDense(d, d, nil), mat.NewDense(d, d, nil), mat.NewVecDense(d, nil)
	for _, c := range q.Cells {
		total += c[3]
	}
	for _, c := range q.Cells {
		x, y, z, p := int(c[0]), int(c[1]), int(c[2]), c[3]/total
		p12.Set(x, y, p12.At(x, y)+p)
		p13.Set(x, z, p13.At(x, z)+p)
		p2.SetVec(y, p2.AtVec(y)+p)
	}
	u1, u2, sigma := top(p12, k)
	_, u3, _ := top(p13, k)

	core := make([]*mat.Dense, k) // [l] U1ᵀ P123(U3 e_l) U2
	for l := range core {
		m := mat.NewDense(d, d, nil)
		for _, c := range q.Cells {
			x, y := int(c[0]), int(c[1])
			m.Set(x, y, m.At(x, y)+c[3]/total*u3.At(int(c[2]), l))
		}
		core[l] = product(u1.T(), m, u2)
	}
	var by12 mat.Dense
	if err := by12.Inverse(product(u1.T(), p12, u2)); err != nil {
		return nil, errors.New("the rank of P12 is below k")
	}
	rng, best := rand.New(rand.NewPCG(q.Seed, 1)), 0.
	var vectors mat.Dense
	for range 20 { // the rotation whose eigenvalues lie furthest apart
		var b mat.Dense
		for l := range core {
			var part mat.Dense
			part.Scale(rng.NormFloat64(), core[l])
			if l == 0 {
				b.CloneFrom(&part)
			} else {
				b.Add(&b, &part)
			}
		}
		var eigen mat.Eigen
		if !eigen.Factorize(product(&b, &by12), mat.EigenRight) {
			continue
		}
		if gap := smallestGap(eigen.Values(nil)) / mat.Norm(&b, 2); gap > best {
			var v mat.CDense
			eigen.VectorsTo(&v)
			best = gap
			vectors.Reset()
			vectors.ReuseAs(k, k)
			for i := range k {
				for j := range k {
					vectors.Set(i, j, real(v.At(i, j)))
				}
			}
		}
	}
	var back mat.Dense
	if best == 0 || back.Inverse(&vectors) != nil {
		return nil, errors.New("no rotation has real eigenvalues")
	}
	ot := mat.NewDense(d, k, nil) // column h: p(x3 | h2)
	for l := range core {
		diagonal := product(&back, core[l], &by12, &vectors)
		for x := range d {
			for h := range k {
				ot.Set(x, h, ot.At(x, h)+u3.At(x, l)*diagonal.At(h, h))
			}
		}
	}
	// P13 = F ÔTᵀ with F = p(x1, h2), and P12 = F Ôᵀ.
	var f, columns, t, w mat.Dense
	if f.Solve(ot, p13.T()) != nil || columns.Solve(f.T(), p12) != nil {
		return nil, errors.New("the columns p(x3 | h2) lack rank")
	}
	o := mat.DenseCopyOf(columns.T())
	if t.Solve(o, ot) != nil || w.Solve(o, p2) != nil {
		return nil, errors.New("the columns p(x2 | h2) lack rank")
	}
	labels := make([][2]int, k)
	for h := range k {
		most := 0
		for x := range d {
			if o.At(x, h) > o.At(most, h) {
				most = x
			}
		}
		pair := most / (n.Z * n.R)
		labels[h] = [2]int{pair / n.A, pair % n.A}
	}
	return map[string]any{"P12": rows(p12), "P13": rows(p13), "sigma": sigma, "O": rows(o), "T": rows(&t), "w": mat.Col(nil, 0, &w), "labels": labels}, nil
}

// top are the k largest singular values and their vectors, left and right.
func top(m *mat.Dense, k int) (u, v *mat.Dense, sigma []float64) {
	var svd mat.SVD
	svd.Factorize(m, mat.SVDThin)
	var left, right mat.Dense
	svd.UTo(&left)
	svd.VTo(&right)
	d, _ := m.Dims()
	return mat.DenseCopyOf(left.Slice(0, d, 0, k)), mat.DenseCopyOf(right.Slice(0, d, 0, k)), svd.Values(nil)
}

func product(first mat.Matrix, others ...mat.Matrix) *mat.Dense {
	out := mat.DenseCopyOf(first)
	for _, m := range others {
		next := new(mat.Dense)
		next.Mul(out, m)
		out = next
	}
	return out
}

// smallestGap is the least distance of two eigenvalues, 0 where they are not real.
func smallestGap(values []complex128) float64 {
	gap := math.Inf(1)
	for i, v := range values {
		if imag(v) != 0 {
			return 0
		}
		for _, w := range values[:i] {
			gap = min(gap, math.Abs(real(v)-real(w)))
		}
	}
	return gap
}

func rows(m *mat.Dense) (out [][]float64) {
	n, _ := m.Dims()
	for i := range n {
		out = append(out, mat.Row(nil, i, m))
	}
	return out
}
