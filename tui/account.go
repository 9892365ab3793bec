package tui

import (
	"fmt"
	"math"
	"strings"
	"time"

	"eeporl/model"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/panes/recovery"
	"eeporl/tui/theme"
)

// progress is work that somebody waits for.
type progress struct {
	title    string
	elapsed  time.Duration
	reported model.Progress
}

// drawAccount says what just happened, and why.
func drawAccount(b canvas.Area, g glance) {
	p := g.asked
	if b.H() == 0 || p.open && p.said < 0 && p.questions[p.at].Kind == recovery.AskedBug { // a question has its rows, or is answered here
		return
	}
	if g.progress != nil {
		g.progress.draw(b, g.ink)
		return
	}
	sentence, equation := g.session.Account(g.veiled)
	lines := kit.Lines(sentence, b.W()-2)
	if len(lines) > b.H() { // the last row is cut with a mark
		lines = append(lines[:b.H()-1], strings.Join(lines[b.H()-1:], " "))
	}
	for i, line := range lines {
		b.Text(1, i, line, canvas.Style{})
	}
	y := len(lines)
	switch w := canvas.Width(equation); {
	case equation == "":
	case y < b.H():
		b.Text(1, y, equation, dim)
	default:
		// The sentence takes both rows: the equation ends the second one, after
		// what stands there.
		if free := b.W() - 3 - b.Used(1); w <= free {
			b.Right(b.W()-1, 1, equation, dim)
		}
	}
}

// draw says how far the work is.
func (r *progress) draw(b canvas.Area, k ink) {
	p, elapsed := r.reported, r.elapsed
	done, total := float64(p.Done), float64(p.Total)
	text := fmt.Sprintf("%s, %.1f s", r.title, elapsed.Seconds())
	switch {
	case p.Bound != nil:
		text += fmt.Sprintf(", trial %d: between %s and %s, gap %s", p.Bound.Trial,
			figure.Value(p.Bound.Lower), figure.Value(p.Bound.Upper), figure.Number(p.Bound.Upper-p.Bound.Lower))
	case p.Stage != "" && total > 0:
		text += fmt.Sprintf(", %s: %d of %d", p.Stage, p.Done, p.Total)
	case done > 0:
		text += fmt.Sprintf(", %s a second", figure.Number(done/elapsed.Seconds()))
	}
	b.Text(1, 0, text, canvas.Style{})
	x := b.Text(1, 1, "Esc", key)
	x = b.Text(x+1, 1, "gives it up", dim)
	if total > 0 {
		width := b.W() - x - 4
		filled := int(float64(width) * math.Min(done/total, 1))
		b.Repeat(x+2, 1, width, k.glyph('░', '.'), dim)
		b.Repeat(x+2, 1, filled, k.glyph('█', '#'), canvas.FG(theme.Curve))
	}
}
