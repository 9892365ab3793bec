package kit

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"eeporl/model/why"
	"eeporl/tui/canvas"
)

// Spot is where on the screen a figure stands. Rows count in halves, since a
// heat map may show two entries in one cell: Y = 5 is the lower half of row 2.
type Spot struct {
	X, Y, W, H int
	Ref        why.Ref
	Pool       [2]int // rows and columns pooled into the figure, the largest entry shown; at most 1 for none
}

// Spots collects where figures stand while a pane draws.
type Spots struct{ List []Spot }

// FigureAt is a target by its kind and indices.
func FigureAt(k why.Kind, indices ...int) why.Target {
	t := why.Target{Kind: k}
	for i, x := range indices {
		*[...]*int{&t.I, &t.J, &t.K}[i] = x
	}
	return t
}

// Alone is a figure that stands alone, by its constant in why (why.Episodes …).
func Alone(figure int) why.Ref { return why.Target{Kind: why.Scalar, I: figure}.Value() }

// Spot notes that a rectangle of an area shows a figure.
func (s Scene) Spot(a canvas.Area, x, y, w, h int, r why.Ref) {
	if s.Spots == nil || r.Kind == why.None {
		return
	}
	left, top, wide, high := a.Place(x, y, w, h)
	if wide > 0 && high > 0 {
		s.Spots.List = append(s.Spots.List, Spot{X: left, Y: 2 * top, W: wide, H: 2 * high, Ref: r})
	}
}

// half notes an entry of a heat map that takes the upper or the lower half of a
// cell.
func (s Scene) half(a canvas.Area, x, y, half int, r why.Ref) {
	left, top, wide, high := a.Place(x, y, 1, 1)
	if wide > 0 && high > 0 {
		s.Spots.List = append(s.Spots.List, Spot{X: left, Y: 2*top + half, W: 1, H: 1, Ref: r})
	}
}

// Say draws text like Area.Text; the figures in it, from left to right, show
// refs. A zero ref skips a figure.
func (s Scene) Say(a canvas.Area, x, y int, words string, style canvas.Style, refs ...why.Ref) int {
	s.Figures(a, x, y, words, refs...)
	return a.Text(x, y, words, style)
}

// Right draws text that ends just before column x and shows one figure as a
// whole.
func (s Scene) Right(a canvas.Area, x, y int, words string, style canvas.Style, r why.Ref) {
	w := canvas.Width(words)
	a.Text(x-w, y, words, style)
	s.Spot(a, x-w, y, w, 1, r)
}

// Whole draws text that shows one figure as a whole.
func (s Scene) Whole(a canvas.Area, x, y int, words string, style canvas.Style, r why.Ref) int {
	after := a.Text(x, y, words, style)
	s.Spot(a, x, y, after-x, 1, r)
	return after
}

// Wrap is Wrap; the figures in the words show refs.
func (s Scene) Wrap(a canvas.Area, x, y, width int, words string, style canvas.Style, refs ...why.Ref) int {
	for _, line := range Lines(words, width) {
		refs = refs[min(s.Figures(a, x, y, line, refs...), len(refs)):]
		a.Text(x, y, line, style)
		y++
	}
	return y
}

// Figures notes where the figures of a line stand and returns how many it has.
func (s Scene) Figures(a canvas.Area, x, y int, line string, refs ...why.Ref) int {
	if s.Spots == nil || len(refs) == 0 {
		return 0
	}
	n, from := 0, 0
	for n < len(refs) {
		start, end := NextFigure(line, from)
		if start < 0 {
			break
		}
		s.Spot(a, x+canvas.Width(line[:start]), y, canvas.Width(line[start:end]), 1, refs[n])
		n, from = n+1, end
	}
	return n
}

// NextFigure finds the next figure of a line at or after a byte: digits with
// sign, point and power of ten, or ∞. A digit inside a word is none.
func NextFigure(line string, from int) (start, end int) {
	before := ' '
	if from > 0 {
		before, _ = utf8.DecodeLastRuneInString(line[:from])
	}
	for i := from; i < len(line); {
		r, size := utf8.DecodeRuneInString(line[i:])
		rest := line[i:]
		if !joined(before) {
			if n := figureLength(rest); n > 0 {
				return i, i + n
			}
		}
		before = r
		i += size
	}
	return -1, -1
}

// joined says whether a rune makes a word of the digit after it.
func joined(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '.' }

// figureLength is how many bytes of a line's beginning are a figure, 0 for none.
func figureLength(line string) int {
	i := 0
	for _, sign := range []string{"+", "-", "±"} {
		if strings.HasPrefix(line, sign) {
			i = len(sign)
		}
	}
	if strings.HasPrefix(line[i:], "∞") {
		return i + len("∞")
	}
	digits := 0
	for i < len(line) {
		c := line[i]
		if c >= '0' && c <= '9' {
			digits++
		} else if !((c == '.' || c == ',') && i+1 < len(line) && line[i+1] >= '0' && line[i+1] <= '9') {
			break
		}
		i++
	}
	if digits == 0 {
		return 0
	}
	if strings.HasPrefix(line[i:], "·10") {
		i += len("·10")
	}
	for i < len(line) {
		r, size := utf8.DecodeRuneInString(line[i:])
		if !strings.ContainsRune("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", r) {
			if unicode.IsLetter(r) {
				return 0 // 2nd
			}
			break
		}
		i += size
	}
	return i
}
