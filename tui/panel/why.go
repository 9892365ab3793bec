package panel

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// Question is the whole explanation of the focused figure, over the panes.
type Question struct {
	Open   bool
	source int // index of the beat that Enter goes to, among those that made the figure
}

// Explanation is all that is known of the focused figure.
func (g Glance) Explanation() why.Explanation {
	return why.Explain(g.Session, g.Focus.Ref.Target, g.Veiled)
}

// Key answers a key while the explanation is open; one that turns to another
// view or overlay closes it first.
func (q Question) Key(msg tea.KeyPressMsg, g Glance) (Question, []Ask, bool) {
	count := max(g.Typed, 1)
	switch name := msg.String(); name {
	case "right", "l", "space":
		return q.another(g, func(_ []why.Target, at int) int { return at + count })
	case "left", "h":
		return q.another(g, func(_ []why.Target, at int) int { return at - count })
	case "tab":
		return q.another(g, func(targets []why.Target, at int) int { return nextKind(targets, at, 1) })
	case "shift+tab":
		return q.another(g, func(targets []why.Target, at int) int { return nextKind(targets, at, -1) })
	case "down", "j":
		return q.down(g, count)
	case "up", "k":
		return q.down(g, -count)
	case "pgdown":
		return q, []Ask{ScrollBy(10)}, true
	case "pgup":
		return q, []Ask{ScrollBy(-10)}, true
	case "esc", "w":
		q.Open = false
	case "enter":
		if g.Tour.toldAll() {
			q.Open = false
			return q, nil, true
		}
		return q.toOrigin(g)
	case "y":
		return q, g.copyFigure(), true
	case "Y":
		return q, g.copyPath(), true
	default:
		if k, ok := g.key(name); !ok || k.Runs {
			return q, []Ask{Say("Esc closes the question; its keys stand below it")}, true
		}
		q.Open = false
		return q, nil, false
	}
	return q, nil, true
}

// another turns to another target of the view, in reading order.
func (q Question) another(g Glance, step func(targets []why.Target, at int) int) (Question, []Ask, bool) {
	targets := g.Targets()
	if len(targets) == 0 {
		return q, nil, true
	}
	at := 0
	for i, t := range targets {
		if t == g.Focus.Ref.Target {
			at = i
		}
	}
	at = min(max(step(targets, at), 0), len(targets)-1)
	q.source = 0
	return q, []Ask{Turn(targets[at].Value()), ScrollToTop{}}, true
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
func (q Question) down(g Glance, n int) (Question, []Ask, bool) {
	sources := len(g.Explanation().Origin.Sources)
	if sources < 2 {
		return q, []Ask{ScrollBy(n)}, true
	}
	q.source = min(max(q.source+n, 0), sources-1)
	return q, nil, true
}

// toOrigin goes to the beat that made the focused figure.
func (q Question) toOrigin(g Glance) (Question, []Ask, bool) {
	origin := g.Explanation().Origin
	place := origin.Place
	if i := q.source; i < len(origin.Sources) {
		place = origin.Sources[i].Place
	}
	if !origin.Known {
		return q, []Ask{Say("Enter: " + origin.What)}, true
	}
	q.Open = false
	return q, []Ask{Act{model.Intent{Verb: model.GoTo, N: float64(place) + 1}, "Enter"}}, true
}

// Draw explains the focused figure.
func (q Question) Draw(b canvas.Area, g Glance) {
	x := g.Explanation()
	var lines []line
	text, sources := why.Text(x), len(x.Origin.Sources)
	first := why.SourceLine(x) // line of the first of the beats that made it
	chosen := -1
	for i, words := range text[1:] { // the first is the title
		i++
		style := canvas.Style{}
		if sources > 1 && i == first+q.source {
			style, chosen = Mark, len(lines)
		}
		name, _, named := strings.Cut(words, ": ")
		name = strings.TrimSpace(name)
		named = named && words != x.Account && style == (canvas.Style{})
		for k, part := range kit.Lines(words, boxWidth(b)) {
			switch {
			case named && name == why.NotKnown:
				lines = append(lines, line{lead: part, leadStyle: Dim})
			case named && k == 0 && strings.HasPrefix(part, name+":"):
				lines = append(lines, line{lead: name + ":", leadStyle: Dim, rest: part[len(name)+1:]})
			default:
				lines = append(lines, line{lead: part, leadStyle: style})
			}
		}
	}
	room := boxed(b, len(lines)).H() - 2
	if chosen >= 0 && q.source > 0 && g.Scroll.Rows+room <= chosen {
		g.Scroll.Rows = chosen - room + 1
	}
	enter := "to its beat"
	if g.Tour.toldAll() {
		enter = "close"
	}
	keys := [][2]string{{g.pick("←→", "Left Right"), "another"}, {"Tab", "another kind"}, {"Enter", enter}, {"y", "copy"}, {"Y", "path"}}
	if sources > 1 {
		keys = append([][2]string{{g.arrows(), "another beat"}}, keys...)
	}
	g.drawLines(b, "Why? "+text[0], lines, keys...)
}
