package panel

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"eeporl/model/glossary"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// GlossaryList is the open glossary: what was typed, and the term chosen of those
// that match.
type GlossaryList struct {
	Open  bool
	Terms []glossary.Term // those that stand on the screen behind it first
	here  int             // how many of the terms stand on that screen
	Finder
}

// GlossaryOver opens the glossary over a screen, at a term where one is named.
func GlossaryOver(screen, word string) (GlossaryList, error) {
	all := glossary.Terms()
	here := glossary.On(all, screen)
	terms := slices.Clone(here)
	for _, t := range all {
		if !slices.ContainsFunc(here, func(h glossary.Term) bool { return h.Name == t.Name }) {
			terms = append(terms, t)
		}
	}
	l := GlossaryList{Open: true, Finder: Finder{Line: NewField("", 40)}, Terms: terms, here: len(here)}
	if word != "" {
		t, ok := glossary.Lookup(all, word)
		if !ok {
			return l, fmt.Errorf("found the term %q, which the glossary does not have", word)
		}
		l.Chosen = slices.IndexFunc(terms, func(x glossary.Term) bool { return x.Name == t.Name })
	}
	return l, nil
}

// Matches are the terms that have the typed letters.
func (l GlossaryList) Matches() []glossary.Term {
	if l.Line.Text() == "" {
		return l.Terms
	}
	return glossary.Search(l.Terms, l.Line.Text())
}

// Key answers a key while the glossary is open.
func (l GlossaryList) Key(msg tea.KeyPressMsg, _ Glance) (GlossaryList, []Ask, bool) {
	switch msg.String() {
	case "esc", "ctrl+c":
		return GlossaryList{}, nil, true
	case "enter":
		if found := l.Matches(); len(found) > 0 {
			return GlossaryList{}, []Ask{LightUp(found[min(l.Chosen, len(found)-1)])}, true
		}
	}
	l.Finder = l.key(msg, len(l.Matches()), 10)
	return l, nil, true
}

// Light shows every occurrence of terms that were asked for.
func Light(all canvas.Area, terms []glossary.Term) {
	for y := range all.H() {
		all.EachWord(y, glossary.InWord, func(x, n int, word string) {
			if len(glossary.On(terms, word)) > 0 {
				all.Restyle(x, y, n, Bold.With(canvas.Reverse))
			}
		})
	}
}

// Draw draws the terms at the left and the chosen one's text beside.
func (l GlossaryList) Draw(b canvas.Area, g Glance) {
	b = g.box(b, b.H(), fmt.Sprintf("Glossary: %d terms, those of this screen first", len(l.Terms)), [][2]string{{"letters", "search"}, {g.arrows(), "choose"}, {"Enter", "show where it stands"}, {"Esc", "close"}})
	l.prompt(b, g, "/")
	found := l.Matches()
	if len(found) == 0 {
		b.Text(0, 2, "no term has these letters", Dim)
	}
	const names = 26
	room := b.H() - 2
	first := window(l.Chosen, len(found), room)
	for i := first; i < min(first+room, len(found)); i++ {
		style := canvas.Style{}
		if l.Line.Text() == "" && i >= l.here {
			style = Dim
		}
		b.Sub(0, 0, names, b.H()).Text(0, 2+i-first, found[i].Name, inHand(i == l.Chosen, style))
	}
	if len(found) > 0 {
		drawTerm(b.Sub(names+1, 0, min(b.W()-names-2, 76), b.H()), found[min(l.Chosen, len(found)-1)])
	}
}

func drawTerm(b canvas.Area, t glossary.Term) {
	b.Text(0, 0, t.Name, Bold)
	y := kit.Wrap(b, 0, 1, b.W(), t.Text, canvas.Style{}) + 1
	fields := [][2]string{{"formula", t.Formula}, {"also", strings.Join(t.Also, ", ")}, {"met on", t.View}, {"paper", t.Paper}}
	for _, f := range fields {
		if f[1] == "" {
			continue
		}
		b.Text(0, y, f[0], Dim)
		y = kit.Wrap(b, 9, y, b.W()-9, f[1], canvas.Style{})
	}
}
