package panel

import (
	"fmt"

	"eeporl/tui/canvas"
)

// A box is at most so wide, and leaves so much of the views beside it, where there is room.
const (
	widestBox = 116
	boxMargin = 4
)

// boxed is the place of a box with so many rows inside, over a body: as high as it needs to be.
func boxed(b canvas.Area, rows int) canvas.Area {
	w, h := b.W(), min(b.H(), rows+2)
	if w >= 100 {
		w = min(w-2*boxMargin, widestBox)
	}
	return b.Sub((b.W()-w)/2, (b.H()-h)/4, w, h)
}

// boxWidth is the width inside a box over a body.
func boxWidth(b canvas.Area) int { return boxed(b, 0).W() - 4 }

// box draws a frame over the views, with a title above and its keys below, and returns the area inside. It has
// so many rows as are needed, or as there are.
func (g Glance) box(b canvas.Area, rows int, title string, keys [][2]string) canvas.Area {
	b = boxed(b, rows)
	b.Fill(' ', canvas.Style{})
	across, down := g.Glyph('─', '-'), g.Glyph('│', '|')
	for _, y := range []int{0, b.H() - 1} {
		b.Repeat(0, y, b.W(), across, Rule)
	}
	for y := range b.H() {
		b.Set(0, y, down, Rule)
		b.Set(b.W()-1, y, down, Rule)
	}
	for i, corner := range [...]rune{'╭', '╮', '╰', '╯'} {
		b.Set(i%2*(b.W()-1), i/2*(b.H()-1), g.Glyph(corner, '+'), Rule)
	}
	b.Text(2, 0, " "+title+" ", Bold)
	for keyRowWidth(keys) > b.W()-4 && len(keys) > 1 { // what closes it stands last, and stays
		keys = append(keys[:len(keys)-2:len(keys)-2], keys[len(keys)-1])
	}
	foot := b.Rows(b.H()-1, 1)
	foot.Repeat(2, 0, keyRowWidth(keys), ' ', Rule)
	KeyRow(foot, 3, keys)
	return b.Sub(2, 1, b.W()-4, b.H()-2)
}

// drawLines shows as many lines as fit in a box, from the scroll position on. closing are keys beside those that
// scroll and close.
func (g Glance) drawLines(b canvas.Area, title string, lines []line, closing ...[2]string) {
	g.drawRows(b, title, len(lines), closing, func(row canvas.Area, i int) { lines[i].draw(row) })
}

// drawRows is drawLines of anything that has rows.
func (g Glance) drawRows(b canvas.Area, title string, rows int, more [][2]string, draw func(row canvas.Area, i int)) {
	room := boxed(b, rows).H() - 2
	first := min(g.Scroll.Rows, max(rows-room, 0))
	if g.Scroll.End != nil {
		*g.Scroll.End = max(rows-room, 0)
	}
	keys := more
	if rows > room {
		title = fmt.Sprintf("%s · %d–%d of %d", title, first+1, min(first+room, rows), rows)
		keys = append([][2]string{{g.arrows(), "scroll"}}, keys...)
	}
	inside := g.box(b, rows, title, append(keys[:len(keys):len(keys)], [2]string{"Esc", "close"}))
	for i := range min(room, rows-first) {
		draw(inside.Rows(i, 1), first+i)
	}
}

// Scrolled says by how many rows a key scrolls an overlay.
func Scrolled(key string) (rows int, ok bool) {
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
