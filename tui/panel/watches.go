package panel

import (
	"fmt"
	"strings"

	"eeporl/model/watch"
	"eeporl/tui/canvas"
)

// DrawStrip shows the watches in one row; a value that this beat has changed stands with the
// value before.
func DrawStrip(b canvas.Area, g Glance) {
	now, before := g.Watches.Values(g.Session)
	x := 1
	for i, w := range g.Watches {
		value, style := now[i], canvas.Style{}
		if now[i] != before[i] {
			value, style = now[i]+" "+g.pick("←", "<-")+" "+before[i], Mark
		}
		if x+canvas.Width(w.Name)+1+canvas.Width(value) > b.W()-6 {
			b.Text(x, 0, "W …", Key)
			return
		}
		x = b.Text(x, 0, w.Name+" ", Dim)
		x = b.Text(x, 0, value, style) + 3
	}
}

// DrawWatches lists them with their expressions, and what can be asked for.
func DrawWatches(b canvas.Area, g Glance) {
	now, before := g.Watches.Values(g.Session)
	var lines []line
	for i, w := range g.Watches {
		value, style := now[i], canvas.Style{}
		if now[i] != before[i] {
			value, style = fmt.Sprintf("%s %s %s", now[i], g.pick("←", "<-"), before[i]), Mark
		}
		l := line{lead: w.Name, leadStyle: Bold, rest: value, restStyle: style, at: 30}
		lines = append(lines, l)
		if w.Name != w.Expr.String() {
			lines = append(lines, line{rest: w.Expr.String(), restStyle: Dim, at: 3})
		}
	}
	if len(g.Watches) == 0 {
		lines = append(lines, line{lead: "None yet. Type for example", leadStyle: Dim}, line{lead: "  :watch noise ratio: sigma_k / noise", leadStyle: Key})
	}
	lines = append(lines, line{}, line{lead: "What a watch, and until, can ask about", leadStyle: Bold})
	for _, n := range watch.Names() {
		name := n.Name
		if len(n.Takes) > 0 {
			name += "[" + strings.Join(n.Takes, ", ") + "]"
		}
		lines = append(lines, line{lead: name, leadStyle: Key, rest: n.Does, at: 20})
	}
	g.drawLines(b, "Watches at this beat · :unwatch NAME gives one up", lines)
}
