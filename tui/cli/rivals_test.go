package cli

import (
	"testing"

	"eeporl/pomdp/pomdptest/tier"
)

// The paper's rivals take logs and horizons that are not their own, and say what they lack.
func TestRivalsOnLogsAndHorizons(t *testing.T) {
	tier.Long(t, "learns many times")
	t.Chdir(t.TempDir())
	answered(t, "simulate tea --episodes 2000 --long --horizon 5 -o long.csv")
	answered(t, "simulate tea --episodes 2000 -o triples.csv")
	expect(t, "estimate long.csv --estimator tree", "H = 5", "promises ", "the log earns ", "!-Inf")
	expect(t, "estimate triples.csv --estimator tree --states 2", "first-reward-unseen", "policy    none", "!-Inf")
	answered(t, "count triples.csv -o triples.counts")
	expect(t, "estimate triples.counts --estimator tree --like tea", "first-reward-unseen", "policy    none") // not drawn from the truth
	expect(t, "estimate triples.csv --estimator bayes --states 2", "promises ", "columns labelled")
	expect(t, "run tea --episodes 1e3 --horizon 6 --estimator tree", "short-episodes: The episodes tell what follows in 4 steps, and the horizon is 6", "promises ")
	expect(t, "run tea --episodes 20 --horizon 6 --estimator bayes", "prior-dominates", "promises ")
	expect(t, "run tea --episodes 1e3 --estimator tree --intervals 5", "found tree, expected an estimator with parameters")
}
