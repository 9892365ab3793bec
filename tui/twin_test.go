package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"eeporl/model"
	"eeporl/tui/panel"
)

// forked is a session with a branch for another c, both estimated.
func forked(t testing.TB, w, h int) App {
	t.Helper()
	a := complete(t, tell(t, start(t, "tea", w, h, Options{}), "forward 30", "leap 100000", "estimate", "last", "c=.2", "last"))
	a.twin.pairing = pictures
	for other, _ := a.twin.of(a.session); len(other.Session.Jobs()) > 0; other, _ = a.twin.of(a.session) {
		a = finish(a, other.Session.Jobs()[0])
	}
	a.twin.pairing = alone
	return a
}

func TestTwoBranchesAreScrubbedTogether(t *testing.T) {
	a := press(t, forked(t, 120, 40), "|")
	for _, k := range []string{"left", "left", "up", "up", "left", "down", "right", "g", "end"} {
		a = press(t, a, k)
		other, ok := a.twin.of(a.session)
		if !ok || other.Session.Now().Beat != a.session.Now().Beat || other.Session.Now().N != a.session.Now().N {
			t.Fatalf("after %s branch 2 stands at %+v, branch 1 at %+v", k, a.session.Now().Beat, other.Session.Now().Beat)
		}
		frame := ansi.Strip(a.Frame())
		if !strings.Contains(frame, "branch 2, where keys act") || !strings.Contains(frame, "branch 1: ") || !strings.Contains(frame, "c .5") {
			t.Fatalf("the captions do not say which branch is which:\n%s", frame)
		}
	}
	place := a.session.Place()
	a = press(t, press(t, a, "left", "left"), "b")
	if a.session.Branch() != 1 || a.session.Place() != place-2 || a.twin.number(a.session) != 2 {
		t.Errorf("b went to beat %d of branch %d beside %d, want beat %d of branch 1 beside 2", a.session.Place(), a.session.Branch(), a.twin.number(a.session), place-2)
	}
	if a = press(t, a, "|", "|"); a.twin.pairing != alone {
		t.Error("| does not come back to one branch")
	}
}

func TestPairsFitEverywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	a := press(t, forked(t, 120, 40), "|")
	for range 2 {
		for _, v := range strings.Fields("E M R A P T C") {
			a = press(t, a, v)
			for _, size := range [][2]int{{1, 1}, {80, 24}, {100, 30}, {80, 50}, {119, 40}, {120, 40}, {200, 60}, {400, 120}} {
				a = send(a, tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				if err := fits(a.Frame(), size[0], size[1]); err != nil {
					t.Errorf("%s at %v: %v", v, size, err)
				}
			}
		}
		a = press(t, a, "|")
	}
}

func TestGoldenPairs(t *testing.T) {
	if testing.Short() {
		t.Skip("draws many frames, on one goroutine")
	}
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		for name, keys := range map[string][]string{"pictures": {"A", "|"}, "difference": {"|", "|"}} {
			t.Run(fmt.Sprintf("%dx%d/%s", size[0], size[1], name), func(t *testing.T) {
				golden.RequireEqual(t, strings.Join(withoutTabs(press(t, forked(t, size[0], size[1]), keys...).Frame()), "\n"))
			})
		}
	}
}

// What a branch waits for is done although another one is active.
func TestTheTwinsWorkIsDone(t *testing.T) {
	a := tell(t, start(t, "tea", 120, 40, Options{}), "leap 1000", "leap 100000")
	a = send(a, panel.KeyPress("e"))
	a.work.cancelAll()
	a = send(send(a, panel.KeyPress("g")), panel.KeyPress("+")) // the estimate is parked, undone
	a.work.cancelAll()
	a = send(a, panel.KeyPress("|"))
	a = send(send(a, panel.KeyPress("e")), panel.KeyPress("|"))
	other, _ := a.twin.of(a.session)
	jobs := other.Session.Jobs()
	if !other.Session.Now().Pending || len(jobs) == 0 || a.work.running[jobs[0].Key] == nil {
		t.Fatal("the estimate of the branch beside is not started")
	}
	a = finish(a, jobs[0])
	if other, _ = a.twin.of(a.session); other.Session.Now().Pending {
		t.Error("the estimate of the branch beside is not delivered")
	}
}

func TestNoOtherBranchSaysHowToGetOne(t *testing.T) {
	a := press(t, start(t, "tea", 80, 24, Options{}), "|")
	if !strings.Contains(a.note, "a setting starts one") || a.twin.pairing != alone {
		t.Error(a.note)
	}
	for _, line := range []string{"beside", "beside 7", "difference x"} {
		if _, _, err := a.Do(line); err == nil || !strings.Contains(err.Error(), "a setting such as c=.2 starts one") {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// Stepping with both pictures on the screen.
func BenchmarkPair(b *testing.B) {
	a := press(b, forked(b, 200, 60), "|")
	for i := 0; b.Loop(); i++ {
		v := model.Back
		if i%2 == 1 {
			v = model.Forward
		}
		a, _ = a.ask(model.Intent{Verb: v}, "")
		a.Frame()
	}
}
