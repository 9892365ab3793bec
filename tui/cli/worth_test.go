package cli

import (
	"os"
	"testing"
)

// Words in the rewards of a known model are refused with what says what they are worth.
func TestWordsOfAKnownModelsRewards(t *testing.T) {
	t.Chdir(t.TempDir())
	const log = `episode,step,action,observation,reward
1,1,offer-tea,smile,win
1,2,offer-tea,frown,loss
`
	if err := os.WriteFile("log.csv", []byte(log), 0o600); err != nil {
		t.Fatal(err)
	}
	expect(t, "score tea log.csv", `found "win", expected a number: one of 0, 1`, "--worth win=X,… says what words are worth")
	expect(t, "score tea log.csv --worth win=1,loss=0", "1 episode, 2 steps")
}
