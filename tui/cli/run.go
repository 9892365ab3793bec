package cli

import (
	"context"
	"math"

	"eeporl/pomdp/figure"

	"github.com/spf13/cobra"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/planning"
	"eeporl/pomdp"
)

// learning is how `run` and `estimate` learn and plan.
type learning struct {
	asJSON    bool
	seed      uint64
	c         float64
	horizon   int
	estimator moments.Estimator
	options   moments.Options
	planner   planning.Planner
}

func (l *learning) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	seedFlag(f, &l.seed)
	estimatorFlag(f, &l.estimator)
	cFlag(f, &l.c)
	horizonFlag(f, &l.horizon)
	estimatorFlags(f, &l.options)
	plannerFlag(f, &l.planner)
	jsonFlag(f, &l.asJSON)
}

// stageSample is getting the counts, by drawing or by reading.
const stageSample = "sample"

func (a *app) run() *cobra.Command {
	var (
		l        learning
		episodes float64
	)
	cmd := &cobra.Command{
		Use:   "run SCENARIO|MODEL",
		Short: "Draw episodes, estimate, plan, and hold the policy against the optimum",
		Long: `run is the whole experiment: N episodes of exploration, the estimate from their triples,
FindPolicy on it, and what its policy is truly worth beside the optimum. It sees exactly the
counts of a fresh explorer session of the same seed that leaps to N. An estimate that cannot
go on ends in a finding, with what exists, and the exit code is 0.`,
		Example: `  eeporl run tea --episodes 1e5 --seed 1
  eeporl run tea --episodes inf --json
  eeporl run tea --episodes 1e4 --estimator polished
  eeporl run --episodes 10^6 noisy-tiger --rotations 40 --normalize simplex
  eeporl run tiger --episodes 1e5`,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := load(args[0], l.horizon)
			if err != nil {
				return err
			}
			truth, err := truthOf(s, l.c)
			if err != nil {
				return err
			}
			return a.runExperiment(cmd.Context(), s.Name, truth, episodes, &l)
		},
	}
	modelArgument(cmd)
	addFlag(cmd.Flags(), &episodes, "episodes", "n", "1e5", "N|inf", "episodes to learn from; inf for the exact law", parseEpisodes)
	l.addFlags(cmd)
	return cmd
}

func (a *app) runExperiment(ctx context.Context, name string, truth *experiment.Truth, episodes float64, l *learning) error {
	watch, line := a.stopwatch(), a.progress()
	defer line.done()
	watch.enter(stageSample)
	line.say("drawing %s episodes", figure.Count(episodes))
	counts, err := truth.Draw(l.seed, episodes)
	if err != nil {
		return failed(name, err)
	}
	outcome, err := a.learn(ctx, counts, truth, l.setup(truth.Model), watch, line)
	if err != nil {
		return failed(name, err)
	}
	r := &report{
		scenario: name, seed: l.seed, episodes: episodes, horizon: truth.Model.Horizon(),
		c: truth.Exploration.C(), names: namesOf(truth.Model), outcome: outcome, seconds: watch.spent,
	}
	return a.writeReport(r, l.asJSON)
}

// setup is the experiment on a known model.
func (l *learning) setup(m *pomdp.POMDP) experiment.Setup {
	o := l.options
	o.Seed, o.RewardValues, o.Horizon = l.seed, m.RewardValues(), m.Horizon()
	return experiment.Setup{
		Estimator: l.estimator,
		States:    m.Sizes().S,
		Moments:   o,
		Planning:  planning.Options{Horizon: m.Horizon(), Discount: m.Discount(), Planner: l.planner},
	}
}

// learn runs the experiment under the clock and tells how far it is.
func (a *app) learn(ctx context.Context, counts *moments.Counts, truth *experiment.Truth, s experiment.Setup, watch *stopwatch, line *progress) (*experiment.Outcome, error) {
	title := "estimating"
	s.Enter = func(stage experiment.Stage) {
		watch.enter(string(stage))
		title = map[experiment.Stage]string{
			experiment.StageEstimate: "estimating",
			experiment.StageBound:    "computing the Cramér–Rao bound",
			experiment.StagePlan:     "planning",
			experiment.StageOptimum:  "planning on the true model",
		}[stage]
		line.say("%s", title)
	}
	s.Planning.Progress = func(p planning.Progress) {
		if p.Total > 0 {
			line.say("%s: %s, %d %%", title, p.Stage, int(math.Round(100*float64(p.Done)/float64(p.Total))))
		}
	}
	outcome, err := experiment.Run(ctx, counts, truth, s)
	watch.enter("")
	return outcome, err
}

func (a *app) writeReport(r *report, asJSON bool) error {
	if asJSON {
		return writeJSON(&a.out, r.doc())
	}
	r.writeText(&a.out)
	return nil
}
