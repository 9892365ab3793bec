package cli

import (
	"context"
	"errors"
	"fmt"
	"math"

	"eeporl/moments/estimators"
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
	estimator string
	program   foreignFlag // in the estimator's stead
	options   moments.Options
	observe   planning.Observe // "" stands for the model's own
	planner   planning.Planner
	budget    planning.Budget
	intervals int               // bootstrap replicates; 0 for normal theory where it holds and takes seconds; or noIntervals, normalIntervals
	heldOut   float64           // share of whole episodes that is kept back
	against   string            // what the policy is held against
	more      more              // how many more episodes are asked for
	brief     bool              // that alone is answered
	rules     int               // in which the policy is to be said; 0 for none
	episodes  *moments.Episodes // whole ones that were learned from, nil for triples
	arrays    string
	files     learnedFiles
	pieces    moments.Pieces // of replicates and numbers of states, nil where one process does all
	reports   []string       // files
}

func (l *learning) addFlags(cmd *cobra.Command, estimators ...string) {
	f := cmd.Flags()
	seedFlag(f, &l.seed)
	estimatorFlag(f, &l.estimator, estimators...)
	l.program.replace(f)
	cFlag(f, &l.c)
	horizonFlag(f, &l.horizon)
	estimatorFlags(f, &l.options)
	addFlag(f, &l.intervals, "intervals", "", "", "N|normal|none", "95 % intervals of every parameter: by N bootstrap replicates, by normal theory where a likelihood is maximised, or none (default normal, if that takes seconds)", parseIntervals)
	observeFlag(f, &l.observe)
	plannerFlag(f, &l.planner)
	planFlag(f, &l.planner)
	budgetFlag(f, &l.budget)
	arraysFlag(f, &l.arrays)
	reportFlag(f, &l.reports)
	l.files.addFlags(f)
}

// by is the estimator of that name, which the flag's parser knew, or the program.
func (l *learning) by(ctx context.Context) moments.Run {
	if run, ok := l.program.by(ctx); ok {
		return run
	}
	by, _ := estimators.Named(l.estimator)
	return by.Run
}

// stageSample is the stopwatch's stage of getting the counts, by drawing or by
// reading.
const stageSample = "sample"

func (a *app) run() *cobra.Command {
	var (
		l        learning
		episodes float64
		levels   []float64
	)
	cmd := &cobra.Command{
		Use:   "run SCENARIO|MODEL",
		Short: "Draw episodes, estimate, plan, and compare with the optimum",
		Long: `run is the whole experiment: N episodes of exploration, the estimate from their triples,
FindPolicy on it, and what its policy is truly worth beside the optimum. It sees exactly the
counts of a fresh explorer session of the same seed that leaps to N. An estimate that cannot
go on ends in a finding, with what exists, and the exit code is 0. --estimator all holds all
estimators against the same counts, a line each; --intervals, --arrays and --report are about
one estimate and go with a single estimator. Where a --budget ends the planning, values and the
regret are certified intervals, and a finding says so. --report writes all of it with its plots into one
file to keep or to send, and how to see it again.`,
		Example: `  eeporl run tea --episodes 1e5 --seed 1
  eeporl run tea --episodes inf --json
  eeporl run tea --episodes 1e5 --json > run.json
  eeporl run tea --episodes 1e4 --estimator polished --intervals 50
  eeporl run tea --episodes 1e6 --estimator naive
  eeporl run tea --episodes 1e6 --estimator naive --match-by-belief
  eeporl run robot --episodes 1e4 --estimator all
  eeporl run --episodes 10^6 noisy-tiger --rotations 40 --normalize simplex
  eeporl run tea --episodes 1e5 --horizon 100 --budget 1s
  eeporl run tea --episodes 1e5 --intervals 50 --report tea.html
  eeporl run tiger --episodes 1e5
  eeporl run tea --episodes 1e6 --estimator 'exec:python3 mine.py'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			defer l.program.end()
			s, err := load(args[0], l.horizon, levels)
			if err != nil {
				return err
			}
			l.observe = s.observing(l.observe)
			truth, err := a.truthOf(s, l.c)
			if err != nil {
				return err
			}
			if l.intervals > 0 && math.IsInf(episodes, 1) {
				return errors.New("--intervals: found it with --episodes inf, expected a finite number: the exact law has no sampling error")
			}
			if l.estimator == allEstimators && (l.intervals > 0 || l.arrays != "" || l.reports != nil) {
				return errors.New("--estimator: found all with --intervals, --arrays or --report, expected a single one: they are one estimate's")
			}
			if l.estimator == allEstimators {
				return a.runAll(cmd.Context(), s, truth, episodes, &l)
			}
			return a.runExperiment(cmd, s, truth, episodes, &l)
		},
	}
	modelArgument(cmd)
	addFlag(cmd.Flags(), &episodes, "episodes", "n", "1e5", "N|inf", "episodes to learn from; inf for the exact law", experiment.ParseEpisodes)
	levelsFlag(cmd.Flags(), &levels)
	l.addFlags(cmd, allEstimators)
	a.answerFlags(cmd.Flags(), &l.asJSON)
	return cmd
}

func (a *app) runExperiment(cmd *cobra.Command, s world, truth *experiment.Truth, episodes float64, l *learning) error {
	ctx := cmd.Context()
	watch, line := a.stopwatch(), a.progress()
	defer line.done()
	watch.enter(stageSample)
	line.say("drawing %s episodes", figure.Count(episodes))
	counts, err := truth.Draw(l.seed, episodes)
	if err != nil {
		return failed(s.Name, err)
	}
	r := &report{
		scenario: s.Name, seed: l.seed, episodes: episodes, horizon: truth.Model.Horizon(),
		c: truth.Exploration.C(), names: namesOf(truth.Model), found: s.found,
	}
	if err := a.learn(ctx, r, counts, truth, l.setup(ctx, truth.Model), l, watch, line); err != nil {
		return failed(s.Name, err)
	}
	r.seconds = watch.spent
	if a.missing, err = l.files.write(ctx, r); err != nil {
		return err
	}
	if err := a.writeReports(cmd, r, l, line); err != nil {
		return err
	}
	return a.answerWith(r, l.asJSON)
}

// setup is the experiment on a known model.
func (l *learning) setup(ctx context.Context, m *pomdp.POMDP) experiment.Setup {
	o := l.options
	o.Seed, o.RewardValues, o.Horizon = l.seed, m.RewardValues(), m.Horizon()
	return experiment.Setup{
		Estimator: l.by(ctx),
		States:    m.Sizes().S,
		Moments:   o,
		Planning:  planning.Options{Horizon: m.Horizon(), Discount: m.Discount(), Observe: l.observe, Planner: l.planner, Budget: l.budget},
	}
}

// check says what does not go together.
func (l *learning) check() error {
	if l.program.words != "" && (l.intervals > 0 || l.reports != nil) {
		return errors.New("--estimator: found exec: with --intervals or --report, expected an estimator that needs no other program: they ask for many estimates")
	}
	if by, err := estimators.Named(l.estimator); err == nil && l.intervals == normalIntervals && !by.Gives(moments.GivesLikelihood) {
		return fmt.Errorf("--intervals: found normal with %s, expected a number of replicates: normal theory is for estimators that maximise a likelihood", l.estimator)
	}
	return nil
}

// learn runs the experiment, measures its stages with watch, shows its progress on line, puts the
// outcome into r, and writes the arrays that were asked for.
func (a *app) learn(ctx context.Context, r *report, counts *moments.Counts, truth *experiment.Truth, s experiment.Setup, l *learning, watch *stopwatch, line *progress) error {
	if err := l.check(); err != nil {
		return err
	}
	keepWithin(l.budget)
	title := "estimating"
	share := func(what string, done, total int) {
		if total > 0 {
			line.say("%s: %s, %d %%", title, what, int(math.Round(100*float64(done)/float64(total))))
		}
	}
	var told func(planning.Progress) // of the plan under way
	s.Planning.Progress = func(p planning.Progress) { told(p) }
	s.Enter = func(stage experiment.Stage) {
		watch.enter(string(stage))
		title = map[experiment.Stage]string{
			experiment.StageEstimate: "estimating",
			experiment.StageBound:    "computing the Cramér–Rao bound",
			experiment.StagePlan:     "planning",
			experiment.StageOptimum:  "planning on the true model",
		}[stage]
		line.say("%s", title)
		told = a.planProgress(line, title)
	}
	var err error
	if r.outcome, err = experiment.Run(ctx, counts, truth, s); err == nil {
		r.truth = truth
		watch.enter(stageIntervals)
		title = "intervals"
		err = r.addIntervals(ctx, counts, l, func(done, total int) { share("replicates", done, total) })
	}
	watch.enter("")
	if err != nil || l.arrays == "" {
		return err
	}
	return writeArrays(l.arrays, estimateArrays(r.outcome.Estimated.Estimate, counts))
}

func (a *app) answerWith(r *report, asJSON bool) error {
	if asJSON {
		return writeJSON(&a.out, r.doc())
	}
	r.writeText(&a.out)
	return nil
}
