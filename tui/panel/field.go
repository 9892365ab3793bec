package panel

import (
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"eeporl/tui/canvas"
)

// Field is a line being typed, with a cursor. It is a value: typed returns another.
type Field struct {
	input    *textinput.Model // never changed; nil for an empty line
	most     int              // runes
	replaces bool             // the first rune typed replaces what stands there
	Touched  bool
}

// NewField is a field with a text of so many runes at most.
func NewField(text string, most int) Field {
	f := Field{most: most}
	return f.With(text)
}

// With is the field with another text, the cursor behind it.
func (f Field) With(text string) Field {
	m := textinput.New()
	m.Prompt, m.CharLimit = "", f.most
	m.Focus()
	m.SetValue(text)
	m.CursorEnd()
	f.input = &m
	return f
}

// Text is what stands in the field.
func (f Field) Text() string {
	if f.input == nil {
		return ""
	}
	return f.input.Value()
}

// Typed answers a key, or a paste, that edits the line or moves its cursor; false
// for others.
func (f Field) Typed(msg tea.Msg) (Field, bool) {
	before, at := f.Text(), 0
	if f.input != nil {
		at = f.input.Position()
	}
	from := f
	if press, ok := msg.(tea.KeyPressMsg); f.input == nil || ok && press.Text != "" && f.replaces && !f.Touched {
		from = f.With("")
	}
	own := *from.input // with runes of its own, which Update writes to
	own.SetValue(from.Text())
	own.SetCursor(from.input.Position())
	m, _ := own.Update(msg)
	if m.Value() == before && m.Position() == at {
		return f, false
	}
	f.input, f.replaces = &m, false
	f.Touched = f.Touched || m.Value() != before
	return f, true
}

// draw writes the line with its cursor and returns the column after it.
func (f Field) draw(b canvas.Area, x, y int, style canvas.Style, k Ink) int {
	runes, at := []rune(f.Text()), 0
	if f.input != nil {
		at = min(f.input.Position(), len(runes))
	}
	x = b.Text(x, y, string(runes[:at]), style)
	b.Set(x, y, k.Glyph('▏', '|'), Mark)
	return b.Text(x+1, y, string(runes[at:]), style)
}
