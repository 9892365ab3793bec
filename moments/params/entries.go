package params

// Entries holds one number for every entry of b, T_a, Z_a and R_a, in the
// shapes of pomdp.Spec.
type Entries struct {
	Initial     []float64     // [s]
	Transition  [][][]float64 // [a][s][s']
	Observation [][][]float64 // [a][s'][z]
	Reward      [][][]float64 // [a][s][r]
}

// Entries gives a vector the shapes of a Spec.
func (l *Layout) Entries(x []float64) *Entries {
	n := l.N
	tables := func(at, width int) [][][]float64 {
		out := make([][][]float64, n.A)
		for a := range out {
			for s := range n.S {
				i := at + (a*n.S+s)*width
				out[a] = append(out[a], x[i:i+width:i+width])
			}
		}
		return out
	}
	return &Entries{Initial: x[:n.S:n.S], Transition: tables(l.T, n.S), Observation: tables(l.Z, n.Z), Reward: tables(l.R, n.R)}
}
