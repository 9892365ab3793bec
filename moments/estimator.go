package moments

import (
	"context"
	"fmt"
	"strings"
)

// Run turns counts into an estimate of a model with a number of states. All
// estimators are pure functions of these arguments and give the same Estimate:
// Parameters pair by pair always, Model where all actions share one order of the
// states.
type Run func(ctx context.Context, counts *Counts, states int, options Options) *Estimate

// Input is what an estimator looks at.
type Input int

// The inputs.
const (
	FromMoments Input = iota // the moments of all action pairs
	FromActions              // for each action alone, the episodes that took it four times
	FromTriples              // how often each triple occurred
)

// Estimator describes a way to learn a model. Whatever depends on which estimator it is
// reads these fields. The glossary has a sentence on each under its name.
type Estimator struct {
	Name     string
	Does     string // in a sentence, after its name
	Run      Run
	Mark     rune // its letter in plots
	Input    Input
	Spectral bool // it goes through a spectrum and eigenvectors
	Climbs   bool // it ends on a maximum of the likelihood
	Joint    bool // one decomposition for all action pairs: labels are found afterwards
	OneOrder bool // all actions come back with one order of the states, right or not
}

// Random says whether it begins from random starts.
func (e Estimator) Random() bool { return e.Climbs && !e.Spectral }

// Estimators lists them, the paper's first.
func Estimators() []Estimator {
	return []Estimator{
		{Name: "full", Does: "the paper's own: one decomposition of all symbols, then labels", Run: Full, Mark: 'f', Spectral: true, Joint: true},
		{Name: "blocked", Does: "a decomposition for each pair of actions, which are observed anyway", Run: Blocked, Mark: 'b', Spectral: true},
		{Name: "aligned", Does: "blocked, and then all pairs brought into one order of the states", Run: Aligned, Mark: 'a', Spectral: true, OneOrder: true},
		{Name: "polished", Does: "from aligned up to the maximum of the likelihood", Run: Polished, Mark: 'p', Input: FromTriples, Spectral: true, Climbs: true, OneOrder: true},
		{Name: "em", Does: "up the likelihood from random starts, with no moments at all", Run: EM, Mark: 'e', Input: FromTriples, Climbs: true, OneOrder: true},
		{Name: "naive", Does: "each action learned alone: what the paper warns of", Run: Naive, Mark: 'n', Input: FromActions, OneOrder: true},
	}
}

// EstimatorNames lists their names.
func EstimatorNames() []string {
	var names []string
	for _, e := range Estimators() {
		names = append(names, e.Name)
	}
	return names
}

// Choices are what a session can estimate with: their names and Theirs.
func Choices() []string { return append(EstimatorNames(), Theirs) }

// Named finds an estimator by its name. Theirs and Whole have no Run: they take more than counts.
func Named(name string) (Estimator, error) {
	switch name {
	case Theirs:
		return theirs(), nil
	case WholeName:
		return wholeEstimator(), nil
	}
	for _, e := range Estimators() {
		if e.Name == name {
			return e, nil
		}
	}
	return Estimator{}, fmt.Errorf("estimator: found %q, expected one of %s", name, strings.Join(EstimatorNames(), ", "))
}

// By is the estimator that made an estimate.
func (e *Estimate) By() Estimator {
	by, _ := Named(e.Estimator)
	return by
}
