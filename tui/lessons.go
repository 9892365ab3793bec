package tui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"eeporl/model/lesson"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// lessonPanel is the lesson under way, and the list of lessons.
type lessonPanel struct {
	lessons []lesson.Lesson
	open    bool // it is shown and the lesson goes on
	begun   bool // there is a lesson to take up again
	number  int  // of the lesson in lessons, from 0
	run     lesson.Run
	chosen  int // in the list
	// finished are the names of the lessons that were gone through.
	finished []string
	moral    string // of the lesson that has just ended, shown once
	word     string // what the finished step said where the next one followed at once
}

// tasked says whether the lesson waits for something that the learner is to do; a focused figure has its own keys.
func (t lessonPanel) tasked(focused bool) bool {
	return t.open && !focused && t.run.Ready() && !t.run.Asking() && !t.run.Done()
}

// listKey answers a key in the list of lessons.
func (t lessonPanel) listKey(msg tea.KeyPressMsg, _ glance) (lessonPanel, []ask, bool) {
	t.moral = ""
	rows, ok := scrolled(msg.String())
	switch msg.String() {
	case "tab":
		rows, ok = 1, true
	case "shift+tab":
		rows, ok = -1, true
	case "enter":
		if t.begun && t.chosen == t.number {
			return t, []ask{resuming{}}, true
		}
		return t, []ask{doing("tour " + t.lessons[t.chosen].Name)}, true
	}
	t.chosen = min(max(t.chosen+rows, 0), len(t.lessons)-1)
	return t, nil, ok
}

// drawList draws the list of lessons: those of the short path are marked, and so are
// those that were done; what the chosen one is about stands below.
func (t lessonPanel) drawList(b canvas.Area, g glance) {
	begins := "begin it"
	if t.begun && t.chosen == t.number {
		begins = "take it up"
	}
	var kept []string // of the lesson that just ended
	if t.moral != "" {
		kept = append(kit.Lines("To keep: "+t.moral, boxWidth(b)), "")
	}
	b = g.box(b, len(kept)+len(t.lessons)+4, "Lessons on the live screen", [][2]string{{g.arrows(), "choose"}, {"Enter", begins}, {"Esc", "close"}})
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
			b.Set(0, y, g.glyph('✓', '*'), canvas.FG(theme.Good))
		}
		b.Right(4, y, fmt.Sprint(i+1), key)
		if l.Core {
			b.Set(5, y, g.glyph('●', 'o'), mark)
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
		x := b.Text(5, b.H()-3, string(g.glyph('●', 'o')), mark)
		b.Text(x+1, b.H()-3, fmt.Sprintf("the short path, %d min: why each action alone fails, why EEPORL works", minutes), dim)
	}
	if len(t.lessons) > 0 {
		for i, row := range kit.Lines(t.lessons[t.chosen].Gist, b.W()-8) {
			b.Text(7, b.H()-2+i, row, canvas.Style{})
		}
	}
}
