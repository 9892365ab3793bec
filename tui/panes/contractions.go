package panes

import (
	"fmt"

	"eeporl/model"
	"eeporl/moments"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"

	"gonum.org/v1/gonum/mat"
)

// contractionPage says whether Recovery shows all contractions in place of its
// stages: every other page, once their eigenvectors are known.
func (s Scene) contractionPage() bool {
	e := s.Now.Estimate
	return s.Focused && s.More%2 == 1 && e != nil && s.Now.Shown >= model.BeatEigen && e.Eigen != nil && e.Eigen.Contractions != nil
}

// drawContractions draws every contraction before and after the one 𝓡: what
// stood beside the diagonals vanishes from all of them together.
func (s Scene) drawContractions(a canvas.Area) {
	all := s.Now.Estimate.Eigen.Contractions
	a.Text(1, 0, "one R, made from θ₁ alone, and all k contractions B₁₂₃(U₃θᵢ)", bold)
	const left, words = 8, 2
	blocks := all[0].Raw
	d, rows, wide := s.contractionDensity(blocks, a.H()-1-words)
	per := min(max((a.H()-1-words)/2-1, rows)/rows, len(blocks)) // blocks one below the other
	y := 1
	for _, part := range []struct {
		name string
		of   func(moments.Contraction) []*mat.Dense
	}{
		{"B", func(c moments.Contraction) []*mat.Dense { return c.Raw }},
		{"R⁻¹BR", func(c moments.Contraction) []*mat.Dense { return c.Diagonalised }},
	} {
		a.Text(1, y, part.name, bold)
		for i, c := range all {
			if x := left + i*(wide+2); x+wide <= a.W() {
				s.offDiagonals(a.Sub(x, y, wide, per*rows+1), d, rows, part.of(c)[:per], moments.OffDiagonal(part.of(c)))
			}
		}
		y += per*rows + 1
		a.Text(1, y-1, "beside", dim)
	}
	s.contractionWords(a.Below(y), all)
}

// contractionDensity is the largest way to draw the blocks twice one below the
// other in a number of rows, with a row of words under each.
func (s Scene) contractionDensity(blocks []*mat.Dense, room int) (d density, rows, wide int) {
	n, _ := blocks[0].Dims()
	for _, d = range s.densities() {
		if d.pool > 1 {
			break
		}
		if rows, wide = n, n*d.wide; d.half {
			rows = ceil(n, 2)
		}
		if 2*(rows*len(blocks)+1) <= room && wide <= 8 {
			return d, rows, wide
		}
	}
	return d, rows, wide
}

// offDiagonals draws blocks of one contraction, one below the other, on a scale
// of their own, and under them the share that stands beside the diagonals.
func (s Scene) offDiagonals(a canvas.Area, d density, rows int, blocks []*mat.Dense, share float64) {
	top := 0.0
	var grids []grid
	for _, b := range blocks {
		n, _ := b.Dims()
		g := newGrid(n, n, b.At)
		g.signed = true
		top = max(top, g.largest())
		grids = append(grids, g)
	}
	for i, g := range grids {
		g.scale = top
		s.heat(a.Rows(i*rows, rows), g, d)
	}
	a.Text(0, a.H()-1, shortShare(share), dim)
}

// shortShare is a share in at most four columns.
func shortShare(x float64) string {
	switch {
	case x < 1e-9:
		return "0"
	case x < .005:
		return "<.01"
	}
	return fmt.Sprintf("%.2f", x)[1:]
}

func (s Scene) contractionWords(a canvas.Area, all []moments.Contraction) {
	before, after := 1.0, 0.0
	for _, c := range all {
		before, after = min(before, moments.OffDiagonal(c.Raw)), max(after, moments.OffDiagonal(c.Diagonalised))
	}
	rest := "at most " + figure.Percent(after)
	if after < 1e-9 {
		rest = "nothing"
	}
	Wrap(a, 1, 0, a.W()-2, fmt.Sprintf("At least %s of every B stands beside its diagonals, after R %s.", figure.Percent(before), rest), text)
}
