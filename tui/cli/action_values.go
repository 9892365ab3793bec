package cli

import (
	"context"
	"fmt"

	"eeporl/planning"
	"eeporl/pomdp"
)

// actionValues are what actions earn from a belief on, if the best known plan follows.
type actionValues struct {
	m    *pomdp.POMDP
	o    planning.Options
	plan *planning.Plan       // for all beliefs at once; nil where each has a plan of its own
	open bool                 // some value is a lower bound
	met  map[string][]float64 // by belief and steps left: episodes that went alike ask the same
}

// worthOfActions plans for all beliefs where that is cheap: with two states.
func (a *app) worthOfActions(ctx context.Context, m *pomdp.POMDP, budget planning.Budget) (*actionValues, error) {
	v := &actionValues{m: m, met: map[string][]float64{}, o: planning.Options{Discount: m.Discount(), Observe: planning.ObserveRZ, Budget: budget}}
	if m.Sizes().S > 2 || m.Horizon() < 2 {
		v.o.Budget = budget.Share(m.Sizes().A * m.Sizes().Outcomes())
		return v, nil
	}
	keepWithin(budget)
	problem, err := planning.FromModel(m, planning.ObserveRZ)
	if err != nil {
		return nil, err
	}
	line := a.progress()
	defer line.done()
	o := v.o
	o.Horizon, o.Planner, o.Progress = m.Horizon()-1, planning.Auto, a.planProgress(line, "")
	v.plan, err = planning.Solve(ctx, problem, o)
	v.open = err == nil && v.plan.Best().Open()
	return v, err
}

// mostMet bounds how many beliefs are remembered.
const mostMet = 100_000

// at are the values of all actions at a belief, with so many steps left.
func (v *actionValues) at(ctx context.Context, b pomdp.Belief, left int) ([]float64, error) {
	key := fmt.Sprint(left, []float64(b))
	if q, ok := v.met[key]; ok {
		return q, nil
	}
	q, err := v.computed(ctx, b, left)
	if err == nil && len(v.met) < mostMet {
		v.met[key] = q
	}
	return q, err
}

func (v *actionValues) computed(ctx context.Context, b pomdp.Belief, left int) ([]float64, error) {
	n := v.m.Sizes()
	out := make([]float64, n.A)
	for a := range n.A {
		for s, p := range b {
			out[a] += p * v.m.MeanReward(a, s)
		}
		for k := range n.Outcomes() {
			if left == 1 {
				break
			}
			z, r := n.OutcomeAt(k)
			after, p := v.m.UpdateBelief(b, a, r, z)
			if after == nil {
				continue
			}
			value, err := v.after(ctx, after, left-1)
			if err != nil {
				return nil, err
			}
			out[a] += v.m.Discount() * p * value
		}
	}
	return out, nil
}

// after is what a belief is worth with so many steps left.
func (v *actionValues) after(ctx context.Context, b pomdp.Belief, left int) (float64, error) {
	if v.plan != nil {
		_, value := v.plan.Levels[left-1].Sets[0].Best(b)
		return value, nil
	}
	rest, err := v.m.From(b, left)
	if err != nil {
		return 0, err
	}
	problem, err := planning.FromModel(rest, planning.ObserveRZ)
	if err != nil {
		return 0, err
	}
	o := v.o
	o.Horizon = left
	plan, err := planning.Solve(ctx, problem, o)
	if err != nil {
		return 0, err
	}
	v.open = v.open || plan.Best().Open()
	return plan.Value, nil
}
