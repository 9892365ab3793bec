package tui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"eeporl/model/glossary"
)

func TestGlossaryFindsAndLightsATerm(t *testing.T) {
	a := press(t, start(t, "tea", 120, 40, Options{}), "enter", "enter", "enter", "/", "g", "a", "p")
	if !a.glossaryList.Open || a.glossaryList.Matches()[0].Name != "gap" {
		t.Fatalf("the glossary finds %v", a.glossaryList.Matches())
	}
	a = press(t, a, "backspace", "backspace", "backspace", "s", "i", "g", "n", "e", "d", "down", "enter")
	if a.glossaryList.Open || len(a.lit) != 1 {
		t.Fatalf("Enter lights %v", a.lit)
	}
	if a = press(t, a, "right"); a.lit != nil {
		t.Error("the light stays on after the next key")
	}
}

// A term that no view shows yet is not said to be lit.
func TestATermThatIsNotThere(t *testing.T) {
	a := press(t, typed(t, press(t, start(t, "tea", 80, 24, Options{}), "P", "/"), "regret"), "enter")
	if frame := ansi.Strip(a.Frame()); !strings.Contains(frame, "regret does not stand on this screen: Plan shows it, once it is there") {
		t.Errorf("found\n%s", frame)
	}
}

func TestEveryTermCanBeDefinedAndPointedAt(t *testing.T) {
	a := press(t, start(t, "tea", 80, 24, Options{}), "enter", "enter", "enter")
	for _, term := range glossary.Terms() {
		b, _, err := a.Do("define " + term.Name)
		if err != nil {
			t.Errorf("%s: %v", term.Name, err)
			continue
		}
		if !strings.Contains(ansi.Strip(b.Frame()), term.Name) {
			t.Errorf("%s is not on the glossary's screen", term.Name)
		}
		for _, field := range []string{"met on", "paper"} {
			if frame := ansi.Strip(b.Frame()); !strings.Contains(frame, "   "+field+"   ") && (field != "paper" || term.Paper != "") {
				t.Errorf("%s: no room for %s:\n%s", term.Name, field, frame)
			}
		}
		if b = press(t, b, "enter"); b.glossaryList.Open || b.InHand.String() != term.View && len(glossary.On(b.lit, b.shown())) == 0 {
			t.Errorf("%s: Enter leads to %s", term.Name, b.InHand)
		}
	}
	if _, _, err := a.Do("define kettle"); err == nil {
		t.Error("kettle is defined")
	}
}

func TestGoldenGlossary(t *testing.T) {
	a := press(t, start(t, "tea", 80, 24, Options{}), "/", "w", "h", "i", "t")
	if err := fits(a.Frame(), 80, 24); err != nil {
		t.Error(err)
	}
	golden.RequireEqual(t, []byte(ansi.Strip(a.Frame())))
}
