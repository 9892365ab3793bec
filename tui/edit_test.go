package tui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"eeporl/model/why"
)

// TestProbabilitiesAreChangedWhereTheyStand: what becomes of the row is seen
// while typing, Enter starts the branch, Esc leaves all as it was.
func TestProbabilitiesAreChangedWhereTheyStand(t *testing.T) {
	a := press(t, start(t, "tea", 120, 40, Options{}), "enter", "enter", "e", "end", "A")
	a = tell(t, a, "focus parameters.Z[a=1,s=1,z=1].truth")
	was := a.session.Config().Model.Z(0, 0, 0)
	a = press(t, a, "c", ".", "6")
	text := ansi.Strip(a.Frame())
	for _, want := range []string{"Z(offer-tea, wants-tea, smile) = .6", "was .8", "smile .800", "frown .200", "smile .600", "frown .400", "1A smile"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not seen:\n%s", want, text)
		}
	}
	if b := press(t, a, "esc"); b.session.Branches() != 1 || b.session.Config().Model.Z(0, 0, 0) != was {
		t.Error("Esc changes the model")
	}
	if b := press(t, a, "7"); !strings.Contains(ansi.Strip(b.Frame()), "smile .670") {
		t.Errorf("found\n%s", ansi.Strip(b.Frame()))
	}
	if b := press(t, a, "up", "up", "down"); b.edit.Line.Text() != "0.61" {
		t.Errorf("nudged to %q", b.edit.Line.Text())
	}
	if b := press(t, a, "x", "enter"); !b.edit.Open || !strings.Contains(ansi.Strip(b.Frame()), "expected a probability") {
		t.Errorf("a wrong probability is not refused:\n%s", ansi.Strip(b.Frame()))
	}
	b := press(t, a, "enter")
	if m := b.session.Config().Model; m.Z(0, 0, 0) != .6 || b.session.Branches() != 2 || b.edit.Open || !b.focus.On {
		t.Errorf("Z = %g on %d branches", m.Z(0, 0, 0), b.session.Branches())
	}
}

func TestEveryProbabilityCanBeEdited(t *testing.T) {
	for _, scenario := range []string{"tea", "noisy-tiger", "robot"} {
		a := start(t, scenario, 80, 24, Options{})
		n := a.session.Config().Model.Sizes()
		for _, kind := range []struct {
			kind why.Kind
			last int
		}{{why.Initial, 1}, {why.Transition, n.S}, {why.Observation, n.Z}, {why.Reward, n.R}} {
			for i := range n.A {
				for k := range kind.last {
					target := why.Target{Kind: kind.kind, I: i, J: n.S - 1, K: k}
					if kind.kind == why.Initial {
						target = why.Target{Kind: why.Initial, I: min(i, n.S-1)}
					}
					entry, ok := why.EditableOf(a.session, target)
					m, err := a.session.Trial(entry.Name + "=.25")
					if !ok || err != nil || entry.In(m)[entry.At] != .25 {
						t.Errorf("%s %v: %v %v", scenario, target, entry, err)
					}
				}
			}
		}
	}
}

func TestSettingsAreListedAndChanged(t *testing.T) {
	a := press(t, start(t, "tea", 80, 24, Options{}), "enter", "enter", "c")
	for _, want := range []string{"seed", "N ", "threshold", "discount", "rotations", "normalize"} {
		if !strings.Contains(a.Frame(), want) {
			t.Errorf("%s is not listed:\n%s", want, ansi.Strip(a.Frame()))
		}
	}
	n := press(t, a, "down", "down", "0")
	if !strings.Contains(ansi.Strip(n.Frame()), "expected a whole number of episodes") {
		t.Errorf("N = 0 is not refused while it is typed:\n%s", ansi.Strip(n.Frame()))
	}
	if n = press(t, n, "backspace", "1", "0", "^", "6", "enter"); n.session.Now().N != 1e6 || n.session.Branches() != 2 {
		t.Errorf("N = %g", n.session.Now().N)
	}
	b := press(t, a, "down", "-", "1")
	if !strings.Contains(ansi.Strip(b.Frame()), "expected a positive number") {
		t.Errorf("a wrong value is not refused while it is typed:\n%s", ansi.Strip(b.Frame()))
	}
	if b = press(t, b, "backspace", "backspace", ".", "2", "enter"); b.session.Config().C != .2 || b.overlay != noOverlay {
		t.Errorf("c = %g", b.session.Config().C)
	}
	if b = press(t, b, "u"); b.session.Config().C != .5 {
		t.Errorf("after undo c = %g", b.session.Config().C)
	}
	if b = tell(t, press(t, a, "esc"), "threshold=1/2", "estimate", "last"); b.session.Now().Estimate.Threshold() != .125 {
		t.Errorf("the threshold is %g", b.session.Now().Estimate.Threshold())
	}
}

// On the smallest screen every setting stands on one row, so that there is room
// under them for what is wrong with a value.
func TestEverySettingHasOneRow(t *testing.T) {
	a := press(t, start(t, "tea", 80, 24, Options{}), "enter", "enter", "c")
	for _, s := range a.session.Settings() {
		if frame := ansi.Strip(a.Frame()); !strings.Contains(frame, s.Does) {
			t.Errorf("%s does not stand on one row: %q\n%s", s.Name, s.Does, frame)
		}
		a = press(t, a, "down")
	}
}
