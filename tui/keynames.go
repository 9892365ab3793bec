package tui

import (
	"strings"

	"eeporl/model"
	"eeporl/tui/panes"
)

// screenKeys are the long names of keys that act on the screen alone.
func screenKeys() [][2]string {
	names := [][2]string{
		{"exact", "i"}, {"zoom", "z"}, {"more", "m"}, {"veil", "v"}, {"why", "w"}, {"findings", "f"}, {"branches", "B"},
		{"palette", ":"}, {"predict", "Q"}, {"next-view", "tab"}, {"save", "s"}, {"help", "?"}, {"lessons", "L"},
		{"step-back", "["}, {"skip", "]"}, {"leave", "esc"},
	}
	for v := range panes.Views {
		letter, _ := v.Key()
		names = append(names, [2]string{"view " + strings.ToLower(v.String()), letter})
	}
	return names
}

// keyIn is the key of a long name in a table, as the terminal names it, "" for
// none. A key that asks the session for something has its verb's name.
func keyIn(table []binding, name string) string {
	for _, b := range table {
		if b.verb != "" && b.verb != model.LeapBy && string(b.verb) == name {
			return b.keys[0]
		}
	}
	for _, k := range screenKeys() {
		if k[0] == name {
			return k[1]
		}
	}
	return ""
}

// keyFor is how the key of a long name stands on keyboards; of a setting, all
// that is typed.
func (a App) keyFor(name string) string {
	if setting, ok := strings.CutPrefix(name, "set "); ok {
		return a.keyFor("palette") + setting + " " + keyLabel("enter", a.ascii)
	}
	return keyLabel(keyIn(a.table, name), a.ascii)
}
