package model

import (
	"fmt"

	"eeporl/planning"
)

// Kept is how many vectors Γ_t has after pruning over all pairs, -1 where the
// planner keeps none.
func Kept(l planning.Level) int {
	if l.Sets == nil {
		return -1
	}
	return l.Vectors()
}

// Defined is how many vectors the definition gives a Γ_t of a plan: those of all pairs, where each has its own.
func Defined(p *planning.Plan, l planning.Level, pairs int) planning.Count {
	if p.First[0] < 0 {
		return l.Enumerated
	}
	return l.Enumerated.Times(pairs)
}

func kept(p *planning.Plan, l planning.Level) string {
	if k := Kept(l); k >= 0 {
		return fmt.Sprintf("%d of these kept by %s", k, p.Planner)
	}
	return fmt.Sprintf("the %s planner needs none of them", p.Planner)
}
