package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// groups are the headings of --help, and the commands under each.
var groups = []struct {
	title    string
	commands string
}{
	{"See and learn:", "explore tour quiz play notes export replay recover explain"},
	{"Models:", "scenarios check law plan simulate belief score act"},
	{"Learn from episodes:", "run estimate count merge sweep bounds"},
	{"Your own estimator:", "estimator diagnose"},
	{"About the program:", "help completion man schema version"},
}

// group puts the commands under their headings.
func group(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, c := range root.Commands() {
			if slices.Contains(strings.Fields(g.commands), c.Name()) {
				c.GroupID = g.title
			}
		}
	}
}

// helpCommand is `help`, which fails for a command that there is not.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Help about any command",
		RunE: func(cmd *cobra.Command, args []string) error {
			of, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				var names []string
				for _, c := range cmd.Root().Commands() {
					names = append(names, c.Name())
				}
				return fmt.Errorf("found %q, which is no command%s, expected one of %s", strings.Join(args, " "), didYouMean(args[0], names), listed(names))
			}
			return of.Help()
		},
	}
}

// completeChoices has the shell complete the values of flags that take one of a few words.
func completeChoices(cmd *cobra.Command) {
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		words := strings.Split(f.Value.Type(), "|")
		if len(words) < 2 || strings.ToLower(f.Value.Type()) != f.Value.Type() {
			return
		}
		_ = cmd.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)) // each once
	})
	for _, c := range cmd.Commands() {
		completeChoices(c)
	}
}
