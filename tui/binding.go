package tui

import "eeporl/model"

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
