package share

import (
	"fmt"

	"codeberg.org/go-fonts/liberation/liberationmonobold"
	"codeberg.org/go-fonts/liberation/liberationmonoregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// glyphs finds the shapes of runes: drawn by hand, made from another one's, or
// from Liberation Mono (SIL Open Font License).
type glyphs struct {
	regular, bold *sfnt.Font
	buffer        sfnt.Buffer
	known         map[glyph]shape
}

// glyph is what one cell shows.
type glyph struct {
	r, mark rune
	bold    bool
}

// canonical is the glyph that looks the same and is defined once: shapes drawn
// by hand and small ones are of one weight.
func canonical(x glyph) glyph {
	base, _ := small(x.r)
	if _, by := drawn(x.r); x.mark == 0 && (by || base != 0) {
		x.bold = false
	}
	return x
}

func newGlyphs() (*glyphs, error) {
	g := &glyphs{known: map[glyph]shape{}}
	for _, f := range []struct {
		font **sfnt.Font
		data []byte
	}{{&g.regular, liberationmonoregular.TTF}, {&g.bold, liberationmonobold.TTF}} {
		font, err := sfnt.Parse(f.data)
		if err != nil {
			return nil, fmt.Errorf("the built-in font: %w", err)
		}
		*f.font = font
	}
	return g, nil
}

// of is the shape of a glyph; false where there is none.
func (g *glyphs) of(x glyph) (shape, bool) {
	if s, ok := g.known[x]; ok {
		return s, true
	}
	s, ok := g.find(x.r, x.bold)
	if ok && x.mark != 0 {
		s, ok = g.marked(s, x)
	}
	if ok {
		g.known[x] = s
	}
	return s, ok
}

func (g *glyphs) find(r rune, bold bool) (shape, bool) {
	if s, ok := drawn(r); ok {
		return s, true
	}
	if base, raised := small(r); base != 0 {
		return g.small(base, raised)
	}
	return g.outline(g.face(bold), r)
}

func (g *glyphs) face(bold bool) *sfnt.Font {
	if bold {
		return g.bold
	}
	return g.regular
}

// outline is a font's glyph on the baseline of the cell.
func (g *glyphs) outline(font *sfnt.Font, r rune) (shape, bool) {
	index, err := font.GlyphIndex(&g.buffer, r)
	if err != nil || index == 0 {
		return shape{}, false
	}
	segments, err := font.LoadGlyph(&g.buffer, index, fixed.I(fontSize), nil)
	if err != nil {
		return shape{}, false
	}
	s := shape{path: make([]stroke, len(segments))}
	for i, x := range segments {
		s.path[i].to = [...]byte{sfnt.SegmentOpMoveTo: 'M', sfnt.SegmentOpLineTo: 'L', sfnt.SegmentOpQuadTo: 'Q', sfnt.SegmentOpCubeTo: 'C'}[x.Op]
		for j, p := range x.Args {
			s.path[i].points[j] = fromFixed(p)
		}
	}
	s.path = moved(s.path, 100, 100, point{0, baseline * unit})
	return s, true
}

// small says of which rune a superscript or a subscript is made.
func small(r rune) (base rune, raised bool) {
	const raisedOnes, loweredOnes = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿᵀᵃᶠⁱ", "₀₁₂₃₄₅₆₇₈₉₊₋ᵢⱼₖₙₜ"
	bases := [2][]rune{[]rune("0123456789+−nTafi"), []rune("0123456789+−ijknt")}
	for i, all := range [2]string{raisedOnes, loweredOnes} {
		at := 0
		for _, x := range all {
			if x == r {
				return bases[i][at], i == 0
			}
			at++
		}
	}
	return 0, false
}

// small is the bold glyph at some three quarters of its size, whose lines
// are then as thick as its neighbours', raised or lowered.
func (g *glyphs) small(base rune, raised bool) (shape, bool) {
	s, ok := g.outline(g.bold, base)
	if !ok {
		return s, false
	}
	const percent = 72
	low, high := bounds(s.path)
	middle := (low.x + high.x) / 2 * percent / 100
	rise := 5 * unit / 2
	if raised {
		rise = -9 * unit / 2
	}
	s.path = moved(s.path, percent, percent, point{right/2 - middle, rise + baseline*unit*(100-percent)/100})
	return s, true
}

// marked puts a combining mark over a letter: a hat is drawn where the letter
// ends, others are the font's.
func (g *glyphs) marked(s shape, x glyph) (shape, bool) {
	low, high := bounds(s.path)
	if x.mark != '\u0302' {
		mark, ok := g.outline(g.face(x.bold), x.mark)
		s.path = append(s.path[:len(s.path):len(s.path)], mark.path...)
		return s, ok
	}
	thick := 70
	if x.bold {
		thick = 110
	}
	middle, foot := (low.x+high.x)/2, max(low.y-40, 200)
	at := func(dx, dy int) point { return point{middle + dx, foot + dy} }
	hat := polygon(at(0, -185), at(165, 0), at(165-thick*4/3, 0), at(0, -185+thick*6/5), at(-165+thick*4/3, 0), at(-165, 0))
	s.path = append(s.path[:len(s.path):len(s.path)], hat...)
	return s, true
}
