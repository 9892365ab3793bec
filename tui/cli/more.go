package cli

import (
	"errors"
	"io"

	"github.com/spf13/cobra"
)

// moreEpisodes is estimate for those who ask how much longer to record.
func (a *app) moreEpisodes() *cobra.Command {
	l := &learning{brief: true}
	cmd := a.learner(l)
	learn := cmd.RunE
	cmd.Use = "more LOG|COUNTS..."
	cmd.Short = "Say how many more episodes a decision needs"
	cmd.Long = `more learns from a log as 'estimate' does, and says how many episodes in all tell what the learned
policy is worth to within --within, or, with the probability of --sure, that it is better than what the
log does (--against names another policy). The interval of the worth, by draws from the posterior of all
parameters, narrows with the square root of the number of episodes, as long as they are recorded as these
were; that is what the answer rests on. JSON is that of 'estimate', under worth.needed.`
	cmd.Example = `  eeporl simulate tea --episodes 1000 --long --horizon 4 -o log.csv
  eeporl more log.csv --within 0.05
  eeporl more log.csv --sure 0.99 --against always:action-0 --json`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !l.more.asked() {
			return errors.New("found neither --within nor --sure, expected one of them")
		}
		return learn(cmd, args)
	}
	return cmd
}

// writeNeeded tells the policy in a line, what it is worth, and how many episodes there are to be.
func (r *report) writeNeeded(w io.Writer) {
	rows := [][]string{{"first", r.names.action(r.outcome.Planned.First[1]) + r.then()}, {"it is worth", r.worthText()}}
	var t table
	for _, row := range append(rows, r.today()...) {
		t.add(row...)
	}
	t.write(w, "")
}
