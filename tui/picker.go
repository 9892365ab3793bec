package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// Choice is something that can be opened beside the session.
type Choice struct {
	Group string // its heading in the list
	Name  string // what open takes
	Words string // its story in two lines, or what it holds
}

// picker is a list to choose from.
type picker struct {
	title   string
	verb    string // what Enter does
	none    string // what it says where nothing listed has the typed letters
	command string // what Enter does with the name that was chosen
	list    []Choice
	line    field
	chosen  int
}

// matches are the choices that have the typed letters, the one of that very name first.
func (p picker) matches() []Choice {
	typed := strings.TrimSpace(p.line.text())
	if typed == "" {
		return p.list
	}
	var exact, named, told []Choice
	for _, c := range p.list {
		switch {
		case strings.EqualFold(c.Name, typed):
			exact = append(exact, c)
		case strings.Contains(strings.ToLower(c.Name), strings.ToLower(typed)):
			named = append(named, c)
		case strings.Contains(strings.ToLower(c.Words), strings.ToLower(typed)):
			told = append(told, c)
		}
	}
	return slices.Concat(exact, named, told)
}

// key answers a key while the list is open.
func (p picker) key(msg tea.KeyPressMsg, _ glance) (picker, []ask, bool) {
	found := p.matches()
	last := max(len(found)-1, 0)
	switch msg.String() {
	case "esc", "ctrl+c":
		return p, []ask{closing{}}, true
	case "enter":
		name := strings.TrimSpace(p.line.text()) // a path, or random:S,A,Z,R,SEED
		if len(found) > 0 {
			name = found[min(p.chosen, last)].Name
		}
		if name == "" {
			return p, nil, true
		}
		return p, []ask{closing{}, doing(p.command + " " + name)}, true
	case "up":
		p.chosen = max(p.chosen-1, 0)
	case "down", "tab":
		p.chosen = min(p.chosen+1, last)
	case "pgup":
		p.chosen = max(p.chosen-5, 0)
	case "pgdown":
		p.chosen = min(p.chosen+5, last)
	default:
		if line, ok := p.line.typed(msg); ok {
			p.line, p.chosen = line.with(line.text()), 0 // a command says the letters, not where the cursor stands
		}
	}
	return p, nil, true
}

// draw draws the list: a name and its story, under headings.
func (p picker) draw(b canvas.Area, g glance) {
	const names = 20
	found := p.matches()
	type row struct {
		choice int // −1: a heading
		words  string
		first  bool
	}
	var rows []row
	group, at := "", 0
	for i, c := range found {
		if c.Group != group {
			group = c.Group
			rows = append(rows, row{-1, group, false})
		}
		lines := kit.Lines(c.Words, boxWidth(b)-names-1)
		if len(lines) == 0 {
			lines = []string{""}
		}
		if i == min(p.chosen, len(found)-1) {
			at = len(rows) + len(lines) - 1
		}
		for k, line := range lines {
			rows = append(rows, row{i, line, k == 0})
		}
	}
	b = g.box(b, len(rows)+2, p.title, [][2]string{{"letters", "search"}, {g.arrows(), "choose"}, {"Enter", p.verb}, {"Esc", "close"}})
	x := b.Text(0, 0, "/ ", key)
	p.line.draw(b, x, 0, canvas.Style{}, g.ink)
	if len(found) == 0 {
		kit.Wrap(b, 0, 2, b.W(), p.none, dim)
		return
	}
	room := b.H() - 2
	first := max(min(at-room/2, len(rows)-room), 0)
	for i, r := range rows[first:min(first+room, len(rows))] {
		y := 2 + i
		if r.choice < 0 {
			b.Text(0, y, r.words, dim)
			continue
		}
		style := canvas.Style{}
		if r.choice == min(p.chosen, len(found)-1) {
			style = bold.With(canvas.Reverse)
		}
		if r.first {
			b.Sub(0, y, names-1, 1).Text(0, 0, found[r.choice].Name, style.With(canvas.Bold))
		}
		b.Text(names, y, r.words, canvas.Style{})
	}
}
