package tui

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/model/walk"
	"eeporl/scenarios"
	"eeporl/tui/panel"
	"eeporl/tui/recording"
	"eeporl/tui/script"
)

func loadModel(name string, _ []float64) (model.Subject, error) {
	sc, err := scenarios.Load(name)
	return model.Subject{Model: sc.Model}, err
}

func player(t testing.TB, text, file string, w, h int) Player {
	t.Helper()
	s, starts, err := LoadPlay(strings.NewReader(text), file, loadModel)
	if err != nil {
		t.Fatal(err)
	}
	p := NewPlayer(Play{Script: s, Starts: starts, Speed: 20, Now: func() time.Time { return time.Time{} }}, Options{})
	return tellPlayer(p, tea.WindowSizeMsg{Width: w, Height: h})
}

func ready(t testing.TB, name string, w, h int) Player {
	t.Helper()
	text, ok := script.Ready(name)
	if !ok {
		t.Fatalf("there is no script %s", name)
	}
	return player(t, text, name, w, h)
}

func tellPlayer(p Player, msg tea.Msg) Player {
	next, _ := p.Update(msg)
	return next.(Player)
}

// doWork does one job that is not done; one that nobody waits for only where
// the script does.
func (p Player) doWork() (Player, bool) {
	for _, job := range p.app.session.Jobs() {
		if job.Kind.Background() && p.place.mode != panel.Awaiting {
			continue
		}
		p.app.work.start([]model.Job{job})
		return tellPlayer(p, doneMsg{job: p.app.work.running[job.Key], result: job.Run(context.Background(), func(model.Progress) {})}), true
	}
	return p, false
}

// on does what a patient audience would: work comes in, pauses end, stops are
// answered with a key. It returns false at the end.
func (p Player) on(t testing.TB) (Player, bool) {
	t.Helper()
	if p.place.trouble != "" {
		t.Fatal(p.place.trouble)
	}
	if next, ok := p.doWork(); ok {
		return next, true
	}
	switch {
	case p.place.mode == panel.Finished:
		return p, false
	case p.place.mode == panel.Held:
		return tellPlayer(p, panel.KeyPress("space")), true
	case p.place.mode == panel.Yours:
		return tellPlayer(p, panel.KeyPress(takeUp)), true
	case p.place.mode == panel.Awaiting:
		t.Fatalf("%s waits for ever", script.Line(p.items()[p.place.at-1]))
	}
	return tellPlayer(p, pausedMsg{p.pause}), true
}

// frames plays to the end and returns every frame on the way.
func frames(t testing.TB, p Player) (all []string, end Player) {
	t.Helper()
	for more := true; more; p, more = p.on(t) {
		frame := p.View().Content
		if err := fits(frame, p.app.Width, p.app.Height); err != nil {
			t.Fatal(err)
		}
		if len(all) == 0 || frame != all[len(all)-1] {
			all = append(all, frame)
		}
	}
	return all, p
}

// Every script that comes with the program plays to its end, at all sizes, and
// twice shows the same frames.
func TestReadyScriptsPlayToTheirEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine: nothing that the race detector would see")
	}
	for _, name := range script.Names() {
		for _, size := range [][2]int{{80, 24}, {120, 40}} {
			first, end := frames(t, ready(t, name, size[0], size[1]))
			if end.place.at != len(end.items()) {
				t.Errorf("%s ended at step %d of %d", name, end.place.at, len(end.items()))
			}
			second, _ := frames(t, ready(t, name, size[0], size[1]))
			if len(first) != len(second) {
				t.Fatalf("%s shows %d frames, then %d", name, len(first), len(second))
			}
			for i := range first {
				if first[i] != second[i] {
					t.Fatalf("%s: frame %d differs the second time:\n%s\n%s", name, i, first[i], second[i])
				}
			}
			t.Logf("%s at %v: %d frames", name, size, len(first))
		}
	}
}

// Wherever somebody presses keys, the script goes on to where it would have led.
func TestInterruptedScriptsGoOn(t *testing.T) {
	seed := walk.Seed(t)
	rng := rand.New(rand.NewPCG(seed, 9))
	keys := strings.Fields("enter left right down up tab E M R A P z m v f ? esc g G b n N u t + e p x a 3 i")
	for _, name := range script.Names() {
		want, _ := frames(t, ready(t, name, 120, 40))
		p := ready(t, name, 120, 40)
		of := len(p.items())
		places := map[int]bool{}
		for len(places) < min(10, of) {
			places[rng.IntN(of)] = true
		}
		for more := true; more; p, more = p.on(t) {
			if !places[p.place.at] || p.place.mode == panel.Awaiting {
				continue
			}
			delete(places, p.place.at)
			for range 1 + rng.IntN(8) {
				if p.place.mode == panel.Awaiting {
					break // what is done there counts for the script
				}
				key := keys[rng.IntN(len(keys))]
				if p.place.mode != panel.Yours && (key == "left" || key == "t") {
					continue
				}
				p = tellPlayer(p, panel.KeyPress(key))
				if rng.IntN(2) == 0 {
					p, _ = p.doWork()
				}
			}
		}
		p.app.Colours = NewApp(p.app.session, Options{}).Colours
		if got := p.View().Content; got != want[len(want)-1] {
			t.Errorf("%s ends otherwise:\n%s\n%s", name, got, want[len(want)-1])
		}
	}
}

const short = `title Short
scenario tea
seed 3
caption One
wait 2
> forward 3
caption Two at {place}
> view moments
note Say it.
stop
> leap 1000
caption Three at N = {N}
until segment = estimate
> last
`

// until plays on until a step is next.
func (p Player) toStep(t testing.TB, at int) Player {
	t.Helper()
	for p.place.at < at {
		p, _ = p.on(t)
	}
	return p
}

func TestPlayerStopsGoesOnAndBack(t *testing.T) {
	p := player(t, short, "short", 80, 24)
	if p.place.mode != panel.Playing || p.pause == 0 || !strings.Contains(p.View().Content, "One") {
		t.Fatalf("%s at step %d:\n%s", p.place.mode, p.place.at, p.View().Content)
	}
	p = tellPlayer(p, pausedMsg{p.pause - 1}) // of a pause long over
	if p.pause == 0 {
		t.Error("another pause's end ended this one")
	}
	p = tellPlayer(p, panel.KeyPress("esc"))
	if p = tellPlayer(p, pausedMsg{p.pause}); p.place.mode != panel.Held {
		t.Errorf("Esc left it %s", p.place.mode)
	}
	p = tellPlayer(p, panel.KeyPress("right")) // to the stop
	if p.place.mode != panel.Held || p.place.note != "Say it." || p.place.caption != "Two at 4" || p.app.session.Place() != 3 {
		t.Fatalf("%s at step %d: %+v", p.place.mode, p.place.at, p.place)
	}
	p = tellPlayer(p, panel.KeyPress("left"))
	if p.place.caption != "Two at 4" || p.place.mode != panel.Held || p.app.InHand != 0 {
		t.Errorf("← led to %q, %s, %s", p.place.caption, p.place.mode, p.app.InHand)
	}
	p = tellPlayer(p, panel.KeyPress("pgup"))
	if p.place.caption != "One" || p.app.session.Place() != 0 {
		t.Errorf("← led to %q at beat %d", p.place.caption, p.app.session.Place()+1)
	}
	p = tellPlayer(p, panel.KeyPress("pgup")) // nothing is before the first
	p = tellPlayer(tellPlayer(p, panel.KeyPress("space")), panel.KeyPress("space"))
	if p = tellPlayer(p, panel.KeyPress("space")); p.place.mode != panel.Awaiting || p.place.caption != "Three at N = 1000" {
		t.Fatalf("%s at step %d, %q", p.place.mode, p.place.at, p.place.caption)
	}
	p = tellPlayer(p, panel.KeyPress("e")) // what the script waits for
	for p.busy() {
		p, _ = p.doWork()
	}
	if p.place.mode != panel.Finished || p.app.session.Now().Kind != model.Estimate || !p.app.session.Now().Whole {
		t.Errorf("%s in %s", p.place.mode, p.app.session.Now().Kind)
	}
}

// How guests come in stands over a talk's beginning, and goes with the key that goes on.
func TestTheClassGoesWhenTheTalkGoesOn(t *testing.T) {
	for key, mode := range map[string]panel.Mode{"esc": panel.Playing, "space": panel.Held} {
		p := player(t, short, "short", 80, 24)
		p.app.overlay = classOverlay
		if p = tellPlayer(p, panel.KeyPress(key)); p.app.overlay != noOverlay || p.place.mode != mode {
			t.Errorf("%s: found overlay %d and %s, expected none and %s", key, p.app.overlay, p.place.mode, mode)
		}
	}
}

func TestTheKeyboardTakesOverAndGivesBack(t *testing.T) {
	p := player(t, short, "short", 80, 24).toStep(t, 8)
	before := p.View().Content
	p = tellPlayer(p, panel.KeyPress("K")) // no key of the explorer
	if p.place.mode != panel.Held {
		t.Fatalf("a key that does nothing left it %s", p.place.mode)
	}
	p = tellPlayer(tellPlayer(p, panel.KeyPress("3")), panel.KeyPress("right"))
	if p.place.mode != panel.Yours || p.app.session.Place() != 6 || !strings.Contains(p.View().Content, "takes up the script") {
		t.Fatalf("%s at beat %d:\n%s", p.place.mode, p.app.session.Place()+1, p.View().Content)
	}
	p = tellPlayer(p, panel.KeyPress("R"))
	p = tellPlayer(p, tea.WindowSizeMsg{Width: 80, Height: 24})
	if p = tellPlayer(p, panel.KeyPress(takeUp)); p.View().Content != before {
		t.Errorf("it came back to\n%s\nfrom\n%s", p.View().Content, before)
	}
}

func TestCommandsThatCanDoNothingStopTheScript(t *testing.T) {
	p := player(t, "scenario tea\n> view plan\n> plan\n> view moments\n", "x.play", 80, 24)
	if p.place.mode != panel.Held || !strings.Contains(p.View().Content, "x.play:3:") {
		t.Fatalf("%s:\n%s", p.place.mode, p.View().Content)
	}
	if p = tellPlayer(p, panel.KeyPress("space")); p.place.mode != panel.Finished || p.place.trouble != "" {
		t.Errorf("%s, %q", p.place.mode, p.place.trouble)
	}
}

func TestScriptsAreCheckedBeforeTheyArePlayed(t *testing.T) {
	for text, want := range map[string]string{
		"scenario teapot":                         "x.play:1: ",
		"scenario tea\n> view kettle":             `x.play:2: found the view "kettle"`,
		"scenario tea\n> hop":                     `x.play:2: found the verb "hop"`,
		"scenario tea\n> c=-1":                    "x.play:2: c: found \"-1\", expected a positive number",
		"scenario tea\n\nscenario tea\n> zoom in": `x.play:4: found "in"`,
		"scenario tea\nestimator magic":           `x.play:2: found estimator "magic"`,
	} {
		if _, _, err := LoadPlay(strings.NewReader(text), "x.play", loadModel); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: found %v, expected %s", text, err, want)
		}
	}
}

// What was recorded, played, leads to the same session and the same screen,
// with the pauses that were made.
func TestRecordedScriptsDoTheSame(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	now := time.Unix(0, 0)
	var text strings.Builder
	a := start(t, "tea", 120, 40, Options{Recorders: []recording.Recorder{recording.NewScribe(&text, func() time.Time { return now })}})
	keys := strings.Fields("right right left down tab E M R A P z m v f ? B esc g G b n + e p x a enter enter 3")
	var waited time.Duration
	for range 150 {
		now = now.Add(time.Duration(rng.IntN(40)) * 100 * time.Millisecond)
		a = press(t, a, keys[rng.IntN(len(keys))])
	}
	_, end := frames(t, player(t, text.String(), "recorded", 120, 40))
	for _, i := range end.items() {
		waited += i.Pause
	}
	if waited > now.Sub(time.Unix(0, 0)) || waited < now.Sub(time.Unix(0, 0))*9/10 {
		t.Errorf("recorded %v of pauses, %v were made", waited, now.Sub(time.Unix(0, 0)))
	}
	end.app.note, a.note, end.app.scroll, a.scroll, a.typed = "", "", panel.Scroll{}, panel.Scroll{}, 0
	if got, want := end.app.Frame(), a.Frame(); got != want {
		t.Errorf("played:\n%s\nrecorded:\n%s\n%s", got, want, text.String())
	}
}
