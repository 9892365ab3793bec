package tui

import (
	"math/rand/v2"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"eeporl/model/walk"
	"eeporl/tui/panel"
	"eeporl/tui/recording"
)

// ledger keeps the commands that were done.
type ledger struct{ lines []string }

func (l *ledger) Record(d recording.Changes) error {
	for _, x := range d.Done {
		l.lines = append(l.lines, x.Command)
	}
	return nil
}

// Whatever keys and the mouse do, the commands reported do again: at every
// moment they lead to the same session and the same screen.
func TestEveryDeedIsReportedAsACommand(t *testing.T) {
	seed := walk.Seed(t)
	rng := rand.New(rand.NewPCG(seed, 5))
	keys := strings.Fields("right right right left left up down tab shift+tab E M R A P T C z m v f ? B esc g G b n N u t + e p x a enter enter 1 2 i")
	did := &ledger{}
	a := start(t, "tea", 120, 40, Options{Recorders: []recording.Recorder{did}})
	b := start(t, "tea", 120, 40, Options{})
	told := 0
	for i := range 400 {
		if rng.IntN(10) == 0 {
			a = settled(t, send(a, tea.MouseClickMsg{X: rng.IntN(120), Y: rng.IntN(40), Button: tea.MouseLeft}))
		} else {
			a = press(t, a, keys[rng.IntN(len(keys))])
		}
		b = tell(t, b, did.lines[told:]...)
		told = len(did.lines)
		x, y := a, b
		for _, app := range []*App{&x, &y} {
			app.note, app.typed, app.scroll, app.question, app.picker.Chosen = "", 0, panel.Scroll{}, panel.Question{}, 0
		}
		if frame := x.Frame(); frame != y.Frame() {
			t.Fatalf("step %d: after %s the screens differ:\n%s\n%s", i, strings.Join(did.lines[max(0, told-8):], "; "), frame, y.Frame())
		}
	}
}
