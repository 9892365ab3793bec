package tui

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"eeporl/model/walk"
)

// Programs of a hundred thousand events each, one after the other: none takes more
// memory than README states, no event takes five seconds, whatever runs beside it, and
// after each the memory and the goroutines are what they were after the first.
// EEPORL_EVENTS says how many events there are in all, such as 1000000.
func TestSlicesEndWhereTheyBegan(t *testing.T) {
	events, err := strconv.Atoi(os.Getenv("EEPORL_EVENTS"))
	if err != nil {
		t.Skip("takes as many events as EEPORL_EVENTS says, such as 1000000")
	}
	const slice = 100_000
	c := &chaos{rng: rand.New(rand.NewPCG(walk.Seed(t), 6)), keys: chaosKeys()}
	first := uint64(0)
	goroutines := runtime.NumGoroutine()
	for n := range (events + slice - 1) / slice {
		began := time.Now()
		c.app, c.jobs, c.done = c.scene(t, n), nil, nil
		slowest, what := time.Duration(0), ""
		for i := range slice {
			var msg tea.Msg = c.line()
			if c.rng.IntN(30) > 0 {
				msg = c.event()
			}
			if msg == nil {
				continue
			}
			at := time.Now()
			if line, typed := msg.(string); typed {
				c.app, _, _ = c.app.Do(line)
			} else {
				c.app = send(c.app, msg)
			}
			frame := c.app.Frame()
			if took := time.Since(at); took > slowest {
				slowest, what = took, fmt.Sprintf("%#v", msg)
			}
			c.note()
			if err := fits(frame, c.app.Width, c.app.Height); err != nil {
				t.Fatalf("slice %d, event %d %#v: %v", n, i, msg, err)
			}
		}
		held := inUse()
		c.app, c.jobs, c.done = App{}, nil, nil
		left, now := inUse(), runtime.NumGoroutine()
		if n == 0 {
			first = left
		}
		t.Logf("slice %d: %v, slowest event %v (%s), %d MiB held, %d MiB and %d goroutines after it", n+1, time.Since(began).Round(time.Second), slowest.Round(time.Millisecond), what, held>>20, left>>20, now)
		if held>>20 > monkeyBound || left > first+16<<20 || now > goroutines+2 {
			t.Errorf("slice %d: %d MiB held, %d MiB and %d goroutines left; the first left %d MiB, the test began with %d goroutines", n+1, held>>20, left>>20, now, first>>20, goroutines)
		}
		if slowest > 5*time.Second {
			t.Errorf("slice %d: %s took %v", n+1, what, slowest)
		}
	}
}

// line is a command that somebody may type.
func (c *chaos) line() string {
	lines := []string{"forward 1000000000000", "back 1000000000000", "leap 1e5", "leap 1e9", "estimate", "plan", "first", "last", "c=.2", "c=inf", "horizon=9", "undo", "alone",
		"estimator em", "estimator naive", "until N > 1000", "until beat = 17", "beside 3", "watch N", "view theory", "view compare", "reseed 99", "seed=9", "why P12[1,2]", "bookmark here", "zzz", "\x00\x01\u202e"}
	return lines[c.rng.IntN(len(lines))]
}

// inUse is how much memory is reachable.
func inUse() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
