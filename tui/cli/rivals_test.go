package cli

import (
	"strings"
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

// Where fewer symbols are seen than there are states, every estimator says what it cannot do, and none breaks; and what is
// learned keeps the discount that its value was told with.
func TestFewerSymbolsThanStates(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFiles(t, map[string]string{"few.POMDP": `discount: 0.8
values: reward
states: 3
actions: 2
observations: 1
start: 0.5 0.25 0.25
T: * uniform
O: * uniform
R: 0 : 0 : * : * 1
R: 1 : 1 : * : * 1
`})
	for _, estimator := range []string{"hkz", "tpsr", "tensor", "polished", "full", "bayes", "tree"} {
		expect(t, "run few.POMDP --episodes 2000 --horizon 4 --estimator "+estimator, "!panic", "few · ")
	}
	said := expect(t, "run few.POMDP --episodes 2000 --horizon 4 --estimator polished --model m.toml", "γ = .8", "b̂·β ")
	_, after, _ := strings.Cut(said, "b̂·β ")
	value, _, _ := strings.Cut(after, " ")
	expect(t, "plan m.toml --horizon 4", "value "+value[:4])
}
