package plan

import (
	"fmt"
	"strings"

	"gonum.org/v1/gonum/floats"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/planning"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// junction is the node of the policy tree that phase 2 has come to: its weights and its
// action, and once an outcome was seen, the branch that it took.
type junction struct {
	t       int // the step, from 1
	node    int
	weights planning.Weights // at the node
	chosen  planning.Choice  // what its action promises under them

	taken int              // the outcome, -1 before it was seen
	child int              // the node that it leads to
	after planning.Weights // at the child
	next  planning.Choice  // what the child's action promises under them
}

// junction follows the tree to the cursor; false where no episode follows a plan, or the
// plan's weights are not known.
func (s pane) junction() (junction, bool) {
	n := s.Now
	p, tree := n.Plan.Problem, n.Plan.Tree
	if p == nil || !p.HasStates() || len(n.Path) == 0 {
		return junction{}, false
	}
	last := len(n.Path) - 1
	if n.Beat.Kind == model.BeatBranch && last > 0 { // the branch just taken is the point
		last--
	}
	j := junction{t: last + 1, taken: -1}
	seen := tree.Outcomes(n.Episode.Steps[:last])
	var ok bool
	if j.node, j.weights, ok = p.Along(tree, seen); ok {
		j.chosen, ok = p.Chosen(j.weights, tree.Nodes[j.node])
	}
	if ok && tree.Nodes[j.node].Next != nil && (last < len(n.Path)-1 || n.Drawn(model.BeatObserve, last+1)) {
		j.taken = tree.Outcome(n.Episode.Steps[last])
		j.child, j.after, _ = p.Along(tree, append(seen, j.taken))
		j.next, ok = p.Chosen(j.after, tree.Nodes[j.child])
	}
	return j, ok
}

// branch draws the node that phase 2 stands at: its action, a row for each outcome with
// the action that follows it, the outcome that was seen lit. It returns the rows that it
// took.
func (s pane) branch(a canvas.Area, j junction) int {
	p := s.Now.Plan
	node := p.Tree.Nodes[j.node]
	left := s.promise(a.Sub(1, 0, a.W()/3, a.H()), j.chosen, j.weights, node, j.node, kit.Plain)
	stem := max(left, 18) + 2
	if end := a.Used(0); node.Next != nil && end < stem-1 {
		a.Repeat(end+1, 0, stem-end-1, s.Glyph('─', '-'), kit.Rule)
	}
	if node.Next == nil {
		a.Text(stem, 0, "the last step: nothing branches off", kit.Plain)
		return 3
	}
	rows := s.fan(p.Tree, j, max(a.H()-1, 3))
	wide := 0
	for _, r := range rows {
		wide = max(wide, canvas.Width(r.words))
	}
	names := 0
	for _, child := range node.Next {
		names = max(names, canvas.Width(s.Truth().ActionName(p.Tree.Nodes[child].Action)))
	}
	wide = min(wide, max(a.W()-stem-canvas.Width("├━  p .999 ━▶ 2 ")-names, 8))
	for y, r := range rows {
		s.twig(a.Rows(y, 1), stem, wide, y, len(rows), r, j)
	}
	return max(len(rows), 2+min(s.Sizes().A-1, 4)) + 1
}

// promise draws a node's action and the value it promises there, and below it what each
// other action would promise at best. It returns the width it took.
func (s pane) promise(a canvas.Area, c planning.Choice, w planning.Weights, node planning.Node, number int, style canvas.Style) int {
	x := s.Action(a, 0, 0, node.Action)
	x = a.Text(x+1, 0, s.Truth().ActionName(node.Action), style.With(canvas.Bold))
	s.Spot(a, 0, 0, x, 1, kit.FigureAt(why.Node, number).Value())
	mass := w.Mass()
	if mass <= 0 {
		return x
	}
	end := s.Whole(a, a.Text(0, 1, strings.TrimPrefix(s.promiseWords(), " "), kit.Plain), 1, figure.Value(c.Value/mass), kit.Bold, kit.FigureAt(why.Node, number).Value())
	y := 2
	for _, other := range s.Now.Plan.Choices(w, node.T) {
		if other.Action == node.Action {
			continue
		}
		lead := "with "
		if y > 2 {
			lead = "     "
		}
		at := a.Text(0, y, lead, kit.Plain)
		end = max(end, s.Whole(a, s.Action(a, at, y, other.Action), y, ": "+figure.Value(other.Value/mass), kit.Plain, kit.FigureAt(why.Node, number).Value()))
		y++
	}
	return max(x, end)
}

// verdict says what is optimal at this step by the true model, and what the tree's action
// loses against it. It returns the rows that it took.
func (s pane) verdict(a canvas.Area, j junction) int {
	advice := s.Now.Advice
	if advice == nil || j.t > len(advice.Action) {
		return 1
	}
	best, action := advice.Action[j.t-1], s.Now.Plan.Tree.Nodes[j.node].Action
	if best == action {
		s.Say(a, 1, 0, fmt.Sprintf("by the true model this action is the best at step %d", j.t), kit.Good, kit.FigureAt(why.Action, j.t).Truth())
		return 1
	}
	x := a.Text(1, 0, "by the true model ", kit.Plain)
	x = s.Action(a, x, 0, best)
	s.Spot(a, 1, 0, x-1, 1, kit.FigureAt(why.Action, j.t).Truth())
	words, loses := fmt.Sprintf(" is best at step %d", j.t), ""
	if cost, ok := s.costAt(j.node, advice.Belief[j.t-1]); ok {
		loses = "this one loses " + figure.Number(cost)
	}
	switch at := x + canvas.Width(words+": "+loses); {
	case loses == "":
		s.Whole(a, x, 0, words, kit.Warn, kit.FigureAt(why.Action, j.t).Truth())
	case at <= a.W():
		s.Whole(a, x, 0, words+": "+loses, kit.Warn, kit.FigureAt(why.Action, j.t).Truth())
	default:
		a.Text(x, 0, words+":", kit.Warn)
		s.Whole(a, 3, 1, loses, kit.Warn, kit.FigureAt(why.Action, j.t).Truth())
		return 2
	}
	return 1
}

// costAt is what the tree's action at a node costs at one true belief; false where it
// costs nothing or that is not known. Several beliefs can lead to the same node.
func (s pane) costAt(node int, belief []float64) (float64, bool) {
	if r := s.Session.RegretByStep(); r != nil {
		for _, d := range r.Decisions {
			if d.Node == node && floats.EqualApprox(d.Belief, belief, 1e-9) {
				return d.Cost, true
			}
		}
	}
	return 0, false
}

// leastBelief are the rows that a picture over the belief takes, and mostLosses those that the costliest choices may.
const leastBelief, mostLosses = 6, 10

// drawBranch draws phase 2: the node that the episode is at and the branch that it takes,
// the path there, and, where there is room, the belief, which no policy computes, and the
// tree.
func (s pane) drawBranch(a canvas.Area, j junction) {
	y := s.branch(a, j)
	if s.Asked != askedOptimal {
		y += s.verdict(a.Below(y), j) - 1
	}
	y++
	if s.Asked == askedBranch || s.Asked == askedOptimal {
		return // what follows would answer it
	}
	if j.taken >= 0 && y < a.H() {
		x := a.Text(1, y, fmt.Sprintf("step %d: ", j.t+1), kit.Plain)
		y += s.promised(a.Sub(x, y, a.W()-x, a.H()-y), j)
	}
	if j.t > 1 && a.H()-y > 4 {
		y += s.path(a.Rows(y+1, a.H()-y-1)) + 1
	}
	if rows := a.H() - y - 1; s.Now.Plan.Tree.Nodes[j.node].Next == nil || rows < leastBelief {
		y += s.losses(a.Rows(y+1, max(min(rows, mostLosses), 0)))
	}
	if rows := a.H() - y - 1; rows >= leastBelief {
		h := min(rows, 18)
		s.beliefPlot(a.Rows(y+1, h), j)
		s.tree(a.Below(y+h+2), 0)
	}
	if last := a.Rows(a.H()-1, 1); last.Used(0) == 0 {
		x := s.Turn(last, 1, 0, kit.Plan, "shows the whole tree")
		s.steady(last.Sub(x+2, 0, last.W()-x-2, 1))
	}
}

// promised is promise in a line or two, for the node that the branch just taken leads to. It
// returns the rows that it took.
func (s pane) promised(a canvas.Area, j junction) int {
	tree := s.Now.Plan.Tree
	child := j.child
	node, mass := tree.Nodes[child], j.after.Mass()
	x := s.Action(a, 0, 0, node.Action)
	x = a.Text(x+1, 0, s.Truth().ActionName(node.Action), kit.Bold)
	s.Spot(a, 0, 0, x, 1, kit.FigureAt(why.Node, child).Value())
	if mass <= 0 {
		return 1
	}
	x = s.Whole(a, a.Text(x, 0, s.promiseWords(), kit.Plain), 0, figure.Value(j.next.Value/mass), kit.Bold, kit.FigureAt(why.Node, child).Value())
	lead, y := ", with ", 0
	for _, other := range s.Now.Plan.Choices(j.after, node.T) {
		if other.Action == node.Action {
			continue
		}
		worth := ": " + figure.Value(other.Value/mass)
		if x+canvas.Width(lead+"1"+worth) > a.W() {
			x, y, lead = 0, y+1, strings.TrimPrefix(lead, ", ")
		}
		x = a.Text(x, y, lead, kit.Plain)
		x = s.Whole(a, s.Action(a, x, y, other.Action), y, worth, kit.Plain, kit.FigureAt(why.Node, child).Value())
		lead = ", "
	}
	return y + 1
}

// promiseWords say where a promise comes from: what was learned, or the model itself.
func (s pane) promiseWords() string {
	if s.Now.Estimate == nil {
		return " expects "
	}
	return " promises "
}

// beliefPlot shows why the vector that the tree goes on with is the best: it draws the set
// that it was chosen from over the belief, and marks the belief before and after what was
// seen.
func (s pane) beliefPlot(a canvas.Area, j junction) {
	p := s.Now.Plan
	node, c := p.Tree.Nodes[j.node], j.chosen
	marks := []beliefMark{{'▲', '^', "belief", c.Weight}}
	if exact := s.exactBelief(c.Pair, j.t); exact != nil {
		marks = append(marks, beliefMark{'◆', 'x', exactMark, exact})
		marks[0].name = "by the estimate"
	}
	if j.taken >= 0 {
		node, c = p.Tree.Nodes[j.child], j.next
		marks = []beliefMark{{'▲', '^', "before", s.predicted(j)}, {'●', 'o', "after", c.Weight}}
	}
	if node.T > len(p.Levels) {
		return
	}
	for i := range p.Levels[node.T-1].Sets {
		if set := &p.Levels[node.T-1].Sets[i]; set.Pair == c.Pair && set.Len() > 0 {
			s.valuePicture(a, envelope{set: set, t: node.T, marks: marks, chosen: c.Beta})
			return
		}
	}
}

// exactBelief is what the true model believes before step t, in a pair's order; nil where that
// is not known.
func (s pane) exactBelief(pair, t int) []float64 {
	if s.Now.Advice == nil || t > len(s.Now.Advice.Belief) || s.Unknown() != "" {
		return nil
	}
	belief := s.Now.Advice.Belief[t-1]
	out := make([]float64, len(belief))
	for j := range out {
		state, known := s.StateAt(pair, j)
		if !known {
			return nil
		}
		out[j] = belief[state]
	}
	return out
}

// predicted is the belief in the next state before the outcome was seen, not normalised,
// in the child's order of the states.
func (s pane) predicted(j junction) []float64 {
	p := s.Now.Plan
	sum := make([]float64, s.Sizes().S)
	node := p.Tree.Nodes[j.child]
	for o := range p.Tree.Nodes[j.node].Next {
		if c, ok := p.Problem.Chosen(p.Problem.After(j.chosen, o, p.Discount), planning.Node{Action: node.Action, Pair: node.Pair, Beta: node.Beta}); ok {
			for i, x := range c.Weight {
				sum[i] += x
			}
		}
	}
	return sum
}

// The kinds of question (Scene.Asked) whose answers this view must hide.
const askedBranch, askedOptimal, askedCarried = "branch", "optimal", "carried"

// branchAnswer is the step that phase 2 has come to, and where its branch leads.
func (s pane) branchAnswer() string {
	j, ok := s.junction()
	if !ok {
		return "following the tree"
	}
	tree := s.Now.Plan.Tree
	words := fmt.Sprintf("step %d of %d", j.t, tree.Nodes[0].T)
	if j.taken < 0 || s.Asked == askedBranch {
		return words
	}
	return words + " · " + s.outcomeName(tree, j.taken) + string([]rune{' ', s.Glyph('→', '>'), ' '}) + s.Truth().ActionName(tree.Nodes[j.child].Action)
}
