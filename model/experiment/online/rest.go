package online

import (
	"context"
	"fmt"
	"math"

	"eeporl/moments"
	"eeporl/planning"
	"eeporl/pomdp"
)

// chosen is how many steps of an episode the exploring policy chooses: the moments use no more.
const chosen = 4

// beginning is what happened in these steps.
type beginning [chosen]pomdp.Act

// resting is π_explore with another π_rest than the uniform one: from the fifth step on it plans with what was learned
// so far. The moments stay what they are.
type resting struct {
	pomdp.Exploration
	trees map[beginning]*planning.Tree // none where what was learned holds the beginning impossible
}

// Next implements pomdp.Policy.
func (r resting) Next(past []pomdp.Step, probs []float64) {
	if len(past) >= chosen {
		if tree := r.trees[begun(past)]; tree != nil {
			tree.Policy().Next(past[chosen:], probs)
			return
		}
	}
	r.Exploration.Next(past, probs)
}

func begun(past []pomdp.Step) (b beginning) {
	for t := range b {
		b[t] = pomdp.Act{Action: past[t].Action.Value, Reward: past[t].Reward.Value, Observation: past[t].Observation.Value}
	}
	return b
}

// mostBeginnings bounds those that are planned for.
const mostBeginnings = 200_000

// rest explores with a π_rest of what was learned.
func (g *game) rest(ctx context.Context, learned pomdp.Learned) (*policy, error) {
	m := g.truth.Model
	o := g.Planning
	if o.Horizon -= chosen; o.Horizon < 1 {
		return g.explore, nil
	}
	n := m.Sizes()
	if found := math.Pow(float64(n.A*n.Outcomes()), chosen); found > mostBeginnings {
		return nil, fmt.Errorf("π_rest: found %g ways in which the first %d steps can go, expected at most %d", found, chosen, mostBeginnings)
	}
	onward, err := planning.NewOnward(learned, o)
	if err != nil {
		return nil, err
	}
	w := &resters{game: g, onward: onward, by: resting{g.truth.Exploration, map[beginning]*planning.Tree{}}, worth: map[*planning.Tree][]float64{}}
	value, err := w.value(ctx, m.InitialBelief(), nil)
	if err != nil {
		return nil, fmt.Errorf("π_rest: %w", err)
	}
	return &policy{by: w.by, first: exploring, regret: max(0, g.best-value)}, nil
}

// resters plan for every beginning, and say what that is worth.
type resters struct {
	*game
	onward *planning.Onward
	by     resting
	worth  map[*planning.Tree][]float64 // by the state in which it begins; of nil the uniform policy's
}

// value is what is earned from here on, times the probability of what happened: mass is its joint law with the state.
func (w *resters) value(ctx context.Context, mass []float64, past []pomdp.Step) (float64, error) {
	if len(past) == chosen {
		return w.onwards(ctx, mass, past)
	}
	m := w.truth.Model
	n := m.Sizes()
	probs := make([]float64, n.A)
	w.by.Next(past, probs)
	total := 0.0
	for a, p := range probs {
		for s, x := range mass {
			total += p * x * m.MeanReward(a, s)
		}
		for o := range n.Outcomes() {
			z, r := n.OutcomeAt(o)
			after, any := make([]float64, n.S), 0.0
			for s, x := range mass {
				for next := range n.S {
					after[next] += p * x * m.R(a, s, r) * m.T(a, s, next) * m.Z(a, next, z)
				}
			}
			for _, x := range after {
				any += x
			}
			if any == 0 {
				continue
			}
			step := pomdp.Step{Action: pomdp.Draw{Value: a}, Reward: pomdp.Draw{Value: r}, Observation: pomdp.Draw{Value: z}}
			further, err := w.value(ctx, after, append(past, step))
			if err != nil {
				return 0, err
			}
			total += m.Discount() * further
		}
	}
	return total, nil
}

// onwards is what is earned after a beginning.
func (w *resters) onwards(ctx context.Context, mass []float64, past []pomdp.Step) (total float64, err error) {
	b := begun(past)
	tree, err := w.onward.After(ctx, b[:])
	if err != nil {
		return 0, err
	}
	if tree != nil {
		w.by.trees[b] = tree
	}
	worth, ok := w.worth[tree]
	if !ok {
		if worth, err = w.worthOf(tree); err != nil {
			return 0, err
		}
		w.worth[tree] = worth
	}
	for s, x := range mass {
		total += x * worth[s]
	}
	return total, nil
}

// worthOf is what is left to earn by the state in which the steps that are left begin.
func (w *resters) worthOf(tree *planning.Tree) ([]float64, error) {
	m := w.truth.Model
	if tree != nil {
		alpha, _, err := planning.Evaluate(m, tree)
		if err != nil {
			return nil, err
		}
		return alpha[0], nil
	}
	n := m.Sizes()
	worth := make([]float64, n.S)
	for range m.Horizon() - chosen {
		before := make([]float64, n.S)
		for s := range n.S {
			for a := range n.A {
				earns := m.MeanReward(a, s)
				for next, v := range worth {
					earns += m.Discount() * m.T(a, s, next) * v
				}
				before[s] += earns / float64(n.A)
			}
		}
		worth = before
	}
	return worth, nil
}

// rester explores as commit does, and rests on what it has learned: it looks anew whenever its episodes have doubled.
func rester(by moments.Estimator, s Settings) agent {
	keep := commit(by, s)
	return func(ctx context.Context, g *game) (*policy, int, error) {
		n := s.Committed()
		if g.played >= n {
			return keep(ctx, g)
		}
		if g.played == 0 {
			return g.explore, min(n, firstLook), nil
		}
		more := min(n-g.played, g.played)
		learned := g.learned(ctx, by)
		if learned == nil {
			return g.explore, more, nil
		}
		p, err := g.rest(ctx, learned)
		return p, more, err
	}
}
