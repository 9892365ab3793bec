package cli

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// A log that states how probable its actions were is judged by that, and a probability that is none is told with its place.
func TestStatedProbabilitiesJudge(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	t.Chdir(t.TempDir())
	rng := rand.New(rand.NewPCG(4, 7))
	var log strings.Builder
	log.WriteString("episode,step,action,reward,observation,p\n")
	for episode := range 400 {
		good, seen := rng.IntN(2), 0
		for step := range 2 {
			p := []float64{.25, .5, .75}[rng.IntN(3)] // of action 1, as a die said that is nowhere in the log
			action, chance := 0, 1-p
			if rng.Float64() < p {
				action, chance = 1, p
			}
			reward := 0
			if (action == good) == (rng.Float64() < .8) {
				reward = 1
			}
			seen = reward ^ rng.IntN(5)/4
			fmt.Fprintf(&log, "%d,%d,%d,%d,%d,%g\n", episode, step, action, reward, seen, chance)
		}
	}
	writeFiles(t, map[string]string{"log.csv": log.String(), "bad.csv": strings.Replace(log.String(), ",0.25\n", ",0\n", 1)})
	expect(t, "estimate log.csv --states 2 --held-out .5", "action probabilities counted", "!from column")
	expect(t, "estimate log.csv --states 2 --held-out .5 --columns probability=p", "the log itself says ", "kept back ", "action probabilities from column p: as much as ", "!counted")
	expect(t, "estimate log.csv --states 2 --columns probability=p --json", `"probabilities": "p"`, `"robust": `)
	expect(t, "estimate bad.csv --states 2 --columns probability=p", "bad.csv:", "column 6 (p): found \"0\", expected how probable the row's action was, above 0 and at most 1")
	expect(t, "estimate log.csv --states 2 --columns probability=q", "found no column q, but ", "expected --columns probability=NAME")
}
