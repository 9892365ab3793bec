//go:build unix

package tui

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// BenchmarkKeyInATerminal presses keys on a real terminal of 200 × 60 and waits for
// the first byte of each answer: quietly, and while work is done beside the screen.
func BenchmarkKeyInATerminal(b *testing.B) {
	for _, c := range []struct {
		name string
		line string // what is under way
		wait string // what says so
	}{
		{"quiet", "leap 1e5; estimate; last", "parameters"},
		{"curves", "leap 1e5; estimate; last; view compare", "Compare"},
		{"theory", "leap 1e5; estimate; last; view theory", "Theory"},
		{"em", "leap 1e5; estimator em; estimate", "estimate"},
	} {
		b.Run(c.name, func(b *testing.B) {
			x := open(b, 200, 60, nil, program(b), "noisy-tiger", "--seed", "1", "--no-journal", "--at", c.line)
			x.shows(c.wait)
			time.Sleep(300 * time.Millisecond) // a screen beside work never rests
			var took []time.Duration
			for i := range max(b.N, 100) {
				before := x.drawn()
				began := time.Now()
				x.typed([]string{"E", "M"}[i%2])
				for x.drawn() == before {
					if time.Since(began) > 10*time.Second {
						b.Fatalf("no answer:\n%s", x.text())
					}
					time.Sleep(200 * time.Microsecond)
				}
				took = append(took, time.Since(began))
				time.Sleep(40 * time.Millisecond)
			}
			slices.Sort(took)
			ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
			b.ReportMetric(ms(took[len(took)/2]), "ms-median")
			b.ReportMetric(ms(took[len(took)*95/100]), "ms-p95")
			b.ReportMetric(ms(took[len(took)-1]), "ms-worst")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// drawn is how many bytes have come.
func (x *ptyTerminal) drawn() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.bytes
}

// BenchmarkFirstFrame is from the start of the process to the first bytes of a frame.
func BenchmarkFirstFrame(b *testing.B) {
	path := program(b)
	var took []time.Duration
	for range max(b.N, 20) {
		began := time.Now()
		x := open(b, 200, 60, nil, path, "tea", "--no-journal")
		for !strings.Contains(x.text(), "Episode") {
			time.Sleep(200 * time.Microsecond)
		}
		took = append(took, time.Since(began))
		x.typed("q")
		x.ends()
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-median")
	b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "ms-worst")
	b.ReportMetric(0, "ns/op")
}
