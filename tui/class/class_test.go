package class

import (
	"context"
	"errors"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// told are the stages that a guest is sent.
func told(t *testing.T, s *Seat) <-chan Stage {
	t.Helper()
	out := make(chan Stage, 100)
	go s.Follow(t.Context(), func(x any) { out <- x.(Stage) })
	<-out // the first is there at once
	return out
}

func question(id any, right int) *Question {
	return &Question{ID: id, Kind: "symbol", Ask: "which?", Choices: []string{"this", "that"}, Right: right}
}

// A guest has one answer to a question that is open, and none to another; who leaves and comes in again has answered.
func TestVotesCountOnce(t *testing.T) {
	r := NewRoom()
	var csv strings.Builder // has them as soon as the question is closed
	if err := r.Register(&csv, true); err != nil {
		t.Fatal(err)
	}
	ana, bob, cy := r.Sit("ana", ""), r.Sit("bob", ""), r.Sit("cy", "")
	if ana.Vote(1, 0) {
		t.Error("an answer was taken before the question")
	}
	r.Present("a beat", question(1, -1))
	for _, c := range []struct {
		seat           *Seat
		number, choice int
		want           bool
	}{{ana, 1, 0, true}, {ana, 1, 1, false}, {bob, 2, 0, false}, {bob, 1, 2, false}, {bob, 1, -1, false}, {bob, 1, 1, true}, {cy, 1, 1, true}} {
		if got := c.seat.Vote(c.number, c.choice); got != c.want {
			t.Errorf("%s answers %d to %d: found %v", c.seat.Name(), c.choice, c.number, got)
		}
	}
	cy.Leave()
	if r.Sit("cy", "").Vote(1, 0) {
		t.Error("who came in again answers again")
	}
	if one, two := r.Sit("dan", "a key"), r.Sit("dan", "a key"); !one.Vote(1, 1) || two.Vote(1, 0) {
		t.Error("one key answers twice")
	}
	if got := r.Stage().Tally.Counts; !slices.Equal(got, []int{1, 3}) {
		t.Errorf("found the answers %v, expected one and three", got)
	}
	r.Present("a beat", question(1, 1))
	if ana.Vote(1, 0) || r.Stage().Tally.Open {
		t.Error("the question is still open")
	}
	want := []Vote{{1, "symbol", "which?", "ana", 0, 1}, {1, "symbol", "which?", "bob", 1, 1}, {1, "symbol", "which?", "cy", 1, 1}, {1, "symbol", "which?", "dan", 1, 1}}
	if got := r.Votes(); !slices.Equal(got, want) {
		t.Errorf("found %v, expected %v", got, want)
	}
	if err := r.Registered(); err != nil || csv.String() != "question,kind,asked,answer,right,name\n1,symbol,which?,1,2,ana\n1,symbol,which?,2,2,bob\n1,symbol,which?,2,2,cy\n1,symbol,which?,2,2,dan\n" {
		t.Errorf("found %q (%v)", csv.String(), err)
	}
	r.Present("the next beat", nil)
	if tally := r.Stage().Tally; !slices.Equal(tally.Counts, []int{1, 3}) {
		t.Errorf("found %v after the question, expected the answers to stay", tally)
	}
	r.Present("another", question(2, -1))
	if tally := r.Stage().Tally; tally.Number != 2 || tally.Answered() != 0 {
		t.Errorf("found %+v, expected a second question without answers", tally)
	}
	r.Present("taken back", nil)
	if len(r.Votes()) != 4 {
		t.Error("answers to a question that was taken back are kept")
	}
	if got := Scores(r.Votes()); !slices.Equal(got, []Score{{"symbol", "which?", 1, 4, 3}}) {
		t.Errorf("found %v", got)
	}
}

// A guest who takes no stage keeps nobody waiting, and then sees the newest.
func TestNobodyWaitsForAGuest(t *testing.T) {
	r := NewRoom()
	slow, quick := r.Sit("slow", ""), r.Sit("quick", "")
	stuck, got := make(chan struct{}), make(chan Stage)
	go slow.Follow(t.Context(), func(x any) { <-stuck; got <- x.(Stage) })
	stages := told(t, quick)
	for i := range 1000 {
		r.Present(i, nil)
	}
	for s := range stages {
		if s.Shown == 999 {
			break
		}
	}
	close(stuck)
	for s := range got {
		if s.Shown == 999 {
			break
		}
	}
}

func TestHandAndRecall(t *testing.T) {
	r := NewRoom()
	ana := r.Sit("ana", "")
	stages := told(t, ana)
	if r.HandTo("nobody") || !r.HandTo("ana") {
		t.Error("the keyboard goes to whoever is not there, or not to whoever is")
	}
	if s := <-stages; s.Hand != "ana" {
		t.Errorf("found the keyboard with %q", s.Hand)
	}
	keys := make(chan Key, 1)
	go r.Watch(t.Context(), func(x any) {
		if k, ok := x.(Key); ok {
			keys <- k
		}
	})
	ana.Press("a")
	if k := <-keys; k != (Key{"ana", "a"}) {
		t.Errorf("found %v", k)
	}
	r.Recall()
	if s := <-stages; s.Recall != 1 {
		t.Errorf("found %d recalls", s.Recall)
	}
	ana.Leave()
	if r.Stage().Hand != "" {
		t.Error("whoever left has the keyboard")
	}
}

// Names can be shown, are short and nobody else's.
func FuzzNames(f *testing.F) {
	for _, s := range []string{"ana", "", "\x1b[31mroot", "名前名前名前名前名前名前", "\u0430na", "\u3164", "presenter", "ａｎａ", "a\u202eb", "=cmd()", strings.Repeat("x", 300), "\xff\xfe"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, wish string) {
		r := NewRoom()
		seen := map[string]bool{}
		for range 12 {
			name := r.Sit(wish, "").Name()
			if name == "" || seen[strings.ToLower(name)] || ansi.StringWidth(name) > longestName || strings.ContainsAny(name, "\x1b\n\r\t =,;\"'") {
				t.Fatalf("%q: found the name %q", wish, name)
			}
			seen[strings.ToLower(name)] = true
		}
	})
}

// Others are let in where that was said.
func TestDoors(t *testing.T) {
	for given, want := range map[string]string{"ana": "ana", "\u0430na": "na", "ａｎａ": "ana", "\u3164": "guest", "Анна": "Анна", "presenter": "presenter-2", "a\u1160b": "ab", "zoë": "zoë", "presenter.": "presenter.-2", "\u1d18resenter": "resenter", "\x1b[1mx": "1mx"} {
		if got := NewRoom().Sit(given, "").Name(); got != want {
			t.Errorf("%q: found the name %q, expected %q", given, got, want)
		}
	}
	for _, c := range []struct {
		listen string
		doors  Doors
		want   bool
	}{
		{"127.0.0.1:0", Doors{}, true}, {"[::1]:0", Doors{}, true}, {"localhost:0", Doors{}, true}, {"0.0.0.0:0", Doors{}, false},
		{":2222", Doors{}, false}, {"192.168.1.5:2222", Doors{}, false}, {"0.0.0.0:0", Doors{Code: "tea"}, true}, {":0", Doors{Open: true}, true}, {"here", Doors{Open: true}, false},
	} {
		if err := c.doors.check(c.listen); (err == nil) != c.want {
			t.Errorf("%s with %+v: found %v", c.listen, c.doors, err)
		}
	}
}

// A turn ends in its time, with its guest, and where memory runs out; and it says why.
func TestTurnsEnd(t *testing.T) {
	until := func(ctx context.Context) { <-ctx.Done() }
	late := NewTurns(1, 10*time.Millisecond, 1<<40)
	if err := late.Of(t.Context())(t.Context(), until); err == nil || err.Error() != "given up: a guest's work may take 10ms" {
		t.Errorf("found %v", err)
	}
	if err := NewTurns(1, time.Minute, 1).Of(t.Context())(t.Context(), until); !errors.Is(err, errMemory) {
		t.Errorf("found %v", err)
	}
	guest, leave := context.WithCancel(t.Context())
	turns := NewTurns(1, time.Minute, 1<<40)
	time.AfterFunc(5*time.Millisecond, leave)
	if err := turns.Of(guest)(t.Context(), until); err != nil {
		t.Errorf("found %v", err)
	}
	running, most := make(chan int, 20), 0
	done := make(chan error)
	for range 20 {
		go func() {
			done <- turns.Of(t.Context())(t.Context(), func(context.Context) { running <- 1; time.Sleep(time.Millisecond); <-running })
		}()
	}
	for range 20 {
		most = max(most, len(running))
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if most > 1 {
		t.Errorf("found %d turns at a time, expected 1", most)
	}
}

func TestQRIsWhole(t *testing.T) {
	rows := QR("ssh://192.168.1.5:2222", false)
	if len(rows) < 12 || QR("ssh://x", true) != nil || QR("", false) != nil {
		t.Fatalf("found %d rows", len(rows))
	}
	for i, row := range rows {
		if ansi.StringWidth(row) != ansi.StringWidth(rows[0]) {
			t.Errorf("row %d is not as wide as the first", i)
		}
	}
}

// One address does not keep others out: neither by waiting at the door, nor by knocking, nor by wrong codes.
func TestOneAddressKeepsNobodyOut(t *testing.T) {
	var from addresses
	rude, polite := &net.TCPAddr{IP: net.IPv4(10, 0, 0, 1)}, &net.TCPAddr{IP: net.IPv4(10, 0, 0, 2)}
	var in []func()
	for range 2 * arrivalsOfOneAtOnce {
		if entered, ok := from.arrives(rude); ok {
			in = append(in, entered)
		}
	}
	if len(in) != waitingOfOne {
		t.Errorf("found %d connections waiting, expected %d", len(in), waitingOfOne)
	}
	if _, ok := from.arrives(polite); !ok {
		t.Error("another address is kept out")
	}
	in[0]()
	in[0]()
	if _, ok := from.arrives(rude); !ok {
		t.Error("who came in still waits")
	}
	if _, ok := from.arrives(rude); ok {
		t.Error("one that came in has made room for two")
	}
	for from.tries(rude).Allow() {
	}
	if !from.tries(polite).Allow() {
		t.Error("wrong codes of one address take another's turn")
	}
	six := func(last byte) *net.TCPAddr {
		return &net.TCPAddr{IP: net.IP{0x20, 1, 0xd, 0xb8, 15: last}}
	}
	if from.tries(six(1)) != from.tries(six(2)) {
		t.Error("a network of IPv6 is many addresses")
	}
	for i := range mostAddresses + 10 {
		from.tries(&net.TCPAddr{IP: net.IPv4(11, 0, byte(i>>8), byte(i))})
	}
	if len(from.all) > mostAddresses {
		t.Errorf("%d addresses are kept", len(from.all))
	}
}
