package theme

import (
	"image/color"
	"math"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"eeporl/tui/canvas"
)

// cividis, sampled: a magnitude ramp that colour-blind eyes read alike
// (Nuñez, Anderton, Renslow 2018).
var cividis = [...]string{"#00224e", "#123570", "#3b496c", "#575d6d", "#707173", "#8a8678", "#a59c74", "#c3b369", "#fee838"}

// The 256-colour cube holds no cividis: these go up in lightness along one hue, yellow.
var heat256 = [...]uint8{233, 236, 58, 94, 100, 136, 142, 178, 184, 226}

// On a light background the ramp goes from paper to cividis' dark end.
var (
	heatLight    = [...]string{"#f4f3ee", "#dcd6b4", "#a59c74", "#707173", "#3b496c", "#00224e"}
	heatLight256 = [...]uint8{230, 187, 186, 144, 143, 101, 100, 58, 236, 233}
)

// Diverging ramps: violet below, neutral, green above (after ColorBrewer's PRGn, which colour-blind eyes tell apart).
var (
	diffDark  = [...]string{"#d9bdf0", "#a67dc9", "#5f4480", "#26262c", "#2f5c36", "#5fa862", "#b5e6a9"}
	diffLight = [...]string{"#5a2a83", "#9970ab", "#d9c6e3", "#f2f2f2", "#c9e6c3", "#5aae61", "#1b6b33"}
	diff256   = [DiffSteps]uint8{183, 177, 141, 140, 134, 98, 97, 60, 236, 22, 65, 28, 71, 70, 77, 114, 157}

	diffLight256 = [DiffSteps]uint8{54, 55, 91, 97, 134, 140, 183, 189, 255, 194, 157, 114, 77, 71, 35, 28, 22}
)

func (b builder) ramps(dark bool) {
	if !b.t.Ramps() {
		return
	}
	diff := diffLight
	if dark {
		diff = diffDark
	}
	for i := range HeatSteps {
		x := float64(i) / (HeatSteps - 1)
		c := blend(cividis[:], x)
		if !dark { // small values must be close to the background, large ones far from it
			c = blend(heatLight[:], x)
		}
		if b.t.Profile == colorprofile.ANSI256 {
			c = lipgloss.ANSIColor(heat256[step(x, len(heat256))])
			if !dark {
				c = lipgloss.ANSIColor(heatLight256[step(x, len(heatLight256))])
			}
		}
		b.paint(firstHeat+canvas.Token(i), c)
	}
	for i := range DiffSteps {
		c := blend(diff[:], float64(i)/(DiffSteps-1))
		if b.t.Profile == colorprofile.ANSI256 {
			c = lipgloss.ANSIColor(diff256[i])
			if !dark {
				c = lipgloss.ANSIColor(diffLight256[i])
			}
		}
		b.paint(firstDiff+canvas.Token(i), c)
		b.paint(firstSign+canvas.Token(i), inkOn(c))
	}
}

// inkOn is black or white (of the 256, whose first sixteen are the terminal's own), whichever stands out on a colour.
func inkOn(c color.Color) color.Color {
	r, g, b, _ := c.RGBA()
	linear := func(x uint32) float64 { return math.Pow(float64(x)/0xffff, 2.2) }
	if luminance := .2126*linear(r) + .7152*linear(g) + .0722*linear(b); luminance > .18 { // as far from either, by WCAG 2
		return lipgloss.ANSIColor(16)
	}
	return lipgloss.ANSIColor(231)
}

func blend(stops []string, x float64) color.Color {
	at := x * float64(len(stops)-1)
	i := min(int(at), len(stops)-2)
	r0, g0, b0, _ := lipgloss.Color(stops[i]).RGBA()
	r1, g1, b1, _ := lipgloss.Color(stops[i+1]).RGBA()
	mix := func(a, b uint32) uint8 {
		f := at - float64(i)
		return uint8((float64(a)*(1-f) + float64(b)*f) / 257)
	}
	return color.RGBA{mix(r0, r1), mix(g0, g1), mix(b0, b1), 255}
}

// Heat is the token for a magnitude in [0, 1].
func Heat(x float64) canvas.Token {
	return firstHeat + canvas.Token(step(x, HeatSteps))
}

// Diff is the token for a signed error in [-1, 1].
func Diff(x float64) canvas.Token {
	return firstDiff + canvas.Token(step((x+1)/2, DiffSteps))
}

// OnDiff is the token of a sign that stands on Diff(x).
func OnDiff(x float64) canvas.Token {
	return firstSign + canvas.Token(step((x+1)/2, DiffSteps))
}

func step(x float64, n int) int {
	if math.IsNaN(x) {
		return 0
	}
	return min(max(int(math.Round(x*float64(n-1))), 0), n-1)
}

// HeatGlyph shows a magnitude where colour cannot.
func (t *Theme) HeatGlyph(x float64) rune {
	if t.ASCII {
		return HeatLetter(x)
	}
	glyphs := []rune("·░▒▓█")
	return glyphs[step(x, len(glyphs))]
}

// HeatLetter shows a magnitude in ASCII. It is also HeatGlyph for a reversed cell, in
// which a full block would be nothing but background.
func HeatLetter(x float64) rune {
	glyphs := []rune(".:+*#")
	return glyphs[step(x, len(glyphs))]
}

// DiffGlyph shows a signed error where colour cannot.
func (t *Theme) DiffGlyph(x float64) rune {
	switch {
	case x < -.5:
		return '='
	case x < -.12:
		return '-'
	case x > .5:
		return '#'
	case x > .12:
		return '+'
	}
	return '·'
}
