package compare

import (
	"fmt"
	"math"
	"slices"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/planning"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// claimed is what an episode earns in one way.
type claimed struct {
	name  string
	value planning.Span
	style canvas.Style
	ref   why.Ref
}

const awaitsPlan = "waits for a plan: p"

// claimRows is the height of the PAC claim.
const claimRows = 8

// nameWidth is the room for the name of a row of claim.
const nameWidth = 19

// claim shows what the algorithm is for: what an episode earns in phase 1, in
// phase 2 and at best, and the cumulative regret that the chosen N leads to.
func (s pane) claim(a canvas.Area, st model.Standing) int {
	c := s.Session.Claim()
	a.Text(1, 0, "what an episode earns on average, in each phase", kit.Bold)
	if s.Unknown() != "" {
		return 1 + kit.Wrap(a, 1, 1, a.W()-2, "What a policy is worth is unknown: "+s.Unknown()+".", kit.Dim)
	}
	if math.IsNaN(c.Best.High) {
		a.Text(1, 1, awaitsPlan, kit.Dim)
		return 3
	}
	low := math.Min(c.Explore, 0)
	share := func(v float64) float64 { return (v - low) / math.Max(c.Best.High-low, 1e-12) }
	rows := []claimed{{"phase 1, exploring", planning.Exactly(c.Explore), kit.Warn, kit.Alone(why.ExploreWorth)}, {"phase 2, learned", planning.Exactly(c.Exploit), canvas.FG(theme.Curve), kit.Alone(why.Worth)}, {"optimum", c.Best, kit.Good, kit.Alone(why.Optimum)}}
	if !math.IsNaN(c.Memoryless) {
		rows = slices.Insert(rows, 2, claimed{"best without memory", planning.Exactly(c.Memoryless), kit.Dim, kit.Alone(why.WithoutMemory)})
	}
	if action, earns := s.Session.Truth().Steady(); !math.IsNaN(earns) {
		name := "always " + s.Truth().ActionName(action)
		if canvas.Width(name) > nameWidth {
			name = "best single action"
		}
		rows = slices.Insert(rows, 2, claimed{name, planning.Exactly(earns), kit.Dim, kit.Alone(why.Steady)})
	}
	for i, r := range rows {
		a.Text(1, 1+i, r.name, kit.Plain)
		if math.IsNaN(r.value.Low) && s.Now.Plan == nil {
			a.Text(21, 1+i, awaitsPlan, kit.Dim)
			continue
		}
		x := max(29, 21+canvas.Width(r.value.Text(figure.Value)))
		s.Right(a, x, 1+i, r.value.Text(figure.Value), r.style, r.ref)
		if !math.IsNaN(r.value.Low) {
			s.Bar(a, x+2, 1+i, max(a.W()-x-4, 4), share(r.value.Low), r.style)
		}
	}
	if math.IsInf(s.Now.N, 1) {
		a.Text(1, 1+len(rows), "N = ∞: phase 1 would never end", kit.Dim)
		return claimRows
	}
	words := fmt.Sprintf("N = %s episodes of exploring cost %s in all.", figure.Count(s.Now.N), c.Exploring(s.Now.N).Text(figure.Number))
	if !math.IsNaN(c.Exploit) {
		words += fmt.Sprintf(" Then each costs %s; after ten times N the regret is %s in all.", c.Regret().Text(figure.Number), c.AfterTen(s.Now.N).Text(figure.Number))
	}
	s.Wrap(a, 1, 1+len(rows), a.W()-2, words, kit.Plain, kit.Alone(why.Episodes), kit.Alone(why.PhaseCost), kit.Alone(why.Regret), kit.Alone(why.TotalRegret))
	return claimRows
}
