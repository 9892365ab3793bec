package cli

import (
	"context"
	"errors"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/scenarios/logs/tabular"
)

// judges says whether whole episodes can judge the policy.
func (x *estimating) judges() bool {
	return x.data.rewarded() && x.episodes != nil && x.report.outcome.Planned != nil && x.report.outcome.Estimated.Model != nil
}

// judge says what the policy is worth: by the model and how sure that is, and by the log itself.
func (x *estimating) judge(ctx context.Context) error {
	r, d := x.report, x.data
	if d.rewarded() && x.whole != nil {
		r.behaviour = x.whole.Behaviour(d.Rewards, x.setup.Planning.Horizon, x.discount())
	}
	if x.judges() && x.intervals != noIntervals {
		x.line.say("drawing what the policy may be worth")
		learned, tree := r.outcome.Estimated.Model, r.outcome.Planned.Tree
		rival, err := r.rivalOf(x.against, learned, x.discount())
		if err != nil {
			return err
		}
		if r.worth, err = experiment.PolicyWorth(ctx, x.episodes, learned, tree, rival, intervalLevel, x.setup.Moments); err != nil {
			return failed(d.name, err)
		}
		r.lead = experiment.LeadOf(ctx, learned, tree, soonPlanned)
		if r.needed = x.more.needed(r.worth, r.behaviour, x.episodes.Total()); r.needed != nil {
			x.line.say("comparing ways to record")
			if r.needed.ways, r.needed.noWays = r.learnedWays(ctx, x.learning, rival); ctx.Err() != nil {
				return failed(d.name, ctx.Err())
			}
		}
		habit, err := x.habits(ctx)
		if err != nil {
			return err
		}
		byLog, err := experiment.JudgeByLog(x.episodes, habit, learned, tree, d.Rewards, x.discount())
		if err != nil {
			return err
		}
		r.judge(byLog)
		r.untried(experiment.UntriedBy(x.episodes, learned, tree))
	}
	if r.worth == nil && (x.against != againstLog || x.more.asked()) {
		return errors.New("found --against, --within or --sure, expected a policy with an interval beside them: learned from whole episodes of a log with rewards, by --estimator auto, with --intervals left alone")
	}
	return nil
}

// habits are how probable the log's own actions were.
func (x *estimating) habits(ctx context.Context) (experiment.Habit, error) {
	if x.acted != nil {
		return x.acted, nil
	}
	x.report.stated = x.source.Columns[tabular.ProbabilityColumn]
	var err error
	if x.acted, err = x.habit(ctx, x.source, x.data, x.episodes, x.setup.Planning.Horizon); err != nil {
		return nil, failed(x.data.name, err)
	}
	return x.acted, nil
}

// heldBack judges a policy that was learned without some episodes by these.
func (x *estimating) heldBack(ctx context.Context) error {
	if !x.judges() || x.heldOut == 0 {
		return nil
	}
	x.line.say("judging by the episodes kept back")
	habit, err := x.habits(ctx)
	if err != nil {
		return err
	}
	if x.report.heldOut, err = experiment.JudgeHeldOut(ctx, x.episodes, habit, x.heldOut, x.setup.States, x.setup.Moments, x.setup.Planning); err != nil {
		return failed("--held-out", err)
	}
	x.report.judgeHeldOut()
	return nil
}

// askTheLog asks whether the model holds, and looks for rules.
func (x *estimating) askTheLog(ctx context.Context) error {
	r := x.report
	if x.episodes != nil {
		x.line.say("asking whether the model holds")
		ordered, err := x.inOrder(ctx, x.source, x.data, x.episodes.Total())
		if err != nil {
			return failed(x.data.name, err)
		}
		r.probe(ctx, ordered, !x.source.Unsorted)
	}
	if x.rules > 0 {
		x.line.say("looking for rules")
	}
	if err := r.inRules(ctx, x.rules); err != nil {
		return err
	}
	r.found = append(append(r.found, x.data.findings()...), x.data.names...)
	r.weakSupport()
	r.found = append(append(r.found, r.neverFirst(x.whole)...), x.data.ofEpisodes(x.whole)...)
	_, peeking := moments.OpenLoop(x.counts, x.whole)
	r.found = append(r.found, peeking...)
	return nil
}
