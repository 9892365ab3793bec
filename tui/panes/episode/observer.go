package episode

import (
	"eeporl/model"
	"eeporl/model/why"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// observerWidth is how wide the belief is at least.
const observerWidth = 48

// weighing is one stage of a belief's update: what it is called, in words ever shorter, and
// what each state's share may be asked about as.
type weighing struct {
	heads  []string
	belief pomdp.Belief
	share  func(state int) why.Ref
	shown  []why.Ref // the figures in the first of the heads
	factor *factor   // what Bayes' rule multiplied each share by; nil where it did not
}

// factor is how likely each state makes what came.
type factor struct {
	name string // of the likelihood
	of   func(state int) float64
	why  func(state int) why.Ref
}

// factorWidth is what " ×.123" takes.
const factorWidth = 6

// weighings are the stages that the last step has come to: before it, after its reward, after its
// move, and after what was seen.
func (s pane) weighings() []weighing {
	n, m := s.Now, s.Truth()
	steps, t := n.Episode.Steps, 1
	for t < len(steps) && n.Drawn(model.BeatAction, t+1) {
		t++
	}
	step := steps[t-1]
	before := func(t int) func(int) why.Ref {
		return func(state int) why.Ref { return kit.FigureAt(why.Belief, t, state).Value() }
	}
	part := func(part int) func(int) why.Ref {
		return func(state int) why.Ref { return kit.FigureAt(why.Updating, t, state, part).Value() }
	}
	r, z := "r"+figure.Sub(t), "z"+figure.Sub(t+1)
	out := []weighing{{[]string{"before " + r, "before"}, m.Observer(steps, t), before(t), nil, nil}}
	if n.Drawn(model.BeatReward, t) {
		action, reward := step.Action.Value, step.Reward.Value
		out = append(out, weighing{[]string{"after " + r + " = " + figure.Number(m.RewardValue(reward)), "after " + r}, m.Earned(out[0].belief, action, reward), part(0), []why.Ref{kit.FigureAt(why.Earned, t).Value()}, &factor{
			name: "p(" + r + "|s)",
			of:   func(state int) float64 { return m.R(action, state, reward) },
			why:  func(state int) why.Ref { return kit.FigureAt(why.Reward, action, state, reward).Truth() },
		}})
	}
	if n.Drawn(model.BeatMove, t) {
		moved, _ := m.After(out[0].belief, pomdp.Act{Action: step.Action.Value, Reward: step.Reward.Value, Observation: -1})
		out = append(out, weighing{[]string{"after the move", "moved"}, moved, part(1), nil, nil})
	}
	if n.Drawn(model.BeatObserve, t) {
		seen, action, observation := "after "+z, step.Action.Value, step.Observation.Value
		out = append(out, weighing{[]string{seen + " = " + m.ObservationName(observation), seen, z}, m.Observer(steps, t+1), before(t + 1), nil, &factor{
			name: "p(" + z + "|s)",
			of:   func(state int) float64 { return m.Z(action, state, observation) },
			why:  func(state int) why.Ref { return kit.FigureAt(why.Observation, action, state, observation).Truth() },
		}})
	}
	if len(out) == 1 && t == 1 {
		out[0].heads = []string{"of someone who knows the model"}
	}
	return out
}

// factors says whether stages of so many columns have room for what Bayes' rule multiplied by, too.
func (s pane) factors(wide int) bool { return wide-7 >= 3*factorWidth }

// observer draws above the legend what someone who knew the model would believe, stage by stage
// of the last step, each with what Bayes' rule multiplied it by, and returns the row after it. It gives no hidden state away, since it uses
// only actions, rewards and observations.
func (s pane) observer(a canvas.Area, y int) int {
	m := s.Truth()
	states := m.Sizes().S
	if a.W() < observerWidth || y+1+states > s.LegendTop(a) {
		return y
	}
	const stages = 4
	name := 0
	for state := range states {
		name = max(name, canvas.Width(m.StateName(state)))
	}
	name = min(name+4, 14+max(a.W()-72, 0)/4)
	wide := (a.W() - name - 2) / stages
	a.Text(1, y, "belief", kit.Bold)
	all := s.weighings()
	for i, w := range all {
		room := wide - 1
		if len(all) == 1 {
			room = stages*wide - 1
		}
		label := ""
		if w.factor != nil && s.factors(wide) {
			label = "×" + w.factor.name
			room -= canvas.Width(label) + 2
		}
		head := kit.FirstThatFits(w.heads, room)
		if head != w.heads[0] {
			w.shown = nil
		}
		s.Say(a, name+i*wide+2, y, head, kit.Plain, w.shown...)
		a.Right(name+(i+1)*wide, y, label, kit.Dim)
	}
	y++
	for state := range states {
		a.Sub(1, y, name-1, 1).Text(s.State(a, 1, y, state, true), 0, m.StateName(state), kit.Plain)
		for i, w := range all {
			x := name + i*wide + 2
			s.Right(a, x+4, y, figure.Probability(w.belief[state]), kit.Plain, w.share(state))
			bar := wide - 7
			if s.factors(wide) {
				if bar -= factorWidth; w.factor != nil {
					s.Right(a, x+wide-2, y, "×"+figure.Probability(w.factor.of(state)), kit.Dim, w.factor.why(state))
				}
			}
			s.Bar(a, x+5, y, bar, w.belief[state], canvas.FG(theme.State(state)))
		}
		y++
	}
	return y
}
