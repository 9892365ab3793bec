package cli

import (
	"encoding/csv"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/floats"

	"eeporl/model"
	"eeporl/planning"
)

func (a *app) act() *cobra.Command {
	var horizon int
	var budget planning.Budget
	var explained bool
	cmd := &cobra.Command{
		Use:   "act SCENARIO|MODEL LOG",
		Short: "Say what to do next in each episode, and what else would lose",
		Long: `act plans on: from the belief at the end of each episode of a log, for the steps that the
horizon leaves, the best action, and what each action loses against it. Episodes that are over are
left out; --horizon tells how many steps an episode has. With two states one plan serves all episodes,
with more each episode has its own; --budget bounds the planning for one. --explain adds a column
that says why: what is believed, what the last step changed of it, and what the best action and
the next best earn now and later.`,
		Example: `  eeporl simulate tea --episodes 3 --long --horizon 4 > tea.csv
  eeporl act tea tea.csv --horizon 6
  eeporl act tea tea.csv --horizon 6 --explain`,
		Args: modelAndLog,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := load(args[0], horizon, nil)
			if err != nil {
				return err
			}
			m := s.Model
			names := namesOf(m)
			out := csv.NewWriter(&a.out)
			head := []string{"episode", "step", "best", "value"}
			for action := range m.Sizes().A {
				head = append(head, "loss:"+names.Action(action))
			}
			if explained {
				head = append(head, "why")
			}
			if err := out.Write(head); err != nil {
				return err
			}
			worth, err := a.worthOfActions(cmd.Context(), m, budget)
			if err != nil {
				return failed(args[0], err)
			}
			episodes, ended := 0, 0
			var passed passedOver
			err = a.episodesUnder(cmd.Context(), s, args[1], func(e *logEpisode) error {
				episodes++
				acts := e.acts
				if e.cut {
					passed.cut = append(passed.cut, e.name())
					return nil
				}
				b := m.InitialBelief()
				before := b
				for t, act := range acts {
					before = b
					if b, _ = m.After(b, act); b == nil {
						passed.impossible = append(passed.impossible, fmt.Sprintf("%s (step %d)", e.name(), t+1))
						return nil
					}
				}
				left := m.Horizon() - len(acts)
				if left < 1 || e.ended {
					ended++
					return nil
				}
				values, err := worth.at(cmd.Context(), b, left)
				if err != nil {
					return err
				}
				best := floats.MaxIdx(values)
				row := []string{e.id, strconv.Itoa(len(acts) + 1), names.Action(best), strconv.FormatFloat(values[best], 'g', -1, 64)}
				for _, v := range values {
					row = append(row, strconv.FormatFloat(values[best]-v, 'g', -1, 64))
				}
				if explained {
					row = append(row, explainAct(m, before, acts, b, values))
				}
				return out.Write(row)
			})
			out.Flush()
			if err == nil {
				err = out.Error()
			}
			passed.tell(a)
			if worth.open && !a.quiet {
				fmt.Fprintln(a.stderr, "The budget ended before the best plan was known: values are what the plans found are worth, and what an action loses is an estimate.")
			}
			if err == nil && ended > 0 && ended == episodes && !a.quiet {
				fmt.Fprintf(a.stderr, "All %d episodes have ended: none has fewer than %d steps and no mark of an end. --horizon says how long an episode is.\n", ended, m.Horizon())
			}
			return failed(args[1], err)
		},
	}
	addFlag(cmd.Flags(), &horizon, "horizon", "", "", "H", "steps of a whole episode (default the model's)", model.WholeNumber(maxHorizon))
	budgetFlag(cmd.Flags(), &budget)
	cmd.Flags().BoolVar(&explained, "explain", false, "say in words why this action now")
	return a.withFile(cmd)
}
