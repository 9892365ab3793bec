package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"eeporl/model"
	"eeporl/tui/panel"
)

func typed(t testing.TB, a App, text string) App {
	t.Helper()
	for _, r := range text {
		if r == ' ' {
			a = send(a, tea.KeyPressMsg{Code: tea.KeySpace, Text: " "})
			continue
		}
		a = send(a, tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	return a
}

func TestPaletteFindsCommandsBeatsAndSettings(t *testing.T) {
	a := press(t, start(t, "tea", 80, 24, Options{}), "enter", "enter", ":")
	b := press(t, typed(t, a, "estim from"), "enter")
	if b.session.Now().Kind != model.Estimate {
		t.Errorf("the palette ran %v:\n%s", b.session.Now().Kind, ansi.Strip(typed(t, a, "estim from").Frame()))
	}
	if b = press(t, typed(t, a, "3"), "enter"); b.session.Place() != 2 {
		t.Errorf("3 led to beat %d", b.session.Place()+1)
	}
	if b = press(t, typed(t, a, "set c=.2"), "enter"); b.session.Config().C != .2 || b.session.Branches() != 2 {
		t.Errorf("c = %g on %d branches", b.session.Config().C, b.session.Branches())
	}
	if side := press(t, b, "B").Frame(); !strings.Contains(side, "c .2") {
		t.Errorf("the branches do not stand side by side:\n%s", ansi.Strip(side))
	}
	if b = press(t, b, "u"); b.session.Config().C != .5 || b.session.Branches() != 1 {
		t.Errorf("after undo c = %g on %d branches", b.session.Config().C, b.session.Branches())
	}
	if b = press(t, typed(t, a, "c=-3"), "enter"); !strings.Contains(b.Frame(), "expected a positive number") {
		t.Errorf("a wrong setting is not refused:\n%s", ansi.Strip(b.Frame()))
	}
	if b = press(t, typed(t, a, "leap 1e4"), "enter"); b.session.Now().N != 110_000 {
		t.Errorf("leap 1e4 after 10⁵ episodes led to N = %g:\n%s", b.session.Now().N, ansi.Strip(b.Frame()))
	}
	if b = press(t, typed(t, a, "naive"), "enter"); b.session.Method() != "naive" {
		t.Errorf("an estimator's name chose %s", b.session.Method())
	}
	if b = press(t, typed(t, a, "optimal"), "enter"); !strings.Contains(b.Frame(), `nothing is called "optimal"; Enter again: `) || b.session.Place() != a.session.Place() {
		t.Errorf("what only has the letters of a word is done unasked:\n%s", ansi.Strip(b.Frame()))
	}
	if b = press(t, typed(t, a, "zzzz"), "enter"); !strings.Contains(b.Frame(), "nothing here is called") {
		t.Error("nonsense is not refused")
	}
}

func TestMouseGoesWhereItPoints(t *testing.T) {
	a := press(t, start(t, "tea", 120, 40, Options{}), "enter", "enter", "e", "end")
	l := a.layout()
	b := send(a, tea.MouseClickMsg{X: 1, Y: l.scrub.y, Button: tea.MouseLeft})
	if b.session.Place() != 0 {
		t.Errorf("a click on the start of the timeline went to beat %d", b.session.Place()+1)
	}
	for _, tab := range panel.Tabs() {
		if b := send(a, tea.MouseClickMsg{X: tab.From + 1, Y: l.tabs.y, Button: tea.MouseLeft}); b.InHand != tab.View {
			t.Errorf("a click on %s shows %s", tab.View, b.InHand)
		}
	}
	if b := send(a, tea.MouseWheelMsg{Button: tea.MouseWheelUp}); b.session.Place() != a.session.Place()-1 {
		t.Error("the wheel does not step back")
	}
	for x := range 120 { // every column of the bar leads somewhere, in order
		if place, ok := panel.ScrubPlace(a.session, x, 120); ok && place >= a.session.Beats() {
			t.Fatalf("column %d leads to beat %d of %d", x, place+1, a.session.Beats())
		}
	}
}

func TestSaveWritesASessionFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.session")
	a := press(t, start(t, "tea", 80, 24, Options{File: path}), "right", "right")
	_, cmd := a.Update(panel.KeyPress("s"))
	a = send(a, cmd())
	if !strings.Contains(a.Frame(), "eeporl replay") {
		t.Error(ansi.Strip(a.Frame()))
	}
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), "> forward 2 @1.3") {
		t.Errorf("%v\n%s", err, text)
	}
	a.path = filepath.Join(t.TempDir(), "own.txt")
	if err := os.WriteFile(a.path, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, cmd = a.Update(panel.KeyPress("s"))
	if a = send(a, cmd()); !strings.Contains(a.Frame(), "not saved: found a file that holds something else") {
		t.Errorf("a file of somebody's is not kept:\n%s", ansi.Strip(a.Frame()))
	}
	a.path = filepath.Join(t.TempDir(), "no", "such", "folder", "x")
	_, cmd = a.Update(panel.KeyPress("s"))
	if a = send(a, cmd()); !strings.Contains(a.Frame(), "not saved") {
		t.Error("a failure to save is not told")
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
