package tui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"eeporl/model"
	"eeporl/tui/panel"
)

// foretell answers the open question by a key and waits for what comes of it.
func foretell(t testing.TB, a App, key string) App {
	t.Helper()
	next, cmd := a.Update(panel.KeyPress(key))
	if cmd == nil {
		t.Fatalf("%s chooses nothing:\n%s", key, ansi.Strip(a.Frame()))
	}
	return send(next.(App), cmd())
}

// beforeSymbol is a screen on which x₁ is about to be complete.
func beforeSymbol(t testing.TB, w, h int) App {
	return press(t, start(t, "tea", w, h, Options{}), "6", "right")
}

func TestPredictionIsAnsweredByTheSession(t *testing.T) {
	a := press(t, beforeSymbol(t, 80, 24), "Q")
	if !a.prediction.Open {
		t.Fatal("no question")
	}
	a = foretell(t, a, "1")
	right := a.prediction.Answer.Right
	if a.score.Made != 1 || a.score.Right != map[bool]int{true: 1}[right == 0] {
		t.Errorf("the score is %+v, the right choice %d", a.score, right)
	}
	if a = press(t, a, "enter"); a.prediction.Open || a.session.Now().Beat.Kind != model.BeatSymbol {
		t.Errorf("Enter does not go to the beat that shows it: %+v", a.session.Now().Beat)
	}
	if a = press(t, a, "Q"); a.prediction.Open || !strings.Contains(a.note, "nothing to predict") {
		t.Errorf("asked where nothing can be predicted; note %q", a.note)
	}
}

func TestPredictionCanBeLeft(t *testing.T) {
	a := press(t, beforeSymbol(t, 80, 24), "+", "Q", "tab", "down", "esc")
	if a.prediction.Open || a.score.Made != 0 {
		t.Errorf("still open, or counted: %+v", a.score)
	}
	a = press(t, a, "Q")
	late := a.prediction
	next, cmd := a.Update(panel.KeyPress("1"))
	a = press(t, next.(App), "esc", "Q")
	if a = send(a, cmd()); a.prediction.Answer != nil || a.score.Made != 0 || late.Said != -1 {
		t.Error("the answer to a question that was closed counts")
	}
}

func TestGoldenPredictions(t *testing.T) {
	for name, wh := range map[string][2]int{"80x24": {80, 24}, "120x40": {120, 40}} {
		t.Run(name, func(t *testing.T) {
			a := foretell(t, press(t, beforeSymbol(t, wh[0], wh[1]), "Q"), "2")
			if err := fits(a.Frame(), wh[0], wh[1]); err != nil {
				t.Error(err)
			}
			golden.RequireEqual(t, strings.Join(withoutTabs(a.Frame()), "\n"))
		})
	}
}
