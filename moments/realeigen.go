package moments

import "math"

// realEigen solves small dense eigenproblems with real eigenvectors, without
// allocating: reduction to Hessenberg form and the implicitly double-shifted QR
// iteration of EISPACK's orthes and hqr2 (Martin, Peters, Wilkinson 1970). The
// rotations of one estimate ask for dozens of 4 × 4 problems, for which
// LAPACK's blocked routines spend most of their time on overhead.
type realEigen struct {
	n      int
	h, v   []float64 // n × n: the matrix being reduced, the transformations so far
	ort    []float64
	re, im []float64 // eigenvalues
	norm   float64
}

func (s *realEigen) reset(n int) {
	if s.n == n {
		return
	}
	s.n = n
	s.h, s.v = make([]float64, n*n), make([]float64, n*n)
	s.ort, s.re, s.im = make([]float64, n), make([]float64, n), make([]float64, n)
}

// solve finds the eigenvalues of the matrix in s.h, which it overwrites, and
// where all are real the eigenvectors as the columns of s.v, of any length.
// converged is false when the iteration gives up.
func (s *realEigen) solve() (converged, allReal bool) {
	s.hessenberg()
	if !s.iterate() {
		return false, false
	}
	for _, v := range s.im {
		if v != 0 {
			return true, false
		}
	}
	s.vectors()
	return true, true
}

// hessenberg reduces h by Householder reflections and accumulates them in v.
func (s *realEigen) hessenberg() {
	n, h, v, ort := s.n, s.h, s.v, s.ort
	for m := 1; m < n-1; m++ {
		scale := 0.0
		for i := m; i < n; i++ {
			scale += math.Abs(h[i*n+m-1])
		}
		if scale == 0 {
			continue
		}
		sum := 0.0
		for i := m; i < n; i++ {
			ort[i] = h[i*n+m-1] / scale
			sum += ort[i] * ort[i]
		}
		g := -math.Copysign(math.Sqrt(sum), ort[m])
		sum -= ort[m] * g
		ort[m] -= g
		for j := m; j < n; j++ {
			f := 0.0
			for i := m; i < n; i++ {
				f += ort[i] * h[i*n+j]
			}
			f /= sum
			for i := m; i < n; i++ {
				h[i*n+j] -= f * ort[i]
			}
		}
		for i := range n {
			f := 0.0
			for j := m; j < n; j++ {
				f += ort[j] * h[i*n+j]
			}
			f /= sum
			for j := m; j < n; j++ {
				h[i*n+j] -= f * ort[j]
			}
		}
		ort[m] *= scale
		h[m*n+m-1] = scale * g
	}
	clear(v)
	for i := range n {
		v[i*n+i] = 1
	}
	for m := n - 2; m >= 1; m-- {
		if h[m*n+m-1] == 0 {
			continue
		}
		for i := m + 1; i < n; i++ {
			ort[i] = h[i*n+m-1]
		}
		for j := m; j < n; j++ {
			g := 0.0
			for i := m; i < n; i++ {
				g += ort[i] * v[i*n+j]
			}
			g = g / ort[m] / h[m*n+m-1] // two divisions: the product may underflow
			for i := m; i < n; i++ {
				v[i*n+j] += g * ort[i]
			}
		}
	}
}

// vectors substitutes back in the triangular h and transforms with v.
func (s *realEigen) vectors() {
	n, h, v := s.n, s.h, s.v
	for c := n - 1; c >= 0; c-- {
		h[c*n+c] = 1
		for i := c - 1; i >= 0; i-- {
			w, r := s.re[i]-s.re[c], 0.0
			for j := i + 1; j <= c; j++ {
				r += h[i*n+j] * h[j*n+c]
			}
			if w == 0 {
				w = epsilon * s.norm // equal eigenvalues: a nearly dependent vector, which the condition number shows
			}
			h[i*n+c] = -r / w
			if t := math.Abs(h[i*n+c]); epsilon*t*t > 1 {
				for j := i; j <= c; j++ {
					h[j*n+c] /= t
				}
			}
		}
	}
	for j := n - 1; j >= 0; j-- {
		for i := range n {
			z := 0.0
			for k := 0; k <= j; k++ {
				z += v[i*n+k] * h[k*n+j]
			}
			v[i*n+j] = z
		}
	}
}

const epsilon = 1.0 / (1 << 52)
