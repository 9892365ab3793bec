package tui

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// Choice is something that can be opened beside the session.
type Choice struct {
	Group string // its heading in the list
	Name  string // what open takes
	Words string // its story in two lines, or what it holds
}

// Openable says what can be opened; without Load nothing can.
type Openable struct {
	Worlds []Choice        // those that come with the program
	Found  func() []Choice // those that stand in the folder; nil for none
	// Load makes a session of a name, and the commands that restore its screen.
	Load func(name string) (model.Session, []string, error)
}

// picker is a list to choose from.
type picker struct {
	title  string
	verb   string // what Enter does
	none   string // what it says where nothing listed has the typed letters
	act    func(a App, name string) (App, tea.Cmd)
	list   []Choice
	line   field
	chosen int
}

// shelved is a session that was left for another one.
type shelved struct {
	viewpoint
	name, started, path string
}

// hereGroup is the heading of the sessions that were left.
const hereGroup = "left here, as it was"

// mostShelved bounds how many sessions are kept that were left for another.
const mostShelved = 8

// openPicker lists what can be opened.
func (a App) openPicker() App {
	a, err := a.openNamed("")
	if err != nil {
		a.note = err.Error()
	}
	return a
}

// openNamed opens something by its name, or the list for "".
func (a App) openNamed(name string) (App, error) {
	if a.attending.guest {
		return a, ErrGuest
	}
	if a.openable.Load == nil {
		return a, errors.New("nothing else can be opened here: eeporl MODEL opens another model")
	}
	if name == "" {
		a.picker = picker{title: "Open another world", verb: "open", act: App.openChosen, list: a.choices(), line: newField("", 200),
			none: "Nothing listed has these letters. Enter opens what is typed: a model's file, a session, a log, or random:S,A,Z,R,SEED."}
		return a.lay(openOverlay), nil
	}
	if a.tour.open {
		return a, errors.New("a lesson is under way: Esc leaves it first")
	}
	for i, s := range a.shelf {
		if s.name == name {
			return a.backTo(i), nil
		}
	}
	s, screen, err := a.openable.Load(name)
	if err != nil {
		return a, err
	}
	left := a.session.Config().Scenario
	a = a.shelve()
	a = a.to(&viewpoint{session: s, looks: looks{veiled: true}})
	if s.Place() > 0 {
		a = a.follow(s.Now().Kind)
	}
	a.started, a.path, a.cutOff = "eeporl explore "+Quote(name), "", ""
	a = a.restore(screen)
	a.note = fmt.Sprintf("%s is kept as it was: %s lists it", left, a.keyFor("open"))
	return a, nil
}

// choices are the sessions that were left, the newest first, then the worlds, then what the folder holds.
func (a App) choices() []Choice {
	var out []Choice
	for _, s := range slices.Backward(a.shelf) {
		now := s.session.Now()
		out = append(out, Choice{hereGroup, s.name, fmt.Sprintf("N = %s, %s", figure.Count(now.N), where(now))})
	}
	out = append(out, a.openable.Worlds...)
	if a.openable.Found != nil {
		out = append(out, a.openable.Found()...)
	}
	return out
}

// shelve keeps the session for a return.
func (a App) shelve() App {
	name := a.session.Config().Scenario
	for i := 2; slices.ContainsFunc(a.shelf, func(s shelved) bool { return s.name == name }); i++ {
		name = fmt.Sprintf("%s (%d)", a.session.Config().Scenario, i)
	}
	a.shelf = append(slices.Clone(a.shelf), shelved{*a.here(), name, a.started, a.path})
	if len(a.shelf) > mostShelved {
		a.shelf = a.shelf[1:]
	}
	return a
}

// backTo goes back to a session that was left, and keeps this one.
func (a App) backTo(i int) App {
	s := a.shelf[i]
	a.shelf = slices.Delete(slices.Clone(a.shelf), i, i+1)
	a = a.shelve().to(&s.viewpoint)
	a.started, a.path = s.started, s.path
	a.note = "back in " + s.name
	return a
}

// picking says whether a list to choose from lies over the views.
func (a App) picking() bool { return a.overlay == openOverlay || a.overlay == estimatorsOverlay }

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

// pickerKey answers a key while the list is open.
func (a App) pickerKey(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	p := a.picker
	found := p.matches()
	switch key := msg.String(); key {
	case "esc", "ctrl+c":
		return a.lay(noOverlay), nil
	case "enter":
		name := strings.TrimSpace(p.line.text()) // a path, or random:S,A,Z,R,SEED
		if len(found) > 0 {
			name = found[min(p.chosen, len(found)-1)].Name
		}
		if name == "" {
			return a, nil
		}
		return p.act(a.lay(noOverlay), name)
	case "up":
		p.chosen = max(p.chosen-1, 0)
	case "down", "tab":
		p.chosen = min(p.chosen+1, max(len(found)-1, 0))
	case "pgup":
		p.chosen = max(p.chosen-5, 0)
	case "pgdown":
		p.chosen = min(p.chosen+5, max(len(found)-1, 0))
	default:
		if line, ok := p.line.typed(msg); ok {
			p.line, p.chosen = line.with(line.text()), 0 // a command says the letters, not where the cursor stands
		}
	}
	a.picker = p
	return a, nil
}

// openChosen opens what was chosen from the list.
func (a App) openChosen(name string) (App, tea.Cmd) {
	next, cmd, err := a.do("open " + name)
	if err != nil {
		next.note = err.Error()
	}
	return next, cmd
}

// drawPicker draws the list: a name and its story, under headings.
func (a App) drawPicker(b canvas.Area) {
	const names = 20
	found := a.picker.matches()
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
		if i == min(a.picker.chosen, len(found)-1) {
			at = len(rows) + len(lines) - 1
		}
		for k, line := range lines {
			rows = append(rows, row{i, line, k == 0})
		}
	}
	b = a.box(b, len(rows)+2, a.picker.title, [][2]string{{"letters", "search"}, {a.arrows(), "choose"}, {"Enter", a.picker.verb}, {"Esc", "close"}})
	x := b.Text(0, 0, "/ ", key)
	a.picker.line.draw(a, b, x, 0, canvas.Style{})
	if len(found) == 0 {
		kit.Wrap(b, 0, 2, b.W(), a.picker.none, dim)
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
		if r.choice == min(a.picker.chosen, len(found)-1) {
			style = bold.With(canvas.Reverse)
		}
		if r.first {
			b.Sub(0, y, names-1, 1).Text(0, 0, found[r.choice].Name, style.With(canvas.Bold))
		}
		b.Text(names, y, r.words, canvas.Style{})
	}
}
