package tui

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/charmbracelet/colorprofile"

	"eeporl/model"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panel"
	"eeporl/tui/panes/kit"
	"eeporl/tui/share"
)

// How a session is filmed. The times do not depend on when the user gave the intents.
const (
	mostFrames  = 2000                    // of intents: longer sessions leave some out
	mostBetween = 20                      // frames on the way of one intent that goes many beats
	onTheWay    = 6 * time.Second         // what these take together, as far as the next two limits allow
	quickest    = 120 * time.Millisecond  // of such a frame
	slowest     = 700 * time.Millisecond  // likewise
	toNotice    = 800 * time.Millisecond  // that a screen has changed
	toReadAWord = 230 * time.Millisecond  // about 260 words a minute
	patientest  = 5500 * time.Millisecond // for any screen
)

// film is a screen being recorded.
type film struct {
	App
	cast   *share.Cast
	canvas *canvas.Canvas
	kind   model.Kind
	phase  string
}

// writeCast records the session from its first beat to where it stands.
func (a App) writeCast(ctx context.Context, w io.Writer) error {
	first := a.Picture()
	first.Title = panel.Title(a.session)
	cast, err := share.NewCast(w, first)
	if err != nil {
		return err
	}
	bare := NewApp(a.session, Options{Unveiled: !a.Veiled, NoColor: a.Theme.Profile == colorprofile.ASCII, Theme: a.Look, ASCII: a.ASCII})
	bare.Width, bare.Height, bare.Zoom = a.Width, a.Height, a.Zoom
	f := &film{App: bare, cast: cast, canvas: first.Canvas, kind: model.Explore}
	steps := len(a.session.Steps())
	every, n := 1+steps/mostFrames, 0
	begun := false
	err = model.Retell(ctx, a.session, func(before model.Session, i model.Intent, after model.Session) error {
		if !begun {
			begun = true
			if err := f.show(before, model.Intent{}, f.reading(before)); err != nil {
				return err
			}
		}
		if n++; n%every != 0 && n < steps {
			return nil
		}
		if steps <= mostFrames/mostBetween {
			if err := f.way(before, i, after); err != nil {
				return err
			}
		}
		return f.show(after, i, f.reading(after))
	})
	if err == nil && !begun { // nothing was done yet
		err = f.show(a.session, model.Intent{}, f.reading(a.session))
	}
	if err != nil {
		return err
	}
	return cast.Close()
}

// way shows some of the beats between the ends of an intent that goes many.
func (f *film) way(before model.Session, i model.Intent, after model.Session) error {
	switch i.Verb {
	case model.Forward, model.Back, model.NextUnit, model.PreviousUnit:
	default:
		return nil
	}
	steps := min(int(min(i.N, 1e9))-1, mostBetween)
	last := before.Cursor()
	for k := 1; k <= steps; k++ {
		part := model.Intent{Verb: i.Verb, N: max(1, float64(int(i.N*float64(k)/float64(steps+1))))}
		on := model.Update(before, part)
		if c := on.Cursor(); c == last || c == after.Cursor() || on.Now().Pending {
			continue
		} else {
			last = c
		}
		if err := f.show(on, i, min(max(onTheWay/time.Duration(steps), quickest), slowest)); err != nil {
			return err
		}
	}
	return nil
}

// show films one screen, in the view that the explorer would turn to.
func (f *film) show(s model.Session, i model.Intent, hold time.Duration) error {
	f.session = s
	switch kind := s.Now().Kind; {
	case i.Verb == model.HoldTheory:
		f.App = f.App.show(kit.Theory)
	case i.Verb == model.CompareAll:
		f.App = f.App.show(kit.Compare)
	case kind != f.kind:
		f.App, f.kind = f.follow(kind), kind
	}
	if now := phase(s); now != f.phase {
		f.phase = now
		if err := f.cast.Mark(now); err != nil {
			return err
		}
	}
	f.canvas.Reset(f.Width, f.Height)
	f.draw(f.canvas.All())
	return f.cast.Show(f.canvas, &f.Theme.Palette, hold)
}

// reading is how long it takes to read what a beat says.
func (f *film) reading(s model.Session) time.Duration {
	sentence, _ := s.Account(f.Veiled)
	return min(toNotice+time.Duration(len(strings.Fields(sentence)))*toReadAWord, patientest)
}

// phase names the chapter of a recording that a session stands in.
func phase(s model.Session) string {
	name := ""
	switch n := s.Now(); n.Kind {
	case model.Explore:
		name = "phase 1"
	case model.Leap:
		name = "phase 1, N = " + figure.Count(n.N)
	case model.Estimate:
		name = "estimate"
	case model.Plan:
		name = "plan"
	case model.Exploit:
		name = "phase 2"
	}
	if s.Branches() > 1 {
		name += fmt.Sprintf(", branch %d", s.Branch())
	}
	return name
}
