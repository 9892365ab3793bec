package notes

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// folder is one whose name is short enough for a socket.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "notes")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return filepath.Join(dir, "eeporl")
}

func serve(t *testing.T, folder string) *Server {
	t.Helper()
	s, err := Listen(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// following follows a folder's server; the channel closes when that ends.
func following(t *testing.T, folder string) <-chan State {
	t.Helper()
	path, err := Find(folder)
	if err != nil {
		t.Fatal(err)
	}
	states := make(chan State, 1000)
	go func() {
		defer close(states)
		if err := Follow(t.Context(), path, func(x State) { states <- x }); err != nil && t.Context().Err() == nil {
			t.Error(err)
		}
	}()
	return states
}

// expect waits for a state.
func expect(t *testing.T, states <-chan State, at int) {
	t.Helper()
	late := time.After(10 * time.Second)
	for {
		select {
		case x, ok := <-states:
			if !ok {
				t.Fatalf("the server was gone before step %d", at)
			}
			if x.At == at {
				return
			}
		case <-late:
			t.Fatalf("step %d was not told", at)
		}
	}
}

func TestWhoComesLateIsToldWhereTheTalkIs(t *testing.T) {
	dir := folder(t)
	s := serve(t, dir)
	s.Tell(State{At: 3})
	states := following(t, dir)
	expect(t, states, 3)
	s.Tell(State{At: 4, Note: "Say \"it\"\nnow."})
	expect(t, states, 4)
}

func TestEitherSideMayDie(t *testing.T) {
	dir := folder(t)
	s := serve(t, dir)
	for range 5 { // followers that vanish, with the server none the worse
		conn, err := net.Dial("unix", s.Path())
		if err != nil {
			t.Fatal(err)
		}
		s.Tell(State{At: 1})
		conn.Close()
	}
	states := following(t, dir)
	expect(t, states, 1)
	s.Close()
	for range states { // until Follow returns
	}
	if _, err := Find(dir); !errors.Is(err, ErrNobody) {
		t.Errorf("found %v, expected %v", err, ErrNobody)
	}
	s = serve(t, dir)
	s.Tell(State{At: 2})
	expect(t, following(t, dir), 2)
}

func TestThePlayerWaitsForNobody(t *testing.T) {
	dir := folder(t)
	s := serve(t, dir)
	for range maxFollowers { // who never read
		conn, err := net.Dial("unix", s.Path())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
	}
	began := time.Now()
	for at := range 2000 {
		s.Tell(State{At: at, Note: strings.Repeat("x", 1000)})
	}
	if took := time.Since(began); took > patience/2 {
		t.Errorf("telling took %v", took)
	}
}

func TestTooManyFollowersAreTurnedAway(t *testing.T) {
	s := serve(t, folder(t))
	s.Tell(State{At: 1})
	var kept int
	for range maxFollowers + 3 {
		conn, err := net.Dial("unix", s.Path())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		_ = conn.SetReadDeadline(time.Now().Add(5 * time.Second))
		if n, _ := conn.Read(make([]byte, 1)); n == 1 {
			kept++
		}
	}
	if kept != maxFollowers {
		t.Errorf("found %d followers, expected %d", kept, maxFollowers)
	}
}

func TestNobodyElseLooksIn(t *testing.T) {
	dir := folder(t)
	s := serve(t, dir)
	for path, want := range map[string]os.FileMode{dir: 0o700, s.Path(): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: found %v (%v), expected %v", path, info.Mode().Perm(), err, want)
		}
	}
	open := folder(t)
	if err := os.Mkdir(open, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(open); err == nil || !strings.Contains(err.Error(), "expected 0700") {
		t.Errorf("found %v, expected the folder to be refused", err)
	}
}

// A server that does not speak as ours does is left, and told of.
func TestStrangeLinesAreRefused(t *testing.T) {
	for line, want := range map[string]string{
		strings.Repeat("x", maxLine+1): "a line of more than 64 KB",
		"{\"at\": \"three\"}\n":        "expected a state",
		"half a line":                  "",
	} {
		path := filepath.Join(t.TempDir(), "s")
		l, err := net.Listen("unix", path)
		if err != nil {
			t.Skip(err)
		}
		go func() {
			if conn, err := l.Accept(); err == nil {
				_, _ = conn.Write([]byte(line))
				conn.Close()
			}
		}()
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		err = Follow(ctx, path, func(State) { t.Error("a state was made of it") })
		if (want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: found %v, expected %q", line, err, want)
		}
		cancel()
		l.Close()
	}
}

// A line is a state that is told the same again, or refused in words.
func FuzzParse(f *testing.F) {
	for _, line := range []string{
		`{"title":"lecture","mode":"playing","at":1,"of":10,"caption":"a","note":"b","next":"c","elapsed":1.5,"planned":600}`,
		`{"at":1e400}`, `{"at":1.5}`, "null", "[]", `{"title":"\ud800"}`, `{"elapsed":-0}`, `{"title":"` + strings.Repeat("x", 100),
	} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		x, err := parse(line)
		if err != nil {
			if !strings.Contains(err.Error(), "expected a state") {
				t.Error(err)
			}
			return
		}
		again, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		if y, err := parse(again); err != nil || x != y {
			t.Errorf("%+v comes back as %+v, %v", x, y, err)
		}
	})
}
