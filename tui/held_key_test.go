package tui

import (
	"context"
	"testing"
	"time"

	"eeporl/model"
	"eeporl/tui/panel"
)

// A held key sends some thirty presses a second. What one takes, drawn, while
// estimates run beside it, is the median; the slowest one must stay below two
// frames of that rate, 67 ms.
func BenchmarkHeldKey(b *testing.B) {
	a := press(b, start(b, "noisy-tiger", 200, 60, Options{}), "enter", "enter")
	busy := model.Update(a.session, model.Intent{Verb: model.Choose, N: 5}) // em
	busy = model.Update(busy, model.Intent{Verb: model.RunEstimate})
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			busy.Jobs()[0].Run(ctx, model.Unheard)
		}
	}()
	a = press(b, a, "home")
	slowest := time.Duration(0)
	right := panel.KeyPress("right")
	for b.Loop() {
		from := time.Now()
		a = send(a, right)
		a.Frame()
		slowest = max(slowest, time.Since(from))
	}
	b.ReportMetric(float64(slowest.Microseconds())/1000, "ms-slowest")
}
