package tui

import (
	"context"
	"slices"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/planning"
	"eeporl/pomdp/workers"
	"eeporl/tui/panel"
)

// work runs a session's jobs beside the screen.
type work struct {
	running map[string]*running
	now     time.Time // of the last tick
	ticking bool
	clock   func() time.Time // nil: nothing is timed
	held    bool             // nothing is started: another explorer works for this one
	turn    Turn             // nil: work begins at once
}

// Turn does work when it is its turn, in a context that ends with the turn. It returns why the work
// was ended before its end.
type Turn func(ctx context.Context, do func(context.Context)) error

// do does work when it is its turn, beside what others do; without turns at once.
func (t Turn) do(ctx context.Context, do func(context.Context)) error {
	if t == nil {
		do(ctx)
		return nil
	}
	return t(ctx, func(ctx context.Context) { aside(func() { do(ctx) }) })
}

// aside does work on a thread of its own, which gives way to others. A panic comes back here.
func aside(do func()) {
	workers.Each(1, func() func(int) {
		return func(int) {
			workers.Yield()
			do()
		}
	})
}

type running struct {
	title   string
	quiet   bool // a background job: nobody waits for it
	cancel  context.CancelFunc
	started time.Time

	mu       sync.Mutex // the job reports from a goroutine of its own
	progress model.Progress
	closing  []planning.Bound
	heard    int // reports with a bound
	stride   int
}

// boundsKept is how many of the bounds that a job reports are kept to draw.
const boundsKept = 1024

// report takes a job's report. Of its bounds every stride-th is kept, and the
// stride doubles when there is no room for more.
func (r *running) report(p model.Progress) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.progress = p
	if p.Bound == nil {
		return
	}
	if len(r.closing) == boundsKept {
		for i := range boundsKept / 2 {
			r.closing[i] = r.closing[2*i]
		}
		r.closing = r.closing[:boundsKept/2]
		r.stride *= 2
	}
	if r.heard%r.stride == 0 {
		r.closing = append(r.closing, *p.Bound)
	}
	r.heard++
}

// reported is the newest report.
func (r *running) reported() model.Progress {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.progress
}

// closed is how a job's certified interval has closed so far, nil where it has
// none or nobody knows the job.
func (w *work) closed(key string) []planning.Bound {
	r := w.running[key]
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	bounds := slices.Clone(r.closing)
	if b := r.progress.Bound; b != nil {
		bounds = append(bounds, *b)
	}
	return bounds
}

// doneMsg is a finished job. A cancelled one is dropped by finish.
type doneMsg struct {
	job    *running
	result model.Result
	ended  error // why it was ended, nil where it was not
}

type tickMsg struct{ at time.Time }

// patience is how long work may take before the screen shows its progress.
const patience = 500 * time.Millisecond

func newWork(clock func() time.Time) *work {
	return &work{running: map[string]*running{}, clock: clock}
}

// start runs the jobs that are not running yet; of the background's, at most one fewer than there
// are processors.
func (w *work) start(jobs []model.Job) tea.Cmd {
	if w.held {
		return nil
	}
	var cmds []tea.Cmd
	for _, job := range jobs {
		if w.running[job.Key] != nil || job.Kind.Background() && w.background() >= max(workers.Count()-1, 1) {
			continue
		}
		ctx, cancel := context.WithCancel(w.context())
		r := &running{title: job.Title, quiet: job.Kind.Background(), cancel: cancel, stride: 1}
		w.running[job.Key] = r
		turn := w.turn
		cmds = append(cmds, func() tea.Msg {
			done := doneMsg{job: r}
			run := func(ctx context.Context) { done.result = job.Run(ctx, r.report) }
			if r.quiet {
				run = func(ctx context.Context) { aside(func() { done.result = job.Run(ctx, r.report) }) }
			}
			done.ended = turn.do(ctx, run)
			return done
		})
	}
	return w.ticked(cmds)
}

// context is what jobs run in.
func (w *work) context() context.Context {
	if w.clock == nil {
		return context.Background()
	}
	return experiment.Timed(context.Background(), w.clock)
}

// add runs work that is no job of the session.
func (w *work) add(key string, r *running, run tea.Cmd) tea.Cmd {
	w.running[key] = r
	return w.ticked([]tea.Cmd{run})
}

// ticked keeps the clock going while there is work.
func (w *work) ticked(cmds []tea.Cmd) tea.Cmd {
	if len(cmds) == 0 {
		return nil
	}
	if !w.ticking {
		w.ticking = true
		cmds = append(cmds, w.tick())
	}
	return tea.Batch(cmds...)
}

// background counts the running background jobs.
func (w *work) background() int {
	n := 0
	for _, r := range w.running {
		if r.quiet {
			n++
		}
	}
	return n
}

func (w *work) tick() tea.Cmd {
	return tea.Tick(100*time.Millisecond, func(t time.Time) tea.Msg { return tickMsg{t} })
}

// finish takes a job off the list; false when it had been given up.
func (w *work) finish(msg doneMsg) bool {
	key := msg.result.Key
	if w.running[key] != msg.job {
		return false
	}
	delete(w.running, key)
	return true
}

func (w *work) cancelAll() {
	for key, r := range w.running {
		r.cancel()
		delete(w.running, key)
	}
}

// idle says whether nothing runs; if so it ends the ticking.
func (w *work) idle() bool {
	if len(w.running) == 0 {
		w.ticking = false
	}
	return !w.ticking
}

// at takes a tick; what has begun since the last one counts from here.
func (w *work) at(now time.Time) {
	w.now = now
	for _, r := range w.running {
		if r.started.IsZero() {
			r.started = now
		}
	}
}

// slow finds the job that has run longest, if the user should see it.
func (w *work) slow() (*running, time.Duration) {
	var slowest *running
	for _, r := range w.running {
		if r.quiet || r.started.IsZero() {
			continue
		}
		if slowest == nil || r.started.Before(slowest.started) || r.started.Equal(slowest.started) && r.title < slowest.title {
			slowest = r
		}
	}
	if slowest == nil || w.now.Sub(slowest.started) < patience {
		return nil, 0
	}
	return slowest, w.now.Sub(slowest.started)
}

func (w *work) visible() bool { r, _ := w.slow(); return r != nil }

// progress is how far the job is that has run longest, nil where the user need not see it.
func (w *work) progress() *panel.Progress {
	r, elapsed := w.slow()
	if r == nil {
		return nil
	}
	return &panel.Progress{Title: r.title, Elapsed: elapsed, Reported: r.reported()}
}
