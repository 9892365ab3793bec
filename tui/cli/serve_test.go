//go:build unix

package cli

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
	"golang.org/x/crypto/ssh"
)

// served is a class with a presenter at a terminal of their own.
type served struct {
	*onPTY
	port, state string
	screen      *vt.Emulator
}

var joins = regexp.MustCompile(`ssh -p (\d+)`)

// servedClass begins a class; the box with how guests come in is open at the presenter's.
func servedClass(t *testing.T, line string) *served {
	t.Helper()
	state := t.TempDir()
	p := atPTY(t, "serve "+line+" --listen 127.0.0.1:0", usual(), []string{"XDG_STATE_HOME=" + state, "HOME=" + state})
	text := p.await("0 here")
	found := joins.FindStringSubmatch(ansi.Strip(text))
	if found == nil {
		t.Fatalf("no port in %q", ansi.Strip(text))
	}
	s := &served{p, found[1], state, drawnBy(120, 40)}
	_, _ = s.screen.WriteString(text)
	return s
}

// drawnBy is a terminal's screen. What it answers goes nowhere.
func drawnBy(w, h int) *vt.Emulator {
	e := vt.NewEmulator(w, h)
	go func() { _, _ = io.Copy(io.Discard, e) }()
	return e
}

// sees waits until the presenter's screen has words.
func (s *served) sees(words string) {
	s.t.Helper()
	for range 200 {
		if _, _ = s.screen.WriteString(s.text()); strings.Contains(ansi.Strip(s.screen.Render()), words) {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	s.t.Fatalf("found\n%s\nexpected %q", ansi.Strip(s.screen.Render()), words)
}

func (s *served) keys(keys string) { _, _ = s.master.WriteString(keys) }

// guestOf is a guest's terminal over a real connection.
type guestOf struct {
	t       testing.TB
	client  *ssh.Client
	session *ssh.Session
	in      io.Writer
	mu      sync.Mutex
	seen    bytes.Buffer
	bytes   int64
	last    time.Time // when something came
	first   time.Time // when the first of it came since watched
	ended   chan struct{}
}

func (s *served) dial(t testing.TB, name string, auth ...ssh.AuthMethod) (*ssh.Client, error) {
	return ssh.Dial("tcp", "127.0.0.1:"+s.port, &ssh.ClientConfig{User: name, Auth: auth, HostKeyCallback: ssh.InsecureIgnoreHostKey(), Timeout: 10 * time.Second})
}

// joins lets a guest in at a terminal of a size.
func (s *served) joins(t testing.TB, name string, w, h int, auth ...ssh.AuthMethod) *guestOf {
	t.Helper()
	return s.asks(t, name, "", w, h, auth...)
}

// asks lets somebody in who gives a command, "" for none.
func (s *served) asks(t testing.TB, name, command string, w, h int, auth ...ssh.AuthMethod) *guestOf {
	t.Helper()
	client, err := s.dial(t, name, auth...)
	if err != nil {
		t.Fatal(err)
	}
	g := &guestOf{t: t, client: client, ended: make(chan struct{})}
	t.Cleanup(func() { _ = client.Close() })
	if g.session, err = client.NewSession(); err != nil {
		t.Fatal(err)
	}
	if err := g.session.RequestPty("xterm-256color", h, w, ssh.TerminalModes{}); err != nil {
		t.Fatal(err)
	}
	g.in, _ = g.session.StdinPipe()
	g.session.Stdout = g
	begin := g.session.Shell
	if command != "" {
		begin = func() error { return g.session.Start(command) }
	}
	if err := begin(); err != nil {
		t.Fatal(err)
	}
	go func() { _ = g.session.Wait(); close(g.ended) }()
	return g
}

func (g *guestOf) Write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.last = time.Now()
	if g.first.IsZero() {
		g.first = g.last
	}
	if g.seen.Len() > 1<<18 {
		g.seen.Reset()
	}
	g.bytes += int64(len(p))
	return g.seen.Write(p)
}

// tail is the end of what has come.
func (g *guestOf) tail() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	text := g.seen.String()
	return text[max(len(text)-300, 0):]
}

func (g *guestOf) types(keys string) { _, _ = io.WriteString(g.in, keys) }

// sees waits until words have come.
func (g *guestOf) sees(words string) {
	g.t.Helper()
	text := ""
	for range 200 {
		g.mu.Lock()
		text = ansi.Strip(g.seen.String())
		g.mu.Unlock()
		if strings.Contains(text, words) {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	g.t.Fatalf("found %q, expected %q", text, words)
}

// A class over real connections: guests follow, answer, wander, come back and leave; the presenter's end
// tells how the class answered.
func TestServe(t *testing.T) {
	s := servedClass(t, "tea --votes votes.csv --names")
	ana, bob := s.joins(t, "ana", 80, 24), s.joins(t, "ana", 100, 30)
	ana.sees("wants-tea")
	bob.sees("wants-tea")
	s.sees("ana-2")
	s.keys("\x1b")
	time.Sleep(150 * time.Millisecond)
	for range 12 {
		s.keys("Q")
		time.Sleep(100 * time.Millisecond)
		_, _ = s.screen.WriteString(s.text())
		if strings.Contains(ansi.Strip(s.screen.Render()), "What do you expect") {
			break
		}
		s.keys("\x1b[C")
		time.Sleep(50 * time.Millisecond)
	}
	ana.sees("What do you expect")
	ana.types("1")
	bob.types("2")
	s.sees("2 of 2 answered")
	s.keys("1")
	ana.sees("(so it is)")
	s.keys("\r")
	time.Sleep(100 * time.Millisecond)
	ana.types("\x1b[D")
	ana.sees("a copy of your own")
	s.sees("1 on their own")
	ana.types("\x07")
	s.sees("class: 2 follow")
	bob.types("q")
	select {
	case <-bob.ended:
	case <-time.After(5 * time.Second):
		t.Error("q does not leave")
	}
	s.sees("class: 1 follow")
	key, err := os.Stat(filepath.Join(s.state, "eeporl", "host_ed25519"))
	if err != nil || key.Mode().Perm() != 0o600 {
		t.Errorf("the host's key: %v, %v", key, err)
	}
	s.keys("q")
	s.sees("ends the class for 1 guests")
	s.keys("q")
	s.await("Asked once, ")
	ana.sees("The class is over.")
	if tail := ana.tail(); !strings.Contains(tail, "\x1b[?1049l") || !strings.Contains(tail, "\x1b[?25h") {
		t.Errorf("the guest's terminal is not given back: %q", tail)
	}
	s.over()
	votes := fileText(t, "votes.csv")
	os.Remove("votes.csv")
	if !strings.HasPrefix(votes, "question,kind,asked,answer,right,name\n1,") || strings.Count(votes, "\n") != 3 {
		t.Errorf("found %q", votes)
	}
}

// Nothing but a terminal is to be had: no command, no subsystem, no forwarding, no agent, no second session.
func TestServeGivesNothingElse(t *testing.T) {
	s := servedClass(t, "tea")
	client, err := s.dial(t, "eve")
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if _, err := client.Dial("tcp", "127.0.0.1:22"); err == nil {
		t.Error("a way on is opened")
	}
	if l, err := client.Listen("tcp", "127.0.0.1:0"); err == nil {
		l.Close()
		t.Error("a way back is opened")
	}
	run := func(each func(*ssh.Session) error) (string, error) {
		client, err := s.dial(t, "eve")
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		session, err := client.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		var said bytes.Buffer
		session.Stderr = &said
		err = each(session)
		return said.String(), err
	}
	for _, command := range []string{"ls", "scp -t /tmp/x", "sh -c id", "plain; ls", "notes"} {
		if said, err := run(func(x *ssh.Session) error { return x.Run(command) }); err == nil || !strings.Contains(said, "this server runs none") || strings.Count(said, "\n") != 1 {
			t.Errorf("%s: found %q (%v)", command, said, err)
		}
	}
	if said, err := run(func(x *ssh.Session) error { return x.Run("") }); err == nil || !strings.Contains(said, "expected one (ssh -t)") {
		t.Errorf("without a terminal: found %q (%v)", said, err)
	}
	for _, request := range []string{"subsystem", "auth-agent-req@openssh.com", "x11-req", "signal", "break", "nonsense"} {
		if _, err := run(func(x *ssh.Session) error {
			if ok, err := x.SendRequest(request, true, ssh.Marshal(struct{ Name string }{"sftp"})); err != nil || ok {
				return fmt.Errorf("granted %v, %v", ok, err)
			}
			return nil
		}); err != nil {
			t.Errorf("%s: %v", request, err)
		}
	}
	if _, err := client.NewSession(); err != nil {
		t.Fatal(err)
	}
	if _, err := client.NewSession(); err == nil {
		t.Error("a second session is opened")
	}
	if _, err := run(func(x *ssh.Session) error {
		for i := range 100 {
			_ = x.Setenv(fmt.Sprintf("LC_%d", i), strings.Repeat("x", 100))
		}
		return x.Setenv("LD_PRELOAD", "x")
	}); err == nil {
		t.Error("any variable is taken")
	}
}

// A guest who closes the channel alone is gone, and so is one whose window changes before there is a shell.
func TestServeForgetsWhoLeaves(t *testing.T) {
	s := servedClass(t, "tea")
	ana := s.joins(t, "ana", 80, 24)
	s.sees("1 here")
	_ = ana.session.Close()
	s.sees("0 here")
	client, err := s.dial(t, "eve")
	if err != nil {
		t.Fatal(err)
	}
	session, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	_ = session.RequestPty("xterm", 24, 80, ssh.TerminalModes{})
	for range 50 {
		_ = session.WindowChange(30, 90)
	}
	if _, _, err := client.SendRequest("keepalive@openssh.com", true, nil); err != nil {
		t.Errorf("the connection is stuck: %v", err)
	}
	if err := session.Shell(); err != nil {
		t.Error(err)
	}
}

// presenterKey is a file of the one key that presents, whoever holds it, and the folder around it.
func presenterKey(t *testing.T) (file string, signer ssh.Signer, folder string) {
	t.Helper()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	if signer, err = ssh.NewSignerFromKey(private); err != nil {
		t.Fatal(err)
	}
	key, err := ssh.NewPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	folder = t.TempDir()
	file = filepath.Join(folder, "keys")
	if err := os.WriteFile(file, ssh.MarshalAuthorizedKey(key), 0o600); err != nil {
		t.Fatal(err)
	}
	return file, signer, folder
}

// A talk's notes stand in the terminal of whoever has the presenter's key.
func TestServeNotes(t *testing.T) {
	file, signer, state := presenterKey(t)
	p := atPTY(t, "serve --talk lecture --presenter-keys "+file+" --listen 127.0.0.1:0", usual(), []string{"XDG_STATE_HOME=" + state})
	s := &served{onPTY: p, port: joins.FindStringSubmatch(ansi.Strip(p.await("Let in is")))[1]}
	speaker := s.asks(t, "presenter", "notes", 80, 24, ssh.PublicKeys(signer))
	speaker.sees("1 of 10, the setting")
	speaker.sees("elapsed")
	_, _ = p.master.WriteString(" ")
	speaker.sees("Point at the question marks")
	speaker.types("q")
	select {
	case <-speaker.ended:
	case <-time.After(5 * time.Second):
		t.Error("the speaker cannot leave")
	}
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	p.over()
}

// Whoever has the presenter's key leads from another terminal, and goes on after a cut line; nobody else does.
func TestServeLedFromElsewhere(t *testing.T) {
	file, signer, state := presenterKey(t)
	p := atPTY(t, "serve tea --detach --presenter-keys "+file+" --listen 127.0.0.1:0", usual(), []string{"XDG_STATE_HOME=" + state})
	s := &served{onPTY: p, port: joins.FindStringSubmatch(ansi.Strip(p.await("Let in is")))[1]}
	if _, err := s.dial(t, "presenter"); err == nil {
		t.Error("somebody without the key presents")
	}
	asked := ssh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil })
	if _, err := s.dial(t, "presenter", asked); err == nil {
		t.Error("somebody without the key presents")
	}
	ana := s.joins(t, "ana", 80, 24, asked)
	ana.sees("wants-tea")
	lead := s.joins(t, "presenter", 100, 30, ssh.PublicKeys(signer))
	lead.sees("class: 1 follow")
	lead.types("\x1b[C")
	ana.sees("Exploration draws")
	second := s.joins(t, "presenter", 100, 30, ssh.PublicKeys(signer))
	second.sees("Exploration draws")
	select {
	case <-lead.ended:
	case <-time.After(5 * time.Second):
		t.Error("two present at once")
	}
	_ = second.client.Close()
	time.Sleep(300 * time.Millisecond)
	again := s.joins(t, "presenter", 100, 30, ssh.PublicKeys(signer))
	again.sees("Exploration draws")
	again.types("\x1b[C")
	ana.sees("earned")
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	ana.sees("The class is over.")
	p.over()
}

// Without the code nobody comes in, and each try takes its time; the address has to be one's own, or said.
func TestServeCode(t *testing.T) {
	s := servedClass(t, "tea --code darjeeling")
	began := time.Now()
	if _, err := s.dial(t, "eve", ssh.Password("assam")); err == nil || time.Since(began) < 900*time.Millisecond {
		t.Errorf("a wrong code after %v: %v", time.Since(began), err)
	}
	if _, err := s.dial(t, "eve"); err == nil {
		t.Error("no code is let in")
	}
	s.joins(t, "ana", 80, 24, ssh.Password("darjeeling")).sees("wants-tea")
	for line, want := range map[string]string{
		"serve tea --listen 0.0.0.0:0 --kiosk --detach": "expected who may come in beside it",
		"serve tea --listen nowhere --kiosk --detach":   "expected HOST:PORT",
		"serve tea --detach":                            "expected --kiosk or --presenter-keys beside it",
		"serve tea":                                     "found no terminal",
		"serve tea --names":                             "found no terminal",
	} {
		env := testEnv()
		env.State = t.TempDir()
		if a := runIn(env, "", strings.Fields(line)...); a.code != exitUsage && a.code != exitFailed || !strings.Contains(a.err, want) {
			t.Errorf("%s: found %d and %q, expected %q", line, a.code, a.err, want)
		}
	}
}

// Lines of text follow the class for those who have them read out.
func TestServePlain(t *testing.T) {
	s := servedClass(t, "tea")
	client, err := s.dial(t, "ana")
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	g := &guestOf{t: t, client: client}
	session, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	session.Stdout = g
	g.in, _ = session.StdinPipe()
	if err := session.Start("plain"); err != nil {
		t.Fatal(err)
	}
	g.sees("You follow the presenter as ana")
	s.keys("\x1b")
	time.Sleep(150 * time.Millisecond)
	s.keys("\x1b[C")
	g.sees("offer-")
	g.types("5\n")
	g.sees("Nothing is asked now")
	g.types("q\n")
	if err := session.Wait(); err != nil {
		t.Error(err)
	}
}

// openSSH are the options with which OpenSSH's programs ask nothing, and keep nothing.
var openSSH = []string{"-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR"}

// OpenSSH's own client joins and leaves.
func TestServeToOpenSSH(t *testing.T) {
	program, err := exec.LookPath("ssh")
	if err != nil {
		t.Skip("no ssh here")
	}
	s := servedClass(t, "tea")
	cmd := exec.Command(program, append(slices.Clone(openSSH), "-tt", "-p", s.port, "ana@127.0.0.1")...)
	cmd.Env = append(os.Environ(), "TERM=xterm-256color")
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	g := &guestOf{t: t}
	go func() { _, _ = io.Copy(g, terminal) }()
	g.sees("wants-tea")
	s.sees("ana")
	_, _ = terminal.WriteString("q")
	if err := cmd.Wait(); err != nil {
		t.Errorf("q ends it with %v", err)
	}
}

// OpenSSH's own programs get no command, no file, no way on and no agent, each told so in a line.
func TestServeGivesOpenSSHNothingElse(t *testing.T) {
	if testing.Short() {
		t.Skip("other programs, which the race detector does not see")
	}
	s := servedClass(t, "tea")
	stolen := filepath.Join(t.TempDir(), "stolen")
	for _, x := range []struct{ line, says string }{
		{"ssh -p PORT GUEST ls", "found a command, expected none"},
		{"ssh -A -p PORT GUEST env", "found a command, expected none"},
		{"ssh -s -p PORT GUEST netconf", "subsystem request failed"},
		{"ssh -N -p PORT -o ExitOnForwardFailure=yes -R 0:127.0.0.1:22 GUEST", "remote port forwarding failed"},
		{"ssh -p PORT -W 127.0.0.1:22 GUEST", "stdio forwarding failed"}, // it asks for what -L and -D do
		{"scp -P PORT GUEST:/etc/hosts FILE", "subsystem request failed"},
		{"scp -O -P PORT GUEST:/etc/hosts FILE", "found a command, expected none"},
		{"sftp -P PORT GUEST", "subsystem request failed"},
	} {
		words := strings.Fields(strings.NewReplacer("PORT", s.port, "GUEST", "eve@127.0.0.1", "FILE", stolen).Replace(x.line))
		program, err := exec.LookPath(words[0])
		if err != nil {
			continue
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		out, err := exec.CommandContext(ctx, program, append(slices.Clone(openSSH), words[1:]...)...).CombinedOutput()
		cancel()
		if err == nil || !strings.Contains(string(out), x.says) || strings.Count(string(out), "\n") > 3 {
			t.Errorf("%s: found %q (%v), expected %q", x.line, out, err, x.says)
		}
	}
	if _, err := os.Stat(stolen); err == nil {
		t.Error("a file was had")
	}
}

// A whole class for EEPORL_CLASS (such as 30m): 200 guests who come, go, resize, answer and wander, 20 of
// them hostile. What the presenter does reaches the last guest in time, and nothing grows.
func TestClassUnderLoad(t *testing.T) {
	text := os.Getenv("EEPORL_CLASS")
	if text == "" {
		t.Skip("takes as long as EEPORL_CLASS says, such as 30m")
	}
	length, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	const guests, hostile = 200, 20
	s := servedClass(t, "tea --guests 230")
	var followers []*guestOf
	for i := range guests - hostile {
		followers = append(followers, s.joins(t, fmt.Sprintf("g%d", i), 80+i%3*20, 24+i%3*6))
	}
	var stop atomic.Bool
	defer stop.Store(true)
	for i := range hostile {
		go s.hostile(t, i, &stop)
	}
	time.Sleep(3 * time.Second)
	s.keys("\x1b")
	time.Sleep(500 * time.Millisecond)
	var last, own []time.Duration
	rng := rand.New(rand.NewPCG(1, 2))
	wanderers := followers[:20]
	var memory []int
	for began := time.Now(); time.Since(began) < length; {
		for _, g := range wanderers[:3] {
			g.types([]string{"\x1b[C", "e", "\x07", "?", "\x1b", "+", "p", ":leap 1e5\r", "1"}[rng.IntN(9)])
		}
		if rng.IntN(4) == 0 {
			g := wanderers[rng.IntN(len(wanderers))]
			_ = g.session.WindowChange(24+rng.IntN(40), 80+rng.IntN(100))
		}
		time.Sleep(300 * time.Millisecond)
		still := followers[len(wanderers):]
		for _, g := range still {
			g.mu.Lock()
			g.first = time.Time{}
			g.mu.Unlock()
		}
		s.text()
		pressed := time.Now()
		s.keys([]string{"\x1b[C", "\x1b[C", "\x1b[C", "\x1b[D", "M", "E"}[rng.IntN(6)])
		for s.empty() && time.Since(pressed) < 2*time.Second {
			time.Sleep(time.Millisecond)
		}
		took := time.Since(pressed)
		latest := time.Duration(0)
		for _, g := range still {
			for time.Since(pressed) < 3*time.Second {
				g.mu.Lock()
				first := g.first
				g.mu.Unlock()
				if !first.IsZero() {
					latest = max(latest, first.Sub(pressed))
					break
				}
				time.Sleep(time.Millisecond)
			}
		}
		if latest > 0 {
			last, own = append(last, latest), append(own, took)
		}
		memory = append(memory, resident(s.cmd.Process.Pid))
	}
	var course []int // of the memory, by sixths of the time
	for i := range 6 {
		course = append(course, memory[(i+1)*len(memory)/6-1])
	}
	slices.Sort(last)
	slices.Sort(own)
	n, k := len(last), len(own)
	t.Logf("%d presses: the last of %d guests after %v (median), %v (95 of 100); the presenter after %v, %v; %d MiB at the start, by sixths of the time %v, %d at most",
		k, guests-hostile-len(wanderers), last[n/2], last[n*95/100], own[k/2], own[k*95/100], memory[0], course, slices.Max(memory))
	if last[n*95/100] > 150*time.Millisecond || own[k/2] > 25*time.Millisecond || own[k*95/100] > 50*time.Millisecond || slices.Max(memory) > 1500 {
		t.Error("expected 150 ms at most for 95 of 100, the presenter's own keys after 25 ms and 50 ms, and 1500 MiB")
	}
}

// empty says whether nothing was shown since it was last asked.
func (p *onPTY) empty() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.shown.Len() == 0
}

// resident is what a process holds, in MiB.
func resident(pid int) int {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, after, _ := bytes.Cut(status, []byte("VmRSS:"))
	kb := 0
	_, _ = fmt.Sscan(string(after), &kb)
	return kb / 1024
}

// hostile is a guest who means ill: floods of keys, sizes, pastes and connections, and one who reads nothing.
func (s *served) hostile(t *testing.T, i int, stop *atomic.Bool) {
	for !stop.Load() {
		switch i % 5 {
		case 0: // connections without a word
			c, err := net.Dial("tcp", "127.0.0.1:"+s.port)
			if err == nil {
				time.Sleep(50 * time.Millisecond)
				c.Close()
			}
			continue
		}
		client, err := s.dial(t, "eve")
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		session, err := client.NewSession()
		if err == nil {
			_ = session.RequestPty("xterm", 60, 200, ssh.TerminalModes{})
			in, _ := session.StdinPipe()
			if i%5 != 1 { // who reads nothing
				session.Stdout = io.Discard
			} else {
				_, _ = session.StdoutPipe()
			}
			_ = session.Shell()
			for end := time.Now().Add(20 * time.Second); time.Now().Before(end) && !stop.Load(); {
				switch i % 5 {
				case 1:
					_, err = io.WriteString(in, "\x1b[C")
				case 2:
					_, err = io.WriteString(in, strings.Repeat("\x1b[C\x1b[De:leap 1e9\r", 100))
				case 3:
					err = session.WindowChange(1+rand.IntN(1<<20), 1+rand.IntN(1<<20))
				case 4:
					_, err = io.WriteString(in, "\x1b[200~"+strings.Repeat("x", 1<<16)+"\x1b[201~")
				}
				if err != nil {
					break
				}
			}
		}
		client.Close()
	}
}
