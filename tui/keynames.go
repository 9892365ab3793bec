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

// keyFor is how the key of a long name stands on keyboards, or what is typed in its
// place where there are no keys; of a setting, all that is typed.
func (a App) keyFor(name string) string {
	if a.worded {
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
