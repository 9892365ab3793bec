package tui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// Every view answers why, at every size, and Enter goes to a beat.
func TestEveryViewAnswersWhy(t *testing.T) {
	there := complete(t, press(t, start(t, "tea", 80, 24, Options{}), "enter", "enter", "e", "end", "p", "end", "x", "right", "right", "T"))
	for _, view := range []string{"E", "M", "R", "A", "P", "T"} {
		a := press(t, there, view, "w")
		if !a.question.open {
			t.Errorf("%s has nothing to ask about: %s", view, a.note)
			continue
		}
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
		if len(seen) < 2 && len(a.question.targets) > 1 {
			t.Errorf("%s: Tab does not change the question", view)
		}
		place := a.session.Place()
		a = press(t, a, "enter")
		if a.question.open && a.note == "" {
			t.Errorf("%s: Enter did nothing at beat %d", view, place)
		}
		if a = press(t, a, "esc"); a.question.open {
			t.Errorf("%s: Esc does not close the question", view)
		}
	}
}
