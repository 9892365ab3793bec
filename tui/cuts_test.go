package tui

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"eeporl/pomdp/pomdptest/tier"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// stages are an explorer at every stage of the algorithm, by name.
func stages(t testing.TB, a App) map[string]App {
	t.Helper()
	all := map[string]App{}
	if a.session.Config().Record == nil {
		all["counted"] = press(t, a, "enter", "left", "left")
	}
	a = press(t, a, "enter", "enter")
	all["leap"] = a
	a = press(t, a, "e")
	for {
		now := a.session.Now()
		all[now.Shown.Stage()] = a
		if now.Whole {
			break
		}
		a = press(t, a, "right")
	}
	all["plan"] = press(t, a, "p", "end")
	all["phase 2"] = press(t, a, "p", "end", "x", "right", "right", "right")
	return all
}

// TestNothingIsCutWithoutAMark draws every page of every view at every stage and
// hears of what had no room, no ellipsis saying so, and of text over other text.
func TestNothingIsCutWithoutAMark(t *testing.T) {
	tier.Long(t, "draws many frames, on one goroutine")
	for _, scenario := range []string{"tea", "noisy-tiger", "tiger", "diagnosis", "two-step", "random:2,3,3,2,1", "log"} {
		var begin App
		if scenario == "log" {
			begin = startLog(t, "tea", 1e5, 100, 200, 60)
		} else {
			begin = start(t, scenario, 200, 60, Options{})
		}
		for stage, a := range stages(t, begin) {
			for _, size := range sizes {
				a := send(a, tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				for view := range kit.Views {
					for page := range 4 {
						where := fmt.Sprintf("%s, %s, %d x %d, %s, page %d", scenario, stage, size[0], size[1], view, page)
						for _, fault := range faults(a.turn(view), page) {
							t.Errorf("%s: %s", where, fault)
						}
					}
				}
			}
		}
	}
}

// faults draws a page of the view in hand and lists what went wrong, each kind
// at each text once.
func faults(a App, page int) []string {
	found := map[string]bool{}
	a.More = page
	c := canvas.New(a.Width, a.Height)
	c.Watch = func(fault canvas.Fault, text string) {
		found[fmt.Sprintf("%s: %q", fault, strings.TrimSpace(text))] = true
	}
	a.draw(c.All())
	return slices.Sorted(maps.Keys(found))
}
