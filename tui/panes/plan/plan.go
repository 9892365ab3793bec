// Package plan draws the β-vectors, the policy tree and phase 2.
package plan

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/planning"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// pane is the scene that this view draws from, with what it draws.
type pane struct{ kit.Scene }

// mostCaptions is how many rows of a plan stand above its pictures at most.
const mostCaptions = 5

// Draw shows how many vectors there are, the envelope that they make, the
// policy tree, and in phase 2 the path that an episode takes through it.
func Draw(a canvas.Area, scene kit.Scene) {
	s := pane{scene}
	n := s.Now
	s.planHead(a)
	captions := mostCaptions
	defer func() { s.LegendBetween(a, captions) }()
	if n.Plan == nil {
		s.noPlan(a)
		return
	}
	if page := s.planPage(a.H() - 1); n.Level > n.Plan.Horizon && page > 0 {
		captions = 0
		s.tree(a.Below(1), page)
		return
	}
	y := 1
	if n.Phase2() && n.Episode != nil {
		if j, ok := s.junction(); ok {
			s.drawBranch(a.Below(1), j)
			return
		}
		y += s.path(a.Below(y)) + 1
	}
	whole := n.Level > n.Plan.Horizon
	if whole && a.W() >= kit.TwoColumns {
		half := a.W() / 2
		s.tree(a.Sub(half+2, y, a.W()-half-2, a.H()-y), 0)
		a = a.Sub(0, 0, half, a.H())
		y += s.gammaTable(a.Below(y)) + 1
		y += s.outcome(a.Below(y))
		y += s.losses(a.Below(y))
		s.overBelief(a.Rows(y, min(a.H()-y, 30)), nil)
		return
	}
	if whole && !n.Phase2() && a.H() < smallPlan { // the tree is what a plan is
		y += s.gammaLine(a.Below(y))
		y += s.outcome(a.Below(y)) - 1
		h := a.H() - y
		if s.Sizes().S <= 3 && s.envelopeSet() != nil && s.treeDepth(h-1) < n.Plan.Horizon { // of two that do not fit, both are begun
			h = max(h-7, 6)
		}
		y += s.tree(a.Rows(y, h), 0)
		if a.H()-y >= 6 {
			s.overBelief(a.Below(y), nil)
		} else {
			s.losses(a.Below(y))
		}
		return
	}
	y += s.gammaTable(a.Below(y))
	var bars *carried
	if c, ok := s.carried(); ok && !whole {
		turn := a.Rows(a.H()-1, 1)
		a = a.Rows(0, a.H()-1)
		if s.Page(2) == 1 {
			bars = &c
			y += s.carry(a.Below(y), c)
			s.Turn(turn, 1, 0, kit.Plan, "goes back to the vectors")
		} else {
			s.Turn(turn, 1, 0, kit.Plan, "shows how a branch comes into another order")
		}
	} else if !whole && s.shownLevel() == 1 {
		y += s.firstLevel(a.Below(y))
	} else if whole || a.H() >= smallPlan/2 {
		y++
	}
	if whole {
		y += s.outcome(a.Below(y))
		if !n.Phase2() || a.H() > 30 {
			y += s.losses(a.Below(y))
		}
	}
	if rows := a.H() - y; rows >= 14 || rows >= leastPlot && !whole {
		h := min(rows/2, 12)
		if !whole {
			h = min(rows, 20)
		}
		y += s.overBelief(a.Rows(y, h), bars)
	}
	if !whole {
		s.otherPairs(a.Below(y))
	}
	if whole {
		if a.H()-y < 3 {
			y = a.H() - 1
			a.Rows(y, 1).Fill(' ', kit.Plain)
			s.Turn(a, 1, y, kit.Plan, "shows the policy tree")
		}
		s.tree(a.Below(y), 0)
	}
}

// smallPlan is the height below which the numbers of vectors stand on one row.
const smallPlan = 24

// gammaLine is gammaTable in a row.
func (s pane) gammaLine(a canvas.Area) int {
	p := s.Now.Plan
	if len(p.Levels) == 0 {
		return 0
	}
	last := p.Levels[len(p.Levels)-1]
	built := anyKept(p.Levels)
	if !built {
		x := a.Text(1, 0, "β-vectors", kit.Bold)
		x = a.Text(x, 0, ": none built, of ", kit.Plain)
		s.Whole(a, x, 0, s.defined(last).String(), kit.Dim, kit.FigureAt(why.Gamma, last.T).Value())
		return 1
	}
	x := a.Text(1, 0, "β-vectors kept", kit.Bold)
	shown, left := ends(min(s.Now.Level, len(p.Levels)), max(4, a.W()/14-2))
	for _, i := range shown {
		if i < 0 {
			x = a.Text(x+2, 0, fmt.Sprintf("… %d more", left), kit.Dim)
			continue
		}
		level := p.Levels[i]
		kept := "not built"
		if k := model.Kept(level); k >= 0 {
			kept = fmt.Sprint(k)
		}
		x = s.Whole(a, x+2, 0, fmt.Sprintf("Γ%s %s", figure.Sub(level.T), kept), kit.Plain, kit.FigureAt(why.Gamma, level.T).Value())
	}
	if number := s.defined(last).String(); x+len(" of ")+canvas.Width(number) < a.W() {
		x = a.Text(x, 0, " of ", kit.Dim)
		x = s.Whole(a, x, 0, number, kit.Dim, kit.FigureAt(why.Gamma, last.T).Value())
		if unpruned := " without pruning"; x+len(unpruned) < a.W() {
			a.Text(x, 0, unpruned, kit.Dim)
		}
	}
	return 1
}

// defined is how many vectors the definition gives a Γ_t, those of all pairs together.
func (s pane) defined(l planning.Level) planning.Count {
	return model.Defined(s.Now.Plan.Plan, l, s.Sizes().Pairs())
}

// overBelief draws what the plan says at every belief, as far as a terminal
// can show it, or how the certified interval closed.
// bars is the branch whose bars stand beside it; nil for none.
func (s pane) overBelief(a canvas.Area, bars *carried) int {
	switch p := s.Now.Plan; {
	case len(p.Bounds) > 1:
		s.closing(a, p.Bounds)
		return a.H()
	case s.envelopeSet() == nil:
		return 0
	default:
		set := s.envelopeSet()
		e := envelope{set: set, t: s.shownLevel(), marks: s.atRoot(set.Pair), formed: s.formed(set)}
		if bars != nil {
			e.chosen, e.chosenAs = bars.Whole, "the last row's β"
		}
		return s.valuePicture(a, e)
	}
}

func (s pane) planHead(a canvas.Area) {
	n := s.Now
	switch {
	case n.Failed != nil && n.Kind == model.Plan:
		s.Head(a, kit.Plan, "no plan", kit.Bad)
	case n.Plan == nil && len(s.Closing) > 0:
		last := s.Closing[len(s.Closing)-1]
		s.Head(a, kit.Plan, "closing in: gap "+figure.Number(last.Upper-last.Lower), kit.Plain)
	case n.Plan == nil:
		s.Head(a, kit.Plan, "nothing planned yet", kit.Dim)
	case n.Phase2() && n.Episode != nil:
		answer := s.branchAnswer()
		loss := ""
		if regret := s.Session.Regret(); !math.IsNaN(regret.High) && s.Asked == "" {
			loss = regret.Text(figure.Number)
			answer += " · the plan's regret " + loss
		}
		s.Head(a, kit.Plan, answer, kit.Plain)
		if end := 1 + canvas.Width(" "+kit.Plan.String()+"  "+answer); loss != "" && end < a.W() {
			s.Spot(a, end-canvas.Width(loss), 0, canvas.Width(loss), 1, kit.Alone(why.Regret))
		}
	case n.Level <= n.Plan.Horizon:
		s.Head(a, kit.Plan, fmt.Sprintf("Γ%s of Γ%s", figure.Sub(n.Level), figure.Sub(n.Plan.Horizon)), kit.Plain)
	case n.Estimate == nil:
		s.Head(a, kit.Plan, "the model's own optimum: "+n.Plan.Best().Text(figure.Value), kit.Plain, kit.Alone(why.Expected))
	case s.Session.Optimum() != nil:
		style := kit.Good
		if s.Session.Regret().High > .02 {
			style = kit.Warn
		}
		best := s.Session.Optimum()
		answer := fmt.Sprintf("worth %s of %s: regret %s", figure.Value(n.Plan.ValueTrue),
			best.Best().Text(figure.Value), s.Session.Regret().Text(figure.Number))
		if n.Stale {
			answer += fmt.Sprintf(" (of N = %s)", figure.Count(n.Estimate.Episodes))
		}
		s.Head(a, kit.Plan, answer, style, kit.Alone(why.Worth), kit.Alone(why.Optimum), kit.Alone(why.Regret))
	default:
		s.Head(a, kit.Plan, "worth "+figure.Value(n.Plan.ValueTrue), kit.Plain, kit.Alone(why.Worth))
	}
}

func (s pane) noPlan(a canvas.Area) {
	switch n := s.Now; {
	case n.Failed != nil && n.Kind == model.Plan:
		s.Empty(a, 2, n.Failed.Error(), "", "")
	case n.Pending && n.Kind == model.Plan:
		s.Empty(a, 2, "The plan is being computed.", "Esc", "gives it up")
		s.closing(a.Below(6), s.Closing)
	case s.Now.Estimate != nil && !s.Now.Estimate.OK() && s.Session.Disabled(model.RunPlan) != "":
		s.Empty(a, 2, "β-vectors and the policy tree will stand here. Not yet: "+s.Session.Disabled(model.RunPlan)+".", "a", "chooses another estimator; then e estimates")
	case s.Session.Disabled(model.RunPlan) != "":
		press, does := "e", "estimates first"
		if n.N == 0 {
			press, does = "+", "adds episodes; e then estimates from them, p plans"
		}
		y := s.Empty(a, 1+kit.Apart(a), "β-vectors and the policy tree will stand here. Not yet: "+s.Session.Disabled(model.RunPlan)+".", press, does)
		s.Ahead(a.Below(y+1), s.Session.PlanAhead())
	case n.Estimate == nil:
		y := s.Empty(a, 1+kit.Apart(a), "This model is too large to learn from episodes, and is planned for as it is: its β-vectors and its policy tree will stand here.", "p", "plans on the model itself")
		s.Ahead(a.Below(y+1), s.Session.PlanAhead())
	default:
		words := "The parameters are there: FindPolicy turns them into β-vectors and a policy tree."
		if lacks := estimators.By(n.Estimate.Estimate).Lacks(moments.GivesParameters); lacks != "" {
			words = "Planning by what is seen: " + lacks + ", so there are no β-vectors. A policy tree will stand here."
		} else if !n.Whole {
			words = "FindPolicy turns the parameters that this estimate ends in into β-vectors and a policy tree."
		}
		y := s.Empty(a, 1+kit.Apart(a), words, "p", "plans")
		s.Ahead(a.Below(y+1), s.Session.PlanAhead())
	}
}

// anyKept says whether the planner built a level's vectors.
func anyKept(levels []planning.Level) bool {
	return slices.ContainsFunc(levels, func(l planning.Level) bool { return model.Kept(l) >= 0 })
}

// leastPlot is the height of the least picture of vectors over the belief.
const leastPlot = 5

// Where the columns of gammaTable end.
const definedEnd, keptEnd = 36, 49

// gammaTable counts the vectors of each Γ_t.
func (s pane) gammaTable(a canvas.Area) int {
	p := s.Now.Plan
	of := "β-vectors"
	if p.First[0] >= 0 && s.Pairwise() { // every pair has vectors of its own
		of += ", all pairs"
	}
	if len(p.Levels) == 0 {
		return 0
	}
	built := anyKept(p.Levels)
	if rows := s.lowGammaTable(a, of); rows > 0 {
		return rows
	}
	a.Text(1, 0, of, kit.Bold)
	a.Right(definedEnd, 0, "unpruned", kit.Dim)
	if built {
		a.Right(keptEnd, 0, "kept", kit.Dim)
	}
	y := 1
	// Half of the room, and what the result needs, is for what follows.
	shown, left := ends(min(s.Now.Level, len(p.Levels)), max(4, min(a.H()/2, a.H()-10)))
	for _, i := range shown {
		if y >= a.H() {
			break
		}
		if i < 0 {
			a.Text(1, y, fmt.Sprintf("… %d more", left), kit.Dim)
			y++
			continue
		}
		level := p.Levels[i]
		style := kit.Plain
		if level.T == s.Now.Level {
			style = kit.Fresh
		}
		gamma := kit.FigureAt(why.Gamma, level.T).Value()
		s.Whole(a, 1, y, fmt.Sprintf("Γ%s", figure.Sub(level.T)), style, gamma)
		s.Right(a, definedEnd, y, s.defined(level).String(), style, gamma)
		if k := model.Kept(level); k >= 0 {
			s.Right(a, keptEnd, y, fmt.Sprint(k), style, gamma)
		} else if built {
			s.Right(a, keptEnd, y, "not built", style, gamma)
		}
		y++
	}
	if picture := leastPlot + 3; y < a.H() && a.W() > 50 && s.Now.Level > 1 && (s.Now.Level > p.Horizon || a.H()-y >= picture) {
		y = kit.Wrap(a, 1, y, a.W()-2, s.planned(), kit.Dim)
	}
	return y
}

// planned says by which planner, and why by that one.
func (s pane) planned() string {
	text := string(s.Now.Plan.Planner) + ": " + s.Now.Plan.Why
	if s.Now.Plan.Planner == planning.Levelling {
		return "planner " + text // the word alone says nothing
	}
	return text
}

// lowGammaTable is gammaTable in one line, where a low pane has better uses for its rows; 0 rows where it has no room
// either.
func (s pane) lowGammaTable(a canvas.Area, of string) int {
	levels := s.Now.Plan.Levels[:min(s.Now.Level, len(s.Now.Plan.Levels))]
	if a.H() >= smallPlan/2 || s.Now.Level > s.Now.Plan.Horizon || !anyKept(levels) {
		return 0
	}
	words := make([]string, len(levels))
	for i, l := range levels {
		words[i] = fmt.Sprintf("Γ%s %s", figure.Sub(l.T), s.defined(l))
		if k := model.Kept(l); k >= 0 && fmt.Sprint(k) != s.defined(l).String() {
			words[i] = fmt.Sprintf("Γ%s %d of %s", figure.Sub(l.T), k, s.defined(l))
		}
	}
	const gap = "   "
	all := of + ", kept:"
	for len(words) > 1 && canvas.Width(all+strings.Join(words, gap))+canvas.Width(gap)+2 > a.W() {
		levels, words = levels[1:], words[1:]
	}
	x := a.Text(1, 0, all, kit.Dim)
	for i, l := range levels {
		style := kit.Plain
		if l.T == s.Now.Level {
			style = kit.Fresh
		}
		x = s.Whole(a, x+len(gap), 0, words[i], style, kit.FigureAt(why.Gamma, l.T).Value())
	}
	return 1
}

// turnWidth is the width that turn takes for words.
func (s pane) turnWidth(words string) int {
	if !s.Focused {
		words = "P then " + words
	}
	return canvas.Width("m " + words)
}
