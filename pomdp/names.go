package pomdp

import (
	"fmt"

	"eeporl/pomdp/figure"
)

// SymbolName writes a symbol x = (a, z, r, a') by its names.
func (m *POMDP) SymbolName(x Symbol) string {
	return fmt.Sprintf("(%s, %s, %s, %s)", m.ActionName(x.Action), m.ObservationName(x.Observation), figure.Number(m.RewardValue(x.Reward)), m.ActionName(x.Next))
}

// OutcomeName writes an outcome (z, r): "smile r=0".
func (m *POMDP) OutcomeName(z, r int) string {
	return m.ObservationName(z) + " r=" + figure.Number(m.RewardValue(r))
}
