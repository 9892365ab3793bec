package panel

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// KeyLine is a key as panels show it.
type KeyLine struct {
	At         int      // in the table
	Name       string   // in commands and lessons
	Keys       []string // as the terminal library names them
	Does, Hint string
	Group      string
	Common     bool
	Hidden     bool
	Runs       bool // it does something to the session, not to the screen alone
}

// label is the first of a key's names as it stands on keyboards, labels are all.
func (k KeyLine) label(ascii bool) string { return KeyLabel(k.Keys[0], ascii) }

func (k KeyLine) labels(ascii bool) string {
	out := k.label(ascii)
	for _, name := range k.Keys[1:] {
		out += " " + KeyLabel(name, ascii)
	}
	return out
}

// KeyLabel is a key as it stands on keyboards.
func KeyLabel(key string, ascii bool) string {
	names := map[string]string{"enter": "Enter", "right": "→", "left": "←", "down": "↓", "up": "↑", "space": "Space", "tab": "Tab",
		"shift+tab": "Shift+Tab", "esc": "Esc", "home": "Home", "end": "End", "pgup": "PgUp", "pgdown": "PgDn",
		"backspace": "Backspace", "ctrl+c": "Ctrl+C", "ctrl+p": "Ctrl+P", "ctrl+z": "Ctrl+Z"}
	if ascii {
		names["right"], names["left"], names["down"], names["up"] = "Right", "Left", "Down", "Up"
	}
	if name, ok := names[key]; ok {
		return name
	}
	return key
}

// KeyPress is the message of a key by its name in the terminal library.
func KeyPress(name string) tea.KeyPressMsg {
	codes := map[string]rune{"enter": tea.KeyEnter, "right": tea.KeyRight, "left": tea.KeyLeft, "up": tea.KeyUp, "down": tea.KeyDown,
		"tab": tea.KeyTab, "esc": tea.KeyEscape, "home": tea.KeyHome, "end": tea.KeyEnd, "space": tea.KeySpace,
		"pgdown": tea.KeyPgDown, "pgup": tea.KeyPgUp, "backspace": tea.KeyBackspace, "delete": tea.KeyDelete}
	if letter, ok := strings.CutPrefix(name, "ctrl+"); ok {
		return tea.KeyPressMsg{Code: rune(letter[0]), Mod: tea.ModCtrl}
	}
	if name == "shift+tab" {
		return tea.KeyPressMsg{Code: tea.KeyTab, Mod: tea.ModShift}
	}
	if code, ok := codes[name]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}
