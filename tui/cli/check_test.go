package cli

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"eeporl/pomdp"
	"eeporl/pomdp/finding"
	"eeporl/scenarios"
)

// uniformModel has names and rows of equal probability.
func uniformModel(t *testing.T, states, actions, observations, rewards int) string {
	t.Helper()
	names := func(letter string, n int) (out []string) {
		for i := range n {
			out = append(out, letter+strings.Repeat("i", i))
		}
		return out
	}
	equal := func(n int) []float64 { return slices.Repeat([]float64{1 / float64(n)}, n) }
	spec := pomdp.Spec{
		Name: "large", States: names("s", states), Actions: names("a", actions), Observations: names("z", observations),
		Initial: equal(states), Horizon: 4, Discount: 1,
	}
	for r := range rewards {
		spec.Rewards = append(spec.Rewards, float64(r))
	}
	for range actions {
		spec.Transition = append(spec.Transition, slices.Repeat([][]float64{equal(states)}, states))
		spec.Observation = append(spec.Observation, slices.Repeat([][]float64{equal(observations)}, states))
		spec.Reward = append(spec.Reward, slices.Repeat([][]float64{equal(rewards)}, states))
	}
	m, err := pomdp.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := scenarios.WriteModel(&text, scenarios.Scenario{Name: "large", Model: m}); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// TestLargeModelsAreChecked: a model whose triples are too many to count is
// checked all the same, and one whose HMM is too large as far as that goes.
func TestLargeModelsAreChecked(t *testing.T) {
	writeFiles(t, map[string]string{"large.toml": uniformModel(t, 2, 8, 8, 8), "huge.toml": uniformModel(t, 16, 8, 2, 2)})
	if a := ask("law large.toml"); a.code != exitFailed || !strings.Contains(a.err, "triples that can occur") {
		t.Fatalf("found %+v, expected a model too large for its law", a)
	}
	for file, left := range map[string]bool{"large.toml": false, "huge.toml": true} {
		doc := read[checkDoc](t, answered(t, "check "+file+" --json"))
		found := slices.ContainsFunc(doc.Findings, func(f findingDoc) bool { return f.Code == string(finding.LeftUnchecked) })
		sigma := slices.ContainsFunc(doc.Assumptions, func(x assumptionDoc) bool { return x.Name == "sigma-k-P12" })
		if found != left || sigma == left || doc.OK || doc.NeededOK || len(doc.Assumptions) < 28 {
			t.Errorf("%s: found left-unchecked %v and %d assumptions, expected %v", file, found, len(doc.Assumptions), left)
		}
	}
	if text := answered(t, "check huge.toml"); !strings.Contains(text, "left-unchecked: sigma-k-P12 and sigma-k-P13 were not checked") {
		t.Errorf("found no word on what was left out in\n%s", text)
	}
}
