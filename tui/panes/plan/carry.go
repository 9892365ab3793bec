package plan

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"eeporl/model/experiment"
	"eeporl/model/why"
	"eeporl/planning"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// carried is a vector taken apart, and its figure and that of the shorter plan's.
type carried struct {
	experiment.Carried
	own, shorter why.Ref
}

// carried takes the best vector at the start apart; false where T̂ brings none of its branches from another pair, or states are too many
// for rows of bars.
func (s pane) carried() (c carried, ok bool) {
	if s.Sizes().S > mostOrdered || !s.Pairwise() || len(s.Now.Plan.Levels) == 0 {
		return c, false
	}
	t := s.shownLevel()
	c.Carried, ok = s.Now.Plan.Carry(s.Now.Estimate, t)
	c.own = kit.FigureAt(why.Vector, t, c.Own, c.Best).Value()
	c.shorter = kit.FigureAt(why.Vector, t-1, c.Set, c.Vector).Value()
	return c, ok
}

// seenName names what is seen in an outcome.
func (s pane) seenName(outcome int) string {
	if s.Now.Plan.Tree.Observe != planning.ObserveZ {
		outcome, _ = s.Sizes().OutcomeAt(outcome)
	}
	return s.Truth().ObservationName(outcome)
}

// carry pictures how T̂ takes a vector from one pair's order of the states into another's, and what it becomes there with the other
// branches: a row of bars for each, in its own order. It returns the rows that it took.
func (s pane) carry(a canvas.Area, c carried) int {
	branch := s.outcomeName(s.Now.Plan.Tree, c.Outcome)
	times := "× p̂(" + branch + "|s), of"
	if s.Now.Plan.Discount != 1 {
		times = "× γ p̂(" + branch + "|s), of"
	}
	sum := c.Sum
	if !slices.ContainsFunc(sum, func(p float64) bool { return kit.Fixed(p) != kit.Fixed(1) }) {
		sum = nil
	}
	rows := []barRow{
		{words: "after " + branch + ": β of", pair: c.Next, values: c.Shorter, ref: c.shorter},
		{words: "as it is, wrongly, in", pair: c.Pair, values: c.Shorter, ref: c.shorter, wrong: true},
		{words: fmt.Sprintf("p̂(s'|s, %s): to %s from", s.seenName(c.Outcome), s.pairName(c.Next)), pair: c.Pair, leads: c.Leads, to: c.Next, sums: c.weighed(), ref: c.own},
		{words: "carried into", pair: c.Pair, values: c.Over, sums: c.averaged()},
		{words: times, pair: c.Pair, values: c.Likely, times: c.Chance},
		{words: "+ likewise " + figure.Counted(c.branches()-1, "other branch", "others") + ", of", pair: c.Pair, values: c.Others},
		{words: "+ earned now, of", pair: c.Pair, values: c.Reward, times: sum},
		{words: "= β, best at b̂, of", pair: c.Pair, values: c.Whole},
	}
	sums := 4 // where the sum begins
	if !s.Now.Estimate.Differ(c.Next, c.Pair) {
		rows, sums = slices.Delete(rows, 1, 2), sums-1
	}
	y := 0
	if a.H() > len(rows) || s.Asked == askedCarried {
		y = s.does(a, c)
	}
	for i := range rows {
		if rows[i].ref == (why.Ref{}) {
			rows[i].ref = c.own
		}
	}
	if s.Asked == askedCarried { // the answer is what stands below, and in the picture of the vectors
		y += s.barRows(a.Below(y), rows[:1])
		if s.shownLevel() == 2 {
			s.firstLevel(a.Below(y))
		}
		return a.H()
	}
	if a.H()-y < len(rows) { // what carries it goes first
		rows = rows[:sums]
	} else {
		rows[sums].apart = a.H()-y > len(rows)+leastPlot
	}
	return y + s.barRows(a.Below(y), rows)
}

// weighed is what the next states' probabilities are proportional to: T̂ times p̂(z|s').
func (c carried) weighed() (weights []string) {
	for _, moves := range c.Moves {
		weights = append(weights, products(moves, c.Shows, ":"))
	}
	return weights
}

// products writes what two lists of numbers are multiplied to, place by place.
func products(one, other []float64, between string) string {
	var parts []string
	for k, p := range one {
		parts = append(parts, strings.TrimRight(kit.Fixed(p), " ")+"·"+strings.TrimRight(kit.Fixed(other[k]), " "))
	}
	return strings.Join(parts, between)
}

// averaged are the sums that carry the shorter plan's vector into the pair's order.
func (c carried) averaged() (sums []string) {
	for _, leads := range c.Leads {
		sums = append(sums, "≈"+products(leads, c.Shorter, "+"))
	}
	return sums
}

// branches is how many the plan goes on in.
func (c carried) branches() (n int) {
	for _, next := range c.Follow {
		if next >= 0 {
			n++
		}
	}
	return n
}

// pairName is a pair's two actions, as Pair draws them.
func (s pane) pairName(pair int) string {
	first, second := s.Sizes().PairActions(pair)
	return theme.ActionDigit(first) + theme.ActionDigit(second)
}

// does says what the plan does, as the tree says it: its action, and the next one after what comes. The names of the next
// actions go where there is no room for them, and then what comes goes.
func (s pane) does(a canvas.Area, c carried) int {
	_, second := s.Sizes().PairActions(c.Pair)
	type leaf struct {
		pair        int
		after, name string
	}
	var leaves []leaf
	begins, brief := fmt.Sprintf("the %d-step plan best at b̂: ", s.shownLevel()), fmt.Sprintf("%d steps: ", s.shownLevel())
	bare := 1 + canvas.Width(brief+"1 "+s.Truth().ActionName(second)) // where they end without names
	named := bare
	for _, pair := range slices.Compact(slices.Sorted(slices.Values(c.Follow))) {
		if pair < 0 {
			continue
		}
		_, next := s.Sizes().PairActions(pair)
		l := leaf{pair, s.outcomeNames(c.Follow, pair), s.Truth().ActionName(next)}
		leaves = append(leaves, l)
		bare += canvas.Width("; if " + l.after + " → 11")
		named += canvas.Width("; if " + l.after + " → 1 " + l.name + " in 11")
	}
	if named+canvas.Width(begins)-canvas.Width(brief) > a.W() {
		begins = brief
	}
	x := a.Text(s.Action(a, a.Text(1, 0, begins, kit.Plain), 0, second)+1, 0, s.Truth().ActionName(second), kit.Plain)
	for i, l := range leaves {
		if bare > a.W() {
			x = s.Pair(a, a.Text(x, 0, [2]string{", then ", " or "}[min(i, 1)], kit.Plain), 0, l.pair)
			continue
		}
		x = a.Text(x, 0, "; if "+l.after+" → ", kit.Plain)
		if named <= a.W() {
			_, next := s.Sizes().PairActions(l.pair)
			x = a.Text(s.Action(a, x, 0, next)+1, 0, l.name+" in ", kit.Plain)
		}
		x = s.Pair(a, x, 0, l.pair)
	}
	if bare > a.W() {
		a.Text(x, 0, ", by what comes", kit.Plain)
	}
	return 1
}

// outcomeNames are the outcomes that a pair follows; a reward after which it always follows stands alone.
func (s pane) outcomeNames(follow []int, pair int) string {
	n := s.Sizes()
	var names []string
	told := map[int]bool{} // rewards
	for outcome, next := range follow {
		if next != pair {
			continue
		}
		name := s.outcomeName(s.Now.Plan.Tree, outcome)
		if s.Now.Plan.Tree.Observe != planning.ObserveZ {
			_, r := n.OutcomeAt(outcome)
			always := true
			for other, next := range follow {
				if _, level := n.OutcomeAt(other); level == r && next != pair && next >= 0 {
					always = false
				}
			}
			if always && told[r] {
				continue
			}
			if told[r] = always; always {
				name = s.Truth().RewardName(r)
			}
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// firstLevel pictures Γ₁: what the second action of each pair earns, in the pair's order. Pairs with one second action stand together: but for
// noise they differ in order alone. It leaves room for the vectors over the belief, or takes theirs, and returns the rows that it took.
func (s pane) firstLevel(a canvas.Area) int {
	n, level := s.Sizes(), s.Now.Plan.Levels[0]
	var rows []barRow
	if !s.Pairwise() || n.S > mostOrdered || len(level.Sets) > n.Pairs() {
		level.Sets = nil
	}
	for second := range n.A {
		for i, set := range level.Sets {
			if _, does := n.PairActions(set.Pair); set.Pair >= 0 && does == second && set.Len() == 1 {
				rows = append(rows, barRow{words: s.Truth().ActionName(second) + " earns: β of", pair: set.Pair, values: set.Vector(0).Values, ref: kit.FigureAt(why.Vector, level.T, i, 0).Value()})
			}
		}
	}
	y := 0
	if a.H() > len(rows)+leastPlot {
		y = 1
	}
	drawn := s.barRows(a.Below(y), rows)
	switch {
	case drawn == 0 && a.H() < smallPlan/2:
		return 0
	case drawn == 0:
		return 1
	}
	return y + drawn + min(max(0, a.H()-y-drawn-leastPlot), 1)
}

// barRow is a vector in the order of a pair's states, and what it is.
type barRow struct {
	words  string
	pair   int
	values []float64
	ref    why.Ref     // what they are
	times  []float64   // what was multiplied to come to it; nil for none
	sums   []string    // what was added up
	leads  [][]float64 // in place of values, for each state how probable each of another pair's comes next
	to     int         // that pair
	wrong  bool        // the numbers stand in places that are not theirs
	apart  bool        // an empty row stands above it
}

// barRows draws rows that share a scale, as far as there is room for all of them. It returns how many it drew.
func (s pane) barRows(a canvas.Area, rows []barRow) int {
	if a.H() < len(rows) {
		return 0
	}
	end, most := 0, 0.
	for _, r := range rows {
		end = max(end, canvas.Width(r.words))
		for _, v := range r.values {
			most = max(most, math.Abs(v))
		}
	}
	y := 0
	for _, r := range rows {
		if r.apart {
			y++
		}
		a.Right(1+end, y, r.words, kit.Plain)
		if to := strings.Index(r.words, s.pairName(r.to)+" from"); r.leads != nil && to >= 0 { // a pair, as those behind are
			s.Pair(a, 1+end-canvas.Width(r.words)+canvas.Width(r.words[:to]), y, r.to)
		}
		x := s.Pair(a, 2+end, y, r.pair) + 2
		if at := a.Sub(x, y, a.W()-x-1, 1); r.leads != nil {
			s.next(at, r)
		} else {
			s.bars(at, r, max(most, 1e-12))
		}
		y++
	}
	return y
}

// mostOrdered is how many numbers stand in a row.
const mostOrdered = 3

// next writes, for each state of a pair, how probable each state of the next pair is after it.
func (s pane) next(a canvas.Area, r barRow) {
	slot := a.W() / len(r.leads)
	for j, leads := range r.leads {
		at := a.Sub(j*slot, 0, slot-1, 1)
		x := at.Text(0, 0, placeName(j), kit.Dim)
		if state, known := s.StateAt(r.pair, j); known {
			x = at.Text(x, 0, theme.StateLetter(state)+" ", canvas.FG(theme.State(state)))
		}
		x = s.ordered(at, x, r.to, leads, why.Ref{})
		if x+2+canvas.Width(r.sums[j]) < at.W() {
			s.Whole(at, x+1, 0, r.sums[j], kit.Dim, r.ref)
		}
	}
}

// placeName names a place in an order.
func placeName(j int) string { return [mostOrdered]string{"1st ", "2nd ", "3rd "}[j] }

// bars writes a number for each state of a pair, in the pair's order, each with a bar of its share of the greatest and, where it has room,
// what was multiplied.
func (s pane) bars(a canvas.Area, r barRow, most float64) {
	const widestBar, widest = 16, len("1.234")
	pair, slot := r.pair, a.W()/len(r.values)
	for j, v := range r.values {
		style, x := kit.Plain, a.Text(j*slot, 0, placeName(j), kit.Dim)
		if state, known := s.StateAt(pair, j); known {
			style = canvas.FG(theme.State(state))
			x = a.Text(x, 0, theme.StateLetter(state)+" ", style)
		}
		if r.wrong {
			style = kit.Dim
		}
		x += max(widest-canvas.Width(kit.Fixed(v)), 0)
		x = s.Whole(a, x, 0, kit.Fixed(v), style, r.ref) + 1
		wide := min((j+1)*slot-x-2, widestBar)
		s.Bar(a, x, 0, wide, math.Abs(v)/most, style)
		how, from := "", x+int(math.Ceil(float64(wide)*math.Abs(v)/most))+1
		switch {
		case r.times != nil:
			how = "×" + strings.TrimRight(kit.Fixed(r.times[j]), " ")
		case r.sums != nil:
			how = r.sums[j]
		}
		if how != "" && from+canvas.Width(how) < (j+1)*slot {
			s.Whole(a, from, 0, how, kit.Dim, r.ref)
		}
	}
}

// ordered writes a number for each state of a pair, in the pair's order, and returns where they end.
func (s pane) ordered(a canvas.Area, x, pair int, values []float64, ref why.Ref) int {
	for j, v := range values {
		style := kit.Plain
		if state, known := s.StateAt(pair, j); known {
			style = canvas.FG(theme.State(state))
			x = a.Text(x, 0, theme.StateLetter(state), style)
		}
		x = s.Whole(a, x, 0, kit.Fixed(v), style, ref) + 1
	}
	return x - 1
}
