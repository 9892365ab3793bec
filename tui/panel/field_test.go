package panel

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

// A line's cursor moves, and what it was before a key stays what it was.
func TestFieldsHaveACursor(t *testing.T) {
	f := NewField("leap 100", 20)
	for _, key := range []string{"left", "left", "left", "2"} {
		before, was := f, f.Text()
		f, _ = f.Typed(KeyPress(key))
		if before.Text() != was {
			t.Fatalf("after %s the field before says %q, it was %q", key, before.Text(), was)
		}
	}
	if f.Text() != "leap 2100" {
		t.Errorf("found %q", f.Text())
	}
	for _, key := range []string{"home", "delete", "end", "backspace"} {
		f, _ = f.Typed(KeyPress(key))
	}
	if f.Text() != "eap 210" {
		t.Errorf("found %q", f.Text())
	}
	if _, ok := f.Typed(KeyPress("up")); ok {
		t.Error("up changes the line")
	}
	f, _ = f.Typed(tea.PasteMsg{Content: "\n\x1b[31m and much more than there is room for"})
	if len([]rune(f.Text())) > 20 {
		t.Errorf("%q is longer than 20", f.Text())
	}
	v := ValueField(".5")
	if v, _ = v.Typed(KeyPress("2")); v.Text() != "2" || !v.Touched {
		t.Errorf("the first rune typed leaves %q", v.Text())
	}
	v = ValueField("25")
	v, _ = v.Typed(KeyPress("left"))
	if v, _ = v.Typed(KeyPress("1")); v.Text() != "215" {
		t.Errorf("after the cursor moved a rune makes %q", v.Text())
	}
}
