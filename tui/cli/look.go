package cli

import (
	"github.com/spf13/pflag"

	"eeporl/tui/theme"
)

func lookFlag(f *pflag.FlagSet, look *theme.Look) {
	addFlag(f, look, "theme", "", "", kindOf(theme.Looks()...), "colours; by default the terminal's background decides", oneOf(theme.Looks()...))
}
