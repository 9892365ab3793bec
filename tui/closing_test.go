package tui

import (
	"strings"
	"testing"

	"eeporl/model"
	"eeporl/planning"
	"eeporl/tui/panel"
)

// TestIntervalClosesOnScreen: what a planner reports is drawn while it works,
// and leaves nothing behind.
func TestIntervalClosesOnScreen(t *testing.T) {
	for _, look := range []Options{{}, {ASCII: true}} {
		a := press(t, start(t, "tea", 120, 40, look), "i", "e", "P")
		a = send(a, panel.KeyPress("p")) // nobody runs the job
		if pending := a.View().Content; !strings.Contains(pending, "The plan is being computed.") || strings.Contains(pending, " trials: ") {
			t.Fatalf("found\n%s\nexpected a plan without bounds", pending)
		}
		r := a.work.running[a.session.Awaited()]
		if r == nil {
			t.Fatal("the plan's job does not run")
		}
		for i := range 10 * boundsKept {
			r.report(model.Progress{Done: i, Bound: &planning.Bound{Trial: i, Lower: 2 - 1/float64(i+1), Upper: 2 + 2/float64(i+1)}})
		}
		if n := len(r.closing); n > boundsKept || n < boundsKept/2 || r.closing[0].Trial != 0 || r.closing[1].Trial != 16 {
			t.Errorf("%d bounds kept, the first ones %+v", n, r.closing[:2])
		}
		screen := a.View().Content
		for _, want := range []string{"closing in: gap", "after 10,239 trials: 1.9999 … 2.0002, gap", "closing in"} {
			if !strings.Contains(screen, want) {
				t.Errorf("found no %q", want)
			}
		}
		if done := settled(t, a).View().Content; strings.Contains(done, " trials: ") {
			t.Error("found an interval when the plan was there")
		}
	}
}
