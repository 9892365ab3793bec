package moments

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"eeporl/pomdp/finding"
)

func ofEpisodes(ctx context.Context, data Data, states int, o Options) *Estimate {
	if data.Episodes == nil {
		e := newEstimate(WholeName, data.Counts, states, o)
		e.add(finding.New(finding.TooFewEpisodes, 0, 1, "There are no whole episodes to learn from: a log of them, or `eeporl simulate --long`, has some.").Ends())
		return e
	}
	return Whole(ctx, data.Episodes, data.Counts, states, o, nil)
}

const (
	pairwise = GivesSpectrum | GivesColumns | GivesParameters
	oneModel = GivesColumns | GivesParameters | GivesOneOrder
)

// table lists all estimators, the paper's first. Older session files name one by its number in it: new ones stand
// last. It is made once, as every frame asks for it, and nobody writes to it.
var table = sync.OnceValue(func() []Estimator {
	return []Estimator{
		{Name: "full", Does: "the paper's own: one decomposition of all symbols, then labels", Run: OfCounts(Full), Mark: 'f', Uses: FromMoments, Offers: pairwise | GivesLabels},
		{Name: "blocked", Does: "a decomposition for each pair of actions, which are observed anyway", Run: OfCounts(Blocked), Mark: 'b', Uses: FromMoments, Offers: pairwise},
		{Name: "aligned", Does: "blocked, and then all pairs brought into one order of the states", Run: OfCounts(Aligned), Mark: 'a', Uses: FromMoments, Offers: pairwise | oneModel},
		{Name: "polished", Does: "from aligned up to the maximum of the likelihood", Run: OfCounts(Polished), Mark: 'p', Uses: FromTriples, Offers: pairwise | oneModel | GivesLikelihood},
		{Name: "em", Does: "up the likelihood from random starts, with no moments at all", Run: OfCounts(EM), Mark: 'e', Uses: FromTriples, Offers: oneModel | GivesLikelihood},
		{Name: "naive", Does: "each action learned alone: what the paper warns of", Run: OfCounts(Naive), Mark: 'n', Uses: FromActions, Offers: oneModel},
		{Name: Theirs, Does: "your own program, and full from where it gives no more", Run: nil, Mark: 't', Uses: FromProgram, Offers: pairwise | GivesLabels},
		{Name: WholeName, Does: "maximum likelihood on whole episodes of any length, recorded under any policy", Run: ofEpisodes, Mark: 'w', Uses: FromEpisodes, Offers: oneModel | GivesLikelihood},
		{Name: "tpsr", Does: "operators that predict what is seen next, and name no state", Run: OfCounts(TPSR), Mark: 'o', Uses: FromTriples, Offers: GivesOperators},
		{Name: "tree", Does: "what followed each history, with no model at all", Run: Tree, Mark: 'h', Uses: FromEarned, Offers: GivesHistories},
		{Name: "bayes", Does: "draws from the posterior: it predicts and plans with all that the counts leave open", Run: OfCounts(Bayes), Mark: 'd', Uses: FromTriples, Offers: oneModel | GivesDraws},
		{Name: "hkz", Does: "operators of the induced HMM: the paper's moments without its columns and labels", Run: OfCounts(HKZ), Mark: 'k', Uses: FromMoments, Offers: GivesOperators},
		{Name: "tensor", Does: "fixed points of the whitened tensor of triples, then labels", Run: OfCounts(Tensor), Mark: 'v', Uses: FromMoments, Offers: GivesPower | GivesColumns | GivesLabels | GivesParameters},
	}
})

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
