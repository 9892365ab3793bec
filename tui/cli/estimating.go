package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/choose"
	"eeporl/moments/estimators"
	"eeporl/moments/spectral"
	"eeporl/moments/whole"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

// defaultHorizon is the horizon if nothing else gives one, such as a model or the length of a log's episodes: the
// four steps that a triple takes.
const defaultHorizon = 4

// mostLogHorizon bounds the horizon that is taken from a log: planning for longer is to be asked for.
const mostLogHorizon = 8

// autoEstimator stands for the best that the data permit.
const autoEstimator = "auto"

// estimating is an estimate from data under way: what was asked, and what has come of it.
type estimating struct {
	*app
	*learning
	source dataSource
	states stateRange
	share  sharing

	report *report
	watch  *stopwatch
	line   *progress
	truth  *experiment.Truth // nil where it is unknown
	data   *dataset
	counts *moments.Counts
	whole  *moments.Episodes // the data's whole episodes; nil where triples do, or are all there is
	setup  experiment.Setup
	acted  experiment.Habit // how the log's own actions were chosen; nil until somebody asks
}

// run learns from the data and answers.
func (x *estimating) run(cmd *cobra.Command) error {
	ctx := cmd.Context()
	x.report = &report{seed: x.seed, c: math.NaN()}
	like, err := x.declared()
	if err != nil {
		return err
	}
	x.watch, x.line = x.stopwatch(), x.progress()
	defer x.line.done()
	x.watch.enter(stageSample)
	x.line.say("reading %s", pathsText(x.source.paths))
	done, err := x.spool(x.source.paths...)
	if err != nil {
		return err
	}
	defer done()
	for _, step := range []func(context.Context) error{
		func(ctx context.Context) error { return x.read(ctx, like) },
		x.readWhole, x.choose, x.estimate, x.judge, x.heldBack, x.askTheLog,
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return x.answer(cmd)
}

// declared is the model that --like names, whose truth the estimate is held against; nil for none.
func (x *estimating) declared() (*pomdp.POMDP, error) {
	if x.source.like == "" {
		if x.c != 0 {
			return nil, errors.New("-c: found it without --like, expected both: only the truth to compare with depends on c")
		}
		return nil, nil
	}
	s, err := load(x.source.like, x.horizon, nil)
	if err != nil {
		return nil, err
	}
	if x.truth, err = x.truthOf(s, x.c); err != nil {
		return nil, err
	}
	x.source.Bins = s.Bins
	r := x.report
	r.scenario, r.c, r.found = s.Name, x.truth.Exploration.C(), s.found
	return s.Model, nil
}

// byItself says whether whole episodes are to be learned from where there are any.
func (x *estimating) byItself() bool {
	return (x.learning.estimator == autoEstimator || x.learning.estimator == moments.WholeName) && x.program.words == ""
}

// read reads the data and counts their triples.
func (x *estimating) read(ctx context.Context, like *pomdp.POMDP) (err error) {
	x.source.short = x.byItself()
	if x.data, err = x.readData(ctx, x.source, like); err != nil {
		return err
	}
	d := x.data
	if !x.source.allowUnseen {
		if err := d.leaveOut(x.byItself() && (d.Whole() || d.symbols != nil && !x.source.windows && x.again(x.source.paths)), x.truth); err != nil {
			return failed(d.name, err)
		}
		if x.truth, err = d.fewer.truth(x.truth, x.c); err != nil {
			return err
		}
	}
	if x.counts, err = d.count(x.truth, x.byItself() && (d.Whole() || d.symbols != nil && x.again(x.source.paths))); err != nil {
		return err
	}
	x.setup = x.setupData(ctx, d, x.states.one(), x.truth)
	if x.states.one() == 0 && x.states.most > 0 {
		x.setup.States = 0 // a choice, even where a model would tell
	}
	x.setup.Moments.HeldOut = x.heldOut
	return nil
}

// readWhole reads whole episodes where the estimator learns from them, and takes the horizon from them.
func (x *estimating) readWhole(ctx context.Context) (err error) {
	by, unknown := estimators.Named(x.learning.estimator)
	earned := unknown == nil && by.Uses == moments.FromEarned && x.program.words == ""
	if x.byItself() || earned {
		x.watch.enter(stageOrder)
		x.line.say("reading whole episodes")
		if x.whole, err = x.wholeEpisodes(ctx, x.source, x.data); err != nil {
			return failed(x.data.name, err)
		}
	}
	if x.whole == nil && x.learning.estimator == moments.WholeName {
		return fmt.Errorf("--estimator: found %s, and triples alone, expected whole episodes: a log that can be read again, or counted with --whole", x.learning.estimator)
	}
	if x.whole != nil {
		if _, ends := x.whole.EarlyEnd(); ends {
			x.whole = x.whole.Final()
		}
	}
	if earned {
		x.setup.Episodes = x.whole
	}
	if x.whole != nil && x.truth == nil && x.horizon == 0 {
		if length := x.whole.Lengths(); length.Commonest > 0 {
			x.setup.Planning.Horizon = min(length.Commonest, mostLogHorizon)
			x.setup.Moments.Horizon, x.report.length = x.setup.Planning.Horizon, length
		}
	}
	return nil
}

// choose chooses what nobody has: the estimator, and the number of states.
func (x *estimating) choose(ctx context.Context) (err error) {
	if x.pieces, err = x.share.open(func() string {
		return estimateID(x.counts, x.whole, x.learning.estimator, x.setup.States, x.states, x.setup.Moments)
	}); err != nil {
		return err
	}
	x.setup.Moments.Pieces = x.pieces
	if x.byItself() {
		if err := x.chooseEstimator(ctx); err != nil {
			return failed(x.data.name, err)
		}
		x.setup.Overlapping = x.setup.Overlapping || x.episodes != nil // the bound speaks of triples
	}
	if x.heldOut > 0 && x.episodes == nil {
		return errors.New("--held-out: found no whole episodes to learn from, expected --estimator auto, and a log that can be read again or counted with --whole")
	}
	if x.setup.States == 0 {
		x.watch.enter(stageOrder)
		x.line.say("choosing the number of states")
		if x.report.order, err = chooseStates(ctx, x.counts, x.states, x.setup.Moments); err != nil {
			return failed(x.data.name, err)
		}
		x.setup.States = x.report.order.Used()
	}
	return nil
}

// chooseEstimator takes the best estimator that the data permit, and a number of states for it if there is none. It
// says in the report what it did and why. The episodes that were learned from are nil where that was triples.
func (x *estimating) chooseEstimator(ctx context.Context) error {
	r := x.report
	if x.whole == nil {
		r.learnedBy = fmt.Sprintf("polished: maximum likelihood on the first three symbols of %s episodes, since these data are triples, or cannot be read again.", figure.Count(x.counts.Total()))
		polished, _ := estimators.Named("polished")
		x.setup.Estimator = polished.Run
		return nil
	}
	from := learnableOf(x.whole, x.counts)
	least, most := x.setup.States, x.setup.States
	if x.setup.States == 0 {
		least, most = x.states.ends()
	}
	choice, fit := from.chooseStates(ctx, x.data, least, most, x.setup.Moments, x.line)
	if err := ctx.Err(); err != nil {
		return err
	}
	if choice == nil {
		return errShared
	}
	if x.setup.States == 0 {
		r.order = choice
		x.setup.States = r.order.Used()
	}
	best := fit(max(x.setup.States, least))
	r.learnedBy = x.data.used(from.episodes) + " " + from.words
	x.episodes = from.episodes
	x.setup.Estimator = func(ctx context.Context, data moments.Data, _ int, _ moments.Options) *moments.Estimate {
		return whole.WholeFrom(ctx, from.episodes, data.Counts, best)
	}
	return nil
}

// learnable are the episodes that likelihood may learn from.
type learnable struct {
	episodes *moments.Episodes
	counts   *moments.Counts
	openLoop bool   // actions were drawn blindly
	words    string // that in words
}

// learnableOf says what likelihood may learn from. Where actions look at what was seen, what follows a gap is left out:
// nobody knows what they saw in it.
func learnableOf(episodes *moments.Episodes, counts *moments.Counts) learnable {
	tests, peeking := moments.OpenLoop(counts, episodes)
	told := slices.ContainsFunc(tests, func(t moments.Independence) bool { return t.Variance > 0 })
	switch {
	case len(peeking) > 0:
		return learnable{episodes.Beginnings(), counts, false, "The actions look at what is seen: moments would be biased, and the likelihood takes actions as given."}
	case !told && counts.Sizes().A > 1:
		return learnable{episodes, counts, false, "Too little was recorded to test whether the actions look at what is seen; the likelihood takes them as given."}
	case !told:
		return learnable{episodes, counts, counts.Total() > 0, "There is one action: it cannot look at what is seen."}
	}
	return learnable{episodes, counts, counts.Total() > 0, "The actions were drawn blindly, as far as a test can tell."}
}

// chooseStates is choose.ChooseStatesWhole from where aligned leads, where the moments can be trusted.
func (l learnable) chooseStates(ctx context.Context, data *dataset, least, most int, o moments.Options, line *progress) (*choose.OrderChoice, func(states int) *moments.Estimate) {
	o.Progress = func(done, total int) {
		if total > 1 {
			line.say("choosing the number of states: %d tried", done)
		}
	}
	return choose.ChooseStatesWhole(ctx, l.episodes, l.counts, least, most, o, func(states int) *moments.Estimate {
		if !l.openLoop || l.episodes.Sizes() != data.Sizes || states < 2 || data.Sizes.Triples() > experiment.MaxCells {
			return nil
		}
		return spectral.Aligned(ctx, l.counts, states, o)
	})
}

// estimate learns, and plans with what was learned.
func (x *estimating) estimate(ctx context.Context) error {
	if x.share.several() {
		return x.share.replicates(ctx, x.counts, x.setup, x.learning, x.report.order != nil, x.line)
	}
	r, d := x.report, x.data
	if err := x.learn(ctx, r, x.counts, x.truth, x.setup, x.learning, x.watch, x.line); err != nil {
		return failed(d.name, err)
	}
	r.data, r.episodes, r.horizon, r.seconds = d, x.counts.Total(), x.setup.Planning.Horizon, x.watch.spent
	if x.episodes != nil {
		r.episodes = x.episodes.Total() // with those that are too short for a triple
		r.learnedFrom = &learnedFromDoc{Episodes: Number(x.episodes.Total()), Steps: Number(x.episodes.Steps()), Rows: Number(d.Rows + d.Skipped), Triples: Number(x.counts.Total())}
	}
	r.names = d.called()
	if x.truth != nil {
		r.names.States = x.truth.Model.Spec().States
	}
	if !d.rewarded() {
		r.outcome.Planned = nil
	}
	return nil
}

// discount is that of the plan.
func (x *estimating) discount() float64 { return cmp.Or(x.setup.Planning.Discount, 1) }

// answer writes files, reports and the answer.
func (x *estimating) answer(cmd *cobra.Command) error {
	var err error
	if x.missing, err = x.files.write(cmd.Context(), x.report); err != nil {
		return err
	}
	if err := x.writeReports(cmd, x.report, x.learning, x.line); err != nil {
		return err
	}
	if x.brief && !x.asJSON {
		if x.data.log != nil {
			x.warn(append(append(lacking(x.data.log), x.data.taken()...), x.data.ofEpisodes(x.whole)...))
		}
		x.report.writeNeeded(&x.out)
		return nil
	}
	return x.answerWith(x.report, x.asJSON)
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
