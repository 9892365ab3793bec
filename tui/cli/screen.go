package cli

import (
	"github.com/spf13/pflag"

	"eeporl/model"
	"eeporl/tui"
	"eeporl/tui/panel"
	"eeporl/tui/theme"
)

// shownOn are the options with what the environment says of the terminal. From here on a screen is open.
func (a *app) shownOn(o tui.Options) tui.Options {
	keepSmall()
	o.NoColor = o.NoColor || a.env.NoColor
	o.SevenBit = a.env.sevenBit()
	o.ASCII = o.ASCII || o.SevenBit
	return o
}

// screenFlags are how the explorer looks, for every command that opens it.
func screenFlags(f *pflag.FlagSet, o *tui.Options) {
	f.BoolVar(&o.Unveiled, "unveil", false, "show hidden states")
	f.BoolVar(&o.NoColor, "no-color", false, "use no colour (as does a non-empty NO_COLOR)")
	f.BoolVar(&o.ASCII, "ascii", false, "draw borders and marks in ASCII")
	addFlag(f, &o.Preset, "preset", "", "", model.KindOf(panel.Presets()...), "layout of the screen; standard by default", model.OneOf(panel.Presets()...))
	addFlag(f, &o.Theme, "theme", "", "", model.KindOf(theme.Looks()...), "colours; by default the terminal's background decides", model.OneOf(theme.Looks()...))
}
