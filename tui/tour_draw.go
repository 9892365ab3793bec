package tui

import (
	"fmt"
	"slices"
	"strings"

	"eeporl/model/lesson"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// lessonRows is the height of a lesson's panel: its title, three rows of text,
// the task, and what came of it.
const lessonRows = 6

// drawLesson draws the panel of the lesson under way.
func (a App) drawLesson(b canvas.Area) {
	r := a.tour.run
	step := r.Step()
	b.Fill(' ', canvas.Style{})
	b.Repeat(0, 0, b.W(), a.glyph('═', '='), rule)
	place := fmt.Sprintf(" step %d of %d ", r.At()+1, len(r.Lesson().Steps))
	lesson, title := fmt.Sprintf(" Lesson %d: %s ", a.tour.number+1, r.Lesson().Title), step.Title
	room := b.W() - canvas.Width(place) - 4
	if canvas.Width(lesson)+canvas.Width(title)+4 > room { // the step's own title says more
		lesson = fmt.Sprintf(" Lesson %d ", a.tour.number+1)
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
	a.drawProse(b.Sub(1, 1, b.W()-2, 3), r.Text(), canvas.Style{})
	switch {
	case r.Asking():
		x := b.Text(b.Text(1, 4, string(a.glyph('▸', '>'))+" ", mark), 4, "First a prediction, above. A wrong answer costs nothing.", bold)
		if b.H() < lessonRows {
			a.drawOutcome(b.Sub(x+1, 4, b.W()-x-1, 1))
		}
	case step.Asks():
		x := b.Text(1, 4, string(a.glyph('▸', '>'))+" ", mark)
		a.drawProse(b.Sub(x, 4, b.W()-x-1, 1), step.Task, bold)
	}
	a.drawOutcome(b.Rows(5, 1))
}

// drawOutcome draws the panel's last row: what was done, a hint, or the keys of
// the lesson itself.
func (a App) drawOutcome(b canvas.Area) {
	r := a.tour.run
	good := canvas.FG(theme.Good)
	switch {
	case r.Done():
		x := 1
		if r.Step().Asks() {
			x = b.Text(x, 0, string(a.glyph('✓', '*'))+" ", good)
			x = a.drawProse(b.Sub(x, 0, b.W()-x-14, 1), r.Step().Done, good) + x + 2
		}
		if a.question.open {
			b.Text(b.Text(x, 0, a.keyFor("leave"), key)+1, 0, "closes this", dim)
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
		a.drawProse(b.Sub(x, 0, b.W()-x-1, 1), r.Hint(), canvas.Style{})
	default:
		x := 1
		if a.tour.word != "" {
			x = b.Text(x, 0, string(a.glyph('✓', '*'))+" "+a.tour.word, good) + 2
		}
		for _, k := range [][2]string{{"skip", "skips the step"}, {"step-back", "goes one back"}, {"leave", "leaves the lesson"}} {
			if k[0] == "step-back" && r.At() == 0 || k[0] == "leave" && a.prediction.open || x+canvas.Width(a.keyFor(k[0])+k[1])+1 > b.W() {
				continue
			}
			x = b.Text(b.Text(x, 0, a.keyFor(k[0]), key)+1, 0, k[1], dim) + 2
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
func (a App) drawProse(b canvas.Area, p lesson.Prose, plain canvas.Style) int {
	x, y := 0, 0
	for i, word := range a.words(p, plain) {
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
func (a App) words(p lesson.Prose, plain canvas.Style) [][]styled {
	look := a.Lookup()
	var out [][]styled
	var word []styled
	end := func() {
		if word != nil {
			out = append(out, word)
		}
		word = nil
	}
	for _, piece := range p {
		text, style := piece.Write(a.keyFor, look), plain
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

// drawLessons draws the list of lessons: those of the short path are marked, and so are
// those that were done; what the chosen one is about stands below.
func (a App) drawLessons(b canvas.Area) {
	t := a.tour
	begins := "begin it"
	if t.begun && t.chosen == t.number {
		begins = "take it up"
	}
	var kept []string // of the lesson that just ended
	if t.moral != "" {
		kept = append(kit.Lines("To keep: "+t.moral, boxWidth(b)), "")
	}
	b = a.box(b, len(kept)+len(t.lessons)+4, "Lessons on the live screen", [][2]string{{a.arrows(), "choose"}, {"Enter", begins}, {"Esc", "close"}})
	for y, row := range kept {
		b.Text(0, y, row, bold)
	}
	b = b.Below(len(kept))
	room := b.H() - 4 // for what stands below
	first := max(min(t.chosen-room/2, len(t.lessons)-room), 0)
	for i := first; i < min(first+room, len(t.lessons)); i++ {
		l, style, y := t.lessons[i], canvas.Style{}, i-first
		if i == t.chosen {
			style = bold.With(canvas.Reverse)
		}
		if slices.Contains(t.finished, l.Name) {
			b.Set(0, y, a.glyph('✓', '*'), canvas.FG(theme.Good))
		}
		b.Right(4, y, fmt.Sprint(i+1), key)
		if l.Core {
			b.Set(5, y, a.glyph('●', 'o'), mark)
		}
		x := b.Text(7, y, l.Title, style)
		words := fmt.Sprintf("%d steps", len(l.Steps))
		if l.Minutes > 0 {
			words = fmt.Sprintf("%d min, %s", l.Minutes, words)
		}
		if t.begun && i == t.number {
			words = fmt.Sprintf("at step %d of %d", t.run.At()+1, len(l.Steps))
		}
		b.Text(max(x+2, 56), y, words, dim)
	}
	if minutes := lesson.Core(t.lessons); minutes > 0 {
		x := b.Text(5, b.H()-3, string(a.glyph('●', 'o')), mark)
		b.Text(x+1, b.H()-3, fmt.Sprintf("the short path, %d min: why each action alone fails, why EEPORL works", minutes), dim)
	}
	if len(t.lessons) > 0 {
		for i, row := range kit.Lines(t.lessons[t.chosen].Gist, b.W()-8) {
			b.Text(7, b.H()-2+i, row, canvas.Style{})
		}
	}
}
