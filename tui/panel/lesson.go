package panel

import (
	"fmt"
	"strings"

	"eeporl/model/lesson"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// Draw draws the panel of the lesson under way.
func (t LessonPanel) Draw(b canvas.Area, g Glance) {
	r := t.Run
	step := r.Step()
	b.Fill(' ', canvas.Style{})
	b.Repeat(0, 0, b.W(), g.Glyph('═', '='), Rule)
	place := fmt.Sprintf(" step %d of %d ", r.At()+1, len(r.Lesson().Steps))
	lesson, title := fmt.Sprintf(" Lesson %d: %s ", t.Number+1, r.Lesson().Title), step.Title
	room := b.W() - canvas.Width(place) - 4
	if canvas.Width(lesson)+canvas.Width(title)+4 > room { // the step's own title says more
		lesson = fmt.Sprintf(" Lesson %d ", t.Number+1)
	}
	x := b.Text(1, 0, lesson, Bold)
	if title != "" && x+canvas.Width(title)+2 < room {
		b.Text(x+1, 0, " "+title+" ", canvas.Style{})
	}
	b.Right(b.W()-2, 0, place, Dim)
	if !r.Ready() {
		b.Text(1, 1, "The lesson sets its scene …", Dim)
		return
	}
	drawProse(b.Sub(1, 1, b.W()-2, 3), r.Text(), canvas.Style{}, g)
	switch {
	case r.Asking():
		x := b.Text(b.Text(1, 4, string(g.Glyph('▸', '>'))+" ", Mark), 4, "First a prediction, above. A wrong answer costs nothing.", Bold)
		if b.H() < LessonRows {
			t.drawOutcome(b.Sub(x+1, 4, b.W()-x-1, 1), g)
		}
	case step.Asks():
		x := b.Text(1, 4, string(g.Glyph('▸', '>'))+" ", Mark)
		drawProse(b.Sub(x, 4, b.W()-x-1, 1), step.Task, Bold, g)
	}
	t.drawOutcome(b.Rows(5, 1), g)
}

// drawOutcome draws the panel's last row: what was done, a hint, or the keys of
// the lesson itself.
func (t LessonPanel) drawOutcome(b canvas.Area, g Glance) {
	r := t.Run
	good := canvas.FG(theme.Good)
	switch {
	case r.Done():
		x := 1
		if r.Step().Asks() {
			x = b.Text(x, 0, string(g.Glyph('✓', '*'))+" ", good)
			x = drawProse(b.Sub(x, 0, b.W()-x-14, 1), r.Reached(), good, g) + x + 2
		}
		if g.Explained {
			x = b.Text(x, 0, "Enter", Key) + 1
			b.Text(x, 0, kit.FirstThatFits([]string{"closes this", "closes"}, b.W()-x-1), Dim)
			return
		}
		if !t.Onward(g.Focus.On) {
			x = b.Text(x, 0, "Esc", Key) + 1
			b.Text(x, 0, kit.FirstThatFits([]string{"leaves the figure", "leaves it"}, b.W()-x-1), Dim)
			return
		}
		x = b.Text(x, 0, "Enter", Key)
		if r.Last() {
			b.Text(x+1, 0, kit.FirstThatFits([]string{"ends the lesson", "ends it"}, b.W()-x-2), Dim)
			return
		}
		b.Text(x+1, 0, "goes on", Dim)
	case r.Hint() != nil:
		x := b.Text(1, 0, "Hint: ", Warn)
		drawProse(b.Sub(x, 0, b.W()-x-1, 1), r.Hint(), canvas.Style{}, g)
	default:
		x := 1
		if t.Word != "" {
			x = b.Text(x, 0, string(g.Glyph('✓', '*'))+" "+t.Word, good) + 2
		}
		for _, k := range [][2]string{{"skip", "skips the step"}, {"step-back", "goes one back"}, {"leave", "leaves the lesson"}} {
			if k[0] == "step-back" && r.At() == 0 || k[0] == "leave" && g.Asked.Open || x+canvas.Width(g.KeyFor(k[0])+k[1])+1 > b.W() {
				continue
			}
			x = b.Text(b.Text(x, 0, g.KeyFor(k[0]), Key)+1, 0, k[1], Dim) + 2
		}
	}
}

// styled is a run of one style inside a word.
type styled struct {
	Text  string
	style canvas.Style
}

// drawProse draws prose word by word, keys in their own style, and returns the
// column after its last word.
func drawProse(b canvas.Area, p lesson.Prose, plain canvas.Style, g Glance) int {
	x, y := 0, 0
	for i, word := range g.Words(p, plain) {
		width := 0
		for _, s := range word {
			width += canvas.Width(s.Text)
		}
		switch {
		case i == 0:
		case x+1+width > b.W() && y+1 < b.H():
			x, y = 0, y+1
		default:
			x++
		}
		for _, s := range word {
			x = b.Text(x, y, s.Text, s.style)
		}
	}
	return x
}

// Words cuts prose at its spaces; a key stays whole and keeps what stands
// against it.
func (g Glance) Words(p lesson.Prose, plain canvas.Style) [][]styled {
	look := g.Lookup()
	var out [][]styled
	var word []styled
	end := func() {
		if word != nil {
			out = append(out, word)
		}
		word = nil
	}
	for _, piece := range p {
		text, style := piece.Write(g.KeyFor, look), plain
		if piece.Key {
			style = Key
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
