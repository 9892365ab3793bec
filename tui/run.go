package tui

import (
	"context"
	"errors"
	"runtime"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"eeporl/model"
	"eeporl/pomdp/workers"
)

// Run shows a session in the terminal until the user leaves. The caller has
// made sure that both ends are terminals. The error is ErrRecover when the user
// left for the session that was cut off, and wraps context.Canceled when the
// program was ended from outside.
func Run(ctx context.Context, s model.Session, o Options) error {
	return run(ctx, NewApp(s, o), o)
}

func run(ctx context.Context, m tea.Model, o Options) error {
	ballast := make([]byte, 64<<20) // never touched, so it takes no memory: the heap is collected every 64 MB, not every 4
	defer runtime.KeepAlive(ballast)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if o.Room != nil {
		m = present(m, o.Room)
	}
	p := newProgram(ctx, m, o)
	if o.Room != nil {
		go o.Room.Watch(ctx, func(x any) { p.Send(x) })
	}
	return ended(p.Run())
}

// newProgram makes a program that ends when ctx does. Signals cancel ctx already, so Bubble Tea's
// own handler is left out: it would wait for ever for an event loop that has ended.
func newProgram(ctx context.Context, m tea.Model, o Options) *tea.Program {
	workers.Spare()
	g := &guard{now: time.Now}
	options := []tea.ProgramOption{tea.WithContext(g.until(ctx)), tea.WithoutSignalHandler()}
	if o.NoColor {
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	options = append(options, tea.WithFPS(framesASecond), tea.WithFilter(g.filter))
	paced := pace(m, g.now)
	paced.sevenBit = o.SevenBit
	g.program = tea.NewProgram(paced, options...)
	g.watch(ctx)
	return g.program
}

// ErrRecover says that the user left to go on with the session that was cut off.
var ErrRecover = errors.New("left for the session that was cut off")

// ErrGone says that the terminal is no longer there.
var ErrGone = errors.New("the terminal is gone")

// ended says how a program ended: nil or ErrRecover when the user left it, else context.Canceled
// or ErrGone, or Bubble Tea's error.
func ended(last tea.Model, err error) error {
	if p, ok := last.(paced); ok {
		last = p.Model
	}
	if a, ok := explorer(last); ok && a.recover {
		return ErrRecover
	}
	switch end, ok := last.(interface{ left() bool }); {
	case ok && end.left():
		return nil
	case errors.Is(err, syscall.EIO):
		return ErrGone
	case err == nil || errors.Is(err, tea.ErrInterrupted): // by a signal
		return context.Canceled
	}
	return err
}

// left says whether the user wanted to leave.
func (a App) left() bool { return a.leaving }

// RunPlay plays a script in the terminal until it or the user ends it. The error is as Run's.
func RunPlay(ctx context.Context, p Play, o Options) error { return run(ctx, NewPlayer(p, o), o) }

// framesASecond is the most that Bubble Tea grants: a press waits half as long for its frame to be
// sent as with the usual 60.
const framesASecond = 120
