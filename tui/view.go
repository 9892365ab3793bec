package tui

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"eeporl/pomdp/figure"

	tea "charm.land/bubbletea/v2"

	"eeporl/model"
	"eeporl/tui/canvas"
	"eeporl/tui/panes"
	"eeporl/tui/panes/kit"
	"eeporl/tui/panes/recovery"
	"eeporl/tui/theme"
)

// View draws the frame.
func (a App) View() tea.View {
	v := tea.NewView(a.Frame())
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = a.title()
	if a.ownPaper() {
		v.ForegroundColor, v.BackgroundColor = a.look.Paper()
	}
	return v
}

// Frame is the screen as text: exactly as many lines and columns as the
// terminal has.
func (a App) Frame() string {
	c := canvas.New(a.width, a.height)
	a.draw(c.All())
	palette := &a.theme.Palette
	if a.ownPaper() {
		palette = &a.theme.Own
	}
	return string(c.Encode(make([]byte, 0, 4*a.width*a.height), palette))
}

// ownPaper says whether the screen paints its background: a look that was asked for does
// where the terminal's is not known to be of its kind.
func (a App) ownPaper() bool {
	return a.theme.Colours() && a.chosenLook && !(a.paperKnown && a.paper == a.look.OnPaper())
}

func (a App) draw(all canvas.Area) {
	if a.width < minWidth || a.height < minHeight {
		a.drawTooSmall(all)
		return
	}
	l := a.layout()
	a.drawHeader(l.header.of(all))
	a.drawTabs(l.tabs.of(all), l)
	if l.big.h > 0 {
		a.drawBig(l.big.of(all))
	}
	var spots []kit.Spot
	if spots = a.drawViews(all, l); a.focus.on {
		a.focus.light(all, spots)
	}
	if over, ok := a.over(); ok {
		over.draw(a, l.body.of(all))
	}
	if a.prediction.open {
		a.drawPrediction(l.question.of(all))
		a.drawPredictionKeys(l.keys.of(all))
	}
	if len(a.watches) > 0 {
		a.drawStrip(l.watches.of(all))
	}
	if l.class.h > 0 {
		a.drawClassLine(l.class.of(all))
	}
	if a.tour.open {
		a.drawLesson(l.lesson.of(all))
	}
	a.drawScrub(l.scrub.of(all))
	a.drawBottom(l, all, spots)
	if a.lit != nil {
		a.light(all.Rows(1, all.H()-3))
	}
}

// drawViews draws the panes, or two branches beside each other. While a figure is
// focused it returns where the figures of the view in hand stand.
func (a App) drawViews(all canvas.Area, l layout) []kit.Spot {
	var spots kit.Spots
	switch other, twinned := a.paired(); {
	case twinned && a.twin.pairing == pictures:
		a.drawPair(l.body.of(all), other, &spots)
	case twinned:
		a.drawDifference(l.body.of(all), other)
	default:
		for _, r := range l.rules {
			r.of(all).Fill(a.glyph('│', '|'), rule)
		}
		for _, p := range l.panes {
			s := a.scene(p.view, &spots)
			s.Alone, s.Large = len(l.panes) == 1, a.preset == Projector
			if p.place.h == 1 { // folded: the title of a whole pane
				whole := canvas.New(p.place.w, foldedRows)
				panes.Draw(p.view, whole.All(), s)
				p.place.of(all).Paste(whole.All())
				continue
			}
			panes.Draw(p.view, p.place.of(all), s)
		}
	}
	return spots.List
}

// foldedRows is the height of a pane that is drawn for its title alone.
const foldedRows = 12

// How many rows the Episode view takes where it stands above the Moments view, with an
// episode under way and without.
const (
	episodeRows = 19
	quietRows   = 8
)

func (a App) layout() layout {
	upper := episodeRows
	if a.session.Now().Episode == nil {
		upper = quietRows
	}
	s := shape{
		w: a.width, h: a.height, view: a.view, zoom: a.zoom != a.tour.open, preset: a.preset, upper: upper,
		quiet: func(v kit.View) bool { return v.Quiet(a.session.Now()) }, watches: len(a.watches) > 0, class: a.classLine() != "", lesson: a.tour.open, big: a.bigRows(),
	}
	if a.prediction.open {
		running, _ := a.work.slow()
		s.question, s.busy = a.predictionRows, running != nil || a.banner.shown
	}
	return arrange(s)
}

func (a App) scene(v kit.View, spots *kit.Spots) kit.Scene {
	s := kit.Scene{
		Session: &a.session, Now: a.session.Now(), Theme: a.theme,
		Veiled: a.veiled || a.session.Truth().Unknown != "", Focused: v == a.view,
		Closing: a.work.closed(a.session.Awaited()),
	}
	if p := a.prediction; p.open && p.said < 0 {
		s.Asked = p.questions[p.at].Kind
	}
	s.Trial = a.trial()
	s.Welcome = a.session.Place() == 0 && a.session.Branches() == 1 && !a.tour.open
	if s.Focused { // m turns the pages of one view alone
		s.More = a.more
	}
	if a.focus.on && v == a.view {
		s.Spots = spots
	}
	return s
}

func (a App) drawTooSmall(all canvas.Area) {
	y := max(all.H()/2-1, 0)
	all.Text(0, y, fmt.Sprintf("eeporl needs %d x %d", minWidth, minHeight), bold)
	all.Text(0, y+1, fmt.Sprintf("this is %d x %d", a.width, a.height), canvas.Style{})
	all.Text(0, y+2, "q leaves", dim)
	if a.attending.guest {
		all.Text(0, y+3, "ssh ... plain follows in lines", dim)
	}
}

// drawHeader says what is explored and where the session stands; the number of findings keeps its
// place at the right when the rest is too long.
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
	type part struct {
		text  string
		style canvas.Style
	}
	name := []part{{"eeporl ", bold}, {filepath.Base(c.Scenario), canvas.Style{}}}
	if s.Edited() {
		name = append(name, part{" (edited)", mark})
	}
	drawn := []part{{fmt.Sprintf("  seed %d%s", c.Seed, explored(c)), dim}}
	made, next := s.Methods()
	stands := []part{{"  " + made, canvas.Style{}}, {"  N = " + figure.Count(n.N), bold}, {"  " + where(n), canvas.Style{}}}
	if at, of := n.Unit(); of > 1 {
		stands = append(stands, part{fmt.Sprintf(" %d/%d", at+1, of), dim})
	}
	switch { // branches that were given up leave gaps in the numbers
	case s.Branch() > s.Branches():
		stands = append(stands, part{fmt.Sprintf("  branch %d", s.Branch()), mark})
	case s.Branches() > 1:
		stands = append(stands, part{fmt.Sprintf("  branch %d/%d", s.Branch(), s.Branches()), mark})
	}
	if next != made {
		stands = append(stands, part{"  next " + next, mark})
	}
	parts := slices.Concat(name, drawn, stands)
	wide := 1
	for _, p := range parts {
		wide += canvas.Width(p.text)
	}
	if wide > h.W() { // how the episodes were drawn gives way: Settings tells it too
		parts = slices.Concat(name, stands)
	}
	x := 1
	for _, p := range parts {
		x = h.Text(x, 0, p.text, p.style)
	}
}

// explored is how the episodes were drawn, where that is known.
func explored(c model.Config) string {
	if c.Record != nil {
		return "  log"
	}
	return "  c " + figure.Number(c.C)
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

// tab is one view's name on the second row.
type tab struct {
	view     kit.View
	from, to int
}

func (a App) tabs() []tab {
	var out []tab
	x := 1
	for v := range kit.Views {
		w := canvas.Width(v.String()) + 2
		out = append(out, tab{v, x, x + w})
		x += w
	}
	return out
}

// drawTabs names the views with their keys; the one in hand is lit.
func (a App) drawTabs(t canvas.Area, l layout) {
	shown := map[kit.View]bool{}
	for _, p := range l.panes {
		shown[p.view] = true
	}
	for _, b := range a.tabs() {
		style := dim
		if shown[b.view] {
			style = canvas.Style{}
		}
		if b.view == a.view {
			style = a.theme.Lit()
		}
		_, at := b.view.Key()
		t.Text(b.from, 0, " "+b.view.String()+" ", style)
		t.Restyle(b.from+1+at, 0, 1, style.With(canvas.Underline|canvas.Bold))
	}
	if a.session.Truth().Unknown != "" {
		t.Right(t.W()-1, 0, "truth unknown", dim)
		return
	}
	veil := "veiled"
	if !a.veiled {
		veil = "shown"
	}
	if t.W() >= 100 {
		veil = "episode's states " + veil
	}
	t.Right(t.W()-3, 0, veil, dim)
	t.Text(t.W()-2, 0, "v", key)
}

// drawAccount says what just happened, and why.
func (a App) drawAccount(b canvas.Area) {
	p := a.prediction
	if b.H() == 0 || p.open && p.said < 0 && p.questions[p.at].Kind == recovery.AskedBug { // a question has its rows, or is answered here
		return
	}
	if r, elapsed := a.work.slow(); r != nil {
		a.drawProgress(b, r, elapsed)
		return
	}
	sentence, equation := a.session.Account(a.veiled)
	lines := kit.Lines(sentence, b.W()-2)
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
	p := r.reported()
	done, total := float64(p.Done), float64(p.Total)
	text := fmt.Sprintf("%s, %.1f s", r.title, elapsed.Seconds())
	switch {
	case p.Bound != nil:
		text += fmt.Sprintf(", trial %d: between %s and %s, gap %s", p.Bound.Trial,
			figure.Value(p.Bound.Lower), figure.Value(p.Bound.Upper), figure.Number(p.Bound.Upper-p.Bound.Lower))
	case p.Stage != "" && total > 0:
		text += fmt.Sprintf(", %s: %d of %d", p.Stage, p.Done, p.Total)
	case done > 0:
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
