package journal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func newJournal(t *testing.T, folder string, lines ...string) *Journal {
	t.Helper()
	j, err := Create(folder, lines)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func TestOnlyTheOwnerReadsJournals(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "eeporl", "journals")
	j := newJournal(t, folder, "scenario tea")
	defer j.Close()
	for path, want := range map[string]os.FileMode{folder: 0o700, j.Path(): 0o600} {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: found %v (%v), expected %v", path, info.Mode().Perm(), err, want)
		}
	}
}

func TestInstancesLeaveEachOtherAlone(t *testing.T) {
	folder := t.TempDir()
	first, second := newJournal(t, folder, "seed 1"), newJournal(t, folder, "seed 2")
	if left, err := List(folder); len(left) != 0 || err != nil {
		t.Fatalf("found %v (%v), expected no journal whose process is gone", left, err)
	}
	if _, _, err := Open(first.Path()); !errors.Is(err, ErrInUse) {
		t.Errorf("found %v, expected %v", err, ErrInUse)
	}
	if err := Prune(folder, time.Now().Add(10*keepFor)); err != nil {
		t.Error(err)
	}
	first.Close()
	left, err := List(folder)
	if err != nil || len(left) != 1 || left[0].Path != first.Path() {
		t.Fatalf("found %v (%v), expected the first journal", left, err)
	}
	again, content, err := Open(left[0].Path)
	if err != nil || content.Field("seed") != "1" {
		t.Fatalf("found %+v (%v), expected the journal of seed 1", content, err)
	}
	if left, _ := List(folder); len(left) != 0 {
		t.Errorf("found %v, expected none: it has been taken up", left)
	}
	if err := errors.Join(again.Decline(), second.Remove()); err != nil {
		t.Fatal(err)
	}
	if left, _ = List(folder); len(left) != 1 || !left[0].Declined {
		t.Errorf("found %v, expected the first one, declined", left)
	}
}

func TestJournalsArePruned(t *testing.T) {
	folder := t.TempDir()
	now := time.Now()
	for i := range keepAtMost + 5 {
		j := newJournal(t, folder, fmt.Sprintf("seed %d", i))
		j.Close()
		age := time.Duration(i) * time.Hour
		if i == 3 {
			age = keepFor + time.Hour
		}
		if err := os.Chtimes(j.Path(), now, now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	if err := Prune(folder, now); err != nil {
		t.Fatal(err)
	}
	left, err := List(folder)
	if err != nil || len(left) != keepAtMost {
		t.Fatalf("found %d (%v), expected %d", len(left), err, keepAtMost)
	}
	for i, l := range left {
		if now.Sub(l.Written) > keepFor || i > 0 && l.Written.After(left[i-1].Written) {
			t.Errorf("found one of %s as number %d, expected the latest first", l.Written, i+1)
		}
	}
}

func TestChangedLinesAreNotBelieved(t *testing.T) {
	j := newJournal(t, t.TempDir(), "seed 1", "> forward @1.2", ": zoom on", "> forward @1.3")
	j.Close()
	text, err := os.ReadFile(j.Path())
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	for name, c := range map[string]struct {
		text  string
		steps int
	}{
		"whole":      {string(text), 2},
		"changed":    {strings.Replace(string(text), "zoom on", "zoom off", 1), 1},
		"missing":    {lines[0] + lines[1] + lines[3] + lines[4], 0},
		"swapped":    {lines[0] + lines[1] + lines[3] + lines[2], 0},
		"torn":       {string(text[:len(text)-3]), 1},
		"zeros":      {string(text) + strings.Repeat("\x00", 300), 2},
		"unfinished": {string(text) + "0123", 2},
	} {
		content, err := parse([]byte(c.text))
		if err != nil || content.Steps != c.steps || (content.Dropped == "") != (name == "whole") {
			t.Errorf("%s: found %d steps, %q (%v), expected %d", name, content.Steps, content.Dropped, err, c.steps)
		}
	}
	if _, err := parse([]byte("a letter to a friend\n")); !errors.Is(err, ErrForeign) {
		t.Errorf("found %v, expected %v", err, ErrForeign)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(""))
	sum := chain(0, header)
	f.Add(fmt.Appendf(nil, "%08x %s\n%08x > last @1.1\n", sum, header, chain(sum, "> last @1.1")))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := parse(text)
		if err != nil {
			return
		}
		again, err := parse(text[:c.whole])
		if err != nil || again.Dropped != "" || again.Session != c.Session {
			t.Errorf("what is whole of %q reads otherwise: %v, %q", text, err, again.Dropped)
		}
	})
}
