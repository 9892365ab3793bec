package theory

import (
	"fmt"
	"math"
	"slices"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// stripLeast is the regret at the left end of the strip; whatever is smaller stands there too.
const stripLeast = 1e-4

// Where the strip begins, and the room for the share of seeds after it.
const (
	stripX     = 8
	stripShare = 21
)

// regretAxis is an axis of regrets in powers of ten, from stripLeast to 10^top.
type regretAxis struct{ top float64 }

// column is where a regret stands. The column of ε parts those that keep within it from the
// others.
func (x regretAxis) column(a canvas.Area, regret float64) int {
	least, wide := math.Log10(stripLeast), float64(a.W()-stripX-stripShare-1)
	place := func(regret float64) int {
		return stripX + int((math.Log10(max(regret, stripLeast))-least)/(x.top-least)*wide+.5)
	}
	limit := place(model.TheoryEpsilon)
	switch {
	case regret > model.TheoryEpsilon+1e-12:
		return max(place(regret), limit+1)
	case regret < model.TheoryEpsilon-1e-12:
		return min(place(regret), limit-1)
	}
	return limit
}

// strip draws the regrets of all seeds at each N that was tried, so that one sees with how many
// the guarantee holds: a dot for a seed, a digit for several in one place.
func (s pane) strip() []theoryLine {
	found, _ := s.Session.Sufficed()
	if s.Unknown() != "" || found == nil {
		return nil
	}
	most := model.TheoryEpsilon
	for _, r := range found.Tried {
		for _, regret := range r.Regrets {
			if !math.IsNaN(regret.High) {
				most = max(most, regret.High)
			}
		}
	}
	top := math.Ceil(math.Log10(most))
	if top <= math.Log10(model.TheoryEpsilon) {
		top++
	}
	axis := regretAxis{top}
	lines := []theoryLine{words(1, fmt.Sprintf("regrets of %d seeds (digit, +: several); %c is ε = %s", experiment.SufficientSeeds, s.Glyph('│', '|'), figure.Number(model.TheoryEpsilon)), kit.Bold)}
	for _, r := range slices.Backward(found.Tried) { // the one that sufficed first
		lines = append(lines, func(a canvas.Area) { s.stripRow(a, r, axis) })
	}
	return append(lines, func(a canvas.Area) {
		free := 0
		for log := math.Log10(stripLeast); log <= top; log++ {
			if x := axis.column(a, math.Pow(10, log)); x >= free {
				free = a.Text(x, 0, figure.PowerOfTen(math.Pow(10, log)), kit.Dim) + 1
			}
		}
	}, words(0, "", kit.Dim))
}

func (s pane) stripRow(a canvas.Area, r experiment.Reached, axis regretAxis) {
	a.Text(1, 0, figure.PowerOfTen(r.Episodes), kit.Plain)
	seeds, none := map[int]int{}, 0
	a.Repeat(stripX, 0, a.W()-stripX-stripShare, s.Glyph('·', '.'), kit.Rule)
	for _, regret := range r.Regrets {
		if math.IsNaN(regret.High) {
			none++
			continue
		}
		seeds[axis.column(a, regret.High)]++
	}
	limit := axis.column(a, model.TheoryEpsilon)
	a.Set(limit, 0, s.Glyph('│', '|'), kit.Bold)
	for x, n := range seeds {
		mark, style := s.Glyph('●', 'o'), kit.Good
		if n > 1 {
			mark = rune('0' + n)
		}
		if n > 9 {
			mark = '+'
		}
		if x > limit {
			style = kit.Bad
		}
		a.Set(x, 0, mark, style.With(canvas.Bold))
	}
	share := fmt.Sprintf("%d of %d", r.Seeds, len(r.Regrets))
	if none > 0 {
		share += fmt.Sprintf(", %d no plan", none)
	}
	a.Text(a.W()-stripShare+1, 0, share, kit.Plain)
}
