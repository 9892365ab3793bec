//go:build unix

package tui

import (
	"errors"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"eeporl/tui/panel"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// ptyTerminal is a program in a real terminal, drawn by an emulator.
type ptyTerminal struct {
	t        testing.TB
	cmd      *exec.Cmd
	ours     *os.File // the terminal's side
	theirs   *os.File // the program's
	settings *term.State
	ended    chan error

	mu     sync.Mutex
	screen *vt.Emulator
	modes  map[ansi.Mode]bool
	bytes  int
}

// open runs a program in a terminal of its own.
func open(t testing.TB, w, h int, env []string, name string, args ...string) *ptyTerminal {
	t.Helper()
	ours, theirs, err := pty.Open()
	if err != nil {
		t.Skipf("no terminal here: %v", err)
	}
	x := &ptyTerminal{t: t, ours: ours, theirs: theirs, ended: make(chan error, 1), screen: vt.NewEmulator(w, h), modes: map[ansi.Mode]bool{}}
	x.screen.SetCallbacks(vt.Callbacks{
		EnableMode:  func(m ansi.Mode) { x.modes[m] = true },
		DisableMode: func(m ansi.Mode) { x.modes[m] = false },
	})
	x.size(w, h)
	if x.settings, err = term.GetState(theirs.Fd()); err != nil {
		t.Fatal(err)
	}
	x.cmd = exec.Command(name, args...)
	x.cmd.Env = append(os.Environ(), append([]string{"TERM=xterm-256color", "NO_COLOR=", "XDG_STATE_HOME=" + t.TempDir()}, env...)...)
	x.cmd.Stdin, x.cmd.Stdout, x.cmd.Stderr = theirs, theirs, theirs
	x.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := x.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go x.draw()
	go x.answer()
	go func() { x.ended <- x.cmd.Wait() }()
	t.Cleanup(func() {
		_ = x.cmd.Process.Kill()
		x.theirs.Close()
		x.ours.Close()
		x.mu.Lock() // bytes may still come in
		defer x.mu.Unlock()
		x.screen.Close()
	})
	return x
}

// draw hands the program's bytes to the emulator.
func (x *ptyTerminal) draw() {
	buffer := make([]byte, 1<<16)
	for {
		n, err := x.ours.Read(buffer)
		x.write(buffer[:n])
		if err != nil {
			return
		}
	}
}

// write draws some bytes. What was drawn for a window of another size can lie
// outside this one, where the emulator panics: no terminal does, so that the rest
// of those bytes is dropped.
func (x *ptyTerminal) write(b []byte) {
	x.mu.Lock()
	defer x.mu.Unlock()
	defer func() { _ = recover() }()
	x.bytes += len(b)
	_, _ = x.screen.Write(b)
}

// answer hands the emulator's replies to the program.
func (x *ptyTerminal) answer() {
	buffer := make([]byte, 4096)
	for {
		n, err := x.screen.Read(buffer)
		if err != nil {
			return
		}
		_, _ = x.ours.Write(buffer[:n])
	}
}

func (x *ptyTerminal) size(w, h int) {
	x.mu.Lock()
	x.screen.Resize(w, h)
	_, _ = x.screen.WriteString("\x1b7\x1b[r\x1b8") // a resized terminal scrolls as a whole
	x.mu.Unlock()
	if err := pty.Setsize(x.ours, &pty.Winsize{Rows: uint16(h), Cols: uint16(w)}); err != nil {
		x.t.Fatal(err)
	}
}

func (x *ptyTerminal) typed(text string) {
	x.t.Helper()
	if _, err := x.ours.WriteString(text); err != nil {
		x.t.Fatal(err)
	}
}

func (x *ptyTerminal) text() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return strings.ReplaceAll(x.screen.String(), string(panel.Firm), " ")
}

const late = 60 * time.Second

// shows waits until all words stand on the screen.
func (x *ptyTerminal) shows(words ...string) {
	x.t.Helper()
	has := func() bool {
		text := x.text()
		for _, w := range words {
			if !strings.Contains(text, w) {
				return false
			}
		}
		return true
	}
	for began := time.Now(); !has(); time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > late {
			x.t.Fatalf("%q does not appear:\n%s", words, x.text())
		}
	}
}

// ends waits for the program's end and returns its exit code.
func (x *ptyTerminal) ends() int {
	x.t.Helper()
	select {
	case err := <-x.ended:
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			x.t.Fatal(err)
		}
		return x.cmd.ProcessState.ExitCode()
	case <-time.After(late):
		x.t.Fatalf("it does not end:\n%s", x.text())
	}
	return -1
}

// asItWas says that the terminal is in the state in which it was found.
func (x *ptyTerminal) asItWas() {
	x.t.Helper()
	x.quiet()
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.screen.IsAltScreen() {
		x.t.Error("the alternate screen is still shown")
	}
	for mode, on := range x.modes {
		if on != (mode == ansi.ModeTextCursorEnable || mode == ansi.ModeAutoWrap) {
			x.t.Errorf("mode %v was left %v", mode, on)
		}
	}
	settings, err := term.GetState(x.theirs.Fd())
	if err != nil || !reflect.DeepEqual(settings, x.settings) {
		x.t.Errorf("the terminal's settings were left as %+v (%v), were %+v", settings, err, x.settings)
	}
}

// quiet waits until nothing more comes.
func (x *ptyTerminal) quiet() {
	last := -1
	for {
		x.mu.Lock()
		now := x.bytes
		x.mu.Unlock()
		if now == last {
			return
		}
		last = now
		time.Sleep(100 * time.Millisecond)
	}
}
