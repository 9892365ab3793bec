package tui

import (
	"strings"
	"testing"
)

// A session that was cut off is offered in a line, never in the way; it is not gone on
// with over steps that would be lost.
func TestACutOffSessionIsOffered(t *testing.T) {
	a := start(t, "tea", 80, 24, Options{CutOff: "tea, seed 5, 2 steps, 3 minutes ago"})
	if frame := a.Frame(); !strings.Contains(frame, ":recover goes on with it") {
		t.Errorf("no offer in\n%s", frame)
	}
	next, _, err := a.Do("recover")
	if err != nil || !next.leaving || ended(next, nil) != ErrRecover {
		t.Errorf("found %v, leaving %v, expected to leave for it", err, next.leaving)
	}
	stepped, _, _ := a.Do("forward")
	if next, _, err = stepped.Do("recover"); err == nil || next.leaving {
		t.Error("it was gone on with over a session that has steps")
	}
	if _, _, err := start(t, "tea", 80, 24, Options{}).Do("recover"); err == nil {
		t.Error("there was nothing to go on with")
	}
}
