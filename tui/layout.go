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
	header, tabs, body, scrub, account, hints rect
	panes                                     []placed
	rules                                     []rect // between panes
}

type placed struct {
	view  panes.View
	place rect
}

// arrange computes the layout. There is one pane where the terminal is small or
// zoomed, three from 120 × 36, four from 180 × 50. With three, the view in
// hand takes the right column when it is Recovery or Plan.
func arrange(w, h int, view, side panes.View, zoom bool) layout {
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
		l.column(rect{0, b.y, left, b.h}, panes.Episode, panes.Moments)
		l.column(rect{left + 1, b.y, w - left - 1, b.h}, side)
		l.rules = []rect{{left, b.y, 1, b.h}}
	default:
		third := (w - 2) / 3
		l.column(rect{0, b.y, third, b.h}, panes.Episode, panes.Moments)
		l.column(rect{third + 1, b.y, third, b.h}, panes.Recovery)
		l.column(rect{2*third + 2, b.y, w - 2*third - 2, b.h}, panes.Plan)
		l.rules = []rect{{third, b.y, 1, b.h}, {2*third + 1, b.y, 1, b.h}}
	}
	return l
}

// column stacks views in a rectangle; of two the upper one takes 17 rows or
// half, whichever is less.
func (l *layout) column(r rect, views ...panes.View) {
	if len(views) == 1 {
		l.panes = append(l.panes, placed{views[0], r})
		return
	}
	upper := min(r.h/2, 18)
	l.panes = append(l.panes, placed{views[0], rect{r.x, r.y, r.w, upper}},
		placed{views[1], rect{r.x, r.y + upper, r.w, r.h - upper}})
}
