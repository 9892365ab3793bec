package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"eeporl/model"
	"eeporl/pomdp/printable"
	"eeporl/scenarios"
	"eeporl/tui"
	"eeporl/tui/panes/kit"
)

// exploration is how the explorer is asked for.
type exploration struct {
	settings settingFlags
	screen   tui.Options
	plain    bool
	// commands is the file that typed words are read from; - for stdin.
	commands string
	// at are commands that lead from the first beat to another.
	at  string
	log episodeLog
	// noJournal turns the journal off.
	noJournal bool
	program   foreignFlag
	record    string // file for a script of what is done; "" for none
}

func (a *app) explore(use string) *cobra.Command {
	var x exploration
	cmd := &cobra.Command{
		Use:   use,
		Short: "Step through EEPORL on the screen (the default command)",
		Long: `explore opens the explorer: an episode key press by key press, the moments as they grow,
the recovered columns, the policy tree and the episodes that follow it. Hidden states are
veiled until a key, or --unveil, shows them. --plain is the explorer as lines of text, for
screen readers and braille displays: commands are typed as words (help lists them), and a beat
is one sentence, then the numbers that it changed. --commands reads the words from a file.
Where stdout is no terminal the whole story is told, one sentence a beat; with --at, where its
commands lead. A log of real episodes opens as a model does, by its name or with --log: what needs the
truth says that it is unknown, and estimator and horizon are those of 'eeporl estimate'.
` + model.RecordedCall + ` in place of a model makes such a log up, to practise on.

Commands of --at, of : on the screen and of --plain, with semicolons between them:
  ` + verbList() + `
  NAME=VALUE, a setting of those below
--estimator 'exec:COMMAND' puts a program of your own beside the estimators, under the name theirs,
and asks it first; 'eeporl estimator' says how it is asked. No file that is opened can start one.
On the screen besides:
  ` + wrapped(tui.CommandNames()),
		Example: `  eeporl explore
  eeporl explore noisy-tiger --seed 5 -c 0.2
  eeporl explore tea --plain --unveil --estimator polished
  eeporl explore tea --plain --save tea.session
  eeporl explore tea --seed 5 -c 0.2 --at 'leap 1e5; estimate; forward 3; view recovery; veil off'
  eeporl simulate tea --episodes 20000 > tea.csv
  eeporl explore tea.csv --states 2 --plain
  eeporl estimator --example python > mine.py
  eeporl explore tea --estimator 'exec:python3 mine.py' --at 'leap 1e5; estimate; last'
  eeporl explore recorded:20000,3,tea --at 'leap 1e5; estimate; last'`,
		Args:              a.exploreArguments,
		ValidArgsFunction: completeScenario,
		RunE: func(cmd *cobra.Command, args []string) error {
			session, s, err := a.open(cmd, &x, args)
			defer x.program.end()
			if err != nil {
				return err
			}
			x.screen.Command, x.screen.Open = given(session.Config(), cmd.Flags()), a.openable(cmd.Context())
			if session, err = follow(cmd.Context(), session, x.at, &x.screen); err != nil {
				return err
			}
			switch {
			case x.at != "" && x.commands == "" && (x.plain || !a.env.Terminal):
				a.stands(session, !x.screen.Unveiled)
				return nil
			case x.commands != "", x.plain && a.env.Terminal:
				in, name, err := a.wordsFrom(x.commands)
				if err != nil {
					return err
				}
				defer in.Close()
				return a.words(cmd.Context(), session, &x, in, name)
			case x.plain || !a.env.Terminal:
				return a.tell(cmd.Context(), session, s.found, !x.screen.Unveiled, x.screen.File)
			}
			a.notice(s)
			close, err := a.recording(&x.screen, x.record)
			if err != nil {
				return err
			}
			return errors.Join(a.offered(cmd.Context(), session, x.screen, sought(session.Config(), args), x.noJournal), close())
		},
	}
	x.addFlags(cmd.Flags())
	return cmd
}

// verbList are the commands of a session.
func verbList() string {
	var names []string
	for _, v := range model.Verbs() {
		names = append(names, string(v))
	}
	return wrapped(names)
}

// wrapped lists words on lines that fit a terminal.
func wrapped(words []string) string {
	return strings.Join(kit.Lines(strings.Join(words, ", "), helpWidth-2), "\n  ")
}

// open starts the session that is asked for: on a log, or on a model.
func (a *app) open(cmd *cobra.Command, x *exploration, args []string) (session model.Session, s world, err error) {
	if len(args) == 1 && len(x.log.data.paths) == 0 && isLog(args[0]) {
		x.log.data.paths, args = args, nil
	}
	logged, err := x.log.asked(cmd.Flags())
	switch {
	case err != nil:
		return session, s, err
	case logged && len(args) > 0:
		return session, s, fmt.Errorf("found %q beside --log, expected one of them", args[0])
	case logged && cmd.Flags().Changed("c"):
		return session, s, errors.New("-c: found it beside --log, whose actions are drawn already")
	case logged:
		record, err := a.record(cmd.Context(), x.log)
		if err != nil {
			return session, s, err
		}
		session, err = x.begin(cmd.Context(), model.Config{Scenario: record.Shell.Name(), Model: record.Shell, Record: record})
		return session, s, err
	}
	name := scenarios.Default
	if len(args) > 0 {
		name = args[0]
	}
	if model.IsRecorded(name) && cmd.Flags().Changed("c") {
		return session, s, errors.New("-c: found it with " + name + ", whose actions are drawn already")
	}
	c, s, err := x.load(name)
	if err != nil {
		return session, s, a.unknownCommand(cmd, name, err)
	}
	a.warnOfSize(c.Model)
	session, err = x.begin(cmd.Context(), c)
	return session, s, err
}

func (x *exploration) addFlags(f *pflag.FlagSet) {
	x.settings.addFlags(f)
	x.program.replace(f)
	x.log.addFlags(f)
	f.BoolVar(&x.plain, "plain", false, "lines of text in place of a screen: typed words at a terminal, else the story")
	f.StringVar(&x.commands, "commands", "", "`FILE` with one typed command a line, - for stdin; implies --plain")
	f.StringVar(&x.at, "at", "", "`COMMANDS` that lead to a beat and a screen, with semicolons between them; y on the screen tells its own")
	f.StringVar(&x.screen.File, "save", "", "`FILE` that the session is saved to: on the screen by s, of the plain story at its end")
	recordFlag(f, &x.record)
	journalFlag(f, &x.noJournal)
	screenFlags(f, &x.screen)
}

// load is sessionOn with the reward levels, the horizon and the branching that were asked for.
func (x *exploration) load(name string) (model.Config, world, error) {
	c, err := model.Config{}.With(slices.DeleteFunc(slices.Clone(x.settings), func(y model.Assignment) bool { return y.Name != "levels" })...)
	if err != nil {
		return model.Config{}, world{}, err
	}
	return sessionOn(name, x.settings.horizon(), c.Levels, x.settings.observe())
}

// begin starts a session. c.Scenario stays the name as it was given, because a saved
// session is opened by it.
func (x *exploration) begin(ctx context.Context, c model.Config) (model.Session, error) {
	seed, err := model.ParseSeed(model.DefaultSeed)
	if err != nil {
		return model.Session{}, err
	}
	c.Seed = seed
	c.Theirs = x.program.start(ctx)
	name := c.Model.Name()
	if c, err = c.With(append(logSettings(c.Record), x.settings...)...); err != nil {
		return model.Session{}, err
	}
	s, err := model.New(c)
	return s, failed(name, err)
}

func (a *app) exploreArguments(cmd *cobra.Command, args []string) error {
	if len(args) < 2 {
		return nil
	}
	return a.unknownCommand(cmd, args[0], fmt.Errorf("found %q after %q, expected one SCENARIO|MODEL", args[1], args[0]))
}

// unknownCommand is err, unless what was typed looks more like a slip for a
// command's name: whoever types `eeporl chekc tea` does not mean a scenario.
func (a *app) unknownCommand(cmd *cobra.Command, typed string, err error) error {
	var commands []string
	for _, c := range cmd.Commands() { // explore itself has none
		commands = append(commands, c.Name())
	}
	near := scenarios.Nearest(typed, commands)
	if near == "" || isFailure(err) || scenarios.Nearest(typed, scenarios.Names()) != "" {
		return err
	}
	return fmt.Errorf("found %q, which is no command, no scenario and no file (did you mean %s?), expected %s, or a SCENARIO|MODEL", typed, near, printable.Or(commands))
}
