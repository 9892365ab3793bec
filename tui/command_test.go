package tui

import (
	"math/rand/v2"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/tui/panel"
	"eeporl/tui/panes/kit"
)

// tell does command lines, with the work that somebody waits for.
func tell(t testing.TB, a App, lines ...string) App {
	t.Helper()
	for _, line := range lines {
		next, _, err := a.Do(line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		a = settled(t, next)
	}
	return a
}

func TestCommandsTellTheStory(t *testing.T) {
	a := start(t, "tea", 120, 40, Options{})
	a = tell(t, a, "next-episode", "leap 99999", "estimator aligned", "estimate", "forward 3", "plan", "exploit", "c=.2", "veil off")
	if a.session.Config().C != .2 || a.session.Method() != "aligned" || a.session.Now().Kind != model.Exploit || a.Veiled {
		t.Errorf("the story led to %s", strings.Join(a.Screen(), "; "))
	}
}

func TestCommandsThatCanDoNothingSayWhy(t *testing.T) {
	a := start(t, "tea", 120, 40, Options{})
	for line, want := range map[string]string{
		"hop":         `found the verb "hop"`,
		"":            `found the verb ""`,
		"view kettle": `found the view "kettle", expected one of episode, moments`,
		"veil half":   `found "half", expected on or off`,
		"more half":   `found the page "half"`,
		"plan":        "plan: there is no estimate yet to plan with",
		"c=-1":        `set "c=-1": `,
		"back 3":      "this is the first beat",
	} {
		if _, _, err := a.Do(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", line, err, want)
		}
	}
}

// Screen's commands lead to the same frame from any other screen.
func TestScreenIsToldByCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("draws many frames, on one goroutine")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	keys := strings.Fields("right down tab E M R A P z m v f ? B b | u t e p x w j l enter enter")
	a := start(t, "tea", 200, 60, Options{})
	for i := range 300 {
		a = press(t, a, keys[rng.IntN(len(keys))])
		b := NewApp(a.session, Options{})
		b = send(b, tea.WindowSizeMsg{Width: 200, Height: 60})
		b = tell(t, b, a.Screen()...)
		a.note, a.scroll = "", panel.Scroll{}
		if b.note = ""; a.Frame() != b.Frame() {
			t.Fatalf("step %d: %s shows another frame:\n%s\n%s", i, strings.Join(a.Screen(), "; "), a.Frame(), b.Frame())
		}
	}
}

// A line may give several settings at once, each on a branch of its own; a wrong one names itself.
func TestSeveralSettingsInALine(t *testing.T) {
	a := start(t, "tea", 80, 24, Options{})
	next, _, err := a.Do("seed=2 estimator=naive N=1e4")
	if c := next.Session().Config(); err != nil || c.Seed != 2 || next.Session().Now().N != 1e4 || next.Session().Branches() != 4 {
		t.Errorf("found seed %d, N = %g, %d branches (%v)", c.Seed, next.Session().Now().N, next.Session().Branches(), err)
	}
	if _, _, err := a.Do("seed=2 estimator=nave"); err == nil || !strings.Contains(err.Error(), "nave") {
		t.Errorf("found %v", err)
	}
	if err := a.check("seed=2 c=.3"); err != nil {
		t.Error(err)
	}
}

// The last page is a page of every view, also where nothing is there to be shown yet.
func TestLastPageOfEveryView(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		a := start(t, "tea", size[0], size[1], Options{})
		for _, story := range [][]string{nil, {"leap 10000"}, {"estimate"}, {"last"}, {"plan"}, {"last"}} {
			a = tell(t, a, story...)
			for v := kit.Episode; v <= kit.Compare; v++ {
				if a = tell(t, a, "view "+v.Word(), "more last"); a.Frame() == "" {
					t.Errorf("%v, after %v: no frame", v, story)
				}
			}
		}
	}
}
