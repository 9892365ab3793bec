package panes

import (
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
)

// rewardPrefix tells a reward from an action's digit where there is room for it;
// actions are underlined everywhere.
const rewardPrefix = "r="

// tuple draws x as (a, z, r, a') and returns the column after it.
func (s Scene) tuple(a canvas.Area, x, y, symbol int, prefix string, style canvas.Style) int {
	m, sym := s.truth(), s.sizes().SymbolAt(symbol)
	x = s.action(a, a.Text(x, y, "(", style), y, sym.Action)
	x = a.Text(a.Text(x, y, ",", style), y, m.ObservationName(sym.Observation), style)
	x = a.Text(a.Text(x, y, ",", style), y, prefix, style)
	x = a.Text(x, y, figure.Number(m.RewardValue(sym.Reward)), style)
	x = s.action(a, a.Text(x, y, ",", style), y, sym.Next)
	return a.Text(x, y, ")", style)
}

// tupleWidth is the width of tuples with their prefixes.
func (s Scene) tupleWidth(symbols ...int) int {
	const marks = len("(1,,r=,2)")
	m, total := s.truth(), 0
	for _, x := range symbols {
		sym := s.sizes().SymbolAt(x)
		total += marks + canvas.Width(m.ObservationName(sym.Observation)) + canvas.Width(figure.Number(m.RewardValue(sym.Reward)))
	}
	return total
}
