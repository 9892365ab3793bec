package panel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"eeporl/moments/estimators"
	"eeporl/tui/canvas"
)

// Palette is the command line: everything that a key does, found by typing
// some of its letters, and what needs an argument besides.
type Palette struct {
	Open bool
	Finder
	asked string // what was typed when Enter met nothing but scattered letters of it
}

// Typing is the palette with the beginning of a command in it.
func Typing(text string) Palette {
	return Palette{Open: true, Finder: Finder{Line: NewField(text, 200)}}
}

// Command is what a front end lists of a command of the screen: its name, what it
// takes, what it does.
type Command struct{ Name, Takes, Does string }

// offer is one thing that the palette offers.
type offer struct {
	key   string // the key that does the same, "" for none
	does  string
	exact bool   // what was typed, not something like it
	ask   Ask    // what is asked for it
	types string // what stands in the line instead, to be typed on
}

// offers are what matches the line, the best first.
func (p Palette) offers(g Glance) []offer {
	text := strings.TrimSpace(p.Line.Text())
	var out []offer
	if does := g.Means(text); does != "" {
		out = append(out, offer{does: does, exact: true, ask: Do(text)})
	}
	if by, err := estimators.Named(text); err == nil && by.Run != nil {
		out = append(out, offer{does: "estimator " + by.Name + ": " + by.Does, exact: true, ask: Do("estimator " + by.Name)})
	}
	for _, k := range g.Keys {
		if !k.Hidden && fuzzy(text, k.Does) {
			out = append(out, offer{key: k.label(g.ASCII), does: k.Does, ask: Press{k.Keys[0], k.Does}})
		}
	}
	starts := func(beginning, does string) {
		if fuzzy(text, does) {
			out = append(out, offer{does: does, types: beginning})
		}
	}
	starts("bookmark ", "bookmark NAME: mark this beat")
	if path, ok := strings.CutPrefix(text, "export "); ok && strings.TrimSpace(path) != "" {
		path = strings.TrimSpace(path)
		out = append(out, offer{does: g.Exports(path), exact: true, ask: Export(path)})
	} else {
		starts("export ", g.Exports(""))
	}
	for _, c := range g.Commands() {
		if c.Takes != "" {
			starts(c.Name+" ", c.Name+" "+c.Takes+": "+c.Does)
		}
	}
	for _, s := range g.Session.Settings() {
		if set := "set " + s.Name + "=" + s.Value; fuzzy(text, set) {
			out = append(out, offer{does: set + ": " + s.Does, types: "set " + s.Name + "="})
		}
	}
	slices.SortStableFunc(out, func(x, y offer) int { return apart(text, x) - apart(text, y) })
	return out
}

// apart is 0 for what can be typed in full, 1 where the letters of each word typed stand
// together, scattered where others stand between.
func apart(text string, c offer) int {
	switch {
	case c.exact || c.types == text+" ":
		return 0
	case !slices.ContainsFunc(strings.Fields(strings.ToLower(text)), func(word string) bool { return !strings.Contains(strings.ToLower(c.does), word) }):
		return 1
	}
	return scattered
}

const scattered = 2

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

// Key answers a key while the palette is open.
func (p Palette) Key(msg tea.KeyPressMsg, g Glance) (Palette, []Ask, bool) {
	switch msg.String() {
	case "esc", "ctrl+c":
		return Palette{}, nil, true
	case "enter":
		offers := p.offers(g)
		if len(offers) == 0 {
			return Palette{}, []Ask{Say("nothing here is called " + strconv.Quote(p.Line.Text()))}, true
		}
		o := offers[min(p.Chosen, len(offers)-1)]
		if typed := strings.TrimSpace(p.Line.Text()); typed != "" && p.Chosen == 0 && p.asked != typed && apart(typed, o) == scattered {
			p.asked = typed
			return p, []Ask{Say("nothing is called " + strconv.Quote(typed) + "; Enter again: " + o.does)}, true
		}
		if o.ask == nil {
			return Typing(o.types), nil, true
		}
		return Palette{}, []Ask{o.ask}, true
	}
	p.Finder = p.key(msg, len(p.offers(g)), 10)
	return p, nil, true
}

// Draw draws the line being typed and what it offers.
func (p Palette) Draw(b canvas.Area, g Glance) {
	b = g.box(b, b.H(), "Part of a command, a beat's number, or a setting: c=.2, T(1,1,2)=.1", [][2]string{{g.arrows(), "choose"}, {"Enter", "do it"}, {"Esc", "close"}})
	p.prompt(b, g, ":")
	offers := p.offers(g)
	if len(offers) == 0 {
		b.Text(0, 2, "nothing matches", Dim)
	}
	room := b.H() - 2
	if room < len(offers) {
		b.Right(b.W(), 0, fmt.Sprintf("%d of %d", p.Chosen+1, len(offers)), Dim)
	}
	first := window(p.Chosen, len(offers), room)
	for i := first; i < min(first+room, len(offers)); i++ {
		b.Right(9, 2+i-first, offers[i].key, Key)
		b.Text(10, 2+i-first, offers[i].does, inHand(i == p.Chosen, canvas.Style{}))
	}
}
