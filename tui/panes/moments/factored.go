package moments

import (
	"fmt"

	"eeporl/moments/spectral"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// factoredPage is the page of Moments that takes pairs apart: P₁₂ = F·Gᵀ.
const factoredPage = int(momentN)

// drawFactored draws one block of P₁₂ as the product of what led to each hidden state and what each emits.
func (s pane) drawFactored(a canvas.Area) {
	hmm, n := s.Session.Truth().HMM, s.Sizes()
	if hmm == nil || s.Unknown() != "" {
		a.Text(1, 0, "pairs, taken apart: P₁₂ = F·Gᵀ", kit.Bold)
		kit.Wrap(a, 1, 1, a.W()-2, "this takes the true table apart: the truth is unknown", kit.Dim)
		return
	}
	a2 := 0
	if t := s.Now.Touch; t.OK {
		a2 = n.SymbolAt(t.Triple[0]).Next
	}
	f, g := spectral.Factors(hmm, a2)
	rows := n.A * n.Outcomes()
	product := kit.NewGrid(rows, rows, func(i, j int) float64 {
		sum := 0.0
		for h := range f {
			sum += f[h][i] * g[h][j]
		}
		return sum
	})
	left := kit.NewGrid(rows, len(f), func(i, h int) float64 { return f[h][i] })
	right := kit.NewGrid(len(g), rows, func(h, j int) float64 { return g[h][j] })
	s.Action(a, a.Text(1, 0, fmt.Sprintf("P₁₂ = F·Gᵀ: a sum over h₂, %s, at a₂=", figure.Counted(len(f), "term", "terms")), kit.Bold), 0, a2)
	captions := [...]string{"P₁₂: x₁ by x₂", "F: p(x₁, h₂)", "Gᵀ: p(x₂ | h₂)"}
	const full, bare = 5, 2 // rows beside a table's own: with what names its columns, and without
	for _, beside := range []int{full, bare} {
		for _, d := range s.Densities() {
			if d.Pool > 1 {
				break
			}
			w, h := product.Size(d)
			fw, _ := left.Size(d)
			first, second := 1, 1+max(w, canvas.Width(captions[0]))+3
			third := second + max(fw, canvas.Width(captions[1])) + 6
			if third+max(w, canvas.Width(captions[2])) > a.W() || h+beside > a.H() {
				continue
			}
			for i, part := range []struct {
				grid kit.Grid
				x    int
			}{{product, first}, {left, second}, {right, third}} {
				a.Text(part.x, 1, captions[i], kit.Dim)
				part.grid.Scale = part.grid.Largest()
				s.Heat(a.Below(2).Sub(part.x, 0, a.W()-part.x, a.H()-2), part.grid, d)
			}
			a.Text(second-2, 2+h/2, "=", kit.Bold)
			a.Text(third-5, 2+h/2, "·", kit.Bold)
			if beside == bare {
				return
			}
			for i := range f {
				s.State(a, second+i*d.Wide, 2+h, i%n.S, true)
				x, y := third-2, 2+i
				if d.Half {
					x, y = third-3+i%2, 2+i/2
				}
				s.State(a, x, y, i%n.S, true)
			}
			a.Text(second-3, 3+h, "a₃", kit.Dim)
			for a3 := range n.A {
				s.Action(a, second+a3*n.S*d.Wide, 3+h, a3)
			}
			a.Text(1, 4+h, "each column of F times its row of Gᵀ: what one hidden state adds to P₁₂", kit.Dim)
			return
		}
	}
	kit.Wrap(a, 1, 1, a.W()-2, "the tables need more room", kit.Dim)
}
