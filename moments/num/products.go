package num

// The products that a likelihood spends its time on, a few columns at a time: the
// vectors are as short as there are states, and a loop over so few costs more than
// what it does.

// Products are Σ_i a[i]·b[o][i] for every row o of b.
func Products(out, a, b []float64) {
	clear(out)
	s, i := len(a), 0
	for ; i+4 <= s; i += 4 {
		a0, a1, a2, a3 := a[i], a[i+1], a[i+2], a[i+3]
		for o := range out {
			v := b[o*s+i : o*s+i+4 : o*s+i+4]
			out[o] += (a0*v[0] + a1*v[1]) + (a2*v[2] + a3*v[3])
		}
	}
	switch s - i {
	case 3:
		a0, a1, a2 := a[i], a[i+1], a[i+2]
		for o := range out {
			v := b[o*s+i : o*s+i+3 : o*s+i+3]
			out[o] += (a0*v[0] + a1*v[1]) + a2*v[2]
		}
	case 2:
		a0, a1 := a[i], a[i+1]
		for o := range out {
			v := b[o*s+i : o*s+i+2 : o*s+i+2]
			out[o] += a0*v[0] + a1*v[1]
		}
	case 1:
		for o := range out {
			out[o] += a[i] * b[o*s+i]
		}
	}
}

// Accumulate adds Σ_o w[o]·b[o] to ga, and w[o]·a to every row o of gb.
func Accumulate(w, a, b, ga, gb []float64) {
	s, i := len(a), 0
	for ; i+4 <= s; i += 4 {
		a0, a1, a2, a3 := a[i], a[i+1], a[i+2], a[i+3]
		g0, g1, g2, g3 := ga[i], ga[i+1], ga[i+2], ga[i+3]
		for o, x := range w {
			v, g := b[o*s+i:o*s+i+4:o*s+i+4], gb[o*s+i:o*s+i+4:o*s+i+4]
			g0, g1, g2, g3 = g0+x*v[0], g1+x*v[1], g2+x*v[2], g3+x*v[3]
			g[0], g[1], g[2], g[3] = g[0]+x*a0, g[1]+x*a1, g[2]+x*a2, g[3]+x*a3
		}
		ga[i], ga[i+1], ga[i+2], ga[i+3] = g0, g1, g2, g3
	}
	switch s - i {
	case 3:
		a0, a1, a2 := a[i], a[i+1], a[i+2]
		g0, g1, g2 := ga[i], ga[i+1], ga[i+2]
		for o, x := range w {
			v, g := b[o*s+i:o*s+i+3:o*s+i+3], gb[o*s+i:o*s+i+3:o*s+i+3]
			g0, g1, g2 = g0+x*v[0], g1+x*v[1], g2+x*v[2]
			g[0], g[1], g[2] = g[0]+x*a0, g[1]+x*a1, g[2]+x*a2
		}
		ga[i], ga[i+1], ga[i+2] = g0, g1, g2
	case 2:
		a0, a1 := a[i], a[i+1]
		g0, g1 := ga[i], ga[i+1]
		for o, x := range w {
			v, g := b[o*s+i:o*s+i+2:o*s+i+2], gb[o*s+i:o*s+i+2:o*s+i+2]
			g0, g1 = g0+x*v[0], g1+x*v[1]
			g[0], g[1] = g[0]+x*a0, g[1]+x*a1
		}
		ga[i], ga[i+1] = g0, g1
	case 1:
		ai, gi := a[i], ga[i]
		for o, x := range w {
			gi += x * b[o*s+i]
			gb[o*s+i] += x * ai
		}
		ga[i] = gi
	}
}
