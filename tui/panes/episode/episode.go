// Package episode draws the episode under way, the POMDP and the HMM that it becomes.
package episode

import (
	"fmt"
	"math"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// inducedRows are the rows that the induced HMM, what was drawn last, and the headings of the
// belief take at most.
const inducedRows = 12

// pane is the scene that this view draws from, with what it draws.
type pane struct{ kit.Scene }

// Draw draws the paper's Figure 1, alive: the POMDP's trajectory above,
// the induced HMM that it becomes below.
func Draw(a canvas.Area, scene kit.Scene) {
	s := pane{scene}
	n := s.Now
	if n.Episode == nil {
		s.noEpisode(a)
		return
	}
	phase := "phase 1, exploring"
	if s.Unknown() != "" {
		phase = "of the log"
	}
	if n.Phase2() {
		phase = "phase 2, following the policy"
	}
	s.Head(a, kit.Episode, fmt.Sprintf("%d · %s · %s", n.Number, phase, beatName(n.Beat)), kit.Plain)
	f := newTrajectory(a, s)
	top := 1
	welcome := s.Welcome && !n.Phase2()
	if welcome {
		top = s.story(a, top)
	}
	y := f.pomdp(top)
	small := s.Unknown() == "" && !n.Phase2() && a.W() >= observerWidth && s.LegendTop(a)-y < inducedRows+s.Sizes().S
	turns := func(to string) {
		if small && s.Focused {
			a.Text(a.Text(a.W()-len(" m  ")-len(to), 0, " m ", kit.Key), 0, to+" ", kit.Dim)
		}
	}
	switch {
	case welcome:
		y = s.welcome(a, y)
	case small && s.Page(2) == 1: // the belief, where there is no room for both
		for gap := 1; gap >= 0; gap-- {
			if next := s.observer(a, y+gap); next > y+gap {
				s.Legend(a)
				turns("HMM")
				return
			}
		}
		fallthrough
	case !n.Phase2() && n.Drawn(model.BeatAction, 2): // which the first symbol ends with
		y = f.induced(y)
		turns("belief")
	case !n.Phase2():
	default:
		y = f.returns(y)
	}
	if s.Unknown() != "" {
		y = kit.Wrap(a, 1, y+1, a.W()-2, "Hidden states and probabilities are unknown: "+s.Unknown()+".", kit.Dim)
	} else if y+3 < a.H()-1 {
		next := y
		if at, of := n.Unit(); at == of-1 { // what was drawn last is among them
			next = f.odds(y)
		}
		if next == y {
			next = s.draw(a, y+1)
		}
		y = next
		if next := s.observer(a, y+1); next > y+1 {
			y = next
		}
	}
	if y < a.H() {
		s.Legend(a)
	}
}

// widestWords is the width beyond which a paragraph is hard to read.
const widestWords = 100

// story tells the world before anything else: who acts, what is hidden, seen and earned.
func (s pane) story(a canvas.Area, y int) int {
	story := s.Session.Config().Story
	if story == "" {
		return y
	}
	return kit.Wrap(a, 1, y, min(a.W()-2, widestWords), story, kit.Bold) + 1
}

// welcome says what the program does with that world, and what the first keys do, where the induced HMM will stand.
func (s pane) welcome(a canvas.Area, y int) int {
	words := "EEPORL, Explore then Exploit Partially Observable RL, learns such a world from many short episodes and plans with what it learned."
	if broken := s.Session.Truth().Findings(); len(broken) > 0 {
		words = "EEPORL, Explore then Exploit Partially Observable RL, learns worlds from many short episodes. This one breaks an assumption of it (f says which): see what failing looks like."
	}
	y = kit.Wrap(a, 1, y+1, min(a.W()-2, widestWords), words, kit.Plain)
	for _, k := range [][2]string{{"Enter", "goes on, a stage at a time: episode, many more, estimate, plan"}, {string(s.Glyph('→', '>')), "takes one step; End goes to the end of a part"}, {"L", "begins the lessons; o opens another world"}} {
		a.Text(a.Text(1, y, k[0], kit.Key)+1, y, k[1], kit.Plain)
		y++
	}
	return y
}

func (s pane) noEpisode(a canvas.Area) {
	n := s.Now
	s.Head(a, kit.Episode, "none under way", kit.Dim)
	switch n.Kind {
	case model.Leap:
		if s.Unknown() != "" {
			s.Empty(a, 2, fmt.Sprintf("N = %s episodes of the log were counted at once.", figure.Count(n.N)), "", "")
			break
		}
		if math.IsInf(n.N, 1) {
			s.Empty(a, 2, "N = ∞: the exact law stands in place of counts, and no episode is drawn.", "", "", kit.Alone(why.Episodes))
			break
		}
		s.Empty(a, 2, fmt.Sprintf("N = %s episodes were counted at once. Only their counts exist: drawing them from the exact law has the same distribution as simulating each, whatever N.", figure.Count(n.N)),
			"→", "simulates the next one; Moments shows the counts", kit.Alone(why.Episodes))
	default:
		s.Empty(a, 2, fmt.Sprintf("No episode is under way here: the agent learns and plans from the N = %s that it has counted. Phase 2 follows the plan.", figure.Count(n.N)),
			"", "", kit.Alone(why.Episodes))
	}
	s.Legend(a)
}

func beatName(b model.Beat) string {
	t := figure.Sub(b.T)
	switch b.Kind {
	case model.BeatStart, model.BeatRoot:
		return "s₁ drawn"
	case model.BeatAction:
		return "a" + t + " chosen"
	case model.BeatReward:
		return "r" + t + " earned"
	case model.BeatSymbol:
		return "x" + t + " complete"
	case model.BeatCount:
		return "triple counted"
	case model.BeatMove:
		return "moved to s" + figure.Sub(b.T+1)
	case model.BeatObserve:
		return "z" + figure.Sub(b.T+1) + " seen"
	case model.BeatBranch:
		return "branch taken"
	}
	return ""
}

// trajectory lays time out along the x axis: node i, the state s_{i+1}, stands at
// column x(i), and action a_{i+1} on the arrow from it to the next.
type trajectory struct {
	pane
	a      canvas.Area
	first  int // first step shown, from 0: long episodes scroll
	steps  int // steps shown
	column int // columns a step
}

// Columns before the first step, of one step at most, and under the last state at least and at most.
const stepGutter, widestStep, leastEnd, mostEnd = 9, 28, 6, 16

func newTrajectory(a canvas.Area, s pane) trajectory {
	total := len(s.Now.Episode.Steps)
	f := trajectory{pane: s, a: a}
	f.steps = min(total, max((a.W()-stepGutter-leastEnd)/f.least(), 1))
	end := min(f.longest()+2, mostEnd) // what is seen last, in full where steps leave room for it
	if (a.W()-stepGutter-end)/f.steps < f.least() {
		end = leastEnd
	}
	f.column = min((a.W()-stepGutter-max(end, leastEnd))/f.steps, widestStep)
	f.first = min(max(s.Now.Beat.T-f.steps+1, 0), total-f.steps)
	return f
}

// least is how narrow a step may be: a symbol has to fit into it, or in phase 2 an observation alone.
func (f trajectory) least() int {
	const symbol, reward = 9, 7
	if !f.Now.Phase2() {
		return symbol
	}
	return min(max(f.longest()+2, reward), symbol)
}

// longest is the width of the longest observation's name.
func (f trajectory) longest() (width int) {
	for z := range f.Sizes().Z {
		width = max(width, canvas.Width(f.Truth().ObservationName(z)))
	}
	return width
}

func (f trajectory) x(i int) int { return stepGutter + (i-f.first)*f.column }

// style marks what the present beat drew.
func (f trajectory) style(kind model.BeatKind, t int, base canvas.Style) canvas.Style {
	if f.Now.Fresh(kind, t) {
		return kit.Fresh
	}
	return base
}

// pomdp draws the POMDP and returns the row after it.
func (f trajectory) pomdp(y int) int {
	labels := []string{"POMDP", "action", "hidden", "earned", "seen"}
	for i, label := range labels {
		style := kit.Dim
		if i == 0 {
			style = kit.Bold
		}
		f.a.Text(1, y+i, label, style)
	}
	if f.first > 0 {
		f.a.Text(stepGutter-1, y, "…", kit.Dim)
	}
	for i := f.first; i <= f.first+f.steps; i++ {
		f.node(i, y)
	}
	return y + len(labels)
}

// node draws what hangs on state s_{i+1}: the state, what was seen on entering
// it, and the action and reward with which it is left.
func (f trajectory) node(i, y int) {
	n, e, x := f.Now, f.Now.Episode, f.x(i)
	f.a.Text(x, y, "s"+figure.Sub(i+1), kit.Dim)
	if f.entered(i) {
		f.hidden(x, y+2, i)
		f.Spot(f.a, x, y+2, 1, 1, kit.FigureAt(why.State, i+1).Value())
	} else {
		f.a.Text(x, y+2, "·", kit.Dim)
	}
	if i > 0 && n.Drawn(model.BeatObserve, i) {
		name := f.Seen(f.Truth().ObservationName(e.Steps[i-1].Observation.Value), min(f.column-1, f.a.W()-x-1))
		f.cell(x, y+4, name, f.style(model.BeatObserve, i, kit.Plain))
		f.Spot(f.a, x, y+4, min(canvas.Width(name), f.column-1), 1, kit.FigureAt(why.Seen, i+1).Value())
	}
	if i >= len(e.Steps) || i >= f.first+f.steps {
		return
	}
	step := e.Steps[i]
	if n.Drawn(model.BeatAction, i+1) {
		at := x + f.column/2
		f.Action(f.a, at, y+1, step.Action.Value)
		f.Spot(f.a, at, y+1, 1, 1, kit.FigureAt(why.Action, i+1).Value())
		if n.Fresh(model.BeatAction, i+1) {
			f.a.Restyle(at, y+1, 1, kit.Fresh.With(canvas.Underline))
		}
		arrow := kit.Dim
		if n.Fresh(model.BeatMove, i+1) {
			arrow = kit.Fresh
		}
		f.a.Repeat(x+2, y+2, f.column-4, f.Glyph('─', '-'), arrow)
		f.a.Set(x+f.column-2, y+2, f.Glyph('▶', '>'), arrow)
	}
	if n.Drawn(model.BeatReward, i+1) {
		name := figure.Number(f.Truth().RewardValue(step.Reward.Value))
		f.cell(x, y+3, name, f.style(model.BeatReward, i+1, kit.Plain))
		f.Spot(f.a, x, y+3, canvas.Width(name), 1, kit.FigureAt(why.Earned, i+1).Value())
	}
}

// cell draws text inside one step's column.
func (f trajectory) cell(x, y int, s string, style canvas.Style) {
	f.a.Sub(x, y, f.column-1, 1).Text(0, 0, s, style)
}

func (f trajectory) entered(i int) bool {
	if i == 0 {
		return true
	}
	return f.Now.Drawn(model.BeatMove, i) || f.Unknown() != "" && f.Now.Drawn(model.BeatObserve, i)
}

func (f trajectory) hidden(x, y, i int) {
	f.State(f.a, x, y, f.stateAt(i), !f.Veiled)
	if f.Now.Fresh(model.BeatMove, i) || i == 0 && f.Now.Beat.T == 0 {
		f.a.Restyle(x, y, 1, kit.Fresh)
	}
}

// stateAt is s_{i+1}.
func (f trajectory) stateAt(i int) int {
	e := f.Now.Episode
	if i < len(e.Steps) {
		return e.Steps[i].State
	}
	return e.Steps[i-1].Next.Value
}

// induced draws h_t = (a_t, s_{t+1}, a_{t+1}) and x_t under the state s_{t+1}
// that both speak of, and returns the row after it.
func (f trajectory) induced(y int) int {
	if f.a.H() < y+6 {
		return y
	}
	f.windows(y)
	y++
	f.a.Text(1, y+1, "HMM", kit.Bold)
	f.a.Text(1, y+2, "state h", kit.Dim)
	f.a.Text(1, y+3, "emits x", kit.Dim)
	for t := 1; t <= 3 && t < f.first+f.steps; t++ {
		if t < f.first {
			continue
		}
		f.symbolAt(t, y+1)
	}
	if f.Now.Drawn(model.BeatCount, 4) {
		style := kit.Good
		if f.Now.Fresh(model.BeatCount, 4) {
			style = kit.Fresh
		}
		words := "triple counted"
		if canvas.Width(words) > f.a.W()-2-f.x(3)-len("h₃") {
			words = "counted"
		}
		f.a.Right(f.a.W()-1, y+1, words, style)
		f.often(y + 2)
	}
	return y + 5
}

// windows brackets the steps that each complete symbol is made of. Neighbouring brackets
// meet under the action that both symbols hold.
func (f trajectory) windows(y int) {
	f.a.Text(1, y, "windows", kit.Dim)
	for t := 1; t <= 3 && t < f.first+f.steps; t++ {
		if t < f.first+1 || !f.Now.Drawn(model.BeatSymbol, t) {
			continue
		}
		from, to, row := f.x(t-1)+f.column/2, f.x(t)+f.column/2, y+(t+1)%2
		style := f.style(model.BeatSymbol, t, kit.Plain)
		f.a.Repeat(from, row, to-from, f.Glyph('─', '-'), style)
		f.a.Set(from, row, f.Glyph('╰', '`'), style)
		f.a.Set(to, row, f.Glyph('╯', '\''), style)
		f.a.Text((from+to)/2-1, row, " x"+figure.Sub(t)+" ", style)
	}
}

// symbolAt draws h_t and x_t. x_t takes two rows: what led into the state over
// what left it.
func (f trajectory) symbolAt(t, y int) {
	x, e := f.x(t), f.Now.Episode
	f.a.Text(x, y, "h"+figure.Sub(t), kit.Dim)
	if !f.Now.Drawn(model.BeatAction, t+1) {
		if f.Now.Drawn(model.BeatAction, t) {
			f.a.Text(x, y+1, "…", kit.Dim)
		}
		return
	}
	in, out := e.Steps[t-1], e.Steps[t]
	at := f.a.Text(x, y+1, "(", kit.Dim)
	at = f.a.Text(f.Action(f.a, at, y+1, in.Action.Value), y+1, ",", kit.Dim)
	at = f.a.Text(f.State(f.a, at, y+1, out.State, !f.Veiled), y+1, ",", kit.Dim)
	at = f.a.Text(f.Action(f.a, at, y+1, out.Action.Value), y+1, ")", kit.Dim)
	f.Spot(f.a, x, y+1, at-x, 1, kit.FigureAt(why.Hidden, t).Value())
	if end := x + f.column - 2; t < 3 && t+1 < f.first+f.steps && f.Now.Drawn(model.BeatAction, t+2) && end > at+1 { // h is a Markov chain
		f.a.Repeat(at+1, y+1, end-at-1, f.Glyph('─', '-'), kit.Dim)
		f.a.Set(end, y+1, f.Glyph('▶', '>'), kit.Dim)
	}
	if !f.Now.Drawn(model.BeatSymbol, t) {
		return
	}
	style := f.style(model.BeatSymbol, t, kit.Plain)
	at = f.Action(f.a, x, y+2, in.Action.Value)
	wide := at + 1 - x + f.a.Sub(at+1, y+2, f.column-3, 1).Text(0, 0, f.Seen(f.Truth().ObservationName(in.Observation.Value), f.column-3), style)
	reward := figure.Number(f.Truth().RewardValue(out.Reward.Value))
	if at = x; canvas.Width(reward)+len(kit.RewardPrefix)+len(" 2") < f.column {
		at = f.a.Text(at, y+3, kit.RewardPrefix, kit.Dim)
	}
	at = f.a.Text(at, y+3, reward, style)
	at = f.Action(f.a, at+1, y+3, out.Action.Value)
	f.Spot(f.a, x, y+2, min(max(wide, at-x), f.column-2), 2, kit.FigureAt(why.Symbol, t).Value())
}

// returns draws what a phase 2 episode earned so far.
func (f trajectory) returns(y int) int {
	n := f.Now
	x := f.a.Text(1, y+1, "earned so far ", kit.Dim)
	f.Whole(f.a, x, y+1, figure.Number(n.Earned), kit.Bold, kit.Alone(why.Earned1))
	if best := f.Session.Optimum(); best != nil {
		return f.Wrap(f.a, 1, y+2, f.a.W()-2, fmt.Sprintf("An episode of this policy earns %s on average, of an optimal one %s.",
			figure.Value(n.Plan.ValueTrue), figure.Value(best.Value)), kit.Dim, kit.Alone(why.Worth), kit.Alone(why.Optimum))
	}
	return y + 2
}
