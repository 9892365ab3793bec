package terminal

import (
	"strconv"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// tardy takes a second for a frame by a clock of its own, and counts messages and frames.
type tardy struct {
	clock    *time.Time
	frames   *int
	messages int
}

func (t tardy) Init() tea.Cmd                       { return nil }
func (t tardy) Update(tea.Msg) (tea.Model, tea.Cmd) { t.messages++; return t, nil }
func (t tardy) View() tea.View {
	*t.frames++
	*t.clock = t.clock.Add(time.Second)
	return tea.NewView(strconv.Itoa(t.messages))
}

// However fast messages come, drawing leaves them half of the time, and the last one is shown.
func TestPaced(t *testing.T) {
	clock, frames := time.Unix(0, 0), 0
	var m tea.Model = Pace(tardy{clock: &clock, frames: &frames}, func() time.Time { return clock })
	wakes := 0
	deliver := func(msg tea.Msg) string {
		next, cmd := m.Update(msg)
		m = next
		if cmd != nil {
			wakes++
		}
		return m.View().Content
	}
	if got := deliver(1); got != "1" || wakes != 0 {
		t.Errorf("found %q and %d wake-ups, expected the first message drawn at once", got, wakes)
	}
	for range 100 { // a second after the first frame the next may be drawn
		deliver(1)
		clock = clock.Add(5 * time.Millisecond)
	}
	if frames != 1 || wakes != 1 {
		t.Errorf("found %d frames and %d wake-ups half a second later, expected one of each", frames, wakes)
	}
	clock = clock.Add(500 * time.Millisecond)
	if next, cmd := m.Update(WakeUp{}); cmd != nil || next.View().Content != "101" {
		t.Errorf("found %q once it may be drawn, expected all 101 messages in it", next.View().Content)
	}
	clock = clock.Add(2 * time.Second)
	if got := deliver(1); got != "102" || frames != 3 {
		t.Errorf("found %q and %d frames after a rest, expected it drawn at once", got, frames)
	}
}
