package cli

import (
	"os"
	"testing"

	"eeporl/pomdp/pomdptest/tier"
)

// The horizon is the log's where nobody says another, up to what a plan takes no time for; and the log's own
// policy stands beside what the learned one promises.
func TestHorizonIsTheLogs(t *testing.T) {
	tier.Long(t, "learns and plans many times")
	t.Chdir(t.TempDir())
	answered(t, "simulate tea --episodes 300 --long --horizon 6 -o six.csv")
	expect(t, "estimate six.csv --states 2 --intervals none", "H = 6", "planned for the 6 steps that every episode has", "the log earns ", "in 6 steps, the mean of 300 episodes (standard error ", "the policy promises ")
	expect(t, "estimate six.csv --states 2 --intervals none --horizon 3", "H = 3", "!planned for", "in 3 steps, the mean of 300 episodes")
	expect(t, "estimate six.csv --states 2 --intervals none --json", `"log_steps": 6`, `"behaviour": `, `"horizon": 6`)
	answered(t, "simulate tea --episodes 300 --long --horizon 9 -o nine.csv")
	expect(t, "estimate nine.csv --states 2 --intervals none", "H = 8", "planned for 8 of the 9 steps that every episode has; --horizon 9 plans for all")
	expect(t, "estimate six.csv --states 2", "it is worth ", " with 95 % probability, by 400 draws of what the episodes leave open", "the policy is worth ", " more, with 95 % probability between ", "!the policy promises")
	expect(t, "estimate six.csv --states 2 --json", `"worth": `, `"gain": `, `"by_log": `, `"robust": `, `!"held_out": `)
	expect(t, "estimate six.csv --states 2 --horizon 2 --held-out .4 --intervals none", "kept back         learned in the same way from the other ", " doubly robust (", "!the log itself says")
	expect(t, "estimate six.csv --states 2 --horizon 2 --held-out .4 --json", `"held_out": `, `"promised": `)
	expect(t, "estimate six.csv --states 2 --held-out .1", "episodes that were kept back, ", "kept back say hardly anything of it")
	answered(t, "simulate tea --episodes 3000 -o triples.csv")
	expect(t, "estimate triples.csv --states 2 --estimator full", "H = 4", "!planned for", "!the log earns")
}

// What rests on few episodes is said to, and what is left out is counted.
func TestWhatIsLeftOutIsSaid(t *testing.T) {
	t.Chdir(t.TempDir())
	answered(t, "simulate tea --long --names --horizon 4 --episodes 3 -o few.csv")
	expect(t, "estimate few.csv --states 1", "no-overlap: Only 3 episodes are as long as the policy's 4 steps")
	holes := "episode,step,action,reward,observation\n" + "a,1,NA,0,smile\na,2,offer-tea,0,smile\nb,1,offer-tea,NA,smile\nb,2,NA,0,smile\nb,3,offer-tea,0,NA\nc,1,offer-tea,1,smile\n"
	if err := os.WriteFile("holes.csv", []byte(holes), 0o600); err != nil {
		t.Fatal(err)
	}
	expect(t, "score tea holes.csv", "2 episodes", "1 of the episodes go on after steps", "Nothing is known of the first step of 1 episode: it is not scored.")
	expect(t, "estimate holes.csv --states 1", "2 rows without an action", "1 row without a reward", "1 row without an observation")
}
