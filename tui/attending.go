package tui

import (
	"errors"
	"fmt"
	"strings"
)

// ErrGuest is why a guest cannot have what a file is needed for.
var ErrGuest = errors.New("a guest of a class writes and opens no file; y tells the line that shows this at home")

// classCommand is the command class.
func classCommand(a App, text string) (App, error) {
	room := a.attending.Room
	if room == nil || a.attending.Guest {
		return a, errors.New("no class of yours: eeporl serve opens one")
	}
	word, name, _ := strings.Cut(text, " ")
	switch {
	case text == "":
		return a.lay(classOverlay), nil
	case text == "back":
		room.Recall()
		a.note = "all are called back"
	case text == "take":
		room.HandTo("")
		a.note = "the keyboard is yours"
	case text == "bars":
		if a.attending.Bars = !a.attending.Bars; a.attending.Bars {
			a.note = "you see the answers as they come"
		} else {
			a.note = "the answers are hidden until the question is closed"
		}
	case word == "hand" && strings.TrimSpace(name) != "":
		if name = strings.TrimSpace(name); !room.HandTo(name) {
			var here []string
			for _, g := range a.attending.Status.Guests {
				here = append(here, g.Name)
			}
			return a, fmt.Errorf("found the guest %q, expected one of those here: %s", name, strings.Join(here, ", "))
		}
		a.note = name + " has the keyboard; :class take takes it back"
	default:
		return a, fmt.Errorf("found class %q, expected back, hand NAME, take or bars", text)
	}
	return a, nil
}

// Guesting is the explorer of a guest, which reads and writes no file.
func (a App) Guesting() App {
	a.attending.Guest, a.attending.Alone = true, true
	a.started, a.session = guestLine(a.session), a.session.Within(guestSession)
	return a
}
