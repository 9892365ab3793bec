package cli

import (
	"context"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"eeporl/model"
	"eeporl/scenarios"
	"eeporl/tui"
	"eeporl/tui/theme"
)

func TestStory(t *testing.T) {
	story := answered(t, "")
	for _, part := range []string{
		"tea, seed 7, c = .5, H = 4;", "beat 1, N = 0: Episode 1 of phase 1 begins in a state that stays hidden",
		"beat 19, N = 1: The triple (x₁, x₂, x₃) is counted", "N = 10⁵: The estimator is handed", "Labelled: 8 of 8",
		"FindPolicy expects", "Phase 2, episode 1:", "select the branch to", "[f(r, z)",
	} {
		if !strings.Contains(story, part) {
			t.Errorf("found no %q in the story, expected it:\n%s", part, story)
		}
	}
	beats := regexp.MustCompile(`(?m)^beat (\d+), N = `).FindAllStringSubmatch(story, -1)
	for i, beat := range beats {
		if beat[1] != fmt.Sprint(i+1) {
			t.Errorf("found beat %s as line %d, expected every beat once", beat[1], i+1)
		}
	}
	if strings.ContainsRune(story, '\x1b') {
		t.Error("found an escape byte in a pipe, expected none")
	}
}

func TestStoryKeepsStatesVeiled(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	// What is wrong with a model says nothing of the state that one is in.
	aboutModel := regexp.MustCompile(`as it must: .*`)
	for _, name := range scenarios.Names() {
		s, err := scenarios.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		story, unveiled := answered(t, name), answered(t, name+" --unveil")
		shown := false
		for _, state := range s.Model.Spec().States {
			word := regexp.MustCompile(`\b` + regexp.QuoteMeta(state) + `\b`)
			_, beats, _ := strings.Cut(story, "\n") // the world's own story names what may be hidden
			beats, _, _ = strings.Cut(beats, "\nfinding ")
			beats = aboutModel.ReplaceAllString(beats, "")
			if word.MatchString(beats) {
				t.Errorf("%s: found the state %q in the veiled story, expected none", name, state)
			}
			shown = shown || word.MatchString(unveiled)
		}
		if !shown {
			t.Errorf("%s: found no state in the unveiled story, expected some", name)
		}
	}
}

func TestStoryEndsWhereNothingCanBeLearned(t *testing.T) {
	for line, why := range map[string]string{
		"explore tiger":           "finding assumption-violated: transition-rank:open-left",
		"explore two-step":        "finding assumption-violated: reach-one-step",
		"explore tea --horizon 2": "The story ends here: episodes of fewer than four steps give no triple to count.",
	} {
		if story := answered(t, line); !strings.Contains(story, why) {
			t.Errorf("%s: found no %q in\n%s", line, why, story)
		}
	}
}

func TestScreenOnlyOnTerminals(t *testing.T) {
	env := testEnv()
	var shown []tui.Options
	var config model.Config
	env.Explore = func(_ context.Context, s model.Session, o tui.Options) error {
		shown, config = append(shown, o), s.Config()
		return nil
	}
	if runIn(env, "", "tea"); len(shown) != 0 {
		t.Fatal("found a screen where there is no terminal, expected none")
	}
	env.Terminal = true
	if a := runIn(env, "", "tea", "--plain"); len(shown) != 0 || !strings.Contains(a.out, "beat 1:") {
		t.Fatal("found a screen in spite of --plain, expected a prompt")
	}
	a := runIn(env, "", strings.Fields("noisy-tiger --seed 5 -c 2 --horizon 5 --rotations 7 --normalize clip --planner reachable --unveil --ascii --theme light")...)
	if len(shown) == 1 {
		shown[0].Note, shown[0].Open = "", tui.Openable{} // of the journal, which has no place here; lists of functions
	}
	if a.code != exitAnswered || a.out != "" || len(shown) != 1 || !reflect.DeepEqual(shown[0], tui.Options{Unveiled: true, ASCII: true, Theme: theme.Light,
		Command: "eeporl explore noisy-tiger --ascii -c 2 --horizon 5 --normalize clip --planner reachable --rotations 7 --seed 5"}) {
		t.Fatalf("found %+v and screens %+v, expected one, as asked for", a, shown)
	}
	if config.Scenario != "noisy-tiger" || config.Seed != 5 || config.C != 2 || config.Model.Horizon() != 5 ||
		config.Estimator.Rotations != 7 || config.Estimator.Normalization != "clip" || config.Planner != "reachable" {
		t.Errorf("found %+v, expected what the flags say", config)
	}
	env.NoColor = true
	runIn(env, "", "tea")
	env.NoColor = false
	runIn(env, "", "tea", "--no-color")
	if len(shown) != 3 || !shown[1].NoColor || !shown[2].NoColor {
		t.Errorf("found %+v, expected no colour by NO_COLOR and by --no-color", shown)
	}
}

func TestTypedWords(t *testing.T) {
	env := testEnv()
	env.Terminal = true
	a := runIn(env, "forward\nhop\n\nquit\nforward\n", "tea", "--plain", "--seed", "1")
	if a.code != exitAnswered || !strings.Contains(a.out, "> found the verb \"hop\"") || strings.Count(a.out, "> ") != 4 {
		t.Errorf("typed at a terminal: %+v", a)
	}
	env.Terminal = false
	t.Chdir(t.TempDir())
	if a := runIn(env, "leap 1e5\nestimate\n", "tea", "--commands", "-", "--save", "x.session"); a.code != exitAnswered || !strings.Contains(a.out, "beat 2:") {
		t.Errorf("read from a pipe: %+v", a)
	}
	if a := runIn(env, "", "replay", "x.session"); !strings.Contains(a.out, "beat 3 of") {
		t.Errorf("the words' session reopens as %+v", a)
	}
	if a := runIn(env, "forward\nhop\n", "tea", "--commands", "-"); a.code != exitFailed || !strings.Contains(a.out, "beat 2:") || !strings.HasPrefix(a.err, "stdin:2: found the verb \"hop\"") {
		t.Errorf("a mistake in a pipe: %+v", a)
	}
	if a := runIn(env, "", "tea", "--commands", "none.txt"); a.code != exitFailed || !strings.HasPrefix(a.err, "none.txt: ") {
		t.Errorf("a file that is not there: %+v", a)
	}
}
