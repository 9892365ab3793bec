package panel

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"eeporl/model/why"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// Light shows the focused figure in reverse, a bar in the marker's colour, and underlines the others of the same
// target.
func (f Focus) Light(all canvas.Area, spots []kit.Spot) {
	for _, s := range spots {
		if s.Ref.Target != f.Ref.Target {
			continue
		}
		if s.H == 1 {
			all.Half(s.X, s.Y/2, s.Y%2, theme.Title)
			continue
		}
		if s.Ref == f.Ref {
			all.Stress(s.X, s.Y/2, s.W, s.H/2, theme.Marker)
			continue
		}
		all.Alter(s.X, s.Y/2, s.W, s.H/2, func(c canvas.Style) canvas.Style { return c.With(canvas.Underline) })
	}
}

// Draw says in words what is focused, and its figures.
func (f Focus) Draw(b canvas.Area, spots []kit.Spot, g Glance) {
	subject, figures := why.Brief(why.ExplainBriefly(g.Session, f.Ref.Target, g.Veiled))
	if p := f.Ref.Part; p != why.Itself {
		subject = p.String() + " of " + subject
	}
	i := f.Find(spots)
	if i < 0 {
		subject += " (not on this screen)"
	} else if pool := spots[i].Pool; max(pool[0], pool[1]) > 1 {
		subject += fmt.Sprintf(", the largest of %d × %d pooled", pool[0], pool[1])
	}
	lines := kit.Lines(subject, b.W()-2)
	y := 0
	for _, line := range cut(lines, b.H()-1) {
		b.Text(1, y, line, Bold)
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

// DrawFocusHints names the keys of a focused figure, under a note if there is
// one.
func DrawFocusHints(b canvas.Area, g Glance) {
	if g.Note != "" || g.Typed > 0 {
		b.Rows(0, 1).Fill(' ', canvas.Style{})
		b.Text(1, 0, g.Note, canvas.Style{})
		if g.Note == "" {
			b.Text(1, 0, fmt.Sprintf("%d … (a count for the next key)", g.Typed), Mark)
		}
		if b.H() == 1 {
			return
		}
	}
	b = b.Rows(b.H()-1, 1)
	b.Fill(' ', canvas.Style{})
	enter := cmp.Or(g.Tour.Leads(true), "explain")
	keys := [][2]string{{g.pick("←↓↑→", "arrows"), "move"}, {"Enter", enter}, {"y", "copy"}, {"Y", "path"}, {"c", "change"}, {"Tab", "next"}, {"Esc", "done"}}
	for seldom := []string{"Y", "y"}; keyRowWidth(keys)-1 > b.W() && len(seldom) > 0; seldom = seldom[1:] {
		keys = slices.DeleteFunc(keys, func(k [2]string) bool { return k[0] == seldom[0] })
	}
	KeyRow(b, 1, keys)
}
