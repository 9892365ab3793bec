package cli

import (
	"context"
	"os"
	"strings"
	"testing"

	"eeporl/tui"
	"eeporl/tui/script"
)

func TestPlayHandsTheScriptToTheScreen(t *testing.T) {
	t.Chdir(t.TempDir())
	env := testEnv()
	env.Terminal = true
	env.State = t.TempDir()
	var shown tui.Play
	var recorders int
	env.Play = func(_ context.Context, p tui.Play, o tui.Options) error {
		shown, recorders = p, len(o.Recorders)
		return nil
	}
	if a := runIn(env, "", "play", "lecture", "--speed", "20", "--quit", "--record", "x.play"); a.code != exitAnswered || shown.Speed != 20 || !shown.Quit || recorders != 2 {
		t.Fatalf("found %+v, %+v and %d recorders", a, shown, recorders)
	}
	if a := runIn(env, "", "play", "lecture", "--record", "x.play"); a.code != exitFailed || !strings.Contains(a.err, "x.play: found a file there already") {
		t.Errorf("found %+v, expected the file to be left alone", a)
	}
}

func TestPlayTellsScriptsWithoutATerminal(t *testing.T) {
	for _, name := range script.Names() {
		told := answered(t, "play "+name)
		if strings.Contains(told, "unknown") || strings.Count(told, "\n> ") < 10 {
			t.Errorf("%s: found a value that is not known, or few commands:\n%s", name, told)
		}
		if again := answered(t, "play "+name); again != told {
			t.Errorf("%s: found another text the second time", name)
		}
	}
}

// A run until a condition is over before the next item begins.
func TestPlayRunsUntilAConditionHolds(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("x.play", []byte("scenario tea\n> until N >= 3 by 1000 episodes\ncaption N = {N}\n> back-until N = 1\ncaption again N = {N}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if told := answered(t, "play x.play"); !strings.Contains(told, "\nN = 3") || !strings.Contains(told, "again N = 1") {
		t.Errorf("the conditions were not waited for:\n%s", told)
	}
}

func TestScriptsThatAreWrongAreRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	for text, want := range map[string]string{
		"scenario tea\nwait x":               `x.play:2: wait: found "x"`,
		"scenario tea\n> plan":               "x.play:2: plan: there is no estimate yet",
		"scenario tea\n> last\nuntil N > 99": "x.play:3: until N > 99: nothing brings that about",
	} {
		if err := os.WriteFile("x.play", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if a := ask("play x.play"); a.code != exitFailed || !strings.Contains(a.err, want) {
			t.Errorf("%q: found %+v, expected %s", text, a, want)
		}
	}
	if a := ask("play tease"); a.code != exitUsage || !strings.Contains(a.err, "did you mean teaser?") {
		t.Errorf("found %+v, expected a hint", a)
	}
}
