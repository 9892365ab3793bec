package tui

import "strings"

// long is the name that commands and lessons have for a key, "" for none.
func (b binding) long() string {
	if b.name != "" {
		return b.name
	}
	return string(b.verb)
}

// named finds the key of a long name.
func named(table []binding, name string) (binding, bool) {
	for _, b := range table {
		if name != "" && b.long() == name {
			return b, true
		}
	}
	return binding{}, false
}

// keyOf is the key of a long name, as the terminal names it, "" for none.
func keyOf(name string) string {
	b, ok := named(bindings(), name)
	if !ok {
		return ""
	}
	return b.keys[0]
}

// keyFor is the label of the key with a long name, "" where there is no such key; for "set c=9" it
// is everything to press. Where there are no keys (worded), it is the words to type, in quotes.
func (a App) keyFor(name string) string {
	if a.worded {
		if word, ok := map[string]string{"leave": "close", "step-back": "back-step", "lessons": "tour"}[name]; ok {
			name = word
		}
		return `"` + strings.TrimPrefix(name, "set ") + `"`
	}
	if setting, ok := strings.CutPrefix(name, "set "); ok {
		return a.keyFor("palette") + setting + " " + keyLabel("enter", a.ascii)
	}
	b, ok := named(a.table, name)
	if !ok {
		return ""
	}
	return keyLabel(b.keys[0], a.ascii)
}
