package tui

import (
	"eeporl/tui/canvas"
	"eeporl/tui/panes"
)

// The smallest terminal in which the explorer is usable.
const (
	minWidth  = 80
	minHeight = 24
)

// rect is a place on the screen.
type rect struct{ x, y, w, h int }

func (r rect) of(a canvas.Area) canvas.Area { return a.Sub(r.x, r.y, r.w, r.h) }

// layout says where everything stands at one size.
type layout struct {
	header, tabs, body, lesson, scrub, account, hints rect
	panes                                             []placed
	rules                                             []rect // between panes
}

type placed struct {
	view  panes.View
	place rect
}

// arrange computes the layout. There is one pane where the terminal is small or
// zoomed, three from 120 × 36, four from 180 × 50. side is the view in the
// right column: with four panes Recovery has its own, and Plan takes its place.
//
// upper is the height that the Episode view asks for where it shares a column.
func arrange(w, h int, view, side panes.View, zoom bool, upper int) layout {
	l := layout{
		header:  rect{0, 0, w, 1},
		tabs:    rect{0, 1, w, 1},
		body:    rect{0, 2, w, h - 7},
		scrub:   rect{0, h - 5, w, 1},
		account: rect{0, h - 4, w, 2},
		hints:   rect{0, h - 2, w, 2},
	}
	b := l.body
	left := w / 2
	switch {
	case zoom || w < 120 || h < 36:
		l.panes = []placed{{view, b}}
	case w < 180 || h < 50:
		l.stack(rect{0, b.y, left, b.h}, upper)
		l.panes = append(l.panes, placed{side, rect{left + 1, b.y, w - left - 1, b.h}})
		l.rules = []rect{{left, b.y, 1, b.h}}
	default:
		third := (w - 2) / 3
		right := side
		if side == panes.Recovery {
			right = panes.Plan
		}
		l.stack(rect{0, b.y, third, b.h}, upper)
		l.panes = append(l.panes, placed{panes.Recovery, rect{third + 1, b.y, third, b.h}},
			placed{right, rect{2*third + 2, b.y, w - 2*third - 2, b.h}})
		l.rules = []rect{{third, b.y, 1, b.h}, {2*third + 1, b.y, 1, b.h}}
	}
	return l
}

// stack puts Episode over Moments in a column.
func (l *layout) stack(r rect, upper int) {
	upper = min(r.h/2, upper)
	l.panes = append(l.panes, placed{panes.Episode, rect{r.x, r.y, r.w, upper}},
		placed{panes.Moments, rect{r.x, r.y + upper, r.w, r.h - upper}})
}

// withLesson makes room for a lesson's panel over the scrub bar. Where the
// screen is small the row of keys goes: the panel names the key to press.
func withLesson(w, h int, view, side panes.View, zoom bool, upper int) layout {
	small := h < 30
	rows := lessonRows
	if small {
		rows--
	}
	l := arrange(w, h-rows, view, side, zoom, upper)
	l.lesson = rect{0, l.scrub.y, w, lessonRows}
	for _, r := range []*rect{&l.scrub, &l.account, &l.hints} {
		r.y += lessonRows
	}
	if small {
		l.hints.h--
	}
	return l
}
