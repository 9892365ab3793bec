package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"eeporl/model/why"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/tui/panes/kit"
)

// Every view answers why, at every size, and Enter goes to a beat.
func TestEveryViewAnswersWhy(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine: nothing that the race detector would see")
	}
	there := complete(t, press(t, start(t, "tea", 80, 24, Options{}), "enter", "enter", "e", "end", "p", "end", "x", "right", "right", "T"))
	for _, view := range []string{"E", "M", "R", "A", "P", "T"} {
		a := press(t, there, view, "w")
		if !a.focus.On {
			t.Errorf("%s has nothing to ask about: %s", view, a.note)
			continue
		}
		a = press(t, a, "enter")
		seen := map[string]bool{}
		for range 12 {
			if err := fits(a.Frame(), 80, 24); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(a.Frame(), "Why?") {
				t.Fatalf("%s:\n%s", view, ansi.Strip(a.Frame()))
			}
			seen[a.Frame()] = true
			a = press(t, a, "tab")
		}
		if len(seen) < 2 {
			t.Errorf("%s: Tab does not change the question", view)
		}
		place := a.session.Place()
		a = press(t, a, "enter")
		if a.question.Open && a.note == "" {
			t.Errorf("%s: Enter did nothing at beat %d", view, place)
		}
		if a = press(t, a, "esc", "esc"); a.question.Open || a.focus.On {
			t.Errorf("%s: Esc does not close the question", view)
		}
	}
}

// A count's single episodes can be chosen, and Enter goes to the one chosen.
func TestEnterGoesToTheEpisodeThatRaisedACount(t *testing.T) {
	a := press(t, start(t, "tea", 120, 40, Options{}), "2", "+", "M")
	a = tell(t, a, "focus moments.P12[x1=(1,1,1,1),x2=(1,1,1,1)]", "explain")
	sources := a.glance().Explanation().Origin.Sources
	if len(sources) < 3 {
		t.Fatalf("found %d episodes, expected several", len(sources))
	}
	if text := ansi.Strip(a.Frame()); !strings.Contains(text, "episode") {
		t.Errorf("no episodes are listed:\n%s", text)
	}
	a = press(t, a, "down", "down", "enter")
	if a.session.Place() != sources[2].Place {
		t.Errorf("went to beat %d, expected %d, %s", a.session.Place()+1, sources[2].Place+1, sources[2].What)
	}
}

func TestFocusStaysOnItsFigure(t *testing.T) {
	a := press(t, start(t, "tea", 120, 40, Options{}), "enter", "enter", "M", "w", "down", "down", "down")
	ref := a.focus.Ref
	a = press(t, a, "space", "space", "backspace")
	a = send(a, tea.WindowSizeMsg{Width: 200, Height: 60})
	a = press(t, a, "z", "m", "z")
	a = send(a, tea.WindowSizeMsg{Width: 80, Height: 24})
	a = press(t, a, "e", "space", "m")
	if a.focus.Ref != ref || !a.focus.On {
		t.Errorf("the focus went from %v to %v", ref, a.focus.Ref)
	}
}

// The path on the clipboard leads back to the figure, and the value is copied
// in full.
func TestCopiedPathsLeadBack(t *testing.T) {
	a := complete(t, press(t, start(t, "tea", 120, 40, Options{}), "enter", "enter", "e", "end"))
	for _, view := range []string{"E", "M", "R", "A"} {
		a = press(t, a, view, "w", "down", "right", "down")
		if !a.focus.On {
			continue
		}
		path := a.focus.Path(a.InHand, a.session)
		b, err := press(t, a, "esc", "T").focusAt(path)
		if err != nil || b.focus.Ref != a.focus.Ref || b.InHand != a.InHand {
			t.Errorf("%s: %v, %v, expected %v", path, b.focus.Ref, err, a.focus.Ref)
		}
		if c := press(t, a, "Y"); !strings.Contains(ansi.Strip(c.Frame()), "copied "+path) {
			t.Errorf("%s is not shown:\n%s", path, ansi.Strip(c.Frame()))
		}
	}
	a = tell(t, a, "focus parameters.T[a=1,s=1,next=1].truth")
	if a = press(t, a, "y"); a.note != "copied 0.97" && !strings.HasPrefix(a.note, "copied ") {
		t.Error(a.note)
	}
}

// Every figure drawn, from the first beat on, is one that its path finds again.
func TestPathsOfSpotsLeadBack(t *testing.T) {
	tier.Long(t, "asks of every figure of every view")
	check := func(a App) {
		for v := range kit.Views {
			a := a.turn(v)
			a.Zoom = true
			for _, spot := range a.spots() {
				path := why.Path(a.session, spot.Ref)
				if found, err := why.Find(a.session, path); err != nil || found != spot.Ref {
					t.Fatalf("%s at beat %d, %s: %s finds %v, %v, expected %v", a.session.Config().Scenario, a.session.Place()+1, v, path, found, err, spot.Ref)
				}
			}
		}
	}
	for _, scenario := range []string{"tea", "tiger"} {
		a := start(t, scenario, 120, 40, Options{})
		for range 25 {
			check(a)
			a = press(t, a, "right")
		}
	}
	if !testing.Short() {
		for _, a := range telling(t) {
			check(a)
		}
	}
}

func TestClickFocusesAFigure(t *testing.T) {
	a := press(t, start(t, "tea", 120, 40, Options{}), "enter", "enter", "e", "end")
	for _, s := range a.spots() {
		b := send(a, tea.MouseClickMsg{X: s.X, Y: s.Y / 2, Button: tea.MouseLeft})
		if !b.focus.On || b.focus.Ref.Target != s.Ref.Target && s.H > 1 {
			t.Errorf("a click on %v focused %v", s.Ref, b.focus.Ref)
		}
	}
}
