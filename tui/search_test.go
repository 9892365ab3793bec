package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"eeporl/model"
	"eeporl/tui/panel"
)

// seekTo lets a search come to its end.
func seekTo(t testing.TB, a App, line string) App {
	t.Helper()
	next, cmd, err := a.Do(line)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return settled(t, searched(t, next, cmd))
}

// searched delivers the end of the search among the commands.
func searched(t testing.TB, a App, cmd tea.Cmd) App {
	t.Helper()
	var found *soughtMsg
	var walk func(tea.Cmd)
	walk = func(c tea.Cmd) {
		if c == nil || found != nil {
			return
		}
		switch msg := c().(type) {
		case tea.BatchMsg:
			for _, c := range msg {
				walk(c)
			}
		case soughtMsg:
			found = &msg
		}
	}
	if walk(cmd); found == nil {
		t.Fatal("no search is under way")
	}
	return send(a, *found)
}

func TestUntilGoesWhereItHolds(t *testing.T) {
	a := tell(t, start(t, "tea", 120, 40, Options{}), "leap 500", "first")
	a = seekTo(t, a, "until pairs[1, 1] >= 3")
	if a.session.Now().Beat.Kind != model.BeatCount || !strings.Contains(a.note, "holds here") {
		t.Errorf("at %+v: %s", a.session.Now().Beat, a.note)
	}
	place := a.session.Place()
	if a = seekTo(t, a, "back-until N < 1"); a.session.Place() >= place || !strings.Contains(a.note, "holds here") {
		t.Errorf("at %d: %s", a.session.Place(), a.note)
	}
	beats := a.session.Beats()
	if a = seekTo(t, a, "until labels_right = k"); a.session.Beats() != beats || !strings.Contains(a.note, "by estimates to 10^9") {
		t.Errorf("%d beats: %s", a.session.Beats(), a.note)
	}
	if a = seekTo(t, a, "until labels_right = k by estimates to 10^9"); a.session.Now().Estimate == nil || a.InHand.String() != "Recovery" {
		t.Errorf("%s on %s", a.note, a.InHand)
	}
	t.Log(a.note)
	if a = seekTo(t, a, "until N < 0 by leaps to 10^9"); !strings.Contains(a.note, "nothing was added") {
		t.Error(a.note)
	}
}

func TestASearchIsGivenUpAndKeysGoOn(t *testing.T) {
	a := tell(t, start(t, "tea", 80, 24, Options{}), "leap 500", "first")
	next, cmd, err := a.Do("until episode = 400")
	if err != nil {
		t.Fatal(err)
	}
	moved := press(t, next, "right", "right")
	if moved.session.Place() != 2 {
		t.Error("a search blocks the keys")
	}
	if moved = searched(t, moved, cmd); moved.session.Place() != 2 || !strings.Contains(moved.note, "you have moved on") {
		t.Errorf("at %d: %s", moved.session.Place(), moved.note)
	}
	next, cmd, _ = a.Do("until episode = 400")
	next = press(t, next, "esc")
	if next = searched(t, next, cmd); next.session.Place() != 0 || next.search != nil {
		t.Error("a search that was given up went on")
	}
	for _, line := range []string{"until N", "until labels = 8 by many episodes", "back-until N > 1 by leaps to 10^3"} {
		if _, _, err := a.Do(line); err == nil {
			t.Errorf("%s is not refused", line)
		}
	}
}

func TestWatchesSayWhatChanged(t *testing.T) {
	a := tell(t, start(t, "tea", 80, 24, Options{}), "watch N", "watch share: 100 * pairs[1, 1] / N", "watch what: beat")
	for !strings.Contains(ansi.Strip(a.Frame()), "N 1 ← 0") {
		if a = press(t, a, "right"); a.session.Place() > 20 {
			t.Fatalf("N does not change:\n%s", ansi.Strip(a.Frame()))
		}
	}
	if frame := ansi.Strip(press(t, a, "right").Frame()); !strings.Contains(frame, "N 1   share") {
		t.Errorf("N is marked although it did not change:\n%s", frame)
	}
	list := ansi.Strip(press(t, a, "W").Frame())
	for _, want := range []string{"share", "100 * pairs[1, 1] / N", "count ← "} {
		if !strings.Contains(list, want) {
			t.Errorf("the list lacks %q:\n%s", want, list)
		}
	}
	if a = tell(t, a, "unwatch share", "unwatch"); len(a.watches) != 0 {
		t.Error(a.watches)
	}
	for line, want := range map[string]string{"watch": "found the end", "watch x: sigma": `found "sigma"`, "unwatch y": "there is no watch", "go home": "there is no bookmark", "preset cinema": `found the preset "cinema"`} {
		if _, _, err := a.Do(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", line, err, want)
		}
	}
}

func TestGoFindsABookmark(t *testing.T) {
	a := tell(t, start(t, "tea", 80, 24, Options{}), "forward 7", "bookmark here", "forward 9", "bookmark there", "go here")
	if a.session.Place() != 7 {
		t.Errorf("go went to beat %d", a.session.Place())
	}
	if _, _, err := a.Do("go nowhere"); err == nil || !strings.Contains(err.Error(), "expected one of here, there") {
		t.Error(err)
	}
	a = press(t, a, append(strings.Split(": g o", " "), " ", "t", "h", "e", "r", "e", "enter")...)
	if a.session.Place() != 16 {
		t.Errorf("the palette went to beat %d", a.session.Place())
	}
}

// Every preset at every size: what it shows, and that it fits.
func TestPresetsFit(t *testing.T) {
	a := complete(t, press(t, start(t, "tea", 120, 40, Options{}), "enter", "enter", "e", "end"))
	views := map[panel.Preset]string{panel.Student: "Episode Moments", panel.Debug: "Recovery Parameters Moments", panel.Projector: "Moments"}
	for _, p := range panel.Presets() {
		a = tell(t, a, "preset "+string(p), "view moments")
		for _, size := range [][2]int{{1, 1}, {80, 24}, {100, 30}, {80, 60}, {120, 24}, {120, 36}, {120, 40}, {180, 50}, {200, 60}, {400, 120}} {
			a = send(a, tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			if err := fits(a.Frame(), size[0], size[1]); err != nil {
				t.Errorf("%s at %v: %v", p, size, err)
			}
			inHand := false
			shown := ""
			for _, place := range a.layout().panes {
				inHand = inHand || place.view == a.InHand
				shown += " " + place.view.String()
			}
			if !inHand && p != panel.Standard && size[0] > 1 {
				t.Errorf("%s at %v does not show the view in hand", p, size)
			}
			if want := views[p]; size[0] >= 120 && size[1] >= 36 && want != "" && strings.TrimSpace(shown) != want {
				t.Errorf("%s at %v shows%s, want %s", p, size, shown, want)
			}
		}
	}
}

// The same keys as before lead to the same places where no preset is chosen.
func TestProjectorHasSpaceAndNothingDim(t *testing.T) {
	a := press(t, start(t, "tea", 120, 40, Options{Preset: panel.Projector}), "right", "right")
	lines := strings.Split(ansi.Strip(a.Frame()), "\n")
	for _, blank := range []int{2, 31, 33, 37} {
		if strings.TrimSpace(lines[blank]) != "" {
			t.Errorf("row %d is not empty: %q", blank, lines[blank])
		}
	}
	if string(a.Look) != "contrast" {
		t.Errorf("the colours are %s", a.Look)
	}
	if a = send(a, tea.BackgroundColorMsg{Color: ansi.White}); string(a.Look) != "ink" {
		t.Errorf("on a light background the colours are %s", a.Look)
	}
	if a = press(t, a, "D"); a.Preset != panel.Standard || string(a.Look) != "light" {
		t.Errorf("D leads to %s in %s", a.Preset, a.Look)
	}
}
