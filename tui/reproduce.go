package tui

import (
	"slices"
	"strings"

	"eeporl/tui/panel"

	tea "charm.land/bubbletea/v2"
)

// IsScreenCommand says whether a command is one of the screen's, not of the
// session's.
func IsScreenCommand(command string) bool {
	_, _, ok := wordIn(command)
	return ok
}

// Line is the command line that opens the explorer at this very screen.
func (a App) Line() string {
	start := a.started
	if start == "" {
		start = "eeporl explore " + Quote(a.session.Config().Scenario)
	}
	if a.overlay == lineOverlay {
		a.overlay = noOverlay
	}
	return start + " --at " + Quote(strings.Join(append(a.session.Commands(), slices.DeleteFunc(a.Screen(), usual)...), "; "))
}

// usual says whether a command leads to what a fresh screen has anyway.
func usual(command string) bool {
	return command == "colours "+autoLook || command == "preset "+string(panel.Standard) || command == "alone" || command == "unwatch"
}

// Quote writes a word for a POSIX shell.
func Quote(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:,=+%@^", r)
	}
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// copyLine shows the line that opens this screen, and copies it.
func copyLine(a App) (App, tea.Cmd) {
	line := a.Line()
	a = a.toggle(lineOverlay)
	if a.overlay == noOverlay || a.attending.Guest && a.attending.Room != nil { // the clipboard is the presenter's
		return a, nil
	}
	return a, tea.SetClipboard(line)
}
