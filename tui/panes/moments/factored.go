package moments

import (
	"fmt"

	"eeporl/moments/spectral"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// The pages of Moments that are no moment, after those that are.
const (
	factoredPage   = int(momentN) + iota // what pairs are made of: P₁₂ = F·Gᵀ
	turnedPage                           // what pairs leave open
	settledPage                          // what triples make of it
	sliceFactored                        // what triples at one x₃ are made of: F·D·Gᵀ
	sliceDivided                         // what such a slice divided by P₁₂ is: F·D·F⁻¹
	mixDivided                           // what the mix of all slices is that the estimate took
	rowDivided                           // and what triples at one x₂ divided by P₁₃ are: a row of G
	pagesOfMoments                       // how many pages there are
)

// part is one factor of a table, or the table itself: what stands before it, and whose states its rows and columns are.
type part struct {
	sign, caption string
	grid          kit.Grid
	rows, columns bool      // a row, a column for each hidden state
	diagonal      []float64 // its only entries, written beside their rows; nil for any other
}

// size is how many columns and rows a part takes.
func (p part) size(d kit.Density) (w, h int) {
	if w, h = p.grid.Size(d); !d.Half {
		for _, v := range p.diagonal {
			w = max(w, len(p.diagonal)*d.Wide+1+canvas.Width(entry(v)))
		}
	}
	return max(w, canvas.Width(p.caption)), h
}

// left is how many columns stand between what comes before a part and the part.
func (p part) left() int {
	switch {
	case p.rows:
		return 8
	case p.columns:
		return len(" = ")
	}
	return 1
}

// entry is an entry of a diagonal, where a 0 says much.
func entry(x float64) string {
	if x == 0 {
		return "0"
	}
	return kit.Fixed(x)
}

// factors are one block of P₁₂, or of P₁₂₃ at one x₃, and what it is the product of, at a₂.
func (s pane) factors(a2, x3 int, sliced bool) []part {
	hmm, n := s.Session.Truth().HMM, s.Sizes()
	f, g := spectral.Factors(hmm, a2)
	d := make([]float64, len(f))
	for h := range d {
		d[h] = 1
	}
	parts := []part{
		{caption: "P₁₂: x₁ by x₂"},
		{sign: "=", caption: "F: p(x₁, h₂)", columns: true},
		{sign: "·", caption: "Gᵀ: p(x₂ | h₂)", rows: true},
	}
	last := len(parts) - 1
	if sliced {
		d = spectral.Diagonal(hmm, a2, x3)
		parts[0].caption = "P₁₂₃: x₁ by x₂"
		parts = append(parts[:last], part{
			sign: parts[last].sign, caption: "D: p(x₃ | h₂)", rows: true, columns: true,
			grid: diagonal(d), diagonal: d,
		}, parts[last])
		last++
	}
	rows := n.A * n.Outcomes()
	parts[0].grid = kit.NewGrid(rows, rows, func(i, j int) float64 {
		sum := 0.0
		for h := range f {
			sum += f[h][i] * d[h] * g[h][j]
		}
		return sum
	})
	parts[1].grid = kit.NewGrid(rows, len(f), func(i, h int) float64 { return f[h][i] })
	parts[last].grid = kit.NewGrid(len(g), rows, func(h, j int) float64 { return g[h][j] })
	for i := range parts {
		parts[i].grid.Scale = parts[i].grid.Largest()
	}
	return parts
}

// drawFactored draws one block of P₁₂ as the product of what led to each hidden state and what each emits, or,
// sliced, of P₁₂₃ at one x₃, with what each emits next between them.
func (s pane) drawFactored(a canvas.Area, page int) {
	title := map[int]string{factoredPage: "pairs, taken apart: P₁₂ = F·Gᵀ", sliceFactored: "triples at one x₃, taken apart: P₁₂₃ = F·D·Gᵀ", sliceDivided: "triples at one x₃, divided by pairs: F·D·F⁻¹", mixDivided: "a mix of triples, divided by pairs: F·D·F⁻¹", rowDivided: "triples at one x₂, divided by pairs: F·E·F⁻¹"}[page]
	if s.Session.Truth().HMM == nil || s.Unknown() != "" {
		a.Text(1, 0, title, kit.Bold)
		kit.Wrap(a, 1, 1, a.W()-2, "this takes the true table apart: the truth is unknown", kit.Dim)
		return
	}
	n, x3, a2 := s.Sizes(), s.slicedAt(), 0
	if t := s.Now.Touch; t.OK {
		a2 = n.SymbolAt(t.Triple[0]).Next
	}
	parts, line := s.factors(a2, x3, page == sliceFactored), "each column of F times its row of Gᵀ: what one hidden state adds to P₁₂"
	head, shown := "P₁₂₃ = F·D·Gᵀ", x3
	switch page {
	case sliceFactored:
		line = "true tables; D is how often this x₃ follows h₂; 0 where its a₃ is another"
	case sliceDivided, mixDivided, rowDivided:
		d, caption, why := spectral.Diagonal(s.Session.Truth().HMM, a2, x3), "D: p(x₃ | h₂)", "the table is too large to divide here, or F has no inverse in any directions"
		head = fmt.Sprintf("P₁₂₃·P₁₂⁻¹ = F·D·F⁻¹ in the %d strongest directions", n.A*n.S)
		line = "true tables, made square by U₁ᵀ, U₂; D is 0 where x₃ has another a₃"
		if page == mixDivided {
			head = "a mix of all x₃, by the estimate's weights: F·D·F⁻¹"
			line = "true tables; D is the same mix of the p(x₃ | h₂) of all x₃: the same F"
			if d, caption = s.mixed(a2), "D of the mix"; d == nil {
				parts, why = nil, "the mix is an estimate's, by eigenvalues: press e"
			}
		}
		if page == rowDivided {
			x2 := s.emittedAt(a2)
			shown, d, caption = x2, s.emitted(a2, x2), "E: p(x₂ | h₂)"
			head, line = "x₁ by x₃ at one x₂, divided by P₁₃: F·E·F⁻¹", "true tables; H = p(x₃ | h₂) cancels; E is this x₂'s row of G"
		}
		if d != nil {
			parts = s.divided(a2, d, caption)
		}
		if parts == nil {
			a.Text(1, 0, title, kit.Bold)
			kit.Wrap(a, 1, 1, a.W()-2, why, kit.Dim)
			return
		}
	}
	if page != factoredPage {
		x := a.Text(1, 0, head+" at a₂=", kit.Bold)
		if x = s.Action(a, x, 0, a2); page != mixDivided {
			s.Tuple(a, a.Text(x, 0, map[bool]string{true: ", x₂=", false: ", x₃="}[page == rowDivided], kit.Bold), 0, shown, kit.RewardPrefix, kit.Bold)
		}
	} else {
		s.Action(a, a.Text(1, 0, fmt.Sprintf("P₁₂ = F·Gᵀ: a sum over h₂, %s, at a₂=", figure.Counted(n.A*n.S, "term", "terms")), kit.Bold), 0, a2)
	}
	densities := s.Densities()
	if s.Theme.Ramps() {
		densities = append([]kit.Density{{Wide: 6, Tall: 3, Pool: 1}, {Wide: 4, Tall: 2, Pool: 1}}, densities...)
	}
	for _, beside := range []int{explainedParts, namedParts, bareParts} {
		for _, margin := range []int{1, 0} {
			for _, d := range densities {
				if d.Pool == 1 && s.drawParts(a, parts, line, d, beside, margin) {
					return
				}
			}
		}
	}
	kit.Wrap(a, 1, 1, a.W()-2, "the tables need more room", kit.Dim)
}

// How many rows stand beside those of the parts' grids: their captions, what names their columns, and what it means.
const (
	bareParts      = 2
	namedParts     = 4
	explainedParts = 5
)

// drawParts draws parts side by side at one density, with so many rows beside their grids and columns at the right edge; false where they do not fit.
func (s pane) drawParts(a canvas.Area, parts []part, line string, d kit.Density, beside, margin int) bool {
	n := s.Sizes()
	_, h := parts[0].grid.Size(d)
	at, end := make([]int, len(parts)), 0
	for i, p := range parts {
		w, _ := p.size(d)
		at[i] = end + p.left()
		end = at[i] + w
	}
	if end+margin > a.W() || h+beside > a.H() {
		return false
	}
	for i, p := range parts {
		x := at[i]
		a.Text(x, 1, p.caption, kit.Dim)
		s.Heat(a.Below(2).Sub(x, 0, a.W()-x, a.H()-2), p.grid, d)
		a.Text(x-p.left()+1, 2+(h-1)/2, p.sign, kit.Bold)
		if beside < namedParts {
			continue
		}
		for j := range n.A * n.S {
			if p.columns {
				s.State(a, x+j*d.Wide, 2+h, j%n.S, true)
			}
			if !p.rows {
				continue
			}
			if d.Half {
				if j%n.S == 0 && j%2 == 0 {
					s.Action(a, x-6, 2+j/2, j/n.S)
				}
				if s.State(a, x-4+2*(j%2), 2+j/2, j%n.S, true); j%2 == 0 && j+1 < n.A*n.S {
					a.Text(x-3, 2+j/2, "/", kit.Dim)
				}
			} else {
				y := 2 + j*max(d.Tall, 1)
				if s.State(a, x-2, y, j%n.S, true); j%n.S == 0 {
					s.Action(a, x-4, y, j/n.S)
				}
				if p.diagonal != nil {
					a.Text(x+len(p.diagonal)*d.Wide+1, y, entry(p.diagonal[j]), kit.Dim)
				}
			}
		}
		if p.columns && !p.rows {
			a.Text(x-3, 3+h, "a₃", kit.Dim)
			for a3 := range n.A {
				s.Action(a, x+a3*n.S*d.Wide, 3+h, a3)
			}
		}
	}
	if beside == explainedParts {
		a.Text(1, 4+h, line, kit.Dim)
	}
	return true
}
