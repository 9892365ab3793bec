package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"eeporl/tui"
	"eeporl/tui/notes"
)

// notesFolder is where players and notes find each other, "" for nowhere.
func notesFolder(getenv func(string) string) string {
	if run := getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(run) {
		return filepath.Join(run, "eeporl")
	}
	if state := stateFolder(getenv); state != "" {
		return filepath.Join(state, "run")
	}
	return ""
}

func (a *app) notes() *cobra.Command {
	var screen tui.Options
	var plain bool
	cmd := &cobra.Command{
		Use:   "notes [SOCKET]",
		Short: "Show the speaker's notes of a script that is being played",
		Long: `notes shows, in a second terminal, the note of the present step of a talk that 'eeporl play' plays,
the next step, the clock, the time since the start and what is left of the time that the script is
meant to take. The two find each other through a socket that only their user can open, in
$XDG_RUNTIME_DIR/eeporl or ~/.local/state/eeporl/run; either may end and come back. Where stdout is
no terminal, and with --plain, each change is a line, until the player ends.`,
		Example: `  eeporl notes
  eeporl notes --plain`,
		Args: optionalArgument("SOCKET of a player"),
		RunE: func(cmd *cobra.Command, args []string) error {
			follow := func(ctx context.Context, each func(notes.State)) error {
				path := ""
				if len(args) > 0 {
					path = args[0]
				} else {
					var err error
					if path, err = notes.Find(a.env.Notes); err != nil {
						return err
					}
				}
				return notes.Follow(ctx, path, each)
			}
			if !plain && a.env.Terminal {
				return failed("notes", whileThere(cmd.Context(), func(ctx context.Context) error {
					return tui.RunSpeaker(ctx, a.shownOn(screen), a.env.Now, follow)
				}))
			}
			err := follow(cmd.Context(), func(x notes.State) {
				fmt.Fprintf(a.direct, "%d/%d %s: %s [next: %s]\n", x.At, x.Of, x.Mode, x.Note, x.Next)
			})
			if errors.Is(err, notes.ErrNobody) {
				fmt.Fprintln(&a.out, "No script is being played.")
				return nil
			}
			return failed("notes", err)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&plain, "plain", false, "a line at each change, without a screen")
	screenFlags(f, &screen)
	return cmd
}

// telling serves a script's notes to 'notes'. If that fails it only says so: a talk can do without.
// The caller has to call end.
func (a *app) telling(p *tui.Play) (end func()) {
	if a.env.Notes == "" {
		return func() {}
	}
	server, err := notes.Listen(a.env.Notes)
	if err != nil {
		fmt.Fprintf(a.stderr, "no notes: %v\n", err)
		return func() {}
	}
	others := p.Tell
	p.Tell = func(x notes.State) {
		if server.Tell(x); others != nil {
			others(x)
		}
	}
	return func() { _ = server.Close() }
}
