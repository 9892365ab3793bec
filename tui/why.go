package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// answer is all that is known of the focused figure.
func (a App) answer() why.Explanation {
	return why.Explain(a.session, a.focus.ref.Target, a.veiled)
}

// whyKey answers a key while the explanation is open.
func (a App) whyKey(key string) (tea.Model, tea.Cmd, bool) {
	count := max(a.typed, 1)
	switch key {
	case "right", "l", "space":
		a = a.another(func(targets []why.Target, at int) int { return at + count })
	case "left", "h":
		a = a.another(func(targets []why.Target, at int) int { return at - count })
	case "tab":
		a = a.another(func(targets []why.Target, at int) int { return nextKind(targets, at, 1) })
	case "shift+tab":
		a = a.another(func(targets []why.Target, at int) int { return nextKind(targets, at, -1) })
	case "down", "j":
		a = a.down(count)
	case "up", "k":
		a = a.down(-count)
	case "pgdown":
		a = a.scrollBy(10)
	case "pgup":
		a = a.scrollBy(-10)
	case "esc", "w":
		a.question.open = false
	case "enter":
		return a.goToOrigin()
	case "y":
		return a.copyFigure()
	case "Y":
		return a.copyPath()
	default:
		return a, nil, false
	}
	a.typed = 0
	return a, nil, true
}

// another turns to another target of the view, in reading order.
func (a App) another(step func(targets []why.Target, at int) int) App {
	targets := why.Targets(a.session, a.view.String())
	if len(targets) == 0 {
		return a
	}
	at := 0
	for i, t := range targets {
		if t == a.focus.ref.Target {
			at = i
		}
	}
	at = min(max(step(targets, at), 0), len(targets)-1)
	a.focus.ref, a.question.source, a.scroll = targets[at].Value(), 0, 0
	return a
}

// nextKind is the index of the next target of another kind in a direction, `at` itself if
// there is none.
func nextKind(targets []why.Target, at, step int) int {
	for i := at + step; i >= 0 && i < len(targets); i += step {
		if targets[i].Kind != targets[at].Kind {
			return i
		}
	}
	return at
}

// down goes n on among the beats that made the figure, or scrolls where there is only
// one.
func (a App) down(n int) App {
	sources := len(a.answer().Origin.Sources)
	if sources < 2 {
		return a.scrollBy(n)
	}
	a.question.source = min(max(a.question.source+n, 0), sources-1)
	return a
}

// goToOrigin goes to the beat that made the focused figure.
func (a App) goToOrigin() (tea.Model, tea.Cmd, bool) {
	origin := a.answer().Origin
	place := origin.Place
	if i := a.question.source; i < len(origin.Sources) {
		place = origin.Sources[i].Place
	}
	a.typed = 0
	if !origin.Known {
		a.note = "Enter: " + origin.What
		return a, nil, true
	}
	a.question.open = false
	next, cmd := a.ask(model.Intent{Verb: model.GoTo, N: float64(place) + 1}, "Enter")
	return next, cmd, true
}

func (a App) drawWhy(b canvas.Area) {
	x := a.answer()
	var lines []line
	text, sources := why.Text(x), len(x.Origin.Sources)
	first := why.SourceLine(x) // line of the first of the beats that made it
	chosen := -1
	for i, words := range text[1:] { // the first is the title
		i++
		style := canvas.Style{}
		if sources > 1 && i == first+a.question.source {
			style, chosen = mark, len(lines)
		}
		name, _, named := strings.Cut(words, ": ")
		name = strings.TrimSpace(name)
		named = named && words != x.Account && style == (canvas.Style{})
		for k, part := range kit.Lines(words, boxWidth(b)) {
			switch {
			case named && strings.HasSuffix(name, " unknown"):
				lines = append(lines, line{lead: part, leadStyle: dim})
			case named && k == 0 && strings.HasPrefix(part, name+":"):
				lines = append(lines, line{lead: name + ":", leadStyle: dim, rest: part[len(name)+1:]})
			default:
				lines = append(lines, line{lead: part, leadStyle: style})
			}
		}
	}
	room := boxed(b, len(lines)).H() - 2
	if chosen >= 0 && a.question.source > 0 && a.scroll+room <= chosen {
		a.scroll = chosen - room + 1
	}
	keys := [][2]string{{a.pick("←→", "Left Right"), "another"}, {"Tab", "another kind"}, {"Enter", "to its beat"}, {"y", "copy"}, {"Y", "path"}}
	if sources > 1 {
		keys = append([][2]string{{a.arrows(), "another beat"}}, keys...)
	}
	a.drawLines(b, "Why? "+text[0], lines, keys...)
}

func (a App) pick(unicode, ascii string) string {
	if a.ascii {
		return ascii
	}
	return unicode
}
