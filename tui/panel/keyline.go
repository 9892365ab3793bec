package panel

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
