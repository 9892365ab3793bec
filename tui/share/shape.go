package share

import "golang.org/x/image/math/fixed"

// A cell of a picture. All shapes are in 1/64 of its units, as fonts' outlines
// are: whole numbers give the same bytes on every machine.
const (
	cellWidth  = 9
	cellHeight = 18
	fontSize   = 15 // an advance of cellWidth in a font whose glyphs are .6 em wide, as most are
	baseline   = 14

	unit   = 64
	right  = cellWidth * unit
	bottom = cellHeight * unit
)

// shape is a glyph to be filled.
type shape struct {
	rects []rect
	path  []stroke
	tone  int // percent of ink, the rest being paper; 0 for ink alone
}

// rect is a rectangle with straight edges, which must meet the next cell's.
type rect struct{ x0, y0, x1, y1 int }

// stroke is one command of an outline: to M, L, Q or C with one, one, two or
// three points.
type stroke struct {
	to     byte
	points [3]point
}

type point struct{ x, y int }

func (s stroke) used() []point {
	switch s.to {
	case 'Q':
		return s.points[:2]
	case 'C':
		return s.points[:3]
	}
	return s.points[:1]
}

// across says whether a shape is all rectangles from the left edge to the right.
func (s shape) across() bool {
	for _, r := range s.rects {
		if r.x0 != 0 || r.x1 != right {
			return false
		}
	}
	return len(s.rects) > 0 && len(s.path) == 0
}

// moved scales a path about the origin by parts of 100 and shifts it.
func moved(path []stroke, scaleX, scaleY int, by point) []stroke {
	out := make([]stroke, len(path))
	for i, s := range path {
		for j, p := range s.points {
			s.points[j] = point{p.x*scaleX/100 + by.x, p.y*scaleY/100 + by.y}
		}
		out[i] = s
	}
	return out
}

// bounds is the smallest box around all points of a path.
func bounds(path []stroke) (low, high point) {
	low, high = point{1 << 20, 1 << 20}, point{-1 << 20, -1 << 20}
	for _, s := range path {
		for _, p := range s.used() {
			low = point{min(low.x, p.x), min(low.y, p.y)}
			high = point{max(high.x, p.x), max(high.y, p.y)}
		}
	}
	return low, high
}

// polygon is a closed outline through points.
func polygon(points ...point) []stroke {
	var path []stroke
	for i, p := range points {
		to := byte('L')
		if i == 0 {
			to = 'M'
		}
		path = append(path, stroke{to: to, points: [3]point{p}})
	}
	return path
}

// disc is a circle of four cubic arcs; a negative radius turns it the other
// way, which cuts a hole.
func disc(x, y, r int) []stroke {
	k := r * 5523 / 10000 // 4/3·(√2 - 1)
	ry, ky := r, k
	if r < 0 {
		r, k = -r, -k
	}
	at := func(dx, dy int) point { return point{x + dx, y + dy} }
	arc := func(a, b, c point) stroke { return stroke{'C', [3]point{a, b, c}} }
	return []stroke{
		{'M', [3]point{at(r, 0)}},
		arc(at(r, ky), at(k, ry), at(0, ry)),
		arc(at(-k, ry), at(-r, ky), at(-r, 0)),
		arc(at(-r, -ky), at(-k, -ry), at(0, -ry)),
		arc(at(k, -ry), at(r, -ky), at(r, 0)),
	}
}

func fromFixed(p fixed.Point26_6) point { return point{int(p.X), int(p.Y)} }
