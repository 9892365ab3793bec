package tui

import (
	"context"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"

	"eeporl/pomdp/pomdptest/tier"
	"eeporl/tui/class"
)

// flood types without an end, until its connection does.
type flood struct{ ctx context.Context }

func (f flood) Read(b []byte) (int, error) {
	if f.ctx.Err() != nil {
		return 0, io.EOF
	}
	return copy(b, strings.Repeat("\x1b[C\x1b[D?", 400)), nil
}

// A guest whose connection ends in the midst of what was typed leaves nobody waiting, nor does one who leaves.
func TestAGuestWhoIsGoneIsGone(t *testing.T) {
	tier.Long(t, "waits for what guests have begun")
	room := class.NewRoom()
	l := teach(t, 80, 24)
	began := runtime.NumGoroutine()
	for range 5 {
		ctx, cancel := context.WithCancel(t.Context())
		g := NewGuest(room.Sit("ana", ""), l.guest.app.session, Options{})
		p := GuestProgram(ctx, g, Elsewhere{In: flood{ctx}, Out: io.Discard, Environment: []string{"TERM=xterm"}, Profile: colorprofile.TrueColor, Width: 80, Height: 24,
			Lane: func(do func()) { time.Sleep(150 * time.Millisecond); do() }}) // who answers slowly
		time.AfterFunc(400*time.Millisecond, cancel)
		if _, err := p.Run(); err != nil {
			t.Error(err)
		}
	}
	for end := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > began+2; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("found %d goroutines, expected the %d that there were", runtime.NumGoroutine(), began)
		}
	}
}
