package tui

import (
	"fmt"
	"math"
	"strings"
	"time"

	"eeporl/pomdp/figure"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/tui/canvas"
	"eeporl/tui/panes"
	"eeporl/tui/theme"
)

// View draws the frame, or hands out the last one when nothing has changed.
func (a App) View() tea.View {
	v := tea.NewView(a.Frame())
	v.AltScreen = true
	v.WindowTitle = "eeporl " + a.session.Config().Scenario
	return v
}

// Frame is the screen as text: exactly as many lines and columns as the
// terminal has.
func (a App) Frame() string {
	f := a.frame
	if f.valid {
		return f.text
	}
	f.canvas.Reset(a.width, a.height)
	a.draw(f.canvas.All())
	f.bytes = f.canvas.Encode(f.bytes[:0], &a.theme.Palette)
	f.text, f.valid = string(f.bytes), true
	return f.text
}

var (
	dim  = canvas.FG(theme.Dim)
	bold = canvas.FG(theme.Title).With(canvas.Bold)
	key  = canvas.FG(theme.Key).With(canvas.Bold)
	rule = canvas.FG(theme.Rule)
	warn = canvas.FG(theme.Warn)
	mark = canvas.FG(theme.Fresh).With(canvas.Bold)
)

func (a App) draw(all canvas.Area) {
	if a.width < minWidth || a.height < minHeight {
		a.drawTooSmall(all)
		return
	}
	upper := episodeRows
	if a.session.Now().Episode == nil {
		upper = quietRows
	}
	l := arrange(a.width, a.height, a.view, a.side, a.zoom, upper)
	a.drawHeader(l.header.of(all))
	a.drawTabs(l.tabs.of(all), l)
	switch a.overlay {
	case helpOverlay:
		a.drawHelp(l.body.of(all))
	case findingsOverlay:
		a.drawFindings(l.body.of(all))
	default:
		for _, r := range l.rules {
			r.of(all).Fill(a.glyph('│', '|'), rule)
		}
		for _, p := range l.panes {
			panes.Draw(p.view, p.place.of(all), a.scene(p.view))
		}
	}
	a.drawScrub(l.scrub.of(all))
	a.drawAccount(l.account.of(all))
	a.drawHints(l.hints.of(all))
}

// How many rows the Episode view takes over the Moments view, with an episode
// under way and without.
const (
	episodeRows = 18
	quietRows   = 8
)

func (a App) scene(v panes.View) panes.Scene {
	return panes.Scene{
		Session: &a.session, Now: a.session.Now(), Theme: a.theme,
		Veiled: a.veiled, More: a.more, Focused: v == a.view,
	}
}

func (a App) glyph(unicode, ascii rune) rune {
	if a.ascii {
		return ascii
	}
	return unicode
}

func (a App) drawTooSmall(all canvas.Area) {
	y := max(all.H()/2-1, 0)
	all.Text(0, y, fmt.Sprintf("eeporl needs %d x %d", minWidth, minHeight), bold)
	all.Text(0, y+1, fmt.Sprintf("this is %d x %d", a.width, a.height), canvas.Style{})
	all.Text(0, y+2, "q leaves", dim)
}

// drawHeader says where am I; findings keep their place at the right when the
// rest is too long.
func (a App) drawHeader(h canvas.Area) {
	s, n, c := a.session, a.session.Now(), a.session.Config()
	if found := len(s.Findings()); found > 0 {
		text := fmt.Sprintf("! %d findings", found)
		if found == 1 {
			text = "! 1 finding"
		}
		h.Right(h.W()-3, 0, text, warn)
		h.Text(h.W()-2, 0, "f", key)
		h = h.Sub(0, 0, h.W()-canvas.Width(text)-4, 1)
	}
	x := h.Text(1, 0, "eeporl ", bold)
	x = h.Text(x, 0, c.Scenario, canvas.Style{})
	x = h.Text(x, 0, fmt.Sprintf("  seed %d  c %s", c.Seed, figure.Number(c.C)), dim)
	x = h.Text(x+2, 0, s.Method(), canvas.Style{})
	x = h.Text(x+2, 0, "N = "+figure.Count(n.N), bold)
	x = h.Text(x+2, 0, where(n), canvas.Style{})
	if at, of := n.Unit(); of > 1 {
		x = h.Text(x, 0, fmt.Sprintf(" %d/%d", at+1, of), dim)
	}
	if s.Branches() > 1 {
		h.Text(x+2, 0, fmt.Sprintf("branch %d/%d", s.Branch(), s.Branches()), mark)
	}
}

func where(n *model.Now) string {
	switch n.Kind {
	case model.Explore:
		return fmt.Sprintf("phase 1 episode %d", n.Number)
	case model.Leap:
		return "phase 1 leap"
	case model.Estimate:
		return "estimate"
	case model.Plan:
		return "plan"
	}
	return fmt.Sprintf("phase 2 episode %d", n.Number)
}

// drawTabs names the views with their keys; the one in hand is lit.
func (a App) drawTabs(t canvas.Area, l layout) {
	shown := map[panes.View]bool{}
	for _, p := range l.panes {
		shown[p.view] = true
	}
	x := 1
	for v := range panes.Views {
		style := dim
		if shown[v] {
			style = canvas.Style{}
		}
		name := v.String()
		if v == a.view {
			style = bold.On(theme.Active)
		}
		_, at := v.Key()
		next := t.Text(x, 0, " "+name+" ", style)
		t.Restyle(x+1+at, 0, 1, style.With(canvas.Underline|canvas.Bold))
		x = next
	}
	veil := "veiled"
	if !a.veiled {
		veil = "shown"
	}
	if t.W() >= 100 {
		veil = "hidden states " + veil
	}
	t.Right(t.W()-3, 0, veil, dim)
	t.Text(t.W()-2, 0, "v", key)
}

// drawScrub draws the timeline: every segment by its letter, as long as the
// logarithm of its beats, and the cursor.
func (a App) drawScrub(b canvas.Area) {
	s := a.session
	starts, total := s.Starts(), s.Beats()
	weights, sum := make([]float64, len(starts)), 0.0
	for i, start := range starts {
		end := total
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		weights[i] = 1 + math.Log2(1+float64(end-start))
		sum += weights[i]
	}
	width := float64(b.W() - 2)
	at := 0.0
	for i, seg := range s.Timeline() {
		x0, x1 := 1+int(at/sum*width), 1+int((at+weights[i])/sum*width)
		glyph, letter := a.glyph('─', '-'), segmentLetter(seg)
		style := dim
		if i > s.Cursor().Segment {
			style = rule
		}
		b.Repeat(x0, 0, x1-x0, glyph, style)
		if canvas.Width(letter) >= x1-x0 {
			letter = letter[:1]
		}
		b.Text(x0, 0, letter, style)
		if i == s.Cursor().Segment {
			b.Text(x0, 0, letter, mark)
			end := total
			if i+1 < len(starts) {
				end = starts[i+1]
			}
			share := float64(s.Cursor().Beat) / math.Max(float64(end-starts[i]-1), 1)
			x0 += canvas.Width(letter)
			x := x0 + int(share*math.Max(float64(x1-x0-1), 0))
			b.Set(min(x, b.W()-1), 0, a.glyph('●', '@'), mark)
		}
		at += weights[i]
	}
}

func segmentLetter(seg model.Segment) string {
	switch seg.Kind {
	case model.Explore, model.Leap:
		if seg.Leaped {
			return "N=" + figure.Count(seg.Reached())
		}
		return "episodes"
	case model.Estimate:
		return "estimate"
	case model.Plan:
		return "plan"
	}
	return "phase 2"
}

// drawAccount says what just happened, and why.
func (a App) drawAccount(b canvas.Area) {
	if r, elapsed := a.work.slow(); r != nil {
		a.drawProgress(b, r, elapsed)
		return
	}
	sentence, equation := a.session.Account(a.veiled)
	lines := panes.Lines(sentence, b.W()-2)
	if len(lines) > b.H() { // the last row is cut with a mark
		lines = append(lines[:b.H()-1], strings.Join(lines[b.H()-1:], " "))
	}
	for i, line := range lines {
		b.Text(1, i, line, canvas.Style{})
	}
	y := len(lines)
	switch w := canvas.Width(equation); {
	case equation == "":
	case y < b.H():
		b.Text(1, y, equation, dim)
	default:
		// The sentence takes both rows: the equation ends the second one, after
		// what stands there.
		if free := b.W() - 3 - b.Used(1); w <= free {
			b.Right(b.W()-1, 1, equation, dim)
		}
	}
}

func (a App) drawProgress(b canvas.Area, r *running, elapsed time.Duration) {
	done, total := float64(r.done.Load()), float64(r.total.Load())
	text := fmt.Sprintf("%s, %.1f s", r.title, elapsed.Seconds())
	if done > 0 {
		text += fmt.Sprintf(", %s a second", figure.Number(done/elapsed.Seconds()))
	}
	b.Text(1, 0, text, canvas.Style{})
	x := b.Text(1, 1, "Esc", key)
	x = b.Text(x+1, 1, "gives it up", dim)
	if total > 0 {
		width := b.W() - x - 4
		filled := int(float64(width) * math.Min(done/total, 1))
		b.Repeat(x+2, 1, width, a.glyph('░', '.'), dim)
		b.Repeat(x+2, 1, filled, a.glyph('█', '#'), canvas.FG(theme.Curve))
	}
}

// drawHints says what to press next: the proposal first, then the keys that can
// do something now.
func (a App) drawHints(b canvas.Area) {
	if a.note != "" {
		b.Sub(0, 0, b.W()-18, 1).Text(1, 0, a.note, warn)
	} else if a.typed > 0 {
		b.Text(1, 0, fmt.Sprintf("%d … (a count for the next key)", a.typed), mark)
	} else {
		intent, why := a.session.Proposal()
		x, room := 1, b.Sub(0, 0, b.W()-17, 1)
		if intent.Verb != "" {
			x = room.Text(x, 0, "Enter ", key)
		}
		room.Text(x, 0, why, bold)
	}
	x := b.W() - 16
	for _, label := range [][2]string{{"?", "help"}, {"q", "leave"}} {
		x = b.Text(b.Text(x, 0, label[0], key)+1, 0, label[1], dim) + 2
	}
	x = 1
	for _, h := range a.table {
		if h.hint == "" {
			continue
		}
		label, style := keyLabel(h.keys[0], a.ascii), key
		if h.verb != "" && a.session.Disabled(h.verb) != "" {
			style = dim
		}
		if x+canvas.Width(label)+1+canvas.Width(h.hint) > b.W()-1 {
			break
		}
		x = b.Text(x, 1, label, style)
		x = b.Text(x+1, 1, h.hint, dim) + 2
	}
}
