package canvas

import (
	"fmt"
	"strings"
	"unicode"
)

// Fault is what can go wrong when something is drawn.
type Fault string

// The faults.
const (
	Lost    Fault = "lost"    // there was no room, and nothing says so
	Overlap Fault = "overlap" // letters or digits of something else are drawn over
)

func (a Area) watched() bool { return a.c != nil && a.c.Watch != nil }

// Needs tells the canvas's watcher when a picture of w × h cells does not fit
// into the area. Single runes are not watched.
func (a Area) Needs(w, h int) {
	if a.watched() && (w > a.w || h > a.h) {
		a.c.Watch(Lost, fmt.Sprintf("%d × %d", w, h))
	}
}

// missed tells the watcher of text outside of the area, unless an ellipsis ends its row.
func (a Area) missed(y int, text string) {
	if !a.inside(a.w-1, y) || a.at(a.w-1, y).r != '…' {
		a.c.Watch(Lost, text)
	}
}

// judge tells the watcher of the faults that drawing a text would have. Text that begins
// inside and goes on beyond the edge is none: it gets an ellipsis.
func (a Area) judge(x, y int, text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	if !a.inside(x, y) {
		a.missed(y, text)
		return
	}
	for _, r := range text {
		if unicode.Is(unicode.Mn, r) {
			continue
		}
		if a.Taken(x, y) && a.at(x, y).r != r {
			a.c.Watch(Overlap, text)
			return
		}
		x++
	}
}
