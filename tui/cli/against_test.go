package cli

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"eeporl/pomdp/pomdptest/tier"
)

// A policy of a file is held against what was learned under its model's names: those of a log stand in another order. All
// forms say the same; without the model, the answer says what their numbers were taken for.
func TestAgainstAFile(t *testing.T) {
	tier.Long(t, "the engine's parallel parts have tests of their own")
	t.Chdir(t.TempDir())
	answered(t, "simulate tea --long --names --horizon 4 --episodes 500 -o tea.csv")
	for _, form := range []string{"pg", "json", "alpha"} {
		answered(t, "plan tea --observe z --horizon 4 --export "+form+" -o z."+form)
		answered(t, "plan tea --horizon 1 --observe z --export "+form+" -o one."+form)
	}
	answered(t, "plan tea --horizon 4 --observe rz --export pg -o rz.pg")
	estimate := func(rival string) string { return "estimate tea.csv --states 2 --horizon 4 --against " + rival }
	mean := func(rival string) float64 {
		t.Helper()
		var doc struct {
			Worth struct {
				Against struct{ Mean float64 }
			}
		}
		if err := json.Unmarshal([]byte(answered(t, estimate(rival)+" --json")), &doc); err != nil {
			t.Fatal(err)
		}
		return doc.Worth.Against.Mean
	}
	byNames, byNumbers := mean("z.pg@tea"), mean("z.pg")
	if mean("z.json@tea") != byNames || mean("z.json") != byNames || byNames < byNumbers+.2 || mean("rz.pg@tea") < byNames-.01 {
		t.Errorf("found %g by names, as JSON %g, with rewards %g, by numbers %g", byNames, mean("z.json@tea"), mean("rz.pg@tea"), byNumbers)
	}
	if vectors, best := mean("one.alpha@tea"), mean("rz.pg@tea"); vectors > best+.01 || vectors < byNumbers {
		t.Errorf("found %g for acting by the vectors of one step, expected between %g and %g", vectors, byNumbers, best)
	}
	// Vectors are acted by with what the learned policy sees, and those of the learned policy are it.
	answered(t, "plan tea --horizon 4 --export alpha -o rz.alpha")
	if found, expected := mean("rz.alpha@tea"), mean("rz.pg@tea"); math.Abs(found-expected) > .002 {
		t.Errorf("found %g for acting by vectors, expected %g as by branches", found, expected)
	}
	answered(t, "estimate tea.csv --states 2 --horizon 4 --model learned.toml --policy learned.alpha")
	expect(t, "run tea --policy learned.alpha", "expected one order for vectors: --estimator aligned has one, a .pg or .json file needs none")
	expect(t, estimate("learned.alpha@learned.toml"), "its beliefs follow what is seen and earned", "the policy is worth 0.000")
	expect(t, estimate("z.alpha@tea")+" --observe z", "its beliefs follow what is seen, not what is earned")
	for rival, said := range map[string]string{
		"z.pg":              "its numbers 0, 1, … were taken for the actions offer-coffee, offer-tea, and for the observations frown, smile: z.pg@MODEL goes by MODEL's names",
		"z.json":            "!were taken",
		"z.pg@tea":          "!were taken",
		"z.alpha":           "--against: found vectors, whose numbers belong to a model's states, expected z.alpha@MODEL with that model",
		"z.pg@robot":        "z.pg@robot: found the action",
		"z.alpha@diagnosis": "z.alpha:2: found 2 values, expected 3, one a state",
		"none.pg@tea":       "none.pg: found no such file",
	} {
		expect(t, estimate(rival), said)
	}
	if help := answered(t, "estimate --help"); !strings.Contains(help, "@MODEL") {
		t.Error("the help does not say how a file's numbers find their names")
	}
}
