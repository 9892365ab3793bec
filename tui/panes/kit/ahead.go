package kit

import (
	"fmt"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
)

// Ahead lists the steps to come, with a blank row between them where there is room.
func (s Scene) Ahead(a canvas.Area, steps []model.Ahead) {
	indent := 3
	for _, x := range steps {
		indent = max(indent, 3+canvas.Width(x.Name))
	}
	width := min(a.W()-indent-1, 90)
	if width < 20 {
		return
	}
	rows := 0
	for _, x := range steps {
		rows += len(Lines(x.Words, width))
	}
	gap := 0
	if rows+len(steps)-1 <= a.H() {
		gap = 1
	}
	y := 0
	for _, x := range steps {
		a.Text(1, y, x.Name, Bold)
		for i, line := range Lines(x.Words, width) {
			if i == 0 {
				s.Figures(a, indent, y, line, stageFigure(x))
			}
			a.Text(indent, y, line, Plain)
			y++
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
	return s.Wrap(a, 1, y, a.W()-2, fmt.Sprintf("d = |A|²|Z||R| = %d symbols, k = |A|²|S| = %d hidden states of the HMM: the pairs have d² entries, and of the triples %s cells can occur at all.",
		n.D(), n.K(), figure.Count(float64(n.Cells()))), Dim, Alone(why.Symbols), Alone(why.HiddenStates), Alone(why.Cells))
}
