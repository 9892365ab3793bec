package experiment_test

import (
	"math"
	"testing"

	"eeporl/model/experiment"
)

// The exact value must be what simulated episodes earn, to six standard errors.
func TestExplorationValueIsWhatEpisodesEarn(t *testing.T) {
	for _, name := range []string{"tea", "noisy-tiger", "diagnosis"} {
		tr := truth(t, name)
		sim := tr.Explorer(3)
		const episodes = 40_000
		sum, square := 0.0, 0.0
		for i := range uint64(episodes) {
			earned := 0.0
			for _, step := range sim.Episode(i).Steps {
				earned += tr.Model.RewardValue(step.Reward.Value)
			}
			sum, square = sum+earned, square+earned*earned
		}
		mean := sum / episodes
		deviation := math.Sqrt((square/episodes - mean*mean) / episodes)
		if got := experiment.ExplorationValue(tr.Model, tr.Exploration); math.Abs(got-mean) > 6*deviation {
			t.Errorf("%s: exact %.4f, simulated %.4f ± %.4f", name, got, mean, deviation)
		}
	}
}
