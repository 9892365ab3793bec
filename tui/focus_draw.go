package tui

import (
	"fmt"
	"strings"

	"eeporl/model/why"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// light shows the focused figure in reverse, and underlines the others of the same
// target.
func (f focus) light(all canvas.Area, spots []kit.Spot) {
	for _, s := range spots {
		if s.Ref.Target != f.ref.Target {
			continue
		}
		if s.H == 1 {
			all.Half(s.X, s.Y/2, s.Y%2, theme.Title)
			continue
		}
		all.Alter(s.X, s.Y/2, s.W, s.H/2, func(c canvas.Style) canvas.Style {
			if s.Ref == f.ref {
				return c.With(canvas.Reverse)
			}
			return c.With(canvas.Underline)
		})
	}
}

// drawBelow draws the rows under the timeline: the probability being changed, or what is
// focused, or else what just happened and what to press.
func (a App) drawBelow(l layout, all canvas.Area, spots []kit.Spot) {
	if a.edit.open {
		a.drawEdit(all.Sub(0, l.account.y, all.W(), 3))
		keyRow(l.hints.of(all).Rows(1, 1), 1, a.editKeys())
		return
	}
	if !a.focusShown() {
		a.drawAccount(l.account.of(all))
		a.drawHints(l.hints.of(all))
		return
	}
	last := l.hints.y + l.hints.h - 1
	a.drawFocus(all.Sub(0, l.account.y, all.W(), last-l.account.y), spots)
	a.drawFocusHints(l.hints.of(all))
}

// drawFocus says in words what is focused, and its figures.
func (a App) drawFocus(b canvas.Area, spots []kit.Spot) {
	subject, figures := why.Brief(why.ExplainBriefly(a.session, a.focus.ref.Target, a.veiled))
	if p := a.focus.ref.Part; p != why.Itself {
		subject = p.String() + " of " + subject
	}
	i := a.focus.find(spots)
	if i < 0 {
		subject += " (not on this screen)"
	} else if pool := spots[i].Pool; max(pool[0], pool[1]) > 1 {
		subject += fmt.Sprintf(", the largest of %d × %d pooled", pool[0], pool[1])
	}
	lines := kit.Lines(subject, b.W()-2)
	y := 0
	for _, line := range cut(lines, b.H()-1) {
		b.Text(1, y, line, bold)
		y++
	}
	told := kit.Lines(strings.Join(figures, " · "), b.W()-2)
	for n := len(figures) - 1; len(told) > b.H()-y && n > 0; n-- {
		told = kit.Lines(strings.Join(figures[:n], " · ")+" …", b.W()-2)
	}
	for _, line := range cut(told, b.H()-y) {
		b.Text(1, y, line, canvas.Style{})
		y++
	}
}

// cut keeps n lines at most; the last of them goes on beyond the margin, where
// drawing marks that it does.
func cut(lines []string, n int) []string {
	if len(lines) <= n {
		return lines
	}
	return append(lines[:n-1:n-1], strings.Join(lines[n-1:], " "))
}

// focusShown says whether the rows under the panes speak of the focused figure.
func (a App) focusShown() bool {
	return a.focus.on && !a.alone() && a.overlay == noOverlay && !a.work.visible()
}

// drawFocusHints names the keys of a focused figure, under a note if there is
// one.
func (a App) drawFocusHints(b canvas.Area) {
	if a.note != "" || a.typed > 0 {
		b.Rows(0, 1).Fill(' ', canvas.Style{})
		b.Text(1, 0, a.note, canvas.Style{})
		if a.note == "" {
			b.Text(1, 0, fmt.Sprintf("%d … (a count for the next key)", a.typed), mark)
		}
		if b.H() == 1 {
			return
		}
	}
	b = b.Rows(b.H()-1, 1)
	b.Fill(' ', canvas.Style{})
	keys := [][2]string{{a.pick("←↓↑→", "arrows"), "move"}, {"Enter", "explain"}, {"y", "copy"}, {"Y", "path"}, {"c", "change"}, {"Tab", "next"}, {"Esc", "done"}}
	keyRow(b, 1, keys)
}
