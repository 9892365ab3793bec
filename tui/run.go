package tui

import (
	"context"
	"errors"
	"runtime"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/tui/terminal"
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
		m = present(m, o)
	}
	p := terminal.NewProgram(ctx, m, o.NoColor, o.SevenBit)
	if o.Room != nil {
		go o.Room.Watch(ctx, func(x any) { p.Send(x) })
	}
	return ended(p.Run())
}

// ErrRecover says that the user left to go on with the session that was cut off.
var ErrRecover = errors.New("left for the session that was cut off")

// ended says how an explorer's program ended: ErrRecover when the user left it for the session that was cut
// off, else as terminal.Ended.
func ended(last tea.Model, err error) error {
	if a, ok := explorer(last); ok && a.recover {
		return ErrRecover
	}
	return terminal.Ended(last, err)
}

// Left says whether the user wanted to leave.
func (a App) Left() bool { return a.leaving }

// RunPlay plays a script in the terminal until it or the user ends it. The error is as Run's.
func RunPlay(ctx context.Context, p Play, o Options) error { return run(ctx, NewPlayer(p, o), o) }
