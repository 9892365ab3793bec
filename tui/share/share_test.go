package share

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/exp/golden"
	"pgregory.net/rapid"

	"eeporl/tui/canvas"
	"eeporl/tui/theme"
)

const sessionText = "eeporl session 1\nscenario tea\n> bookmark \"]]> & <é>\" @1.1\n"

// frame is a picture with everything that a screen has.
func frame(texts ...string) *Picture {
	c := canvas.New(24, len(texts)+1)
	for y, text := range texts {
		c.All().Text(0, y, text, canvas.FG(theme.State(y)))
	}
	c.All().Text(0, len(texts), "bold", canvas.FG(theme.Title).With(canvas.Bold))
	c.All().Text(5, len(texts), "line", canvas.FG(theme.State(1)).With(canvas.Underline))
	c.All().Text(10, len(texts), "back", canvas.Style{}.On(theme.Active))
	c.All().Text(15, len(texts), "turn", canvas.FG(theme.Bad).With(canvas.Reverse|canvas.Faint))
	c.All().Set(20, len(texts), '▀', canvas.FG(theme.Heat(.2)).On(theme.Heat(.9)))
	p := &Picture{Canvas: c, Palette: &theme.New(colorprofile.TrueColor, theme.Dark, false).Palette, Title: "a < b", Description: "P̂₁₂ & more", Session: sessionText}
	p.Ink, p.Paper = theme.Dark.Paper()
	return p
}

func svgOf(t testing.TB, p *Picture) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WriteSVG(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func pngOf(t testing.TB, p *Picture) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WritePNG(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// readSVG finds a picture's text again: its rows, and for each character with a
// place of its own the column it stands in.
func readSVG(data []byte) (rows map[int]string, columns map[int][]int, err error) {
	rows, columns = map[int]string{}, map[int][]int{}
	row, inText := 0, false
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return rows, columns, nil
		} else if err != nil {
			return nil, nil, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			for _, a := range t.Attr {
				if t.Name.Local == "text" && a.Name.Local == "y" {
					y, _ := strconv.Atoi(a.Value)
					row, inText = (y-baseline)/cellHeight, true
				}
				if t.Name.Local == "tspan" && a.Name.Local == "x" {
					for x := range strings.FieldsSeq(a.Value) {
						n, _ := strconv.Atoi(x)
						columns[row] = append(columns[row], n/cellWidth)
					}
				}
			}
		case xml.EndElement:
			inText = inText && t.Name.Local != "text"
		case xml.CharData:
			if inText {
				rows[row] += string(t)
			}
		}
	}
}

// TestTextIsSelectable: the frame's text is the picture's, each character in
// its column.
func TestTextIsSelectable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runes := rapid.SampledFrom([]rune("ab<&>\"'] ]  \u0302β₁²·─│└▀░⣿R漢→é𝟙"))
		var lines []string
		for range 3 {
			lines = append(lines, rapid.StringOfN(runes, 0, 30, -1).Draw(t, "line"))
		}
		p := frame(lines...)
		var b bytes.Buffer
		if err := WriteSVG(&b, p); err != nil {
			t.Fatal(err)
		}
		rows, columns, err := readSVG(b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		for y, line := range strings.Split(p.Canvas.Plain(), "\n") {
			want := strings.TrimRight(line, " ")
			if rows[y] != want {
				t.Fatalf("row %d: found %q, expected %q", y, rows[y], want)
			}
			w, _ := p.Canvas.Size()
			for _, x := range columns[y] {
				if x >= w {
					t.Fatalf("row %d: a character in column %d of %d", y, x, w)
				}
			}
		}
	})
}

func TestCharactersStandInTheirColumns(t *testing.T) {
	_, columns, err := readSVG(svgOf(t, frame("ab  P̂₁₂─x", "漢b")))
	if err != nil {
		t.Fatal(err)
	}
	for y, want := range []string{"[0 1 4 5 6 7 8]", "[0 2]"} {
		if got := fmt.Sprint(columns[y]); got != want {
			t.Errorf("row %d: found columns %s, expected %s", y, got, want)
		}
	}
}

func TestSameBytesTwice(t *testing.T) {
	texts := []string{"σ₈(P̂₁₂) = .0165", "┌─┬─┐ ▁▃█ ⣿⠿ R"}
	if !bytes.Equal(svgOf(t, frame(texts...)), svgOf(t, frame(texts...))) {
		t.Error("two SVGs of one frame differ")
	}
	if !bytes.Equal(pngOf(t, frame(texts...)), pngOf(t, frame(texts...))) {
		t.Error("two PNGs of one frame differ")
	}
}

func TestPicturesCarryTheirSession(t *testing.T) {
	for name, data := range map[string][]byte{"metadata": svgOf(t, frame("x")), "text chunk": pngOf(t, frame("x")), "": []byte(sessionText)} {
		text, inside, err := Open(bytes.NewReader(data))
		if err != nil || inside != name || string(text) != sessionText {
			t.Errorf("%s: found %q in the %q (%v), expected the session", name, text, inside, err)
		}
	}
	if _, err := png.Decode(bytes.NewReader(pngOf(t, frame("x")))); err != nil {
		t.Error(err)
	}
}

func TestPicturesWithoutASessionSaySo(t *testing.T) {
	none, damaged := frame("x"), pngOf(t, frame("x"))
	none.Session = ""
	damaged[bytes.Index(damaged, []byte("tea"))] = 'T'
	whole := svgOf(t, frame("x"))
	for want, data := range map[string][]byte{
		"found no session":         svgOf(t, none),
		"found no session in it":   pngOf(t, none),
		"damaged chunk":            damaged,
		"found no session in it, ": []byte("# EEPORL on tea\n\nnothing\n"),
		"ends after the file":      pngOf(t, frame("x"))[:80],
		"expected an SVG picture":  whole[:bytes.Index(whole, []byte("scenario"))],
		"expected text":            []byte("<svg><session xmlns=\"" + namespace + "\">a<b/></session></svg>"),
	} {
		if _, _, err := Open(bytes.NewReader(data)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("found %v, expected %s", err, want)
		}
	}
	odd := frame("x")
	odd.Session = "eeporl session 1\nscenario a\x01b\n"
	if err := WriteSVG(io.Discard, odd); err == nil || !strings.Contains(err.Error(), "line 2 of the session") {
		t.Errorf("found %v, expected a session that XML cannot carry to be refused", err)
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(svgOf(f, frame("x")))
	f.Add(pngOf(f, frame("x")))
	f.Add([]byte("# EEPORL on tea\n\n```session\neeporl session 1\n```\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if text, inside, err := Open(bytes.NewReader(data)); err == nil && inside == "" && !bytes.Equal(text, data) {
			t.Error("what is no picture came back otherwise")
		}
	})
}

// TestEveryRuneHasAShape: nothing that any golden frame shows is a hollow box.
func TestEveryRuneHasAShape(t *testing.T) {
	g, err := newGlyphs()
	if err != nil {
		t.Fatal(err)
	}
	seen, before := map[glyph]string{}, rune(0)
	err = filepath.WalkDir("../testdata", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		for _, r := range string(data) {
			x := glyph{r: r}
			if r == '\u0302' {
				x = glyph{r: before, mark: r}
			}
			before = r
			seen[x] = path
		}
		return err
	})
	if err != nil || len(seen) < 100 {
		t.Fatalf("%d runes: %v", len(seen), err)
	}
	for _, r := range "ΓΔΘΠΣαβγδεηθκλμπρστφχω∂∇∈−√∝∞≈≠≤≥⊗⟨⟩⇒‖′″•…ᵀᵢⱼⁿ¼½" {
		seen[glyph{r: r}] = "the list"
	}
	for x, path := range seen {
		for _, x.bold = range []bool{false, true} {
			if x.r == ' ' || x.r < ' ' {
				continue
			}
			s, ok := g.of(canonical(x))
			if !ok || len(s.path)+len(s.rects) == 0 && x.r != '⠀' {
				t.Errorf("%s: found no shape for %q", path, string(x.r))
			}
		}
	}
}

// TestLinesJoin: the pixels of lines go on from cell to cell.
func TestLinesJoin(t *testing.T) {
	c := canvas.New(3, 3)
	for y, row := range []string{"┌┬┐", "├┼┤", "└┴┘"} {
		c.All().Text(0, y, row, canvas.Style{})
	}
	p := &Picture{Canvas: c, Palette: &canvas.Palette{}}
	p.Ink, p.Paper = theme.Light.Paper()
	g, err := newGlyphs()
	if err != nil {
		t.Fatal(err)
	}
	img := p.raster(g)
	for i := range 3 {
		y, x := (i*cellHeight+9)*pngScale, (i*cellWidth+4)*pngScale
		for at := 4 * pngScale; at < (2*cellWidth+5)*pngScale; at++ {
			if img.RGBAAt(at, y) != p.Ink {
				t.Fatalf("a gap at %d of the line across row %d", at, i)
			}
		}
		for at := 9 * pngScale; at < (2*cellHeight+10)*pngScale; at++ {
			if img.RGBAAt(x, at) != p.Ink {
				t.Fatalf("a gap at %d of the line down column %d", at, i)
			}
		}
	}
}

func TestEighthsAddUp(t *testing.T) {
	for i, r := range []rune("▁▂▃▄▅▆▇█") {
		if got := block(r).rects[0]; got.y0 != bottom-bottom*(i+1)/8 || got.y1 != bottom || got.x1 != right {
			t.Errorf("%c: found %v", r, got)
		}
	}
	for i, r := range []rune("▏▎▍▌▋▊▉█") {
		if got := block(r).rects[0]; got.x1 != right*(i+1)/8 {
			t.Errorf("%c: found %v", r, got)
		}
	}
	if got := len(block('▟').rects); got != 3 {
		t.Errorf("▟: found %d quarters, expected 3", got)
	}
}

func TestGolden(t *testing.T) {
	p := frame("P̂₁₂ Ô β̂ 10⁵ σ₈ → ∞", "└─┤ ▁▃▅█▏░▒▓ ⣿⠿ ▶●◆ R")
	t.Run("svg", func(t *testing.T) { golden.RequireEqual(t, svgOf(t, p)) })
	t.Run("png", func(t *testing.T) { golden.RequireEqual(t, dots(t, pngOf(t, p))) })
	t.Run("ans", func(t *testing.T) {
		var b bytes.Buffer
		if err := WriteANSI(&b, p); err != nil {
			t.Fatal(err)
		}
		golden.RequireEqual(t, b.Bytes())
	})
	t.Run("txt", func(t *testing.T) {
		var b bytes.Buffer
		if err := WriteText(&b, p); err != nil {
			t.Fatal(err)
		}
		golden.RequireEqual(t, b.Bytes())
	})
}

// dots shows a picture's pixels as text: brightness in four steps.
func dots(t *testing.T, data []byte) []byte {
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			r, g, bl, _ := img.At(x, y).RGBA()
			b.WriteByte(" .+#"[(r+g+bl)/3>>14])
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

func BenchmarkPictures(b *testing.B) {
	c := canvas.New(200, 60)
	for y := range 60 {
		for x := 0; x < 200; x += 8 {
			c.All().Text(x, y, "ab ₁▀─β ", canvas.Style{FG: theme.Heat(float64(x) / 200)})
		}
	}
	p := frame("")
	p.Canvas = c
	if !utf8.ValidString(p.Session) {
		b.Fatal("the session")
	}
	b.Run("svg", func(b *testing.B) {
		for b.Loop() {
			svgOf(b, p)
		}
	})
	b.Run("png", func(b *testing.B) {
		for b.Loop() {
			pngOf(b, p)
		}
	})
}
