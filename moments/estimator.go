package moments

import (
	"context"
	"fmt"
	"strings"
)

// Estimator turns counts into an estimate of a model with a number of states.
// All of them are pure functions of their arguments, take the same counts and
// give the same Estimate: Parameters pair by pair always, Model where all
// actions share one order of the states.
type Estimator func(ctx context.Context, counts *Counts, states int, options Options) *Estimate

// EstimatorNames lists the estimators, the paper's first.
func EstimatorNames() []string {
	return []string{"full", "blocked", "aligned", "polished", "em", "naive"}
}

// Named finds an estimator by its name.
func Named(name string) (Estimator, error) {
	switch name {
	case "full":
		return Full, nil
	case "blocked":
		return Blocked, nil
	case "aligned":
		return Aligned, nil
	case "polished":
		return Polished, nil
	case "em":
		return EM, nil
	case "naive":
		return Naive, nil
	}
	return nil, fmt.Errorf("estimator: found %q, expected one of %s", name, strings.Join(EstimatorNames(), ", "))
}
