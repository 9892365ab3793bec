package tui

import (
	"testing"

	"eeporl/tui/panel"

	tea "charm.land/bubbletea/v2"
)

// A line's cursor moves, and what it was before a key stays what it was.
func TestFieldsHaveACursor(t *testing.T) {
	f := panel.NewField("leap 100", 20)
	for _, key := range []string{"left", "left", "left", "2"} {
		before, was := f, f.Text()
		f, _ = f.Typed(keyPress(key))
		if before.Text() != was {
			t.Fatalf("after %s the field before says %q, it was %q", key, before.Text(), was)
		}
	}
	if f.Text() != "leap 2100" {
		t.Errorf("found %q", f.Text())
	}
	for _, key := range []string{"home", "delete", "end", "backspace"} {
		f, _ = f.Typed(keyPress(key))
	}
	if f.Text() != "eap 210" {
		t.Errorf("found %q", f.Text())
	}
	if _, ok := f.Typed(keyPress("up")); ok {
		t.Error("up changes the line")
	}
	f, _ = f.Typed(tea.PasteMsg{Content: "\n\x1b[31m and much more than there is room for"})
	if len([]rune(f.Text())) > 20 {
		t.Errorf("%q is longer than 20", f.Text())
	}
	v := panel.ValueField(".5")
	if v, _ = v.Typed(keyPress("2")); v.Text() != "2" || !v.Touched {
		t.Errorf("the first rune typed leaves %q", v.Text())
	}
	v = panel.ValueField("25")
	v, _ = v.Typed(keyPress("left"))
	if v, _ = v.Typed(keyPress("1")); v.Text() != "215" {
		t.Errorf("after the cursor moved a rune makes %q", v.Text())
	}
}

// What is pasted while a command is typed stands in it; elsewhere it does nothing.
func TestPaste(t *testing.T) {
	a := start(t, "tea", 80, 24, Options{})
	if b := send(a, tea.PasteMsg{Content: "leap 5"}); b.session.Now().N != 0 || b.palette.Open {
		t.Error("a paste outside a line did something")
	}
	a = press(t, a, ":")
	if a = send(a, tea.PasteMsg{Content: "leap 1000"}); a.palette.Line.Text() != "leap 1000" {
		t.Errorf("found %q", a.palette.Line.Text())
	}
}
