package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/model/journal"
	"eeporl/tui"
)

// cutOff is an environment whose explorer does a few commands and is killed.
func cutOff(t *testing.T, commands ...string) Env {
	env := testEnv()
	env.Terminal = true
	env.State = t.TempDir()
	env.Explore = func(_ context.Context, s model.Session, o tui.Options) error {
		a := tui.NewApp(s, o)
		for _, line := range commands {
			next, _, err := a.Do(line)
			if err != nil {
				t.Fatal(err)
			}
			a = next
		}
		return context.Canceled
	}
	return env
}

// reopening lets the explorer open again and returns what it opened with and what it
// offered; recover accepts the offer.
func reopening(env *Env, recover bool) (shown *[]string, offered *[]string) {
	shown, offered = &[]string{}, &[]string{}
	env.Explore = func(_ context.Context, s model.Session, o tui.Options) error {
		if o.CutOff != "" {
			*offered = append(*offered, o.CutOff)
			if recover {
				return tui.ErrRecover
			}
		}
		a := tui.NewApp(s, o)
		next, _ := a.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		var text strings.Builder
		if err := model.Save(&text, s); err != nil {
			return err
		}
		*shown = append([]string{text.String()}, next.(tui.App).Screen()...)
		return nil
	}
	return shown, offered
}

func journalsOf(env Env) []string {
	files, _ := filepath.Glob(filepath.Join(env.State, "journals", "*"))
	return files
}

func TestTheNextStartOffersToGoOn(t *testing.T) {
	env := cutOff(t, "forward 5", "leap 1000", "view moments", "veil off")
	if a := runIn(env, "", "noisy-tiger", "--seed", "5"); a.code != exitFailed || a.err != "interrupted\n" {
		t.Fatalf("found %+v, expected an interrupted explorer", a)
	}
	shown, offered := reopening(&env, true)
	if a := runIn(env, "", "tea"); a.code != exitAnswered || len(*offered) > 0 {
		t.Fatalf("found %+v and the offer %q, expected tea and no word about noisy-tiger", a, *offered)
	}
	*shown = nil
	if a := runIn(env, ""); a.code != exitAnswered {
		t.Fatalf("found %+v", a)
	}
	if len(*offered) != 1 || !strings.Contains((*offered)[0], "noisy-tiger, seed 5, 2 steps, ") {
		t.Errorf("offered %q, expected the session's name", *offered)
	}
	if !strings.Contains((*shown)[0], "> forward 5 @1.6\n> leap 1000 @2.") || !slices.Contains(*shown, "view moments") || !slices.Contains(*shown, "veil off") {
		t.Errorf("went on with %q", *shown)
	}
	if left := journalsOf(env); len(left) != 0 {
		t.Errorf("found %v after a clean end, expected nothing", left)
	}
}

func TestAfreshKeepsTheJournalAndOffersItNoMore(t *testing.T) {
	env := cutOff(t, "forward 5")
	runIn(env, "", "tea")
	shown, offered := reopening(&env, false)
	for range 2 {
		if a := runIn(env, "", "tea", "--seed", "9"); a.code != exitAnswered || !strings.Contains((*shown)[0], "seed 9") {
			t.Fatalf("found %+v and %q, expected a fresh session", a, *shown)
		}
	}
	if len(*offered) != 1 {
		t.Errorf("offered %q, expected one offer", *offered)
	}
	if a := runIn(env, "", "recover", "--list"); !strings.Contains(a.out, "1  tea, seed ") {
		t.Errorf("found %+v, expected the journal", a)
	}
	if a := runIn(env, "", "recover", "--plain"); a.code != exitAnswered || !strings.HasPrefix(a.out, "tea, beat 6 of ") {
		t.Errorf("found %+v, expected where the session stands", a)
	}
	if a := runIn(env, "", "recover", "1"); a.code != exitAnswered || !strings.Contains((*shown)[0], "> forward 5") {
		t.Errorf("found %+v and %q, expected the session", a, *shown)
	}
	if a := runIn(env, "", "recover"); a.out != "No session was cut off.\n" {
		t.Errorf("found %+v, expected none", a)
	}
}

func TestNothingIsWrittenAheadUnlessSomethingIsDone(t *testing.T) {
	env := cutOff(t)
	runIn(env, "", "tea")
	if left := journalsOf(env); len(left) != 0 {
		t.Errorf("found %v, expected nothing", left)
	}
	env = cutOff(t, "forward")
	env.State = t.TempDir()
	runIn(env, "", "tea", "--no-journal")
	if left := journalsOf(env); len(left) != 0 {
		t.Errorf("found %v with --no-journal, expected nothing", left)
	}
}

func TestJournalsOfChangedModelsAreRefusedAndKept(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	text := answered(t, "scenarios show tea")
	if err := os.WriteFile("my.toml", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	env := cutOff(t, "forward 5")
	runIn(env, "", "my.toml")
	t.Chdir(t.TempDir()) // the journal knows where the file was
	if a := runIn(env, "", "recover", "--plain"); a.code != exitAnswered {
		t.Errorf("found %+v, expected the session", a)
	}
	if err := os.WriteFile(filepath.Join(dir, "my.toml"), []byte(strings.Replace(text, "0.55, 0.45", "0.5, 0.5", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	shown, _ := reopening(&env, true)
	for _, line := range []string{"recover", "--unveil"} {
		a := runIn(env, "", line)
		if a.code != exitFailed || !strings.Contains(a.err, "the model has changed since; the journal is kept") || len(*shown) != 0 || len(journalsOf(env)) != 1 {
			t.Errorf("%s: found %+v, expected a refusal", line, a)
		}
	}
}

func TestTornJournalsGoOnWithANotice(t *testing.T) {
	env := cutOff(t, "forward 5", "leap 1000")
	runIn(env, "", "tea")
	path := journalsOf(env)[0]
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	step := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "> leap") })
	if err := os.WriteFile(path, []byte(strings.Join(lines[:step], "")+lines[step][:12]), 0o600); err != nil {
		t.Fatal(err)
	}
	shown, _ := reopening(&env, true)
	a := runIn(env, "", "recover")
	if a.code != exitAnswered || !strings.Contains(a.err, "torn (12 bytes)") || !strings.HasSuffix((*shown)[0], "> forward 5 @1.6\n") {
		t.Errorf("found %+v and %q, expected the session before the leap and a notice", a, *shown)
	}
}

func TestStateFolder(t *testing.T) {
	for _, c := range []struct{ xdg, home, want string }{
		{"/s", "/h", "/s/eeporl"}, {"", "/h", "/h/.local/state/eeporl"}, {"relative", "/h", "/h/.local/state/eeporl"}, {"", "", ""},
	} {
		got := stateFolder(func(name string) string {
			return map[string]string{"XDG_STATE_HOME": c.xdg, "HOME": c.home}[name]
		})
		if got != c.want {
			t.Errorf("%+v: found %q", c, got)
		}
	}
}

func TestJournalsInUseAreNotTakenUp(t *testing.T) {
	env := cutOff(t, "forward 5")
	runIn(env, "", "tea")
	j, _, err := journal.Open(journalsOf(env)[0])
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	env.Explore = func(context.Context, model.Session, tui.Options) error { return errors.New("opened") }
	if a := runIn(env, "", "recover", j.Path()); a.code != exitFailed || !strings.Contains(a.err, "in use by a running eeporl") {
		t.Errorf("found %+v, expected a refusal", a)
	}
}
