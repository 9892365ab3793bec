package cli

import (
	"fmt"
	"slices"
	"sync"

	"eeporl/model/experiment/sweep"
	"eeporl/pomdp/finding"
)

// notice says on stderr what was found on the way to a model, such as how the
// rewards of a .POMDP file became levels, where the answer has no place for it.
func (a *app) notice(w world) {
	if a.quiet {
		return
	}
	for _, f := range w.found {
		fmt.Fprintln(a.stderr, noticeOf(w.Name, f))
	}
}

// warn says on stderr what was found in a log, where the answer has no place for it.
func (a *app) warn(found []finding.Finding) {
	if a.quiet {
		return
	}
	for _, f := range found {
		fmt.Fprintf(a.stderr, "%s: %s\n", f.Code, f.Detail)
	}
}

func noticeOf(name string, f finding.Finding) string {
	return fmt.Sprintf("%s: %s: %s", name, f.Code, f.Detail)
}

// gapNotices gathers, from many goroutines, findings about optima that a sweep knows only as
// intervals.
type gapNotices struct {
	sync.Mutex
	lines []string
}

func (g *gapNotices) add(w sweep.World, f finding.Finding) {
	g.Lock()
	defer g.Unlock()
	g.lines = append(g.lines, noticeOf(w.Name, f))
}

func (g *gapNotices) say(a *app) {
	if a.quiet {
		return
	}
	slices.Sort(g.lines)
	for _, line := range slices.Compact(g.lines) {
		fmt.Fprintln(a.stderr, line)
	}
}
