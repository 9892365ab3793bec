//go:build unix

package tui

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/scenarios"
	"eeporl/tui/script"
)

// built is the program, made once.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "eeporl")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "eeporl")
	out, err := exec.Command("go", "build", "-o", path, "eeporl").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, out)
	}
	return path, err
})

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // much is thrown away, and little of it kept: a quarter of the time would go to collecting
	code := m.Run()
	if os.Getenv(childFolder) == "" && os.Getenv(childPanics) == "" && wasBuilt {
		if path, err := built(); err == nil {
			os.RemoveAll(filepath.Dir(path))
		}
	}
	os.Exit(code)
}

var wasBuilt bool

func program(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the program and runs it in a terminal")
	}
	wasBuilt = true
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestInATerminal(t *testing.T) {
	x := open(t, 80, 24, nil, program(t), "tea", "--seed", "1")
	x.shows("eeporl tea", "1/21", "? help")
	x.typed("\x1b[C\x1b[C\x1b[C")
	x.shows("4/21")
	x.size(120, 40)
	x.shows("Moments", "Recovery", "4/21", "episode's states veiled")
	x.size(60, 10)
	x.shows("eeporl needs 80 x 24", "this is 60 x 10")
	x.size(80, 24)
	x.shows("4/21", "? help")
	x.typed("q")
	if code := x.ends(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	x.asItWas()
}

func TestSuspendAndResume(t *testing.T) {
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	path := program(t)
	x := open(t, 80, 24, []string{"PS1=$ "}, shell, "--norc", "--noprofile", "--noediting", "-i")
	x.shows("$")
	x.typed(path + " tea --seed 1\r")
	x.shows("1/21")
	x.typed("\x1b[C\x1b[C")
	x.shows("3/21")
	x.typed("\x1a")
	x.shows("Stopped", "$")
	x.asItWas()
	x.typed("fg\r")
	x.shows("eeporl tea", "3/21", "? help")
	x.typed("\x1b[C")
	x.shows("4/21")
	x.typed("q")
	x.shows("$")
	x.asItWas()
	x.typed("exit\r")
	x.ends()
}

func TestSignalsLeaveTheTerminalAsItWas(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT} {
		x := open(t, 80, 24, nil, program(t), "tea")
		x.shows("1/21")
		x.typed("\x1b[C")
		x.shows("2/21")
		if err := x.cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if code := x.ends(); code != 128+int(signal) {
			t.Errorf("%v: exit code %d", signal, code)
		}
		x.shows("interrupted")
		x.asItWas()
	}
}

// A program that the explorer asks ends with the explorer, however that ends, and Esc gives it up.
func TestForeignProgramsEnd(t *testing.T) {
	for name, end := range map[string]func(x *ptyTerminal){
		"leaving": func(x *ptyTerminal) { x.typed("q") },
		"signal":  func(x *ptyTerminal) { _ = x.cmd.Process.Signal(syscall.SIGTERM) },
		"Esc":     func(x *ptyTerminal) { x.typed("\x1b"); x.shows("given up"); x.typed("q") },
	} {
		file := filepath.Join(t.TempDir(), "pid")
		x := open(t, 80, 24, nil, program(t), "tea", "--estimator", "exec:sh -c 'echo $$ > "+file+"; sleep 300'")
		x.shows("1/21")
		x.typed(":leap 1e5\r:estimate\r")
		var pid int
		for began := time.Now(); pid == 0 && time.Since(began) < 20*time.Second; time.Sleep(5 * time.Millisecond) {
			text, _ := os.ReadFile(file)
			pid, _ = strconv.Atoi(strings.TrimSpace(string(text)))
		}
		if pid == 0 {
			t.Fatalf("%s: found no process of the program", name)
		}
		end(x)
		x.ends()
		for began := time.Now(); syscall.Kill(pid, 0) == nil; time.Sleep(5 * time.Millisecond) {
			if time.Since(began) > 5*time.Second {
				t.Errorf("%s: process %d outlives the explorer", name, pid)
				_ = syscall.Kill(-pid, syscall.SIGKILL)
				break
			}
		}
		x.asItWas()
	}
}

// The next start offers to go on where a killed one was.
func TestKilledInATerminal(t *testing.T) {
	state := "XDG_STATE_HOME=" + t.TempDir()
	x := open(t, 80, 24, []string{state}, program(t), "tea", "--seed", "1")
	x.shows("1/21")
	x.typed("\x1b[C\x1b[C\x1b[C\x1b[Cz")
	x.shows("5/21")
	if err := x.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	x.ends()
	x = open(t, 80, 24, []string{state}, program(t))
	x.shows(":recover goes on with it", "1/21")
	x.typed(":recover\r")
	x.shows("eeporl tea", "5/21")
	x.typed("q")
	if code := x.ends(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	x.asItWas()
	x = open(t, 80, 24, []string{state}, program(t), "recover")
	x.shows("No session was cut off.")
	x.ends()
}

// All scripts play to their end in a real terminal.
func TestScriptsInATerminal(t *testing.T) {
	path := program(t)
	for i, name := range script.Names() {
		for j, size := range [][2]int{{80, 24}, {120, 40}} {
			if (i+j)%2 == 1 && os.Getenv("EEPORL_SLOW") == "" {
				continue
			}
			x := open(t, size[0], size[1], nil, path, "play", name, "--speed", "1e6", "--quit")
			x.shows("Space")
			for ended := false; !ended; {
				select {
				case err := <-x.ended:
					if ended = true; err != nil {
						t.Errorf("%s at %v: %v\n%s", name, size, err, x.text())
					}
				case <-time.After(30 * time.Millisecond):
					x.typed(" ")
				}
			}
			x.asItWas()
		}
	}
}

const childPanics = "EEPORL_TEST_PANIC"

// panicking is an explorer that goes wrong when X is pressed.
type panicking struct{ tea.Model }

func (p panicking) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if press, ok := msg.(tea.KeyPressMsg); ok && press.String() == "X" {
		if os.Getenv(childPanics) == "update" {
			panic("in an update")
		}
		return p, func() tea.Msg { panic("in a command") }
	}
	next, cmd := p.Model.Update(msg)
	return panicking{next}, cmd
}

// TestPanickingChild is the process of TestPanicsLeaveTheTerminalAsItWas.
func TestPanickingChild(t *testing.T) {
	if os.Getenv(childPanics) == "" {
		t.Skip("no parent")
	}
	sc, err := scenarios.Load("tea")
	if err != nil {
		t.Fatal(err)
	}
	s, err := model.New(model.Config{Scenario: "tea", Model: sc.Model})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("ended:", run(context.Background(), panicking{NewApp(s, Options{})}, Options{}))
}

func TestPanicsLeaveTheTerminalAsItWas(t *testing.T) {
	if testing.Short() {
		t.Skip("runs in a terminal")
	}
	for _, where := range []string{"update", "command"} {
		x := open(t, 80, 24, []string{childPanics + "=" + where}, os.Args[0], "-test.run=^TestPanickingChild$")
		x.shows("1/21")
		x.typed("X")
		x.ends()
		x.asItWas()
		x.shows("panic")
	}
}
