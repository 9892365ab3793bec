package episode

import (
	"fmt"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// draw shows the distribution that the present beat drew from and returns the row after
// it. Under the veil it shows no distribution that depends on the hidden state: its bars
// alone would give the state away.
func (s pane) draw(a canvas.Area, y int) int {
	b, e := s.Now.Beat, s.Now.Episode
	if b.T > len(e.Steps) {
		return y
	}
	if b.T == 0 {
		return s.first(a, y)
	}
	step := e.Steps[b.T-1]
	d, ok := s.distribution(b, step)
	if !ok {
		return y
	}
	if s.Veiled && b.Kind != model.BeatAction {
		a.Text(1, y, d.title, kit.Dim)
		x := a.Text(1, y+1, "depends on the hidden state: ", kit.Dim)
		x = a.Text(x, y+1, "v", kit.Key)
		a.Text(x+1, y+1, "lifts the veil", kit.Dim)
		return y + 2
	}
	if s.Now.Phase2() && b.Kind == model.BeatAction {
		a.Text(1, y, d.title, kit.Dim)
		return y + 1 // nothing was drawn
	}
	return s.bars(a, y, d)
}

// odds says how probable each move of the episode was, under the steps where they stand. Under
// the veil it keeps to the actions: the others' probabilities depend on hidden states.
func (f trajectory) odds(y int) int {
	rows := []struct {
		name string
		kind model.BeatKind
		at   int // columns from the step's state to where it stands
	}{{"p(a)", model.BeatAction, f.column/2 - 1}, {"p(r)", model.BeatReward, 0}, {"p(s)", model.BeatMove, f.column}, {"p(z)", model.BeatObserve, f.column}}
	heading := "how probable each draw was"
	if f.Veiled {
		rows, heading = rows[:1], "how probable each action was; v shows the rest"
		if e := f.Session.Truth().Exploration; e.Pi(0, 0) > 1/float64(f.Sizes().A) {
			heading = kit.FirstThatFits([]string{"open loop, whatever is seen: a₃ often repeats a₁, a₄ a₂; v shows the rest", "open loop: a₃ often repeats a₁, a₄ a₂; v shows the rest", heading}, f.a.W()-2)
		}
	}
	if f.Now.Phase2() { // whose actions the tree says
		rows = rows[1:]
	}
	if f.Veiled && f.Now.Phase2() {
		return y
	}
	switch room := f.LegendTop(f.a) - y; {
	case room >= len(rows)+2:
		f.a.Text(1, y+1, heading, kit.Dim)
		y += 2
	case room < len(rows):
		return y
	}
	for _, r := range rows {
		f.a.Text(1, y, r.name, kit.Dim)
		if r.kind == model.BeatMove && f.first == 0 {
			s := f.Now.Episode.Initial.Value
			f.Whole(f.a, f.x(0), y, figure.Probability(f.Model().Initial(s)), kit.Plain, kit.FigureAt(why.Initial, s).Truth())
		}
		for i := f.first; i < min(f.first+f.steps, len(f.Now.Episode.Steps)); i++ {
			if d, ok := f.distribution(model.Beat{Kind: r.kind, T: i + 1}, f.Now.Episode.Steps[i]); ok {
				f.Whole(f.a, f.x(i)+r.at, y, figure.Probability(d.probs[d.drawn]), kit.Plain, d.refs[d.drawn])
			}
		}
		y++
	}
	return y
}

// first shows the distribution of s₁, which gives nothing away, and which state
// was drawn once the veil is lifted.
func (s pane) first(a canvas.Area, y int) int {
	m := s.Model()
	d := distribution{title: "p(s₁) = b", drawn: s.Now.Episode.Initial.Value}
	if s.Veiled {
		d.title, d.drawn = "p(s₁) = b; which one was drawn stays hidden", -1
	}
	for i := range s.Sizes().S {
		d.names, d.probs, d.refs = append(d.names, m.StateName(i)), append(d.probs, m.Initial(i)), append(d.refs, kit.FigureAt(why.Initial, i).Truth())
	}
	return s.bars(a, y, d)
}

// bars draws a distribution above the legend, what was drawn lit, and returns the
// row after it.
func (s pane) bars(a canvas.Area, y int, d distribution) int {
	a.Text(1, y, d.title, kit.Dim)
	y++
	shown := d.fitting(max(s.LegendTop(a)-y, 0))
	for _, i := range shown {
		p, row, style := d.probs[i], y, kit.Plain
		if i == d.drawn {
			style = kit.Fresh
		}
		a.Sub(1, row, 14, 1).Text(0, 0, d.names[i], style)
		s.Right(a, 22, row, figure.Probability(p), style, d.refs[i])
		s.Bar(a, 24, row, max(a.W()-26, 4), p, style)
		y++
	}
	if left := len(d.probs) - len(shown); left > 0 && y < s.LegendTop(a) {
		a.Text(1, y, fmt.Sprintf("… %d more", left), kit.Dim)
		y++
	}
	return y
}

// fitting are the alternatives for which there are rows: all of them, or the first
// ones and what was drawn, with a row left to count the others.
func (d distribution) fitting(rows int) []int {
	all := make([]int, len(d.probs))
	for i := range all {
		all[i] = i
	}
	if len(all) <= rows {
		return all
	}
	n := max(rows-1, 0)
	if n > 0 && d.drawn >= n {
		all[n-1] = d.drawn
	}
	return all[:n]
}

// distribution is a draw with its alternatives.
type distribution struct {
	title string
	names []string
	probs []float64
	refs  []why.Ref
	drawn int
}

func (s pane) distribution(b model.Beat, step pomdp.Step) (distribution, bool) {
	m, n := s.Model(), s.Sizes()
	action := m.ActionName(step.Action.Value)
	state := func(i int) string {
		if s.Veiled {
			return "?"
		}
		return m.StateName(i)
	}
	var d distribution
	add := func(name string, p float64, r why.Ref) {
		d.names, d.probs, d.refs = append(d.names, name), append(d.probs, p), append(d.refs, r)
	}
	switch b.Kind {
	case model.BeatAction:
		d.title, d.drawn = "p(a"+figure.Sub(b.T)+" | past actions)", step.Action.Value
		if s.Now.Phase2() {
			d.title = "the policy tree's node says " + action + ": nothing is drawn"
		}
		probs := make([]float64, n.A)
		past := s.Now.Episode.Steps[:b.T-1]
		if s.Now.Phase2() {
			s.Now.Plan.Tree.Policy().Next(past, probs)
		} else {
			s.Session.Truth().Exploration.Next(past, probs)
		}
		for i, p := range probs {
			add(m.ActionName(i), p, kit.FigureAt(why.Chance, b.T, i).Value())
		}
	case model.BeatReward:
		d.title, d.drawn = fmt.Sprintf("p(r%s | %s, %s)", figure.Sub(b.T), state(step.State), action), step.Reward.Value
		for i := range n.R {
			add(figure.Number(m.RewardValue(i)), m.R(step.Action.Value, step.State, i), kit.FigureAt(why.Reward, step.Action.Value, step.State, i).Truth())
		}
	case model.BeatMove:
		d.title, d.drawn = fmt.Sprintf("p(s%s | %s, %s)", figure.Sub(b.T+1), state(step.State), action), step.Next.Value
		for i := range n.S {
			add(m.StateName(i), m.T(step.Action.Value, step.State, i), kit.FigureAt(why.Transition, step.Action.Value, step.State, i).Truth())
		}
	case model.BeatObserve:
		d.title, d.drawn = fmt.Sprintf("p(z%s | %s, %s)", figure.Sub(b.T+1), action, state(step.Next.Value)), step.Observation.Value
		for i := range n.Z {
			add(m.ObservationName(i), m.Z(step.Action.Value, step.Next.Value, i), kit.FigureAt(why.Observation, step.Action.Value, step.Next.Value, i).Truth())
		}
	default:
		return d, false
	}
	return d, true
}
