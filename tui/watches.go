package tui

import (
	"fmt"
	"strings"

	"eeporl/model/watch"
	"eeporl/tui/canvas"
)

// drawStrip shows the watches in one row; a value that this beat has changed stands with the
// value before.
func drawStrip(b canvas.Area, g glance) {
	now, before := g.watches.Values(g.session)
	x := 1
	for i, w := range g.watches {
		value, style := now[i], canvas.Style{}
		if now[i] != before[i] {
			value, style = now[i]+" "+g.pick("←", "<-")+" "+before[i], mark
		}
		if x+canvas.Width(w.Name)+1+canvas.Width(value) > b.W()-6 {
			b.Text(x, 0, "W …", key)
			return
		}
		x = b.Text(x, 0, w.Name+" ", dim)
		x = b.Text(x, 0, value, style) + 3
	}
}

// drawWatches lists them with their expressions, and what can be asked for.
func drawWatches(b canvas.Area, g glance) {
	now, before := g.watches.Values(g.session)
	var lines []line
	for i, w := range g.watches {
		value, style := now[i], canvas.Style{}
		if now[i] != before[i] {
			value, style = fmt.Sprintf("%s %s %s", now[i], g.pick("←", "<-"), before[i]), mark
		}
		l := line{lead: w.Name, leadStyle: bold, rest: value, restStyle: style, at: 30}
		lines = append(lines, l)
		if w.Name != w.Expr.String() {
			lines = append(lines, line{rest: w.Expr.String(), restStyle: dim, at: 3})
		}
	}
	if len(g.watches) == 0 {
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
	g.drawLines(b, "Watches at this beat · :unwatch NAME gives one up", lines)
}
