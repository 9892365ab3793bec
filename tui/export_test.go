package tui

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"eeporl/model"
	"eeporl/tui/panel"
	"eeporl/tui/share"
)

// told types a line into the palette and does what it then says, with the file
// that is written.
func told(t *testing.T, a App, line string) App {
	t.Helper()
	return done(t, typed(t, send(a, panel.KeyPress(":")), line), "enter")
}

// done presses a key and hands back what its command came to.
func done(t *testing.T, a App, key string) App {
	t.Helper()
	next, cmd := a.Update(panel.KeyPress(key))
	if a = next.(App); cmd != nil {
		a = send(a, cmd())
	}
	return a
}

func TestScreensAreExported(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine: nothing that the race detector would see")
	}
	t.Chdir(t.TempDir())
	a := press(t, start(t, "tea", 120, 40, Options{}), "enter", "enter", "e", "P", "t")
	for _, f := range forms() {
		a = told(t, a, "export x"+f.extension)
		if !strings.Contains(a.note, "saved: ") {
			t.Errorf("%s: %s", f.extension, a.note)
		}
		if info, err := os.Stat("x" + f.extension); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", f.extension, err)
		}
	}
	for line, want := range map[string]string{"export x.svg": "x.svg is there already", "export x.jpg": `expected a file that ends in .svg, .png`} {
		if a = told(t, a, line); !strings.Contains(a.note, want) {
			t.Errorf("%s: %q", line, a.note)
		}
	}
	for range 2 {
		a = done(t, a, "S")
	}
	for _, name := range []string{"tea.svg", "tea-2.svg"} {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text, _, err := share.Open(bytes.NewReader(file))
		if err != nil || !strings.Contains(string(text), "\n: view plan\n") {
			t.Errorf("%s carries %q (%v)", name, text, err)
		}
	}
}

// A picture shows what stands on the screen and nothing that was typed.
func TestPictureIsTheScreen(t *testing.T) {
	a := press(t, start(t, "tea", 100, 30, Options{}), "enter", "M", "f")
	want := a.Picture().Canvas.Plain()
	a = press(t, a, ":", "x")
	if got := a.Picture().Canvas.Plain(); got != want {
		t.Errorf("found\n%s\nexpected\n%s", got, want)
	}
	b, err := Still(context.Background(), a.session, Options{}, 100, 30, a.Screen(), func(string, int) {})
	if err != nil || b.Picture().Canvas.Plain() != want {
		t.Errorf("without a terminal another frame (%v):\n%s", err, b.Picture().Canvas.Plain())
	}
}

// Asking for the lemmas or the comparison again is no further intent.
func TestPicturesDoNotGrowTheSession(t *testing.T) {
	a := press(t, start(t, "tea", 120, 40, Options{}), "T", "C", "T", "C")
	steps := a.session.Steps()
	if len(steps) != 2 || steps[0].Intent.Verb != model.HoldTheory || steps[1].Intent.Verb != model.CompareAll {
		t.Errorf("found %v", steps)
	}
}
