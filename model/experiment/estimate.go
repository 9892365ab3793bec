package experiment

import (
	"context"
	"fmt"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/moments/params"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// MassTolerance is how far the mass of a learned tree's leaves may be from 1
// before it is a finding.
const MassTolerance = .05

// Estimated is an estimate and, where the truth is known, how far off it is.
type Estimated struct {
	*moments.Estimate
	Comparison *moments.Comparison // nil without a truth, or before columns exist
	// Mean are the parameters in the true order, averaged over their copies;
	// without a truth in the estimate's own order, if it has one. nil otherwise.
	Mean *params.Entries
	// Orders are, action by action, the true states that the learned ones fit best,
	// of an estimator that learns each action alone; nil for others, and without a truth.
	Orders [][]int
}

// Mixed says whether the orders of the actions differ.
func (e *Estimated) Mixed() bool {
	return slices.ContainsFunc(e.Orders, func(order []int) bool { return !slices.Equal(order, e.Orders[0]) })
}

// Estimate runs an estimator on data. truth may be nil.
func Estimate(ctx context.Context, by moments.Run, data moments.Data, states int, o moments.Options, truth *Truth) *Estimated {
	if truth != nil && !data.Recorded && data.Episodes == nil && data.Earned == nil {
		data.Earned = func() *moments.Episodes { return moments.Earned(truth.Model, data.Counts, o.Seed) }
	}
	e := &Estimated{Estimate: by(ctx, data, states, o)}
	if truth == nil && e.Model != nil {
		e.Mean = params.Average(e.Parameters, pomdp.IdentityOrder(e.Sizes))
	}
	if truth != nil {
		e.Comparison = moments.Compare(e.Estimate, truth.HMM)
		if c := e.Comparison; c != nil && c.Parameters != nil {
			e.Mean = params.Average(e.Parameters, c.Order)
		}
		if estimators.By(e.Estimate).Uses == moments.FromActions && e.Model != nil {
			orders, f, given := mixedOrders(e.Model, truth.Model)
			if e.Orders = orders; given {
				own := *e.Estimate
				own.Findings = append(slices.Clone(own.Findings), f)
				e.Estimate = &own
			}
		}
	}
	return e
}

// Order is the order that takes the estimate's states to those of Mean: the true one
// where the truth is known, otherwise the estimate's own.
func (e *Estimated) Order() pomdp.Order {
	if e.Comparison != nil {
		return e.Comparison.Order
	}
	return pomdp.IdentityOrder(e.Sizes)
}

// Planned is a policy learned from parameters, and what it is truly worth.
type Planned struct {
	*planning.Plan
	Findings []finding.Finding
	// Levelled is what the tree promises where the pairs' coordinates that disagree are averaged and
	// each node sums to 1; NaN where that is not known. What Value is above it is the planner's optimism.
	Levelled float64
	// ValueTrue is the tree's exact value on the true POMDP, NaN without a truth.
	ValueTrue float64
	// Alpha[node][s] is the exact value of following the tree from that node on in the
	// true state s; nil without a truth.
	Alpha [][]float64
	// Reach[node][outcome] is the true probability that an episode comes to the node and
	// leaves it by that outcome; nil without a truth.
	Reach [][]float64
	// Problem is what was planned for: what each action promises at a node.
	Problem *planning.Problem
}

// mostCompared bounds how many vectors are looked at to compare the actions of a node.
const mostCompared = 50_000

// Choices are what each action promises under weights, with so many steps to go; none where the planner keeps no
// vectors, or more than mostCompared.
func (p *Planned) Choices(w planning.Weights, steps int) []planning.Choice {
	if steps < 1 || steps > len(p.Levels) || p.Levels[steps-1].Vectors() > mostCompared {
		return nil
	}
	return p.Problem.Choices(w, &p.Levels[steps-1])
}

// precise is the share of the sampling error to which planning is exact enough: a tenth of a percent of all that an episode can
// earn, over √N. The error of a mean is some hundred times that.
const precise = 1e-3

// Precisely are the options with which planning on what a log taught ends once the value is known to a small part of
// the error that its episodes leave.
func (e *Estimated) Precisely(o planning.Options) planning.Options {
	rewards := e.Options.RewardValues
	if o.Gap == 0 && len(rewards) > 0 && e.Episodes >= 1 && !math.IsInf(e.Episodes, 1) {
		o.Gap = precise * float64(o.Horizon) * (slices.Max(rewards) - slices.Min(rewards)) / math.Sqrt(e.Episodes)
	}
	return o
}

// Plan finds the policy for what was learned. truth may be nil.
func Plan(ctx context.Context, learned pomdp.Learned, o planning.Options, truth *Truth) (*Planned, error) {
	plan, problem, err := solve(ctx, learned, o)
	if err != nil {
		return nil, err
	}
	out, err := evaluated(plan, problem, "The best value on the learned parameters", truth)
	if err == nil {
		if plan.Upper-plan.Value <= o.Gap { // as it was asked
			out.Findings = slices.DeleteFunc(out.Findings, func(f finding.Finding) bool { return f.Code == finding.ValueGap })
		}
		out.promise(learned)
	}
	return out, err
}

func solve(ctx context.Context, learned pomdp.Learned, o planning.Options) (*planning.Plan, *planning.Problem, error) {
	if o.Observe == "" {
		o.Observe = planning.ObserveRZ
	}
	problem, err := planning.From(learned, o.Observe)
	if err != nil {
		return nil, nil, err
	}
	plan, err := planning.Solve(ctx, problem, o)
	return plan, problem, err
}

// optimismLimit is the share of all that an episode can earn from which a planner's optimism is a finding.
const optimismLimit = .02

// promise adds what the plan promises where the parameters' pairs disagree.
func (p *Planned) promise(from pomdp.Learned) {
	if !p.Problem.InPairs() {
		return
	}
	_, rewards := from.Alphabet()
	if p.Problem.Agrees() && math.Abs(p.Mass-1) < 1e-9 {
		p.Levelled = p.Value
		return
	}
	p.Levelled = p.Problem.Levelled(p.Tree)
	limit := optimismLimit * float64(p.Horizon) * (slices.Max(rewards) - slices.Min(rewards))
	if off := p.Value - p.Levelled; p.Planner != planning.Levelling && off > limit {
		p.Findings = append(p.Findings, finding.New(finding.PlannerOptimism, off, limit, fmt.Sprintf("The plan promises %s more than its own parameters say where those of different pairs are averaged: %s and not %s. The maximum takes the luckiest copy; planner level does not.", figure.Value(off), figure.Value(p.Levelled), figure.Value(p.Value))))
	}
}

// PlanModel finds an optimal policy for the true model itself, in its own one
// order of the states.
func PlanModel(ctx context.Context, o planning.Options, truth *Truth) (*Planned, error) {
	if o.Observe == "" {
		o.Observe = planning.ObserveRZ
	}
	p, err := planning.FromModel(truth.Model, o.Observe)
	if err != nil {
		return nil, err
	}
	plan, err := planning.Solve(ctx, p, o)
	if err != nil {
		return nil, err
	}
	return evaluated(plan, p, "The optimum", truth)
}

func evaluated(plan *planning.Plan, problem *planning.Problem, best string, truth *Truth) (*Planned, error) {
	var err error
	out := &Planned{Plan: plan, Problem: problem, Levelled: math.NaN(), ValueTrue: math.NaN()}
	if d := math.Abs(plan.Mass - 1); !(d <= MassTolerance) {
		out.Findings = append(out.Findings, finding.Finding{
			Code: finding.TreeMass, Value: finding.Of(plan.Mass), Limit: finding.Of(1),
			Detail: fmt.Sprintf("The learned branches of the best tree have mass %.3f, not 1: parameters of different pairs disagree and the argmax exploits it, so its value is overestimated.", plan.Mass),
		})
	}
	if f, open := Gap(best, plan); open {
		out.Findings = append(out.Findings, f)
	}
	if truth != nil {
		if out.Alpha, out.ValueTrue, err = planning.Evaluate(truth.Model, plan.Tree); err != nil {
			return nil, err
		}
		out.Reach = TrueFlow(truth.Model, plan.Tree).Branch
	}
	return out, nil
}
