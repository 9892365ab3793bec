package tui

import (
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/model/why"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/scenarios"
	"eeporl/tui/panes/kit"
)

// startLog opens the explorer on a log of a scenario's episodes, the first kept
// of them in order.
func startLog(t testing.TB, scenario string, episodes float64, kept uint64, w, h int) App {
	t.Helper()
	sc, err := scenarios.Load(scenario)
	if err != nil {
		t.Fatal(err)
	}
	truth, err := experiment.NewTruth(sc.Model, 0)
	if err != nil {
		t.Fatal(err)
	}
	r := &model.Record{Words: `--log "x.csv"`}
	if r.Counts, err = truth.Draw(1, episodes); err != nil {
		t.Fatal(err)
	}
	spec, sizes := sc.Model.Spec(), sc.Model.Sizes()
	if r.Shell, err = model.Shell("x.csv", sizes.S, 4, spec.Actions, spec.Observations, spec.Rewards); err != nil {
		t.Fatal(err)
	}
	sim := truth.Explorer(1)
	for i := range kept {
		cell, _ := sim.Triple(i)
		r.First = append(r.First, cell)
	}
	s, err := model.New(model.Config{Scenario: "x.csv", Model: r.Shell, Record: r, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return settled(t, send(NewApp(s, Options{}), tea.WindowSizeMsg{Width: w, Height: h}))
}

func TestLogCanBeWalked(t *testing.T) {
	tier.Long(t, "one goroutine: nothing that the race detector would see")
	rng := rand.New(rand.NewPCG(3, 4))
	keys := strings.Fields("right right right right left left up down tab E M R A P T C z m v f ? B esc g G b n N u w w t + e p x a Q / i enter enter 2 3")
	steps := 600
	switch {
	case os.Getenv("EEPORL_SLOW") != "":
		steps = 10_000
	case !tier.Asked():
		steps = 150
	}
	for _, kept := range []uint64{0, 5000} {
		a := startLog(t, "tea", 5000, kept, 120, 40)
		for i := range steps {
			if i%300 == 299 {
				a = startLog(t, "tea", 5000, kept, 200, 60)
			}
			a = press(t, a, keys[rng.IntN(len(keys))])
			if err := fits(a.Frame(), a.Width, a.Height); err != nil {
				t.Fatalf("step %d: %v", i, err)
			}
			if text := ansi.Strip(a.Frame()); strings.Contains(text, "NaN") {
				t.Fatalf("step %d shows NaN:\n%s", i, text)
			}
		}
	}
}

// What needs the truth says so, and nothing is made up in its place.
func TestLogSaysWhatIsUnknown(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	a := startLog(t, "tea", 1e5, 1000, 120, 40)
	a = tell(t, a, "leap 100000", "estimate", "last", "plan", "last")
	a = complete(t, a)
	for v := kit.Recovery; v < kit.Views; v++ {
		a = tell(t, a, "view "+v.String(), "zoom on")
		if text := ansi.Strip(complete(t, a).Frame()); !strings.Contains(text, "unknown") {
			t.Errorf("%s does not say what is unknown:\n%s", v, text)
		}
	}
}

func TestGoldenLog(t *testing.T) {
	if testing.Short() {
		t.Skip("draws many frames, on one goroutine")
	}
	for name, wh := range map[string][2]int{"80x24": {80, 24}, "120x40": {120, 40}} {
		for _, view := range []string{"episode", "moments", "recovery", "parameters", "plan", "theory", "compare"} {
			t.Run(name+"/"+view, func(t *testing.T) {
				a := startLog(t, "tea", 1e5, 1000, wh[0], wh[1])
				lines := []string{"forward 8"}
				if view != "episode" {
					lines = []string{"leap 100000", "estimate", "last", "plan", "last", "view " + view, "zoom on"}
				}
				a = complete(t, tell(t, a, lines...))
				golden.RequireEqual(t, []byte(ansi.Strip(a.Frame())))
			})
		}
	}
}

// No answer to a "why?" on a log has a truth or an error in it.
func TestLogAnswersWithoutTheTruth(t *testing.T) {
	for _, method := range []string{"full", "polished"} {
		a := startLog(t, "tea", 1e5, 1000, 120, 40)
		a = tell(t, a, "forward 10", "leap 100000", "estimator "+method, "estimate", "last", "plan", "last", "compare", "theory")
		for v := range kit.Views {
			for _, target := range why.Targets(a.session, v.String()) {
				x := why.Explain(a.session, target, false)
				if text := strings.Join(why.Text(x), "\n"); !math.IsNaN(x.Truth) || !math.IsNaN(x.Error) || strings.Contains(text, "NaN") {
					t.Fatalf("%s, %s on %s:\n%s", method, target, v, text)
				}
			}
		}
	}
}
