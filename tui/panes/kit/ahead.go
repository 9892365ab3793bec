package kit

import (
	"fmt"
	"strings"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
)

// Ahead lists the steps to come, each with its equation while rows are left for it, and
// with a blank row between steps where there is room.
func (s Scene) Ahead(a canvas.Area, steps []model.Ahead) {
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
		a.Text(1, y, x.Name, Bold)
		for j, line := range words[i] {
			if j == 0 {
				s.Figures(a, indent, y, line, stageFigure(x))
			}
			a.Text(indent, y, line, Plain)
			y++
		}
		if len(equations[i]) <= left {
			left -= len(equations[i])
			for _, line := range equations[i] {
				a.Text(indent, y, line, Dim)
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
		return Alone(why.HiddenStates)
	case model.BeatLabels.Stage():
		return Alone(why.Threshold)
	}
	return why.Ref{}
}

// TableSizes says how large the moments are.
func (s Scene) TableSizes(a canvas.Area, y int) int {
	n := s.Sizes()
	return s.Wrap(a, 1, y, a.W()-2, fmt.Sprintf("d = |A|²|Z||R| = %d symbols, k = |A|²|S| = %d hidden states: the pairs have d² entries, and of the triples %s cells can occur at all.",
		n.D(), n.K(), figure.Count(float64(n.Cells()))), Dim, Alone(why.Symbols), Alone(why.HiddenStates), Alone(why.Cells))
}
