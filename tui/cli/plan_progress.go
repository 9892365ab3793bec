package cli

import (
	"math"
	"time"

	"eeporl/planning"
)

// planProgress says on the line how far a planner is, at most ten times a
// second. Without a title the stage stands alone.
func (a *app) planProgress(line *progress, title string) func(planning.Progress) {
	if line.out == nil {
		return func(planning.Progress) {}
	}
	if title != "" {
		title += ": "
	}
	due := a.env.Now()
	return func(p planning.Progress) {
		now := a.env.Now()
		if now.Before(due) {
			return
		}
		due = now.Add(100 * time.Millisecond)
		switch {
		case !math.IsNaN(p.Lower):
			line.say("%s%s %d: the value lies between %.6g and %.6g, gap %.3g", title, p.Stage, p.Done, p.Lower, p.Upper, p.Upper-p.Lower)
		case p.Total > 0:
			line.say("%s%s: %d of %d", title, p.Stage, p.Done, p.Total)
		default:
			line.say("%s%s: %d", title, p.Stage, p.Done)
		}
	}
}
