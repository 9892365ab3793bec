package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

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

// predict opens the questions about what comes after this beat, at the one of a kind
// where a kind is named.
func (a App) predict(kind string) (App, error) {
	if kind != "" && !slices.Contains(predict.Kinds(), kind) {
		return a, fmt.Errorf("found the prediction %q, expected one of %s", kind, strings.Join(predict.Kinds(), ", "))
	}
	p := prediction{open: true, questions: predict.Questions(a.session), said: -1, marked: -1}
	if len(p.questions) == 0 {
		return a, errors.New(nothingToPredict)
	}
	if kind != "" {
		if p.at = slices.IndexFunc(p.questions, func(q predict.Question) bool { return q.Kind == kind }); p.at < 0 {
			return a, fmt.Errorf("%s cannot be predicted at this beat", kind)
		}
	}
	a.prediction, a.overlay, a.question.open, a.scroll = p, noOverlay, false, 0
	return a, nil
}

// noPrediction is why there is nothing to predict, "" where there is.
func (a App) noPrediction() string {
	if !predict.Any(a.session) {
		return nothingToPredict
	}
	return ""
}

// nothingToPredict says that there is no question now, and when there will be one.
const nothingToPredict = "nothing to predict at this beat; once x_t can be told, or after a leap, there is"

// predictKey answers a key while a question is open.
func (a App) predictKey(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	key := msg.String()
	p := a.prediction
	q := p.questions[p.at]
	a.note = ""
	if n, err := strconv.Atoi(key); err == nil {
		switch {
		case p.said < 0 && n >= 1 && n <= len(q.Choices):
			return a.say(n - 1)
		case p.said < 0 && n == 0 && a.attending.room != nil:
			return a.say(noAnswer)
		}
		return a, nil
	}
	switch key {
	case "b":
		if a.attending.room != nil && !a.attending.guest {
			a.attending.bars = !a.attending.bars
		}
	case "esc", "Q":
		a.prediction = p.closed()
	case "q", "ctrl+c":
		a.leaving = true
		p.closed()
		a.work.cancelAll()
		return a, tea.Quit
	case "down", "j":
		a.prediction.marked = min(p.marked+1, len(q.Choices)-1)
	case "up", "k":
		a.prediction.marked = max(p.marked-1, 0)
	case "tab", "shift+tab":
		step := 1
		if key == "shift+tab" {
			step = len(p.questions) - 1
		}
		p.closed()
		a.prediction = prediction{open: true, questions: p.questions, at: (p.at + step) % len(p.questions), said: -1, marked: -1}
	case keyOf("skip"), keyOf("step-back"):
		if a.tour.open && a.tour.run.Asking() {
			b, _ := lookup(a.table, key)
			return b.act(a), nil
		}
	case "enter":
		if p.said < 0 && p.marked < 0 {
			a.note = fmt.Sprintf("type 1 to %d: a wrong guess costs nothing", len(q.Choices))
			return a, nil
		}
		if p.said < 0 {
			return a.say(p.marked)
		}
		if p.answer != nil {
			return a.showAnswer()
		}
	default:
		a.note = "Esc closes the question; its keys stand below it"
	}
	return a, nil
}

// noAnswer is said by a presenter who closes a question without an answer of their own.
const noAnswer = 1 << 20

// closed is the state without a question; it gives up the work for the answer.
func (p prediction) closed() prediction {
	if p.cancel != nil {
		p.cancel()
	}
	return prediction{}
}

// say makes a choice and lets a copy of the session run on to the answer.
func (a App) say(choice int) (tea.Model, tea.Cmd) {
	ctx, cancel := context.WithCancel(context.Background())
	a.prediction.said, a.prediction.marked, a.prediction.cancel = choice, choice, cancel
	q, s, work := &a.prediction.questions[a.prediction.at], a.session, a.work
	return a, func() tea.Msg {
		done := foretoldMsg{question: q}
		ended := work.turned(ctx, func(ctx context.Context) { done.answer, done.err = q.Answer(ctx, s) })
		done.err = cmp.Or(ended, done.err)
		return done
	}
}

// foretold takes the answer in, if its question is still open.
func (a App) foretold(msg foretoldMsg) App {
	p := &a.prediction
	if !p.open || p.said < 0 || msg.question != &p.questions[p.at] {
		return a
	}
	if msg.err != nil {
		p.failed = msg.err
		return a
	}
	p.answer = &msg.answer
	if p.said == noAnswer {
		return a
	}
	a.score.made++
	if p.said == msg.answer.Right {
		a.score.right++
	}
	return a
}

// showAnswer closes the question and goes on as its answer did, with the work that
// was done for it.
func (a App) showAnswer() (tea.Model, tea.Cmd) {
	kind, answer := a.session.Now().Kind, a.prediction.answer
	a.session, a.prediction, a.steps = answer.Session, a.prediction.closed(), append(slices.Clone(a.steps), answer.Steps...)
	if now := a.session.Now().Kind; now != kind {
		a = a.follow(now)
	}
	return a, a.work.start(a.session.Jobs())
}

// predictionRows is how many of the given rows the question takes below the views.
func (a App) predictionRows(rows int) int {
	most := max(rows*2/3, 8)
	if a.prediction.answer != nil { // an answer is said in full, whatever is left for the views
		most = rows
	}
	return min(len(a.predictionLines(min(a.width-4, 100), most-2))+1, most, rows)
}

// drawPrediction draws the question below the views, and then what became of it: the
// views above hold what the answer follows from.
func (a App) drawPrediction(b canvas.Area) {
	p := a.prediction
	lines := a.predictionLines(min(b.W()-4, 100), b.H()-1)
	b.Repeat(0, 0, b.W(), a.glyph('─', '-'), rule)
	title := " What do you expect? "
	if len(p.questions) > 1 {
		title = fmt.Sprintf(" What do you expect? Question %d of %d at this beat ", p.at+1, len(p.questions))
	}
	b.Text(1, 0, title, bold)
	if a.score.made > 0 {
		b.Right(b.W()-1, 0, fmt.Sprintf(" %d of %d so far ", a.score.right, a.score.made), dim)
	}
	for i, row := range lines[:max(min(len(lines), b.H()-1), 0)] {
		x := 2
		for _, l := range row {
			x = b.Text(b.Text(x, 1+i, l.lead, l.leadStyle), 1+i, l.rest, l.restStyle) + choiceGap
		}
	}
}

// predictionLines are the rows of the question, of its choices and of what came of it. Where
// there are too few for all of it, and in a low window, choices that no longer matter go first,
// then the question.
func (a App) predictionLines(width, rows int) [][]line {
	verdict := a.verdictLines(width)
	question := a.questionLines(width)
	all := slices.Concat(question, a.choiceLines(width, false), verdict)
	if a.prediction.answer == nil || len(all) <= rows && a.height >= lowWindow {
		return all
	}
	short := append(a.choiceLines(width, true), verdict...)
	if len(question)+len(short) <= rows {
		return append(question, short...)
	}
	return short
}

func (a App) questionLines(width int) [][]line {
	var lines [][]line
	for _, row := range kit.Lines(a.prediction.questions[a.prediction.at].Ask, width) {
		lines = append(lines, []line{{lead: row}})
	}
	return lines
}

// choiceGap parts choices that stand in one row.
const choiceGap = 3

// choiceLines are the choices, or only the one that came true and the one made: one below the
// other, and in a low window as many in a row as fit.
func (a App) choiceLines(width int, decided bool) [][]line {
	p := a.prediction
	q := p.questions[p.at]
	var lines [][]line
	room := 0 // in the last row
	for i, c := range q.Choices {
		if decided && i != p.answer.Right && i != p.said && a.answers(i) == "" {
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
		rows := kit.Lines(c+verdict+a.answers(i), width-2)
		wide := canvas.Width(lead + rows[0])
		if a.height < lowWindow && len(rows) == 1 && wide <= room {
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
func (a App) verdictLines(width int) [][]line {
	p := a.prediction
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

func (a App) drawPredictionKeys(foot canvas.Area) {
	p := a.prediction
	or := "or"
	if p.theirs {
		or = "answer, once"
	}
	keys := [][2]string{{fmt.Sprintf("1–%d", len(p.questions[p.at].Choices)), or}, {a.arrows() + " Enter", "choose"}}
	if p.theirs {
		if keys = keys[:1]; p.said >= 0 || p.answer != nil {
			keys = nil
		}
		keyRow(foot, 1, keys)
		return
	}
	if a.attending.room != nil {
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
