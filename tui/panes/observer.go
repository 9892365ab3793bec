package panes

import (
	"eeporl/model"
	"eeporl/model/why"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

// observerWidth is how wide the belief is at least.
const observerWidth = 48

// observer draws above the legend what someone who knew the model would believe before
// and after the last observation, and returns the row after it. It gives no hidden state
// away, since it uses only actions, rewards and observations.
func (s Scene) observer(a canvas.Area, y int) int {
	n, m := s.Now, s.truth()
	states := m.Sizes().S
	if a.W() < observerWidth || y+1+states > s.legendTop(a) {
		return y
	}
	seen := 0
	before, after := m.InitialBelief(), m.InitialBelief()
	for t, step := range n.Episode.Steps {
		if !n.Drawn(model.BeatObserve, t+1) {
			break
		}
		before = after
		after, _ = m.UpdateBelief(before, step.Action.Value, step.Reward.Value, step.Observation.Value)
		seen = t + 1
	}
	const name = 14
	half := (a.W() - name - 2) / 2
	a.Text(1, y, "belief", bold)
	heads := []string{"of someone who knows the model", ""}
	if seen > 0 {
		step := n.Episode.Steps[seen-1]
		heads = []string{"before r" + figure.Sub(seen) + ", z" + figure.Sub(seen+1), "after r" + figure.Sub(seen) + ", z" + figure.Sub(seen+1) + " = " + m.ObservationName(step.Observation.Value)}
	}
	for i, head := range heads {
		a.Sub(name+i*half+2, y, half-1, 1).Text(0, 0, head, text)
	}
	y++
	for state := range states {
		a.Sub(1, y, name-1, 1).Text(s.state(a, 1, y, state, true), 0, m.StateName(state), text)
		for i, b := range []pomdp.Belief{before, after} {
			if seen == 0 && i == 1 {
				continue
			}
			x := name + i*half + 2
			s.right(a, x+4, y, figure.Probability(b[state]), text, of(why.Belief, max(seen, 1)+i, state).Value())
			s.bar(a, x+5, y, half-8, b[state], canvas.FG(theme.State(state)))
		}
		y++
	}
	return y
}
