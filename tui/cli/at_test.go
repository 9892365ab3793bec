package cli

import (
	"context"
	"strings"
	"testing"

	"eeporl/model"
	"eeporl/tui"
)

func TestAtLeadsToABeat(t *testing.T) {
	a := runIn(testEnv(), "", "explore", "tea", "--seed", "5", "-c", "0.2", "--plain", "--at", "leap 99999; estimate; forward 3; view recovery; veil off")
	if a.code != exitAnswered || !strings.HasPrefix(a.out, "tea, beat 6 of 8, 1 branch: ") {
		t.Errorf("%+v", a)
	}
	for line, want := range map[string]string{
		"plan":                      "--at: found plan, which can do nothing here: there is no estimate yet",
		"leap 10; dance":            `--at: found "dance"`,
		"leap 10; view recovery; x": `--at: found "x"`,
	} {
		if a := runIn(testEnv(), "", "explore", "tea", "--plain", "--at", line); a.code != exitUsage || !strings.Contains(a.err, want) || a.out != "" {
			t.Errorf("%s: %+v", line, a)
		}
	}
}

// TestScreensKnowTheirCommandLine: it starts the same session, however this one
// was opened.
func TestScreensKnowTheirCommandLine(t *testing.T) {
	t.Chdir(t.TempDir())
	env := testEnv()
	env.Terminal = true
	var told string
	env.Explore = func(_ context.Context, _ model.Session, o tui.Options) error {
		told = o.Command
		return nil
	}
	runIn(env, "", "tea", "--seed", "5", "-c", "0.2", "--unveil", "--no-journal", "--normalize", "clip", "--at", "forward 3")
	if want := "eeporl explore tea -c 0.2 --normalize clip --seed 5"; told != want {
		t.Errorf("found %q, expected %q", told, want)
	}
	drew(t, "tea --do estimate -o a.session")
	runIn(env, "", "replay", "a.session", "--no-journal")
	if want := "eeporl explore tea --seed=7 --c=0.5 --horizon=4 --discount=1 --estimator=full --normalize=abs --rotations=20 --planner=auto --observe=rz"; told != want {
		t.Errorf("found %q, expected %q", told, want)
	}
}
