package share

import "strings"

// drawn is the shape of a rune that must fill its cell, or meet its
// neighbours, whatever a font thinks of it.
func drawn(r rune) (shape, bool) {
	switch {
	case r >= 0x2500 && r < 0x2580:
		return boxDrawing(r)
	case r >= 0x2580 && r < 0x25a0:
		return block(r), true
	case r >= 0x2800 && r < 0x2900:
		return braille(uint8(r)), true
	}
	return geometric(r)
}

// arms are the parts of a line that go left, right, up and down from the middle; capitals for
// heavy lines.
var arms = map[rune]string{
	'─': "lr", '│': "ud", '┌': "rd", '┐': "ld", '└': "ru", '┘': "lu", '├': "rud", '┤': "lud", '┬': "lrd", '┴': "lru", '┼': "lrud",
	'╭': "rd", '╮': "ld", '╰': "ru", '╯': "lu", '╴': "l", '╵': "u", '╶': "r", '╷': "d",
	'━': "LR", '┃': "UD",
}

// dashes are the numbers of dashes in a cell of the broken lines.
var dashes = map[rune]int{'╌': 2, '┄': 3, '┈': 4, '╎': 2, '┆': 3, '┊': 4}

const (
	midX = 4 * unit // where a line of one unit begins: whole units stay crisp
	midY = 9 * unit
)

func boxDrawing(r rune) (shape, bool) {
	if n := dashes[r]; n > 0 {
		return broken(n, r == '╎' || r == '┆' || r == '┊'), true
	}
	a, ok := arms[r]
	if !ok {
		return shape{}, false
	}
	thick := unit
	if strings.ToUpper(a) == a {
		a, thick = strings.ToLower(a), 2*unit
	}
	switch a { // in one piece
	case "lr":
		return rects(rect{0, midY, right, midY + thick}), true
	case "ud":
		return rects(rect{midX, 0, midX + thick, bottom}), true
	}
	var s shape
	for _, arm := range a {
		s.rects = append(s.rects, map[rune]rect{
			'l': {0, midY, midX + thick, midY + thick}, 'r': {midX, midY, right, midY + thick},
			'u': {midX, 0, midX + thick, midY + thick}, 'd': {midX, midY, midX + thick, bottom},
		}[arm])
	}
	return s, true
}

// broken is a line of n dashes, each two thirds of its share of the cell.
func broken(n int, upright bool) shape {
	var s shape
	for i := range n {
		if upright {
			s.rects = append(s.rects, rect{midX, bottom * (6*i + 1) / (6 * n), midX + unit, bottom * (6*i + 5) / (6 * n)})
		} else {
			s.rects = append(s.rects, rect{right * (6*i + 1) / (6 * n), midY, right * (6*i + 5) / (6 * n), midY + unit})
		}
	}
	return s
}

func rects(all ...rect) shape { return shape{rects: all} }

// block is an eighth, half, quarter or shade of a cell (Unicode block 2580).
func block(r rune) shape {
	halfX, halfY := right/2, bottom/2
	switch {
	case r == '▀':
		return rects(rect{0, 0, right, halfY})
	case r >= '▁' && r <= '█':
		return rects(rect{0, bottom - bottom*int(r-'▀')/8, right, bottom})
	case r >= '▉' && r <= '▏':
		return rects(rect{0, 0, right * int('▐'-r) / 8, bottom})
	case r == '▐':
		return rects(rect{halfX, 0, right, bottom})
	case r >= '░' && r <= '▓':
		return shape{rects: []rect{{0, 0, right, bottom}}, tone: 25 * int(r-'▐')}
	case r == '▔':
		return rects(rect{0, 0, right, bottom / 8})
	case r == '▕':
		return rects(rect{right - right/8, 0, right, bottom})
	}
	var s shape // quadrants: upper left, upper right, lower left, lower right
	for i, in := range [...]string{"▘▙▚▛▜", "▛▜▝▞▟", "▖▙▛▞▟", "▗▙▚▜▟"} {
		if strings.ContainsRune(in, r) {
			x, y := i%2*halfX, i/2*halfY
			s.rects = append(s.rects, rect{x, y, x + right - halfX, y + bottom - halfY})
		}
	}
	return s
}

// braille has two columns of four dots; bits 6 and 7 are the lowest row.
func braille(bits uint8) shape {
	s := shape{path: []stroke{}}
	for i, at := range [8]point{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}} {
		if bits&(1<<i) != 0 {
			s.path = append(s.path, disc(right/4+at.x*right/2, bottom/8+at.y*bottom/4, 86)...)
		}
	}
	return s
}

// geometric are the marks of plots and stages.
func geometric(r rune) (shape, bool) {
	x, y := right/2, 9*unit+unit/2 // the middle of lower case letters
	path := func(s ...[]stroke) (shape, bool) {
		var all []stroke
		for _, part := range s {
			all = append(all, part...)
		}
		return shape{path: all}, true
	}
	at := func(dx, dy int) point { return point{x + dx, y + dy} }
	bar := func(dx0, dy0, dx1, dy1 int) []stroke {
		return polygon(at(dx0, dy0), at(dx1, dy0), at(dx1, dy1), at(dx0, dy1))
	}
	switch r {
	case '●':
		return path(disc(x, y, 230))
	case '○':
		return path(disc(x, y, 230), disc(x, y, -165))
	case '◆':
		return path(polygon(at(0, -270), at(250, 0), at(0, 270), at(-250, 0)))
	case '▲':
		return path(polygon(at(0, -250), at(260, 210), at(-260, 210)))
	case '▼':
		return path(polygon(at(0, 250), at(-260, -210), at(260, -210)))
	case '▶', '►':
		return path(polygon(at(-220, -260), at(250, 0), at(-220, 260)))
	case '◀', '◄':
		return path(polygon(at(220, -260), at(220, 260), at(-250, 0)))
	case '▸':
		return path(polygon(at(-130, -180), at(170, 0), at(-130, 180)))
	case '◂':
		return path(polygon(at(130, -180), at(130, 180), at(-170, 0)))
	case '‖':
		return path(bar(-100, -460, -40, 270), bar(40, -460, 100, 270))
	case '✓':
		return path(polygon(at(-240, 20), at(-190, -40), at(-60, 110), at(190, -330), at(250, -290), at(-50, 230)))
	case '⊗':
		return path(disc(x, y, 240), disc(x, y, -185), saltire(x, y, 160, 38))
	case '⟨':
		return path(polygon(at(80, -460), at(140, -440), at(-60, -95), at(140, 250), at(80, 270), at(-130, -95)))
	case '⟩':
		return path(polygon(at(-80, -460), at(130, -95), at(-80, 270), at(-140, 250), at(60, -95), at(-140, -440)))
	case '∇':
		return path(polygon(at(-270, -380), at(270, -380), at(0, 250)), polygon(at(-175, -320), at(0, 95), at(175, -320)))
	case '∝':
		return path(disc(x-80, y, 170), disc(x-80, y, -110), polygon(at(40, 20), at(230, -150), at(240, -90), at(110, 20)), polygon(at(40, -20), at(110, -20), at(240, 90), at(230, 150)))
	case '∈':
		return path(polygon(at(230, -230), at(230, -170), at(20, -170), at(-130, -30), at(230, -30), at(230, 30), at(-130, 30), at(20, 170), at(230, 170), at(230, 230), at(-10, 230), at(-230, 0), at(-10, -230)))
	case '⇒':
		return path(bar(-250, -90, 120, -40), bar(-250, 40, 120, 90), polygon(at(60, -210), at(110, -240), at(260, 0), at(110, 240), at(60, 210), at(185, 0)))
	}
	return shape{}, false
}

// saltire is a diagonal cross of arms from the middle.
func saltire(x, y, arm, half int) []stroke {
	at := func(dx, dy int) point { return point{x + dx, y + dy} }
	return polygon(at(-arm-half, -arm+half), at(-arm+half, -arm-half), at(0, -2*half), at(arm-half, -arm-half), at(arm+half, -arm+half), at(2*half, 0),
		at(arm+half, arm-half), at(arm-half, arm+half), at(0, 2*half), at(-arm+half, arm+half), at(-arm-half, arm-half), at(-2*half, 0))
}
