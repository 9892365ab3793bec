package tui

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"eeporl/model"
	"eeporl/model/journal"
	"eeporl/model/walk"
	"eeporl/scenarios"
	"eeporl/tui/panel"
	"eeporl/tui/recording"
)

// wanderer drives an explorer by random keys, with results that come in at
// random times; one seed walks one way.
type wanderer struct {
	rng *rand.Rand
	app App
}

func newWanderer(t *testing.T, seed uint64, recorders ...recording.Recorder) *wanderer {
	a := start(t, "tea", 120, 40, Options{Recorders: recorders})
	return &wanderer{rand.New(rand.NewPCG(seed, 7)), a}
}

func (w *wanderer) step() {
	keys := strings.Fields("right right right left up down tab E M R A P T z m v f ? B esc g G b n N u t + e p x a enter enter 1 2 3 i")
	if w.rng.IntN(30) == 0 {
		w.app, _, _ = w.app.Do([]string{"seed=" + strconv.Itoa(w.rng.IntN(5)), "c=.2", "bookmark here", "undo"}[w.rng.IntN(4)])
	} else {
		w.app = send(w.app, panel.KeyPress(keys[w.rng.IntN(len(keys))]))
	}
	if jobs := w.app.session.Jobs(); len(jobs) > 0 && !jobs[0].Kind.Background() && w.rng.IntN(4) == 0 {
		w.app = finish(w.app, jobs[0])
	}
}

// print is a short name for all that a journal keeps.
func (w *wanderer) print() uint64 { return fingerprint(w.app) }

func fingerprint(a App) uint64 {
	h := fnv.New64a()
	_ = model.Save(h, a.session)
	fmt.Fprint(h, a.Screen())
	return h.Sum64()
}

// recovered opens the only journal in a folder.
func recovered(t *testing.T, folder string) (App, journal.Content) {
	t.Helper()
	left, err := journal.List(folder)
	if err != nil || len(left) != 1 {
		t.Fatalf("found %d journals (%v), expected one", len(left), err)
	}
	j, content, err := journal.Open(left[0].Path)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	return reopened(t, content), content
}

func reopened(t *testing.T, c journal.Content) App {
	t.Helper()
	s, err := model.Replay(context.Background(), strings.NewReader(c.Session), "x.journal", func(name string, _ []float64) (model.Subject, error) {
		sc, err := scenarios.Load(name)
		return model.Subject{Model: sc.Model}, err
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, c.Session)
	}
	return NewApp(s.Session, Options{Screen: c.Screen})
}

const childFolder = "EEPORL_TEST_JOURNAL"

// TestKilledChild is the process that TestKilledAtRandomMoments kills: after
// each step it says where it is.
func TestKilledChild(t *testing.T) {
	folder := os.Getenv(childFolder)
	if folder == "" {
		t.Skip("no parent")
	}
	seed, _ := strconv.ParseUint(os.Getenv("EEPORL_WALK_SEED"), 10, 64)
	w := newWanderer(t, seed, recording.Journalled(&journal.Writer{Folder: folder}))
	for i := 0; ; i++ {
		fmt.Printf("at %d\n", i)
		w.step()
	}
}

// Killed at any moment, a session opens again where the last key led, or the
// one before it.
func TestKilledAtRandomMoments(t *testing.T) {
	kills := 10
	if os.Getenv("EEPORL_SLOW") != "" {
		kills = 100
	}
	seed := walk.Seed(t)
	rng := rand.New(rand.NewPCG(seed, 8))
	reference := newWanderer(t, seed)
	prints := []uint64{reference.print()}
	steps := 0
	for range kills {
		folder := t.TempDir()
		last := killed(t, folder, seed, time.Duration(rng.IntN(150))*time.Millisecond)
		for len(prints) < last+2 {
			reference.step()
			prints = append(prints, reference.print())
		}
		if left, _ := journal.List(folder); len(left) == 0 && last < 3 {
			continue // before the first line, or nothing was done
		}
		a, content := recovered(t, folder)
		if got := fingerprint(a); got != prints[last] && got != prints[last+1] {
			t.Errorf("killed after step %d: the journal leads elsewhere (%s)\n%s", last, content.Dropped, content.Session)
		}
		steps += last
	}
	t.Logf("%d steps on average before the kill", steps/kills)
}

// killed runs a child, kills it after a time and returns the number of the last
// step that it said it had made.
func killed(t *testing.T, folder string, seed uint64, after time.Duration) int {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestKilledChild$")
	cmd.Env = append(os.Environ(), childFolder+"="+folder, fmt.Sprintf("EEPORL_WALK_SEED=%d", seed))
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		n, ok := strings.CutPrefix(lines.Text(), "at ")
		if !ok {
			continue
		}
		if last, _ = strconv.Atoi(n); last == 0 {
			time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
		}
	}
	_ = cmd.Wait()
	return last
}

// A journal that was cut off anywhere opens before the cut, and says so.
func TestTornJournals(t *testing.T) {
	folder := t.TempDir()
	w := newWanderer(t, 1, recording.Journalled(&journal.Writer{Folder: folder}))
	prints := map[uint64]bool{}
	for range 60 {
		w.step()
		prints[w.print()] = true
	}
	entries, _ := os.ReadDir(folder)
	text, err := os.ReadFile(filepath.Join(folder, entries[0].Name()))
	if err != nil {
		t.Fatal(err)
	}
	torn := filepath.Join(t.TempDir(), "torn.journal")
	for cut := len(text) - 200; cut <= len(text); cut++ {
		if err := os.WriteFile(torn, text[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		j, content, err := journal.Open(torn)
		if err != nil {
			t.Fatal(err)
		}
		kept := bytes.LastIndexByte(text[:cut], '\n') + 1
		if notice := content.Dropped != ""; notice != (kept < cut) {
			t.Fatalf("cut at %d: the notice is %q", cut, content.Dropped)
		}
		a := reopened(t, content)
		if kept == len(text) && !prints[fingerprint(a)] {
			t.Fatal("the whole journal leads elsewhere")
		}
		// Going on writes after what is whole.
		if err := j.Append(model.Line{Screen: "zoom on"}.String()); err != nil {
			t.Fatal(err)
		}
		j.Close()
		again, err := journal.Read(torn)
		if err != nil || again.Dropped != "" || again.Screen[len(again.Screen)-1] != "zoom on" || again.Steps != content.Steps {
			t.Fatalf("cut at %d: after going on found %v, %q", cut, err, again.Dropped)
		}
	}
}
