package theme

import (
	"image/color"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"eeporl/tui/canvas"
)

// Look is a way to colour the screen. Light and Dark use colours that the
// colour-blind tell apart.
type Look string

// The looks.
const (
	Dark     Look = "dark"
	Light    Look = "light"
	Contrast Look = "contrast" // for a dark background: nothing is dim
	Ink      Look = "ink"      // for a light background: nothing is dim
	Mono     Look = "mono"     // for a dark background: greys alone
)

// Looks lists the looks, the default first.
func Looks() []Look { return []Look{Dark, Light, Contrast, Ink, Mono} }

// Next is the look after l. On a background that is known, light or not, looks
// for the other one are passed over: there they cannot be read.
func (l Look) Next(known, light bool) Look {
	looks := Looks()
	at := slices.Index(looks, l)
	for range looks {
		at = (at + 1) % len(looks)
		if !known || looks[at].paper() == light {
			break
		}
	}
	return looks[at]
}

// For is the look for a light or dark background; with strong, one that leaves nothing
// dim.
func For(light, strong bool) Look {
	switch {
	case light && strong:
		return Ink
	case light:
		return Light
	case strong:
		return Contrast
	}
	return Dark
}

// paper says whether a look is for a light background.
func (l Look) paper() bool { return l == Light || l == Ink }

// Theme is a palette for one terminal and what the terminal can draw.
type Theme struct {
	Palette canvas.Palette
	Profile colorprofile.Profile
	ASCII   bool // no box drawing, blocks or braille
	// Own is Palette with the look's own background and plain text, for a terminal whose
	// background the look was not made for.
	Own canvas.Palette

	grey bool // no hues, so colour cannot show a sign
}

// New builds the theme for a colour profile and a look.
func New(profile colorprofile.Profile, look Look, ascii bool) *Theme {
	t := &Theme{Profile: profile, ASCII: ascii, grey: look == Mono}
	b := builder{t: t, look: look, pick: lipgloss.Complete(profile), shade: lipgloss.LightDark(!look.paper())}
	b.fixed()
	b.categories()
	b.ramps(!look.paper())
	t.Own = t.Palette
	if ink, paper := look.Paper(); t.Colours() {
		ink16, paper16 := "7", "0"
		if look.paper() {
			ink16, paper16 = "0", "15"
		}
		t.Own.FG[Plain] = parameters(ansi.NewStyle().ForegroundColor(b.pick(lipgloss.Color(ink16), colorprofile.ANSI256.Convert(ink), ink)))
		t.Own.BG[Plain] = parameters(ansi.NewStyle().BackgroundColor(b.pick(lipgloss.Color(paper16), colorprofile.ANSI256.Convert(paper), paper)))
	}
	return t
}

// Ramps says whether colour alone can show a magnitude and a sign. Sixteen
// colours have no ramp worth the name, greys no sign: there glyphs do it.
func (t *Theme) Ramps() bool {
	return !t.grey && t.Profile >= colorprofile.ANSI256
}

// Colours says whether the terminal shows any colours; the greys of Mono count.
func (t *Theme) Colours() bool { return t.Profile > colorprofile.ASCII }

// Lit is the style of what has the focus: the current tab, the focused pane's title.
func (t *Theme) Lit() canvas.Style {
	if !t.Colours() {
		return canvas.Style{}.With(canvas.Bold | canvas.Reverse)
	}
	return canvas.FG(Title).With(canvas.Bold).On(Active)
}

type builder struct {
	t     *Theme
	look  Look
	pick  lipgloss.CompleteFunc
	shade lipgloss.LightDarkFunc
}

// hue is a colour on a dark and on a light background: an index of the sixteen, and the true colour; 256 colours
// take the nearest of their cube.
type hue struct{ dark16, light16, dark, light string }

// set gives a token its colours.
func (b builder) set(token canvas.Token, h hue) {
	ansi16, c := h.dark16, b.adapt(b.shade(lipgloss.Color(h.light), lipgloss.Color(h.dark)))
	switch {
	case b.look.paper():
		ansi16 = h.light16
	case b.look == Mono:
		ansi16 = "7"
	}
	b.paint(token, b.pick(lipgloss.Color(ansi16), colorprofile.ANSI256.Convert(c), c))
}

// adapt turns a colour into the look's: brighter for Contrast, darker for Ink, grey for Mono.
func (b builder) adapt(c color.Color) color.Color {
	r, g, bl, _ := c.RGBA()
	switch b.look {
	case Contrast:
		up := func(x uint32) uint8 { return uint8(x>>8 + (255-x>>8)*6/10) }
		return color.RGBA{up(r), up(g), up(bl), 255}
	case Ink:
		down := func(x uint32) uint8 { return uint8((x >> 8) * 6 / 10) }
		return color.RGBA{down(r), down(g), down(bl), 255}
	case Mono:
		y := uint8((299*r + 587*g + 114*bl) / 1000 >> 8) // luma, ITU-R BT.601
		return color.RGBA{y, y, y, 255}
	}
	return c
}

func (b builder) paint(token canvas.Token, c color.Color) {
	if b.t.Profile <= colorprofile.ASCII || c == nil {
		return
	}
	b.t.Palette.FG[token] = parameters(ansi.NewStyle().ForegroundColor(c))
	b.t.Palette.BG[token] = parameters(ansi.NewStyle().BackgroundColor(c))
}

// parameters are the SGR numbers of a style, without their escape.
func parameters(s ansi.Style) string {
	return strings.TrimSuffix(strings.TrimPrefix(s.String(), "\x1b["), "m")
}

// fixed are the colours that mean one thing each: lavender for keys, magenta for what is new, red for trouble, green
// for what holds, and no hue for lines and titles. States have hues of their own, and a signed error its pair.
func (b builder) fixed() {
	ink, quiet := hue{"15", "0", "#f2f2f5", "#1c1c22"}, hue{"8", "0", "#8f8f98", "#66666c"}
	trouble, fresh := hue{"9", "1", "#ff7070", "#b3261e"}, hue{"13", "5", "#ff6ad5", "#a3007a"}
	b.set(Dim, quiet)
	b.set(Title, ink)
	b.set(Key, hue{"14", "4", "#c3b1ff", "#5b3fa8"})
	b.set(Rule, hue{"8", "8", "#6a6a74", "#909096"})
	b.set(Good, hue{"10", "0", "#3fc79a", "#00664b"})
	b.set(Warn, hue{"9", "1", "#ffa79b", "#9c3d33"})
	b.set(Bad, trouble)
	b.set(Fresh, fresh)
	b.set(Recent, hue{"13", "5", "#c473ad", "#a8568f"})
	b.paint(Active, b.pick(b.shade(lipgloss.Color("14"), lipgloss.Color("4")), b.shade(lipgloss.ANSIColor(189), lipgloss.ANSIColor(60)), b.shade(lipgloss.Color("#dcd5f2"), lipgloss.Color("#35305a"))))
	b.set(Zero, hue{"8", "8", "#5c5c66", "#a0a0a8"})
	b.set(Curve, hue{"7", "0", "#c2c2cc", "#4a4a52"})
	b.set(Marker, fresh)
}

// categories are apart by ΔE 7 at least for every kind of colour-blind eyes: states after Okabe and Ito on a dark
// background, and darker ones on a light one. They stand out as they are: strong looks leave them alone.
func (b builder) categories() {
	if b.look != Mono {
		b.look = map[bool]Look{true: Light, false: Dark}[b.look.paper()]
	}
	for i, h := range [States]hue{
		{"14", "4", "#56b4e9", "#3368b8"}, {"11", "1", "#e69f00", "#b25400"}, {"10", "0", "#2fc79b", "#176734"}, {"13", "5", "#e08fbf", "#a1526a"},
		{"9", "1", "#ff7f2a", "#8f2910"}, {"3", "4", "#f0e442", "#4a851c"}, {"6", "5", "#7a9cff", "#344069"}, {"7", "0", "#c8c8d0", "#4c3f46"},
	} {
		b.set(State(i), h)
	}
	for i, h := range estimatorColours {
		b.set(Estimator(i), h)
	}
}

// estimatorColours are the estimators' colours. In true colour none is also a state's.
var estimatorColours = [...]hue{
	{"9", "1", "#ff5c57", "#8f1610"}, {"13", "5", "#b59cff", "#6a3fb5"}, {"6", "4", "#5fd7d0", "#007f7a"},
	{"14", "0", "#f5ee9a", "#8c7a10"}, {"13", "5", "#c9408f", "#c2489a"}, {"7", "0", "#a0a0a8", "#45454c"},
	{"15", "0", "#ffffff", "#0b0b0d"}, {"10", "0", "#9ad96a", "#2a6a1c"}, {"6", "4", "#2f7cf0", "#00308f"},
	{"2", "5", "#169636", "#a800fc"}, {"3", "5", "#ffd24a", "#3c0048"},
	{"9", "5", "#f2203a", "#7a8c64"}, {"6", "5", "#ad666b", "#a763fb"},
}

// EstimatorOnPaper is an estimator's colour in a plot on white.
func EstimatorOnPaper(i int) color.Color { return lipgloss.Color(estimatorColours[i%Estimators].light) }
