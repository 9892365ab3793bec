package tui

import (
	"fmt"
	"slices"
	"strings"

	"eeporl/model"
	"eeporl/model/summary"
	"eeporl/pomdp/finding"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// scrolled says by how many rows a key scrolls an overlay.
func scrolled(key string) (rows int, ok bool) {
	switch key {
	case "down", "j":
		return 1, true
	case "up", "k":
		return -1, true
	case "pgdown", "space":
		return 10, true
	case "pgup":
		return -10, true
	case "home", "g":
		return -1 << 20, true
	case "end", "G":
		return 1 << 20, true
	}
	return 0, false
}

// line is one row of an overlay: a lead in one style, the rest in another.
type line struct {
	lead, rest           string
	leadStyle, restStyle canvas.Style
	at                   int // column where the rest begins, 0: right after the lead
}

// drawLines shows as many lines as fit from the scroll position on.
func (a App) drawLines(b canvas.Area, title string, lines []line) {
	b.Repeat(0, 0, b.W(), a.glyph('─', '-'), rule)
	room := b.H() - 1
	first := min(a.scroll, max(len(lines)-room, 0))
	position := ""
	if len(lines) > room {
		position = fmt.Sprintf("%s %d–%d of %d ", a.arrows(), first+1, min(first+room, len(lines)), len(lines))
	}
	b.Text(1, 0, " "+title+" ", bold)
	b.Right(b.W()-1, 0, position, key)
	for i, l := range lines[first:min(first+room, len(lines))] {
		l.draw(b.Rows(1+i, 1))
	}
}

func (a App) arrows() string {
	return a.pick("↑↓", "Up Down")
}

// drawHelp lists the keys under headings, the common ones first, in two columns where
// there is room.
func (a App) drawHelp(b canvas.Area) {
	columns, width := 1, b.W()
	if b.W() >= 76 {
		columns, width = 2, b.W()/2
	}
	var blocks [][]line
	block := func(name string, has func(binding) bool) {
		lines := []line{{lead: name, leadStyle: bold}}
		for _, h := range a.table {
			if has(h) {
				lines = append(lines, a.helpLines(h, width-1)...)
			}
		}
		blocks = append(blocks, append(lines, line{}))
	}
	block("Most used", binding.common)
	for _, group := range []string{goGroup, learnGroup, lookGroup, askGroup, shareGroup} {
		block(group, func(h binding) bool { return h.group == group && !h.common() })
	}
	foot := slices.Concat(a.names(b.W()-2), a.colourLegend(), a.markLegend(), a.marks())
	const title = "Help: every key. Digits before a key are a count. Esc closes."
	if columns == 1 {
		a.drawLines(b, title, slices.Concat(slices.Concat(blocks...), foot))
		return
	}
	left, right := balanced(blocks)
	a.drawColumns(b, title, left, right, foot)
}

// common says whether a key is one of those that stand first in the help.
func (b binding) common() bool { return b.hint != "" || b.verb == model.Continue }

// helpLines are a key and what it does, in as many rows as that takes.
func (a App) helpLines(h binding, width int) []line {
	const at = 11
	labels := make([]string, len(h.keys))
	for i, k := range h.keys {
		labels[i] = keyLabel(k, a.ascii)
	}
	does, style := h.does, canvas.Style{}
	if why := h.off(a); why != "" {
		does, style = does+" (now: "+why+")", dim
	}
	leads := kit.Lines(strings.Join(labels, " "), at-2)
	rests := kit.Lines(does, width-at-1)
	var out []line
	for i := range max(len(leads), len(rests)) {
		l := line{leadStyle: key, restStyle: style, at: at}
		if i < len(leads) {
			l.lead = leads[i]
		}
		if i < len(rests) {
			l.rest = rests[i]
		}
		out = append(out, l)
	}
	return out
}

// balanced lays blocks out in two columns of about the same height, in their order.
func balanced(blocks [][]line) (left, right []line) {
	total := len(slices.Concat(blocks...))
	for i, b := range blocks {
		if len(left)+len(b)/2 > total/2 {
			return left, slices.Concat(blocks[i:]...)
		}
		left = append(left, b...)
	}
	return left, nil
}

// drawColumns is drawLines for two columns with lines of full width under them.
func (a App) drawColumns(b canvas.Area, title string, left, right, foot []line) {
	rows := max(len(left), len(right))
	room := b.H() - 1
	first := min(a.scroll, max(rows+len(foot)-room, 0))
	a.drawLines(b, title, make([]line, rows+len(foot)))
	for i := range min(room, rows+len(foot)-first) {
		row := b.Rows(1+i, 1)
		at := first + i
		switch {
		case at >= rows:
			foot[at-rows].draw(row)
			continue
		case at < len(left):
			left[at].draw(row.Sub(0, 0, b.W()/2-1, 1))
		}
		if at < len(right) {
			right[at].draw(row.Sub(b.W()/2, 0, b.W()-b.W()/2, 1))
		}
	}
}

// draw draws a line on a row.
func (l line) draw(row canvas.Area) {
	x := row.Text(1, 0, l.lead, l.leadStyle)
	if l.at > 0 {
		x = l.at
	}
	row.Text(x, 0, l.rest, l.restStyle)
}

// names lists the marks of states and actions with their names, however many.
func (a App) names(width int) []line {
	m := a.session.Truth().Model
	n := m.Sizes()
	var out []line
	list := func(kind string, count int, mark func(int) string, name func(int) string) {
		words := kind
		for i := range count {
			words += " " + mark(i) + "=" + name(i) + ","
		}
		for _, part := range kit.Lines(strings.TrimSuffix(words, ","), width) {
			out = append(out, line{lead: part, leadStyle: dim})
		}
	}
	if a.session.Truth().Unknown == "" {
		list("States:", n.S, theme.StateLetter, m.StateName)
	}
	list("Actions:", n.A, theme.ActionDigit, m.ActionName)
	return append(out, line{})
}

// colourLegend explains the colours of words and lines. Without colours there is nothing to explain.
func (a App) colourLegend() []line {
	if !a.theme.Colours() {
		return nil
	}
	var out []line
	for _, c := range []struct {
		style canvas.Style
		words string
	}{
		{mark, "what this beat has changed, what was chosen, and the marks on a plot"},
		{canvas.FG(theme.Good), "holds, or is right"},
		{warn, "a finding, or worse than it should be"},
		{canvas.FG(theme.Bad), "fails, or is wrong"},
	} {
		out = append(out, line{lead: " " + a.pick("━━", "=="), leadStyle: c.style, rest: c.words, restStyle: dim, at: 5})
	}
	return append(out, line{})
}

// marks explains what stands on every screen.
func (a App) marks() []line {
	var out []line
	for _, words := range []string{
		"A, B, … in colour are states, 1, 2, … underlined are actions, 12 is the pair of action 1 and then 2, r=1 is a reward.",
		"c sets how much exploration mixes: p(a_{t+2} | a_t) = (I + c·11ᵀ)/(1 + c|A|).",
		"s_(12) is the state as pair 12 came back with it: every pair has an order of its own. a₀, before the first action, is imagined: it gives the pair (a₀, a₁) in which a plan starts.",
		"The colours of states and actions stay apart for colour-blind eyes in every look but mono, and a letter or digit says the same.",
		"Nothing moves by itself: the screen changes with a key, and a progress bar while work is under way.",
		"A dot stands for an exact zero. Errors are estimate minus truth.",
	} {
		for _, part := range kit.Lines(words, 76) {
			out = append(out, line{lead: part, leadStyle: dim})
		}
	}
	return out
}

// drawFindings lists everything found so far, causes first, with its code and
// its number.
func (a App) drawFindings(b canvas.Area) {
	groups := finding.Groups(a.session.Findings(), 0)
	var lines []line
	if groups == nil {
		lines = []line{{}}
		for _, part := range kit.Lines(a.session.NoFindings(), b.W()-6) {
			lines = append(lines, line{lead: part, leadStyle: dim})
		}
	}
	for _, g := range groups {
		style := warn
		if g.Shown[0].Fatal {
			style = canvas.FG(theme.Bad).With(canvas.Bold)
		}
		lines = append(lines, line{lead: string(g.Code), leadStyle: style})
		for _, f := range g.Shown {
			for _, part := range kit.Lines(f.Detail, b.W()-6) {
				lines = append(lines, line{rest: part, at: 3})
			}
		}
	}
	a.drawLines(b, "Findings: what a numerical method usually hides. Esc closes.", lines)
}

// drawSummary tells the session in ten lines.
func (a App) drawSummary(b canvas.Area) {
	var lines []line
	for _, sentence := range summary.Lines(a.session) {
		for _, row := range kit.Lines(sentence, b.W()-6) {
			lines = append(lines, line{lead: row})
		}
		lines = append(lines, line{})
	}
	a.drawLines(b, "This session so far. Esc closes.", lines)
}
