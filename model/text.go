package model

import (
	"fmt"
	"math"

	"eeporl/pomdp/figure"

	"eeporl/planning"
)

// Enumerated is how many vectors the paper's definition gives each pair's Γ_t.
func Enumerated(l planning.Level) string {
	log := l.Enumerated.Log10
	switch {
	case l.Enumerated.Exact != nil && log < 6:
		return l.Enumerated.Exact.String()
	case math.IsInf(log, 1):
		return "beyond 10^(10³⁰⁸)"
	case log > 1e6:
		return "10^" + figure.Number(log)
	}
	whole := math.Floor(log)
	return figure.Number(math.Pow(10, log-whole)) + "·10" + figure.Superscript(int(whole))
}

// Kept is how many vectors Γ_t has after pruning over all pairs, -1 where the
// planner keeps none.
func Kept(l planning.Level) int {
	if l.Sets == nil {
		return -1
	}
	return l.Vectors()
}

func kept(p *planning.Plan, l planning.Level) string {
	if k := Kept(l); k >= 0 {
		return fmt.Sprintf("%d kept over all pairs by %s", k, p.Planner)
	}
	return fmt.Sprintf("the %s planner needs none of them", p.Planner)
}
