package tui

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
)

// work runs a session's jobs beside the screen.
type work struct {
	running map[string]*running
	now     time.Time // of the last tick
	ticking bool
}

type running struct {
	title   string
	quiet   bool // a background job: nobody waits for it
	cancel  context.CancelFunc
	started time.Time
	done    atomic.Int64
	total   atomic.Int64
}

// doneMsg is a finished job. A cancelled one is dropped by finish.
type doneMsg struct {
	job    *running
	result model.Result
}

type tickMsg struct{ at time.Time }

// patience is how long work may take before the screen shows its progress.
const patience = 500 * time.Millisecond

func newWork() *work { return &work{running: map[string]*running{}} }

// start runs the jobs that are not running yet.
func (w *work) start(jobs []model.Job) tea.Cmd {
	var cmds []tea.Cmd
	for _, job := range jobs {
		if w.running[job.Key] != nil || job.Background && w.background() >= runtime.GOMAXPROCS(0) {
			continue
		}
		ctx, cancel := context.WithCancel(context.Background())
		r := &running{title: job.Title, quiet: job.Background, cancel: cancel}
		w.running[job.Key] = r
		cmds = append(cmds, func() tea.Msg {
			result := job.Run(ctx, func(done, total int) {
				r.done.Store(int64(done))
				r.total.Store(int64(total))
			})
			return doneMsg{r, result}
		})
	}
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

// idle also ends the ticking when nothing runs.
func (w *work) idle() bool {
	if len(w.running) == 0 {
		w.ticking = false
	}
	return !w.ticking
}

// slow finds the job that has run longest, if the user should see it.
func (w *work) slow() (*running, time.Duration) {
	var slowest *running
	for _, r := range w.running {
		if r.started.IsZero() {
			r.started = w.now
		}
		if r.quiet {
			continue
		}
		if slowest == nil || r.started.Before(slowest.started) {
			slowest = r
		}
	}
	if slowest == nil || w.now.Sub(slowest.started) < patience {
		return nil, 0
	}
	return slowest, w.now.Sub(slowest.started)
}

func (w *work) visible() bool { r, _ := w.slow(); return r != nil }
