package experiment

import (
	"context"
	"math"
	"slices"

	"eeporl/moments"
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
	return variance * square(distuv.UnitNormal.Quantile((1+level)/2)/half)
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
func WaysOf(ctx context.Context, m *pomdp.POMDP, by pomdp.Exploration, tree, rival *planning.Tree) (*Ways, error) {
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
	return w, ctx.Err()
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
