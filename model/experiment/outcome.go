package experiment

import (
	"context"
	"math"

	"eeporl/moments"
	"eeporl/moments/spectral"
	"eeporl/planning"
	"eeporl/pomdp/finding"
)

// Setup says how a whole experiment estimates and plans.
type Setup struct {
	Estimator moments.Run       // nil stands for spectral.Full
	Episodes  *moments.Episodes // behind the counts, nil where their triples alone are known
	Recorded  bool              // the counts are a log's
	States    int               // |S| that the estimator is to look for
	// Overlapping says that the triples are windows of the same episodes, not
	// independent ones: the Cramér–Rao bound does not speak of them.
	Overlapping bool
	Moments     moments.Options
	Planning    planning.Options
	// Enter, if set, is called when a stage begins: for a clock or a progress
	// line, neither of which belongs in here.
	Enter func(Stage)
}

// Stage is a part of an experiment that takes time.
type Stage string

// The stages, in order.
const (
	StageEstimate Stage = "estimate"
	StageBound    Stage = "bound" // the Cramér–Rao bound, that the error is held against
	StagePlan     Stage = "plan"
	StageOptimum  Stage = "optimum" // planning on the true model, for the regret
)

// Outcome is what came of an experiment. What was not reached is nil.
type Outcome struct {
	Estimated    *Estimated
	AgainstBound *AgainstBound        // nil without a truth, without parameters, and for N = ∞
	Prediction   *planning.Prediction // nil without a truth or parameters
	Planned      *Planned
	Budget       planning.Budget // of each of its plans
	Optimal      *planning.Plan  // on the true model; nil without a truth or a plan to hold against it
	// Findings are those of the model, the estimate and the plan, in this order.
	Findings []finding.Finding
}

// Regret is V* − V^π̂ on the true model, NaN where either is unknown.
func (o *Outcome) Regret() planning.Span {
	value := math.NaN()
	if o.Planned != nil {
		value = o.Planned.ValueTrue
	}
	return o.Optimal.Best().Regret(value)
}

// Run goes from counts to value and regret. truth may be nil. An estimate that
// stops early or a planner that gives up ends in a finding; the error is ctx's.
func Run(ctx context.Context, counts *moments.Counts, truth *Truth, s Setup) (*Outcome, error) {
	if truth != nil { // half of it is for the plan that finds the optimum
		s.Planning.Budget = s.Planning.Budget.Share(2)
	}
	out := &Outcome{Budget: s.Planning.Budget}
	if truth != nil {
		out.Findings = truth.Findings()
	}
	s.enter(StageEstimate)
	out.Estimated = s.estimate(ctx, counts, truth)
	for _, f := range out.Estimated.Findings {
		if f.Code == finding.TooFewEpisodes && truth != nil && truth.Model.Horizon() < 4 {
			continue // the horizon's own finding says it: no number of episodes would do
		}
		out.Findings = append(out.Findings, f)
	}
	if c := out.Estimated.Comparison; c != nil && c.Parameters != nil && !counts.Exact() && !s.Overlapping {
		s.enter(StageBound)
		var found []finding.Finding
		out.AgainstBound, found = againstBound(truth, c.Parameters.RMSE, counts.Total())
		out.Findings = append(out.Findings, found...)
	}
	if out.Estimated.OK() {
		out.Prediction = Predict(out.Estimated.Learned, truth)
		s.plan(ctx, out, truth)
	}
	return out, ctx.Err()
}

func (s Setup) estimate(ctx context.Context, counts *moments.Counts, truth *Truth) *Estimated {
	by := s.Estimator
	if by == nil {
		by = moments.OfCounts(spectral.Full)
	}
	return Estimate(ctx, by, moments.Data{Counts: counts, Episodes: s.Episodes, Recorded: s.Recorded}, s.States, s.Moments, truth)
}

func (s Setup) plan(ctx context.Context, out *Outcome, truth *Truth) {
	s.enter(StagePlan)
	o := s.Planning
	if s.Recorded && truth == nil {
		o = out.Estimated.Precisely(o)
	}
	planned, err := Plan(ctx, out.Estimated.Learned, o, truth)
	if err != nil {
		out.Findings = append(out.Findings, planFailed("The learned parameters", err))
		return
	}
	planned.Plan = planned.WithoutSets() // what is planned next has the same memory
	out.Planned = planned
	out.Findings = append(out.Findings, planned.Findings...)
	if truth == nil {
		return
	}
	s.enter(StageOptimum)
	best, err := PlanModel(ctx, s.Planning, truth)
	if err != nil {
		out.Findings = append(out.Findings, planFailed("The true model", err))
		return
	}
	out.Optimal = best.WithoutSets().AtLeast(planned.ValueTrue)
	if f, open := RegretGap(out.Optimal, planned.ValueTrue); open {
		out.Findings = append(out.Findings, f)
	}
}

func planFailed(what string, err error) finding.Finding {
	return finding.Finding{
		Code: finding.PlanFailed, Detail: what + " could not be planned with: " + err.Error() + ".",
	}
}

func (s Setup) enter(stage Stage) {
	if s.Enter != nil {
		s.Enter(stage)
	}
}
