package plan

import (
	"maps"
	"math"
	"slices"
	"strings"

	"eeporl/model/why"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// way is how an episode may come to a row of the tree: what is then believed in truth, and how probable it is.
type way struct {
	belief      []float64
	probability float64
	outcome     int // the last one
}

// mostWays is how many ways to a row are followed: with more, nothing is said of it.
const mostWays = 64

// onward are the ways to a node's child, from those to the node; nil where there are too many, or none was followed.
func (s pane) onward(node, child int, here []way) (out []way) {
	if len(here) == 0 {
		return nil
	}
	tree, truth := s.Now.Plan.Tree, s.Truth()
	action := tree.Nodes[node].Action
	for _, w := range here {
		chances := truth.Outcomes(w.belief, action)
		for outcome, next := range tree.Nodes[node].Next {
			if next != child || chances[outcome] <= 0 {
				continue
			}
			if len(out) == mostWays {
				return nil
			}
			z, r := s.Sizes().OutcomeAt(outcome)
			out = append(out, way{truth.Next(w.belief, action, r, z), w.probability * chances[outcome], outcome})
		}
	}
	return out
}

// mistake is what a row of the tree does that another action does better in truth.
type mistake struct {
	decision int     // the first of those that it is
	regret   float64 // what all of them add
	always   bool    // after all ways to it, and not some
	after    []int   // else the outcomes that alone make it one; nil where those before them matter, too
}

// mistake looks for one; false for none.
func (s pane) mistake(r treeRow) (m mistake, is bool) {
	regret, ways := s.Session.RegretByStep(), 0
	wrong, right := map[int]bool{}, map[int]bool{} // outcomes that end a way
	for _, w := range r.ways {
		before := ways
		for i, d := range regret.Decisions {
			if d.Node == r.node && !slices.ContainsFunc(kit.Indexes(len(w.belief)), func(s int) bool { return math.Abs(w.belief[s]-d.Belief[s]) > 1e-9 }) {
				m.regret += d.Share * w.probability / d.Probability
				if ways++; ways == 1 {
					m.decision = i
				}
				break
			}
		}
		if ways > before {
			wrong[w.outcome] = true
		} else {
			right[w.outcome] = true
		}
	}
	m.always = ways == len(r.ways)
	if after := slices.Sorted(maps.Keys(wrong)); !slices.ContainsFunc(after, func(outcome int) bool { return right[outcome] }) {
		m.after = after
	}
	return m, ways > 0
}

// shortMark is as wide as the shortest mark of a mistake, (2!), with two blanks before it.
const shortMark = 6

// wrong says which action is best in place of a row's, and what that adds to the regret, as far as there is room.
func (s pane) wrong(a canvas.Area, m mistake) {
	is, lost := " is best", ": regret "+figure.Number(m.regret)
	switch {
	case m.always:
	case m.after != nil:
		var names []string
		for _, outcome := range m.after {
			names = append(names, s.outcomeName(s.Now.Plan.Tree, outcome))
		}
		is = kit.FirstThatFits([]string{" is best if " + strings.Join(names, " or "), " is best at times"}, a.W()-len("(1)"))
	default:
		is = " is best at times"
	}
	if a.W() < len("(1)")+len(is)+len(lost) {
		lost = ""
	}
	if a.W() < len("(1)")+len(is) {
		is = "!"
	}
	x := s.Action(a, a.Text(0, 0, "(", kit.Dim), 0, s.Session.RegretByStep().Decisions[m.decision].Best)
	x = a.Text(x, 0, is+lost, kit.Warn)
	s.Spot(a, 1, 0, x-1, 1, kit.FigureAt(why.Decision, m.decision).Value())
	a.Text(x, 0, ")", kit.Dim)
}
