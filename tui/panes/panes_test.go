package panes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/exp/golden"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/moments/estimators"
	"eeporl/scenarios"
	"eeporl/tui/canvas"
	"eeporl/tui/panes"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// opened is a session of a scenario after some commands, with all that they wait for.
func opened(t testing.TB, scenario string, commands ...string) model.Session {
	t.Helper()
	sc, err := scenarios.Load(scenario)
	if err != nil {
		t.Fatal(err)
	}
	s, err := model.New(model.Config{Scenario: scenario, Story: scenarios.StoryOf(sc), Model: sc.Model, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return done(t, s, commands...)
}

func done(t testing.TB, s model.Session, commands ...string) model.Session {
	t.Helper()
	for _, command := range commands {
		i, err := model.ParseCommand(command)
		if err != nil {
			t.Fatal(err)
		}
		s, _, _ = model.Do(s, i)
		if s, err = model.Settle(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// rest does the background's work too, but for the learning curves, which take seconds. What one session has
// worked out, another need not.
func rest(t testing.TB, s model.Session, known map[string]model.Result) model.Session {
	t.Helper()
	for more := true; more; {
		more = false
		for _, job := range s.Jobs() {
			if job.Kind == model.CurveJob {
				continue
			}
			if _, ok := known[job.Key]; !ok {
				known[job.Key] = job.Run(t.Context(), model.Unheard)
			}
			s, more = s.Deliver(known[job.Key]), true
		}
	}
	return s
}

// plain is a look without colours: what they say, glyphs say too.
func plain() *theme.Theme { return theme.New(colorprofile.ASCII, theme.Dark, false) }

func sceneOf(s *model.Session) kit.Scene {
	return kit.Scene{Session: s, Now: s.Now(), Theme: plain(), Veiled: true, Focused: true, Alone: true}
}

func drawn(view kit.View, w, h int, s kit.Scene) string {
	c := canvas.New(w, h)
	panes.Draw(view, c.All(), s)
	var b strings.Builder
	for y := range h {
		b.WriteString(c.All().Line(y) + "\n")
	}
	return b.String()
}

// Every pane at three beats and every size, by itself.
func TestGoldenPanes(t *testing.T) {
	if testing.Short() {
		t.Skip("draws many pictures, on one goroutine")
	}
	known := map[string]model.Result{}
	for _, beat := range []struct{ name, commands string }{
		{"counted", "continue; back; back; theory; compare"},
		{"parameters", "continue; continue; estimate; last; theory; compare"},
		{"branch", "continue; continue; estimate; last; plan; last; exploit; forward; forward; forward; forward; forward; theory; compare"},
	} {
		s := rest(t, opened(t, "tea", strings.Split(beat.commands, "; ")...), known)
		for _, size := range [][2]int{{80, 24}, {100, 30}, {120, 40}, {200, 60}} {
			for view := range kit.Views {
				t.Run(fmt.Sprintf("%dx%d/%s/%s", size[0], size[1], beat.name, view), func(t *testing.T) {
					const around = 7 // rows of a screen above and below its panes
					c, x := canvas.New(size[0], size[1]-around), sceneOf(&s)
					panes.Draw(view, c.All(), x)
					golden.RequireEqual(t, append(c.Encode(nil, &x.Theme.Palette), '\n'))
				})
			}
		}
	}
}

// Whatever a session has come to, every view says something of it: in words, in each of its parts, where figures are
// asked about, in a hall, and while something is predicted. None panics, and none gives an answer away.
func TestEveryStageIsDrawn(t *testing.T) {
	if testing.Short() {
		t.Skip("draws many pictures, on one goroutine")
	}
	walks := map[string][]string{
		"random:3,2,3,2,9": {"full", "blocked"}, "tiger": {"tpsr", "tree"}, "two-step": {"full"}, "noisy-tiger": {"tensor"},
	}
	walks["tea"] = estimators.EstimatorNames()
	for scenario, methods := range walks {
		for _, method := range methods {
			t.Run(scenario+"/"+method, func(t *testing.T) {
				t.Parallel()
				s := opened(t, scenario, "leap 1000", "estimator "+method, "estimate")
				for stage := range 14 {
					look(t, &s)
					next := done(t, s, "forward")
					if next.Cursor() == s.Cursor() {
						break
					}
					if s = next; stage == 13 {
						s = done(t, s, "last")
					}
				}
				for _, command := range []string{"plan", "last", "exploit", "forward 9"} {
					s = done(t, s, command)
					look(t, &s)
				}
			})
		}
	}
}

// look draws all views of a session in every way there is.
func look(t *testing.T, s *model.Session) {
	t.Helper()
	for view := range kit.Views {
		for _, way := range []func(*kit.Scene){
			func(*kit.Scene) {},
			func(x *kit.Scene) { x.Veiled, x.Spots = false, &kit.Spots{} },
			func(x *kit.Scene) { x.More, x.Alone, x.Large = 1, false, true },
			func(x *kit.Scene) {
				x.More, x.Theme = kit.LastPage, theme.New(colorprofile.TrueColor, theme.Light, true)
			},
		} {
			x := sceneOf(s)
			way(&x)
			for _, size := range [][2]int{{76, 17}, {196, 53}} {
				text := drawn(view, size[0], size[1], x)
				if strings.TrimSpace(text) == "" {
					t.Fatalf("%s says nothing at %v of beat %d", view, size, s.Place()+1)
				}
				if x.Theme.ASCII && strings.ContainsAny(text, "─│╭█▁●") {
					t.Fatalf("%s draws more than ASCII:\n%s", view, text)
				}
			}
			panes.Sentences(view, x)
			for _, spot := range spotsOf(x) {
				if _, err := why.Find(*s, why.Path(*s, spot.Ref)); err != nil {
					t.Errorf("%s: %v", view, err)
				}
			}
		}
	}
}

func spotsOf(x kit.Scene) []kit.Spot {
	if x.Spots == nil {
		return nil
	}
	return x.Spots.List
}

// The first picture says what world this is.
func TestWelcome(t *testing.T) {
	s := opened(t, "tea")
	x := sceneOf(&s)
	x.Welcome = true
	text := drawn(kit.Episode, 110, 30, x)
	for _, part := range []string{"tea", "hidden"} {
		if !strings.Contains(text, part) {
			t.Errorf("found no %q in\n%s", part, text)
		}
	}
}
