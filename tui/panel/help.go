package panel

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"eeporl/model/glossary"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// The groups of the help, in its order. Learn holds the keys by which the algorithm learns:
// episodes, estimates, plans and their settings.
const (
	GoGroup    = "Go"
	LearnGroup = "Learn"
	LookGroup  = "Look"
	AskGroup   = "Ask"
	ShareGroup = "Share"
)

// groups are all of them, in their order.
func groups() []string { return []string{GoGroup, LearnGroup, LookGroup, AskGroup, ShareGroup} }

// Help is what the help is searched for.
type Help struct{ Line Field }

// Draw begins with what the marks and colours on the screen mean; then come the keys under headings, the common
// ones first, in two columns where there is room. Typed letters leave the rows that have them.
func (h Help) Draw(b canvas.Area, g Glance) {
	typed := strings.ToLower(strings.TrimSpace(h.Line.Text()))
	inner := boxWidth(b)
	columns, width := 1, inner
	if inner >= 76 && typed == "" { // what was found is little
		columns, width = 2, inner/2
	}
	var blocks [][]line
	block := func(name string, has func(KeyLine) bool) {
		lines := []line{{lead: name, leadStyle: Bold}}
		for _, k := range g.Keys {
			if has(k) && (typed == "" || strings.Contains(strings.ToLower(strings.Join(k.Keys, " ")+" "+k.Does), typed)) {
				lines = append(lines, g.keyRows(k, width-1)...)
			}
		}
		if len(lines) > 1 {
			blocks = append(blocks, append(lines, line{}))
		}
	}
	block("Most used", func(k KeyLine) bool { return k.Common })
	for _, group := range groups() {
		block(group, func(k KeyLine) bool { return k.Group == group && !k.Common })
	}
	if set := g.settingRows(typed, width-1); typed != "" && len(set) > 0 {
		blocks = append(blocks, append(set, line{}))
	}
	head := g.legend(typed, inner-2)
	title := "Help · type to search · digits before a key are a count"
	if typed != "" {
		title = "Help with " + typed
	}
	left, right := slices.Concat(blocks...), []line(nil)
	if columns == 2 {
		left, right = balanced(blocks)
	}
	if typed != "" {
		head = append(head, explained(typed, len(blocks)+len(head) > 0, inner-2)...)
	}
	rows := len(head) + max(len(left), len(right))
	g.drawRows(b, title, rows, nil, func(row canvas.Area, i int) {
		if i < len(head) {
			head[i].draw(row)
			return
		}
		if i -= len(head); i < len(left) {
			left[i].draw(row.Sub(0, 0, width-1, 1))
		}
		if i < len(right) {
			right[i].draw(row.Sub(width, 0, row.W()-width, 1))
		}
	})
}

// explained is what the glossary says of what was typed: before the keys that do it its first word alone.
func explained(typed string, keys bool, width int) []line {
	terms, most, lead := glossary.Search(glossary.Terms(), typed), 3, "no key does that; the glossary, opened by /, says:"
	switch {
	case len(terms) == 0 && keys:
		return nil
	case len(terms) == 0:
		return []line{{lead: "no key does that, and the glossary has no such word", leadStyle: Dim}}
	case keys:
		most, lead = 1, "the glossary, opened by /, says:"
	}
	out := []line{{lead: lead, leadStyle: Dim}}
	for _, t := range terms[:min(len(terms), most)] {
		out = append(out, line{lead: t.Name, leadStyle: Bold})
		for _, words := range kit.Lines(t.Text, width) {
			out = append(out, line{lead: words})
		}
		out = append(out, line{})
	}
	return out
}

// Key filters the help by what is typed, and scrolls it.
func (h Help) Key(msg tea.KeyPressMsg, _ Glance) (Help, []Ask, bool) {
	name := msg.String()
	switch name {
	case "?", "esc", "ctrl+c":
		return h, nil, false
	case "enter": // which would go on behind it
		return h, []Ask{Close{}}, true
	}
	if rows, ok := Scrolled(name); ok && len(name) > 1 && name != "space" {
		return h, []Ask{ScrollBy(rows)}, true
	}
	line, ok := h.Line.Typed(msg)
	if !ok { // an arrow means the help, not the session that it covers
		return h, nil, name == "left" || name == "right"
	}
	h.Line = line
	return h, []Ask{ScrollToTop{}}, true
}

// settingRows are the settings that have what was typed, and how they are set; none without any.
func (g Glance) settingRows(typed string, width int) (out []line) {
	for _, s := range g.Session.Settings() {
		if strings.Contains(strings.ToLower(s.Name+" "+s.Does), typed) {
			out = append(out, columnRows(s.Name, s.Does+" (now "+s.Value+")", canvas.Style{}, width)...)
		}
	}
	if len(out) > 0 {
		out = append([]line{{lead: "Settings: c, or :NAME=VALUE", leadStyle: Bold}}, out...)
	}
	return out
}

// keyRows are a key and what it does.
func (g Glance) keyRows(k KeyLine, width int) []line {
	does, style := k.Does, canvas.Style{}
	if why := g.Off(k); why != "" {
		does, style = does+" (now: "+why+")", Dim
	}
	return columnRows(k.labels(g.ASCII), does, style, width)
}

// columnRows are what is typed and what it does, in as many rows as that takes.
func columnRows(typed, does string, style canvas.Style, width int) (out []line) {
	const at = 11
	if canvas.Width(typed) > at-2 && !strings.Contains(typed, " ") { // a long word has a row of its own
		out, typed = append(out, line{lead: typed, leadStyle: Key}), ""
	}
	leads := kit.Lines(typed, at-2)
	rests := kit.Lines(does, width-at-1)
	for i := range max(len(leads), len(rests)) {
		l := line{leadStyle: Key, restStyle: style, at: at}
		if i < len(leads) {
			l.lead = leads[i]
		}
		if i < len(rests) {
			l.rest = rests[i]
		}
		out = append(out, l)
	}
	return out
}

// balanced lays blocks out in two columns of about the same height, in their order.
func balanced(blocks [][]line) (left, right []line) {
	total := len(slices.Concat(blocks...))
	for i, b := range blocks {
		if len(left)+len(b)/2 > total/2 {
			return left, slices.Concat(blocks[i:]...)
		}
		left = append(left, b...)
	}
	return left, nil
}

// entry is one thing that the legend says, in as many rows as it takes.
type entry []line

// has says whether the entry has what was typed.
func (e entry) has(typed string) bool {
	var words []string
	for _, l := range e {
		words = append(words, l.lead, l.rest)
	}
	return strings.Contains(strings.ToLower(strings.Join(words, " ")), typed)
}

// legend says what stands on every screen: the names, the colours, the marks of the bar and what else is to be
// known. What was typed leaves the entries that have it.
func (g Glance) legend(typed string, width int) []line {
	out := []line{{lead: "What stands on the screen", leadStyle: Bold}}
	for _, part := range [][]entry{views(typed, width), g.names(width), g.colourLegend(), slices.Concat(g.markLegend(width), marks(width))} {
		before := len(out)
		for _, e := range part {
			if typed == "" || e.has(typed) {
				out = append(out, e...)
			}
		}
		if len(out) > before {
			out = append(out, line{})
		}
	}
	if len(out) == 1 {
		return nil
	}
	return out
}

// views are what each view answers, for whoever searches: they would stand before the keys.
func views(typed string, width int) (out []entry) {
	for v := range kit.Views {
		if typed != "" {
			out = append(out, dimmed(v.String()+": "+v.Answers(), width))
		}
	}
	return out
}

// dimmed is an entry of plain words.
func dimmed(words string, width int) (e entry) {
	for _, part := range kit.Lines(words, width) {
		e = append(e, line{lead: part, leadStyle: Dim})
	}
	return e
}

// names lists the marks of states and actions with their names, however many.
func (g Glance) names(width int) []entry {
	m := g.Session.Truth().Model
	n := m.Sizes()
	var out []entry
	list := func(kind string, count int, mark func(int) string, name func(int) string) {
		words := kind
		for i := range count {
			words += " " + mark(i) + "=" + name(i) + ","
		}
		out = append(out, dimmed(strings.TrimSuffix(words, ","), width))
	}
	if g.Session.Truth().Unknown == "" {
		list("States:", n.S, theme.StateLetter, m.StateName)
	}
	list("Actions:", n.A, theme.ActionDigit, m.ActionName)
	return out
}

// colourLegend explains the colours of words and lines. Without colours there is nothing to explain.
func (g Glance) colourLegend() []entry {
	if !g.Theme.Colours() {
		return nil
	}
	var out []entry
	for _, c := range []struct {
		style canvas.Style
		words string
	}{
		{Mark, "what this beat has changed, what was chosen, and the marks on a plot"},
		{canvas.FG(theme.Good), "holds, or is right"},
		{Warn, "a finding, or worse than it should be"},
		{canvas.FG(theme.Bad), "fails, or is wrong"},
	} {
		out = append(out, entry{{lead: " " + g.pick("━━", "=="), leadStyle: c.style, rest: c.words, restStyle: Dim, at: 5}})
	}
	return out
}

// marks explains what stands on every screen.
func marks(width int) []entry {
	var out []entry
	for _, words := range []string{
		"A, B, … in colour are states, 1, 2, … underlined are actions, 12 is the pair of action 1 and then 2, r=1 is a reward.",
		"c is how exploration mixes: a_{t+2} repeats a_t with probability (1 + c)/(1 + c|A|).",
		"s_(12) is the state as pair 12 came back with it: every pair has an order of its own. a₀, before the first action, is imagined: it gives the pair (a₀, a₁) in which a plan starts.",
		"The colours of states and actions stay apart for colour-blind eyes in every look but mono, and a letter or digit says the same.",
		"Nothing moves by itself: the screen changes with a key, and a progress bar while work is under way.",
		"A dot stands for an exact zero. Errors are estimate minus truth.",
	} {
		out = append(out, dimmed(words, width))
	}
	return out
}
