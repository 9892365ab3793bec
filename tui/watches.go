package tui

import (
	"fmt"
	"slices"
	"strings"

	"eeporl/model"
	"eeporl/model/watch"
	"eeporl/tui/canvas"
)

// watched is an expression that is kept in sight.
type watched struct {
	name string
	expr watch.Expr
}

// maxWatches is what one row and an overlay can hold.
const maxWatches = 20

// watch adds an expression, with a name before a colon or under its own text;
// another of that name it replaces.
func (a App) watch(text string) (App, error) {
	name, expression, ok := strings.Cut(text, ":")
	if !ok {
		name, expression = text, text
	}
	e, err := watch.Parse(expression)
	if err != nil {
		return a, err
	}
	w := watched{strings.TrimSpace(name), e}
	a.watches = slices.DeleteFunc(slices.Clone(a.watches), func(x watched) bool { return x.name == w.name })
	if len(a.watches) >= maxWatches {
		return a, fmt.Errorf("there are %d watches, as many as can be kept; unwatch NAME gives one up", maxWatches)
	}
	a.watches = append(a.watches, w)
	return a, nil
}

// unwatch gives a watch up, or all of them.
func (a App) unwatch(name string) (App, error) {
	left := slices.DeleteFunc(slices.Clone(a.watches), func(x watched) bool { return x.name == name || name == "" })
	if name != "" && len(left) == len(a.watches) {
		return a, fmt.Errorf("found the watch %q, expected one of %s", name, strings.Join(a.watchNames(), ", "))
	}
	a.watches = left
	return a, nil
}

func (a App) watchNames() []string {
	var out []string
	for _, w := range a.watches {
		out = append(out, w.name)
	}
	return out
}

func (a App) watchCommands() []string {
	out := []string{"unwatch"}
	for _, w := range a.watches {
		command := "watch " + w.expr.String()
		if w.name != w.expr.String() {
			command = fmt.Sprintf("watch %s: %s", w.name, w.expr)
		}
		out = append(out, command)
	}
	return out
}

// values are those of the watches at this beat and at the one before.
func (a App) values() (now, before []string) {
	past := model.Update(a.session, model.Intent{Verb: model.Back})
	here, there := watch.Session(a.session), watch.Session(past)
	for _, w := range a.watches {
		now = append(now, w.expr.Eval(here).String())
		before = append(before, w.expr.Eval(there).String())
	}
	return now, before
}

// drawStrip shows the watches in one row; what this beat changed says from what.
func (a App) drawStrip(b canvas.Area) {
	now, before := a.values()
	x := 1
	for i, w := range a.watches {
		value, style := now[i], canvas.Style{}
		if now[i] != before[i] {
			value, style = now[i]+" "+a.pick("←", "<-")+" "+before[i], mark
		}
		if x+canvas.Width(w.name)+1+canvas.Width(value) > b.W()-6 {
			b.Text(x, 0, "W …", key)
			return
		}
		x = b.Text(x, 0, w.name+" ", dim)
		x = b.Text(x, 0, value, style) + 3
	}
}

// drawWatches lists them with their expressions, and what can be asked for.
func (a App) drawWatches(b canvas.Area) {
	now, before := a.values()
	var lines []line
	for i, w := range a.watches {
		value, style := now[i], canvas.Style{}
		if now[i] != before[i] {
			value, style = fmt.Sprintf("%s %s %s", now[i], a.pick("←", "<-"), before[i]), mark
		}
		l := line{lead: w.name, leadStyle: bold, rest: value, restStyle: style, at: 30}
		lines = append(lines, l)
		if w.name != w.expr.String() {
			lines = append(lines, line{rest: w.expr.String(), restStyle: dim, at: 3})
		}
	}
	if len(a.watches) == 0 {
		lines = append(lines, line{lead: "None yet. Type for example", leadStyle: dim}, line{lead: "  :watch noise ratio: sigma_k / noise", leadStyle: key})
	}
	lines = append(lines, line{}, line{lead: "What a watch, and until, can ask about", leadStyle: bold})
	for _, n := range watch.Names() {
		name := n.Name
		if len(n.Takes) > 0 {
			name += "[" + strings.Join(n.Takes, ", ") + "]"
		}
		lines = append(lines, line{lead: name, leadStyle: key, rest: n.Does, at: 20})
	}
	a.drawLines(b, "Watches at this beat. unwatch NAME gives one up. Esc closes.", lines)
}
