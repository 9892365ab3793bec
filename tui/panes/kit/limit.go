package kit

import (
	"slices"

	"eeporl/moments/likelihood"
	"eeporl/pomdp/finding"
)

// AtBoundary says whether a true probability is 0 or 1, where the Cramér–Rao limit does not bind.
func AtBoundary(limit *likelihood.Information) bool {
	return limit != nil && slices.ContainsFunc(limit.Findings, func(f finding.Finding) bool { return f.Code == finding.BoundaryParameter })
}

// BelowLimit says why an error may be smaller than the Cramér–Rao limit.
func BelowLimit(limit *likelihood.Information) string {
	if AtBoundary(limit) {
		return "A ratio below one is no mistake: some probabilities are 0 or 1, and the limit is for estimates that may go beyond."
	}
	return "An error below the limit is luck: it binds the mean over many data sets, and this is one."
}
