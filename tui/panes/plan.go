package panes

import (
	"fmt"
	"slices"

	"eeporl/model/why"
	"eeporl/pomdp/figure"

	"eeporl/model"
	"eeporl/moments"
	"eeporl/planning"
	"eeporl/tui/canvas"
)

// drawPlan shows how many vectors there are, the envelope that they make, the
// policy tree, and in phase 2 the path that an episode takes through it.
func drawPlan(a canvas.Area, s Scene) {
	n := s.Now
	s.planHead(a)
	if n.Plan == nil {
		s.noPlan(a)
		return
	}
	if n.Level > n.Plan.Horizon && s.planPage(a.H()-1) > 0 {
		s.tree(a.Below(1))
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
	if whole && a.W() >= twoColumns {
		half := a.W() / 2
		s.tree(a.Sub(half+2, y, a.W()-half-2, a.H()-y))
		a = a.Sub(0, 0, half, a.H())
		y += s.gammaTable(a.Below(y))
		y += s.outcome(a.Below(y))
		y += s.losses(a.Below(y))
		s.overBelief(a.Rows(y, min(a.H()-y, 30)))
		return
	}
	if whole && !n.Phase2() && a.H() < smallPlan { // the tree is what a plan is
		y += s.gammaLine(a.Below(y))
		y += s.outcome(a.Below(y)) - 1
		h := a.H() - y
		if s.sizes().S <= 3 && s.envelopeSet() != nil && s.treeDepth(h-1) < n.Plan.Horizon { // of two that do not fit, both are begun
			h = max(h-7, 6)
		}
		y += s.tree(a.Rows(y, h))
		if a.H()-y >= 6 {
			s.overBelief(a.Below(y))
		}
		return
	}
	y += s.gammaTable(a.Below(y))
	if !whole {
		y += s.carry(a.Below(y), s.envelopeSet())
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
			h = min(rows, 14)
		}
		y += s.overBelief(a.Rows(y, h))
	}
	if whole {
		if a.H()-y < 3 {
			y = a.H() - 1
			a.Rows(y, 1).Fill(' ', text)
			s.turn(a, 1, y, Plan, "shows the policy tree")
		}
		s.tree(a.Below(y))
	}
}

// smallPlan is the height below which the numbers of vectors stand on one row.
const smallPlan = 24

// gammaLine is gammaTable in a row.
func (s Scene) gammaLine(a canvas.Area) int {
	p := s.Now.Plan
	if len(p.Levels) == 0 {
		return 0
	}
	last := p.Levels[len(p.Levels)-1]
	built := anyKept(p.Levels)
	if !built {
		x := a.Text(1, 0, "β-vectors", bold)
		x = a.Text(x, 0, ": none built, of ", text)
		s.whole(a, x, 0, s.defined(last).String(), dim, of(why.Gamma, last.T).Value())
		return 1
	}
	x := a.Text(1, 0, "β-vectors kept", bold)
	shown, left := ends(min(s.Now.Level, len(p.Levels)), max(4, a.W()/14-2))
	for _, i := range shown {
		if i < 0 {
			x = a.Text(x+2, 0, fmt.Sprintf("… %d more", left), dim)
			continue
		}
		level := p.Levels[i]
		kept := "not built"
		if k := model.Kept(level); k >= 0 {
			kept = fmt.Sprint(k)
		}
		x = s.whole(a, x+2, 0, fmt.Sprintf("Γ%s %s", figure.Sub(level.T), kept), text, of(why.Gamma, level.T).Value())
	}
	if number := s.defined(last).String(); x+len(" of ")+canvas.Width(number) < a.W() {
		x = a.Text(x, 0, " of ", dim)
		s.whole(a, x, 0, number, dim, of(why.Gamma, last.T).Value())
	}
	return 1
}

// defined is how many vectors the definition gives a Γ_t, those of all pairs together.
func (s Scene) defined(l planning.Level) planning.Count {
	if s.Now.Plan.First[0] < 0 {
		return l.Enumerated
	}
	return l.Enumerated.Times(s.sizes().Pairs())
}

// overBelief draws what the plan says at every belief, as far as a terminal
// can show it, or how the certified interval closed.
func (s Scene) overBelief(a canvas.Area) int {
	switch p := s.Now.Plan; {
	case len(p.Bounds) > 1:
		s.closing(a, p.Bounds)
		return a.H()
	case s.envelopeSet() == nil:
		return 0
	default:
		set := s.envelopeSet()
		return s.valuePicture(a, envelope{set: set, t: s.shownLevel(), marks: s.atRoot(set.Pair)})
	}
}

func (s Scene) planHead(a canvas.Area) {
	n := s.Now
	switch {
	case n.Failed != nil && n.Kind == model.Plan:
		s.head(a, Plan, "no plan", bad)
	case n.Plan == nil && len(s.Closing) > 0:
		last := s.Closing[len(s.Closing)-1]
		s.head(a, Plan, "closing in: gap "+figure.Number(last.Upper-last.Lower), text)
	case n.Plan == nil:
		s.head(a, Plan, "nothing planned yet", dim)
	case n.Phase2() && n.Episode != nil:
		s.head(a, Plan, s.branchAnswer(), text)
	case n.Level <= n.Plan.Horizon:
		s.head(a, Plan, fmt.Sprintf("Γ%s of Γ%s", figure.Sub(n.Level), figure.Sub(n.Plan.Horizon)), text)
	case n.Estimate == nil:
		s.head(a, Plan, "the model's own optimum: "+n.Plan.Best().Text(figure.Value), text, alone(why.Expected))
	case s.Session.Optimum() != nil:
		style := good
		if s.Session.Regret().High > .02 {
			style = warn
		}
		best := s.Session.Optimum()
		answer := fmt.Sprintf("worth %s of %s: regret %s", figure.Value(n.Plan.ValueTrue),
			best.Best().Text(figure.Value), s.Session.Regret().Text(figure.Number))
		if n.Stale {
			answer += fmt.Sprintf(" (of N = %s)", figure.Count(n.Estimate.Episodes))
		}
		s.head(a, Plan, answer, style, alone(why.Worth), alone(why.Optimum), alone(why.Regret))
	default:
		s.head(a, Plan, "worth "+figure.Value(n.Plan.ValueTrue), text, alone(why.Worth))
	}
}

func (s Scene) noPlan(a canvas.Area) {
	switch n := s.Now; {
	case n.Failed != nil && n.Kind == model.Plan:
		s.empty(a, 2, n.Failed.Error(), "", "")
	case n.Pending && n.Kind == model.Plan:
		s.empty(a, 2, "The plan is being computed.", "Esc", "gives it up")
		s.closing(a.Below(6), s.Closing)
	case s.Now.Estimate != nil && !s.Now.Estimate.OK() && s.Session.Disabled(model.RunPlan) != "":
		s.empty(a, 2, "β-vectors and the policy tree will stand here. Not yet: "+s.Session.Disabled(model.RunPlan)+".", "a", "chooses another estimator; then e estimates")
	case s.Session.Disabled(model.RunPlan) != "":
		press, does := "e", "estimates first"
		if n.N == 0 {
			press, does = "+", "adds episodes; e then estimates from them, p plans"
		}
		y := s.empty(a, 1+apart(a), "β-vectors and the policy tree will stand here. Not yet: "+s.Session.Disabled(model.RunPlan)+".", press, does)
		s.ahead(a.Below(y+1), s.Session.PlanAhead())
	case n.Estimate == nil:
		y := s.empty(a, 1+apart(a), "This model is too large to learn from episodes, and is planned for as it is: its β-vectors and its policy tree will stand here.", "p", "plans on the model itself")
		s.ahead(a.Below(y+1), s.Session.PlanAhead())
	default:
		words := "The parameters are there: FindPolicy turns them into β-vectors and a policy tree."
		if lacks := n.Estimate.By().Lacks(moments.GivesParameters); lacks != "" {
			words = "Planning by what is seen: " + lacks + ", so there are no β-vectors. A policy tree will stand here."
		} else if !n.Whole {
			words = "FindPolicy turns the parameters that this estimate ends in into β-vectors and a policy tree."
		}
		y := s.empty(a, 1+apart(a), words, "p", "plans")
		s.ahead(a.Below(y+1), s.Session.PlanAhead())
	}
}

// anyKept says whether the planner built a level's vectors.
func anyKept(levels []planning.Level) bool {
	return slices.ContainsFunc(levels, func(l planning.Level) bool { return model.Kept(l) >= 0 })
}

// leastPlot is the height of the least picture of vectors over the belief.
const leastPlot = 6

// gammaTable counts the vectors of each Γ_t.
func (s Scene) gammaTable(a canvas.Area) int {
	p := s.Now.Plan
	defined, kept := "defined", "kept"
	if p.First[0] >= 0 && s.pairwise() { // every pair has vectors of its own
		defined, kept = "defined, all pairs", "kept, all pairs"
	}
	if len(p.Levels) == 0 {
		return 0
	}
	built := anyKept(p.Levels)
	if rows := s.lowGammaTable(a, defined, kept); rows > 0 {
		return rows
	}
	if !built {
		kept = ""
	}
	a.Text(1, 0, "β-vectors", bold)
	a.Right(32, 0, defined, dim)
	a.Right(49, 0, kept, dim)
	y := 1
	// Half of the room, and what the result needs, is for what follows.
	shown, left := ends(min(s.Now.Level, len(p.Levels)), max(4, min(a.H()/2, a.H()-10)))
	for _, i := range shown {
		if y >= a.H() {
			break
		}
		if i < 0 {
			a.Text(1, y, fmt.Sprintf("… %d more", left), dim)
			y++
			continue
		}
		level := p.Levels[i]
		style := text
		if level.T == s.Now.Level {
			style = fresh
		}
		gamma := of(why.Gamma, level.T).Value()
		s.whole(a, 1, y, fmt.Sprintf("Γ%s", figure.Sub(level.T)), style, gamma)
		s.right(a, 32, y, s.defined(level).String(), style, gamma)
		if k := model.Kept(level); k >= 0 {
			s.right(a, 49, y, fmt.Sprint(k), style, gamma)
		} else if built {
			s.right(a, 49, y, "not built", style, gamma)
		}
		y++
	}
	if picture := leastPlot + 3; y < a.H() && a.W() > 50 && (s.Now.Level > p.Horizon || a.H()-y >= picture) {
		y = Wrap(a, 1, y, a.W()-2, s.planned(), dim)
	}
	return y + 1
}

// planned says by which planner, and why by that one.
func (s Scene) planned() string { return string(s.Now.Plan.Planner) + ": " + s.Now.Plan.Why }

// lowGammaTable is gammaTable with a column for each Γ_t, where a low pane leaves more room beside
// than below; 0 rows where it has no room either.
func (s Scene) lowGammaTable(a canvas.Area, defined, kept string) int {
	levels := s.Now.Plan.Levels[:min(s.Now.Level, len(s.Now.Plan.Levels))]
	if a.H() >= smallPlan/2 || len(levels) < 3 || s.Now.Level > s.Now.Plan.Horizon || !anyKept(levels) {
		return 0
	}
	const gap = 3
	x := 1 + canvas.Width(defined)
	ends := make([]int, len(levels))
	for i, l := range levels {
		x += gap + max(canvas.Width(s.defined(l).String()), len("not built"))
		ends[i] = x
	}
	if x >= a.W() {
		return 0
	}
	a.Text(1, 0, "β-vectors", bold)
	a.Text(1, 1, defined, dim)
	a.Text(1, 2, kept, dim)
	for i, l := range levels {
		style, gamma := text, of(why.Gamma, l.T).Value()
		if l.T == s.Now.Level {
			style = fresh
		}
		number := "not built"
		if k := model.Kept(l); k >= 0 {
			number = fmt.Sprint(k)
		}
		s.right(a, ends[i], 0, "Γ"+figure.Sub(l.T), style, gamma)
		s.right(a, ends[i], 1, s.defined(l).String(), style, gamma)
		s.right(a, ends[i], 2, number, style, gamma)
	}
	return 3
}

func (s Scene) outcome(a canvas.Area) int {
	p := s.Now.Plan
	a0, a1 := p.First[0], p.First[1]
	best := "best b̂·β = "
	switch {
	case p.Tree.Coordinates == planning.NoStates:
		best = "promised: "
	case p.Planner == planning.Levelling:
		best = "promised, levelled: "
	}
	if s.Now.Estimate == nil {
		best = "best b·α = "
	}
	x := a.Text(1, 0, best, text)
	x = s.whole(a, x, 0, figure.Value(p.Value), bold, alone(why.Expected))
	x = a.Text(x, 0, " starting with ", text)
	x = s.action(a, x, 0, a1)
	x = a.Text(x+1, 0, s.truth().ActionName(a1), text)
	if a0 < 0 {
		if p.Tree.Coordinates == planning.NoStates {
			return Wrap(a, 1, 1, a.W()-2, s.planned(), dim) + 1
		}
		if p.Upper > p.Value {
			s.say(a, 1, 1, fmt.Sprintf("certified: no policy is worth more than %s", figure.Value(p.Upper)), dim, alone(why.Upper))
		}
		return 3
	}
	y := 1
	if s.pairwise() {
		x = a.Text(x, 0, firstThatFits([]string{", in the order of ", ", in "}, a.W()-x-2), text)
		x = s.action(a, x, 0, a0)
		s.action(a, x, 0, a1)
		order := s.starts()
		y += s.promises(a.Rows(y, 1), order)
		y += s.beliefsAndMass(a.Rows(y, 2), order, a.H() >= highPlan)
	}
	if p.Upper > p.Value {
		words := "certified: no policy of the learned parameters is worth more than "
		if canvas.Width(words)+10 > a.W() {
			words = "certified, learned parameters: worth at most "
		}
		s.say(a, 1, y, words+figure.Value(p.Upper), dim, alone(why.Upper))
		y++
	}
	return y + 1
}

// pairwise says whether the plan's pairs have orders of their own, which may differ.
func (s Scene) pairwise() bool {
	e := s.Now.Estimate
	return e != nil && e.By().Gives(moments.GivesParameters) && !e.By().Gives(moments.GivesOneOrder)
}

// mostEarned is what an episode earns with the best reward at every step.
func (s Scene) mostEarned(horizon int) float64 {
	best, sum, weight := slices.Max(s.truth().RewardValues()), 0.0, 1.0
	for range horizon {
		sum += weight * best
		weight *= s.truth().Discount()
	}
	return sum
}
