package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manName is the name of the command that needs all others.
const manName = "man"

func (a *app) man() *cobra.Command {
	return &cobra.Command{
		Use:   manName,
		Short: "Print the manual page",
		Long: `man prints one manual page for all commands, in the format of man(1): their descriptions,
flags and examples, made from what --help says. Completion for bash, zsh and fish comes from
'eeporl completion'.`,
		Example: `  eeporl man > eeporl.1
  eeporl man --quiet`,
		Args: noArgument,
		RunE: func(cmd *cobra.Command, _ []string) error {
			writeMan(&a.out, cmd.Root())
			return nil
		},
	}
}

// writeMan writes a page without a date: the same program writes the same one.
func writeMan(w io.Writer, root *cobra.Command) {
	fmt.Fprintf(w, ".TH EEPORL 1 \"\" \"eeporl\" \"User Commands\"\n.SH NAME\neeporl \\- %s\n.SH SYNOPSIS\n.B eeporl\n[COMMAND] [ARGUMENTS] [FLAGS]\n", roff(root.Short))
	fmt.Fprintf(w, ".SH DESCRIPTION\n%s\n.SH COMMANDS\n", roff(root.Long))
	each(root, func(cmd *cobra.Command) {
		fmt.Fprintf(w, ".SS \"%s\"\n%s\n", roff(cmd.UseLine()), roff(cmd.Long))
		manFlags(w, cmd)
		manExamples(w, cmd.Example)
	})
	fmt.Fprint(w, ".SH EXAMPLES\n")
	manExamples(w, root.Example)
	fmt.Fprint(w, `.SH EXIT STATUS
.TP
0
The question was answered: a violated assumption and an estimate that ends in a finding are answers.
.TP
1
The work failed; standard output is empty, or holds the beginning of a stream.
.TP
2
The question was not understood; standard output is empty.
.TP
128 + N
Signal N ended the work: 130 for Ctrl+C, 143 for SIGTERM, 129 for SIGHUP.
.SH ENVIRONMENT
.TP
NO_COLOR
If not empty, the explorer uses no colour.
.TP
EEPORL_SEED, EEPORL_THEME
What --seed and --theme are where the command line leaves them out.
.TP
XDG_STATE_HOME
Where journals of sessions are kept; ~/.local/state if it is not set.
`)
}

// each visits the commands that a user types, but for the root.
func each(cmd *cobra.Command, visit func(*cobra.Command)) {
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "completion" {
			visit(sub)
			each(sub, visit)
		}
	}
}

func manFlags(w io.Writer, cmd *cobra.Command) {
	cmd.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
		if f.Name == "help" {
			return
		}
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		kind, usage := pflag.UnquoteUsage(f)
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]" {
			usage += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(w, ".TP\n.B %s\n%s\n", roff(strings.TrimSpace(name+" "+kind)), roff(usage))
	})
}

func manExamples(w io.Writer, examples string) {
	fmt.Fprint(w, ".PP\n.nf\n")
	for line := range strings.SplitSeq(strings.Trim(examples, "\n"), "\n") {
		fmt.Fprintln(w, roff(line))
	}
	fmt.Fprint(w, ".fi\n")
}

// roff escapes what troff would take for its own: backslashes, hyphens that
// are minus signs, letters beyond ASCII, and lines that begin with a dot or an
// apostrophe; an empty line begins a paragraph.
func roff(text string) string {
	var out strings.Builder
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			out.WriteByte('\n')
		}
		switch {
		case line == "":
			out.WriteString(".PP")
		case line[0] == '.' || line[0] == '\'':
			out.WriteString(`\&`)
		}
		for _, r := range line {
			switch {
			case r == '\\':
				out.WriteString(`\e`)
			case r == '-':
				out.WriteString(`\-`)
			case r > unicode.MaxASCII:
				fmt.Fprintf(&out, `\[u%04X]`, r)
			default:
				out.WriteRune(r)
			}
		}
	}
	return out.String()
}
