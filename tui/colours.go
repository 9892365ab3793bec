package tui

import (
	"github.com/charmbracelet/colorprofile"

	"eeporl/tui/theme"
)

// colours are how the screen is coloured.
type colours struct {
	ink
	look       theme.Look
	chosenLook bool // by the user: the terminal's own background no longer decides
	paper      bool // the terminal's background is light
	paperKnown bool // the terminal has told its background
}

// with is another look on the same terminal.
func (c colours) with(look theme.Look) colours {
	c.look = look
	if c.theme != nil {
		c.theme = theme.New(c.theme.Profile, look, c.ascii)
	}
	return c
}

// on is the same look on another kind of terminal.
func (c colours) on(profile colorprofile.Profile) colours {
	c.theme = theme.New(profile, c.look, c.ascii)
	return c
}

// chosen is a look that the user asked for.
func (c colours) chosen(look theme.Look) colours {
	c.chosenLook = true
	return c.with(look)
}

// usual is the look for the terminal's background, where the user has not chosen; a projector has one of its own.
func (c colours) usual(projector bool) colours {
	if c.chosenLook {
		return c.with(c.look)
	}
	return c.with(theme.For(c.paper, projector))
}

// inTrueColour is the theme of a picture: in true colour, unless no colour was asked for.
func (c colours) inTrueColour() *theme.Theme {
	if c.theme.Profile == colorprofile.ASCII {
		return c.theme
	}
	return c.on(colorprofile.TrueColor).theme
}

// ownPaper says whether the screen paints its background: a look that was asked for does
// where the terminal's is not known to be of its kind.
func (c colours) ownPaper() bool {
	return c.theme.Colours() && c.chosenLook && !(c.paperKnown && c.paper == c.look.OnPaper())
}

// ink is what a terminal can show.
type ink struct {
	theme *theme.Theme
	ascii bool
}

func (k ink) glyph(unicode, ascii rune) rune {
	if k.ascii {
		return ascii
	}
	return unicode
}

func (k ink) pick(unicode, ascii string) string {
	if k.ascii {
		return ascii
	}
	return unicode
}

func (k ink) arrows() string { return k.pick("↑↓", "Up Down") }
