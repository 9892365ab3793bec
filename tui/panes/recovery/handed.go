package recovery

import (
	"fmt"
	"math"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// stageMoments draws what the estimator is handed.
func (s pane) stageMoments(a canvas.Area) int {
	e, n, title := s.Now.Estimate, s.Sizes(), "P̂₁₂, P̂₁₃ and P̂₁₂₃: N = %s"
	by := estimators.By(e.Estimate)
	operators := by.Gives(moments.GivesOperators)
	switch {
	case by.Uses == moments.FromActions:
		title = "of N = %s episodes, those that repeat an action"
	case by.Uses == moments.FromEpisodes:
		title = "all steps of N = %s whole episodes, and no moments"
	case by.Uses == moments.FromEarned:
		title = "N = %s whole episodes, step by step, and no moments"
	case by.Uses == moments.FromTriples && operators:
		title = "triples of N = %s episodes: what followed which history"
	case by.Uses == moments.FromTriples:
		title = "triples of N = %s episodes"
	case operators:
		title = "P̂₁₂ and P̂₁₂₃: N = %s"
	}
	first := s.Now.Shown == model.BeatMoments
	if _, few := s.testTable(); few && first && operators && by.Uses == moments.FromTriples && a.H() < s.testsTableNeed() {
		return s.testsTable(a)
	}
	s.Say(a, 1, 0, fmt.Sprintf(title, figure.Count(e.Episodes)), kit.Bold, kit.Alone(why.Episodes))
	switch {
	case by.Uses == moments.FromActions:
		y := 2 + s.repeats(a.Rows(2, a.H()-2))
		return s.Wrap(a, 1, y, a.W()-2, fmt.Sprintf("For each action alone: the episodes that repeat it are one HMM, with |S| = %d hidden states and |Z||R| = %d symbols.", n.S, n.Outcomes()), kit.Dim)
	case !by.Gives(moments.GivesColumns) && by.Uses != moments.FromMoments: // it names no hidden state, and no symbol
		if by.Uses == moments.FromEarned {
			return 2 + s.historiesAhead(a.Below(2))
		}
		if first && operators && a.H() < 3+s.testsTableNeed() {
			return 1 + s.testsTable(a.Below(1))
		}
		y := 1 + s.Wrap(a, 1, 1, a.W()-2, fmt.Sprintf("d = |A|²|Z||R| = %d symbols; of triples %s cells can occur at all.", n.D(), figure.Count(float64(n.Cells()))), kit.Dim, kit.Alone(why.Symbols), kit.Alone(why.Cells))
		if first && operators {
			y += s.testsTable(a.Below(y))
		}
		return y
	}
	y := 1 + s.TableSizes(a, 1)
	if first && by.Uses != moments.FromEpisodes {
		y += s.handed(a.Below(y))
	}
	return y
}

// handed draws P̂₁₂ as the estimator is given it, a block for each action between two symbols, where there is
// room. It returns the rows it took.
func (s pane) handed(a canvas.Area) int {
	n := s.Sizes()
	gs, top := make([]kit.Grid, n.A), 0.0
	for a2 := range gs {
		gs[a2] = s.BlockOfPairs(s.Now.Counts, a2)
		top = math.Max(top, gs[a2].Largest())
	}
	const titles, gap = 2, 3
	d, ok := s.fit(gs[0], (a.W()-2)/n.A-gap, a.H()-titles)
	if !ok || top == 0 {
		return 0
	}
	w, h := gs[0].Size(d)
	column := max(w, 8) + gap
	a.Text(1, 0, "P̂₁₂, a block for each action a₂ that x₁ and x₂ share: x₁ down, x₂ across", kit.Bold)
	for a2, g := range gs {
		x := 1 + a2*column
		g.Scale = kit.RoundUp(top)
		s.Action(a, a.Text(x, 1, "a₂ = ", kit.Dim), 1, a2)
		s.Heat(a.Sub(x, titles, w, h), g, d)
	}
	if bar := 1 + n.A*column; a.W()-bar > 24 {
		s.ColourBar(a, bar, titles, "0", kit.RoundUp(top))
	}
	return titles + h
}

// historiesAhead says step by step how many histories there are to be counted, and how few episodes that leaves to each. It returns the
// rows it took.
func (s pane) historiesAhead(a canvas.Area) int {
	if s.Now.Estimate.Histories == nil {
		return 0
	}
	a.Text(1, 0, kit.FirstThatFits([]string{"what is counted next: after each history, what was done, earned and seen, what followed", "after each history, what followed is counted next"}, a.W()-2), kit.Dim)
	for t, d := range s.depths() {
		a.Text(1, 1+t, fmt.Sprintf("step %d: %s histories, %s episodes each on average", t+1, figure.Count(d.Possible), figure.Number(s.Now.Estimate.Episodes/d.Possible)), kit.Plain)
	}
	return 1 + len(s.depths())
}

// repeats draws what share of the episodes each action has for itself, and what share is left
// unused. It returns the rows it took.
func (s pane) repeats(a canvas.Area) int {
	const unused = "unused"
	m, n, c, wide := s.Truth(), s.Sizes(), s.Now.Counts, canvas.Width(unused)
	for action := range n.A {
		wide = max(wide, 2+canvas.Width(m.ActionName(action)))
	}
	wide = min(wide, 20)
	at, width, rest := wide+8, max(a.W()-wide-10, 1), 1.0
	for action := range n.A {
		share := c.Repeats(action)
		rest -= share
		a.Sub(0, action, wide+1, 1).Text(s.Action(a, 1, action, action)+1, 0, m.ActionName(action), kit.Plain)
		s.Say(a, wide+2, action, figure.Number(share), kit.Plain, kit.FigureAt(why.Repeats, action).Value())
		s.Bar(a, at, action, width, share, canvas.FG(theme.Curve))
	}
	a.Text(1, n.A, unused, kit.Dim)
	s.Bar(a, at, n.A, width, rest, kit.Dim)
	return n.A + 2
}
