package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/model/glossary"
	"eeporl/model/summary"
	"eeporl/pomdp/finding"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// overlayTable names the overlays, in the order of their constants, each with the command that opens it.
func overlayTable() [overlays]struct{ name, command string } {
	return [overlays]struct{ name, command string }{
		noOverlay:         {"none", "close"},
		helpOverlay:       {"help", "help"},
		findingsOverlay:   {"findings", "findings"},
		branchesOverlay:   {"branches", "branches"},
		watchesOverlay:    {"watches", "watches"},
		lessonsOverlay:    {"lessons", "tour"},
		lineOverlay:       {"line", "line"},
		settingsOverlay:   {"settings", "settings"},
		summaryOverlay:    {"summary", "summary"},
		openOverlay:       {"open", "open"},
		estimatorsOverlay: {"estimators", "estimators"},
		classOverlay:      {"class", "class"},
	}
}

// overlayNames are their names, as conditions ask for them.
func overlayNames() (names []string) {
	for _, o := range overlayTable() {
		names = append(names, o.name)
	}
	return names
}

// scrolled says by how many rows a key scrolls an overlay.
func scrolled(key string) (rows int, ok bool) {
	switch key {
	case "down", "j":
		return 1, true
	case "up", "k":
		return -1, true
	case "pgdown", "space":
		return 10, true
	case "pgup":
		return -10, true
	case "home", "g":
		return -1 << 20, true
	case "end", "G":
		return 1 << 20, true
	}
	return 0, false
}

// line is one row of an overlay: a lead in one style, the rest in another.
type line struct {
	lead, rest           string
	leadStyle, restStyle canvas.Style
	at                   int // column where the rest begins, 0: right after the lead
}

func (a App) arrows() string {
	return a.pick("↑↓", "Up Down")
}

// drawHelp begins with what the marks and colours on the screen mean; then come the keys under headings, the common
// ones first, in two columns where there is room. Typed letters leave the rows that have them.
func (a App) drawHelp(b canvas.Area) {
	typed := strings.ToLower(strings.TrimSpace(a.help.text()))
	inner := boxWidth(b)
	columns, width := 1, inner
	if inner >= 76 {
		columns, width = 2, inner/2
	}
	var blocks [][]line
	block := func(name string, has func(binding) bool) {
		lines := []line{{lead: name, leadStyle: bold}}
		for _, h := range a.table {
			if has(h) && (typed == "" || strings.Contains(strings.ToLower(strings.Join(h.keys, " ")+" "+h.does), typed)) {
				lines = append(lines, a.helpLines(h, width-1)...)
			}
		}
		if len(lines) > 1 {
			blocks = append(blocks, append(lines, line{}))
		}
	}
	block("Most used", binding.common)
	for _, group := range []string{goGroup, learnGroup, lookGroup, askGroup, shareGroup} {
		block(group, func(h binding) bool { return h.group == group && !h.common() })
	}
	head := slices.Concat([]line{{lead: "What stands on the screen", leadStyle: bold}}, a.names(inner-2), a.colourLegend(), a.markLegend(), a.marks(inner-2), []line{{}})
	if typed != "" {
		head = nil
	}
	title := "Help · type to search · digits before a key are a count"
	if typed != "" {
		title = "Help with " + typed
	}
	left, right := slices.Concat(blocks...), []line(nil)
	if columns == 2 {
		left, right = balanced(blocks)
	}
	if typed != "" {
		head = a.explained(typed, len(blocks) > 0, inner-2)
	}
	rows := len(head) + max(len(left), len(right))
	a.drawRows(b, title, rows, nil, func(row canvas.Area, i int) {
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
func (a App) explained(typed string, keys bool, width int) []line {
	terms, most, lead := glossary.Search(glossary.Terms(), typed), 3, "no key does that; the glossary, opened by /, says:"
	switch {
	case len(terms) == 0 && keys:
		return nil
	case len(terms) == 0:
		return []line{{lead: "no key does that, and the glossary has no such word", leadStyle: dim}}
	case keys:
		most, lead = 1, "the glossary, opened by /, says:"
	}
	out := []line{{lead: lead, leadStyle: dim}}
	for _, t := range terms[:min(len(terms), most)] {
		out = append(out, line{lead: t.Name, leadStyle: bold})
		for _, words := range kit.Lines(t.Text, width) {
			out = append(out, line{lead: words})
		}
		out = append(out, line{})
	}
	return out
}

// helpKey filters the help by what is typed; what closes or scrolls an overlay does so here.
func (a App) helpKey(msg tea.KeyPressMsg) (App, tea.Cmd, bool) {
	key := msg.String()
	if key == "?" || key == "esc" || key == "ctrl+c" {
		return a, nil, false
	}
	if rows, ok := scrolled(key); ok && len(key) > 1 && key != "space" {
		return a.scrollBy(rows), nil, true
	}
	line, ok := a.help.typed(msg)
	if ok {
		a.help, a.scroll = line, 0
	}
	return a, nil, ok
}

// common says whether a key is one of those that stand first in the help.
func (b binding) common() bool { return b.hint != "" || b.verb == model.Continue }

// helpLines are a key and what it does, in as many rows as that takes.
func (a App) helpLines(h binding, width int) []line {
	const at = 11
	labels := make([]string, len(h.keys))
	for i, k := range h.keys {
		labels[i] = keyLabel(k, a.ascii)
	}
	does, style := h.does, canvas.Style{}
	if why := h.off(a); why != "" {
		does, style = does+" (now: "+why+")", dim
	}
	leads := kit.Lines(strings.Join(labels, " "), at-2)
	rests := kit.Lines(does, width-at-1)
	var out []line
	for i := range max(len(leads), len(rests)) {
		l := line{leadStyle: key, restStyle: style, at: at}
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

// draw draws a line on a row.
func (l line) draw(row canvas.Area) {
	x := row.Text(0, 0, l.lead, l.leadStyle)
	if l.at > 0 {
		x = l.at
	}
	row.Text(x, 0, l.rest, l.restStyle)
}

// names lists the marks of states and actions with their names, however many.
func (a App) names(width int) []line {
	m := a.session.Truth().Model
	n := m.Sizes()
	var out []line
	list := func(kind string, count int, mark func(int) string, name func(int) string) {
		words := kind
		for i := range count {
			words += " " + mark(i) + "=" + name(i) + ","
		}
		for _, part := range kit.Lines(strings.TrimSuffix(words, ","), width) {
			out = append(out, line{lead: part, leadStyle: dim})
		}
	}
	if a.session.Truth().Unknown == "" {
		list("States:", n.S, theme.StateLetter, m.StateName)
	}
	list("Actions:", n.A, theme.ActionDigit, m.ActionName)
	return append(out, line{})
}

// colourLegend explains the colours of words and lines. Without colours there is nothing to explain.
func (a App) colourLegend() []line {
	if !a.theme.Colours() {
		return nil
	}
	var out []line
	for _, c := range []struct {
		style canvas.Style
		words string
	}{
		{mark, "what this beat has changed, what was chosen, and the marks on a plot"},
		{canvas.FG(theme.Good), "holds, or is right"},
		{warn, "a finding, or worse than it should be"},
		{canvas.FG(theme.Bad), "fails, or is wrong"},
	} {
		out = append(out, line{lead: " " + a.pick("━━", "=="), leadStyle: c.style, rest: c.words, restStyle: dim, at: 5})
	}
	return append(out, line{})
}

// marks explains what stands on every screen.
func (a App) marks(width int) []line {
	var out []line
	for _, words := range []string{
		"A, B, … in colour are states, 1, 2, … underlined are actions, 12 is the pair of action 1 and then 2, r=1 is a reward.",
		"c sets how much exploration mixes: p(a_{t+2} | a_t) = (I + c·11ᵀ)/(1 + c|A|).",
		"s_(12) is the state as pair 12 came back with it: every pair has an order of its own. a₀, before the first action, is imagined: it gives the pair (a₀, a₁) in which a plan starts.",
		"The colours of states and actions stay apart for colour-blind eyes in every look but mono, and a letter or digit says the same.",
		"Nothing moves by itself: the screen changes with a key, and a progress bar while work is under way.",
		"A dot stands for an exact zero. Errors are estimate minus truth.",
	} {
		for _, part := range kit.Lines(words, width) {
			out = append(out, line{lead: part, leadStyle: dim})
		}
	}
	return out
}

// drawFindings lists everything found so far, causes first, with its code and
// its number.
func (a App) drawFindings(b canvas.Area) {
	groups := finding.Groups(a.session.Findings(), 0)
	var lines []line
	if groups == nil {
		lines = []line{{}}
		for _, part := range kit.Lines(a.session.NoFindings(), boxWidth(b)) {
			lines = append(lines, line{lead: part, leadStyle: dim})
		}
	}
	for _, g := range groups {
		style := warn
		if g.Shown[0].Fatal {
			style = canvas.FG(theme.Bad).With(canvas.Bold)
		}
		lines = append(lines, line{lead: string(g.Code), leadStyle: style})
		for _, f := range g.Shown {
			for _, part := range kit.Lines(f.Detail, boxWidth(b)-3) {
				lines = append(lines, line{rest: part, at: 3})
			}
		}
		if helps := g.Code.Helps(); helps != "" {
			for _, part := range kit.Lines(helps, boxWidth(b)-3) {
				lines = append(lines, line{rest: part, at: 3, restStyle: bold})
			}
		}
	}
	a.drawLines(b, "Findings: what a numerical method usually hides", lines)
}

// drawSummary tells the session in ten lines.
func (a App) drawSummary(b canvas.Area) {
	var lines []line
	for _, sentence := range summary.Lines(a.session) {
		for _, row := range kit.Lines(sentence, boxWidth(b)) {
			lines = append(lines, line{lead: row})
		}
		lines = append(lines, line{})
	}
	a.drawLines(b, "This session so far", lines)
}
