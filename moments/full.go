package moments

import "context"

// Full is the paper's estimator: the extended method of moments (Lemma 2,
// ALGORITHM 4), LabelActions (Lemma 3, ALGORITHM 5) and the parameters of the
// POMDP (Lemma 4, ALGORITHM 6) for a given number of states.
func Full(ctx context.Context, counts *Counts, states int, options Options) *Estimate {
	n := counts.Sizes()
	n.S = states
	return &Estimate{Estimator: "full", Sizes: n, Episodes: counts.Total(), Options: options.withDefaults(), Chosen: -1}
}
