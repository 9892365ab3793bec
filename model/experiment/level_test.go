package experiment_test

import (
	"math"
	"testing"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/planning"
)

// Where one model is learned nothing disagrees, and what is levelled is what is promised.
func TestOneModelIsLevel(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine: nothing that the race detector would see")
	}
	for _, name := range []string{"em", "polished", "full"} {
		truth := truth(t, "tea")
		counts, err := truth.Draw(3, 2000)
		if err != nil {
			t.Fatal(err)
		}
		by, _ := estimators.Named(name)
		e := experiment.Estimate(t.Context(), by.Run, moments.Data{Counts: counts}, 2, moments.Options{Seed: 3}, truth)
		p, err := experiment.Plan(t.Context(), e.Learned, planning.Options{Horizon: 4, Discount: 1}, truth)
		if err != nil {
			t.Fatal(err)
		}
		slowly := p.Problem.Levelled(p.Tree)
		t.Logf("%s: agrees %t, levelled %.12g, %.12g at length", name, p.Problem.Agrees(), p.Levelled, slowly)
		if math.Abs(p.Levelled-slowly) > 1e-9 {
			t.Errorf("%s: levelled %g, %g at length", name, p.Levelled, slowly)
		}
		if p.Problem.Agrees() == (name == "full") {
			t.Errorf("%s: agrees %t", name, p.Problem.Agrees())
		}
	}
}
