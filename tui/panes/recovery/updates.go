package recovery

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"

	"eeporl/moments/operators"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// update is what one outcome does to the numbers of the start, in the page that shows operators at work.
type update struct {
	action, outcome int
	again           []int // outcomes of the action after which predictions are shown too: the same twice, another one
}

// mostNumbers is how many numbers a situation may have for its updates to be shown.
const mostNumbers = 3

// operatorsAtWork are the operators, where their updates can be shown; nil else.
func (s pane) operatorsAtWork() *operators.Operators {
	o, ok := s.Now.Estimate.Learned.(*operators.Operators)
	if !ok || o.Rank() > mostNumbers || !s.Now.Whole {
		return nil
	}
	return o
}

// telling is the update that changes most what is predicted: by the weight of its outcome.
func telling(o *operators.Operators) (u update, ok bool) {
	n, start := o.Sizes, o.Start()
	most := 0.0
	for action := range n.A {
		for outcome, p := range o.Outcomes(start, action) {
			if change := p * changed(o, action, outcome); change > most {
				u, most = update{action: action, outcome: outcome}, change
			}
		}
	}
	best := 0.0
	for outcome, p := range o.Outcomes(start, u.action) {
		if change := p * changed(o, u.action, outcome); outcome != u.outcome && change > best {
			u.again, best = []int{u.outcome, outcome}, change
		}
	}
	return u, most > 0 && u.again != nil
}

// changed is by how much an outcome changes what is predicted of the next reward.
func changed(o *operators.Operators, action, outcome int) float64 {
	z, r := o.Sizes.OutcomeAt(outcome)
	next, change := o.Next(o.Start(), action, r, z), 0.0
	if next == nil {
		return 0
	}
	for a := range o.Sizes.A {
		before, after := kit.RewardsOf(o.Outcomes(o.Start(), a), o.Sizes.R), kit.RewardsOf(o.Outcomes(next, a), o.Sizes.R)
		for r := range before {
			change += math.Abs(after[r] - before[r])
		}
	}
	return change
}

// situation is what predicts after a history.
type situation struct {
	seen    string // of each step
	numbers []float64
	truth   []float64 // the belief; nil where it is not known
}

// situations are those of the start, and after the update's histories.
func (s pane) situations(o *operators.Operators, u update) []situation {
	truth := s.Truth()
	out := []situation{{seen: "the start", numbers: o.Start()}}
	if s.Unknown() == "" {
		out[0].truth = truth.Start()
	}
	for _, history := range [][]int{{u.outcome}, {u.outcome, u.again[0]}, {u.again[1]}} {
		now, names := out[0], []string{}
		for _, outcome := range history {
			z, r := o.Sizes.OutcomeAt(outcome)
			names = append(names, tail(truth.ObservationName(z), 6))
			if now.numbers = o.Next(now.numbers, u.action, r, z); now.numbers == nil {
				break
			}
			if now.truth != nil {
				now.truth = truth.Next(now.truth, u.action, r, z)
			}
		}
		if now.seen = strings.Join(names, ", "); now.numbers != nil {
			out = append(out, now)
		}
	}
	return out
}

// drawUpdates shows operators at work: the matrix of an outcome, what it makes of the start's numbers, and what the numbers
// predict before and after.
func (s pane) drawUpdates(a canvas.Area) {
	o := s.operatorsAtWork()
	u, _ := telling(o)
	z, r := o.Sizes.OutcomeAt(u.outcome)
	truth := s.Truth()
	what := truth.BranchName(z, r)
	a.Text(1, 0, kit.FirstThatFits([]string{
		fmt.Sprintf("a situation is %d numbers; an outcome's matrix carries it on, as %s after %s", o.Rank(), what, truth.ActionName(u.action)),
		fmt.Sprintf("a situation is %d numbers; an outcome's matrix carries it on", o.Rank())}, a.W()-2), kit.Bold)
	carried, weight := carriedOn(o, u)
	y, x := 2, 1
	middle := y + (o.Rank()-1)/2
	column := func(name string, values []float64, sign string) {
		x = a.Text(x, middle, sign, kit.Plain) + 1
		wide := 0
		for i, v := range values {
			a.Right(x+6, y+i, kit.Fixed(v), kit.Plain)
			wide = 6
		}
		a.Text(x, 1, name, kit.Dim)
		x += max(wide, canvas.Width(name)) + 2
	}
	a.Text(x, 1, "matrix of "+what, kit.Dim)
	for i := range o.Rank() {
		for j := range o.Rank() {
			a.Right(x+6+7*j, y+i, kit.Fixed(o.B[u.action][u.outcome].At(i, j)), kit.Plain)
		}
	}
	x += max(7*o.Rank(), canvas.Width("matrix of "+what)) + 1
	column("start", o.Start(), string(s.Glyph('×', 'x')))
	column("carried", carried, "=")
	column("scaled", scaled(carried, weight), fmt.Sprintf("%s p(%s) = %s:", string(s.Glyph('÷', '/')), tail(truth.ObservationName(z), 6), strings.TrimSpace(kit.Fixed(weight))))
	y += o.Rank()
	s.foreseen(a.Below(y+s.weighed(a.Below(y), u, carried, weight)), s.situations(o, u), u)
}

// weighed shows how numbers predict, where there is room: each test has a weight for each of them. It returns the rows that it took.
func (s pane) weighed(a canvas.Area, u update, carried []float64, weight float64) int {
	o, truth := s.operatorsAtWork(), s.Truth()
	const foreseen = 12 // rows that the table below it takes with its numbers
	y := 2
	if low := a.H() < 2+y+foreseen; low {
		y = 0
	}
	now := scaled(carried, weight)
	test, most := rewardTest{}, 0.0
	for action := range o.Sizes.A {
		for reward := range o.Sizes.R {
			w := weightsOf(o, action, reward)
			if change := floats.Dot(w, now) - floats.Dot(w, o.Start()); change > most {
				test, most = rewardTest{action, reward}, change
			}
		}
	}
	z, _ := o.Sizes.OutcomeAt(u.outcome)
	if y > 0 {
		a.Text(1, 1, "whatever may come has a learned weight for each number; weights × numbers add up to its probability", kit.Bold)
	}
	times := string(s.Glyph('×', 'x'))
	for i, line := range []struct {
		what, by         string
		weights, numbers []float64
	}{
		{"p(" + tail(truth.ObservationName(z), 6) + "): weights " + times + " numbers", "carried", o.End, carried},
		{"then p(" + truth.ActionName(test.action) + " " + truth.RewardName(test.reward) + ")", "scaled", weightsOf(o, test.action, test.reward), now},
	} {
		words := make([]string, len(line.weights))
		for j, w := range line.weights {
			words[j] = fmt.Sprintf("%s %s %s", strings.TrimSpace(kit.Fixed(w)), times, strings.TrimSpace(kit.Fixed(line.numbers[j])))
		}
		a.Text(2, y+i, line.what, kit.Plain)
		x := a.Text(30, y+i, strings.Join(words, "  +  ")+"  =  ", kit.Dim)
		x = a.Text(x, y+i, strings.TrimSpace(kit.Fixed(floats.Dot(line.weights, line.numbers))), kit.Plain)
		if x+2+len(line.by) < a.W() {
			a.Text(x+2, y+i, line.by, kit.Dim)
		}
	}
	return y + 2
}

// weightsOf are what a situation's numbers are weighed by for the probability that an action earns a reward.
func weightsOf(o *operators.Operators, action, reward int) []float64 {
	out := make([]float64, o.Rank())
	for z := range o.Sizes.Z {
		b := o.B[action][o.Sizes.Outcome(z, reward)]
		for i, end := range o.End {
			for j := range out {
				out[j] += end * b.At(i, j)
			}
		}
	}
	return out
}

// carriedOn is what an update's matrix makes of the start, and the weight of that: the outcome's probability.
func carriedOn(o *operators.Operators, u update) (carried []float64, weight float64) {
	carried = make([]float64, o.Rank())
	for i := range carried {
		for j, x := range o.Start() {
			carried[i] += o.B[u.action][u.outcome].At(i, j) * x
		}
		weight += o.End[i] * carried[i]
	}
	return carried, weight
}

func scaled(x []float64, by float64) []float64 {
	out := make([]float64, len(x))
	for i := range x {
		out[i] = x[i] / by
	}
	return out
}

// numberWide is the width of one of a situation's numbers, with a blank.
const numberWide = 7

// foreseen is a table of what situations predict of the next reward, beside the truth, for as many actions as there is room for.
func (s pane) foreseen(a canvas.Area, all []situation, u update) {
	l, truth, n := s.Now.Estimate.Learned, s.Truth(), s.Sizes()
	const names, wide = 27, 16
	all = all[:min(len(all), max((a.W()-names)/wide, 1))]
	rewards, levels, rows := make([][]int, n.A), make([]int, n.A), 0 // rewards that an action may earn
	for action := range rewards {
		for r, p := range kit.RewardsOf(l.Outcomes(l.Start(), action), n.R) {
			if math.Abs(p) >= kit.Never {
				rewards[action] = append(rewards[action], r)
			}
		}
		rows += len(rewards[action])
	}
	roomy := rows+len(all[0].numbers)+3 <= a.H() // else without a blank row, with one head, numbers in a row, and without the first, which the others tell
	for action, earned := range rewards {
		if !roomy {
			rewards[action] = earned[min(1, len(earned)):]
		}
		levels[action] = len(rewards[action])
	}
	if roomy {
		a = a.Below(1)
	}
	after := a.Text(s.Action(a, a.Text(1, 0, "after ", kit.Bold), 0, u.action)+1, 0, truth.ActionName(u.action), kit.Plain)
	if !roomy && all[0].truth != nil {
		a.Text(after+1, 0, "(in truth)", kit.Dim)
	}
	y, numbers := 1, all[0].numbers
	inRow := !roomy && len(numbers)*numberWide < wide
	if !roomy && !inRow {
		numbers = nil
	}
	for i, h := range all {
		a.Text(names+i*wide, 0, h.seen, kit.Plain)
		for j := range numbers {
			x, row := names+i*wide+numberWide-1, j
			if inRow {
				x, row = x+j*numberWide, 0
			}
			a.Right(x, 1+row, kit.Fixed(h.numbers[j]), kit.Fresh)
		}
	}
	switch {
	case inRow:
		a.Text(2, 1, "the "+figure.Counted(len(numbers), "number", "numbers"), kit.Dim)
		y++
	default:
		for j := range numbers {
			a.Text(2, 1+j, []string{"1st", "2nd", "3rd"}[j]+" number", kit.Dim)
		}
		y += len(numbers)
	}
	if roomy {
		if x := a.Text(1, y, "predicted", kit.Bold); all[0].truth != nil {
			a.Text(x+1, y, "(in truth)", kit.Dim)
		}
		y++
	}
	for action, shown := range kit.Together(levels, a.H()-y) {
		for _, r := range rewards[action] {
			if !shown {
				break
			}
			x := a.Text(s.Action(a, 2, y, action)+1, y, truth.ActionName(action), kit.Plain)
			a.Text(x+1, y, truth.RewardName(r), kit.Plain)
			for i, h := range all {
				a.Right(names+i*wide+6, y, kit.Fixed(kit.RewardsOf(l.Outcomes(h.numbers, action), n.R)[r]), kit.Plain)
				if h.truth != nil {
					a.Text(names+i*wide+7, y, "("+strings.TrimSpace(figure.Probability(kit.RewardsOf(truth.Outcomes(h.truth, action), n.R)[r]))+")", kit.Dim)
				}
			}
			y++
		}
	}
}
