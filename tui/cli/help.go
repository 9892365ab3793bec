package cli

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eeporl/tui/canvas"
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
	root.InitDefaultCompletionCmd() // if it is not disabled
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, c := range root.Commands() {
			if slices.Contains(strings.Fields(g.commands), c.Name()) {
				c.GroupID = g.title
			}
		}
	}
}

// How wide the help is at most, and where what a flag does begins.
const (
	helpWidth  = 80
	flagGutter = 32
)

func init() { cobra.AddTemplateFunc("flags", flagUsages) }

// narrow keeps the help of all commands within helpWidth.
func narrow(root *cobra.Command) {
	root.SetUsageTemplate(regexp.MustCompile(`\.(Local|Inherited)Flags\.FlagUsages`).ReplaceAllString(root.UsageTemplate(), "flags .${1}Flags"))
	var fill func(c *cobra.Command)
	fill = func(c *cobra.Command) {
		c.Long = paragraphs(c.Long)
		for _, below := range c.Commands() {
			fill(below)
		}
	}
	fill(root)
}

// paragraphs fills each paragraph of a text anew; lines that are indented stay.
func paragraphs(text string) string {
	var out, words []string
	flush := func() {
		if len(words) > 0 {
			out = append(out, wrap(strings.Join(words, " "), helpWidth)...)
		}
		words = nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		if line == "" || line[0] == ' ' {
			flush()
			out = append(out, line)
			continue
		}
		words = append(words, line)
	}
	flush()
	return strings.Join(out, "\n")
}

// flagUsages lists flags, what each does beside it, or below it where its name is long.
func flagUsages(f *pflag.FlagSet) string {
	var b strings.Builder
	for line := range strings.Lines(f.FlagUsages()) {
		line = strings.TrimRight(line, " \n")
		indent := len(line) - len(strings.TrimLeft(line, " "))
		name, does, _ := strings.Cut(line[indent:], "   ")
		name = strings.Repeat(" ", indent) + name
		b.WriteString(name)
		at := canvas.Width(name)
		for _, words := range wrap(strings.TrimSpace(does), helpWidth-flagGutter) {
			if at > flagGutter-2 {
				b.WriteString("\n")
				at = 0
			}
			b.WriteString(strings.Repeat(" ", flagGutter-at) + words)
			at = helpWidth
		}
		b.WriteString("\n")
	}
	return b.String()
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
			of.InitDefaultHelpFlag()
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
