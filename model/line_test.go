package model_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"eeporl/model"
)

// Session files of older versions have lines "#screen COMMAND", and steps may stand
// without their place, as one types them.
func TestOldAndTypedFilesOpen(t *testing.T) {
	text := "eeporl session 1\nscenario tea\nseed 1\n# a remark\n> forward 5 @1.6\n> c=.2\n> leap 1000\n#screen view plan\n: zoom on\n"
	s, err := model.Replay(context.Background(), strings.NewReader(text), "x.session", load)
	if err != nil || !slices.Equal(s.Screen, []string{"view plan", "zoom on"}) || s.Config().C != .2 || s.Branches() != 2 {
		t.Errorf("found %v, c = %g on %d branches (%v)", s.Screen, s.Config().C, s.Branches(), err)
	}
}

// A line that was read is written so that it reads the same again.
func FuzzReadLine(f *testing.F) {
	for _, line := range []string{"> forward 5 @1.6 waiting 2", ": view plan", "#screen zoom on", "seed 1", "caption  x y", "# x", "", ">", "> set \"c=.2\" @2.1"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		x, err := model.ReadLine(line)
		if err != nil {
			return
		}
		if again, err := model.ReadLine(x.String()); err != nil || again != x {
			t.Errorf("%q is %+v, written %q, read again %+v (%v)", line, x, x.String(), again, err)
		}
	})
}

// Older versions noted leaps of no episodes as steps; they still open.
func TestOldLeapsOfNothingOpen(t *testing.T) {
	text := "eeporl session 1\nscenario tea\nseed 1\n> forward 5 @1.6\n> leap 2.5 @1.6\n> forward 1 @1.7\n"
	if s, err := model.Replay(context.Background(), strings.NewReader(text), "x.session", load); err != nil || s.Place() != 6 {
		t.Errorf("found beat %d (%v)", s.Place()+1, err)
	}
}
