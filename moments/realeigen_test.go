package moments

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"sort"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestRealEigenAgreesWithLAPACK compares eigenvalues, and checks A·v = λ·v.
func TestRealEigenAgreesWithLAPACK(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 0))
	realOnes := 0
	for i := range 3000 {
		n := 1 + rng.IntN(13)
		a := mat.NewDense(n, n, nil)
		switch i % 4 {
		case 0: // general
			fill(a, rng.NormFloat64)
		case 1: // real eigenvalues by similarity
			r, values := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
			fill(r, rng.NormFloat64)
			for j := range n {
				values.Set(j, j, rng.NormFloat64())
			}
			var inverse, half mat.Dense
			if inverse.Inverse(r) != nil {
				continue
			}
			half.Mul(r, values)
			a.Mul(&half, &inverse)
		case 2: // sparse small integers: ties, zero columns
			fill(a, func() float64 { return float64(rng.IntN(3) - 1) })
		case 3: // graded
			for p := range n {
				for q := range n {
					a.Set(p, q, rng.NormFloat64()*math.Pow(10, -float64(p+q)/2))
				}
			}
		}
		var s realEigen
		s.reset(n)
		copy(s.h, a.RawMatrix().Data)
		converged, allReal := s.solve()
		if !converged {
			t.Fatalf("matrix %d, n = %d: no convergence", i, n)
		}
		var reference mat.Eigen
		if !reference.Factorize(a, mat.EigenNone) {
			t.Fatal("LAPACK failed")
		}
		own := make([]complex128, n)
		for j := range own {
			own[j] = complex(s.re[j], s.im[j])
		}
		// Backward stability bounds the error of ill-conditioned eigenvalues
		// only by a root of ε: compare those of the well-conditioned families.
		if d := spectrumDistance(own, reference.Values(nil)); i%4 != 2 && d > 1e-8*mat.Norm(a, 2) {
			t.Errorf("matrix %d (family %d), n = %d: eigenvalues differ by %.2g", i, i%4, n, d)
		}
		if !allReal {
			continue
		}
		realOnes++
		v := mat.NewDense(n, n, s.v)
		for c := range n {
			col := mat.Col(nil, c, v)
			x := mat.NewVecDense(n, col)
			var ax mat.VecDense
			ax.MulVec(a, x)
			ax.AddScaledVec(&ax, -s.re[c], x)
			if r := mat.Norm(&ax, 2); r > 1e-12*mat.Norm(a, 2)*mat.Norm(x, 2) {
				t.Errorf("matrix %d, n = %d: residual %.2g of eigenvector %d", i, n, r, c)
			}
		}
	}
	if realOnes < 700 {
		t.Errorf("only %d matrices with real eigenvalues", realOnes)
	}
}

func fill(a *mat.Dense, draw func() float64) {
	for i := range a.RawMatrix().Data {
		a.RawMatrix().Data[i] = draw()
	}
}

func spectrumDistance(a, b []complex128) float64 {
	n := len(a)
	cost := make([]float64, n*n)
	for i := range a {
		for j := range b {
			cost[i*n+j] = cmplx.Abs(a[i] - b[j])
		}
	}
	to, _ := assign(n, cost)
	worst := 0.0
	for i, j := range to {
		worst = math.Max(worst, cost[i*n+j])
	}
	return worst
}

func TestJacobiCond(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 0))
	for range 300 {
		n := 1 + rng.IntN(10)
		a := mat.NewDense(n, n, nil)
		fill(a, rng.NormFloat64)
		var svd mat.SVD
		svd.Factorize(a, mat.SVDNone)
		values := svd.Values(nil)
		sort.Float64s(values)
		want := values[n-1] / values[0]
		if got := jacobiCond(n, a.RawMatrix().Data); math.Abs(got-want) > 1e-9*want*want/1e3 && math.Abs(got-want) > 1e-9*want {
			t.Errorf("n = %d: condition number %g, expected %g", n, got, want)
		}
	}
}
