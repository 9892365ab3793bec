package tui

import (
	tea "charm.land/bubbletea/v2"

	"eeporl/tui/canvas"
	"eeporl/tui/panes"
	"eeporl/tui/panes/kit"
)

// View draws the frame.
func (a App) View() tea.View {
	v := tea.NewView(a.Frame())
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = title(a.session)
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

func (a App) draw(all canvas.Area) {
	g := a.glance()
	if a.width < minWidth || a.height < minHeight {
		drawTooSmall(all, g)
		return
	}
	l := a.layout()
	drawHeader(l.header.of(all), g)
	drawTabs(l.tabs.of(all), l.views(), g)
	if l.big.h > 0 {
		drawBig(l.big.of(all), g)
	}
	var spots []kit.Spot
	if spots = a.drawViews(all, l); a.focus.on {
		a.focus.light(all, spots)
	}
	if over, ok := a.layers.over(a); ok {
		over.draw(a, l.body.of(all))
	}
	if a.prediction.open {
		a.prediction.draw(l.question.of(all), g)
		a.prediction.drawKeys(l.keys.of(all), g)
	}
	if len(a.watches) > 0 {
		drawStrip(l.watches.of(all), g)
	}
	if line := a.attending.line(a.ink); line != "" {
		l.class.of(all).Text(1, 0, line, mark)
	}
	if a.tour.open {
		a.tour.draw(l.lesson.of(all), g)
	}
	drawScrub(l.scrub.of(all), g)
	drawBottom(l, all, spots, g)
	if a.lit != nil {
		light(all.Rows(1, all.H()-3), a.lit)
	}
}

// drawViews draws the panes, or two branches beside each other. While a figure is
// focused it returns where the figures of the view in hand stand.
func (a App) drawViews(all canvas.Area, l layout) []kit.Spot {
	var spots kit.Spots
	switch other, twinned := a.twin.of(a.session); {
	case twinned && a.twin.pairing == pictures:
		drawPair(l.body.of(all), a.scene(a.view, &spots), other, a.twin.number(a.session), a.glance())
	case twinned:
		drawDifference(l.body.of(all), other, a.twin.number(a.session), a.glance())
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
		quiet: func(v kit.View) bool { return v.Quiet(a.session.Now()) }, watches: len(a.watches) > 0, class: a.attending.line(a.ink) != "", lesson: a.tour.open, big: a.glance().bigRows(),
	}
	if a.prediction.open {
		s.question, s.busy = func(rows int) int { return a.prediction.rows(rows, a.glance()) }, a.work.visible() || a.banner.shown
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
	s.Trial = a.edit.trial(a.session)
	s.Welcome = a.session.Place() == 0 && a.session.Branches() == 1 && !a.tour.open
	if s.Focused { // m turns the pages of one view alone
		s.More = a.more
	}
	if a.focus.on && v == a.view {
		s.Spots = spots
	}
	return s
}

// drawBottom draws what stands below the scrub bar.
func drawBottom(l layout, all canvas.Area, spots []kit.Spot, g glance) {
	if !g.banner.shown || g.banner.mode == yours {
		drawBelow(l, all, spots, g)
	}
	switch {
	case !g.banner.shown:
	case g.banner.mode == yours:
		foot := l.hints.of(all).Rows(l.hints.h-1, 1)
		g.banner.drawKeys(foot, foot.W()-yoursRoom+1, g)
	default:
		g.banner.draw(all.Sub(0, l.account.y, all.W(), l.account.h+l.hints.h), g)
	}
}

// drawBelow draws the rows under the timeline: the probability being changed, or what is
// focused, or else what just happened and what to press.
func drawBelow(l layout, all canvas.Area, spots []kit.Spot, g glance) {
	if g.edit.open {
		g.edit.draw(all.Sub(0, l.account.y, all.W(), 3), g)
		keyRow(l.hints.of(all).Rows(1, 1), 1, g.edit.keys(g.ink))
		return
	}
	if !focusShown(g) {
		drawAccount(l.account.of(all), g)
		drawHints(l.hints.of(all), g)
		return
	}
	last := l.hints.y + l.hints.h - 1
	g.focus.draw(all.Sub(0, l.account.y, all.W(), last-l.account.y), spots, g)
	drawFocusHints(l.hints.of(all), g)
}

// focusShown says whether the rows under the panes speak of the focused figure.
func focusShown(g glance) bool {
	return g.focus.on && !g.covered && g.bare && g.progress == nil
}
