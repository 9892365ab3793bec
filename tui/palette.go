package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/moments"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// typing is the palette with the beginning of a command in it.
func typing(text string) palette { return palette{open: true, line: newField(text, 200)} }

// command is one thing that the palette offers.
type command struct {
	key   string // the key that does the same, "" for none
	does  string
	exact bool // what was typed, not something like it
	run   func(App) (tea.Model, tea.Cmd)
}

// offers are the commands that match what was typed, the best first.
func (a App) offers() []command {
	text := strings.TrimSpace(a.palette.line.text())
	var out []command
	line := func(words, does string) command {
		return command{does: does, exact: true, run: func(a App) (tea.Model, tea.Cmd) {
			next, cmd, err := a.do(words)
			if err != nil {
				next.note = err.Error()
			}
			return next, cmd
		}}
	}
	if m, err := a.read(text); err == nil {
		if does := m.inFull(text); does != "" {
			out = append(out, line(text, does))
		}
	}
	if by, err := moments.Named(text); err == nil && by.Run != nil {
		out = append(out, line("estimator "+by.Name, "estimator "+by.Name+": "+by.Does))
	}
	for _, b := range a.table {
		if b.hidden || !fuzzy(text, b.does) {
			continue
		}
		out = append(out, command{key: keyLabel(b.keys[0], a.ascii), does: b.does, run: func(a App) (tea.Model, tea.Cmd) { return a.obey(b, 0, b.does) }})
	}
	if does := "bookmark NAME: mark this beat"; fuzzy(text, does) {
		out = append(out, command{does: does, run: func(a App) (tea.Model, tea.Cmd) {
			a.palette = typing("bookmark ")
			return a, nil
		}})
	}
	out = append(out, a.exportOffers(text)...)
	for _, w := range words() {
		if does := w.name + " " + w.takes + ": " + w.does; w.takes != "" && fuzzy(text, does) {
			out = append(out, command{does: does, run: func(a App) (tea.Model, tea.Cmd) {
				a.palette = typing(w.name + " ")
				return a, nil
			}})
		}
	}
	for _, s := range a.session.Settings() {
		does := fmt.Sprintf("set %s=%s", s.Name, s.Value)
		if fuzzy(text, does) {
			out = append(out, command{does: does + ": " + s.Does, run: func(a App) (tea.Model, tea.Cmd) {
				a.palette = typing("set " + s.Name + "=")
				return a, nil
			}})
		}
	}
	slices.SortStableFunc(out, func(x, y command) int { return apart(text, x) - apart(text, y) })
	return out
}

// apart is 0 for what can be typed in full, 1 where the letters typed stand
// together, 2 where others stand between.
func apart(text string, c command) int {
	switch {
	case c.exact:
		return 0
	case strings.Contains(strings.ToLower(c.does), strings.ToLower(text)):
		return 1
	}
	return 2
}

// inFull says what a line does if it was typed in full, with its argument; else "". It leaves
// keys by their long names to the palette's list of keys.
func (m meaning) inFull(text string) string {
	switch i := m.intent; {
	case m.word.name != "" && ((m.word.takes == "") == (m.argument == "") || strings.HasPrefix(m.word.takes, "[")):
		return text + ": " + m.word.does
	case m.figure != "":
		return text + ": focus this figure"
	case i.N == 0 && i.Arg == "" || i.Verb == model.Set && strings.HasSuffix(i.Arg, "="):
		return ""
	case i.Verb == model.GoTo:
		return fmt.Sprintf("go to beat %.0f of the timeline", i.N)
	case i.Verb == model.Set:
		return "set " + i.Arg + ", on a branch of its own"
	case i.Verb == model.SetBookmark:
		return "bookmark this beat as " + i.Arg
	case i.Verb == model.NextMark:
		return "on to the next " + i.Arg
	case i.Verb == model.PreviousMark:
		return "back to the last " + i.Arg
	default:
		return i.String() + ": a command in full"
	}
}

// isFigure says whether a text is a figure's path, such as P12[8,13].
func (a App) isFigure(text string) bool {
	if !strings.Contains(text, "[") {
		return false
	}
	if _, ok := kit.Named(beforeDot(text)); ok {
		text = text[len(beforeDot(text))+1:]
	}
	_, err := why.Find(a.session, text)
	return err == nil
}

// fuzzy says whether the letters of typed occur in text in their order.
func fuzzy(typed, text string) bool {
	rest := strings.ToLower(text)
	for _, r := range strings.ToLower(typed) {
		if r == ' ' {
			continue
		}
		i := strings.IndexRune(rest, r)
		if i < 0 {
			return false
		}
		rest = rest[i+len(string(r)):]
	}
	return true
}

// typeKey answers a key while the palette is open.
func (a App) typeKey(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	p := a.palette
	switch key := msg.String(); key {
	case "esc", "ctrl+c":
		a.palette = palette{}
		return a, nil
	case "enter":
		offers := a.offers()
		a.palette = palette{}
		if len(offers) == 0 {
			a.note = "nothing here is called " + strconv.Quote(p.line.text())
			return a, nil
		}
		return offers[min(p.chosen, len(offers)-1)].run(a)
	case "up":
		p.chosen = max(p.chosen-1, 0)
	case "down", "tab":
		p.chosen = min(p.chosen+1, max(len(a.offers())-1, 0))
	default:
		if line, ok := p.line.typed(msg); ok {
			p.line, p.chosen = line, 0
		}
	}
	a.palette = p
	return a, nil
}

// drawPalette draws the line being typed and what it offers.
func (a App) drawPalette(b canvas.Area) {
	b = a.box(b, b.H(), "Part of a command, a beat's number, or a setting: c=.2, T(1,1,2)=.1", [][2]string{{a.arrows(), "choose"}, {"Enter", "do it"}, {"Esc", "close"}})
	x := b.Text(0, 0, ": ", key)
	a.palette.line.draw(a, b, x, 0, canvas.Style{})
	offers := a.offers()
	if len(offers) == 0 {
		b.Text(0, 2, "nothing matches", dim)
	}
	room := b.H() - 2
	first := max(min(a.palette.chosen-room/2, len(offers)-room), 0)
	for i := first; i < min(first+room, len(offers)); i++ {
		style := canvas.Style{}
		if i == a.palette.chosen {
			style = bold.With(canvas.Reverse)
		}
		b.Right(8, 2+i-first, offers[i].key, key)
		b.Text(9, 2+i-first, offers[i].does, style)
	}
}
