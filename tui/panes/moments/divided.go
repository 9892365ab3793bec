package moments

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"eeporl/moments/spectral"
	"eeporl/tui/panes/kit"
)

// mixed is the D of the mix of slices that the estimate took, at a₂; nil without one.
func (s pane) mixed(a2 int) []float64 {
	e := s.Now.Estimate
	if e == nil || e.Eigen == nil || len(e.Eigen.Values) != s.Sizes().K() || e.Subspaces == nil || e.Subspaces.U3 == nil {
		return nil
	}
	var weights mat.VecDense
	weights.MulVec(e.Subspaces.U3, e.Eigen.Theta.RowView(0))
	return spectral.Mixed(s.Session.Truth().HMM, a2, weights.RawVector().Data)
}

// emittedAt is the x₂ of a₂, and then of the last action, that occurred most often.
func (s pane) emittedAt(a2 int) int {
	n, most := s.Sizes(), -1
	for x := range n.D() {
		if of := n.SymbolAt(x); of.Action == a2 && of.Next == n.A-1 && (most < 0 || s.Now.Counts.P2(x) > s.Now.Counts.P2(most)) {
			most = x
		}
	}
	return most
}

// emitted are p(x₂ | h₂) of the hidden states of a₂.
func (s pane) emitted(a2, x2 int) (d []float64) {
	n, hmm := s.Sizes(), s.Session.Truth().HMM
	for h := n.Pair(a2, 0) * n.S; h < (n.Pair(a2, n.A-1)+1)*n.S; h++ {
		d = append(d, hmm.O.At(x2, h))
	}
	return d
}

// divided is what has the diagonal d at a₂ divided by P₁₂, and what that is the product of; nil where there is no quotient.
func (s pane) divided(a2 int, d []float64, caption string) []part {
	const largest = 32 // rows: a singular value decomposition of more takes too long for a frame
	if n := s.Sizes(); n.A*n.Outcomes() > largest {
		return nil
	}
	of := spectral.Divide(s.Session.Truth().HMM, a2, d)
	if of == nil {
		return nil
	}
	k := len(d)
	parts := []part{
		{caption: "quotient", grid: kit.NewGrid(k, k, of.Quotient.At)},
		{sign: "=", caption: "F, as U₁ᵀF", columns: true, grid: kit.NewGrid(k, k, of.F.At)},
		{sign: "·", caption: caption, rows: true, columns: true, grid: diagonal(d), diagonal: d},
		{sign: "·", caption: "F⁻¹", rows: true, grid: kit.NewGrid(k, k, of.Inverse.At)},
	}
	for i := range parts {
		parts[i].grid.Signed, parts[i].grid.Scale = i != 2 || slices.Min(d) < 0, parts[i].grid.Largest()
	}
	return parts
}

// diagonal is a grid with nothing but its diagonal.
func diagonal(d []float64) kit.Grid {
	return kit.NewGrid(len(d), len(d), func(i, j int) float64 {
		if i == j {
			return d[i]
		}
		return math.NaN()
	})
}
