package panel

import (
	"fmt"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"eeporl/model/lesson"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// LessonPanel is the lesson under way, and the list of lessons.
type LessonPanel struct {
	Lessons []lesson.Lesson
	Open    bool // it is shown and the lesson goes on
	Begun   bool // there is a lesson to take up again
	Number  int  // of the lesson in lessons, from 0
	Run     lesson.Run
	Chosen  int // in the list
	typed   int // the digits of its number so far
	// Finished are the names of the lessons that were gone through.
	Finished []string
	Moral    string // of the lesson that has just ended, shown once
	Word     string // what the finished step said where the next one followed at once
}

// Tasked says whether the lesson waits for something that the learner is to do; a focused figure has its own keys.
func (t LessonPanel) Tasked(focused bool) bool {
	return t.Open && !focused && t.Run.Ready() && !t.Run.Asking() && !t.Run.Done()
}

// Onward says whether Enter goes on with the lesson: the step is done, and no focus of the user's own asks for a figure.
func (t LessonPanel) Onward(focused bool) bool {
	return t.Open && t.Run.Done() && (!focused || t.Run.Step().Focuses())
}

// Leads says what Enter does for the lesson, "" where it does what it does without one.
func (t LessonPanel) Leads(focused bool) string {
	switch {
	case t.Onward(focused) && t.Run.Last():
		return "end the lesson"
	case t.Onward(focused):
		return "go on with the lesson"
	case t.Tasked(focused):
		return "do what the lesson asks"
	}
	return ""
}

// toldAll says whether a step that asked for what lies over the views has it: whoever read it goes on by Enter.
func (t LessonPanel) toldAll() bool { return t.Open && t.Run.Done() }

// ListKey answers a key in the list of lessons.
func (t LessonPanel) ListKey(msg tea.KeyPressMsg, _ Glance) (LessonPanel, []Ask, bool) {
	t.Moral = ""
	if digit, err := strconv.Atoi(msg.String()); err == nil {
		if t.typed = 10*t.typed + digit; t.typed > len(t.Lessons) {
			t.typed = digit
		}
		t.Chosen = min(max(t.typed-1, 0), len(t.Lessons)-1)
		return t, nil, true
	}
	t.typed = 0
	rows, ok := Scrolled(msg.String())
	switch msg.String() {
	case "tab":
		rows, ok = 1, true
	case "shift+tab":
		rows, ok = -1, true
	case "enter":
		if t.Begun && t.Chosen == t.Number {
			return t, []Ask{Resume{}}, true
		}
		return t, []Ask{Do("tour " + t.Lessons[t.Chosen].Name)}, true
	}
	t.Chosen = min(max(t.Chosen+rows, 0), len(t.Lessons)-1)
	return t, nil, ok
}

// DrawList draws the list of lessons: those of the short path are marked, and so are
// those that were done; what the chosen one is about stands below.
func (t LessonPanel) DrawList(b canvas.Area, g Glance) {
	begins := "begin it"
	if t.Begun && t.Chosen == t.Number {
		begins = "take it up"
	}
	var kept []string // of the lesson that just ended
	if t.Moral != "" {
		kept = append(kit.Lines("To keep: "+t.Moral, boxWidth(b)), "")
	}
	b = g.box(b, len(kept)+len(t.Lessons)+4, "Lessons on the live screen", [][2]string{{g.arrows(), "choose"}, {"Enter", begins}, {"Esc", "close"}})
	for y, row := range kept {
		b.Text(0, y, row, Bold)
	}
	b = b.Below(len(kept))
	room := b.H() - 4 // for what stands below
	first := max(min(t.Chosen-room/2, len(t.Lessons)-room), 0)
	for i := first; i < min(first+room, len(t.Lessons)); i++ {
		l, style, y := t.Lessons[i], canvas.Style{}, i-first
		if i == t.Chosen {
			style = Bold.With(canvas.Reverse)
		}
		if slices.Contains(t.Finished, l.Name) {
			b.Set(0, y, g.Glyph('✓', '*'), canvas.FG(theme.Good))
		}
		b.Right(4, y, fmt.Sprint(i+1), Key)
		if l.Core {
			b.Set(5, y, g.Glyph('●', 'o'), Mark)
		}
		x := b.Text(7, y, l.Title, style)
		words := fmt.Sprintf("%d steps", len(l.Steps))
		if l.Minutes > 0 {
			words = fmt.Sprintf("%d min, %s", l.Minutes, words)
		}
		if t.Begun && i == t.Number {
			words = fmt.Sprintf("at step %d of %d", t.Run.At()+1, len(l.Steps))
		}
		b.Text(max(x+2, 56), y, words, Dim)
	}
	if n := len(t.Lessons); room < n {
		b.Right(b.W(), b.H()-4, fmt.Sprintf("%d to %d of %d", first+1, min(first+room, n), n), Dim)
	}
	if minutes := lesson.Core(t.Lessons); minutes > 0 {
		x := b.Text(5, b.H()-3, string(g.Glyph('●', 'o')), Mark)
		b.Text(x+1, b.H()-3, fmt.Sprintf("the short path, %d min: why each action alone fails, why EEPORL works", minutes), Dim)
	}
	if len(t.Lessons) > 0 {
		for i, row := range kit.Lines(t.Lessons[t.Chosen].Gist, b.W()-8) {
			b.Text(7, b.H()-2+i, row, canvas.Style{})
		}
	}
}
