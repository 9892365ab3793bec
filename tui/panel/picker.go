package panel

import (
	"fmt"
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

// Picker is a list to choose from.
type Picker struct {
	Title   string
	Verb    string // what Enter does
	None    string // what it says where nothing listed has the typed letters
	Command string // what Enter does with the name that was chosen
	List    []Choice
	Finder
}

// Matches are the choices that have the typed letters: the one of that very name first, then those that begin with them.
func (p Picker) Matches() []Choice {
	typed := strings.ToLower(strings.TrimSpace(p.Line.Text()))
	if typed == "" {
		return p.List
	}
	var exact, begun, named, told []Choice
	for _, c := range p.List {
		switch name := strings.ToLower(c.Name); {
		case name == typed:
			exact = append(exact, c)
		case strings.HasPrefix(name, typed):
			begun = append(begun, c)
		case strings.Contains(name, typed):
			named = append(named, c)
		case strings.Contains(strings.ToLower(c.Words), typed):
			told = append(told, c)
		}
	}
	return slices.Concat(exact, begun, named, told)
}

// Key answers a key while the list is open.
func (p Picker) Key(msg tea.KeyPressMsg, _ Glance) (Picker, []Ask, bool) {
	found := p.Matches()
	last := max(len(found)-1, 0)
	switch msg.String() {
	case "esc", "ctrl+c":
		return p, []Ask{Close{}}, true
	case "enter":
		name := strings.TrimSpace(p.Line.Text()) // a path, or random:S,A,Z,R,SEED
		if len(found) > 0 {
			name = found[min(p.Chosen, last)].Name
		}
		if name == "" {
			return p, nil, true
		}
		return p, []Ask{Close{}, Do(p.Command + " " + name)}, true
	}
	p.Finder = p.key(msg, len(found), 5)
	p.Line = p.Line.With(p.Line.Text()) // a command says the letters, not where the cursor stands
	return p, nil, true
}

// Draw draws the list: a name and its story, under headings.
func (p Picker) Draw(b canvas.Area, g Glance) {
	const names = 20
	found := p.Matches()
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
		if i == min(p.Chosen, len(found)-1) {
			at = len(rows) + len(lines) - 1
		}
		for k, line := range lines {
			rows = append(rows, row{i, line, k == 0})
		}
	}
	none := kit.Lines(p.None, boxWidth(b))
	if len(found) > 0 {
		none = nil
	}
	b = g.box(b, len(rows)+len(none)+2, p.Title, [][2]string{{"letters", "search"}, {g.arrows(), "choose"}, {"Enter", p.Verb}, {"Esc", "close"}})
	p.prompt(b, g, "/")
	if len(found) == 0 {
		for y, line := range none {
			b.Text(0, 2+y, line, Dim)
		}
		return
	}
	room := b.H() - 2
	if room < len(rows) {
		b.Right(b.W(), 0, fmt.Sprintf("%d of %d", min(p.Chosen, len(found)-1)+1, len(found)), Dim)
	}
	first := window(at, len(rows), room)
	for i, r := range rows[first:min(first+room, len(rows))] {
		y := 2 + i
		if r.choice < 0 {
			b.Text(0, y, r.words, Dim)
			continue
		}
		style := inHand(r.choice == min(p.Chosen, len(found)-1), canvas.Style{})
		if r.first {
			b.Sub(0, y, names-1, 1).Text(0, 0, found[r.choice].Name, style.With(canvas.Bold))
		}
		b.Text(names, y, r.words, canvas.Style{})
	}
}
