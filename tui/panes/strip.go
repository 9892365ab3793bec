package panes

import (
	"fmt"
	"math"
	"slices"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
)

// stripLeast is the regret at the left end of the strip; whatever is smaller stands there too.
const stripLeast = 1e-4

// Where the strip begins, and the room for the share of seeds after it.
const (
	stripX     = 8
	stripShare = 21
)

// strip draws the regrets of all seeds at each N that was tried, so that one sees with how many
// the guarantee holds: a dot for a seed, a digit for several in one place.
func (s Scene) strip() []theoryLine {
	found, _ := s.Session.Sufficed()
	if s.unknown() != "" || found == nil {
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
	at := func(a canvas.Area, regret float64) int {
		least := math.Log10(stripLeast)
		share := (math.Log10(max(regret, stripLeast)) - least) / (top - least)
		x := stripX + int(share*float64(a.W()-stripX-stripShare-1)+.5)
		limit := stripX + int((math.Log10(model.TheoryEpsilon)-least)/(top-least)*float64(a.W()-stripX-stripShare-1)+.5)
		switch { // the line of ε parts those that keep within it from the others
		case regret > model.TheoryEpsilon+1e-12:
			return max(x, limit+1)
		case regret < model.TheoryEpsilon-1e-12:
			return min(x, limit-1)
		}
		return limit
	}
	lines := []theoryLine{words(1, fmt.Sprintf("regrets of %d seeds: %c for one, digits for more, + for ten; ε = %s at %c", model.SufficedSeeds, s.glyph('●', 'o'), figure.Number(model.TheoryEpsilon), s.glyph('│', '|')), bold)}
	for _, r := range slices.Backward(found.Tried) { // the one that sufficed first
		lines = append(lines, func(a canvas.Area) { s.stripRow(a, r, at) })
	}
	return append(lines, func(a canvas.Area) {
		for log := math.Log10(stripLeast); log <= top; log++ {
			a.Text(at(a, math.Pow(10, log)), 0, figure.PowerOfTen(math.Pow(10, log)), dim)
		}
	}, words(0, "", dim))
}

func (s Scene) stripRow(a canvas.Area, r experiment.Reached, at func(canvas.Area, float64) int) {
	a.Text(1, 0, figure.PowerOfTen(r.Episodes), text)
	seeds, none := map[int]int{}, 0
	a.Repeat(stripX, 0, a.W()-stripX-stripShare, s.glyph('·', '.'), rule)
	for _, regret := range r.Regrets {
		if math.IsNaN(regret.High) {
			none++
			continue
		}
		seeds[at(a, regret.High)]++
	}
	limit := at(a, model.TheoryEpsilon)
	a.Set(limit, 0, s.glyph('│', '|'), bold)
	for x, n := range seeds {
		mark, style := s.glyph('●', 'o'), good
		if n > 1 {
			mark = rune('0' + n)
		}
		if n > 9 {
			mark = '+'
		}
		if x > limit {
			style = bad
		}
		a.Set(x, 0, mark, style.With(canvas.Bold))
	}
	share := fmt.Sprintf("%d of %d", r.Seeds, len(r.Regrets))
	if none > 0 {
		share += fmt.Sprintf(", %d no plan", none)
	}
	a.Text(a.W()-stripShare+1, 0, share, text)
}
