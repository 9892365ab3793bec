package tui

import (
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"eeporl/tui/canvas"
)

// field is a line being typed, with a cursor. It is a value: typed returns another.
type field struct {
	input    *textinput.Model // never changed; nil for an empty line
	most     int              // runes
	replaces bool             // the first rune typed replaces what stands there
	touched  bool
}

func newField(text string, most int) field {
	f := field{most: most}
	return f.with(text)
}

// with is the field with another text, the cursor behind it.
func (f field) with(text string) field {
	m := textinput.New()
	m.Prompt, m.CharLimit = "", f.most
	m.Focus()
	m.SetValue(text)
	m.CursorEnd()
	f.input = &m
	return f
}

func (f field) text() string {
	if f.input == nil {
		return ""
	}
	return f.input.Value()
}

// typed answers a key, or a paste, that edits the line or moves its cursor; false
// for others.
func (f field) typed(msg tea.Msg) (field, bool) {
	before, at := f.text(), 0
	if f.input != nil {
		at = f.input.Position()
	}
	from := f
	if press, ok := msg.(tea.KeyPressMsg); f.input == nil || ok && press.Text != "" && f.replaces && !f.touched {
		from = f.with("")
	}
	own := *from.input // with runes of its own, which Update writes to
	own.SetValue(from.text())
	own.SetCursor(from.input.Position())
	m, _ := own.Update(msg)
	if m.Value() == before && m.Position() == at {
		return f, false
	}
	f.input, f.replaces = &m, false
	f.touched = f.touched || m.Value() != before
	return f, true
}

// draw writes the line with its cursor and returns the column after it.
func (f field) draw(b canvas.Area, x, y int, style canvas.Style, k ink) int {
	runes, at := []rune(f.text()), 0
	if f.input != nil {
		at = min(f.input.Position(), len(runes))
	}
	x = b.Text(x, y, string(runes[:at]), style)
	b.Set(x, y, k.glyph('▏', '|'), mark)
	return b.Text(x+1, y, string(runes[at:]), style)
}
