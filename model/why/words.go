package why

import (
	"fmt"
	"strings"

	"eeporl/pomdp/figure"
)

// pair writes an action pair by its names.
func (x *explainer) pair(p int) string {
	a, next := x.n.PairActions(p)
	return "(" + x.m.ActionName(a) + ", " + x.m.ActionName(next) + ")"
}

// tuple writes a symbol x = (a, z, r, a') by its names.
func (x *explainer) tuple(symbol int) string {
	return x.m.SymbolName(x.n.SymbolAt(symbol))
}

// hiddenName writes a hidden state h = (a, s, a') by its names.
func (x *explainer) hiddenName(h int) string {
	v := x.n.HiddenAt(h)
	return fmt.Sprintf("(%s, %s, %s)", x.m.ActionName(v.Action), x.m.StateName(v.State), x.m.ActionName(v.Next))
}

// outcomeName writes a branch of a policy tree.
func (x *explainer) outcomeName(outcome int, rewards bool) string {
	if !rewards {
		return x.m.ObservationName(outcome)
	}
	return x.m.BranchName(x.n.OutcomeAt(outcome))
}

// list writes figures in a row.
func list(values []float64) string {
	var b strings.Builder
	for i, v := range values {
		if i > 0 {
			b.WriteString("  ")
		}
		b.WriteString(figure.Number(v))
	}
	return b.String()
}

// subscripted writes a variable of an episode: s₂.
func subscripted(name string, t int) string { return name + figure.Sub(t) }

// matched puts columns, numbered from 1, beside the states they stand for.
func (x *explainer) matched(columns, states []int) string {
	var parts []string
	for j, s := range states {
		parts = append(parts, fmt.Sprintf("%d → %s", columns[j]+1, x.m.StateName(s)))
	}
	return strings.Join(parts, ", ")
}
