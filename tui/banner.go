package tui

import (
	"fmt"
	"strings"

	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// banner is what the player lays over the explorer now.
func (p Player) banner() banner {
	if p.place.mode == finished {
		return banner{}
	}
	b := banner{shown: true, caption: p.place.caption, trouble: p.place.trouble, mode: p.place.mode, at: p.place.at, of: len(p.items())}
	if p.place.mode == awaiting {
		b.until = "until " + p.items()[p.place.at-1].Text
	}
	return b
}

// yoursRoom is how many columns of the bottom row the hint takes that gives the keyboard back
// to the script.
const yoursRoom = 28

// bannerKeys are those of the script, each with what it does.
func (a App) bannerKeys() [][2]string {
	if a.attending.guest {
		return nil
	}
	switch a.banner.mode {
	case yours:
		return [][2]string{{"Ctrl+G", "takes up the script"}}
	case awaiting:
		return [][2]string{{"Ctrl+G", "goes on without"}}
	}
	keys := [][2]string{{"Space", "next"}, {a.pick("←", "Left"), "back"}, {"Esc", "stop"}, {"q", "leave"}, {"other keys", "take over"}}
	if a.banner.mode == held {
		keys = append(keys[:2], keys[3:]...)
	}
	return keys
}

// drawBottom draws what stands below the scrub bar.
func (a App) drawBottom(l layout, all canvas.Area, spots []kit.Spot) {
	if !a.banner.shown || a.banner.mode == yours {
		a.drawBelow(l, all, spots)
	}
	switch {
	case !a.banner.shown:
	case a.banner.mode == yours:
		foot := l.hints.of(all).Rows(l.hints.h-1, 1)
		a.drawBannerKeys(foot, foot.W()-yoursRoom+1)
	default:
		a.drawBanner(all.Sub(0, l.account.y, all.W(), l.account.h+l.hints.h))
	}
}

// firm is a blank that no terminal erases in another colour: plain blanks at
// a row's end may come out as "erase to the end of the line".
const firm = '\u00a0'

// drawBanner draws a caption over the account and the hints, in a block that
// the back row of a hall sees.
func (a App) drawBanner(b canvas.Area) {
	block := canvas.Style{}.On(theme.Active)
	words := canvas.FG(theme.Title).With(canvas.Bold).On(theme.Active)
	text := a.banner.caption
	if a.banner.trouble != "" {
		text, words = a.banner.trouble, canvas.FG(theme.Warn).With(canvas.Bold).On(theme.Active)
	}
	rows := b.H() - 1
	b.Rows(0, rows).Fill(firm, block)
	lines := kit.Lines(text, b.W()-6)
	if len(lines) > rows {
		lines[rows-1] += " …"
		lines = lines[:rows]
	}
	for i, line := range lines {
		b.Text(3, (rows-len(lines))/2+i, strings.ReplaceAll(line, " ", string(firm)), words)
	}
	for y := range rows {
		b.Set(0, y, a.glyph('▌', '|'), mark.On(theme.Active))
	}
	foot := b.Rows(rows, 1)
	progress := fmt.Sprintf("%d/%d", a.banner.at, a.banner.of)
	foot.Right(foot.W()-1, 0, progress, dim)
	foot = foot.Sub(0, 0, foot.W()-canvas.Width(progress)-2, 1)
	x := 1
	if a.banner.until != "" {
		x = foot.Text(x, 0, a.banner.until, mark) + 2
	}
	a.drawBannerKeys(foot, x)
}

func (a App) drawBannerKeys(b canvas.Area, x int) {
	keyRow(b, x, a.bannerKeys())
}
