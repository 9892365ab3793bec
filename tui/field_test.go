package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

// A line's cursor moves, and what it was before a key stays what it was.
func TestFieldsHaveACursor(t *testing.T) {
	f := newField("leap 100", 20)
	for _, key := range []string{"left", "left", "left", "2"} {
		before, was := f, f.text()
		f, _ = f.typed(keyPress(key))
		if before.text() != was {
			t.Fatalf("after %s the field before says %q, it was %q", key, before.text(), was)
		}
	}
	if f.text() != "leap 2100" {
		t.Errorf("found %q", f.text())
	}
	for _, key := range []string{"home", "delete", "end", "backspace"} {
		f, _ = f.typed(keyPress(key))
	}
	if f.text() != "eap 210" {
		t.Errorf("found %q", f.text())
	}
	if _, ok := f.typed(keyPress("up")); ok {
		t.Error("up changes the line")
	}
	f, _ = f.typed(tea.PasteMsg{Content: "\n\x1b[31m and much more than there is room for"})
	if len([]rune(f.text())) > 20 {
		t.Errorf("%q is longer than 20", f.text())
	}
	v := valueField(".5")
	if v, _ = v.typed(keyPress("2")); v.text() != "2" || !v.touched {
		t.Errorf("the first rune typed leaves %q", v.text())
	}
	v = valueField("25")
	v, _ = v.typed(keyPress("left"))
	if v, _ = v.typed(keyPress("1")); v.text() != "215" {
		t.Errorf("after the cursor moved a rune makes %q", v.text())
	}
}

// What is pasted while a command is typed stands in it; elsewhere it does nothing.
func TestPaste(t *testing.T) {
	a := start(t, "tea", 80, 24, Options{})
	if b := send(a, tea.PasteMsg{Content: "leap 5"}); b.session.Now().N != 0 || b.palette.open {
		t.Error("a paste outside a line did something")
	}
	a = press(t, a, ":")
	if a = send(a, tea.PasteMsg{Content: "leap 1000"}); a.palette.line.text() != "leap 1000" {
		t.Errorf("found %q", a.palette.line.text())
	}
}
