package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eeporl/model"
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
		case to == nil && slices.Contains([]string{"json", "out", "quiet", "arrays", "report", "pieces"}, f.Name):
		case f.Name == "like" && f.Changed:
			words = append(words, "--like", tui.Quote(baseName(f.Value.String())))
		case f.Changed || f.Name == "episodes" || f.Name == "seed" || f.Name == "estimator":
			words = append(words, flagWords(f)...)
		}
	})
	if to != nil {
		words = append(words, to.more...)
	}
	return strings.Join(words, " ")
}

// flagWords are what sets a flag to its value.
func flagWords(f *pflag.Flag) (words []string) {
	if list, ok := f.Value.(pflag.SliceValue); ok {
		for _, value := range list.GetSlice() {
			words = append(words, "--"+f.Name, tui.Quote(value))
		}
		return words
	}
	switch value := f.Value.String(); {
	case f.Value.Type() != "bool":
		return []string{"--" + f.Name, tui.Quote(value)}
	case value != "true":
		return []string{"--" + f.Name + "=" + value}
	}
	return []string{"--" + f.Name}
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

// explorable says whether the explorer takes the settings that were given; it bounds some more tightly, as keys wait on them.
func explorable(cmd *cobra.Command) bool {
	taken := true
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if x, ok := model.FindSetting(f.Name); ok && f.Value.Type() != "bool" {
			taken = taken && x.Check(f.Value.String()) == nil
		}
	})
	return taken
}

// exploring makes the command line of the explorer on the same model.
func (a *app) exploring() *rewording {
	other := a.explore("explore")
	return &rewording{
		command: "explore",
		takes:   func(flag string) bool { return flag != "quiet" && other.Flags().Lookup(flag) != nil },
	}
}
