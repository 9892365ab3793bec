//go:build unix

package tui

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"eeporl/model/walk"
)

// monkeyBound is how much memory the process may take, whatever is pressed: it is
// what README states.
const monkeyBound = 1500 // MiB

// monkeyModels are what the monkey opens: small, large, ill-posed, a call.
var monkeyModels = []string{"tea", "tea --estimator naive", "tiger", "two-step", "noisy-tiger", "diagnosis", "robot", "random:5,4,4,2,7", "tea --estimator polished --preset debug", "tea --horizon 200"}

// A monkey at a real terminal: for EEPORL_MONKEY (such as 30m) it presses keys,
// clicks, resizes, types commands, exports and signals. Every second or so the
// window is made too small, which must be said within a second; after leaving, the
// ptyTerminal is as it was. GOFLAGS=-race runs it with the race detector on.
func TestMonkeyInATerminal(t *testing.T) {
	text := os.Getenv("EEPORL_MONKEY")
	if text == "" {
		t.Skip("takes as long as EEPORL_MONKEY says, such as 30m")
	}
	length, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	path := program(t)
	t.Chdir(t.TempDir()) // where s saves
	seed := walk.Seed(t)
	m := &monkey{rng: rand.New(rand.NewPCG(seed, 9)), dir: t.TempDir(), late: time.Second}
	if strings.Contains(os.Getenv("GOFLAGS"), "-race") {
		m.late *= 10 // what the detector costs
	}
	for _, b := range bindings() {
		for _, k := range b.keys {
			if raw, ok := rawKey(k); ok && k != "q" && k != "ctrl+c" && k != "ctrl+z" {
				m.keys = append(m.keys, raw)
			}
		}
	}
	for began := time.Now(); time.Since(began) < length && !t.Failed(); {
		m.visit(t, path)
	}
	slices.Sort(m.answers)
	if n := len(m.answers); n > 0 {
		t.Logf("%d programs, %d events, %d answers: median %v, 99 of 100 within %v, slowest %v; at most %d MiB", m.programs, m.events, n, m.answers[n/2], m.answers[n*99/100], m.answers[n-1], m.memory)
	}
}

type monkey struct {
	rng              *rand.Rand
	keys             []string
	dir              string
	late             time.Duration
	programs, events int
	answers          []time.Duration
	memory           int // MiB at most
}

// rawKey is what a terminal sends for a key of the table.
func rawKey(key string) (string, bool) {
	switch key {
	case "right":
		return "\x1b[C", true
	case "left":
		return "\x1b[D", true
	case "up":
		return "\x1b[A", true
	case "down":
		return "\x1b[B", true
	case "home":
		return "\x1b[H", true
	case "end":
		return "\x1b[F", true
	case "pgup":
		return "\x1b[5~", true
	case "pgdown":
		return "\x1b[6~", true
	case "enter":
		return "\r", true
	case "tab":
		return "\t", true
	case "shift+tab":
		return "\x1b[Z", true
	case "space":
		return " ", true
	case "esc":
		return "\x1b", true
	case "backspace":
		return "\x7f", true
	}
	return key, len([]rune(key)) == 1
}

// visit opens the program, plays with it for some seconds and leaves it.
func (m *monkey) visit(t *testing.T, path string) {
	model := monkeyModels[m.rng.IntN(len(monkeyModels))]
	report := filepath.Join(m.dir, "race")
	w, h := 80+m.rng.IntN(150), 24+m.rng.IntN(50)
	x := open(t, w, h, []string{"GORACE=log_path=" + report}, path, append(strings.Fields(model), "--seed", strconv.Itoa(m.rng.IntN(1000)))...)
	m.programs++
	x.shows("eeporl")
	var trace []string
	end := time.Now().Add(time.Duration(2+m.rng.IntN(20)) * time.Second)
	for asked := time.Now(); time.Now().Before(end); {
		event := m.event(x)
		trace = append(trace, event)
		m.events++
		time.Sleep(time.Duration(m.rng.IntN(15)) * time.Millisecond)
		if time.Since(asked) > time.Second {
			m.answered(t, x, model, trace)
			asked = time.Now()
		}
		if t.Failed() {
			break
		}
	}
	m.memory = max(m.memory, peak(x.cmd.Process.Pid))
	if m.memory > monkeyBound {
		t.Errorf("%s: %d MiB, expected at most %d; it ends with %q", model, m.memory, monkeyBound, tail(trace))
	}
	signal := []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT}[m.rng.IntN(3)]
	began := time.Now()
	if m.rng.IntN(4) == 0 { // the terminal is closed
		x.theirs.Close()
		x.ours.Close()
		_ = x.cmd.Process.Signal(syscall.SIGCONT) // it draws, and the read ends that still holds the terminal open
		if code := x.ends(); code != 128+int(syscall.SIGHUP) || time.Since(began) > m.late+2*time.Second {
			t.Errorf("%s: a closed terminal ends it after %v with %d; it ends with %q", model, time.Since(began), code, tail(trace))
		}
		return
	}
	if err := x.cmd.Process.Signal(signal); err != nil {
		t.Errorf("%s: it ended by itself: %v; it ends with %q\n%s", model, err, tail(trace), x.text())
		return
	}
	code := x.ends()
	if took := time.Since(began); code != 128+int(signal) || took > m.late+time.Second {
		t.Errorf("%s: %v ends it after %v with %d; it ends with %q\n%s", model, signal, took, code, tail(trace), x.text())
	}
	x.asItWas()
	if text := x.text(); strings.Contains(text, "panic") || strings.Contains(text, "goroutine ") {
		t.Errorf("%s: it panics; it ends with %q\n%s", model, tail(trace), text)
	}
	reports, _ := filepath.Glob(report + ".*")
	for _, r := range reports {
		text, _ := os.ReadFile(r)
		os.Remove(r)
		for race := range bytes.SplitSeq(text, []byte("==================\n")) {
			if len(bytes.TrimSpace(race)) > 0 && !theirRace(race) {
				t.Errorf("%s: a race; it ends with %q\n%s", model, tail(trace), race)
			}
		}
	}
	x.theirs.Close()
	x.ours.Close()
}

// theirRace says whether a race is Bubble Tea's own: it closes its input half a second after it asked its reader to
// end, and after it took the terminal again it asks for the size beside the goroutine that waits for changes.
func theirRace(report []byte) bool {
	in := func(name string) bool { return bytes.Contains(report, []byte(name)) }
	return in("cancelreader.(*epollCancelReader).Close") || in("(*Program).checkResize")
}

func tail(trace []string) []string { return trace[max(len(trace)-40, 0):] }

// event is the next thing that happens, as it is told afterwards.
func (m *monkey) event(x *ptyTerminal) string {
	typed := func(s string) string { x.typed(s); return s }
	switch r := m.rng.IntN(1000); {
	case r < 700:
		return typed(m.keys[m.rng.IntN(len(m.keys))])
	case r < 760:
		return typed(strconv.Itoa(m.rng.IntN(1_000_000)))
	case r < 820:
		return typed(fmt.Sprintf("\x1b[<%d;%d;%dM", []int{0, 2, 35, 64, 65}[m.rng.IntN(5)], 1+m.rng.IntN(230), 1+m.rng.IntN(70)))
	case r < 860:
		w, h := 1+m.rng.IntN(300), 1+m.rng.IntN(100)
		x.size(w, h)
		return fmt.Sprintf("size %d %d", w, h)
	case r < 900:
		return typed("\x1b\x1b")
	case r < 960:
		return typed("\x1b:" + m.command() + "\r")
	case r < 970:
		form := []string{"svg", "png", "ans", "txt", "md", "html", "session", "cast"}[m.rng.IntN(8)]
		return typed(fmt.Sprintf("\x1b:export %s\r", filepath.Join(m.dir, strconv.Itoa(m.rng.IntN(20))+"."+form)))
	}
	switch process := x.cmd.Process; m.rng.IntN(4) {
	case 0: // stopped from outside, and on again
		_ = process.Signal(syscall.SIGSTOP)
		time.Sleep(time.Duration(m.rng.IntN(100)) * time.Millisecond)
		_ = process.Signal(syscall.SIGCONT)
		return "SIGSTOP, SIGCONT"
	case 1:
		_ = process.Signal(syscall.SIGTSTP) // no shell waits for it: it goes on
		return "SIGTSTP"
	case 2:
		return typed("\x1a")
	}
	_ = x.cmd.Process.Signal(syscall.SIGCONT)
	return typed("\r")
}

// command is a line that somebody may type.
func (m *monkey) command() string {
	lines := []string{
		"forward 1000000000000", "back 1000000000000", "leap 1e5", "leap 1e9", "estimate", "plan", "first", "last", "c=.2", "c=inf", "horizon 40", "horizon=900",
		"estimator em", "estimator=polished", "estimator=blocked", "until N > 1000", "until beat = 17", "until regret < .1 by estimates to 10^6", "beside 3", "alone",
		"watch N", "view theory", "view compare", "view plan", "model robot", "model tea", "model random:6,4,4,2,3", "reseed 99", "why P12[1,2]", "bookmark here", "save " + filepath.Join(m.dir, "m.session"), "zzz", "\x00\x01\u202e",
	}
	return lines[m.rng.IntN(len(lines))]
}

// answered makes the window too small, which the program says, and large again.
func (m *monkey) answered(t *testing.T, x *ptyTerminal, model string, trace []string) {
	w := 20 + m.rng.IntN(40)
	said := fmt.Sprintf("%d x 9", w)
	began := time.Now()
	x.size(w, 9)
	for !strings.Contains(x.text(), said) {
		if time.Since(began) > 20*m.late {
			t.Errorf("%s: no answer for %v; it ends with %q\n%s", model, 20*m.late, tail(trace), x.text())
			return
		}
		select {
		case err := <-x.ended:
			x.ended <- err
			t.Errorf("%s: it ended (%v); it ends with %q\n%s", model, err, tail(trace), x.text())
			return
		case <-time.After(2 * time.Millisecond):
		}
	}
	took := time.Since(began)
	if m.answers = append(m.answers, took); took > m.late/4 {
		t.Logf("%s: an answer after %v; before it %q", model, took, trace[max(len(trace)-8, 0):])
	}
	if took > m.late {
		t.Errorf("%s: an answer after %v, expected %v at most; it ends with %q", model, took, m.late, tail(trace))
	}
	x.size(80+m.rng.IntN(150), 24+m.rng.IntN(50))
}

// peak is the most memory that a process has held, in MiB; 0 where that cannot be told.
func peak(pid int) int {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, after, _ := bytes.Cut(status, []byte("VmHWM:"))
	fields := bytes.Fields(after)
	if len(fields) == 0 {
		return 0
	}
	kb, _ := strconv.Atoi(string(fields[0]))
	return kb / 1024
}
