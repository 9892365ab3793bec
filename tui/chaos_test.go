package tui

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"eeporl/model"
	"eeporl/model/walk"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/tui/panel"
)

// chaos is a terminal gone mad: events of every kind at any time, and the
// results of work early, late, twice or after they were given up.
type chaos struct {
	rng  *rand.Rand
	keys []string
	jobs []started
	done []doneMsg // delivered already
	app  App
}

// started is a job as the screen started it: whether it still waits for it or
// not, its result may come.
type started struct {
	job model.Job
	as  *running
}

// event is the next thing that happens.
func (c *chaos) event() tea.Msg {
	switch r := c.rng.IntN(1000); {
	case r < 650:
		return panel.KeyPress(c.keys[c.rng.IntN(len(c.keys))])
	case r < 700:
		return tea.WindowSizeMsg{Width: 1 + c.rng.IntN(400), Height: 1 + c.rng.IntN(120)}
	case r < 730: // where most of the screen is used
		return tea.WindowSizeMsg{Width: 80 + c.rng.IntN(60), Height: 24 + c.rng.IntN(20)}
	case r < 780:
		return tea.MouseClickMsg{X: c.rng.IntN(c.app.Width+2) - 1, Y: c.rng.IntN(c.app.Height+2) - 1, Button: tea.MouseLeft}
	case r < 820:
		return tea.MouseMotionMsg{X: c.rng.IntN(c.app.Width + 1), Y: max(c.app.Height-5, 0), Button: tea.MouseLeft}
	case r < 850:
		return tea.MouseWheelMsg{X: c.rng.IntN(c.app.Width + 1), Y: c.rng.IntN(c.app.Height + 1), Button: []tea.MouseButton{tea.MouseWheelUp, tea.MouseWheelDown}[c.rng.IntN(2)]}
	case r < 860:
		return tea.ColorProfileMsg{Profile: []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256, colorprofile.ANSI, colorprofile.ASCII}[c.rng.IntN(4)]}
	case r < 870:
		return tea.BackgroundColorMsg{Color: []ansi.BasicColor{ansi.Black, ansi.White}[c.rng.IntN(2)]}
	case r < 880:
		return tickMsg{time.Unix(int64(c.rng.IntN(1000)), 0)}
	case r < 890 && len(c.done) > 0:
		return c.done[c.rng.IntN(len(c.done))]
	case r < 900 && c.app.search != nil && c.app.search.job != nil:
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		defer cancel()
		x := c.app.search
		found, err := x.Run(ctx, x.from, func(int, int) {})
		return soughtMsg{x.job, found, err}
	}
	return c.result()
}

// result finishes any job that was ever started.
func (c *chaos) result() tea.Msg {
	if len(c.jobs) == 0 {
		return nil
	}
	i := c.rng.IntN(len(c.jobs))
	if c.rng.IntN(3) > 0 {
		i = 0 // the one that has waited longest
	}
	s := c.jobs[i]
	c.jobs = slices.Delete(c.jobs, i, i+1)
	msg := doneMsg{job: s.as, result: s.job.Run(context.Background(), model.Unheard)}
	c.done = append(c.done[max(len(c.done)-49, 0):len(c.done):len(c.done)], msg)
	return msg
}

// note keeps the jobs that were started by the last event. What only Compare and
// Theory ask for, and likelihood's long ascents, would take a test of thousands of
// events too long: those never end here.
func (c *chaos) note() {
	sessions := []model.Session{c.app.session}
	if t, ok := c.app.twin.of(c.app.session); ok {
		sessions = append(sessions, t.Session)
	}
	for _, s := range sessions {
		for _, job := range s.Jobs() {
			as := c.app.work.running[job.Key]
			slow := strings.HasPrefix(job.Title, "em ") || strings.HasPrefix(job.Title, "polished ")
			if as == nil || slow || job.Kind.Background() || slices.ContainsFunc(c.jobs, func(x started) bool { return x.as == as }) {
				continue
			}
			c.jobs = append(c.jobs, started{job, as})
		}
	}
	if len(c.jobs) > 50 {
		c.jobs = c.jobs[1:]
	}
}

// chaosKeys are the keys that are pressed at random: all but those that leave.
func chaosKeys() []string {
	var keys []string
	for _, b := range bindings() {
		if !slices.Contains(b.keys, "q") {
			keys = append(keys, b.keys...)
		}
	}
	return append(keys, "1", "2", "3", "7", "=", "c", ".", " ", "right", "left", "esc", "esc", "enter", "|", "b")
}

// Whatever happens in whatever order: no panic, the frame always exactly fits,
// and a beat on and back shows the same.
func TestNothingBreaksTheScreen(t *testing.T) {
	seed := walk.Seed(t)
	events := 2000
	if text := os.Getenv("EEPORL_WALK"); text != "" {
		events, _ = strconv.Atoi(text)
	} else if !tier.Asked() {
		events = 500
	}
	t.Logf("EEPORL_WALK=%d", events)
	c := &chaos{rng: rand.New(rand.NewPCG(seed, 4)), keys: chaosKeys()}
	for i := range events {
		if i%500 == 0 {
			c.app = c.scene(t, i/500)
			c.jobs, c.done = nil, nil
		}
		msg := c.event()
		if msg == nil {
			continue
		}
		c.app = send(c.app, msg)
		c.note()
		if err := fits(c.app.Frame(), c.app.Width, c.app.Height); err != nil {
			t.Fatalf("event %d %#v: %v", i, msg, err)
		}
		if i%5 == 0 {
			c.onAndBack(t, i)
		}
	}
}

// scene is where a stretch of events begins: a scenario or a log, some with
// branches, watches and work under way.
func (c *chaos) scene(t *testing.T, i int) App {
	scenarios := []string{"tea", "tiger", "two-step", "noisy-tiger", "log", "robot", "diagnosis"}
	name := scenarios[i%len(scenarios)]
	if name == "log" {
		return startLog(t, "tea", 5000, uint64(i%2*5000), 80, 24)
	}
	a := start(t, name, 80, 24, Options{Unveiled: i%2 == 0})
	switch i % 4 {
	case 1:
		return tell(t, a, "leap 1000", "watch N", "watch beat", "c=.2", "beside 1")
	case 2:
		return tell(t, a, "preset debug", "leap 100000", "estimate")
	case 3:
		return tell(t, a, "preset student", "leap 50", "bookmark here", "first")
	}
	return a
}

func (c *chaos) onAndBack(t *testing.T, i int) {
	a := c.app
	if a.session.Place()+1 >= a.session.Beats() || a.overlay == lineOverlay { // which tells the way
		return
	}
	a.note, a.typed = "", 0
	there := model.Update(model.Update(a.session, model.Intent{Verb: model.Forward}), model.Intent{Verb: model.Back})
	before, b := a.Frame(), a
	b.session = there
	if after := b.Frame(); after != before {
		t.Fatalf("event %d: on and back shows another frame:\n%s\n%s", i, ansi.Strip(before), ansi.Strip(after))
	}
}
