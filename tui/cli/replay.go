package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"eeporl/model"
	"eeporl/tui"
	"eeporl/tui/share"
)

func (a *app) replay() *cobra.Command {
	var screen tui.Options
	var plain, noJournal bool
	cmd := &cobra.Command{
		Use:   "replay SESSION|PICTURE|REPORT",
		Short: "Open a saved session at the beat where it was left",
		Long: `replay reads a session file (the explorer's s writes one), or the session in an SVG or PNG picture
of the explorer or in a report that export made, does what it says again, and opens the explorer
at the very beat. A file that this version would replay differently is refused with the first line
that differs. Where stdout is not a terminal, and with --plain, it says where the session stands
and what happened last.`,
		Example: `  eeporl explore tea --plain --save tea.session > story.txt
  eeporl replay tea.session
  eeporl export tea.session -o tea.svg
  eeporl replay tea.svg`,
		Args: oneArgument("SESSION|PICTURE|REPORT: a file that the explorer saved"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := openSession(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if plain || !a.env.Terminal {
				a.stands(s.Session, !screen.Unveiled)
				return nil
			}
			screen.Command = started(s.Session)
			if screen.Screen = s.Screen; !s.picture { // the key s would overwrite the picture
				screen.File = args[0]
			}
			return a.show(cmd.Context(), "replay", s.Session, screen, a.ahead(noJournal))
		},
	}
	f := cmd.Flags()
	f.BoolVar(&plain, "plain", false, "say where the session stands, without a screen")
	journalFlag(f, &noJournal)
	screenFlags(f, &screen)
	return cmd
}

// saved is a session that was read from a file.
type saved struct {
	model.Saved
	picture bool
}

// openSession reads a session's file, or a picture or report that carries one, and
// replays it.
func openSession(ctx context.Context, path string) (s saved, err error) {
	file, err := os.Open(path)
	if err != nil {
		return s, failed(path, err)
	}
	defer file.Close()
	text, inside, err := share.Open(file)
	if err != nil {
		return s, failed(path, err)
	}
	name := path
	if s.picture = inside != ""; s.picture {
		name = fmt.Sprintf("%s (%s)", path, inside)
	}
	s.Saved, err = replayed(ctx, bytes.NewReader(text), name, "")
	if err == nil {
		s.Session, err = model.Settle(ctx, s.Session)
	}
	if err != nil {
		return s, &failure{err}
	}
	return s, nil
}
