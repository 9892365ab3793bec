package panel

import (
	"fmt"
	"strings"

	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// Banner is what a script lays over the bottom rows.
type Banner struct {
	Shown   bool
	Caption string
	Trouble string // why a command could do nothing
	Until   string // what the script waits for
	Mode    Mode
	At, Of  int
}

// Mode is what a player is doing.
type Mode string

// What a player may be doing.
const (
	Playing  Mode = "playing"
	Held     Mode = "stopped"  // until a key
	Awaiting Mode = "waiting"  // for a condition, which the keyboard may bring about
	Yours    Mode = "yours"    // the keyboard has taken over
	Finished Mode = "finished" // the script is at its end; the keyboard has it
)

// YoursRoom is how many columns of the bottom row the hint takes that gives the keyboard back
// to the script.
const YoursRoom = 28

// keys are those of the script, each with what it does.
func (w Banner) keys(k Ink) [][2]string {
	switch w.Mode {
	case Yours:
		return [][2]string{{"Ctrl+G", "takes up the script"}}
	case Awaiting:
		return [][2]string{{"Ctrl+G", "goes on without"}}
	}
	keys := [][2]string{{"Space", "next"}, {k.pick("←", "Left"), "back"}, {"Esc", "stop"}, {"q", "leave"}, {"other keys", "take over"}}
	if w.Mode == Held {
		keys = append(keys[:2], keys[3:]...)
	}
	return keys
}

// Firm is a blank that no terminal erases in another colour: plain blanks at
// a row's end may come out as "erase to the end of the line".
const Firm = '\u00a0'

// Draw draws a caption over the account and the hints, in a block that
// the back row of a hall sees.
func (w Banner) Draw(b canvas.Area, g Glance) {
	block := canvas.Style{}.On(theme.Active)
	words := canvas.FG(theme.Title).With(canvas.Bold).On(theme.Active)
	text := w.Caption
	if w.Trouble != "" {
		text, words = w.Trouble, canvas.FG(theme.Warn).With(canvas.Bold).On(theme.Active)
	}
	rows := b.H() - 1
	b.Rows(0, rows).Fill(Firm, block)
	lines := kit.Lines(text, b.W()-6)
	if len(lines) > rows {
		lines[rows-1] += " …"
		lines = lines[:rows]
	}
	for i, line := range lines {
		b.Text(3, (rows-len(lines))/2+i, strings.ReplaceAll(line, " ", string(Firm)), words)
	}
	for y := range rows {
		b.Set(0, y, g.Glyph('▌', '|'), Mark.On(theme.Active))
	}
	foot := b.Rows(rows, 1)
	progress := fmt.Sprintf("%d/%d", w.At, w.Of)
	foot.Right(foot.W()-1, 0, progress, Dim)
	foot = foot.Sub(0, 0, foot.W()-canvas.Width(progress)-2, 1)
	x := 1
	if w.Until != "" {
		x = foot.Text(x, 0, w.Until, Mark) + 2
	}
	w.DrawKeys(foot, x, g)
}

// DrawKeys draws the keys of the script; a guest has none.
func (w Banner) DrawKeys(b canvas.Area, x int, g Glance) {
	if !g.Class.Guest {
		KeyRow(b, x, w.keys(g.Ink))
	}
}
