package estimators_test

import (
	"context"
	"testing"
	"time"

	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/moments/momentstest"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/pomdptest"
)

// Whoever no longer waits takes no more processor time: an estimator that was asked for hours of work ends when its
// context does.
func TestEstimatorsEndWithTheirContext(t *testing.T) {
	const soon, enough = 50 * time.Millisecond, 3 * time.Second
	for _, e := range estimators.Estimators() {
		if e.Run == nil {
			continue // another program's, which is killed
		}
		t.Run(e.Name, func(t *testing.T) {
			truth := pomdptest.TruthFor(t, pomdptest.Load(t, "noisy-tiger"))
			counts := momentstest.Sample(t, truth, 1e5, 1)
			ctx, cancel := context.WithTimeout(context.Background(), soon)
			defer cancel()
			began := time.Now()
			got := e.Run(ctx, moments.Data{Counts: counts}, truth.Model.Sizes().S, moments.Options{Restarts: 1_000_000, Rotations: 1_000_000})
			if took := time.Since(began); took > enough {
				t.Errorf("it went on for %v", took)
			}
			if _, cancelled := got.Find(finding.Cancelled); ctx.Err() != nil && !cancelled && !got.OK() {
				t.Errorf("found %v, expected that it was given up", got.Findings)
			}
		})
	}
}
