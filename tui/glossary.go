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

// glossaryList is the open glossary: what was typed, and the term chosen of those
// that match.
type glossaryList struct {
	open   bool
	terms  []glossary.Term // those that stand on the screen behind it first
	here   int             // how many of the terms stand on that screen
	line   field
	chosen int
}

// glossaryOver opens the glossary over a screen, at a term where one is named.
func glossaryOver(screen, word string) (glossaryList, error) {
	all := glossary.Terms()
	here := glossary.On(all, screen)
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
			return l, fmt.Errorf("found the term %q, which the glossary does not have", word)
		}
		l.chosen = slices.IndexFunc(terms, func(x glossary.Term) bool { return x.Name == t.Name })
	}
	return l, nil
}

func (l glossaryList) matches() []glossary.Term {
	if l.line.text() == "" {
		return l.terms
	}
	return glossary.Search(l.terms, l.line.text())
}

// key answers a key while the glossary is open.
func (l glossaryList) key(msg tea.KeyPressMsg, _ glance) (glossaryList, []ask, bool) {
	last := max(len(l.matches())-1, 0)
	switch msg.String() {
	case "esc", "ctrl+c":
		l = glossaryList{}
	case "enter":
		if found := l.matches(); len(found) > 0 {
			return glossaryList{}, []ask{lighting(found[min(l.chosen, last)])}, true
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
	return l, nil, true
}

// light shows every occurrence of terms that were asked for.
func light(all canvas.Area, terms []glossary.Term) {
	for y := range all.H() {
		all.EachWord(y, glossary.InWord, func(x, n int, word string) {
			if len(glossary.On(terms, word)) > 0 {
				all.Restyle(x, y, n, bold.With(canvas.Reverse))
			}
		})
	}
}

// draw draws the terms at the left and the chosen one's text beside.
func (l glossaryList) draw(b canvas.Area, g glance) {
	b = g.box(b, b.H(), fmt.Sprintf("Glossary: %d terms, those of this screen first", len(l.terms)), [][2]string{{"letters", "search"}, {g.arrows(), "choose"}, {"Enter", "show where it stands"}, {"Esc", "close"}})
	x := b.Text(0, 0, "/ ", key)
	l.line.draw(b, x, 0, canvas.Style{}, g.ink)
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
		drawTerm(b.Sub(names+1, 0, min(b.W()-names-2, 76), b.H()), found[min(l.chosen, len(found)-1)])
	}
}

func drawTerm(b canvas.Area, t glossary.Term) {
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
