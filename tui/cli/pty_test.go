//go:build unix

package cli

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"
)

// onPTY is the program at a terminal of its own.
type onPTY struct {
	t           *testing.T
	cmd         *exec.Cmd
	master, tty *os.File
	mu          sync.Mutex
	shown       bytes.Buffer
	ended       chan struct{}
}

// atPTY starts a command line at a terminal of that size; through says by which program, if not directly.
func atPTY(t *testing.T, line string, size pty.Winsize, env []string, through ...string) *onPTY {
	t.Helper()
	if testing.Short() {
		t.Skip("waits for a terminal")
	}
	master, tty, err := pty.Open()
	if err != nil {
		t.Skip(err)
	}
	if err := pty.Setsize(master, &size); err != nil {
		t.Fatal(err)
	}
	fd, err := syscall.Dup(int(master.Fd())) // a file that can be closed while it is read
	if err != nil {
		t.Fatal(err)
	}
	_ = master.Close()
	syscall.CloseOnExec(fd)
	_ = syscall.SetNonblock(fd, true)
	master = os.NewFile(uintptr(fd), "terminal")
	argv := append(through, os.Args[0])
	p := &onPTY{t: t, cmd: exec.Command(argv[0], argv[1:]...), master: master, tty: tty, ended: make(chan struct{})}
	p.cmd.Env = append(append(os.Environ(), "EEPORL_TEST_COMMAND="+line, "TERM=xterm-256color", "LC_ALL=C.UTF-8", "XDG_STATE_HOME="+t.TempDir()), env...)
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = tty, tty, tty
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		buffer := make([]byte, 1<<16)
		for {
			n, err := master.Read(buffer)
			p.mu.Lock()
			p.shown.Write(buffer[:n])
			p.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	go func() { _ = p.cmd.Wait(); close(p.ended) }()
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		_ = master.Close()
		_ = tty.Close()
	})
	return p
}

// text is what was shown since it was last asked.
func (p *onPTY) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.shown.String()
	p.shown.Reset()
	return s
}

// await waits until what is shown contains words, and returns it.
func (p *onPTY) await(words string) string {
	p.t.Helper()
	all := ""
	for range 200 {
		all += p.text()
		if strings.Contains(ansi.Strip(all), words) {
			return all
		}
		time.Sleep(25 * time.Millisecond)
	}
	p.t.Fatalf("found %q, expected %q", ansi.Strip(all), words)
	return ""
}

// raw says whether the terminal hands on keys as they are pressed.
func (p *onPTY) raw() bool {
	before, err := term.GetState(p.tty.Fd())
	if err != nil {
		p.t.Fatal(err)
	}
	return before.Lflag&syscall.ICANON == 0
}

// over waits for the end.
func (p *onPTY) over() {
	p.t.Helper()
	select {
	case <-p.ended:
	case <-time.After(5 * time.Second):
		p.t.Fatal("it goes on, expected its end")
	}
}

func usual() pty.Winsize { return pty.Winsize{Rows: 40, Cols: 120} }

// A terminal that does not know its size is taken for one of 80 × 24, or what LINES and COLUMNS say.
func TestTerminalOfUnknownSize(t *testing.T) {
	for _, env := range [][]string{{"LINES=", "COLUMNS="}, {"LINES=30", "COLUMNS=100"}} {
		p := atPTY(t, "explore tea", pty.Winsize{}, env)
		p.await("Episode")
	}
}

// Stopped from outside, its terminal used by others meanwhile, it draws itself anew and takes keys.
func TestStoppedFromOutside(t *testing.T) {
	p := atPTY(t, "explore tea", usual(), nil)
	p.await("Episode")
	if !p.raw() {
		t.Fatal("found a terminal in line mode")
	}
	_ = p.cmd.Process.Signal(syscall.SIGSTOP)
	time.Sleep(200 * time.Millisecond)
	state, err := term.GetState(p.tty.Fd())
	if err != nil {
		t.Fatal(err)
	}
	cooked := *state
	cooked.Lflag |= syscall.ICANON | syscall.ECHO
	if err := term.SetState(p.tty.Fd(), &cooked); err != nil {
		t.Fatal(err)
	}
	p.text()
	_ = p.cmd.Process.Signal(syscall.SIGCONT)
	p.await("Episode")
	for i := 0; !p.raw(); i++ {
		if time.Sleep(10 * time.Millisecond); i == 200 {
			t.Fatal("found a terminal in line mode after SIGCONT")
		}
	}
	// No shell could let this process group go on: it is not stopped.
	_ = p.cmd.Process.Signal(syscall.SIGTSTP)
	_, _ = p.master.Write([]byte("\x1b[C"))
	p.await("2/")
	_, _ = p.master.Write([]byte("q"))
	p.over()
}

// The signals that end in a trace restore the terminal first.
func TestTracesOnARestoredTerminal(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGQUIT, syscall.SIGABRT} {
		p := atPTY(t, "explore tea", usual(), nil)
		p.await("Episode")
		_ = p.cmd.Process.Signal(s)
		p.over()
		time.Sleep(50 * time.Millisecond)
		said := p.text()
		left, trace := strings.Index(said, ansi.ResetModeAltScreenSaveCursor), strings.Index(said, "goroutine ")
		if left < 0 || trace < left || p.raw() {
			t.Errorf("%v: found the first screen at %d and the trace at %d, expected it before; raw mode %v", s, left, trace, p.raw())
		}
	}
}

// A terminal that is gone ends it, though its parent keeps SIGHUP to itself.
func TestTerminalGoneWithoutASignal(t *testing.T) {
	p := atPTY(t, "explore tea", usual(), nil, "sh", "-c", `trap : HUP; "$@"; :`, "x")
	p.await("Episode")
	_ = p.tty.Close()
	_ = p.master.Close()
	p.over()
}

// What a terminal answers while one leaves does not reach the shell.
func TestLateAnswers(t *testing.T) {
	p := atPTY(t, "explore tea", usual(), nil)
	p.await("Episode")
	_, _ = p.master.Write([]byte("q"))
	time.Sleep(100 * time.Millisecond)
	_, _ = p.master.Write([]byte("\x1b]11;rgb:0000/0000/0000\x07\x1b[?62;c"))
	p.over()
	tty := int(p.tty.Fd())
	if err := syscall.SetNonblock(tty, true); err != nil {
		t.Fatal(err)
	}
	rest := make([]byte, 100)
	if n, _ := syscall.Read(tty, rest); n > 0 {
		t.Errorf("found %q left for the shell", rest[:n])
	}
}

// A locale that is not UTF-8 gets ASCII.
func TestLocaleOfOtherCharacters(t *testing.T) {
	p := atPTY(t, "explore tea", usual(), []string{"LC_ALL=POSIX"})
	shown := p.await("Episode")
	time.Sleep(200 * time.Millisecond)
	for _, r := range shown + p.text() {
		if r > '~' {
			t.Fatalf("found %q", r)
		}
	}
}

// Where sessions cannot be written ahead it is said at the start, and recover says so.
func TestNowhereToWrite(t *testing.T) {
	home := []string{"XDG_STATE_HOME=", "HOME="}
	p := atPTY(t, "explore tea", usual(), home)
	p.await("not written ahead")
	env := testEnv()
	env.State = ""
	if a := runIn(env, "", "recover"); a.code != exitAnswered || !strings.Contains(a.out, "no place to look") {
		t.Errorf("found %+v", a)
	}
}
