package tui

import (
	"strings"

	"eeporl/model"
	"eeporl/tui/panes"
)

// keyNames are the long names of keys that act on the screen alone; a key that
// asks the session for something has its verb's, a view's key `view NAME`.
func keyNames() map[string]string {
	names := map[string]string{
		"exact": "i", "zoom": "z", "more": "m", "veil": "v", "why": "w", "findings": "f", "branches": "B", "palette": ":", "predict": "Q",
		"next-view": "tab", "save": "s", "help": "?", "lessons": "L", "step-back": "[", "skip": "]", "leave": "esc",
	}
	for v := range panes.Views {
		letter, _ := v.Key()
		names["view "+strings.ToLower(v.String())] = letter
	}
	for _, b := range bindings() {
		if name := string(b.verb); b.verb != "" && b.verb != model.LeapBy && names[name] == "" {
			names[name] = b.keys[0]
		}
	}
	return names
}

// keyOf is the key of a long name, as the terminal names it, "" for none.
func keyOf(name string) string { return keyNames()[name] }

// keyFor is how the key of a long name stands on keyboards.
func (a App) keyFor(name string) string { return keyLabel(keyOf(name), a.ascii) }
