package panel

import (
	"github.com/charmbracelet/colorprofile"

	"eeporl/tui/theme"
)

// Colours are how the screen is coloured.
type Colours struct {
	Ink
	Look       theme.Look
	ChosenLook bool // by the user: the terminal's own background no longer decides
	Paper      bool // the terminal's background is light
	PaperKnown bool // the terminal has told its background
}

// with is another look on the same terminal.
func (c Colours) with(look theme.Look) Colours {
	c.Look = look
	if c.Theme != nil {
		c.Theme = theme.New(c.Theme.Profile, look, c.ASCII)
	}
	return c
}

// On is the same look on another kind of terminal.
func (c Colours) On(profile colorprofile.Profile) Colours {
	c.Theme = theme.New(profile, c.Look, c.ASCII)
	return c
}

// Chosen is a look that the user asked for.
func (c Colours) Chosen(look theme.Look) Colours {
	c.ChosenLook = true
	return c.with(look)
}

// Usual is the look for the terminal's background, where the user has not chosen; a projector has one of its own.
func (c Colours) Usual(projector bool) Colours {
	if c.ChosenLook {
		return c.with(c.Look)
	}
	return c.with(theme.For(c.Paper, projector))
}

// InTrueColour is the theme of a picture: in true colour, unless no colour was asked for.
func (c Colours) InTrueColour() *theme.Theme {
	if c.Theme.Profile == colorprofile.ASCII {
		return c.Theme
	}
	return c.On(colorprofile.TrueColor).Theme
}

// OwnPaper says whether the screen paints its background: a look that was asked for does
// where the terminal's is not known to be of its kind.
func (c Colours) OwnPaper() bool {
	return c.Theme.Colours() && c.ChosenLook && !(c.PaperKnown && c.Paper == c.Look.OnPaper())
}

// Ink is what a terminal can show.
type Ink struct {
	Theme *theme.Theme
	ASCII bool
}

// Glyph is the first rune where the terminal has it, else the second; pick is the same for words.
func (k Ink) Glyph(unicode, ascii rune) rune {
	if k.ASCII {
		return ascii
	}
	return unicode
}

func (k Ink) pick(unicode, ascii string) string {
	if k.ASCII {
		return ascii
	}
	return unicode
}

func (k Ink) arrows() string { return k.pick("↑↓", "Up Down") }
