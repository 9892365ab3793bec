package tui

import (
	"strings"

	"eeporl/model"
	"eeporl/tui/panel"
)

// common says whether a key is one of those that stand first in the help.
func (b binding) common() bool { return b.hint != "" || b.verb == model.Continue }

// off says why a key can do nothing now, "" when it can.
func (b binding) off(a App) string {
	switch {
	case b.verb != "":
		return a.session.Disabled(b.verb)
	case b.idle != nil:
		return b.idle(a)
	}
	return ""
}

// lookup finds the binding of a key.
func lookup(table []binding, key string) (binding, bool) {
	for _, b := range table {
		for _, k := range b.keys {
			if k == key {
				return b, true
			}
		}
	}
	return binding{}, false
}

// intent is what a verb binding asks for with a count typed before it (0 for none).
func (b binding) intent(typed int) model.Intent {
	i := model.Intent{Verb: b.verb}
	switch {
	case b.verb == model.LeapBy:
		i.N = b.count(typed)
	case b.verb == model.Grow && typed > 0:
		i = model.Intent{Verb: model.LeapBy, N: b.count(typed)}
	case b.count != nil && typed > 0:
		i.N = b.count(typed)
	}
	return i
}

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
	if a.InWords {
		if word, ok := map[string]string{"leave": "close", "step-back": "back-step", "lessons": "tour"}[name]; ok {
			name = word
		}
		return `"` + strings.TrimPrefix(name, "set ") + `"`
	}
	if setting, ok := strings.CutPrefix(name, "set "); ok {
		return a.keyFor("palette") + setting + " " + panel.KeyLabel("enter", a.ASCII)
	}
	b, ok := named(a.table, name)
	if !ok {
		return ""
	}
	return panel.KeyLabel(b.keys[0], a.ASCII)
}
