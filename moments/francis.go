package moments

import "math"

// iterate is the QR iteration proper (EISPACK hqr2): it leaves h triangular
// but for 2 × 2 blocks with complex eigenvalues, deflating from the bottom.
func (s *realEigen) iterate() bool {
	n, h := s.n, s.h
	s.norm = 0
	for i := range n {
		for j := max(i-1, 0); j < n; j++ {
			s.norm += math.Abs(h[i*n+j])
		}
	}
	shift, iter := 0.0, 0
	for last := n - 1; last >= 0; {
		l := s.smallSubdiagonal(last)
		switch l {
		case last:
			h[last*n+last] += shift
			s.re[last], s.im[last] = h[last*n+last], 0
			last, iter = last-1, 0
			continue
		case last - 1:
			s.split(last, shift)
			last, iter = last-2, 0
			continue
		}
		if iter == 60 {
			return false
		}
		x, y := h[last*n+last], h[(last-1)*n+last-1]
		w := h[last*n+last-1] * h[(last-1)*n+last]
		if iter%10 == 9 { // Wilkinson's exceptional shift
			shift += x
			for i := 0; i <= last; i++ {
				h[i*n+i] -= x
			}
			t := math.Abs(h[last*n+last-1]) + math.Abs(h[(last-1)*n+last-2])
			x, y, w = 0.75*t, 0.75*t, -0.4375*t*t
		}
		iter++
		s.sweep(l, last, x, y, w)
	}
	return true
}

// smallSubdiagonal finds the top of the block that ends at last.
func (s *realEigen) smallSubdiagonal(last int) int {
	n, h := s.n, s.h
	l := last
	for ; l > 0; l-- {
		t := math.Abs(h[(l-1)*n+l-1]) + math.Abs(h[l*n+l])
		if t == 0 {
			t = s.norm
		}
		if math.Abs(h[l*n+l-1]) < epsilon*t || s.norm == 0 {
			break
		}
	}
	return l
}

// split solves the 2 × 2 block that ends at last, and rotates it to triangular
// form where its eigenvalues are real.
func (s *realEigen) split(last int, shift float64) {
	n, h, v := s.n, s.h, s.v
	i0, i1 := last-1, last
	w := h[i1*n+i0] * h[i0*n+i1]
	p := (h[i0*n+i0] - h[i1*n+i1]) / 2
	q := p*p + w
	z := math.Sqrt(math.Abs(q))
	h[i1*n+i1] += shift
	h[i0*n+i0] += shift
	x := h[i1*n+i1]
	if q < 0 {
		s.re[i0], s.re[i1] = x+p, x+p
		s.im[i0], s.im[i1] = z, -z
		return
	}
	z = p + math.Copysign(z, p)
	s.re[i0], s.re[i1] = x+z, x+z
	if z != 0 {
		s.re[i1] = x - w/z
	}
	s.im[i0], s.im[i1] = 0, 0
	x = h[i1*n+i0]
	length := math.Hypot(x, z)
	if length == 0 {
		return
	}
	p, q = x/length, z/length
	for j := i0; j < n; j++ {
		a, b := h[i0*n+j], h[i1*n+j]
		h[i0*n+j], h[i1*n+j] = q*a+p*b, q*b-p*a
	}
	for i := 0; i <= i1; i++ {
		a, b := h[i*n+i0], h[i*n+i1]
		h[i*n+i0], h[i*n+i1] = q*a+p*b, q*b-p*a
	}
	for i := range n {
		a, b := v[i*n+i0], v[i*n+i1]
		v[i*n+i0], v[i*n+i1] = q*a+p*b, q*b-p*a
	}
}

// sweep does one double-shifted QR step on rows l … last, with the shifts
// given by x, y and w.
func (s *realEigen) sweep(l, last int, x, y, w float64) {
	n, h, v := s.n, s.h, s.v
	// Start below two consecutive small subdiagonal elements, if there are any.
	m := last - 2
	p, q, r := s.firstColumn(m, x, y, w)
	for ; m > l; p, q, r = s.firstColumn(m, x, y, w) {
		near := math.Abs(h[(m-1)*n+m-1]) + math.Abs(h[m*n+m]) + math.Abs(h[(m+1)*n+m+1])
		if math.Abs(h[m*n+m-1])*(math.Abs(q)+math.Abs(r)) < epsilon*math.Abs(p)*near {
			break
		}
		m--
	}
	for i := m + 2; i <= last; i++ {
		h[i*n+i-2] = 0
		if i > m+2 {
			h[i*n+i-3] = 0
		}
	}
	for k := m; k < last; k++ {
		three := k != last-1
		if k != m {
			p, q, r = h[k*n+k-1], h[(k+1)*n+k-1], 0
			if three {
				r = h[(k+2)*n+k-1]
			}
			x = math.Abs(p) + math.Abs(q) + math.Abs(r)
			if x == 0 {
				continue
			}
			p, q, r = p/x, q/x, r/x
		}
		t := math.Copysign(math.Sqrt(p*p+q*q+r*r), p)
		if t == 0 {
			continue
		}
		if k != m {
			h[k*n+k-1] = -t * x
		} else if l != m {
			h[k*n+k-1] = -h[k*n+k-1]
		}
		p += t
		x, y, w = p/t, q/t, r/t
		q, r = q/p, r/p
		for j := k; j < n; j++ {
			f := h[k*n+j] + q*h[(k+1)*n+j]
			if three {
				f += r * h[(k+2)*n+j]
				h[(k+2)*n+j] -= f * w
			}
			h[k*n+j] -= f * x
			h[(k+1)*n+j] -= f * y
		}
		reflectColumns(h, n, min(last, k+3)+1, k, three, x, y, w, q, r)
		reflectColumns(v, n, n, k, three, x, y, w, q, r)
	}
}

// firstColumn is the direction of the double shift's first column from row m.
func (s *realEigen) firstColumn(m int, x, y, w float64) (p, q, r float64) {
	n, h := s.n, s.h
	z := h[m*n+m]
	p = ((x-z)*(y-z)-w)/h[(m+1)*n+m] + h[m*n+m+1]
	q = h[(m+1)*n+m+1] - z - (x - z) - (y - z)
	r = h[(m+2)*n+m+1]
	t := math.Abs(p) + math.Abs(q) + math.Abs(r)
	return p / t, q / t, r / t
}

// reflectColumns applies a Householder reflection to columns k, k+1 and, for
// three, k+2 of the first rows of m.
func reflectColumns(m []float64, n, rows, k int, three bool, x, y, z, q, r float64) {
	for i := range rows {
		row := m[i*n+k : i*n+min(k+3, n)]
		f := x*row[0] + y*row[1]
		if three {
			f += z * row[2]
			row[2] -= f * r
		}
		row[0] -= f
		row[1] -= f * q
	}
}
