package recovery

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"eeporl/moments"
	"eeporl/moments/spectral"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// drawContractions draws every contraction before and after the one 𝓡: what
// stood beside the diagonals vanishes from all of them together.
func (s pane) drawContractions(a canvas.Area) {
	all := s.Now.Estimate.Eigen.Contractions
	a.Text(1, 0, "one R, from η₁ alone, and all k contractions B₁₂₃(ηᵢ), ηᵢ = U₃θᵢ", kit.Bold)
	byPair := len(all[0].Raw) != s.Sizes().A
	const left = 9
	words := 2
	blocks := all[0].Raw
	d, rows, wide := s.contractionDensity(blocks, a.H()-1-words)
	per := min(max((a.H()-1-words)/2-1, rows)/rows, len(blocks)) // blocks one below the other
	shown := min(len(all), (a.W()-left+2)/(wide+2))
	y := 1
	for _, part := range []struct {
		name string
		of   func(moments.Contraction) []*mat.Dense
	}{
		{"B", func(c moments.Contraction) []*mat.Dense { return c.Raw }},
		{"R⁻¹BR", func(c moments.Contraction) []*mat.Dense { return c.Diagonalised }},
	} {
		a.Text(1, y, part.name, kit.Bold)
		for b := range per { // a block of rows for each a₂, or for each pair
			if byPair {
				s.Pair(a, left-3, y+b*rows, b)
			} else {
				s.Action(a, left-2, y+b*rows, b)
			}
		}
		for i, c := range all[:shown] {
			s.offDiagonals(a.Sub(left+i*(wide+2), y, max(wide, 4), per*rows+1), d, rows, part.of(c)[:per], spectral.OffDiagonal(part.of(c)))
		}
		y += per*rows + 1
		a.Text(1, y-1, "off", kit.Dim)
	}
	s.contractionWords(a.Below(y), all, shown, per)
}

// contractionDensity is the largest density at which all blocks fit into a number of rows
// twice, before and after 𝓡, each time with a row of words below; rows and wide are the
// size of one block. Where none fits, it is the smallest.
func (s pane) contractionDensity(blocks []*mat.Dense, room int) (d kit.Density, rows, wide int) {
	n := 0
	for _, b := range blocks {
		size, _ := b.Dims()
		n = max(n, size)
	}
	fits := func(next kit.Density, of int) bool {
		d = next
		each := kit.Ceil(n, d.Pool)
		if rows, wide = each*max(d.Tall, 1), each*d.Wide; d.Half {
			rows = kit.Ceil(each, 2)
		}
		return 2*(rows*of+1) <= room && wide <= 8
	}
	var whole, pooled []kit.Density
	for _, next := range s.Densities() {
		if next.Pool == 1 {
			whole = append(whole, next)
		} else {
			pooled = append(pooled, next)
		}
	}
	for _, next := range whole {
		if fits(next, len(blocks)) {
			return d, rows, wide
		}
	}
	for _, next := range append(whole[len(whole)-1:], pooled...) { // some of the blocks
		if fits(next, 1) {
			return d, rows, wide
		}
	}
	return d, rows, wide
}

// offDiagonals draws blocks of one contraction, one below the other, on a scale
// of their own, and under them the share that stands beside the diagonals.
func (s pane) offDiagonals(a canvas.Area, d kit.Density, rows int, blocks []*mat.Dense, share float64) {
	top := 0.0
	var grids []kit.Grid
	for _, b := range blocks {
		n, _ := b.Dims()
		g := kit.NewGrid(n, n, b.At)
		g.Signed = true
		top = max(top, g.Largest())
		grids = append(grids, g)
	}
	for i, g := range grids {
		g.Scale = top
		s.Heat(a.Rows(i*rows, rows), g, d)
	}
	a.Text(0, a.H()-1, shortShare(share), kit.Dim)
}

// shortShare is a share in at most four columns.
func shortShare(x float64) string {
	switch {
	case x < 1e-9:
		return "0"
	case x < .005:
		return "<.01"
	case x >= .995:
		return "1"
	}
	return fmt.Sprintf("%.2f", x)[1:]
}

// contractionWords say what the picture shows, and how much of it.
func (s pane) contractionWords(a canvas.Area, all []moments.Contraction, shown, blocks int) {
	before, after := 1.0, 0.0
	for _, c := range all {
		before, after = min(before, spectral.OffDiagonal(c.Raw)), max(after, spectral.OffDiagonal(c.Diagonalised))
	}
	rest := "at most " + figure.Percent(after)
	if after < 1e-9 {
		rest = "0"
	}
	words := fmt.Sprintf("off: the share of a B that lies off its diagonals. Before R it is at least %s, after R %s.", figure.Percent(before), rest)
	if of := len(all[0].Raw); shown < len(all) || blocks < of {
		words += fmt.Sprintf(" Shown: %d of %d, %d of %d blocks of each.", shown, len(all), blocks, of)
	}
	kit.Wrap(a, 1, 0, a.W()-2, words, kit.Plain)
}
