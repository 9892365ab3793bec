package cli

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"eeporl/model"
	"eeporl/model/journal"
	"eeporl/pomdp/figure"
	"eeporl/tui"
)

func (a *app) recover() *cobra.Command {
	var screen tui.Options
	var plain, list bool
	cmd := &cobra.Command{
		Use:   "recover [JOURNAL]",
		Short: "Go on with a session that was cut off",
		Long: `recover opens the explorer at the very beat at which a session was cut off: its process was killed,
the connection lost, the power cut; a lesson of the tour at its step. Without JOURNAL it takes the
latest; JOURNAL is a number of --list, or a path. Each explorer writes a journal of its own while it
runs, in $XDG_STATE_HOME/eeporl or ~/.local/state/eeporl, and removes it when one leaves it; up to 20
are kept for 30 days. What a crash tore off a journal's end is dropped, and said. Where stdout is not
a terminal, and with --plain, recover says where the session stands and leaves the journal as it is.`,
		Example: `  eeporl recover --list
  eeporl recover
  eeporl recover --plain`,
		Args: optionalArgument("JOURNAL"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if why := a.noJournals(); why != "" && len(args) == 0 {
				fmt.Fprintf(&a.out, "There is no place to look: sessions are not written ahead here (%s).\n", why)
				return nil
			}
			left, err := a.left()
			if err != nil {
				return err
			}
			if list {
				return a.listLeft(left)
			}
			path, err := journalNamed(left, args)
			if err != nil {
				return err
			}
			if path == "" {
				fmt.Fprintln(&a.out, "No session was cut off.")
				return nil
			}
			if !plain && a.env.Terminal {
				return a.goOn(cmd.Context(), path, &screen)
			}
			content, err := journal.Read(path)
			if err != nil {
				return failed(path, err)
			}
			s, err := a.reopen(cmd.Context(), path, content)
			if err == nil {
				s, err = model.Settle(cmd.Context(), s)
			}
			if err != nil {
				return &failure{err}
			}
			a.stands(s, !screen.Unveiled)
			if content.Dropped != "" {
				fmt.Fprintf(&a.out, "%s.\n", content.Dropped)
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.BoolVar(&list, "list", false, "list the sessions that were cut off, the latest first")
	f.BoolVar(&plain, "plain", false, "say where the session stands, without a screen")
	screenFlags(f, &screen)
	return cmd
}

// left are the journals that no process has open.
func (a *app) left() ([]journal.Left, error) {
	if a.journals() == "" {
		return nil, nil
	}
	left, err := journal.List(a.journals())
	return left, failed(a.journals(), err)
}

// journalNamed is the path of the journal that was asked for, by default the newest; ""
// if there is no journal.
func journalNamed(left []journal.Left, args []string) (string, error) {
	if len(args) == 0 {
		if len(left) == 0 {
			return "", nil
		}
		return left[0].Path, nil
	}
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return args[0], nil
	}
	if n < 1 || n > len(left) {
		return "", fmt.Errorf("found the number %d, expected one of the %d that --list shows, or a path", n, len(left))
	}
	return left[n-1].Path, nil
}

func (a *app) listLeft(left []journal.Left) error {
	if len(left) == 0 {
		fmt.Fprintln(&a.out, "No session was cut off.")
	}
	now := a.env.Now()
	for i, l := range left {
		content, err := journal.Read(l.Path)
		what := describe(content, now.Sub(l.Written))
		switch {
		case err != nil:
			what = err.Error()
		case content.Dropped != "":
			what += ", " + content.Dropped
		}
		fmt.Fprintf(&a.out, "%d  %s\n   %s\n", i+1, what, l.Path)
	}
	return nil
}

// stands says where a session stands.
func (a *app) stands(s model.Session, veiled bool) {
	sentence, equation := s.Account(veiled)
	fmt.Fprintf(&a.out, "%s, beat %d of %d, %s: %s [%s]\n", s.Config().Scenario, s.Place()+1, s.Beats(), figure.Counted(s.Branches(), "branch", "branches"), sentence, equation)
}
