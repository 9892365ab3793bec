package panel

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

// Progress is work that somebody waits for.
type Progress struct {
	Title    string
	Elapsed  time.Duration
	Reported model.Progress
}

// DrawAccount says what just happened, and why.
func DrawAccount(b canvas.Area, g Glance) {
	p := g.Asked
	if b.H() == 0 || p.Open && p.Said < 0 && p.Questions[p.At].Kind == recovery.AskedBug { // a question has its rows, or is answered here
		return
	}
	if g.Progress != nil {
		g.Progress.draw(b, g.Ink)
		return
	}
	sentence, equation := g.Session.Account(g.Veiled)
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
		b.Text(1, y, equation, Dim)
	default:
		// The sentence takes both rows: the equation ends the second one, after
		// what stands there.
		if free := b.W() - 3 - b.Used(1); w <= free {
			b.Right(b.W()-1, 1, equation, Dim)
		}
	}
}

// draw says how far the work is.
func (r *Progress) draw(b canvas.Area, k Ink) {
	p, elapsed := r.Reported, r.Elapsed
	done, total := float64(p.Done), float64(p.Total)
	text := fmt.Sprintf("%s, %.1f s", r.Title, elapsed.Seconds())
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
	x := b.Text(1, 1, "Esc", Key)
	x = b.Text(x+1, 1, "gives it up", Dim)
	if total > 0 {
		width := b.W() - x - 4
		filled := int(float64(width) * math.Min(done/total, 1))
		b.Repeat(x+2, 1, width, k.Glyph('░', '.'), Dim)
		b.Repeat(x+2, 1, filled, k.Glyph('█', '#'), canvas.FG(theme.Curve))
	}
}
