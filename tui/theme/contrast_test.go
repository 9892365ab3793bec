package theme

import (
	"image/color"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"eeporl/tui/canvas"
)

// shown is the colour of a token's SGR parameters, the sixteen as xterm shows them.
func shown(t *testing.T, sgr string) color.Color {
	t.Helper()
	fields := strings.Split(sgr, ";")
	n := func(i int) int {
		x, err := strconv.Atoi(fields[i])
		if err != nil {
			t.Fatalf("found the parameters %q", sgr)
		}
		return x
	}
	switch x := n(0); {
	case x%10 == 8 && n(1) == 2:
		return color.RGBA{uint8(n(2)), uint8(n(3)), uint8(n(4)), 255}
	case x%10 == 8:
		return ansi.IndexedColor(n(2))
	case x >= 90:
		return ansi.BasicColor(x%10 + 8)
	default:
		return ansi.BasicColor(x % 10)
	}
}

// Every token can be read in every look at every depth: text by 4.5 : 1, marks, lines and curves by 3 : 1 (WCAG 2). A
// structural zero and a rule stand for nothing: they are quiet, and still there.
func TestEveryTokenCanBeRead(t *testing.T) {
	least := map[canvas.Token]float64{Dim: 4.5, Title: 4.5, Key: 4.5, Good: 4.5, Warn: 4.5, Bad: 4.5, Fresh: 4.5, Recent: 3, Curve: 3, Marker: 3, Rule: 2, Zero: 2}
	for i := range States {
		least[State(i)] = 3
	}
	for i := range Estimators {
		least[Estimator(i)] = 3
	}
	for _, profile := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256, colorprofile.ANSI} {
		for _, look := range Looks() {
			th := New(profile, look, false)
			paper := color.Color(color.Black)
			if look.paper() {
				paper = color.White
			}
			for token, want := range least {
				if r := ratio(shown(t, th.Palette.FG[token]), paper); r < want {
					t.Errorf("%s, %s: token %d (%s) has the contrast %.2f, expected %.1f", profile, look, token, th.Palette.FG[token], r, want)
				}
			}
		}
	}
}

// The ramp of magnitudes goes one way in lightness, and no two neighbours look alike.
func TestRampsRise(t *testing.T) {
	for _, profile := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256} {
		for _, look := range []Look{Dark, Light} {
			th := New(profile, look, false)
			last, levels := "", 0
			before := 0.0
			for i := range HeatSteps {
				sgr := th.Palette.FG[firstHeat+canvas.Token(i)]
				if sgr == last {
					continue
				}
				l := lab(shown(t, sgr), deficiencies["none"])[0]
				if levels++; levels > 1 && (l > before) != (look == Dark) {
					t.Errorf("%s, %s: step %d goes back from the lightness %.1f to %.1f", profile, look, i, before, l)
				}
				last, before = sgr, l
			}
			if levels < 10 {
				t.Errorf("%s, %s: found %d levels, expected 10 at least", profile, look, levels)
			}
			for i := 1; i < DiffSteps; i++ {
				if a, b := th.Palette.FG[firstDiff+canvas.Token(i)], th.Palette.FG[firstDiff+canvas.Token(i-1)]; a == b {
					t.Errorf("%s, %s: steps %d and %d of a signed error look alike", profile, look, i-1, i)
				}
			}
		}
	}
}

// The sign on a signed error's cell can be read on every step of the ramp.
func TestSignsCanBeRead(t *testing.T) {
	for _, profile := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256} {
		for _, look := range Looks() {
			th := New(profile, look, false)
			if !th.Ramps() {
				continue
			}
			for i := range DiffSteps {
				x := 2*float64(i)/(DiffSteps-1) - 1
				ground := shown(t, th.Palette.FG[Diff(x)])
				if r := ratio(shown(t, th.Palette.FG[OnDiff(x)]), ground); r < 4.5 {
					t.Errorf("%s, %s: a sign on the error %.3g has the contrast %.2f, expected 4.5", profile, look, x, r)
				}
			}
		}
	}
}
