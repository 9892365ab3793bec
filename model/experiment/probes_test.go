package experiment_test

import (
	"os"
	"testing"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/whole"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest/tier"
)

// Of logs whose model holds a probe's P is below .05 in 1 of 20, under exploring and under a policy that looks at what it
// sees; and in fewer where the model was learned from the same episodes. A drift of a tenth, and a state that the model
// lacks, are found.
func TestProbesAlarmAsOftenAsTheySay(t *testing.T) {
	tier.Long(t, "one goroutine: nothing that the race detector would see")
	logs, fits := 40, 2
	if os.Getenv("EEPORL_SLOW") != "" {
		logs, fits = 400, 100
	}
	truth := truth(t, "tea")
	m := truth.Model
	alarms := map[experiment.ProbeKind]int{}
	for seed := range uint64(logs) {
		for _, c := range experiment.Probes(t.Context(), m, lives(m, truth.Exploration, seed, 300), fives(300), true, seed) {
			if c.P <= .05 {
				alarms[c.Asks]++
			}
		}
	}
	t.Logf("alarms of %d logs whose model holds: %v", logs, alarms)
	for kind, k := range alarms {
		if float64(k) > 1.5*.05*float64(logs)+2 {
			t.Errorf("%s: %d alarms at .05 in %d logs", kind, k, logs)
		}
	}
	fitted := map[experiment.ProbeKind]int{}
	for seed := range uint64(fits) {
		e := whole.Whole(t.Context(), recorded(m, truth.Exploration, seed, 300), nil, 2, moments.Options{Seed: seed}, nil)
		for _, c := range experiment.Probes(t.Context(), e.Model, lives(m, truth.Exploration, seed, 300), fives(300), true, seed) {
			if c.P <= .05 {
				fitted[c.Asks]++
			}
		}
	}
	t.Logf("of %d logs with the model learned from them: %v", fits, fitted)

	spec := m.Spec()
	for a := range spec.Observation {
		for s := range spec.Observation[a] {
			p := &spec.Observation[a][s]
			*p = []float64{.9*(*p)[0] + .1, .9 * (*p)[1]}
		}
	}
	other, err := pomdp.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	drifted := append(lives(m, truth.Exploration, 1, 2000), lives(other, truth.Exploration, 2, 2000)...)
	for _, c := range experiment.Probes(t.Context(), m, drifted, nil, true, 1) {
		t.Logf("drift of a tenth: %+v", c)
		if c.Asks == experiment.Drift && (c.P > .01 || c.At.Reward || c.Off == 0) {
			t.Errorf("found %+v, expected the drift", c)
		}
	}
	mixed, groups := lives(m, truth.Exploration, 5, 4000), []int(nil)
	for i, acts := range lives(other, truth.Exploration, 6, 4000) {
		if i/400%2 == 0 { // four hundred episodes each, half of the subjects of another kind
			mixed[i] = acts
		}
		groups = append(groups, i/400)
	}
	for _, c := range experiment.Probes(t.Context(), m, mixed, groups, true, 1) {
		t.Logf("two kinds of subjects: %+v", c)
		if c.Asks == experiment.Groups && c.P > .01 {
			t.Errorf("found %+v, expected that groups differ", c)
		}
	}
	lacks := whole.Whole(t.Context(), recorded(m, truth.Exploration, 3, 2000), nil, 1, moments.Options{}, nil)
	for _, c := range experiment.Probes(t.Context(), lacks.Model, lives(m, truth.Exploration, 3, 2000), nil, true, 1) {
		t.Logf("a state too few: %+v", c)
		if c.Asks == experiment.Follows && c.P > .01 {
			t.Errorf("found %+v, expected that what follows what strays", c)
		}
	}
}

// fives are groups of five episodes.
func fives(n int) []int {
	groups := make([]int, n)
	for i := range groups {
		groups[i] = i / 5
	}
	return groups
}
