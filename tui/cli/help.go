package cli

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eeporl/pomdp/printable"
	"eeporl/tui/canvas"
)

// How wide the help is at most, and where what a flag does begins.
const (
	helpWidth  = 80
	flagGutter = 32
)

func init() { cobra.AddTemplateFunc("flags", flagUsages) }

// narrow keeps the help of all commands within helpWidth.
func narrow(root *cobra.Command) {
	usage := root.UsageTemplate()
	for _, of := range [...]string{"Local", "Inherited"} {
		usage = strings.ReplaceAll(usage, "."+of+"Flags.FlagUsages", "flags ."+of+"Flags")
	}
	root.SetUsageTemplate(usage)
	help := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		c.Long, c.Example = paragraphs(c.Long), examples(c.Example)
		help(c, args)
	})
}

// paragraphs fills each paragraph of a text anew, and the rows of its tables; other lines that are
// indented stay.
func paragraphs(text string) string {
	var out, words []string
	name, indent := "", "" // of the table's row that words tell of
	flush := func() {
		for i, line := range wrap(strings.Join(words, " "), helpWidth-len(indent)) {
			if i > 0 {
				name = indent
			}
			out = append(out, name+line)
		}
		words, name, indent = nil, "", ""
	}
	for line := range strings.SplitSeq(text, "\n") {
		row, own := tableRow.FindString(line), line != "" && line[0] != ' '
		switch {
		case row != "":
			flush()
			name, indent = row, strings.Repeat(" ", canvas.Width(row))
		case own && indent == "", indent != "" && strings.HasPrefix(line, indent):
		default:
			flush()
			if !own {
				out = append(out, line)
				continue
			}
		}
		words = append(words, line[len(row):])
	}
	flush()
	return strings.Join(out, "\n")
}

// tableRow is the name at the beginning of a table's row, up to what it means.
var tableRow = regexp.MustCompile(`^ {2,4}\S+( \S+)*? {2,}`)

// examples breaks commands that are too long as a shell reads them.
func examples(text string) string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		for indent := "      "; len(line) > helpWidth; {
			at := breakable(line[:helpWidth-len(` \`)])
			if at < len(indent) {
				break
			}
			out, line = append(out, line[:at]+` \`), indent+line[at+1:]
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// breakable is the last blank of a command that is not quoted and stands before a flag or a pipe, or any
// other where there is none; 0 for none.
func breakable(line string) int {
	quoted, last, best := false, 0, 0
	for i, c := range line {
		switch {
		case c == '\'':
			quoted = !quoted
		case c == ' ' && !quoted:
			last = i
			if rest := line[i+1:]; i > 10 && (strings.HasPrefix(rest, "-") || strings.HasPrefix(rest, "|")) {
				best = i
			}
		}
	}
	return cmp.Or(best, last)
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
				return fmt.Errorf("found %q, which is no command%s, expected one of %s", strings.Join(args, " "), didYouMean(args[0], names), printable.Or(names))
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
