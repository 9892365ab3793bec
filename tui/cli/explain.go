package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"eeporl/model"
	"eeporl/model/summary"
)

func (a *app) explain() *cobra.Command {
	return &cobra.Command{
		Use:   "explain SESSION|PICTURE",
		Short: "Tell a saved session in ten lines, and what to try next",
		Long: `explain reads a session as replay does and tells it in some ten sentences: what was done, what
came out, which findings there were, and what to try next. On the screen :summary tells the same of
the session under way, in typed words summary does.`,
		Example: `  eeporl explore tea --plain --save tea.session > story.txt
  eeporl explain tea.session`,
		Args: oneArgument("SESSION|PICTURE: a file that the explorer saved"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := openSession(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if s.Session, err = model.SettleFor(cmd.Context(), s.Session, model.JobKind.Asked); err != nil {
				return &failure{err}
			}
			for _, line := range summary.Lines(s.Session) {
				fmt.Fprintln(&a.out, line)
			}
			return nil
		},
	}
}
