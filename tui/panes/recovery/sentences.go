package recovery

import (
	"fmt"
	"strings"

	"eeporl/pomdp/figure"
	"eeporl/tui/panes/kit"
)

// Told is how the blocks stand where they are shown, or else the orders of the states.
func Told(scene kit.Scene) []string {
	s := pane{scene}
	if out := s.toldBlocks(); out != nil {
		return out
	}
	return s.toldOrders()
}

// toldOrders is the order in which each pair's states came back.
func (s pane) toldOrders() []string {
	e := s.Now.Estimate
	if e == nil || e.Comparison == nil || e.Columns == nil {
		return nil
	}
	var out []string
	for a, order := range e.Orders { // of actions learned alone
		var names []string
		for place, state := range order {
			names = append(names, fmt.Sprintf("%d is %s, b̂ %s", place+1, s.Truth().StateName(state), figure.Probability(e.Beliefs[a][place])))
		}
		out = append(out, s.Truth().ActionName(a)+" alone: "+strings.Join(names, "; "))
	}
	for pair, order := range e.Comparison.Order {
		a, next := s.Sizes().PairActions(pair)
		words := "no order: it has not |S| columns"
		if order != nil {
			var names []string
			for _, state := range order {
				names = append(names, s.Truth().StateName(state))
			}
			words = "came back as " + strings.Join(names, ", ")
		}
		out = append(out, fmt.Sprintf("pair (%s, %s): %s", s.Truth().ActionName(a), s.Truth().ActionName(next), words))
	}
	return out
}

// toldBlocks are T̂'s blocks, where Recovery is turned to them.
func (s pane) toldBlocks() []string {
	if s.Page(2) == 0 || !s.betweenOrders() {
		return nil
	}
	n, m := s.Sizes(), s.Truth()
	state := func(pair, j int) string {
		if at, known := s.StateAt(pair, j); known {
			return m.StateName(at)
		}
		return fmt.Sprintf("state %d", j+1)
	}
	out := []string{"T̂'s blocks, normalised"}
	tell := func(entries betweenEntries) {
		for pair := range n.Pairs() {
			first, second := n.PairActions(pair)
			for after := range n.A {
				into := n.Pair(second, after)
				var words []string
				for j := range n.S {
					var row []string
					for j2 := range n.S {
						v, _ := entries(pair, after, j2, j)
						row = append(row, kit.Fixed(v)+" "+state(into, j2))
					}
					words = append(words, state(pair, j)+" to "+strings.Join(row, ", "))
				}
				out = append(out, fmt.Sprintf("from (%s, %s) into (%s, %s): %s", m.ActionName(first), m.ActionName(second),
					m.ActionName(second), m.ActionName(after), strings.Join(words, "; ")))
			}
		}
	}
	tell(s.normalised())
	if solved := s.solved(); solved != nil {
		out = append(out, s.solvedTitle())
		tell(solved)
	}
	return out
}
