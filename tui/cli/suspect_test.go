package cli

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// Numbers and words that seem to say that nothing is known, and actions that end episodes, are told.
func TestWhatLooksLikeSomethingElseIsSaid(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, c := range map[string]struct {
		row  func(e, s int) (line string, last bool)
		want string
		said string // that it is a name like all others
	}{
		"nines in rewards": {func(e, s int) (string, bool) {
			return fmt.Sprintf("%d,%d,%d", (e*3+s*5)%2, []int{0, 1, 0, -999}[(e+s)%4], e%2), s == 4
		}, `missing-suspected: Reward "-999"`, " --rewards 0,1,-999"},
		"a dash": {func(e, s int) (string, bool) {
			return fmt.Sprintf("%d,%d,%s", (e*3+s*5)%2, e%2, []string{"left", "right", "-"}[(e+s)%3]), s == 4
		}, `missing-suspected: Observation "-"`, " --observations left,right,-"},
		"capitals": {func(e, s int) (string, bool) {
			return fmt.Sprintf("%s,%d,0", []string{"left", "Left", "right"}[(e+s)%3], s%2), s == 4
		}, `Actions "Left" and "left" differ`, ""},
		"two spellings": {func(e, s int) (string, bool) {
			return fmt.Sprintf("%s,%d,0", [][]string{{"yes", "no"}, {"Y", "N"}}[e%2][(e/2+s)%2], s%2), s == 4
		}, `Actions "yes" and "Y" differ`, ""},
		"a score": {func(e, s int) (string, bool) {
			return fmt.Sprintf("%d,%d,0", (e*3+s*5)%2, s/2+e%2*(s/3)), s == 5
		}, "running-total", " --columns reward=+reward"},
		"a row late": {func(e, s int) (string, bool) {
			return fmt.Sprintf("%d,%d,%d", (e+s)%2, min(s, 1)*(e>>max(s-1, 0)&1), e%3/2), s == 4
		}, "late-rewards", ""},
		"ends": {func(e, s int) (string, bool) {
			return fmt.Sprintf("%s,%d,0", []string{"listen", "open"}[e>>s&1], s%2), e>>s&1 == 1 || s == 5
		}, "with action open", ""},
	} {
		var text strings.Builder
		text.WriteString("episode,action,reward,observation\n")
		for e := range 200 {
			for s := 0; ; s++ {
				line, last := c.row(e, s)
				fmt.Fprintf(&text, "%d,%s\n", e, line)
				if last {
					break
				}
			}
		}
		if err := os.WriteFile("x.csv", []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		if said := answered(t, "estimate x.csv --states 1 --intervals none"+c.said); !strings.Contains(said, c.want) {
			t.Errorf("%s: found no %q in\n%s", name, c.want, said)
		}
		if said := answered(t, "explore x.csv --states 1 --plain"+c.said); !strings.Contains(said, c.want) {
			t.Errorf("%s: the explorer says no %q in\n%s", name, c.want, said)
		}
	}
}

// An episode that its log says has ended needs no advice.
func TestActLeavesOutWhatHasEnded(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("x.csv", []byte("episode,action,reward,observation,done\na,0,1,0,0\na,1,0,1,1\nb,0,1,0,0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if said := answered(t, "act tea x.csv --columns end=done"); strings.Count(said, "\n") != 2 || strings.Contains(said, "\n1,") {
		t.Errorf("found advice for an episode that has ended:\n%s", said)
	}
}

// A tiger whose doors end the episode: with rows after the end, plans are worth what they promise, and open one door.
func TestAbsorbingLearnsTheEnd(t *testing.T) {
	t.Chdir(t.TempDir())
	rng := rand.New(rand.NewPCG(3, 4))
	var text strings.Builder
	text.WriteString("episode,step,action,reward,observation\n")
	for e := range 3000 {
		tiger := rng.IntN(2)
		for step := range 4 {
			heard, door := tiger, rng.IntN(4)
			if rng.Float64() < .15 {
				heard = 1 - tiger
			}
			if door < 2 {
				fmt.Fprintf(&text, "%d,%d,open-%d,%d,quiet\n", e, step, door, map[bool]int{true: -20, false: 10}[door == tiger])
				break
			}
			fmt.Fprintf(&text, "%d,%d,listen,-1,heard-%d\n", e, step, heard)
		}
	}
	writeFiles(t, map[string]string{"tiger.csv": text.String()})
	expect(t, "estimate tiger.csv --intervals none --horizon 4", "early-end", "--absorbing")
	const best = 5.9225 // by planning with the true probabilities
	said := expect(t, "estimate tiger.csv --intervals none --absorbing", "!early-end", "rows were added", "first action listen", "4 steps that every episode has")
	var value float64
	_, after, _ := strings.Cut(said, "b̂·β ")
	if _, err := fmt.Sscan(after, &value); err != nil || math.Abs(value-best) > .8 {
		t.Errorf("found a value of %g (%v), expected about %g:\n%s", value, err, best, said)
	}
	if answered(t, "explore tiger.csv --absorbing --plain --states 4") == "" {
		t.Error("found nothing said by the explorer")
	}
}
