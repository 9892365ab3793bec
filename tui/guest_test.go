package tui

import (
	"context"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"eeporl/tui/class"
	"eeporl/tui/panel"
)

// lecture is a class with a presenter at a scenario's beat and a guest beside.
type lecture struct {
	t         *testing.T
	room      *class.Room
	presenter presenter
	guest     Guest
}

func teach(t *testing.T, w, h int) *lecture {
	return lectured(t, start(t, "tea", 120, 40, Options{}), w, h)
}

// lectured is a class that a presenter's explorer is shown to.
func lectured(t *testing.T, a App, w, h int) *lecture {
	room := class.NewRoom()
	a.attending = panel.Class{Room: room, Bars: true}
	l := &lecture{t: t, room: room, presenter: present(a, Options{Room: room}).(presenter)}
	g := NewGuest(room.Sit("ana", ""), a.session, Options{})
	g.app = send(g.app, tea.WindowSizeMsg{Width: w, Height: h})
	l.guest = g
	l.see()
	return l
}

// see hands the guest the newest stage.
func (l *lecture) see() {
	next, _ := l.guest.Update(l.room.Stage())
	l.guest = next.(Guest)
}

// does presses keys at the presenter's, whose work is done on the spot, and shows them to the guest.
func (l *lecture) does(keys ...string) {
	l.t.Helper()
	for _, k := range keys {
		next, cmd := l.presenter.Update(panel.KeyPress(k))
		l.presenter = next.(presenter)
		l.answered(cmd)
		l.presenter = l.presenter.with(func(a App) App { return settled(l.t, a) })
		l.presenter.publish(true)
	}
	l.see()
}

// answered hands the presenter what came of a question.
func (l *lecture) answered(cmd tea.Cmd) {
	a, _ := explorer(l.presenter)
	if p := a.prediction; p.Open && p.Said >= 0 && p.Answer == nil {
		q := &p.Questions[p.At]
		answer, err := q.Answer(context.Background(), a.session)
		next, _ := l.presenter.Update(panel.Answered{Question: q, Answer: answer, Err: err})
		l.presenter = next.(presenter)
	}
}

func (l *lecture) guestDoes(keys ...string) {
	for _, k := range keys {
		next, _ := l.guest.Update(panel.KeyPress(k))
		l.guest = next.(Guest)
	}
}

// A guest beside the presenter sees, to the byte, what an explorer of that size shows at that beat.
func TestGuestsSeeAnExplorer(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		l := teach(t, size[0], size[1])
		own := start(t, "tea", size[0], size[1], Options{})
		l.guest.app.note = ""
		for _, keys := range [][]string{{"right"}, {"right", "right"}, {"enter"}, {"enter"}, {"e"}, {"end"}, {"v"}, {"M"}, {"z"}, {"p"}, {"x"}, {"f"}, {"esc"}, {"left"}, {"home"}} {
			l.does(keys...)
			own = press(t, own, keys...)
			if got, want := l.guest.app.Frame(), own.Frame(); got != want {
				t.Fatalf("%v after %v:\nfound\n%s\nexpected\n%s", size, keys, got, want)
			}
		}
	}
}

// A key that acts takes a guest to a copy from this beat, Ctrl+G comes back, and the presenter can call all.
func TestGuestsWanderAndComeBack(t *testing.T) {
	l := teach(t, 100, 30)
	l.does("right", "right")
	l.guestDoes("right")
	if l.guest.app.attending.Where != panel.Away || l.guest.app.session.Place() != 3 {
		t.Fatalf("found %v at %d, expected the guest a beat further on a copy", l.guest.app.attending.Where, l.guest.app.session.Place())
	}
	l.does("enter")
	if l.guest.app.session.Place() != 3 || !strings.Contains(l.guest.app.Frame(), "Ctrl+G, back to the presenter") {
		t.Error("the presenter moves a guest who is away")
	}
	if s := l.room.Status(); s.Following() != 0 || s.Wandering() != 1 {
		t.Errorf("found %+v", s)
	}
	l.guestDoes("ctrl+g")
	here, _ := explorer(l.presenter)
	if !l.guest.app.session.Follows(here.session) || l.guest.app.session.Place() != here.session.Place() {
		t.Error("Ctrl+G does not come back")
	}
	l.guestDoes("?")
	if l.guest.app.attending.Where != panel.Looking {
		t.Error("help is no way of one's own")
	}
	l.does("right")
	if l.guest.app.overlay != helpOverlay || l.guest.app.session.Place() != here.session.Place()+1 {
		t.Error("a guest who reads the help loses it, or the presenter's beat")
	}
	l.guestDoes("esc", "left")
	l.room.Recall()
	l.see()
	if l.guest.app.attending.Where != panel.Beside {
		t.Error("whoever is called back stays away")
	}
}

// The class is asked: a digit answers once, and all see how it was answered once it is closed.
func TestClassIsAsked(t *testing.T) {
	l := teach(t, 100, 30)
	l.does("right", "right", "right", "right", "right", "right", "right")
	for range 40 {
		if a, _ := explorer(l.presenter); noPrediction(a) == "" {
			break
		}
		l.does("right")
	}
	l.does("Q")
	if !l.guest.app.prediction.Open {
		t.Fatal("the guest is not asked")
	}
	l.guestDoes("x", "9", "1", "2")
	if l.guest.app.attending.Where != panel.Beside || l.guest.app.prediction.Said != 0 {
		t.Errorf("found the answer %d, expected the first", l.guest.app.prediction.Said)
	}
	if strings.Contains(l.guest.app.Frame(), "▇") {
		t.Error("the guest sees the answers of others before the question is closed")
	}
	l.does("1")
	frame := l.guest.app.Frame()
	if tally := l.room.Stage().Tally; tally.Open || tally.Answered() != 1 || !strings.Contains(frame, "(so it is)") || !strings.Contains(frame, "▇") {
		t.Errorf("found %+v and\n%s", tally, frame)
	}
	if l.guest.app.score.Made != 1 {
		t.Errorf("found %d answers in the score", l.guest.app.score.Made)
	}
	l.does("enter")
	if l.guest.app.prediction.Open {
		t.Error("the question stays open at the guest's")
	}
}

// Neither a guest nor whoever has the presenter's keyboard reads or writes a file, or ends the class.
func TestGuestsTouchNoFile(t *testing.T) {
	t.Chdir(t.TempDir())
	l := teach(t, 100, 30)
	for _, keys := range [][]string{{"s"}, {"S"}, {"o"}} {
		l.guestDoes(keys...)
		if !strings.Contains(l.guest.app.note, ErrGuest.Error()) {
			t.Errorf("%v: found %q", keys, l.guest.app.note)
		}
	}
	for _, line := range []string{"open /etc/passwd", "export x.svg", "save x.session", "class back", "class hand ana", "recover"} {
		if _, _, err := l.guest.app.Do(line); err == nil {
			t.Errorf("%s: it is done", line)
		}
	}
	l.room.HandTo("ana")
	hand := func(k string) { l.key(class.Key{Name: "ana", Message: panel.KeyPress(k)}) }
	for _, k := range []string{"q", "ctrl+c", "ctrl+z", "s", "S", "o"} {
		hand(k)
		if a, _ := explorer(l.presenter); a.leaving || a.overlay == openOverlay {
			t.Fatalf("%s from a guest ends or opens something", k)
		}
	}
	hand("right")
	if a, _ := explorer(l.presenter); a.session.Place() != 1 {
		t.Error("whoever has the keyboard moves nothing")
	}
	// What a guest begins there waits for its turn, as all that guests do; what the presenter begins does not.
	turns := 0
	l.presenter.turn = func(ctx context.Context, do func(context.Context)) error { turns++; do(ctx); return nil }
	begins := func() {
		a, _ := explorer(l.presenter)
		_ = a.work.turn.do(context.Background(), func(context.Context) {})
	}
	hand("left")
	begins()
	l.does("right")
	begins()
	if turns != 1 {
		t.Errorf("found %d turns, expected one", turns)
	}
	before, _ := explorer(l.presenter)
	for _, line := range []string{"leave", "suspend", "recover", "class take", "open tiger", "export x.svg"} {
		hand(":")
		for _, r := range line {
			hand(string(r))
		}
		hand("down")
		hand("enter")
		hand("esc")
		if a, _ := explorer(l.presenter); a.leaving || !a.session.Follows(before.session) {
			t.Fatalf("%s: a guest ends or changes the presenter's session", line)
		}
	}
	hand("?")
	for range 50 {
		hand("x")
	}
	for _, k := range []string{"q", "ctrl+z", "esc", "y"} {
		hand(k)
	}
	if a, _ := explorer(l.presenter); a.leaving {
		t.Fatal("a guest ends the presenter's explorer")
	}
	hand(":")
	hand("x")
	l.does("enter")
	if a, _ := explorer(l.presenter); a.palette.Open {
		t.Error("the presenter ends a line that a guest began")
	}
	if found := unused("tea.session"); found != "tea.session" {
		t.Error("a file was written")
	}
}

// What a guest types who does not stop does not keep the presenter from taking the keyboard back.
func TestKeyboardIsTakenBack(t *testing.T) {
	l := teach(t, 100, 30)
	l.room.HandTo("ana")
	for _, k := range []string{":", "c", "l", "a", "s", "s", " ", "t", "a", "k", "e", "enter"} {
		l.key(class.Key{Name: "ana", Message: panel.KeyPress("right")})
		next, _ := l.presenter.Update(panel.KeyPress(k))
		l.presenter = next.(presenter)
	}
	if l.room.Stage().Hand != "" {
		t.Error("the guest keeps the keyboard")
	}
}

// Who leaves with the keyboard is named, as it is the presenter's again.
func TestKeyboardOfOneWhoLeft(t *testing.T) {
	l := teach(t, 100, 30)
	hears := func(s class.Status) string {
		next, _ := l.presenter.Update(s)
		l.presenter = next.(presenter)
		a, _ := explorer(l.presenter)
		return a.note
	}
	ana := []class.Guest{{Name: "ana"}}
	if said := hears(class.Status{Guests: ana, Hand: "ana"}); strings.Contains(said, "left") {
		t.Errorf("found %q, expected that she has the keyboard", said)
	}
	if said := hears(class.Status{}); said != "ana has left; the keyboard is yours" {
		t.Errorf("found %q", said)
	}
}

func (l *lecture) key(k class.Key) {
	next, _ := l.presenter.Update(k)
	l.presenter = next.(presenter)
}

// Whatever a guest types, the guest's explorer draws a frame of its size and the class goes on.
func FuzzGuest(f *testing.F) {
	f.Add("→→e:leap 1e5\r?Q1", uint8(80), uint8(24))
	f.Add(":model /etc/passwd\r:export /tmp/x.svg\r:c=inf\r", uint8(100), uint8(30))
	began := start(f, "tea", 120, 40, Options{})
	f.Fuzz(func(t *testing.T, typed string, w, h uint8) {
		if len(typed) > 60 {
			return
		}
		l := lectured(t, began, int(w), int(h))
		for i, r := range []rune(typed) {
			key := tea.KeyPressMsg{Code: r, Text: string(r)}
			switch r {
			case '\r':
				key = tea.KeyPressMsg{Code: tea.KeyEnter}
			case '→':
				key = tea.KeyPressMsg{Code: tea.KeyRight}
			case '\x1b':
				key = tea.KeyPressMsg{Code: tea.KeyEscape}
			}
			next, _ := l.guest.Update(key)
			l.guest = next.(Guest)
			if err := fits(l.guest.app.Frame(), int(w), int(h)); err != nil {
				t.Fatal(err)
			}
			if i%8 == 7 {
				l.does("right")
			}
		}
	})
}
