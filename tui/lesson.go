package tui

import (
	"fmt"
	"strings"

	"eeporl/model/lesson"
	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

// draw draws the panel of the lesson under way.
func (t lessonPanel) draw(b canvas.Area, g glance) {
	r := t.run
	step := r.Step()
	b.Fill(' ', canvas.Style{})
	b.Repeat(0, 0, b.W(), g.glyph('═', '='), rule)
	place := fmt.Sprintf(" step %d of %d ", r.At()+1, len(r.Lesson().Steps))
	lesson, title := fmt.Sprintf(" Lesson %d: %s ", t.number+1, r.Lesson().Title), step.Title
	room := b.W() - canvas.Width(place) - 4
	if canvas.Width(lesson)+canvas.Width(title)+4 > room { // the step's own title says more
		lesson = fmt.Sprintf(" Lesson %d ", t.number+1)
	}
	x := b.Text(1, 0, lesson, bold)
	if title != "" && x+canvas.Width(title)+2 < room {
		b.Text(x+1, 0, " "+title+" ", canvas.Style{})
	}
	b.Right(b.W()-2, 0, place, dim)
	if !r.Ready() {
		b.Text(1, 1, "The lesson sets its scene …", dim)
		return
	}
	drawProse(b.Sub(1, 1, b.W()-2, 3), r.Text(), canvas.Style{}, g)
	switch {
	case r.Asking():
		x := b.Text(b.Text(1, 4, string(g.glyph('▸', '>'))+" ", mark), 4, "First a prediction, above. A wrong answer costs nothing.", bold)
		if b.H() < lessonRows {
			t.drawOutcome(b.Sub(x+1, 4, b.W()-x-1, 1), g)
		}
	case step.Asks():
		x := b.Text(1, 4, string(g.glyph('▸', '>'))+" ", mark)
		drawProse(b.Sub(x, 4, b.W()-x-1, 1), step.Task, bold, g)
	}
	t.drawOutcome(b.Rows(5, 1), g)
}

// drawOutcome draws the panel's last row: what was done, a hint, or the keys of
// the lesson itself.
func (t lessonPanel) drawOutcome(b canvas.Area, g glance) {
	r := t.run
	good := canvas.FG(theme.Good)
	switch {
	case r.Done():
		x := 1
		if r.Step().Asks() {
			x = b.Text(x, 0, string(g.glyph('✓', '*'))+" ", good)
			x = drawProse(b.Sub(x, 0, b.W()-x-14, 1), r.Step().Done, good, g) + x + 2
		}
		if g.explained {
			b.Text(b.Text(x, 0, g.keyFor("leave"), key)+1, 0, "closes this", dim)
			return
		}
		x = b.Text(x, 0, "Enter", key)
		if r.Last() {
			words := "ends the lesson"
			if x+1+len(words) >= b.W() {
				words = "ends it"
			}
			b.Text(x+1, 0, words, dim)
			return
		}
		b.Text(x+1, 0, "goes on", dim)
	case r.Hint() != nil:
		x := b.Text(1, 0, "Hint: ", warn)
		drawProse(b.Sub(x, 0, b.W()-x-1, 1), r.Hint(), canvas.Style{}, g)
	default:
		x := 1
		if t.word != "" {
			x = b.Text(x, 0, string(g.glyph('✓', '*'))+" "+t.word, good) + 2
		}
		for _, k := range [][2]string{{"skip", "skips the step"}, {"step-back", "goes one back"}, {"leave", "leaves the lesson"}} {
			if k[0] == "step-back" && r.At() == 0 || k[0] == "leave" && g.asked.open || x+canvas.Width(g.keyFor(k[0])+k[1])+1 > b.W() {
				continue
			}
			x = b.Text(b.Text(x, 0, g.keyFor(k[0]), key)+1, 0, k[1], dim) + 2
		}
	}
}

// styled is a run of one style inside a word.
type styled struct {
	text  string
	style canvas.Style
}

// drawProse draws prose word by word, keys in their own style, and returns the
// column after its last word.
func drawProse(b canvas.Area, p lesson.Prose, plain canvas.Style, g glance) int {
	x, y := 0, 0
	for i, word := range g.words(p, plain) {
		width := 0
		for _, s := range word {
			width += canvas.Width(s.text)
		}
		switch {
		case i == 0:
		case x+1+width > b.W() && y+1 < b.H():
			x, y = 0, y+1
		default:
			x++
		}
		for _, s := range word {
			x = b.Text(x, y, s.text, s.style)
		}
	}
	return x
}

// words cuts prose at its spaces; a key stays whole and keeps what stands
// against it.
func (g glance) words(p lesson.Prose, plain canvas.Style) [][]styled {
	look := g.lookup()
	var out [][]styled
	var word []styled
	end := func() {
		if word != nil {
			out = append(out, word)
		}
		word = nil
	}
	for _, piece := range p {
		text, style := piece.Write(g.keyFor, look), plain
		if piece.Key {
			style = key
			word = append(word, styled{text, style})
			continue
		}
		if piece.IsFigure() {
			style = plain.With(canvas.Bold)
		}
		for i, part := range strings.Split(text, " ") {
			if i > 0 {
				end()
			}
			if part != "" {
				word = append(word, styled{part, style})
			}
		}
	}
	end()
	return out
}
