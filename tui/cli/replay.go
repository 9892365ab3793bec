package cli

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"eeporl/model"
	"eeporl/pomdp"
	"eeporl/tui"
)

func (a *app) replay() *cobra.Command {
	var screen tui.Options
	var plain bool
	cmd := &cobra.Command{
		Use:   "replay SESSION",
		Short: "Open a saved session at the beat where it was left",
		Long: `replay reads a session file (the explorer's s writes one), does what it says again, and opens the
explorer at the very beat. A file that this version would replay differently is refused with the
first line that differs. Where stdout is not a terminal, and with --plain, it says where the
session stands and what happened last.`,
		Example: `  eeporl explore tea --plain --save tea.session > story.txt
  eeporl replay tea.session`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			file, err := os.Open(args[0])
			if err != nil {
				return failed(args[0], err)
			}
			defer file.Close()
			s, err := model.Restore(cmd.Context(), file, args[0], func(name string) (*pomdp.POMDP, error) {
				w, err := load(name, 0, nil)
				if err != nil {
					return nil, err
				}
				return w.Model, nil
			})
			if err != nil {
				return &failure{err}
			}
			if plain || !a.env.Terminal {
				sentence, equation := s.Account(!screen.Unveiled)
				fmt.Fprintf(&a.out, "%s, beat %d of %d, %d branches: %s [%s]\n", s.Config().Scenario, s.Place()+1, s.Beats(), s.Branches(), sentence, equation)
				return nil
			}
			screen.File = args[0]
			screen.NoColor = screen.NoColor || a.env.NoColor
			return failed("replay", a.env.Explore(cmd.Context(), s, screen))
		},
	}
	f := cmd.Flags()
	f.BoolVar(&plain, "plain", false, "say where the session stands, without a screen")
	screenFlags(f, &screen)
	return cmd
}
