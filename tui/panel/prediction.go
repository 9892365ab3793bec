package panel

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"eeporl/model/predict"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// Answered brings the answer to a question.
type Answered struct {
	Question *predict.Question
	Answer   predict.Answer
	Err      error
}

// Prediction is the open question about what comes next: what was asked, which choice was
// made, and what the session came to.
type Prediction struct {
	Open      bool
	Questions []predict.Question
	At        int
	Marked    int // the choice that the arrows are on
	Said      int // the choice that was made; -1 before
	Answer    *predict.Answer
	Failed    error
	Cancel    context.CancelFunc
	Theirs    bool // the presenter asks it, and the class answers
}

// Score counts predictions, quietly.
type Score struct{ Made, Right int }

// noAnswer is said by a presenter who closes a question without an answer of their own.
const noAnswer = 1 << 20

// Closed is the state without a question; it gives up the work for the answer.
func (p Prediction) Closed() Prediction {
	if p.Cancel != nil {
		p.Cancel()
	}
	return Prediction{}
}

// Key answers a key while a question is open.
func (p Prediction) Key(msg tea.KeyPressMsg, g Glance) (Prediction, []Ask, bool) {
	name := msg.String()
	q := p.Questions[p.At]
	if n, err := strconv.Atoi(name); err == nil {
		switch {
		case p.Said < 0 && n >= 1 && n <= len(q.Choices):
			return p.Saying(n - 1)
		case p.Said < 0 && n == 0 && g.Class.Room != nil:
			return p.Saying(noAnswer)
		}
		return p, nil, true
	}
	if k, _ := g.key(name); k.Name == "skip" || k.Name == "step-back" {
		if g.Tour.Open && g.Tour.Run.Asking() {
			return p, []Ask{Press{Key: name}}, true
		}
		return p, nil, true
	}
	switch name {
	case "b":
		if g.Class.Room != nil && !g.Class.Guest {
			return p, []Ask{Do("class bars")}, true
		}
	case "esc", "Q":
		p = p.Closed()
	case "q", "ctrl+c":
		return p.Closed(), []Ask{Press{Key: name}}, true
	case "down", "j":
		p.Marked = min(p.Marked+1, len(q.Choices)-1)
	case "up", "k":
		p.Marked = max(p.Marked-1, 0)
	case "tab", "shift+tab":
		step := 1
		if name == "shift+tab" {
			step = len(p.Questions) - 1
		}
		p.Closed()
		p = Prediction{Open: true, Questions: p.Questions, At: (p.At + step) % len(p.Questions), Said: -1, Marked: -1}
	case "enter":
		switch {
		case p.Said < 0 && p.Marked < 0:
			p.Marked = 0
			return p, []Ask{Say(fmt.Sprintf("type 1 to %d, or Enter for the marked one: a wrong guess costs nothing", len(q.Choices)))}, true
		case p.Said < 0:
			return p.Saying(p.Marked)
		case p.Answer != nil:
			return p.Closed(), []Ask{Follow(*p.Answer)}, true
		}
	default:
		return p, []Ask{Say("Esc closes the question; its keys stand below it")}, true
	}
	return p, nil, true
}

// Saying makes a choice and asks for the answer.
func (p Prediction) Saying(choice int) (Prediction, []Ask, bool) {
	p.Said, p.Marked = choice, choice
	return p, []Ask{Foretell{}}, true
}

// Foretold takes the answer in, if its question is still open, and counts it.
func (p Prediction) Foretold(msg Answered, so Score) (Prediction, Score) {
	if !p.Open || p.Said < 0 || msg.Question != &p.Questions[p.At] {
		return p, so
	}
	if msg.Err != nil {
		p.Failed = msg.Err
		return p, so
	}
	p.Answer = &msg.Answer
	return p, so.counted(p.Said, msg.Answer.Right)
}

// counted is the score after one more prediction, where one was made.
func (s Score) counted(said, right int) Score {
	if said == noAnswer {
		return s
	}
	s.Made++
	if said == right {
		s.Right++
	}
	return s
}

// Asked is the presenter's question with the guest's own answer to it; hand says that the guest has the
// presenter's keyboard, whose answer is given.
func (own Prediction) Asked(theirs Prediction, hand bool, so Score) (Prediction, Score) {
	switch {
	case !theirs.Open:
		return Prediction{}, so
	case hand:
		return theirs, so
	}
	same := own.Open && &own.Questions[own.At] == &theirs.Questions[theirs.At]
	theirs.Said, theirs.Marked, theirs.Cancel, theirs.Theirs = -1, -1, nil, true
	if same {
		theirs.Said, theirs.Marked = own.Said, own.Marked
	}
	if theirs.Answer != nil && theirs.Said >= 0 && !(same && own.Answer != nil) {
		so = so.counted(theirs.Said, theirs.Answer.Right)
	}
	return theirs, so
}

// Rows is how many of the given rows the question takes below the views.
func (p Prediction) Rows(rows int, g Glance) int {
	most := max(rows*2/3, 8)
	if p.Answer != nil { // an answer is said in full, whatever is left for the views
		most = rows
	}
	return min(len(p.lines(min(g.Width-4, 100), most-2, g))+1, most, rows)
}

// Draw draws the question below the views, and then what became of it: the
// views above hold what the answer follows from.
func (p Prediction) Draw(b canvas.Area, g Glance) {
	lines := p.lines(min(b.W()-4, 100), b.H()-1, g)
	b.Repeat(0, 0, b.W(), g.Glyph('─', '-'), Rule)
	title := " What do you expect? "
	if len(p.Questions) > 1 {
		title = fmt.Sprintf(" What do you expect? Question %d of %d at this beat ", p.At+1, len(p.Questions))
	}
	b.Text(1, 0, title, Bold)
	if g.Score.Made > 0 {
		b.Right(b.W()-1, 0, fmt.Sprintf(" %d of %d so far ", g.Score.Right, g.Score.Made), Dim)
	}
	for i, row := range lines[:max(min(len(lines), b.H()-1), 0)] {
		x := 2
		for _, l := range row {
			x = b.Text(b.Text(x, 1+i, l.lead, l.leadStyle), 1+i, l.rest, l.restStyle) + choiceGap
		}
	}
}

// lines are the rows of the question, of its choices and of what came of it. Where
// there are too few for all of it, and in a low window, choices that no longer matter go first,
// then the question.
func (p Prediction) lines(width, rows int, g Glance) [][]line {
	verdict := p.verdictLines(width)
	question := p.questionLines(width)
	all := slices.Concat(question, p.choiceLines(width, false, g), verdict)
	if p.Answer == nil || len(all) <= rows && g.Height >= LowWindow {
		return all
	}
	short := append(p.choiceLines(width, true, g), verdict...)
	if len(question)+len(short) <= rows {
		return append(question, short...)
	}
	return short
}

func (p Prediction) questionLines(width int) [][]line {
	var lines [][]line
	for _, row := range kit.Lines(p.Questions[p.At].Ask, width) {
		lines = append(lines, []line{{lead: row}})
	}
	return lines
}

// choiceGap parts choices that stand in one row.
const choiceGap = 3

// choiceLines are the choices, or only the one that came true and the one made: one below the
// other, and in a low window as many in a row as fit.
func (p Prediction) choiceLines(width int, decided bool, g Glance) [][]line {
	q := p.Questions[p.At]
	var lines [][]line
	room := 0 // in the last row
	for i, c := range q.Choices {
		if decided && i != p.Answer.Right && i != p.Said && g.Class.answers(i, p, g.Ink) == "" {
			continue
		}
		style, verdict := canvas.Style{}, ""
		switch {
		case p.Answer != nil && i == p.Answer.Right:
			style, verdict = Bold, "  (so it is)"
		case p.Said == i && p.Answer != nil:
			style, verdict = Dim, "  (you said this)"
		case p.Said == i, p.Said < 0 && p.Marked == i:
			style = Bold.With(canvas.Reverse)
		}
		lead := strconv.Itoa(i+1) + ") "
		rows := kit.Lines(c+verdict+g.Class.answers(i, p, g.Ink), width-3)
		wide := canvas.Width(lead + rows[0])
		if g.Height < LowWindow && len(rows) == 1 && wide <= room {
			last := &lines[len(lines)-1]
			*last = append(*last, line{lead: lead, leadStyle: Key, rest: rows[0], restStyle: style})
			room -= wide + choiceGap
			continue
		}
		for _, row := range rows {
			lines = append(lines, []line{{lead: lead, leadStyle: Key, rest: row, restStyle: style}})
			lead = "   "
		}
		room = 0
		if len(rows) == 1 {
			room = width - wide - choiceGap
		}
	}
	return lines
}

// verdictLines say whether the choice came true, and why things came out as they did.
func (p Prediction) verdictLines(width int) [][]line {
	verdict, why, style := "", "", Bold
	switch {
	case p.Failed != nil:
		verdict, style = p.Failed.Error()+".", Warn
	case p.Answer != nil && p.Said < 0:
		verdict, why = "You gave no answer.", p.Answer.Why
	case p.Answer != nil && p.Said == noAnswer:
		why = p.Answer.Why
	case p.Answer != nil && p.Said == p.Answer.Right:
		verdict, why = "As you said.", p.Answer.Why
	case p.Answer != nil:
		verdict, why = "Not this time.", p.Answer.Why
	case p.Said >= 0:
		verdict, style = "A copy of the session runs on to see…", Dim
		if p.Theirs {
			verdict = fmt.Sprintf("You answer %d. The presenter closes the question.", p.Said+1)
		}
	default:
		return nil
	}
	var lines [][]line
	for _, row := range kit.Lines(verdict, width) {
		lines = append(lines, []line{{lead: row, leadStyle: style}})
	}
	for _, row := range kit.Lines(why, width) {
		lines = append(lines, []line{{lead: row}})
	}
	return lines
}

// DrawKeys names the keys of the open question.
func (p Prediction) DrawKeys(foot canvas.Area, g Glance) {
	or := "or"
	if p.Theirs {
		or = "answer, once"
	}
	keys := [][2]string{{fmt.Sprintf("1–%d", len(p.Questions[p.At].Choices)), or}, {g.arrows() + " Enter", "choose"}}
	if p.Theirs {
		if keys = keys[:1]; p.Said >= 0 || p.Answer != nil {
			keys = nil
		}
		KeyRow(foot, 1, keys)
		return
	}
	if g.Class.Room != nil {
		keys = [][2]string{{keys[0][0], "answer and close"}, {"0", "close"}, {"b", "counts"}}
	}
	switch {
	case p.Answer != nil && len(p.Answer.Steps) > 0:
		keys = [][2]string{{"Enter", "see it happen"}}
	case p.Answer != nil:
		keys = [][2]string{{"Enter", "go on"}}
	case p.Said >= 0:
		keys = nil
	}
	if len(p.Questions) > 1 {
		keys = append(keys, [2]string{"Tab", "another question"})
	}
	KeyRow(foot, 1, append(keys, [2]string{"Esc", "close"}))
}
