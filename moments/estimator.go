package moments

import (
	"context"
)

// Data is what there is to learn from.
type Data struct {
	Counts   *Counts   // how often each triple occurred
	Episodes *Episodes // nil where only their triples are known
	Recorded bool      // the counts are a log's: what they do not hold, nobody knows
	// Earned draws what the first action of each triple earned, where Episodes is nil; nil where nobody can.
	Earned func() *Episodes
}

// Run turns data into an estimate of a model with a number of states. All estimators are pure functions of these
// arguments. What an Estimate holds besides Learned, its estimator Gives.
type Run func(ctx context.Context, data Data, states int, options Options) *Estimate

// Input is what an estimator uses of the data.
type Input int

// The inputs.
const (
	FromMoments  Input = iota // the moments of all action pairs
	FromActions               // for each action alone, the episodes that took it four times
	FromTriples               // how often each triple occurred
	FromEarned                // triples and what the first action earned, or whole episodes
	FromEpisodes              // whole episodes
	FromProgram               // whatever a program of somebody else's uses
)

// Gives is what an estimator gives, or goes through, besides a law of what is seen next.
type Gives int

// What an estimator may give.
const (
	GivesSpectrum   Gives = 1 << iota // it goes through singular values and eigenvectors of the moments
	GivesLikelihood                   // it ends on a maximum of the likelihood
	GivesColumns                      // Ô, of hidden states that bear names
	GivesLabels                       // one decomposition for all action pairs: labels are found afterwards
	GivesParameters                   // a POMDP's parameters, pair by pair
	GivesOneOrder                     // all actions come back with one order of the states, right or not
	GivesOperators                    // a step's operator for each outcome, over no states
	GivesDraws                        // draws from the posterior, and their mixture to predict by
	GivesHistories                    // what followed each history, and no model
	GivesPower                        // fixed points of the whitened tensor
)

// Estimator describes a way to learn a model. Whatever depends on which estimator it is
// reads these fields. The glossary has a sentence on each under its name.
type Estimator struct {
	Name string
	Does string // in a sentence, after its name
	Run  Run    // nil for a program of somebody else's: whoever has it runs it
	Mark rune   // its letter in plots
	Uses Input
	// Offers is all that it gives.
	Offers Gives
}

// Gives says whether it gives all of these.
func (e Estimator) Gives(what Gives) bool { return e.Offers&what == what }

// Lacks says in words why there is nothing of a kind by this estimator, "" where it gives it.
func (e Estimator) Lacks(what Gives) string {
	switch {
	case e.Gives(what):
		return ""
	case e.Gives(GivesOperators):
		return e.Name + " predicts without naming a state"
	case e.Gives(GivesHistories):
		return e.Name + " counts what follows each history, and knows no state"
	case what == GivesOneOrder:
		return "each pair of actions has its own order of the states"
	}
	return e.Name + " does without it"
}

// Random says whether it begins from random starts.
func (e Estimator) Random() bool { return e.Gives(GivesLikelihood) && !e.Gives(GivesSpectrum) }

// Names of the estimators that take more than counts.
const (
	Theirs    = "theirs" // a program of somebody else's. What it gives, Completed makes an estimate of
	WholeName = "whole"
)

// OfCounts is the Run of what learns from counts alone.
func OfCounts(run func(context.Context, *Counts, int, Options) *Estimate) Run {
	return func(ctx context.Context, data Data, states int, o Options) *Estimate {
		return run(ctx, data.Counts, states, o)
	}
}
