package cli

import (
	"github.com/spf13/cobra"

	"eeporl/moments"
)

func (a *app) estimate() *cobra.Command { return a.learner(&learning{}) }

// learner is a command that learns from data.
func (a *app) learner(l *learning) *cobra.Command {
	x := &estimating{app: a, learning: l}
	cmd := &cobra.Command{
		Use:   "estimate LOG|COUNTS...",
		Short: "Estimate and plan from logs of episodes, or from counts files",
		Long: `estimate learns from data: logs, or counts files that 'eeporl count' made of logs, all taken
together. By itself it takes the best estimator that the data permit (--estimator auto): maximum likelihood
on whole episodes of logs that can be read again, recorded under any policy that saw no more than
their rows; else polished, on triples. It says what it did. Names that nobody declares are read off
the log. Without --states the data themselves suggest how many hidden states there are,
and the answer says how sure that is. With --like the model is also the truth that the
estimate is held against.

A long choice of the number of states, or --intervals N with one number of them, can be shared by the
tasks of a cluster: --shard I/N -o FILE does every N-th number or replicate and keeps what came of it in
FILE; with --pieces 'FILES' the same command takes what they hold, does what is missing, and answers.
--batch prints the whole script for it, 'eeporl sweep --help' tells of auto.

` + logForms,
		Example: `  eeporl simulate tea --episodes 1e5 | eeporl estimate - --states 2
  eeporl simulate tea --episodes 1e5 --names | eeporl estimate - --like tea --json
  eeporl simulate tea --episodes 20000 --names > tea.csv
  eeporl estimate tea.csv --states 2 --actions offer-tea,offer-coffee --observations smile,frown --rewards 0,1
  eeporl estimate tea.csv --like tea --estimator polished --intervals 50 --report tea.md
  eeporl estimate tea.csv --states 2 --rules 5 --held-out 0.3
  eeporl count tea.csv --like tea -o tea.counts
  eeporl estimate tea.counts
  eeporl estimate tea.counts --states 2 --estimator polished --intervals 40 --shard 1/2 -o 1of2.pieces
  eeporl estimate tea.counts --states 2 --estimator polished --intervals 40 --pieces 1of2.pieces
  eeporl estimate tea.counts --states 1:8 --shard auto/8 -o answer.json --batch slurm > job.sh`,
		Args: someArguments("LOG|COUNTS: paths of logs or counts files, or - for stdin"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if printed, err := x.share.begin(a, cmd, args); printed || err != nil {
				return err
			}
			x.source.paths = args
			defer l.program.end()
			return x.share.end(a, x.run(cmd))
		},
	}
	f := cmd.Flags()
	addFlag(f, &x.states, "states", "", "", "K|K:L", "number of hidden states, or what to choose from (default that of --like, or 1:6)", parseStates)
	x.source.addFlags(f, "`SCENARIO|MODEL` that declares the names and is held as the truth")
	addFlag(f, &l.heldOut, "held-out", "", "", "SHARE", "share of whole episodes that is kept back to judge a policy and numbers of states by, .2 say", inside("share"))
	againstFlag(f, &l.against)
	rulesFlag(f, &l.rules)
	l.more.addFlags(f)
	l.addFlags(cmd, autoEstimator, moments.WholeName)
	x.share.addFlags(f)
	auto := f.Lookup("estimator")
	_ = auto.Value.Set(autoEstimator)
	auto.DefValue = autoEstimator
	a.answerFlags(f, &l.asJSON)
	return cmd
}
