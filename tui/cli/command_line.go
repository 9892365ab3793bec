package cli

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eeporl/tui"
)

// rewording says how commandLine turns one command's line into another command's.
type rewording struct {
	command string
	takes   func(flag string) bool
	more    []string // flags that it needs besides
}

// commandLine is what to type for the same answer: the arguments and flags that were given, and the
// defaults of episodes, seed and estimator. Files are named without their folder, and flags of
// output (--json, --out, --arrays, --report) are left out. to is for the line of another command;
// nil for this one.
func commandLine(cmd *cobra.Command, to *rewording) string {
	words := []string{"eeporl", cmd.Name()}
	if to != nil {
		words = append(words[:1], strings.Fields(to.command)...)
	}
	for _, arg := range cmd.Flags().Args() {
		if arg != "-" {
			arg = baseName(arg)
		}
		words = append(words, tui.Quote(arg))
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		switch {
		case to != nil && !to.takes(f.Name):
		case to == nil && (f.Name == "json" || f.Name == "out" || f.Name == "quiet" || f.Name == "arrays" || f.Name == "report"):
		case f.Value.Type() == "bool":
			if f.Changed {
				words = append(words, "--"+f.Name)
			}
		case f.Changed || f.Name == "episodes" || f.Name == "seed" || f.Name == "estimator":
			value := f.Value.String()
			if f.Name == "like" {
				value = baseName(value)
			}
			words = append(words, "--"+f.Name, tui.Quote(value))
		}
	})
	if to != nil {
		words = append(words, to.more...)
	}
	return strings.Join(words, " ")
}

// sweeping makes the command line of the sweep whose curve a report shows.
func (a *app) sweeping() *rewording {
	other := a.sweep()
	return &rewording{
		command: "sweep", more: []string{"--episodes", curveRange, "--seeds", strconv.Itoa(curveSeeds), "--no-plan"},
		takes: func(flag string) bool {
			return flag != "episodes" && flag != "out" && flag != "quiet" && other.Flags().Lookup(flag) != nil
		},
	}
}

// exploring makes the command line of the explorer on the same model.
func (a *app) exploring() *rewording {
	other := a.explore("explore")
	return &rewording{
		command: "explore",
		takes:   func(flag string) bool { return flag != "quiet" && other.Flags().Lookup(flag) != nil },
	}
}
