package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/scenarios/logs"
)

// defaultHorizon is the horizon if nothing else gives one, such as a model or the length of a log's episodes: the
// four steps that a triple takes.
const defaultHorizon = 4

// mostLogHorizon bounds the horizon that is taken from a log: planning for longer is to be asked for.
const mostLogHorizon = 8

func (a *app) estimate() *cobra.Command { return a.learner(&learning{}) }

// learner is a command that learns from data.
func (a *app) learner(l *learning) *cobra.Command {
	var (
		d      dataSource
		states stateRange
		share  sharing
	)
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
			if printed, err := share.begin(a, cmd, args); printed || err != nil {
				return err
			}
			d.paths = args
			defer l.program.end()
			return share.end(a, a.runEstimate(cmd, d, states, l, &share))
		},
	}
	f := cmd.Flags()
	addFlag(f, &states, "states", "", "", "K|K:L", "number of hidden states, or what to choose from (default that of --like, or 1:6)", parseStates)
	d.addFlags(f, "`SCENARIO|MODEL` that declares the names and is held as the truth")
	addFlag(f, &l.heldOut, "held-out", "", "", "SHARE", "share of whole episodes that is kept back to judge a policy and numbers of states by, .2 say", inside("share"))
	againstFlag(f, &l.against)
	rulesFlag(f, &l.rules)
	l.more.addFlags(f)
	l.addFlags(cmd, autoEstimator, moments.WholeName)
	share.addFlags(f)
	auto := f.Lookup("estimator")
	_ = auto.Value.Set(autoEstimator)
	auto.DefValue = autoEstimator
	a.answerFlags(f, &l.asJSON)
	return cmd
}

func (a *app) runEstimate(cmd *cobra.Command, d dataSource, states stateRange, l *learning, share *sharing) error {
	ctx := cmd.Context()
	r := &report{seed: l.seed, c: math.NaN()}
	var truth *experiment.Truth
	var like *pomdp.POMDP
	switch {
	case d.like != "":
		s, err := load(d.like, l.horizon, d.levels)
		if err != nil {
			return err
		}
		if truth, err = truthOf(s, l.c); err != nil {
			return err
		}
		d.learned = s.Bins
		like, r.scenario, r.c, r.found = s.Model, s.Name, truth.Exploration.C(), s.found
	case l.c != 0:
		return errors.New("-c: found it without --like, expected both: only the truth to compare with depends on c")
	}

	watch, line := a.stopwatch(), a.progress()
	defer line.done()
	watch.enter(stageSample)
	line.say("reading %s", pathsText(d.paths))
	done, err := a.spool(d.paths...)
	if err != nil {
		return err
	}
	defer done()
	byItself := (l.estimator == autoEstimator || l.estimator == moments.WholeName) && l.program.words == ""
	d.short = byItself
	data, err := a.readData(ctx, d, like)
	if err != nil {
		return err
	}
	if !d.allowUnseen {
		whole := byItself && (data.Whole() || data.symbols != nil && !d.windows && a.again(d.paths))
		if err := data.leaveOut(whole, truth); err != nil {
			return failed(data.name, err)
		}
		if truth, err = data.fewer.truth(truth, l.c); err != nil {
			return err
		}
	}
	counts, err := data.count(truth, byItself && (data.Whole() || data.symbols != nil && a.again(d.paths)))
	if err != nil {
		return err
	}
	setup := l.setupData(ctx, data, states.one(), truth)
	if states.one() == 0 && states.most > 0 {
		setup.States = 0 // a choice, even where a model would tell
	}
	setup.Moments.HeldOut = l.heldOut
	var episodes *moments.Episodes
	if byItself {
		watch.enter(stageOrder)
		line.say("reading whole episodes")
		if episodes, err = a.wholeEpisodes(ctx, d, data); err != nil {
			return failed(data.name, err)
		}
		if episodes == nil && l.estimator == moments.WholeName {
			return fmt.Errorf("--estimator: found %s, and triples alone, expected whole episodes: a log that can be read again, or counted with --whole", l.estimator)
		}
	}
	if by, err := estimators.Named(l.estimator); err == nil && by.Uses == moments.FromEarned && l.program.words == "" {
		line.say("reading whole episodes")
		if episodes, err = a.wholeEpisodes(ctx, d, data); err != nil {
			return failed(data.name, err)
		}
		setup.Episodes = episodes
	}
	if episodes != nil && truth == nil && l.horizon == 0 {
		if steps := episodes.Commonest(); steps > 0 {
			setup.Planning.Horizon = min(steps, mostLogHorizon)
			setup.Moments.Horizon, r.logSteps = setup.Planning.Horizon, steps
		}
	}
	if l.pieces, err = share.open(func() string {
		return estimateID(counts, episodes, l.estimator, setup.States, states, setup.Moments)
	}); err != nil {
		return err
	}
	setup.Moments.Pieces = l.pieces
	if byItself {
		if setup.Estimator, setup.States, l.episodes, err = a.auto(ctx, r, data, episodes, counts, setup.States, states, setup.Moments, line); err != nil {
			return failed(data.name, err)
		}
		setup.Overlapping = setup.Overlapping || l.episodes != nil // the bound speaks of triples
	}
	if l.heldOut > 0 && l.episodes == nil {
		return errors.New("--held-out: found no whole episodes to learn from, expected --estimator auto, and a log that can be read again or counted with --whole")
	}
	if setup.States == 0 {
		watch.enter(stageOrder)
		line.say("choosing the number of states")
		if r.order, err = chooseStates(ctx, counts, states, setup.Moments); err != nil {
			return failed(data.name, err)
		}
		setup.States = r.order.states()
	}
	if share.several() {
		return share.replicates(ctx, counts, setup, l, r.order != nil, line)
	}
	if err := a.learn(ctx, r, counts, truth, setup, l, watch, line); err != nil {
		return failed(data.name, err)
	}
	r.episodes, r.horizon, r.seconds = counts.Total(), setup.Planning.Horizon, watch.spent
	if l.episodes != nil {
		r.episodes = l.episodes.Total() // with those that are too short for a triple
		r.learnedFrom = &learnedFromDoc{Episodes: Number(l.episodes.Total()), Steps: Number(l.episodes.Steps()), Rows: Number(data.Rows + data.Skipped), Triples: Number(counts.Total())}
	}
	r.data = data
	n := data.Sizes
	r.names = names{actions: named(data.Actions, "action", n.A), observations: named(data.Observations, "obs", n.Z), rewards: levelTexts(data.Rewards)}
	if truth != nil {
		r.names.states = truth.Model.Spec().States
	}
	if !data.rewarded() {
		r.outcome.Planned = nil
	} else if episodes != nil {
		r.behaviour = episodes.Behaviour(data.Rewards, setup.Planning.Horizon, cmp.Or(setup.Planning.Discount, 1))
		judging := l.episodes != nil && r.outcome.Planned != nil && r.outcome.Estimated.Model != nil
		var habit experiment.Habit
		if judging && (l.intervals != noIntervals || l.heldOut > 0) {
			r.stated = d.columns[logs.ProbabilityColumn]
			if habit, err = a.habit(ctx, d, data, l.episodes, setup.Planning.Horizon); err != nil {
				return failed(data.name, err)
			}
		}
		if judging && l.intervals != noIntervals {
			line.say("drawing what the policy may be worth")
			rival, err := r.rivalOf(l.against, r.outcome.Estimated.Model, cmp.Or(setup.Planning.Discount, 1))
			if err != nil {
				return err
			}
			if r.worth, err = experiment.PolicyWorth(ctx, l.episodes, r.outcome.Estimated.Model, r.outcome.Planned.Tree, rival, intervalLevel, setup.Moments); err != nil {
				return failed(data.name, err)
			}
			if r.needed = l.more.needed(r.worth, r.behaviour, l.episodes.Total()); r.needed != nil {
				line.say("comparing ways to record")
				if r.needed.ways, r.needed.noWays = r.learnedWays(ctx, l, rival); ctx.Err() != nil {
					return failed(data.name, ctx.Err())
				}
			}
			byLog, err := experiment.JudgeByLog(l.episodes, habit, r.outcome.Estimated.Model, r.outcome.Planned.Tree, data.Rewards, cmp.Or(setup.Planning.Discount, 1))
			if err != nil {
				return err
			}
			r.judge(byLog)
		}
		if judging && l.heldOut > 0 {
			line.say("judging by the episodes kept back")
			if r.heldOut, err = experiment.JudgeHeldOut(ctx, l.episodes, habit, l.heldOut, setup.States, setup.Moments, setup.Planning); err != nil {
				return failed("--held-out", err)
			}
			r.judgeHeldOut()
		}
	}
	if r.worth == nil && (l.against != againstLog || l.more.asked()) {
		return errors.New("found --against, --within or --sure, expected a policy with an interval beside them: learned from whole episodes of a log with rewards, by --estimator auto, with --intervals left alone")
	}
	if l.episodes != nil {
		line.say("asking whether the model holds")
		ordered, err := a.inOrder(ctx, d, data, l.episodes.Total())
		if err != nil {
			return failed(data.name, err)
		}
		r.probe(ctx, ordered, !d.unsorted)
	}
	if l.rules > 0 {
		line.say("looking for rules")
	}
	if err := r.inRules(ctx, l.rules); err != nil {
		return err
	}
	r.found = append(append(r.found, data.findings()...), data.names...)
	r.weakSupport()
	_, peeking := moments.OpenLoop(counts)
	r.found = append(r.found, peeking...)
	if err := l.files.write(r); err != nil {
		return err
	}
	if err := a.writeReports(cmd, r, l, line); err != nil {
		return err
	}
	if l.brief && !l.asJSON {
		r.writeNeeded(&a.out)
		return nil
	}
	return a.answerWith(r, l.asJSON)
}

// setupData is the experiment on data. If there is a truth, it gives the number of states, unless
// states > 0, the horizon and the discount.
func (l *learning) setupData(ctx context.Context, d *dataset, states int, truth *experiment.Truth) experiment.Setup {
	s := experiment.Setup{Estimator: l.by(ctx), States: states, Moments: l.options, Overlapping: d.Windows}
	s.Planning = planning.Options{Horizon: l.horizon, Observe: l.observe, Planner: l.planner, Budget: l.budget}
	if truth != nil {
		s = l.setup(ctx, truth.Model)
		s.Overlapping = d.Windows
		if states > 0 {
			s.States = states
		}
	}
	s.Recorded = true
	if s.Planning.Horizon == 0 {
		s.Planning.Horizon = defaultHorizon
	}
	s.Moments.Seed, s.Moments.RewardValues, s.Moments.Horizon = l.seed, d.Rewards, s.Planning.Horizon
	return s
}
