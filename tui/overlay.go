package tui

import (
	"fmt"
	"strings"

	"eeporl/tui/canvas"
	"eeporl/tui/panes"
)

// drawHelp lists every key, by group, in as many columns as fit.
func (a App) drawHelp(b canvas.Area) {
	b.Repeat(0, 0, b.W(), a.glyph('─', '-'), rule)
	b.Text(1, 0, " Help: every key. Digits before a key are a count. Esc closes. ", bold)
	x, y, width := 1, 1, b.W()-2
	if b.W() >= 150 {
		width = b.W()/2 - 2
	}
	for _, group := range []string{"story", "time", "screen"} {
		for _, h := range a.table {
			if h.group != group {
				continue
			}
			if y >= b.H() {
				x, y = x+width+2, 1
			}
			labels := make([]string, len(h.keys))
			for i, k := range h.keys {
				labels[i] = keyLabel(k, a.ascii)
			}
			row := b.Sub(x, y, width, 1)
			row.Text(0, 0, strings.Join(labels, " "), key)
			style := canvas.Style{}
			does := h.does
			if h.verb != "" {
				if why := a.session.Disabled(h.verb); why != "" {
					does, style = h.does+" ("+why+")", dim
				}
			}
			row.Text(18, 0, does, style)
			y++
		}
	}
}

// alikeLimit is how many findings of one code are written out.
const alikeLimit = 5

// drawFindings lists everything found so far, with its code and its number.
func (a App) drawFindings(b canvas.Area) {
	b.Repeat(0, 0, b.W(), a.glyph('─', '-'), rule)
	found := a.session.Findings()
	b.Text(1, 0, " Findings: what a numerical method usually hides. Esc closes. ", bold)
	if len(found) == 0 {
		b.Text(1, 2, "None so far: the model meets every assumption, and no estimate or plan has run into trouble.", dim)
		return
	}
	y := 2
	for i, f := range found {
		alike := 0
		for _, other := range found {
			if other.Code == f.Code {
				alike++
			}
		}
		if i > 0 && found[i-1].Code == f.Code && alike > alikeLimit {
			continue
		}
		if y >= b.H()-1 && i < len(found)-1 {
			last := b.Rows(b.H()-1, 1)
			last.Fill(' ', canvas.Style{})
			last.Text(1, 0, "… more than fit here", dim)
			return
		}
		b.Text(1, y, "!", warn)
		x := b.Text(3, y, string(f.Code), bold)
		if alike > alikeLimit {
			x = b.Text(x+1, y, fmt.Sprintf("× %d, the first:", alike), dim)
		}
		if x+2+canvas.Width(f.Detail) < b.W() {
			b.Text(x+2, y, f.Detail, canvas.Style{})
			y++
			continue
		}
		y = panes.Wrap(b, 5, y+1, b.W()-7, f.Detail, canvas.Style{})
	}
}
