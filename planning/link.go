package planning

// link is one step through one outcome: from the coordinates that a root
// action reads to the coordinates of one set of the level below.
//
//	back-projection  (Lβ)(j) = gain[j] + γ Σ_j' M[j][j'] β(j')
//	belief           ρ'(j')  = Σ_j ρ(j) M[j][j']
//
// M[j][j'] is the probability of the outcome and of j' given j; gain[j] is the
// part of the expected reward earned together with this outcome. M is stored
// by compressed rows: in the field's problems most entries are 0.
type link struct {
	gain  []float64
	start []int32 // row j is entries start[j] … start[j+1]
	col   []int32
	val   []float64
}

// newLink takes M row by row: M[j][j'] is m[j·states + j'].
func newLink(gain, m []float64) *link {
	n := len(gain)
	l := &link{gain: gain, start: make([]int32, 1, n+1)}
	for j := range n {
		for k, x := range m[j*n : (j+1)*n] {
			if x != 0 {
				l.col = append(l.col, int32(k))
				l.val = append(l.val, x)
			}
		}
		l.start = append(l.start, int32(len(l.val)))
	}
	return l
}

// impossible says that the outcome cannot happen from any state.
func (l *link) impossible() bool { return len(l.val) == 0 }

// back writes the back-projection of beta into out.
func (l *link) back(out, beta []float64, discount float64) {
	for j := range out {
		sum := 0.0
		for i := l.start[j]; i < l.start[j+1]; i++ {
			sum += l.val[i] * beta[l.col[i]]
		}
		out[j] = l.gain[j] + discount*sum
	}
}

// forward writes the unnormalised belief after the outcome into out and
// returns its total.
func (l *link) forward(out, belief []float64) (mass float64) {
	clear(out)
	for j, p := range belief {
		if p == 0 {
			continue
		}
		for i := l.start[j]; i < l.start[j+1]; i++ {
			out[l.col[i]] += p * l.val[i]
		}
	}
	for _, p := range out {
		mass += p
	}
	return mass
}

// after writes the belief after the outcome into out and returns the outcome's probability; false where that is next to nothing,
// and out no belief.
func (l *link) after(out, belief []float64) (mass float64, ok bool) {
	if mass = l.forward(out, belief); !(mass > leastMass) {
		return mass, false
	}
	for j := range out {
		out[j] /= mass
	}
	return mass, true
}
