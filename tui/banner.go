package tui

import (
	"fmt"
	"strings"

	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// banner is what a script lays over the bottom rows.
type banner struct {
	shown   bool
	caption string
	trouble string // why a command could do nothing
	until   string // what the script waits for
	mode    mode
	at, of  int
}

// mode is what a player is doing.
type mode string

const (
	playing  mode = "playing"
	held     mode = "stopped"  // until a key
	awaiting mode = "waiting"  // for a condition, which the keyboard may bring about
	yours    mode = "yours"    // the keyboard has taken over
	finished mode = "finished" // the script is at its end; the keyboard has it
)

// yoursRoom is how many columns of the bottom row the hint takes that gives the keyboard back
// to the script.
const yoursRoom = 28

// keys are those of the script, each with what it does.
func (w banner) keys(k ink) [][2]string {
	switch w.mode {
	case yours:
		return [][2]string{{"Ctrl+G", "takes up the script"}}
	case awaiting:
		return [][2]string{{"Ctrl+G", "goes on without"}}
	}
	keys := [][2]string{{"Space", "next"}, {k.pick("←", "Left"), "back"}, {"Esc", "stop"}, {"q", "leave"}, {"other keys", "take over"}}
	if w.mode == held {
		keys = append(keys[:2], keys[3:]...)
	}
	return keys
}

// firm is a blank that no terminal erases in another colour: plain blanks at
// a row's end may come out as "erase to the end of the line".
const firm = '\u00a0'

// draw draws a caption over the account and the hints, in a block that
// the back row of a hall sees.
func (w banner) draw(b canvas.Area, g glance) {
	block := canvas.Style{}.On(theme.Active)
	words := canvas.FG(theme.Title).With(canvas.Bold).On(theme.Active)
	text := w.caption
	if w.trouble != "" {
		text, words = w.trouble, canvas.FG(theme.Warn).With(canvas.Bold).On(theme.Active)
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
		b.Set(0, y, g.glyph('▌', '|'), mark.On(theme.Active))
	}
	foot := b.Rows(rows, 1)
	progress := fmt.Sprintf("%d/%d", w.at, w.of)
	foot.Right(foot.W()-1, 0, progress, dim)
	foot = foot.Sub(0, 0, foot.W()-canvas.Width(progress)-2, 1)
	x := 1
	if w.until != "" {
		x = foot.Text(x, 0, w.until, mark) + 2
	}
	w.drawKeys(foot, x, g)
}

func (w banner) drawKeys(b canvas.Area, x int, g glance) {
	if !g.class.guest {
		keyRow(b, x, w.keys(g.ink))
	}
}
