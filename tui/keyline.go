package tui

// keyLine is a key as panels show it.
type keyLine struct {
	at         int      // in the table
	name       string   // in commands and lessons
	keys       []string // as the terminal library names them
	does, hint string
	group      string
	common     bool
	hidden     bool
	runs       bool // it does something to the session, not to the screen alone
}

// label is the first of a key's names as it stands on keyboards, labels are all.
func (k keyLine) label(ascii bool) string { return keyLabel(k.keys[0], ascii) }

func (k keyLine) labels(ascii bool) string {
	out := k.label(ascii)
	for _, name := range k.keys[1:] {
		out += " " + keyLabel(name, ascii)
	}
	return out
}

// keyLabel is a key as it stands on keyboards.
func keyLabel(key string, ascii bool) string {
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
