// Package cli is eeporl without a screen: the subcommands, their flags, JSON
// and plain text. It also decides whether there is a terminal to open the
// screen on.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eeporl/model"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/printable"
	"eeporl/scenarios/atomicfile"
	"eeporl/tui"
)

// Env is what the program learns from its surroundings and not from its
// arguments.
type Env struct {
	Terminal bool             // stdin and stdout are terminals: explore may open its screen
	Progress bool             // stderr is a terminal: long work may say how far it is
	NoColor  bool             // NO_COLOR is set
	Piped    bool             // stdout is no terminal
	Now      func() time.Time // the only clock
	// Context, if not nil, is cancelled when the user wants the work to end.
	Context context.Context
	// Explore opens the screen.
	Explore func(context.Context, model.Session, tui.Options) error
	// Play plays a script on the screen.
	Play  func(context.Context, tui.Play, tui.Options) error
	State string // folder for files that outlive the process (journals), "" for none
	// Getenv tells a variable of the environment; nil for none.
	Getenv func(string) string
}

// variable is a variable of the environment, "" for none.
func (e Env) variable(name string) string {
	if e.Getenv == nil {
		return ""
	}
	return e.Getenv(name)
}

// collectLate lets a process take some 32 MB before its memory is collected for the first time, and after that as usual: most
// commands end before.
func collectLate() {
	usual := debug.SetGCPercent(800)
	runtime.AddCleanup(new([16]byte), func(usual int) { debug.SetGCPercent(usual) }, usual)
}

// System is the environment of a real process.
func System() Env {
	if os.Getenv("GOGC") == "" {
		collectLate()
	}
	return Env{
		Context:  onSignals(),
		Terminal: term.IsTerminal(os.Stdin.Fd()) && term.IsTerminal(os.Stdout.Fd()) && os.Getenv("TERM") != "dumb",
		Progress: term.IsTerminal(os.Stderr.Fd()) && os.Getenv("TERM") != "dumb",
		NoColor:  os.Getenv("NO_COLOR") != "",
		Piped:    !term.IsTerminal(os.Stdout.Fd()),
		Now:      time.Now,
		Getenv:   os.Getenv,
		Explore: func(ctx context.Context, s model.Session, o tui.Options) error {
			o.Clock = time.Now
			return whileThere(ctx, func(ctx context.Context) error { return tui.Run(ctx, s, o) })
		},
		Play: func(ctx context.Context, p tui.Play, o tui.Options) error {
			return whileThere(ctx, func(ctx context.Context) error { return tui.RunPlay(ctx, p, o) })
		},
		State: stateFolder(os.Getenv),
	}
}

// The exit codes.
const (
	exitAnswered = 0 // the question was answered, whatever the answer
	exitFailed   = 1 // the work failed, or diagnose found that something differs
	exitUsage    = 2 // the question was not understood
	exitUnjudged = 3 // diagnose: what was given could not be judged, or read
	// A command that a signal ended exits with 128 and the signal's number: 130 for
	// Ctrl+C, 143 for SIGTERM, 129 for SIGHUP.
)

// app is one run of the program.
type app struct {
	stdin    io.Reader
	direct   io.Writer             // stdout, cleaned for a terminal, for text that is written as it comes
	binary   io.Writer             // stdout for bytes that are no text, not cleaned
	out      pendingAnswer         // the answer, which goes to stdout or to path only on success
	rest     func(io.Writer) error // what follows it, made as it is written; nil for nothing
	missing  error                 // of a file that was asked for, told once the answer is delivered
	stderr   io.Writer
	terminal io.Writer // stderr for the progress line, not cleaned
	env      Env
	quiet    bool
	path     string // file for the answer; "" and - stand for stdout
	// looked holds the files that were looked at and can be read only once.
	looked map[string]*onceFile
	// spooled are the files that hold streams, to be read twice, by the streams' paths.
	spooled map[string]string
	reading logReading // of the log that belief, score and act read
	code    int        // to exit with once the question is answered
}

// preset gives flags that the command line leaves out what a variable of the environment says.
func (e Env) preset(f *pflag.FlagSet) error {
	for _, v := range [...]struct{ flag, name string }{{"seed", "EEPORL_SEED"}, {"theme", "EEPORL_THEME"}} {
		text, flag := e.variable(v.name), f.Lookup(v.flag)
		if text == "" || flag == nil || flag.Changed {
			continue
		}
		if err := flag.Value.Set(text); err != nil {
			return fmt.Errorf("%s: found %q, expected %w", v.name, text, err)
		}
	}
	return nil
}

// sevenBit says whether the locale has other characters than UTF-8's. Where none is set it does not say.
func (e Env) sevenBit() bool {
	locale := cmp.Or(e.variable("LC_ALL"), e.variable("LC_CTYPE"), e.variable("LANG"))
	return locale != "" && !strings.Contains(strings.ReplaceAll(strings.ToLower(locale), "-", ""), "utf8")
}

// Run executes one command line and returns its exit code. If that is not 0, stderr says what was
// found and what was expected, and no answer was written to stdout; only commands that stream
// (simulate, notes, typed words) may have written a part of theirs, and diagnose answers with 1 and 3, too.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer, env Env) int {
	ctx := env.Context
	if ctx == nil {
		ctx = context.Background()
	}
	a := &app{
		stdin: newInterruptible(ctx, stdin), direct: printable.NewWriter(stdout), binary: stdout,
		stderr: printable.NewWriter(stderr), terminal: stderr, env: env,
	}
	if env.sevenBit() && !env.Piped {
		a.direct = printable.NewWriter(sevenBitWriter{stdout})
	}
	defer a.out.close()
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1)) // keepWithin lowers it
	root := a.root(args)
	root.SetArgs(append([]string{}, args...)) // cobra takes nil for os.Args
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil { // after a signal the answer is not given
		err = context.Cause(ctx)
	}
	if err == nil {
		err = cmp.Or(a.deliver(cmd), a.missing)
	}
	return a.exit(ctx, cmd, quotable(err, args))
}

// sevenBitWriter passes whole characters on as ASCII.
type sevenBitWriter struct{ to io.Writer }

func (w sevenBitWriter) Write(p []byte) (int, error) {
	_, err := io.WriteString(w.to, figure.SevenBit(string(p)))
	return len(p), err
}

// deliver writes the answer to stdout, or to the file that was asked for, whole or
// not at all.
func (a *app) deliver(cmd *cobra.Command) error {
	if a.path != "" && a.path != "-" {
		return failedToWrite(a.path, atomicfile.WriteFile(a.path, func(w io.Writer) error { return a.writeAnswer(cmd, w) }))
	}
	return failedToWrite("stdout", a.writeAnswer(cmd, a.direct))
}

func (a *app) writeAnswer(cmd *cobra.Command, w io.Writer) error {
	var last io.Closer
	if a.forPrograms(cmd) {
		ascii := figure.NewASCIIWriter(w)
		w, last = ascii, ascii
	}
	_, err := a.out.WriteTo(w)
	if err == nil && a.rest != nil {
		err = a.rest(w)
	}
	if err == nil && last != nil {
		err = last.Close()
	}
	return err
}

// command is something that the program can do. It is made when it is asked for: the flags and
// texts of all take longer than many an answer.
type command struct {
	name    string
	heading heading
	make    func() *cobra.Command
}

// heading is that of --help under which a command stands.
type heading string

// The headings, in the order in which --help has them.
const (
	seeAndLearn heading = "See and learn:"
	models      heading = "Models:"
	fromData    heading = "Learn from episodes:"
	ownProgram  heading = "Your own estimator:"
	theProgram  heading = "About the program:"
)

func headings() []heading { return []heading{seeAndLearn, models, fromData, ownProgram, theProgram} }

func (a *app) commands() []command {
	return []command{
		{"explore", seeAndLearn, func() *cobra.Command { return a.explore("explore [SCENARIO|MODEL|LOG]") }},
		{"tour", seeAndLearn, a.tour},
		{"quiz", seeAndLearn, a.quiz},
		{"play", seeAndLearn, a.play},
		{"serve", seeAndLearn, a.serve},
		{"export", seeAndLearn, a.export},
		{"replay", seeAndLearn, a.replay},
		{"recover", seeAndLearn, a.recover},
		{"explain", seeAndLearn, a.explain},
		{"scenarios", models, a.scenarios},
		{"check", models, a.check},
		{"law", models, a.law},
		{"plan", models, a.plan},
		{"simulate", models, a.simulate},
		{"belief", models, a.belief},
		{"score", models, a.score},
		{"act", models, a.act},
		{"run", fromData, a.run},
		{"estimate", fromData, a.estimate},
		{"more", fromData, a.moreEpisodes},
		{"count", fromData, a.count},
		{"merge", fromData, a.merge},
		{"sweep", fromData, a.sweep},
		{"online", fromData, a.online},
		{"bounds", fromData, a.bounds},
		{"estimator", ownProgram, a.estimator},
		{"diagnose", ownProgram, a.diagnose},
		{manName, theProgram, a.man},
		{"schema", theProgram, a.schema},
		{"version", theProgram, a.version},
	}
}

// root is the command line's whole tree, or the root with the one command that args begin with.
func (a *app) root(args []string) *cobra.Command {
	const use = "eeporl [SCENARIO|MODEL|LOG]"
	commands, root := a.commands(), &cobra.Command{Use: use}
	alone := func(c command) bool { return len(args) > 0 && c.name == args[0] && c.name != manName } // which tells of all
	if i := slices.IndexFunc(commands, alone); i >= 0 {
		commands = commands[i : i+1]
		root.CompletionOptions.DisableDefaultCmd = true
	} else {
		root = a.explore(use)
	}
	root.Short = "Explore EEPORL, the spectral PAC algorithm for episodic POMDPs"
	root.Long = `eeporl steps through EEPORL (Guo, Doroudi, Brunskill 2016: "A PAC RL Algorithm for
Episodic POMDPs") from the hidden state to the chosen policy. Without a command it opens
the explorer; the commands below give the same engine's answers to scripts. Commands that
take a SCENARIO|MODEL accept a built-in scenario ('eeporl scenarios' lists them), a call
random:S,A,Z,R,SEED, or the path of a model file: TOML, or .POMDP in Cassandra's format;
all but the explorer read one from stdin for -.
Ctrl+C ends the work; a sweep keeps what is done. 'eeporl completion --help' tells how bash,
zsh and fish learn to complete all this, 'eeporl man' prints it as a manual page.`
	root.Example = `  eeporl
  eeporl tea --seed 3
  eeporl noisy-tiger --plain
  eeporl check two-step
  eeporl run tea --episodes 1e5
  eeporl simulate tea --episodes 1e5 | eeporl estimate - --states 2`
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetIn(a.stdin)
	root.SetOut(&a.out)
	root.SetErr(a.stderr)
	root.SetFlagErrorFunc(flagError)
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		if err := cmp.Or(checkNamed(cmd.Flags()), checkWritten(cmd, args), checkFollowed(cmd.Flags()), checkTogether(cmd.Flags())); err != nil {
			return err
		}
		return a.env.preset(cmd.Flags())
	}
	root.PersistentFlags().BoolVarP(&a.quiet, "quiet", "q", false, "say nothing on stderr but errors")
	for _, h := range headings() {
		root.AddGroup(&cobra.Group{ID: string(h), Title: string(h)})
	}
	for _, c := range commands {
		made := c.make()
		made.GroupID = string(c.heading)
		root.AddCommand(made)
	}
	root.Version = version()
	root.SetVersionTemplate("eeporl {{.Version}}\n")
	root.SetHelpCommand(helpCommand())
	root.SetHelpCommandGroupID(string(theProgram))
	root.SetCompletionCommandGroupID(string(theProgram))
	narrow(root)
	a.fromStdin(root)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		completeChoices(root)
	}
	return root
}

// quotable returns err with the arguments in its message made printable: a newline in a file's name
// would forge a line.
func quotable(err error, args []string) error {
	if err == nil {
		return nil
	}
	said := err.Error()
	for _, arg := range args {
		_, value, _ := strings.Cut(arg, "=")
		for _, text := range []string{arg, value} {
			if printable.Fault(text) != "" {
				said = strings.ReplaceAll(said, text, printable.Clean(text))
			}
		}
	}
	if said == err.Error() {
		return err
	}
	return &renamed{err, said}
}

type renamed struct {
	error
	said string
}

func (r *renamed) Error() string { return r.said }
func (r *renamed) Unwrap() error { return r.error }

// exit says on stderr what went wrong, if anything.
func (a *app) exit(ctx context.Context, cmd *cobra.Command, err error) int {
	if err == nil {
		return a.code
	}
	if by, ok := byInterrupt(ctx, err); ok {
		fmt.Fprintln(a.stderr, by)
		return by.code()
	}
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(a.stderr, "interrupted")
		return exitFailed
	}
	fmt.Fprintln(a.stderr, err)
	if none := (*unread)(nil); errors.As(err, &none) {
		return exitUnjudged
	}
	if isFailure(err) {
		return exitFailed
	}
	fmt.Fprintf(a.stderr, "'%s --help' tells how it is meant.\n", cmd.CommandPath())
	return exitUsage
}
