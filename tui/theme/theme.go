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

// set gives a token its colours: 16-colour index, and the true colours for a
// light and a dark background; 256 colours take the nearest of their cube.
func (b builder) set(token canvas.Token, ansi16, light, dark string) {
	c := b.adapt(b.shade(lipgloss.Color(light), lipgloss.Color(dark)))
	if b.look == Mono {
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

func (b builder) fixed() {
	b.set(Dim, "8", "#6b6b70", "#8a8a92")
	b.set(Title, "15", "#1c1c22", "#f2f2f5")
	b.set(Key, "14", "#005f87", "#7fd4ff")
	b.set(Rule, "8", "#b8b8be", "#46464e")
	b.set(Good, "10", "#00664b", "#3fc79a")
	b.set(Warn, "11", "#8a5a00", "#f0c24b")
	b.set(Bad, "9", "#a83800", "#ff7a45")
	b.set(Fresh, "13", "#a3007a", "#ff6ad5")
	b.set(Recent, "5", "#b97aa6", "#a3578c")
	b.paint(Active, b.pick(b.shade(lipgloss.Color("14"), lipgloss.Color("4")), b.shade(lipgloss.ANSIColor(153), lipgloss.ANSIColor(24)), b.shade(lipgloss.Color("#d5e4f2"), lipgloss.Color("#1f3a52"))))
	b.set(OnCold, "15", "#101014", "#e8e8ec")
	b.set(Zero, "8", "#c9c9cf", "#3a3a42")
	b.set(Curve, "12", "#0072b2", "#56b4e9")
	b.set(Marker, "13", "#a3007a", "#ff6ad5")
}

// categories are Okabe and Ito's colours on a dark background, and darker ones on
// a light one, apart by ΔE 7 at least for every kind of colour-blind eyes. They
// stand out as they are: strong looks leave them alone.
func (b builder) categories() {
	if b.look != Mono {
		b.look = Dark
	}
	states := [States][3]string{
		{"12", "#3368b8", "#56b4e9"}, {"11", "#b25400", "#e69f00"}, {"10", "#176734", "#2fc79b"}, {"13", "#a1526a", "#e08fbf"},
		{"9", "#8f2910", "#ff7f2a"}, {"14", "#4a851c", "#f0e442"}, {"4", "#344069", "#7a9cff"}, {"7", "#4c3f46", "#c8c8d0"},
	}
	for i, s := range states {
		b.set(State(i), s[0], s[1], s[2])
	}
	actions := [Actions][3]string{
		{"15", "#2b2b33", "#ffffff"}, {"14", "#8a6d00", "#f5e06a"}, {"10", "#5c3fa0", "#c5a8ff"},
		{"13", "#00706e", "#7fe0d8"}, {"9", "#9c2f2f", "#ff9d9d"}, {"7", "#4a5c2f", "#b9d48a"},
	}
	for i, a := range actions {
		b.set(Action(i), a[0], a[1], a[2])
	}
	for i, e := range estimatorColours {
		b.set(Estimator(i), e[0], e[1], e[2])
	}
}

// estimatorColours are the estimators' colours (16-colour index, light, dark). In true
// colour none is also a state's.
var estimatorColours = [...][3]string{
	{"9", "#8f1610", "#ff5c57"}, {"5", "#6a3fb5", "#b59cff"}, {"6", "#007f7a", "#5fd7d0"},
	{"14", "#8c7a10", "#f5ee9a"}, {"13", "#c2489a", "#c9408f"}, {"7", "#45454c", "#a0a0a8"},
	{"15", "#0b0b0d", "#ffffff"}, {"2", "#2a6a1c", "#9ad96a"}, {"12", "#00308f", "#0060d0"},
}

// EstimatorOnPaper is an estimator's colour in a plot on white.
func EstimatorOnPaper(i int) color.Color { return lipgloss.Color(estimatorColours[i%Estimators][1]) }
