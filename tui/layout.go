package tui

import (
	"slices"

	"eeporl/tui/canvas"
	"eeporl/tui/panel"
	"eeporl/tui/panes/kit"
)

// rect is a place on the screen.
type rect struct{ x, y, w, h int }

func (r rect) of(a canvas.Area) canvas.Area { return a.Sub(r.x, r.y, r.w, r.h) }

// layout says where everything stands at one size.
type layout struct {
	header, tabs, big, body, question, watches, class, lesson, scrub, account, hints rect
	keys                                                                             rect // of the question
	panes                                                                            []placed
	rules                                                                            []rect // between panes
}

// views are those that are shown.
func (l layout) views() (out []kit.View) {
	for _, p := range l.panes {
		out = append(out, p.view)
	}
	return out
}

type placed struct {
	view  kit.View
	place rect
}

// shape is all that a layout depends on.
type shape struct {
	w, h    int
	view    kit.View            // in hand
	quiet   func(kit.View) bool // it has nothing to say
	zoom    bool
	preset  panel.Preset
	upper   int  // the height that the Episode view asks for where it shares a column
	watches bool // a row of them
	class   bool // a row about the class
	lesson  bool
	busy    bool // the account's rows are taken by a progress bar or a caption
	big     int  // rows of the one number that a projector shows large
	// question says how many of the rows that are left a question takes; nil for none.
	question func(rows int) int
}

// arrange computes the layout: the rows that are always there from the bottom
// up, then the panes in what is left. With a lesson a small screen gives up its
// row of keys: the panel names the key to press. A lesson's question takes the
// account's rows there, and leaves one to its keys.
func arrange(s shape) layout {
	gap, margin, account, hints := 0, 0, 2, 2
	if s.preset == panel.Projector && s.h >= 30 {
		gap, margin, account = 1, 2, 3
	}
	under, tight := panel.LessonRows, s.lesson && s.h < panel.LowWindow && s.question != nil && !s.busy
	if s.lesson && s.h < panel.LowWindow {
		hints = 1
	}
	if tight {
		account, under = 0, panel.LessonRows-1
	}
	y := s.h
	take := func(h int) rect { y -= h; return rect{0, y, s.w, h} }
	l := layout{header: rect{0, 0, s.w, 1}, tabs: rect{0, 1, s.w, 1}}
	l.hints = take(hints)
	y -= gap
	l.account = take(account)
	y -= gap
	l.scrub = take(1)
	if s.lesson {
		l.lesson = take(under)
	}
	if s.class {
		l.class = take(1)
	}
	if s.watches {
		l.watches = take(1)
	}
	if s.question != nil {
		if l.keys = l.hints; !tight {
			l.keys = take(1)
		}
		l.question = take(s.question(y - 2 - 2*gap - s.big))
	}
	l.big = rect{margin, 2 + gap, s.w - 2*margin, s.big}
	l.body = rect{margin, 2 + gap + s.big, s.w - 2*margin, y - 2 - 2*gap - s.big}
	switch {
	case s.zoom || s.preset == panel.Projector:
		l.panes = []placed{{s.view, l.body}}
	case s.preset == panel.Student:
		l.student(s)
	case s.preset == panel.Debug:
		l.debug(s)
	default:
		l.standard(s)
	}
	return l
}

// mainShare is how much of the width the view in hand takes, in hundredths, where others stand beside it.
const mainShare = 62

// standard gives most of the room to the view in hand. Where there is room, those stand beside it that have
// something to say; of the others the titles are left, so that all is seen that there is or is to come.
func (l *layout) standard(s shape) {
	b := l.body
	if s.w < 120 || b.h < 26 {
		l.panes = []placed{{s.view, b}}
		return
	}
	most, beside := 2, b.w-b.w*mainShare/100-1
	if b.h >= 43 {
		most = 3
	}
	var speaking, folded []kit.View
	for _, v := range s.view.Beside() {
		if !s.quiet(v) && v.Least() <= beside && len(speaking) < most {
			speaking = append(speaking, v)
		} else {
			folded = append(folded, v)
		}
	}
	main := rect{b.x, b.y, b.w, b.h - len(folded)}
	if len(speaking) > 0 {
		columns := l.columns(main, mainShare, 100-mainShare)
		main = columns[0]
		l.panes = l.stacked(columns[1], speaking, s.upper)
	}
	l.panes = slices.Insert(l.panes, 0, placed{s.view, main})
	for i, v := range folded {
		l.panes = append(l.panes, placed{v, rect{b.x, b.y + b.h - len(folded) + i, b.w, 1}})
	}
}

// stacked puts views one above the other, in equal parts; Episode takes no more rows than it needs.
func (l *layout) stacked(r rect, views []kit.View, episode int) (out []placed) {
	for i, v := range views {
		h := r.h / (len(views) - i)
		if v == kit.Episode && len(views) > 1 {
			h = min(h, episode)
		}
		out = append(out, placed{v, rect{r.x, r.y, r.w, h}})
		r.y, r.h = r.y+h, r.h-h
	}
	return out
}

// student has Episode large, and beside or under it Moments or the view in hand.
// Between episodes it is small, over Moments.
func (l *layout) student(s shape) {
	second := s.view
	if second == kit.Episode {
		second = kit.Moments
	}
	switch {
	case s.w >= 120 && s.upper < episodeRows && second != kit.Moments:
		columns := l.columns(l.body, 1, 1)
		l.stack(columns[0], kit.Episode, kit.Moments, s.upper)
		l.panes = append(l.panes, placed{second, columns[1]})
	case s.w >= 120 && s.upper < episodeRows:
		l.stack(l.body, kit.Episode, second, s.upper)
	case s.w >= 120:
		columns := l.columns(l.body, 6, 5)
		l.panes = []placed{{kit.Episode, columns[0]}, {second, columns[1]}}
	case l.body.h >= 2*episodeRows:
		l.stack(l.body, kit.Episode, second, s.upper)
	default:
		l.panes = []placed{{s.view, l.body}}
	}
}

// debug has Recovery, Parameters and Moments; another view in hand takes the
// place of Moments.
func (l *layout) debug(s shape) {
	third := kit.Moments
	if s.view != kit.Recovery && s.view != kit.Parameters {
		third = s.view
	}
	switch {
	case s.w < 120 || l.body.h < 29:
		l.panes = []placed{{s.view, l.body}}
	case s.w < 180:
		columns := l.columns(l.body, 1, 1)
		l.panes = []placed{{kit.Recovery, columns[0]}}
		l.stack(columns[1], kit.Parameters, third, columns[1].h)
	default:
		columns := l.columns(l.body, 1, 1, 1)
		l.panes = []placed{{kit.Recovery, columns[0]}, {kit.Parameters, columns[1]}, {third, columns[2]}}
	}
}

// columns cuts a place by weights, with a rule between.
func (l *layout) columns(b rect, weights ...int) []rect {
	sum := 0
	for _, w := range weights {
		sum += w
	}
	var out []rect
	x := b.x
	for i, weight := range weights {
		w := b.w * weight / sum
		if len(weights) > 2 {
			w = (b.w - len(weights) + 1) * weight / sum
		}
		if i == len(weights)-1 {
			w = b.x + b.w - x
		} else {
			l.rules = append(l.rules, rect{x + w, b.y, 1, b.h})
		}
		out = append(out, rect{x, b.y, w, b.h})
		x += w + 1
	}
	return out
}

// stack puts one view above another; the upper one takes at most half of the rows.
func (l *layout) stack(r rect, over, under kit.View, upper int) {
	upper = min(r.h/2, upper)
	l.panes = append(l.panes, placed{over, rect{r.x, r.y, r.w, upper}}, placed{under, rect{r.x, r.y + upper, r.w, r.h - upper}})
}
