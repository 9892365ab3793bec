package theme

import (
	"fmt"
	"image/color"
	"math"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"eeporl/tui/canvas"
)

// deficiencies are linear-RGB simulations of colour vision deficiency at full
// severity (Machado, Oliveira, Fernandes 2009).
var deficiencies = map[string][3][3]float64{
	"none":         {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{.152286, 1.052583, -.204868}, {.114503, .786281, .099216}, {-.003882, -.048116, 1.051998}},
	"deuteranopia": {{.367322, .860646, -.227968}, {.280085, .672501, .047413}, {-.011820, .042940, .968881}},
	"tritanopia":   {{1.255528, -.076749, -.178779}, {-.078411, .930809, .147602}, {.004733, .691367, .303900}},
}

// lab is a colour in CIELAB (D65) as eyes with a deficiency see it.
func lab(c color.Color, m [3][3]float64) [3]float64 {
	r, g, b, _ := c.RGBA()
	linear := func(x uint32) float64 {
		v := float64(x) / 0xffff
		if v <= .04045 {
			return v / 12.92
		}
		return math.Pow((v+.055)/1.055, 2.4)
	}
	in := [3]float64{linear(r), linear(g), linear(b)}
	var seen [3]float64
	for i := range seen {
		for j := range in {
			seen[i] += m[i][j] * in[j]
		}
		seen[i] = min(max(seen[i], 0), 1)
	}
	f := func(t float64) float64 {
		if t > 216./24389 {
			return math.Cbrt(t)
		}
		return (24389./27*t + 16) / 116
	}
	x := f((.4124564*seen[0] + .3575761*seen[1] + .1804375*seen[2]) / .95047)
	y := f(.2126729*seen[0] + .7151522*seen[1] + .0721750*seen[2])
	z := f((.0193339*seen[0] + .1191920*seen[1] + .9503041*seen[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// apart is ΔE*ab (CIE 1976).
func apart(a, b color.Color, m [3][3]float64) float64 {
	x, y := lab(a, m), lab(b, m)
	return math.Sqrt((x[0]-y[0])*(x[0]-y[0]) + (x[1]-y[1])*(x[1]-y[1]) + (x[2]-y[2])*(x[2]-y[2]))
}

// foreground reads a token's true colour back.
func foreground(t *testing.T, th *Theme, token canvas.Token) color.Color {
	t.Helper()
	var r, g, b uint8
	if _, err := fmt.Sscanf(th.Palette.FG[token], "38;2;%d;%d;%d", &r, &g, &b); err != nil {
		t.Fatalf("token %d is %q", token, th.Palette.FG[token])
	}
	return color.RGBA{r, g, b, 255}
}

// In every coloured look every two states, and every two estimators, stay apart for every kind of eyes. Letters say
// the same besides.
func TestStatesStayApartForColourBlindEyes(t *testing.T) {
	for _, look := range Looks() {
		if look == Mono {
			continue
		}
		th := New(colorprofile.TrueColor, look, false)
		for name, m := range deficiencies {
			for kind, tokens := range map[string][]canvas.Token{"states": family(State, States), "estimators": family(Estimator, Estimators)} {
				least, which := math.Inf(1), ""
				for i := range tokens {
					for j := range i {
						if d := apart(foreground(t, th, tokens[i]), foreground(t, th, tokens[j]), m); d < least {
							least, which = d, fmt.Sprintf("%d and %d", j+1, i+1)
						}
					}
				}
				t.Logf("%s, %s: closest %s are %s, ΔE %.1f", look, name, kind, which, least)
				if least < 7 {
					t.Errorf("%s, %s: %s %s are %.1f apart", look, name, kind, which, least)
				}
			}
		}
	}
}

func family(token func(int) canvas.Token, n int) []canvas.Token {
	var out []canvas.Token
	for i := range n {
		out = append(out, token(i))
	}
	return out
}

// Looks for projectors leave nothing dim: every text stands out from its
// background by the 4.5 : 1 that WCAG asks for, and by 7 : 1 where it is plain.
func TestStrongLooksLeaveNothingDim(t *testing.T) {
	for _, look := range []Look{Contrast, Ink} {
		th := New(colorprofile.TrueColor, look, false)
		_, paper := look.Paper()
		for token, least := range map[canvas.Token]float64{Dim: 4.5, Title: 7, Key: 4.5, Good: 4.5, Warn: 4.5, Bad: 4.5, Fresh: 4.5, Recent: 4.5, Rule: 3, Zero: 3} {
			if r := ratio(foreground(t, th, token), paper); r < least {
				t.Errorf("%s: token %d has the contrast %.1f, want %.1f", look, token, r, least)
			}
		}
	}
}

// ratio is WCAG's contrast of two colours.
func ratio(a, b color.Color) float64 {
	luminance := func(c color.Color) float64 {
		fy := (lab(c, deficiencies["none"])[0] + 16) / 116
		if fy > 6./29 {
			return fy * fy * fy
		}
		return (116*fy - 16) * 27 / 24389
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + .05) / (min(x, y) + .05)
}
