package plan

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"eeporl/model/why"
	"eeporl/planning"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

func (s pane) outcome(a canvas.Area) int {
	y := s.worth(a)
	if a.H() < highPlan {
		return y
	}
	return y + s.steady(a.Below(y-1))
}

// steady sets beside the plan what the best single action earns in truth: by it one sees whether a regret is much.
func (s pane) steady(a canvas.Area) int {
	action, earns := s.Session.Truth().Steady()
	if math.IsNaN(earns) {
		return 0
	}
	name := s.Truth().ActionName(action)
	rest := canvas.Width("always 1 "+name+" earns "+figure.Value(earns)+" in truth") + 2
	if a.W() < rest {
		return 0
	}
	scale := "for scale: "
	if a.W() < rest+len(scale) {
		scale = ""
	}
	x := a.Text(1, 0, scale+"always ", kit.Dim)
	x = s.Action(a, x, 0, action)
	x = a.Text(x, 0, " "+name+" earns ", kit.Dim)
	x = s.Whole(a, x, 0, figure.Value(earns), kit.Dim, kit.Alone(why.Steady))
	a.Text(x, 0, " in truth", kit.Dim)
	return 1
}

// worth is what the plan says of its own worth, and where it starts.
func (s pane) worth(a canvas.Area) int {
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
	x := a.Text(1, 0, best, kit.Plain)
	if sum := s.products(a.W() - x); sum != "" {
		x = s.Whole(a, x, 0, sum, kit.Dim, kit.Alone(why.Expected))
	}
	x = s.Whole(a, x, 0, figure.Value(p.Value), kit.Bold, kit.Alone(why.Expected))
	x = a.Text(x, 0, " starting with ", kit.Plain)
	x = s.Action(a, x, 0, a1)
	x = a.Text(x+1, 0, s.Truth().ActionName(a1), kit.Plain)
	if a0 < 0 {
		if p.Tree.Coordinates == planning.NoStates {
			return kit.Wrap(a, 1, 1, a.W()-2, s.planned(), kit.Dim) + 1
		}
		if p.Upper > p.Value {
			s.Say(a, 1, 1, fmt.Sprintf("certified: no policy is worth more than %s", figure.Value(p.Upper)), kit.Dim, kit.Alone(why.Upper))
		}
		return 3
	}
	y := 1
	if s.Pairwise() {
		x = a.Text(x, 0, kit.FirstThatFits([]string{", in the order of ", ", in "}, a.W()-x-2), kit.Plain)
		x = s.Action(a, x, 0, a0)
		s.Action(a, x, 0, a1)
		order := s.starts()
		y += s.promises(a.Rows(y, 1), order)
		y += s.beliefsAndMass(a.Rows(y, 5), order, a.H() >= highPlan)
	}
	if p.Upper > p.Value {
		words := "certified: no policy of the learned parameters is worth more than "
		if canvas.Width(words)+10 > a.W() {
			words = "certified, learned parameters: worth at most "
		}
		s.Say(a, 1, y, words+figure.Value(p.Upper), kit.Dim, kit.Alone(why.Upper))
		y++
	}
	return y + 1
}

// products are those that b̂·β is the sum of, where a width has room for them before what follows; "" else.
func (s pane) products(width int) string {
	p := s.Now.Plan
	e, root := s.Now.Estimate, p.Tree.Nodes[0]
	if e == nil || e.Parameters == nil || p.First[0] < 0 || root.Beta == nil || root.Pair < 0 || len(root.Beta) > mostOrdered || p.Planner == planning.Levelling {
		return ""
	}
	thousandths := func(x float64) float64 { return math.Round(1000*x) / 1000 }
	b, sum, shown := e.Parameters.Initial[root.Pair], 0.0, 0.0
	words := make([]string, len(b))
	for i, x := range b {
		words[i] = strings.TrimSpace(kit.Fixed(x)) + "·" + strings.TrimSpace(kit.Fixed(root.Beta[i]))
		sum += x * root.Beta[i]
		shown += thousandths(x) * thousandths(root.Beta[i])
	}
	equals := "="
	if figure.Value(shown) != figure.Value(p.Value) { // but for what is not shown
		equals = string(s.Glyph('≈', '~'))
	}
	text := strings.Join(words, " + ") + " " + equals + " "
	if rest := canvas.Width(figure.Value(p.Value)) + len(" starting with 1 , in 21 ") + canvas.Width(s.Truth().ActionName(p.First[1])); math.Abs(sum-p.Value) > 1e-6*(1+math.Abs(sum)) || canvas.Width(text)+rest > width {
		return ""
	}
	return text
}

// mostEarned is what an episode earns with the best reward at every step.
func (s pane) mostEarned(horizon int) float64 {
	best, sum, weight := slices.Max(s.Truth().RewardValues()), 0.0, 1.0
	for range horizon {
		sum += weight * best
		weight *= s.Truth().Discount()
	}
	return sum
}
