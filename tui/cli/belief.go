package cli

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"eeporl/pomdp"
)

func (a *app) belief() *cobra.Command {
	return a.withFile(&cobra.Command{
		Use:   "belief SCENARIO|MODEL LOG",
		Short: "Print what a model says of the hidden states along a log",
		Long: `belief filters: for every episode of a log and every step, the probability of each hidden
state given what was done, earned and seen so far. Step 0 is before the first one. Episodes bear the
log's own names, or numbers from 0 where it has none. The columns bear the names of the model's states.`,
		Example: `  eeporl simulate tea --episodes 3 --long > tea.csv
  eeporl belief tea tea.csv`,
		Args: modelAndLog,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := load(args[0], 0, nil)
			if err != nil {
				return err
			}
			a.out.WriteString(namesText(append([]string{"episode", "step"}, s.Model.Spec().States...)) + "\n")
			row := func(episode string, step int, b pomdp.Belief) {
				line := append(a.out.AvailableBuffer(), episode...)
				line = strconv.AppendInt(append(line, ','), int64(step), 10)
				for _, p := range b {
					line = strconv.AppendFloat(append(line, ','), p, 'g', -1, 64)
				}
				a.out.Write(append(line, '\n'))
			}
			var left passedOver
			err = a.episodesUnder(cmd.Context(), s, args[1], func(e *logEpisode) error {
				b, id := s.Model.InitialBelief(), namesText([]string{e.id})
				row(id, 0, b)
				for t, act := range e.acts {
					if b, _ = s.Model.After(b, act); b == nil {
						left.impossible = append(left.impossible, fmt.Sprintf("%s (step %d)", e.name(), t+1))
						return nil
					}
					row(id, t+1, b)
				}
				if e.cut {
					left.cut = append(left.cut, e.name())
				}
				return nil
			})
			left.tell(a)
			return failed(args[1], err)
		},
	})
}
