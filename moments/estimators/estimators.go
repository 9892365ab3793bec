// Package estimators lists all estimators: the one table that names, commands and views follow.
package estimators

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"eeporl/moments"
	"eeporl/moments/likelihood"
	"eeporl/moments/operators"
	"eeporl/moments/posterior"
	"eeporl/moments/spectral"
	"eeporl/moments/whole"
	"eeporl/pomdp/finding"
)

func ofEpisodes(ctx context.Context, data moments.Data, states int, o moments.Options) *moments.Estimate {
	if data.Episodes == nil {
		e := moments.NewEstimate(moments.WholeName, data.Counts, states, o)
		e.Add(finding.New(finding.TooFewEpisodes, 0, 1, "There are no whole episodes to learn from: a log of them, or `eeporl simulate --long`, has some.").Ends())
		return e
	}
	return whole.Whole(ctx, data.Episodes, data.Counts, states, o, nil)
}

const (
	pairwise = moments.GivesSpectrum | moments.GivesColumns | moments.GivesParameters
	oneModel = moments.GivesColumns | moments.GivesParameters | moments.GivesOneOrder
)

// table lists all estimators, the paper's first. Older session files name one by its number in it: new ones stand
// last. It is made once, as every frame asks for it, and nobody writes to it.
var table = sync.OnceValue(func() []moments.Estimator {
	return []moments.Estimator{
		{Name: "full", Does: "the paper's own: one decomposition of all symbols, then labels", Run: moments.OfCounts(spectral.Full), Mark: 'f', Uses: moments.FromMoments, Offers: pairwise | moments.GivesLabels},
		{Name: "blocked", Does: "a decomposition for each pair of actions, which are observed anyway", Run: moments.OfCounts(spectral.Blocked), Mark: 'b', Uses: moments.FromMoments, Offers: pairwise},
		{Name: "aligned", Does: "blocked, and then all pairs brought into one order of the states", Run: moments.OfCounts(spectral.Aligned), Mark: 'a', Uses: moments.FromMoments, Offers: pairwise | oneModel},
		{Name: "polished", Does: "from aligned up to the maximum of the likelihood", Run: moments.OfCounts(likelihood.Polished), Mark: 'p', Uses: moments.FromTriples, Offers: pairwise | oneModel | moments.GivesLikelihood},
		{Name: "em", Does: "up the likelihood from random starts, with no moments at all", Run: moments.OfCounts(likelihood.EM), Mark: 'e', Uses: moments.FromTriples, Offers: oneModel | moments.GivesLikelihood},
		{Name: "naive", Does: "each action learned alone: what the paper warns of", Run: moments.OfCounts(spectral.Naive), Mark: 'n', Uses: moments.FromActions, Offers: oneModel},
		{Name: moments.Theirs, Does: "your own program, and full from where it gives no more", Run: nil, Mark: 't', Uses: moments.FromProgram, Offers: pairwise | moments.GivesLabels},
		{Name: moments.WholeName, Does: "maximum likelihood on whole episodes of any length, recorded under any policy", Run: ofEpisodes, Mark: 'w', Uses: moments.FromEpisodes, Offers: oneModel | moments.GivesLikelihood},
		{Name: "tpsr", Does: "operators that predict what is seen next, and name no state", Run: moments.OfCounts(operators.TPSR), Mark: 'o', Uses: moments.FromTriples, Offers: moments.GivesOperators},
		{Name: "tree", Does: "what followed each history, with no model at all", Run: moments.Tree, Mark: 'h', Uses: moments.FromEarned, Offers: moments.GivesHistories},
		{Name: "bayes", Does: "draws from the posterior: it predicts and plans with all that the counts leave open", Run: moments.OfCounts(posterior.Bayes), Mark: 'd', Uses: moments.FromTriples, Offers: oneModel | moments.GivesDraws},
		{Name: "hkz", Does: "operators of the induced HMM: the paper's moments without its columns and labels", Run: moments.OfCounts(spectral.HKZ), Mark: 'k', Uses: moments.FromMoments, Offers: moments.GivesOperators},
		{Name: "tensor", Does: "fixed points of the whitened tensor of triples, then labels", Run: moments.OfCounts(spectral.Tensor), Mark: 'v', Uses: moments.FromMoments, Offers: moments.GivesPower | moments.GivesColumns | moments.GivesLabels | moments.GivesParameters},
	}
})

// Estimators lists those that learn from counts alone, the paper's first.
func Estimators() []moments.Estimator {
	return slices.DeleteFunc(slices.Clone(table()), func(e moments.Estimator) bool { return e.Uses == moments.FromEpisodes || e.Uses == moments.FromProgram })
}

// EstimatorNames lists their names.
func EstimatorNames() []string { return names(Estimators()) }

// Choices are the names of all estimators, by their numbers.
func Choices() []string { return names(table()) }

func names(of []moments.Estimator) (out []string) {
	for _, e := range of {
		out = append(out, e.Name)
	}
	return out
}

// Number is an estimator's place among Choices, −1 for an unknown name.
func Number(name string) int {
	return slices.IndexFunc(table(), func(e moments.Estimator) bool { return e.Name == name })
}

// Named finds an estimator by its name.
func Named(name string) (moments.Estimator, error) {
	if i := Number(name); i >= 0 {
		return table()[i], nil
	}
	return moments.Estimator{}, fmt.Errorf("estimator: found %q, expected one of %s", name, strings.Join(EstimatorNames(), ", "))
}

// By is the estimator that made an estimate.
func By(e *moments.Estimate) moments.Estimator {
	by, _ := Named(e.Estimator)
	return by
}
