package kit

import (
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

// RewardPrefix tells a reward from an action's digit where there is room for it;
// actions are underlined everywhere.
const RewardPrefix = "r="

// Tuple draws x as (a, z, r, a') and returns the column after it.
func (s Scene) Tuple(a canvas.Area, x, y, symbol int, prefix string, style canvas.Style) int {
	m, sym := s.Truth(), s.Sizes().SymbolAt(symbol)
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
			look = actionStyle
		}
		if i < len(parts)-1 && x+canvas.Width(p.words) >= a.W() {
			return a.Text(x, y, p.words+" ", look) // the ellipsis stands for the rest too
		}
		x = a.Text(x, y, p.words, look)
	}
	return x
}

// TupleWidth is the width of tuples with their prefixes.
func (s Scene) TupleWidth(symbols ...int) int {
	const marks = len("(1,,r=,2)")
	m, total := s.Truth(), 0
	for _, x := range symbols {
		sym := s.Sizes().SymbolAt(x)
		total += marks + canvas.Width(m.ObservationName(sym.Observation)) + canvas.Width(figure.Number(m.RewardValue(sym.Reward)))
	}
	return total
}
