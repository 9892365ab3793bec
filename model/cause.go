package model

import (
	"cmp"
	"slices"

	"eeporl/model/experiment"
	"eeporl/moments"
)

// ByCause orders findings for somebody who reads them from the top: what the
// model or the data lack, which no estimator can make up for and which explains
// the rest; then what ended an estimate or a plan; then what else was noticed.
// Within each, the order in which they were found stays.
func ByCause(found []moments.Finding) []moments.Finding {
	out := slices.Clone(found)
	slices.SortStableFunc(out, func(x, y moments.Finding) int { return cmp.Compare(remoteness(x), remoteness(y)) })
	return out
}

// remoteness is how far a finding is from a cause.
func remoteness(f moments.Finding) int {
	switch f.Code {
	case moments.AssumptionViolated, TooLarge, moments.NotOpenLoop, moments.InvalidCounts, moments.TooFewEpisodes, moments.ImpossibleSizes, moments.ActionNeverTaken:
		return 0
	}
	if f.Fatal || f.Code == experiment.PlanFailed {
		return 1
	}
	return 2
}
