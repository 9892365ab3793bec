package tui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"eeporl/tui/panel"
)

func TestSpeakerShowsNotesClockAndCountdown(t *testing.T) {
	now := time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC)
	var s tea.Model = NewSpeaker(Options{}, func() time.Time { return now })
	tellSpeaker := func(msg tea.Msg) string {
		s, _ = s.Update(msg)
		return ansi.Strip(s.View().Content)
	}
	frame := tellSpeaker(tea.WindowSizeMsg{Width: 80, Height: 24})
	if !strings.Contains(frame, "No talk is being given") {
		t.Errorf("found\n%s", frame)
	}
	tellSpeaker(toldMsg(Notes{Title: "A talk", Mode: "playing", At: 3, Of: 9, Note: strings.Repeat("word ", 300), Next: "stop", Caption: "Here.", Elapsed: 65, Planned: 180}))
	now = now.Add(5 * time.Second)
	frame = tellSpeaker(clockMsg{})
	for _, want := range []string{"A talk", "step 3 of 9, playing", "next: stop", "on the screen: Here.", "15:04:10", "elapsed 1:10", "left 1:50"} {
		if !strings.Contains(frame, want) {
			t.Errorf("found no %q in\n%s", want, frame)
		}
	}
	now = now.Add(2 * time.Minute)
	if frame = tellSpeaker(clockMsg{}); !strings.Contains(frame, "over by 0:10") {
		t.Errorf("found\n%s", frame)
	}
	for _, size := range [][2]int{{1, 1}, {20, 3}, {200, 60}} {
		s, _ = s.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		if err := fits(s.View().Content, size[0], size[1]); err != nil {
			t.Error(err)
		}
	}
}

// The player tells each change once, and the present note with it.
func TestPlayerTellsTheSpeaker(t *testing.T) {
	var told []Notes
	p := player(t, short, "short", 80, 24)
	p.play.Tell = func(x Notes) { told = append(told, x) }
	for more := true; more && p.place.mode != panel.Awaiting; p, more = p.on(t) {
	}
	last := told[len(told)-1]
	if last.Note != "Say it." || last.Title != "Short" || last.Mode != "waiting" || last.Next != "> last" || last.Of != len(p.items()) {
		t.Errorf("found %+v", last)
	}
	for i := range told[1:] {
		if told[i] == told[i+1] {
			t.Errorf("told twice: %+v", told[i])
		}
	}
}
