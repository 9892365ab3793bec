package moments

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"eeporl/pomdp/finding"
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

const (
	pairwise = GivesSpectrum | GivesColumns | GivesParameters
	oneModel = GivesColumns | GivesParameters | GivesOneOrder
)

// Estimator describes a way to learn a model. Whatever depends on which estimator it is
// reads these fields. The glossary has a sentence on each under its name.
type Estimator struct {
	Name string
	Does string // in a sentence, after its name
	Run  Run    // nil for a program of somebody else's: whoever has it runs it
	Mark rune   // its letter in plots
	Uses Input
	give Gives
}

// Gives says whether it gives all of these.
func (e Estimator) Gives(what Gives) bool { return e.give&what == what }

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

// table lists all estimators, the paper's first. Older session files name one by its number in it: new ones stand
// last. It is made once, as every frame asks for it, and nobody writes to it.
var table = sync.OnceValue(func() []Estimator {
	return []Estimator{
		{"full", "the paper's own: one decomposition of all symbols, then labels", OfCounts(Full), 'f', FromMoments, pairwise | GivesLabels},
		{"blocked", "a decomposition for each pair of actions, which are observed anyway", OfCounts(Blocked), 'b', FromMoments, pairwise},
		{"aligned", "blocked, and then all pairs brought into one order of the states", OfCounts(Aligned), 'a', FromMoments, pairwise | oneModel},
		{"polished", "from aligned up to the maximum of the likelihood", OfCounts(Polished), 'p', FromTriples, pairwise | oneModel | GivesLikelihood},
		{"em", "up the likelihood from random starts, with no moments at all", OfCounts(EM), 'e', FromTriples, oneModel | GivesLikelihood},
		{"naive", "each action learned alone: what the paper warns of", OfCounts(Naive), 'n', FromActions, oneModel},
		{Theirs, "your own program, and full from where it gives no more", nil, 't', FromProgram, pairwise | GivesLabels},
		{WholeName, "maximum likelihood on whole episodes of any length, recorded under any policy", ofEpisodes, 'w', FromEpisodes, oneModel | GivesLikelihood},
		{"tpsr", "operators that predict what is seen next, and name no state", OfCounts(TPSR), 'o', FromTriples, GivesOperators},
		{"tree", "what followed each history, with no model at all", Tree, 'h', FromEarned, GivesHistories},
		{"bayes", "draws from the posterior: it predicts and plans with all that the counts leave open", OfCounts(Bayes), 'd', FromTriples, oneModel | GivesDraws},
		{"hkz", "operators of the induced HMM: the paper's moments without its columns and labels", OfCounts(HKZ), 'k', FromMoments, GivesOperators},
		{"tensor", "fixed points of the whitened tensor of triples, then labels", OfCounts(Tensor), 'v', FromMoments, GivesPower | GivesColumns | GivesLabels | GivesParameters},
	}
})

// OfCounts is the Run of what learns from counts alone.
func OfCounts(run func(context.Context, *Counts, int, Options) *Estimate) Run {
	return func(ctx context.Context, data Data, states int, o Options) *Estimate {
		return run(ctx, data.Counts, states, o)
	}
}

func ofEpisodes(ctx context.Context, data Data, states int, o Options) *Estimate {
	if data.Episodes == nil {
		e := newEstimate(WholeName, data.Counts, states, o)
		e.add(finding.New(finding.TooFewEpisodes, 0, 1, "There are no whole episodes to learn from: a log of them, or `eeporl simulate --long`, has some.").Ends())
		return e
	}
	return Whole(ctx, data.Episodes, data.Counts, states, o, nil)
}

// Estimators lists those that learn from counts alone, the paper's first.
func Estimators() []Estimator {
	return slices.DeleteFunc(slices.Clone(table()), func(e Estimator) bool { return e.Uses == FromEpisodes || e.Uses == FromProgram })
}

// EstimatorNames lists their names.
func EstimatorNames() []string { return names(Estimators()) }

// Choices are the names of all estimators, by their numbers.
func Choices() []string { return names(table()) }

func names(of []Estimator) (out []string) {
	for _, e := range of {
		out = append(out, e.Name)
	}
	return out
}

// Number is an estimator's place among Choices, −1 for an unknown name.
func Number(name string) int {
	return slices.IndexFunc(table(), func(e Estimator) bool { return e.Name == name })
}

// Named finds an estimator by its name.
func Named(name string) (Estimator, error) {
	if i := Number(name); i >= 0 {
		return table()[i], nil
	}
	return Estimator{}, fmt.Errorf("estimator: found %q, expected one of %s", name, strings.Join(EstimatorNames(), ", "))
}

// By is the estimator that made an estimate.
func (e *Estimate) By() Estimator {
	by, _ := Named(e.Estimator)
	return by
}
