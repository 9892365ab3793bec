package tui

import (
	"errors"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/charmbracelet/x/ansi"

	"eeporl/model"
	"eeporl/scenarios"
	"eeporl/tui/panel"
)

// worlds is what can be opened in tests: the scenarios.
func worlds() Openable {
	var all []panel.Choice
	for _, s := range scenarios.List() {
		all = append(all, panel.Choice{Group: "scenarios", Name: s.Name, Words: scenarios.StoryOf(s)})
	}
	return Openable{
		Worlds: all,
		Found:  func() []panel.Choice { return []panel.Choice{{Group: "models in this folder", Name: "mine.toml"}} },
		Load: func(name string) (model.Session, []string, error) {
			sc, err := scenarios.Load(name)
			if err != nil {
				return model.Session{}, nil, errors.New("found no " + name)
			}
			s, err := model.New(model.Config{Scenario: name, Story: scenarios.StoryOf(sc), Model: sc.Model, Seed: 1})
			return s, nil, err
		},
	}
}

// Another world is opened by key, by command, by its name alone and by a click on the header; the session that is
// left is kept as it was, and comes back with its steps.
func TestAnotherWorldIsAKeyAway(t *testing.T) {
	a := press(t, start(t, "tea", 80, 24, Options{Open: worlds()}), "4", "+")
	left := a.session.Place()
	a = press(t, a, "o", "t", "i", "g", "enter")
	if got := a.session.Config().Scenario; got != "tiger" || !strings.Contains(ansi.Strip(a.Frame()), "classic tiger") {
		t.Fatalf("opened %s:\n%s", got, ansi.Strip(a.Frame()))
	}
	if list := ansi.Strip(press(t, a, "o").Frame()); !strings.Contains(list, hereGroup) || !strings.Contains(list, "N = 10⁴") {
		t.Errorf("what was left is not listed:\n%s", list)
	}
	back := settled(t, press(t, a, "o", "enter"))
	if back.session.Config().Scenario != "tea" || back.session.Place() != left {
		t.Errorf("came back to %s at %d, expected tea at %d", back.session.Config().Scenario, back.session.Place(), left)
	}
	for _, line := range []string{"open robot", "load robot", "model robot", "robot"} {
		next, _, err := a.Do(line)
		if err != nil || next.session.Config().Scenario != "robot" {
			t.Errorf("%s: opened %s, %v", line, next.session.Config().Scenario, err)
		}
	}
	if next, _, err := a.Do("open nowhere"); err == nil || next.session.Config().Scenario != "tiger" {
		t.Errorf("a world that is not there: %v", err)
	}
	clicked, _ := a.Update(tea.MouseClickMsg{X: 9, Y: 0, Button: tea.MouseLeft})
	if clicked.(App).overlay != openOverlay {
		t.Error("a click on the header's name does not list what can be opened")
	}
	if next := press(t, a, "o", "m", "i", "n", "e", "enter"); !strings.Contains(next.note, "found no mine.toml") {
		t.Errorf("the note says %q", next.note)
	}
}
