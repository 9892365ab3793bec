package tui

import (
	tea "charm.land/bubbletea/v2"

	"eeporl/tui/canvas"
	"eeporl/tui/panel"
	"eeporl/tui/panes"
	"eeporl/tui/panes/kit"
)

// View draws the frame.
func (a App) View() tea.View {
	v := tea.NewView(a.Frame())
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = panel.Title(a.session)
	if a.OwnPaper() {
		v.ForegroundColor, v.BackgroundColor = a.Look.Paper()
	}
	return v
}

// Frame is the screen as text: exactly as many lines and columns as the
// terminal has.
func (a App) Frame() string {
	c := canvas.New(a.Width, a.Height)
	a.draw(c.All())
	palette := &a.Theme.Palette
	if a.OwnPaper() {
		palette = &a.Theme.Own
	}
	return string(c.Encode(make([]byte, 0, 4*a.Width*a.Height), palette))
}

func (a App) draw(all canvas.Area) {
	g := a.glance()
	if a.Width < panel.MinWidth || a.Height < panel.MinHeight {
		panel.DrawTooSmall(all, g)
		return
	}
	l := a.layout()
	panel.DrawHeader(l.header.of(all), g)
	panel.DrawTabs(l.tabs.of(all), l.views(), g)
	if l.big.h > 0 {
		panel.DrawNumber(l.big.of(all), g)
	}
	var spots []kit.Spot
	if spots = a.drawViews(all, l); a.focus.On {
		a.focus.Light(all, spots)
	}
	if over, ok := a.layers.over(a); ok {
		over.draw(a, l.body.of(all))
	}
	if a.prediction.Open {
		a.prediction.Draw(l.question.of(all), g)
		a.prediction.DrawKeys(l.keys.of(all), g)
	}
	if len(a.watches) > 0 {
		panel.DrawStrip(l.watches.of(all), g)
	}
	if line := a.attending.Line(a.Ink); line != "" {
		l.class.of(all).Text(1, 0, line, panel.Mark)
	}
	if a.tour.Open {
		a.tour.Draw(l.lesson.of(all), g)
	}
	panel.DrawScrub(l.scrub.of(all), g)
	drawBottom(l, all, spots, g)
	if a.lit != nil {
		panel.Light(all.Rows(1, all.H()-3), a.lit)
	}
}

// drawViews draws the panes, or two branches beside each other. While a figure is
// focused it returns where the figures of the view in hand stand.
func (a App) drawViews(all canvas.Area, l layout) []kit.Spot {
	var spots kit.Spots
	switch other, twinned := a.twin.of(a.session); {
	case twinned && a.twin.pairing == pictures:
		panel.DrawPair(l.body.of(all), a.scene(a.InHand, &spots), other, a.twin.number(a.session), a.glance())
	case twinned:
		panel.DrawDifference(l.body.of(all), other, a.twin.number(a.session), a.glance())
	default:
		for _, r := range l.rules {
			r.of(all).Fill(a.Glyph('│', '|'), panel.Rule)
		}
		for _, p := range l.panes {
			s := a.scene(p.view, &spots)
			s.Alone, s.Large = len(l.panes) == 1, a.Preset == panel.Projector
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
		w: a.Width, h: a.Height, view: a.InHand, zoom: a.Zoom != a.tour.Open, preset: a.Preset, upper: upper,
		quiet: func(v kit.View) bool { return v.Quiet(a.session.Now()) }, watches: len(a.watches) > 0, class: a.attending.Line(a.Ink) != "", lesson: a.tour.Open, big: a.glance().NumberRows(),
	}
	if a.prediction.Open {
		s.question, s.busy = func(rows int) int { return a.prediction.Rows(rows, a.glance()) }, a.work.visible() || a.banner.Shown
	}
	return arrange(s)
}

func (a App) scene(v kit.View, spots *kit.Spots) kit.Scene {
	s := kit.Scene{
		Session: &a.session, Now: a.session.Now(), Theme: a.Theme,
		Veiled: a.Veiled || a.session.Truth().Unknown != "", Focused: v == a.InHand,
		Closing: a.work.closed(a.session.Awaited()),
	}
	if p := a.prediction; p.Open && p.Said < 0 {
		s.Asked = p.Questions[p.At].Kind
	}
	s.Trial = a.edit.Trial(a.session)
	s.Welcome = a.session.Place() == 0 && a.session.Branches() == 1 && !a.tour.Open
	if s.Focused { // m turns the pages of one view alone
		s.More = a.More
	}
	if a.focus.On && v == a.InHand {
		s.Spots = spots
	}
	return s
}

// drawBottom draws what stands below the scrub bar.
func drawBottom(l layout, all canvas.Area, spots []kit.Spot, g panel.Glance) {
	if !g.Banner.Shown || g.Banner.Mode == panel.Yours {
		drawBelow(l, all, spots, g)
	}
	switch {
	case !g.Banner.Shown:
	case g.Banner.Mode == panel.Yours:
		foot := l.hints.of(all).Rows(l.hints.h-1, 1)
		g.Banner.DrawKeys(foot, foot.W()-panel.YoursRoom+1, g)
	default:
		g.Banner.Draw(all.Sub(0, l.account.y, all.W(), l.account.h+l.hints.h), g)
	}
}

// drawBelow draws the rows under the timeline: the probability being changed, or what is
// focused, or else what just happened and what to press.
func drawBelow(l layout, all canvas.Area, spots []kit.Spot, g panel.Glance) {
	if g.Edit.Open {
		g.Edit.Draw(all.Sub(0, l.account.y, all.W(), 3), g)
		panel.KeyRow(l.hints.of(all).Rows(1, 1), 1, g.Edit.Keys(g.Ink))
		return
	}
	if !focusShown(g) {
		panel.DrawAccount(l.account.of(all), g)
		panel.DrawHints(l.hints.of(all), g)
		return
	}
	last := l.hints.y + l.hints.h - 1
	g.Focus.Draw(all.Sub(0, l.account.y, all.W(), last-l.account.y), spots, g)
	panel.DrawFocusHints(l.hints.of(all), g)
}

// focusShown says whether the rows under the panes speak of the focused figure.
func focusShown(g panel.Glance) bool {
	return g.Focus.On && !g.Covered && g.Bare && g.Progress == nil
}
