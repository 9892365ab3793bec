package panes

import (
	"fmt"
	"strings"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
)

// ahead lists the steps to come, each with its equation while rows are left for it, and
// with a blank row between steps where there is room.
func (s Scene) ahead(a canvas.Area, steps []model.Ahead) {
	indent := 3
	for _, x := range steps {
		indent = max(indent, 3+canvas.Width(x.Name))
	}
	width := a.W() - indent - 1
	if width < 20 {
		return
	}
	words, equations := make([][]string, len(steps)), make([][]string, len(steps))
	left, all := a.H(), 0
	for i, x := range steps {
		words[i], equations[i] = Lines(x.Words, width), []string{x.Equation}
		if canvas.Width(x.Equation) > width {
			equation, cited, _ := strings.Cut(x.Equation, "   ")
			equations[i] = append(Lines(equation, width), Lines(cited, width)...)
		}
		left, all = left-len(words[i]), all+len(equations[i])
	}
	gap := 0
	if all+len(steps)-1 <= left {
		gap = 1
	}
	y := 0
	for i, x := range steps {
		a.Text(1, y, x.Name, bold)
		for j, line := range words[i] {
			if j == 0 {
				s.figures(a, indent, y, line, stageFigure(x))
			}
			a.Text(indent, y, line, text)
			y++
		}
		if len(equations[i]) <= left {
			left -= len(equations[i])
			for _, line := range equations[i] {
				a.Text(indent, y, line, dim)
				y++
			}
		}
		y += gap
	}
}

// stageFigure is the figure in what is said of a stage, if there is one.
func stageFigure(x model.Ahead) why.Ref {
	switch x.Name {
	case model.BeatSpectrum.Stage():
		return alone(why.HiddenStates)
	case model.BeatLabels.Stage():
		return alone(why.Threshold)
	}
	return why.Ref{}
}

// apart is how many blank rows stand between the words about an empty pane and what the
// pane can already show: one where there is room.
func apart(a canvas.Area) int {
	if a.H() < 20 {
		return 0
	}
	return 1
}

// noTriple says what will fill the tables of the Moments view, and returns the
// row from which on their empty blocks may stand beside the limits.
func (s Scene) noTriple(a canvas.Area) int {
	y := s.wrap(a, 1, 1+apart(a), a.W()-2, "No triple is counted yet. An episode's first four actions give one triple (x₁, x₂, x₃); these tables fill with their frequencies.", dim)
	y = s.tableSizes(a, y)
	x := a.Text(1, y+apart(a), "Enter", key)
	x = a.Text(x+1, y+apart(a), "finishes the episode", text)
	x = a.Text(x+2, y+apart(a), "+", key)
	a.Text(x+1, y+apart(a), "adds many", text)
	return y + 1 + 2*apart(a)
}

// tableSizes says how large the moments are.
func (s Scene) tableSizes(a canvas.Area, y int) int {
	n := s.sizes()
	return s.wrap(a, 1, y, a.W()-2, fmt.Sprintf("d = |A|²|Z||R| = %d symbols, k = |A|²|S| = %d hidden states: the pairs have d² entries, and of the triples %s cells can occur at all.",
		n.D(), n.K(), figure.Count(float64(n.Cells()))), dim, alone(why.Symbols), alone(why.HiddenStates), alone(why.Cells))
}
