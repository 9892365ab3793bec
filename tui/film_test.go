package tui

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"
	"github.com/charmbracelet/x/vt"

	"eeporl/model"
	"eeporl/tui/panes/kit"
)

// event is a line of a recording.
type event struct {
	at         float64
	kind, data string
}

// recorded makes a recording and reads it: its header and its events.
func recorded(t *testing.T, a App) (text []byte, header map[string]any, events []event) {
	t.Helper()
	var b bytes.Buffer
	if err := a.Export(context.Background(), &b, ".cast"); err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n") {
		if i == 0 {
			if err := json.Unmarshal([]byte(line), &header); err != nil {
				t.Fatal(err)
			}
			continue
		}
		var raw []any
		if err := json.Unmarshal([]byte(line), &raw); err != nil || len(raw) != 3 {
			t.Fatalf("line %d: %s: %v", i+1, line, err)
		}
		events = append(events, event{raw[0].(float64), raw[1].(string), raw[2].(string)})
	}
	return b.Bytes(), header, events
}

// A recording is a valid asciicast whose time goes on, with a mark for each
// phase, and at its end a terminal shows what the explorer shows.
func TestRecording(t *testing.T) {
	a := press(t, start(t, "tea", 120, 40, Options{}), strings.Fields("right right right left enter enter e end p end x right right b")...)
	a = tell(t, a, "c=.2", "switch-branch")
	text, header, events := recorded(t, a)
	if header["version"] != 2. || header["width"] != 120. || header["height"] != 40. {
		t.Errorf("the header is %v", header)
	}
	screen := vt.NewEmulator(120, 40)
	at, marks := -1., []string{}
	for i, e := range events {
		if e.at < at || e.kind == "o" && i > 1 && e.at == at && events[i-1].kind == "o" {
			t.Errorf("event %d at %g after %g", i, e.at, at)
		}
		switch at = e.at; e.kind {
		case "m":
			marks = append(marks, e.data)
		case "o":
			_, _ = screen.WriteString(e.data)
		}
	}
	all := strings.Join(marks, "; ")
	for _, want := range []string{"phase 1;", "phase 1, N = 10⁵", "estimate", "plan", "phase 2", "branch 2"} {
		if !strings.Contains(all, want) {
			t.Errorf("no mark %q in %s", want, all)
		}
	}
	want := a.follow(a.session.Now().Kind).Picture().Canvas.Plain()
	if got := plainScreen(screen); got != trimmed(want) {
		t.Errorf("the terminal shows\n%s\nthe explorer\n%s", got, trimmed(want))
	}
	if again, _, _ := recorded(t, a); !bytes.Equal(again, text) {
		t.Error("two recordings of one session differ")
	}
}

func plainScreen(e *vt.Emulator) string { return trimmed(ansi.Strip(e.Render())) }

func trimmed(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r", ""), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// However far an intent goes, a recording shows it in a few frames.
func TestRecordingsAreShort(t *testing.T) {
	a := tell(t, start(t, "tea", 80, 24, Options{}), "forward 5000", "back 3000", "next-episode 40")
	text, _, events := recorded(t, a)
	if len(events) > 3*(mostBetween+2)+5 || len(text) > 400_000 {
		t.Errorf("%d events, %d bytes", len(events), len(text))
	}
	for i, e := range events[1:] {
		if pause := e.at - events[i].at; pause > patientest.Seconds()+1e-9 {
			t.Errorf("nothing happens for %g s", pause)
		}
	}
	for i := range 1000 {
		a = tell(t, a, fmt.Sprintf("go-to %d", 1+i%7))
	}
	if _, _, events = recorded(t, a); len(events) > mostFrames {
		t.Errorf("%d events of 1000 steps", len(events))
	}
	if _, _, events = recorded(t, start(t, "tea", 80, 24, Options{})); len(events) != 3 {
		t.Errorf("of a session in which nothing was done: %v", events)
	}
}

func TestGoldenRecording(t *testing.T) {
	a := tell(t, start(t, "tea", 80, 24, Options{NoColor: true}), "forward 2", "leap 1000")
	text, _, _ := recorded(t, a)
	golden.RequireEqual(t, text)
}

// A session told again comes to the same beats, whatever was done in it.
func TestRetold(t *testing.T) {
	for seed := range uint64(5) {
		w := newWanderer(t, seed)
		for range 60 {
			w.step()
		}
		steps, n := w.app.session.Steps(), 0
		err := model.Retell(context.Background(), w.app.session, func(before model.Session, i model.Intent, after model.Session) error {
			if i != steps[n].Intent {
				t.Errorf("step %d: %v, want %v", n, i, steps[n].Intent)
			}
			n++
			return nil
		})
		if err != nil || n != len(steps) {
			t.Errorf("seed %d: %d of %d steps: %v", seed, n, len(steps), err)
		}
	}
}

// The report says where the session stands and what was done, and opens.
func TestReport(t *testing.T) {
	a := press(t, start(t, "tea", 80, 24, Options{}), "enter", "enter", "e", "end", "p", "end").show(kit.Plan)
	var b bytes.Buffer
	if err := a.Export(context.Background(), &b, ".md"); err != nil {
		t.Fatal(err)
	}
	golden.RequireEqual(t, b.Bytes())
}
