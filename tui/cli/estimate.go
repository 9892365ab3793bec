package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/spf13/cobra"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/scenarios"
)

// RewardsAssumed is the code of the finding that the log's reward levels stand
// for their own indices, because nobody said what they are worth.
const RewardsAssumed moments.Code = "reward-values-assumed"

// defaultHorizon plans for the four steps that a triple takes.
const defaultHorizon = 4

// logSource is a log and what is declared about it.
type logSource struct {
	path         string
	states       int
	like         string
	actions      []string
	observations []string
	rewards      []float64
}

func (a *app) estimate() *cobra.Command {
	var (
		l   learning
		src logSource
	)
	cmd := &cobra.Command{
		Use:   "estimate LOG",
		Short: "Estimate and plan from a log of episodes",
		Long: `estimate learns from data: a triple table in CSV with the header
a1,z2,r2,a2,z3,r3,a3,z4,r4,a4 and optionally count; - reads stdin. z2 is what was seen after
a1, and r2 what a2 earned. Entries are indices from 0, or names that --like or the lists
declare. With --like the model is also the truth that the estimate is held against.`,
		Example: `  eeporl simulate tea --episodes 1e5 --seed 1 | eeporl estimate - --states 2
  eeporl simulate tea --episodes 1e5 --names | eeporl estimate - --like tea --json
  eeporl simulate tea --episodes 20000 --names > tea.csv
  eeporl estimate tea.csv --states 2 --actions offer-tea,offer-coffee --observations smile,frown --rewards 0,1`,
		Args: oneArgument("LOG: the path of a triple table, or - for stdin"),
		RunE: func(cmd *cobra.Command, args []string) error {
			src.path = args[0]
			return a.runEstimate(cmd.Context(), src, &l)
		},
	}
	f := cmd.Flags()
	addFlag(f, &src.states, "states", "", "", "K", "number of hidden states (default that of --like)", positive(1000))
	f.StringVar(&src.like, "like", "", "`SCENARIO|MODEL` that declares the names and is held as the truth")
	addFlag(f, &src.actions, "actions", "", "", "a,b,...", "names of the actions", parseNames)
	addFlag(f, &src.observations, "observations", "", "", "a,b,...", "names of the observations", parseNames)
	addFlag(f, &src.rewards, "rewards", "", "", "v0,v1,...", "values of the reward levels", parseNumbers)
	l.addFlags(cmd)
	return cmd
}

func (a *app) runEstimate(ctx context.Context, src logSource, l *learning) error {
	declared := scenarios.Declared{Actions: src.actions, Observations: src.observations, Rewards: src.rewards}
	r := &report{seed: l.seed, c: math.NaN()}
	var truth *experiment.Truth
	switch {
	case src.like != "":
		s, err := load(src.like, l.horizon)
		if err != nil {
			return err
		}
		if truth, err = truthOf(s, l.c); err != nil {
			return err
		}
		declared.Like = s.Model
		r.scenario, r.c = s.Name, truth.Exploration.C()
	case src.states == 0:
		return errors.New("--states: found none, expected the number of hidden states, or --like with a model that has one")
	case l.c != 0:
		return errors.New("-c: found it without --like, expected both: only the truth to compare with depends on c")
	}

	watch, line := a.stopwatch(), a.progress()
	defer line.done()
	watch.enter(stageSample)
	line.say("reading %s", src.path)
	log, err := a.readLog(src.path, declared)
	if err != nil {
		return err
	}
	setup := l.setupLog(log, src.states, truth)
	counts, err := count(log, setup.States, truth, src.path)
	if err != nil {
		return err
	}
	if r.outcome, err = a.learn(ctx, counts, truth, setup, watch, line); err != nil {
		return failed(src.path, err)
	}
	r.episodes, r.horizon, r.seconds = counts.Total(), setup.Planning.Horizon, watch.spent
	r.names = names{actions: log.Actions, observations: log.Observations}
	if truth != nil {
		r.names.states = truth.Model.Spec().States
	}
	if log.RewardsAssumed {
		r.found = append(r.found, moments.Finding{
			Code: RewardsAssumed, Value: math.NaN(), Limit: math.NaN(), Pair: -1, Column: -1,
			Detail: fmt.Sprintf("Nobody said what the %d reward levels are worth: each is taken for its index; --rewards v0,v1,… says it.", len(log.Rewards)),
		})
	}
	_, peeking := moments.OpenLoop(counts)
	r.found = append(r.found, peeking...)
	return a.writeReport(r, l.asJSON)
}

// readLog reads a file, or stdin for "-".
func (a *app) readLog(path string, declared scenarios.Declared) (*scenarios.Log, error) {
	name, in := "stdin", a.stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, failed(path, err)
		}
		defer f.Close()
		name, in = path, io.Reader(f)
	}
	log, err := scenarios.ReadLog(in, name, declared)
	return log, failed(name, err)
}

// setupLog is the experiment on a log, where only the truth, if there is one,
// knows of a horizon and a discount.
func (l *learning) setupLog(log *scenarios.Log, states int, truth *experiment.Truth) experiment.Setup {
	s := experiment.Setup{Estimator: l.estimator, States: states, Moments: l.options}
	s.Planning = planning.Options{Horizon: l.horizon, Planner: l.planner}
	if truth != nil {
		s = l.setup(truth.Model)
		if states > 0 {
			s.States = states
		}
	}
	if s.Planning.Horizon == 0 {
		s.Planning.Horizon = defaultHorizon
	}
	s.Moments.Seed, s.Moments.RewardValues, s.Moments.Horizon = l.seed, log.Rewards, s.Planning.Horizon
	return s
}

// count makes the counts of a log, which must fit the truth, if there is one.
func count(log *scenarios.Log, states int, truth *experiment.Truth, path string) (*moments.Counts, error) {
	n := log.Sizes(states)
	if truth != nil {
		want := truth.Model.Sizes()
		want.S = states
		if n != want {
			return nil, failed(path, fmt.Errorf("found %s, expected %s's %s", sizesText(n), truth.Model.Name(), sizesText(want)))
		}
	}
	if cells := math.Pow(float64(n.A), 4) * math.Pow(float64(n.Outcomes()), 3); cells > experiment.MaxCells {
		return nil, failed(path, fmt.Errorf("found %s: %.3g triples that can occur, expected at most %.3g; is an index wrong?",
			sizesText(n), cells, float64(experiment.MaxCells)))
	}
	counts := moments.NewCounts(n)
	for cell, k := range log.Cells() {
		counts.Add(n.CellIndex(cell), k)
	}
	return counts, nil
}

func sizesText(n pomdp.Sizes) string {
	return fmt.Sprintf("|A| = %d, |Z| = %d, |R| = %d", n.A, n.Z, n.R)
}
