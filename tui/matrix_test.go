package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"eeporl/model"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/tui/panes/kit"
)

// sizes are those that every view is held to.
var sizes = [][2]int{{80, 24}, {100, 30}, {120, 40}, {200, 60}}

// matrixBeats are three places of the story at which every view has something
// to show, all work done but the learning curves, which take seconds. What one beat has worked out, another
// need not.
func matrixBeats(t testing.TB) map[string]App {
	t.Helper()
	beats, known := map[string]App{}, map[string]model.Result{}
	for _, place := range story {
		if place.name != "counted" && place.name != "parameters" && place.name != "branch" {
			continue
		}
		a := press(t, start(t, "tea", 200, 60, Options{}), place.keys...)
		a = settled(t, a.update(model.Intent{Verb: model.HoldTheory}).update(model.Intent{Verb: model.CompareAll}))
		beats[place.name] = withoutCurves(t, a, known)
	}
	return beats
}

func withoutCurves(t testing.TB, a App, known map[string]model.Result) App {
	for {
		done := true
		for _, job := range a.session.Jobs() {
			if job.Kind == model.CurveJob {
				continue
			}
			if _, ok := known[job.Key]; !ok {
				known[job.Key] = job.Run(t.Context(), model.Unheard)
			}
			a.work.start([]model.Job{job})
			a, done = send(a, doneMsg{job: a.work.running[job.Key], result: known[job.Key]}), false
		}
		if done {
			return a
		}
	}
}

// In each depth of colour, every view at three beats and every size fills its frame and no more.
func TestFramesFit(t *testing.T) {
	tier.Long(t, "draws many frames, on one goroutine")
	for beat, at := range matrixBeats(t) {
		for _, size := range sizes {
			for view := range kit.Views {
				for _, depth := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI, colorprofile.ASCII} {
					a := send(at.show(view), tea.ColorProfileMsg{Profile: depth})
					a = send(a, tea.WindowSizeMsg{Width: size[0], Height: size[1]})
					if err := fits(a.Frame(), size[0], size[1]); err != nil {
						t.Errorf("%dx%d/%s/%s in %v: %v", size[0], size[1], beat, view, depth, err)
					}
				}
			}
		}
	}
}

// A frame of every view with all that it can show, at the largest size.
func BenchmarkView(b *testing.B) {
	for name, a := range matrixBeats(b) {
		for view := range kit.Views {
			b.Run(name+"/"+view.String(), func(b *testing.B) {
				a := a.show(view)
				b.ReportAllocs()
				for b.Loop() {
					a.Frame()
				}
			})
		}
	}
}
