package canvas

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

func TestTextIsCutWithAMark(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"abc", "abc   "}, {"abcdef", "abcdef"}, {"abcdefg", "abcde…"}, {"P̂₁₂ = x", "P̂₁₂ =…"}, {"漢字漢字", "漢字… "}, {"a\nb\x1b[1m", "ab[1m "},
	} {
		cv := New(6, 1)
		cv.All().Text(0, 0, c.text, Style{})
		if got := cv.Plain(); got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

func TestAreasClip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(-5, 30)
		w, h := rapid.IntRange(0, 20).Draw(t, "w"), rapid.IntRange(0, 10).Draw(t, "h")
		cv := New(w, h)
		area := cv.All()
		for range 3 {
			area = area.Sub(n.Draw(t, "x"), n.Draw(t, "y"), n.Draw(t, "sw"), n.Draw(t, "sh"))
			area.Text(n.Draw(t, "tx"), n.Draw(t, "ty"), rapid.String().Draw(t, "text"), Style{FG: 3})
			area.Set(n.Draw(t, "px"), n.Draw(t, "py"), 'x', Style{})
			area.Repeat(n.Draw(t, "rx"), n.Draw(t, "ry"), 9, '-', Style{BG: 1})
			d := NewDots(area)
			d.Line(n.Draw(t, "x0"), n.Draw(t, "y0"), n.Draw(t, "x1"), n.Draw(t, "y1"), Style{})
			d.Draw()
		}
		var p Palette
		p.FG[3], p.BG[1] = "31", "42"
		lines := strings.Split(string(cv.Encode(nil, &p)), "\n")
		if h == 0 {
			return
		}
		if len(lines) != h {
			t.Fatalf("%d lines, want %d", len(lines), h)
		}
		for _, line := range lines {
			if got := ansi.StringWidth(line); got != w {
				t.Fatalf("line %q is %d wide, want %d", line, got, w)
			}
		}
	})
}

func TestLineJoinsItsEnds(t *testing.T) {
	cv := New(10, 5)
	d := NewDots(cv.All())
	d.Line(0, 0, 19, 19, Style{})
	d.Draw()
	rows := strings.Split(cv.Plain(), "\n")
	if []rune(rows[0])[0] == ' ' || []rune(rows[4])[9] == ' ' || []rune(rows[2])[4] == ' ' {
		t.Errorf("\n%s", cv.Plain())
	}
}

func BenchmarkEncode(b *testing.B) {
	cv := New(200, 60)
	for y := range 60 {
		for x := 0; x < 200; x += 4 {
			cv.All().Text(x, y, "ab▀ ", Style{FG: Token(x % 7), BG: Token(y % 5)})
		}
	}
	var p Palette
	for i := range p.FG {
		p.FG[i], p.BG[i] = "38;2;100;120;140", "48;2;10;20;30"
	}
	var buf []byte
	for b.Loop() {
		buf = cv.Encode(buf[:0], &p)
	}
}

// A bar that is stressed changes its colour, as it would vanish in reverse; text is reversed.
func TestStressLeavesBars(t *testing.T) {
	c := New(2, 1)
	c.All().Text(0, 0, "█a", FG(1))
	c.All().Stress(0, 0, 2, 1, 2)
	bar, text := c.All().at(0, 0).style, c.All().at(1, 0).style
	if bar != FG(2) || text != FG(1).With(Reverse) {
		t.Errorf("found %v and %v", bar, text)
	}
}
