package moments

import (
	"context"
	"fmt"
	"math"

	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// NewEstimate is an estimate by the estimator of that name that knows nothing yet.
func NewEstimate(name string, counts *Counts, states int, options Options) *Estimate {
	n := counts.Sizes()
	n.S = states
	return &Estimate{Estimator: name, Sizes: n, Episodes: counts.Total(), Options: options.withDefaults(), Chosen: -1}
}

// AcceptCounts checks that there is something to estimate from.
func (e *Estimate) AcceptCounts(counts *Counts) bool {
	n := e.Sizes
	if n.S < 1 {
		e.Add(finding.New(finding.ImpossibleSizes, float64(n.S), 1, fmt.Sprintf("%d states were asked for, and a POMDP has at least 1.", n.S)).Ends())
		return false
	}
	if err := counts.Check(); err != nil {
		e.Add(finding.New(finding.InvalidCounts, math.NaN(), math.NaN(), "The counts are not counts: "+err.Error()+".").Ends())
		return false
	}
	if !counts.exact && counts.mass < float64(n.K()) {
		episodes := "episodes are"
		if counts.mass == 1 {
			episodes = "episode is"
		}
		few := finding.New(finding.TooFewEpisodes, counts.mass, float64(n.K()), fmt.Sprintf(
			"%s %s fewer than the induced HMM's k = %s.", figure.Number(counts.mass), episodes, figure.Counted(n.K(), "hidden state", "hidden states")))
		if !(counts.mass > math.SmallestNonzeroFloat64/(math.Nextafter(1, 2)-1)) {
			e.Add(few.Ends())
			return false
		}
		e.Add(few)
	}
	e.Stage = StageMoments
	return true
}

// TellsApart checks what the moments need and the likelihood does not: no more
// states than there are outcomes.
func (e *Estimate) TellsApart() bool {
	n := e.Sizes
	if n.S <= n.Outcomes() {
		return true
	}
	e.Add(finding.New(finding.ImpossibleSizes, float64(n.S), float64(n.Outcomes()), fmt.Sprintf(
		"%s cannot be told apart by %s (z, r): Ô would not have full column rank. Estimators of maximum likelihood, polished and em, do not ask for it.",
		figure.Counted(n.S, "state", "states"), figure.Counted(n.Outcomes(), "outcome", "outcomes"))).Ends())
	return false
}

// Cancelled is the finding of an estimate whose context has ended.
func Cancelled(ctx context.Context) finding.Finding {
	return finding.New(finding.Cancelled, math.NaN(), math.NaN(), "Stopped before the end: "+ctx.Err().Error()+".").Ends()
}

// FewEpisodes is the number below which the maximum near the moments' answer is
// never taken for the highest.
const FewEpisodes = 1e4
