package report

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"eeporl/pomdp/figure"
)

// heatLimit is how many entries a matrix may have to be drawn.
const heatLimit = 6000

// observations sets Ô beside O.
func (r *Run) observations() section {
	s := section{title: "The HMM: Ô beside O"}
	if r.Truth == nil {
		s.title = "The HMM: Ô"
	}
	e := r.Outcome.Estimated
	if e.O == nil {
		return s
	}
	rows, columns := e.O.Dims()
	c := e.Comparison
	if rows*columns <= heatLimit {
		h := &heatPlot{rows: rows, columns: columns, blockRows: e.Sizes.Outcomes(), blockColumns: e.Sizes.S}
		at := func(m *mat.Dense) func(i, j int) float64 { return func(i, j int) float64 { return m.At(i, j) } }
		if c == nil {
			h.panels = []panel{newPanel("Ô", rows, columns, at(e.O))}
		} else {
			column := make([]int, columns) // [hidden state] the column of Ô that stands for it
			for col, state := range c.Assignment {
				column[state] = col
			}
			truth := r.Truth.HMM.O
			h.panels = []panel{
				newPanel("O", rows, columns, at(truth)),
				newPanel("Ô", rows, columns, func(i, j int) float64 { return e.O.At(i, column[j]) }),
				newPanel("Ô − O", rows, columns, func(i, j int) float64 { return e.O.At(i, column[j]) - truth.At(i, j) }),
			}
			h.panels[2].signed = true
		}
		s.add(block{plot: h.plot()})
	}
	if c != nil {
		t := &table{head: []string{"distance", "value"}, right: []bool{1: true}}
		for _, x := range []struct {
			name  string
			value float64
		}{{"‖Ô−O‖max", c.OMax}, {"‖Ô−O‖₂", c.O2}, {"‖T̂−T‖₂", c.T2}, {"‖ŵ−w‖₂", c.W2}} {
			if !math.IsNaN(x.value) {
				t.rows = append(t.rows, cells(x.name, figure.Number(x.value)))
			}
		}
		t.note = "After the assignment of columns with the least squared distance in O."
		s.add(block{table: t})
	}
	return s
}

// panel is one matrix of a heat map.
type panel struct {
	name   string
	signed bool
	most   float64 // largest |entry|
	at     func(i, j int) float64
}

func newPanel(name string, rows, columns int, at func(i, j int) float64) panel {
	p := panel{name: name, at: at}
	for i := range rows {
		for j := range columns {
			p.most = max(p.most, math.Abs(at(i, j)))
		}
	}
	return p
}

// heatPlot is matrices side by side, with rules between the blocks of action
// pairs.
type heatPlot struct {
	panels                  []panel
	rows, columns           int
	blockRows, blockColumns int
}

const (
	heatGap = 26
	heatTop = 26
)

// cellSize fits the panels into a width of 720.
func (h *heatPlot) cellSize() float64 {
	n := float64(len(h.panels))
	return max(2, min(20, (720-heatGap*(n-1))/n/float64(h.columns), 600/float64(h.rows)))
}

func (h *heatPlot) plot() *plot {
	n, size := float64(len(h.panels)), h.cellSize()
	caption := "Rows are the symbols x = (a, z, r, a′), columns the hidden states h = (a, s, a′), by action pairs; the stronger, the nearer to " +
		figure.Number(h.panels[0].most) + "."
	note := caption
	if len(h.panels) == 3 {
		note += fmt.Sprintf(" Errors have their sign, and are strongest at %s.", figure.Number(h.panels[2].most))
		caption += fmt.Sprintf(" Errors: orange is too much and blue too little, up to ± %s.", figure.Number(h.panels[2].most))
	}
	return &plot{
		title: "Observation matrix", caption: caption, draw: h.draw, text: h.text(), textNote: note,
		width: max(360, n*size*float64(h.columns)+heatGap*(n-1)), height: heatTop + size*float64(h.rows) + 4,
	}
}

func (h *heatPlot) draw(d *drawing) {
	size := h.cellSize()
	width, height := size*float64(h.columns), size*float64(h.rows)
	for k, p := range h.panels {
		left := float64(k) * (width + heatGap)
		d.text("name", "start", left, heatTop-9, p.name)
		h.shade(d, p, left, size)
		for i := 0; i <= h.rows; i += h.blockRows {
			d.line("box", left, heatTop+size*float64(i), left+width, heatTop+size*float64(i))
		}
		for j := 0; j <= h.columns; j += h.blockColumns {
			d.line("box", left+size*float64(j), heatTop, left+size*float64(j), heatTop+height)
		}
	}
}

// shades is how many steps of shade there are. Entries of one step are drawn as one path.
const shades = 20

func (h *heatPlot) shade(d *drawing, p panel, left, size float64) {
	most := p.most
	if !p.signed {
		most = max(most, h.panels[0].most)
	}
	paths := map[int]string{} // by shade, negative below 0
	for i := range h.rows {
		for j := range h.columns {
			if level := int(math.Round(shades * p.at(i, j) / most)); level != 0 && most > 0 {
				paths[level] += fmt.Sprintf("M%s %sh%sv%sh-%sz", short(left+size*float64(j)), short(heatTop+size*float64(i)), short(size), short(size), short(size))
			}
		}
	}
	for level := -shades; level <= shades; level++ {
		class := "heat"
		switch {
		case level < 0:
			class = "minus"
		case p.signed:
			class = "plus"
		}
		if path := paths[level]; path != "" {
			fmt.Fprintf(d, `<path class="%s" fill-opacity="%.2f" d="%s" />`+"\n", class, math.Abs(float64(level))/shades, path)
		}
	}
}

// text has the matrices side by side, two characters an entry: a sign and a shade.
func (h *heatPlot) text() []string {
	grey := []rune("·░▒▓█")
	head := ""
	for _, p := range h.panels {
		head += fmt.Sprintf("%-*s   ", 2*h.columns, p.name)
	}
	out := []string{head}
	for i := range h.rows {
		line := ""
		for _, p := range h.panels {
			for j := range h.columns {
				x, sign := p.at(i, j), " "
				switch {
				case p.signed && x > 0:
					sign = "+"
				case p.signed && x < 0:
					sign = "−"
				}
				level := 0
				if p.most > 0 {
					level = min(len(grey)-1, int(math.Round(float64(len(grey)-1)*math.Abs(x)/p.most)))
				}
				if level == 0 {
					sign = " "
				}
				line += sign + string(grey[level])
			}
			line += "   "
		}
		out = append(out, line)
	}
	for i := range out {
		out[i] = trimmed(out[i])
	}
	return out
}
