package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"eeporl/model/glossary"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// define opens the glossary, at a term where one is named.
func (a App) define(word string) (App, error) {
	all := glossary.Terms()
	here := glossary.On(all, a.shown())
	terms := slices.Clone(here)
	for _, t := range all {
		if !slices.ContainsFunc(here, func(h glossary.Term) bool { return h.Name == t.Name }) {
			terms = append(terms, t)
		}
	}
	l := glossaryList{open: true, line: newField("", 40), terms: terms, here: len(here)}
	if word != "" {
		t, ok := glossary.Lookup(all, word)
		if !ok {
			return a, fmt.Errorf("found the term %q, which the glossary does not have", word)
		}
		l.chosen = slices.IndexFunc(terms, func(x glossary.Term) bool { return x.Name == t.Name })
	}
	a.glossaryList, a.overlay, a.scroll = l, noOverlay, 0
	return a, nil
}

// openGlossary is define for a key.
func (a App) openGlossary() App {
	a, _ = a.define("")
	return a
}

// shown is the text of the screen.
func (a App) shown() string {
	c := canvas.New(a.width, a.height)
	a.draw(c.All())
	var b strings.Builder
	for y := range a.height {
		b.WriteString(c.All().Line(y))
		b.WriteByte('\n')
	}
	return b.String()
}

func (l glossaryList) matches() []glossary.Term {
	if l.line.text() == "" {
		return l.terms
	}
	return glossary.Search(l.terms, l.line.text())
}

// glossaryKey answers a key while the glossary is open.
func (a App) glossaryKey(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	l := a.glossaryList
	last := max(len(l.matches())-1, 0)
	switch key := msg.String(); key {
	case "esc", "ctrl+c":
		l = glossaryList{}
	case "enter":
		if found := l.matches(); len(found) > 0 {
			return a.point(found[min(l.chosen, last)])
		}
	case "up":
		l.chosen = max(l.chosen-1, 0)
	case "down", "tab":
		l.chosen = min(l.chosen+1, last)
	case "pgup":
		l.chosen = max(l.chosen-10, 0)
	case "pgdown":
		l.chosen = min(l.chosen+10, last)
	default:
		if line, ok := l.line.typed(msg); ok {
			l.line, l.chosen = line, 0
		}
	}
	a.glossaryList = l
	return a, nil
}

// point closes the glossary and lights the term wherever it stands; where it
// does not stand on this screen, the view where it is met comes to hand.
func (a App) point(t glossary.Term) (tea.Model, tea.Cmd) {
	a.glossaryList = glossaryList{}
	one := []glossary.Term{t}
	if len(glossary.On(one, a.shown())) == 0 {
		for v := range kit.Views {
			if v.String() == t.View {
				a = a.turn(v)
			}
		}
	}
	a.lit, a.note = one, t.Name+" is lit where it stands"
	if len(glossary.On(one, a.shown())) == 0 {
		a.note = t.Name + " does not stand on this screen"
	}
	return a, a.work.start(a.session.Jobs())
}

// light shows every occurrence of the terms that were asked for.
func (a App) light(all canvas.Area) {
	for y := range all.H() {
		all.EachWord(y, glossary.InWord, func(x, n int, word string) {
			if len(glossary.On(a.lit, word)) > 0 {
				all.Restyle(x, y, n, bold.With(canvas.Reverse))
			}
		})
	}
}

// drawGlossary draws the terms at the left and the chosen one's text beside.
func (a App) drawGlossary(b canvas.Area) {
	l := a.glossaryList
	b = a.box(b, b.H(), fmt.Sprintf("Glossary: %d terms, those of this screen first", len(l.terms)), [][2]string{{"letters", "search"}, {a.arrows(), "choose"}, {"Enter", "show where it stands"}, {"Esc", "close"}})
	x := b.Text(0, 0, "/ ", key)
	l.line.draw(a, b, x, 0, canvas.Style{})
	found := l.matches()
	if len(found) == 0 {
		b.Text(0, 2, "no term has these letters", dim)
	}
	const names = 26
	room := b.H() - 2
	first := max(min(l.chosen-room/2, len(found)-room), 0)
	for i := first; i < min(first+room, len(found)); i++ {
		style := canvas.Style{}
		if l.line.text() == "" && i >= l.here {
			style = dim
		}
		if i == l.chosen {
			style = bold.With(canvas.Reverse)
		}
		b.Sub(0, 0, names, b.H()).Text(0, 2+i-first, found[i].Name, style)
	}
	if len(found) > 0 {
		a.drawTerm(b.Sub(names+1, 0, min(b.W()-names-2, 76), b.H()), found[min(l.chosen, len(found)-1)])
	}
}

func (a App) drawTerm(b canvas.Area, t glossary.Term) {
	b.Text(0, 0, t.Name, bold)
	y := kit.Wrap(b, 0, 1, b.W(), t.Text, canvas.Style{}) + 1
	fields := [][2]string{{"formula", t.Formula}, {"also", strings.Join(t.Also, ", ")}, {"met on", t.View}, {"paper", t.Paper}}
	for _, f := range fields {
		if f[1] == "" {
			continue
		}
		b.Text(0, y, f[0], dim)
		y = kit.Wrap(b, 9, y, b.W()-9, f[1], canvas.Style{})
	}
}
