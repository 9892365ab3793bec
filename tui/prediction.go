package tui

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

// foretoldMsg brings the answer to a question.
type foretoldMsg struct {
	question *predict.Question
	answer   predict.Answer
	err      error
}

// prediction is the open question about what comes next: what was asked, which choice was
// made, and what the session came to.
type prediction struct {
	open      bool
	questions []predict.Question
	at        int
	marked    int // the choice that the arrows are on
	said      int // the choice that was made; -1 before
	answer    *predict.Answer
	failed    error
	cancel    context.CancelFunc
	theirs    bool // the presenter asks it, and the class answers
}

// score counts predictions, quietly.
type score struct{ made, right int }

// noAnswer is said by a presenter who closes a question without an answer of their own.
const noAnswer = 1 << 20

// closed is the state without a question; it gives up the work for the answer.
func (p prediction) closed() prediction {
	if p.cancel != nil {
		p.cancel()
	}
	return prediction{}
}

// key answers a key while a question is open.
func (p prediction) key(msg tea.KeyPressMsg, g glance) (prediction, []ask, bool) {
	name := msg.String()
	q := p.questions[p.at]
	if n, err := strconv.Atoi(name); err == nil {
		switch {
		case p.said < 0 && n >= 1 && n <= len(q.Choices):
			return p.saying(n - 1)
		case p.said < 0 && n == 0 && g.class.room != nil:
			return p.saying(noAnswer)
		}
		return p, nil, true
	}
	if k, _ := g.key(name); k.name == "skip" || k.name == "step-back" {
		if g.tour.open && g.tour.run.Asking() {
			return p, []ask{pressing{key: name}}, true
		}
		return p, nil, true
	}
	switch name {
	case "b":
		if g.class.room != nil && !g.class.guest {
			return p, []ask{doing("class bars")}, true
		}
	case "esc", "Q":
		p = p.closed()
	case "q", "ctrl+c":
		return p.closed(), []ask{pressing{key: name}}, true
	case "down", "j":
		p.marked = min(p.marked+1, len(q.Choices)-1)
	case "up", "k":
		p.marked = max(p.marked-1, 0)
	case "tab", "shift+tab":
		step := 1
		if name == "shift+tab" {
			step = len(p.questions) - 1
		}
		p.closed()
		p = prediction{open: true, questions: p.questions, at: (p.at + step) % len(p.questions), said: -1, marked: -1}
	case "enter":
		switch {
		case p.said < 0 && p.marked < 0:
			return p, []ask{noting(fmt.Sprintf("type 1 to %d: a wrong guess costs nothing", len(q.Choices)))}, true
		case p.said < 0:
			return p.saying(p.marked)
		case p.answer != nil:
			return p.closed(), []ask{following(*p.answer)}, true
		}
	default:
		return p, []ask{noting("Esc closes the question; its keys stand below it")}, true
	}
	return p, nil, true
}

// saying makes a choice and asks for the answer.
func (p prediction) saying(choice int) (prediction, []ask, bool) {
	p.said, p.marked = choice, choice
	return p, []ask{foretelling{}}, true
}

// foretold takes the answer in, if its question is still open, and counts it.
func (p prediction) foretold(msg foretoldMsg, so score) (prediction, score) {
	if !p.open || p.said < 0 || msg.question != &p.questions[p.at] {
		return p, so
	}
	if msg.err != nil {
		p.failed = msg.err
		return p, so
	}
	p.answer = &msg.answer
	return p, so.counted(p.said, msg.answer.Right)
}

// counted is the score after one more prediction, where one was made.
func (s score) counted(said, right int) score {
	if said == noAnswer {
		return s
	}
	s.made++
	if said == right {
		s.right++
	}
	return s
}

// asked is the presenter's question with the guest's own answer to it; hand says that the guest has the
// presenter's keyboard, whose answer is given.
func (own prediction) asked(theirs prediction, hand bool, so score) (prediction, score) {
	switch {
	case !theirs.open:
		return prediction{}, so
	case hand:
		return theirs, so
	}
	same := own.open && &own.questions[own.at] == &theirs.questions[theirs.at]
	theirs.said, theirs.marked, theirs.cancel, theirs.theirs = -1, -1, nil, true
	if same {
		theirs.said, theirs.marked = own.said, own.marked
	}
	if theirs.answer != nil && theirs.said >= 0 && !(same && own.answer != nil) {
		so = so.counted(theirs.said, theirs.answer.Right)
	}
	return theirs, so
}

// rows is how many of the given rows the question takes below the views.
func (p prediction) rows(rows int, g glance) int {
	most := max(rows*2/3, 8)
	if p.answer != nil { // an answer is said in full, whatever is left for the views
		most = rows
	}
	return min(len(p.lines(min(g.width-4, 100), most-2, g))+1, most, rows)
}

// draw draws the question below the views, and then what became of it: the
// views above hold what the answer follows from.
func (p prediction) draw(b canvas.Area, g glance) {
	lines := p.lines(min(b.W()-4, 100), b.H()-1, g)
	b.Repeat(0, 0, b.W(), g.glyph('─', '-'), rule)
	title := " What do you expect? "
	if len(p.questions) > 1 {
		title = fmt.Sprintf(" What do you expect? Question %d of %d at this beat ", p.at+1, len(p.questions))
	}
	b.Text(1, 0, title, bold)
	if g.score.made > 0 {
		b.Right(b.W()-1, 0, fmt.Sprintf(" %d of %d so far ", g.score.right, g.score.made), dim)
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
func (p prediction) lines(width, rows int, g glance) [][]line {
	verdict := p.verdictLines(width)
	question := p.questionLines(width)
	all := slices.Concat(question, p.choiceLines(width, false, g), verdict)
	if p.answer == nil || len(all) <= rows && g.height >= lowWindow {
		return all
	}
	short := append(p.choiceLines(width, true, g), verdict...)
	if len(question)+len(short) <= rows {
		return append(question, short...)
	}
	return short
}

func (p prediction) questionLines(width int) [][]line {
	var lines [][]line
	for _, row := range kit.Lines(p.questions[p.at].Ask, width) {
		lines = append(lines, []line{{lead: row}})
	}
	return lines
}

// choiceGap parts choices that stand in one row.
const choiceGap = 3

// choiceLines are the choices, or only the one that came true and the one made: one below the
// other, and in a low window as many in a row as fit.
func (p prediction) choiceLines(width int, decided bool, g glance) [][]line {
	q := p.questions[p.at]
	var lines [][]line
	room := 0 // in the last row
	for i, c := range q.Choices {
		if decided && i != p.answer.Right && i != p.said && g.class.answers(i, p, g.ink) == "" {
			continue
		}
		style, verdict := canvas.Style{}, ""
		switch {
		case p.answer != nil && i == p.answer.Right:
			style, verdict = bold, "  (so it is)"
		case p.said == i && p.answer != nil:
			style, verdict = dim, "  (you said this)"
		case p.said == i, p.said < 0 && p.marked == i:
			style = bold.With(canvas.Reverse)
		}
		lead := strconv.Itoa(i+1) + " "
		rows := kit.Lines(c+verdict+g.class.answers(i, p, g.ink), width-2)
		wide := canvas.Width(lead + rows[0])
		if g.height < lowWindow && len(rows) == 1 && wide <= room {
			last := &lines[len(lines)-1]
			*last = append(*last, line{lead: lead, leadStyle: key, rest: rows[0], restStyle: style})
			room -= wide + choiceGap
			continue
		}
		for _, row := range rows {
			lines = append(lines, []line{{lead: lead, leadStyle: key, rest: row, restStyle: style}})
			lead = "  "
		}
		room = 0
		if len(rows) == 1 {
			room = width - wide - choiceGap
		}
	}
	return lines
}

// verdictLines say whether the choice came true, and why things came out as they did.
func (p prediction) verdictLines(width int) [][]line {
	verdict, why, style := "", "", bold
	switch {
	case p.failed != nil:
		verdict, style = p.failed.Error()+".", warn
	case p.answer != nil && p.said < 0:
		verdict, why = "You gave no answer.", p.answer.Why
	case p.answer != nil && p.said == noAnswer:
		why = p.answer.Why
	case p.answer != nil && p.said == p.answer.Right:
		verdict, why = "As you said.", p.answer.Why
	case p.answer != nil:
		verdict, why = "Not this time.", p.answer.Why
	case p.said >= 0:
		verdict, style = "A copy of the session runs on to see…", dim
		if p.theirs {
			verdict = fmt.Sprintf("You answer %d. The presenter closes the question.", p.said+1)
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

func (p prediction) drawKeys(foot canvas.Area, g glance) {
	or := "or"
	if p.theirs {
		or = "answer, once"
	}
	keys := [][2]string{{fmt.Sprintf("1–%d", len(p.questions[p.at].Choices)), or}, {g.arrows() + " Enter", "choose"}}
	if p.theirs {
		if keys = keys[:1]; p.said >= 0 || p.answer != nil {
			keys = nil
		}
		keyRow(foot, 1, keys)
		return
	}
	if g.class.room != nil {
		keys = [][2]string{{keys[0][0], "answer and close"}, {"0", "close"}, {"b", "counts"}}
	}
	switch {
	case p.answer != nil && len(p.answer.Steps) > 0:
		keys = [][2]string{{"Enter", "see it happen"}}
	case p.answer != nil:
		keys = [][2]string{{"Enter", "go on"}}
	case p.said >= 0:
		keys = nil
	}
	if len(p.questions) > 1 {
		keys = append(keys, [2]string{"Tab", "another question"})
	}
	keyRow(foot, 1, append(keys, [2]string{"Esc", "close"}))
}
