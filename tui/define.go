package tui

import (
	"strings"

	"eeporl/model/glossary"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// define opens the glossary, at a term where one is named.
func (a App) define(word string) (App, error) {
	l, err := glossaryOver(a.shown(), word)
	if err != nil {
		return a, err
	}
	a.glossaryList, a.overlay, a.scroll = l, noOverlay, scroll{}
	return a, nil
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

// point lights a term wherever it stands; where it does not stand on this screen, the view where it
// is met comes to hand.
func (a App) point(t glossary.Term) App {
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
	return a
}
