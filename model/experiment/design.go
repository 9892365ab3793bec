package experiment

import (
	"context"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/moments/precision"
	"eeporl/planning"
	"eeporl/pomdp"

	"gonum.org/v1/gonum/stat/distuv"
)

// Ways are what episodes tell under π_explore and under the open-loop designs that tell most, by a model.
type Ways struct {
	Steps  int     // of each episode
	Value  float64 // of the policy
	Gain   float64 // of it over what it is held against
	Worth  Way     // that tell its value
	Better Way     // that tell the gain
	First  *Lead   // of the best first action over the next one, if it was asked for
}

// Lead is by how much one first action is better than another, and what tells that it is.
type Lead struct {
	Action, Second int
	By             float64 // in value, everything after it optimal
	Way            Way
}

// Way is how well episodes tell something: its variance, times the number of episodes.
type Way struct {
	Exploring, Designed float64 // +Inf where they do not
	Shares              []Share // of the design, the largest first
}

// Share is the part of the episodes that takes a sequence of actions.
type Share struct {
	Actions []int
	Of      float64
}

// Within is how many episodes tell a value to within ± half at a level, of which one leaves a variance.
func Within(variance, half, level float64) float64 {
	return variance * num.Square(distuv.UnitNormal.Quantile((1+level)/2)/half)
}

// Sure is how many episodes tell with a probability that a gain is one; +Inf where it is none.
func Sure(variance, gain, sure float64) float64 {
	return EpisodesSure(1, gain, math.Sqrt(variance), sure)
}

// mostDesigned is how many steps designs have, those of π_explore; fewer where these are too many to go through.
const (
	mostDesigned  = 4
	leastDesigned = 2
)

// WaysOf compares the ways to record episodes of up to four steps. rival is what the tree is held against, nil for π_explore itself.
// first asks for the first action, too; where planning anew for every parameter would take too long, that stays nil.
func WaysOf(ctx context.Context, m *pomdp.POMDP, by pomdp.Exploration, tree, rival *planning.Tree, first bool) (*Ways, error) {
	w := &Ways{Steps: min(tree.Nodes[0].T, mostDesigned)}
	designs, err := precision.NewDesigns(ctx, m, w.Steps)
	for err != nil && ctx.Err() == nil && w.Steps > leastDesigned {
		w.Steps--
		designs, err = precision.NewDesigns(ctx, m, w.Steps)
	}
	if err != nil {
		return nil, err
	}
	o := moments.Options{RewardValues: m.RewardValues(), Horizon: m.Horizon()}
	value := func(tree *planning.Tree) func(*pomdp.POMDP) (float64, error) {
		return func(m *pomdp.POMDP) (float64, error) {
			if tree == nil {
				return ExplorationValue(m, by), nil
			}
			_, v, err := planning.Evaluate(m, tree)
			return v, err
		}
	}
	gradients := make([][]float64, 2)
	values := make([]float64, 2)
	for i, t := range []*planning.Tree{tree, rival} {
		if values[i], err = value(t)(m); err != nil {
			return nil, err
		}
		if gradients[i], err = designs.Gradient(m.Name(), o, value(t)); err != nil {
			return nil, err
		}
	}
	gain := slices.Clone(gradients[0])
	for i, g := range gradients[1] {
		gain[i] -= g
	}
	w.Value, w.Gain = values[0], values[0]-values[1]
	exploring := make([]float64, len(designs.Sequences))
	for i, s := range designs.Sequences {
		exploring[i] = sequenceChance(by, s)
	}
	way := func(gradient []float64) Way {
		shares, variance := designs.Best(gradient)
		out := Way{Exploring: designs.Variance(exploring, gradient), Designed: variance}
		if !(out.Designed <= out.Exploring) { // exploring is a design, too: the search for a better one came to nothing
			shares, out.Designed = exploring, out.Exploring
		}
		for i, s := range shares {
			if s > 0 {
				out.Shares = append(out.Shares, Share{designs.Sequences[i], s})
			}
		}
		slices.SortStableFunc(out.Shares, func(a, b Share) int {
			switch {
			case a.Of > b.Of:
				return -1
			case a.Of < b.Of:
				return 1
			}
			return 0
		})
		return out
	}
	w.Worth, w.Better = way(gradients[0]), way(gain)
	if first {
		if w.First = LeadOf(ctx, m, tree, mostAnew); w.First != nil {
			gradient, err := designs.Gradient(m.Name(), o, func(m *pomdp.POMDP) (float64, error) {
				q, _, err := firstActions(ctx, m, tree, mostAnew)
				if err != nil {
					return 0, err
				}
				return q[w.First.Action] - q[w.First.Second], nil
			})
			if err != nil {
				return nil, err
			}
			w.First.Way = way(gradient)
		}
	}
	return w, ctx.Err()
}

// mostAnew is the most beliefs or vectors of an optimum that is computed anew for every parameter.
const mostAnew = 20_000

// LeadOf is the best first action and the next one, by a model; nil where there is one action alone, or where planning anew takes more than
// so many beliefs or vectors.
func LeadOf(ctx context.Context, m *pomdp.POMDP, tree *planning.Tree, most int) *Lead {
	const merged = 50 // of so many histories the same is believed at least, or all is too much
	if n := m.Sizes(); n.S > 2 && math.Pow(float64(n.A*n.Outcomes()), float64(tree.Nodes[0].T-1)) > float64(merged*most) {
		return nil
	}
	q, size, err := firstActions(ctx, m, tree, most)
	if err != nil || len(q) < 2 || size > most {
		return nil
	}
	out := &Lead{Action: 0, Second: -1}
	for a, v := range q {
		if v > q[out.Action] {
			out.Action = a
		}
	}
	for a, v := range q {
		if a != out.Action && (out.Second < 0 || v > q[out.Second]) {
			out.Second = a
		}
	}
	out.By = q[out.Action] - q[out.Second]
	return out
}

// firstActions is what each first action is worth where everything after it is optimal, by a tree's horizon, discount and
// what it looks at; and how large an optimum that took.
func firstActions(ctx context.Context, m *pomdp.POMDP, tree *planning.Tree, most int) (q []float64, size int, err error) {
	steps := tree.Nodes[0].T
	best, err := planning.NewOptimum(ctx, m, planning.Options{Horizon: steps, Discount: tree.Discount, Observe: tree.Observe, Budget: planning.Budget{Vectors: most}})
	if err != nil {
		return nil, 0, err
	}
	q, err = best.Actions(ctx, steps, m.InitialBelief())
	return q, best.Size(), err
}

// sequenceChance is how probable the first actions of an episode are.
func sequenceChance(by pomdp.Exploration, actions []int) float64 {
	p, past, probs := 1.0, []pomdp.Step{}, make([]float64, by.Actions())
	for _, a := range actions {
		by.Next(past, probs)
		p *= probs[a]
		past = append(past, pomdp.Step{Action: pomdp.Draw{Value: a}})
	}
	return p
}
