package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes"
)

// question is the "why?" that is open: what of a view is asked about.
type question struct {
	open    bool
	targets []why.Target
	at      int
}

// askWhy opens the question about the view in hand, at the target that was
// asked about last if it is still there.
func (a App) askWhy() App {
	last := why.Target{}
	if a.question.at < len(a.question.targets) {
		last = a.question.targets[a.question.at]
	}
	q := question{open: true, targets: why.Targets(a.session, a.view.String())}
	for i, t := range q.targets {
		if t == last {
			q.at = i
		}
	}
	if len(q.targets) == 0 {
		a.note = "there is nothing to ask about on " + a.view.String() + " yet"
		return a
	}
	a.question, a.scroll, a.overlay = q, 0, noOverlay
	return a
}

// answer is what is known of the target asked about.
func (a App) answer() why.Explanation {
	return why.Explain(a.session, a.question.targets[a.question.at], a.veiled)
}

// whyKey answers a key while a question is open.
func (a App) whyKey(key string) (tea.Model, tea.Cmd, bool) {
	q := a.question
	move := func(n int) {
		q.at = min(max(q.at+n, 0), len(q.targets)-1)
		a.scroll = 0
	}
	switch key {
	case "right", "l", "space":
		move(max(a.typed, 1))
	case "left", "h":
		move(-max(a.typed, 1))
	case "tab":
		move(q.nextKind(1))
	case "shift+tab":
		move(q.nextKind(-1))
	case "down", "j":
		a.scroll++
	case "up", "k":
		a.scroll = max(a.scroll-1, 0)
	case "esc", "w":
		q.open = false
	case "enter":
		origin := a.answer().Origin
		if !origin.Known {
			a.note = "Enter: " + origin.What
			break
		}
		a.question.open = false
		next, cmd := a.ask(model.Intent{Verb: model.GoTo, N: float64(origin.Place) + 1}, "Enter")
		return next, cmd, true
	case "y":
		text := figure.Number(a.answer().Value)
		if word := a.answer().Word; word != "" {
			text = word
		}
		a.note = "copied " + text + " of " + q.targets[q.at].String()
		a.typed = 0
		return a, tea.SetClipboard(text), true
	default:
		return a, nil, false
	}
	a.question, a.typed = q, 0
	return a, nil, true
}

// nextKind is how far the next target of another kind is, in a direction.
func (q question) nextKind(step int) int {
	for i := q.at + step; i >= 0 && i < len(q.targets); i += step {
		if q.targets[i].Kind != q.targets[q.at].Kind {
			return i - q.at
		}
	}
	return 0
}

func (a App) drawWhy(b canvas.Area) {
	x := a.answer()
	var lines []line
	for i, text := range why.Text(x) {
		style := canvas.Style{}
		if i == 0 {
			style = bold
		}
		for _, part := range panes.Lines(text, b.W()-4) {
			lines = append(lines, line{lead: part, leadStyle: style})
		}
	}
	title := fmt.Sprintf("Why? %d of %d on %s", a.question.at+1, len(a.question.targets), a.view)
	foot := b.Rows(b.H()-1, 1)
	a.drawLines(b.Rows(0, b.H()-1), title, lines)
	keys := [][2]string{{a.pick("←→", "Left Right"), "another"}, {"Tab", "another kind"}, {"Enter", "to its beat"}, {"y", "copy"}, {"Esc", "close"}}
	at := 1
	for _, k := range keys {
		at = foot.Text(foot.Text(at, 0, k[0], key)+1, 0, k[1], dim) + 2
	}
}

func (a App) pick(unicode, ascii string) string {
	if a.ascii {
		return ascii
	}
	return unicode
}
