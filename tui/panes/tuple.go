package panes

import (
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

// rewardPrefix tells a reward from an action's digit where there is room for it;
// actions are underlined everywhere.
const rewardPrefix = "r="

// tuple draws x as (a, z, r, a') and returns the column after it.
func (s Scene) tuple(a canvas.Area, x, y, symbol int, prefix string, style canvas.Style) int {
	m, sym := s.truth(), s.sizes().SymbolAt(symbol)
	parts := [...]struct {
		words  string
		action int
	}{
		{"(", -1}, {theme.ActionDigit(sym.Action), sym.Action},
		{",", -1}, {m.ObservationName(sym.Observation), -1}, {",", -1}, {prefix, -1}, {figure.Number(m.RewardValue(sym.Reward)), -1},
		{",", -1}, {theme.ActionDigit(sym.Next), sym.Next}, {")", -1},
	}
	for i, p := range parts {
		look := style
		if p.action >= 0 {
			look = actionStyle(p.action)
		}
		if i < len(parts)-1 && x+canvas.Width(p.words) >= a.W() {
			return a.Text(x, y, p.words+" ", look) // the ellipsis stands for the rest too
		}
		x = a.Text(x, y, p.words, look)
	}
	return x
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
