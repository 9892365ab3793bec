package experiment_test

import (
	"math"
	"testing"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/estimators"
)

// The better an estimator, the less the triples cost that it has not seen: never less than the law itself leaves
// open, but for chance.
func TestLogLoss(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	tr := truth(t, "tea")
	counts, err := tr.Draw(3, 2e4)
	if err != nil {
		t.Fatal(err)
	}
	entropy := 0.0
	law := tr.Exact()
	for cell, p := range law.Cells {
		entropy -= p * math.Log(p/tr.Exploration.Path(law.Sizes().CellAt(cell).Actions)) / 3
	}
	loss := map[string]float64{}
	for _, name := range estimators.EstimatorNames() {
		by, _ := estimators.Named(name)
		if by.Uses == moments.FromEarned {
			continue // counts cannot be taken out of its episodes
		}
		loss[name] = experiment.LogLoss(t.Context(), by, moments.Data{Counts: counts}, 2, moments.Options{Seed: 1})
		if !(loss[name] > entropy-.02) {
			t.Errorf("%s: found %.4f, expected at least about %.4f", name, loss[name], entropy)
		}
	}
	if !(loss["polished"] < loss["full"]) || !(loss["tpsr"] < loss["full"]) || !(loss["naive"] > loss["full"]) || loss["polished"] > entropy+.02 {
		t.Errorf("found %v, entropy %.4f", loss, entropy)
	}
}
