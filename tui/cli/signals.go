package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"eeporl/tui/terminal"
)

// interrupted is the cause of a context that a signal cancelled.
type interrupted struct{ signal syscall.Signal }

func (i interrupted) Error() string { return "interrupted" }

// code is the exit code that shells give a process that the signal ended.
func (i interrupted) code() int { return 128 + int(i.signal) }

// grace is how long a command may take to end by itself after the first signal, so that it can keep
// what is done. After that the process ends, whatever it is waiting for.
const grace = 800 * time.Millisecond

// onSignals returns a context that the first signal cancels. If the process has not ended after
// grace, or at a second signal, the terminal is restored and the process exits. The signals that end in a
// trace restore it first.
func onSignals() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGABRT)
	restore := remember(os.Stdin, os.Stdout)
	go func() {
		cause := interrupted{(<-signals).(syscall.Signal)}
		if cause.signal == syscall.SIGQUIT || cause.signal == syscall.SIGABRT {
			restore()
			signal.Reset(cause.signal)
			if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(cause.signal) == nil {
				time.Sleep(grace) // the trace is on its way
			}
		}
		cancel(cause)
		select {
		case <-signals:
		case <-time.After(grace):
		}
		restore()
		fmt.Fprintln(os.Stderr, cause)
		os.Exit(cause.code())
	}()
	return ctx
}

// whileThere opens a screen, and ends it as SIGHUP does when its terminal is gone: a parent may keep that signal
// to itself. (Work without a screen goes on without a terminal.)
func whileThere(ctx context.Context, open func(context.Context) error) error {
	const each = time.Second
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	left := make(chan struct{})
	defer close(left)
	go func() {
		ticker := time.NewTicker(each)
		defer ticker.Stop()
		for ended := false; !ended; {
			select {
			case <-left:
				return
			case <-ticker.C:
				_, err := term.GetState(os.Stdin.Fd())
				ended = err != nil
			}
		}
		gone := interrupted{syscall.SIGHUP}
		cancel(gone)
		select {
		case <-left:
		case <-time.After(grace):
			os.Exit(gone.code())
		}
	}()
	err := open(ctx)
	if cause := new(interrupted); errors.Is(err, context.Canceled) && errors.As(context.Cause(ctx), cause) {
		return *cause
	}
	return err
}

// remember returns what brings a terminal back to what it is now: its mode, the
// first screen, the cursor, keys as they were, and no reports of mouse, focus or pasting.
func remember(in, out *os.File) (restore func()) {
	state, err := term.GetState(in.Fd())
	if err != nil || !term.IsTerminal(out.Fd()) {
		return func() {}
	}
	return func() {
		io.WriteString(out, ansi.ResetStyle+ansi.ResetModeMouseButtonEvent+ansi.ResetModeMouseAnyEvent+ansi.ResetModeMouseExtSgr+
			ansi.ResetModeFocusEvent+ansi.ResetModeBracketedPaste+ansi.ResetModifyOtherKeys+ansi.PopKittyKeyboard(1)+ansi.ResetModeAltScreenSaveCursor+ansi.SetModeTextCursorEnable)
		_ = term.Restore(in.Fd(), state) // nothing is left to try
	}
}

// interruptible is a reader whose Read ends with the context, though the one
// under it may wait for ever.
type interruptible struct {
	ctx  context.Context
	from io.Reader
	got  chan chunk
	rest []byte
	err  error
}

type chunk struct {
	bytes []byte
	err   error
}

// newInterruptible starts to read when it is first read from.
func newInterruptible(ctx context.Context, from io.Reader) io.Reader {
	if from == nil || ctx.Done() == nil {
		return from
	}
	return &interruptible{ctx: ctx, from: from}
}

func (r *interruptible) Read(p []byte) (int, error) {
	if r.got == nil {
		r.got = make(chan chunk)
		go r.pump()
	}
	if len(r.rest) == 0 && r.err == nil {
		select {
		case <-r.ctx.Done():
			return 0, context.Cause(r.ctx)
		case next := <-r.got:
			r.rest, r.err = next.bytes, next.err
		}
	}
	if len(r.rest) == 0 {
		return 0, r.err
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// pump hands over one buffer at a time. It ends with the data or the context, but not while the
// reader below it waits: then only with the process.
func (r *interruptible) pump() {
	buffers := [2][]byte{make([]byte, 64<<10), make([]byte, 64<<10)}
	for i := 0; ; i++ {
		n, err := r.from.Read(buffers[i%2])
		select {
		case r.got <- chunk{buffers[i%2][:n], err}:
		case <-r.ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

// byInterrupt is the signal that ended the work, if one did.
func byInterrupt(ctx context.Context, err error) (interrupted, bool) {
	var cause interrupted
	if errors.As(err, &cause) {
		return cause, true
	}
	if errors.Is(err, terminal.ErrGone) {
		return interrupted{syscall.SIGHUP}, true
	}
	return cause, errors.Is(err, context.Canceled) && errors.As(context.Cause(ctx), &cause)
}
