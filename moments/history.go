package moments

import (
	"context"
	"fmt"
	"math"
	"slices"

	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// Histories is what followed each history: an MDP whose states are histories (Even-Dar, Kakade and Mansour 2005).
// It is Learned. A situation is a level of the episodes' tree and a node there; where nobody has been, it is
// nowhere. An action that was never taken after a history has no outcome.
type Histories struct {
	episodes *Episodes
	sizes    pomdp.Sizes
	rewards  []float64
	beside   float64 // what each outcome has besides how often it was seen
	exact    bool    // of the law: what was not seen is impossible
	class    HistoryClass
	taken    map[string]float64 // by importance: how many episodes begin with these actions
	path     [][]string         // [t][node] the actions that lead to a node
	Depths   []Depth            // [t-1]
}

// Depth says how much was seen of what can be done and seen up to a step.
type Depth struct {
	Possible   float64 // histories of t−1 steps, each with an action
	Seen, Once int     // of those, that occurred, and that did only once
	// Spread is how many episodes came to histories in spreadParts equal parts of all that are possible, in the order of
	// actions and outcomes, the first step's foremost. Where histories are few, each spans several parts.
	Spread []float64
}

// spreadParts is finer than a screen has cells for one step.
const spreadParts = 8192

// Tree learns what follows each history, history by history, from whole episodes, with no model at all. Its
// leaves are as many as |A|(|A||R||Z|)^(H−1), of which each needs episodes of its own.
func Tree(_ context.Context, data Data, states int, options Options) *Estimate {
	e := NewEstimate("tree", data.Counts, states, options)
	episodes := data.Episodes
	if episodes == nil && data.Earned != nil {
		episodes = data.Earned()
	}
	switch {
	case episodes == nil || episodes.steps > 0 && !episodes.firstRewards():
		e.Add(finding.New(finding.FirstRewardUnseen, 0, 1, "A triple does not hold what the first action earned: a log of whole episodes does.").Ends())
		return e
	case episodes.steps == 0:
		e.Add(finding.New(finding.TooFewEpisodes, episodes.total, 1, "There is no episode to learn from.").Ends())
		return e
	}
	e.Stage = StageMoments
	e.Episodes = data.Counts.Total()
	h := &Histories{episodes: episodes, sizes: e.Sizes, rewards: e.Options.RewardsOf(e.Sizes.R)}
	places := []float64{0} // of the nodes of a level, where all that are possible have equal shares of [0, 1)
	for t := range len(episodes.Levels) - 1 {
		var d Depth
		d, places = h.depth(t, places)
		h.Depths = append(h.Depths, d)
	}
	h.exact, h.class = data.Counts.Exact(), e.Options.Class
	if h.Weighted() {
		h.countActions()
	}
	e.Histories, e.Learned, e.Stage = h, h, StageHistories
	e.judgeHistories()
	return e
}

// Upto are the depths of a horizon's steps, or of as many as the episodes have: one at least.
func (h *Histories) Upto(horizon int) []Depth { return h.Depths[:min(len(h.Depths), max(horizon, 1))] }

// firstRewards says whether what a first action earned is known of any episode.
func (e *Episodes) firstRewards() bool {
	for v, act := range e.Levels[1].Act {
		if e.Levels[1].Parent[v] == 0 && ActOf(e.sizes, int(act)).Reward >= 0 {
			return true
		}
	}
	return false
}

// depth looks at the histories of t steps with an action, and gives those of one step more their places.
func (h *Histories) depth(t int, places []float64) (d Depth, longer []float64) {
	n, next := h.sizes, &h.episodes.Levels[t+1]
	d.Possible = float64(n.A) * math.Pow(float64(n.A*n.Outcomes()), float64(t))
	d.Spread = make([]float64, spreadParts)
	longer = make([]float64, len(next.Act))
	for v := 0; v < len(next.Act); {
		taken, parent, action := 0.0, next.Parent[v], ActOf(n, int(next.Act[v])).Action
		place := places[parent] + float64(action)/d.Possible
		for ; v < len(next.Act) && next.Parent[v] == parent && ActOf(n, int(next.Act[v])).Action == action; v++ {
			act := ActOf(n, int(next.Act[v]))
			taken += next.Through[v]
			longer[v] = place + float64(n.Outcome(max(act.Observation, 0), max(act.Reward, 0)))/d.Possible/float64(n.Outcomes())
		}
		d.Seen++
		if taken == 1 {
			d.Once++
		}
		d.spread(place, taken)
	}
	return d, longer
}

// spread adds a history's episodes to the part, or the parts, that it lies in.
func (d *Depth) spread(place, taken float64) {
	const rounding = 1e-9
	from, wide := place*spreadParts+rounding, spreadParts/d.Possible
	if first := min(int(from), spreadParts-1); wide <= 1 {
		d.Spread[first] += taken
		return
	}
	for i := int(from); i < min(int(math.Ceil(from+wide-2*rounding)), spreadParts); i++ {
		share := min(from+wide, float64(i+1)) - max(from, float64(i))
		d.Spread[i] += taken * share / wide
	}
}

// emptyLimit is the share of leaves that nobody came to from which that is a finding.
const emptyLimit = .1

func (e *Estimate) judgeHistories() {
	depths := e.Histories.Upto(e.Options.Horizon)
	depth := len(depths)
	if depth < e.Options.Horizon {
		e.Add(finding.New(finding.ShortEpisodes, float64(depth), float64(e.Options.Horizon), fmt.Sprintf(
			"The episodes tell what follows in %s, and the horizon is %d: beyond, nothing is known.", figure.Counted(depth, "step", "steps"), e.Options.Horizon)))
	}
	d := depths[depth-1]
	if empty := 1 - float64(d.Seen)/d.Possible; empty > emptyLimit && !e.Histories.exact {
		e.Add(finding.New(finding.EmptyLeaves, empty, emptyLimit, fmt.Sprintf(
			"Of %s histories with an action at step %d, %s occurred, %s of them once: the best of several noisy means looks better than it is.",
			figure.Count(d.Possible), depth, figure.Count(float64(d.Seen)), figure.Count(float64(d.Once)))))
	}
}

// Smoothed has shares, and half an occurrence of each outcome besides those that were seen (Krichevsky and Trofimov 1981): what
// one predicts with.
func (h *Histories) Smoothed() *Histories {
	out := *h
	if out.class = Shares; !h.exact {
		out.beside = .5
	}
	return &out
}

// Predicting is what to predict by, where that is not what one plans with.
func Predicting(l pomdp.Learned) pomdp.Learned {
	if h, ok := l.(*Histories); ok {
		return h.Smoothed()
	}
	return l
}

// nowhere is the situation after what nobody has seen.
var nowhere = []float64{-1, 0}

// nodeUnit is a node's number in a situation: planners tell situations apart by numbers of about 1.
const nodeUnit = 1.0 / (1 << 20)

// Alphabet is the sizes and rewards.
func (h *Histories) Alphabet() (pomdp.Sizes, []float64) { return h.sizes, h.rewards }

// Start is the empty history.
func (h *Histories) Start() []float64 { return []float64{0, 0} }

// Outcomes are the shares of what was seen after an action, none where it was not taken. What the last step
// led to was not looked at, and counts as the first observation.
func (h *Histories) Outcomes(situation []float64, action int) []float64 {
	out, sum := make([]float64, h.sizes.Outcomes()), 0.0
	for v, act := range h.after(situation, action) {
		if act.Reward >= 0 {
			k := h.episodes.Levels[int(situation[0])+1].Through[v]
			out[h.sizes.Outcome(max(act.Observation, 0), act.Reward)] += k
			sum += k
		}
	}
	beside := h.besides(situation)
	if sum += h.beside * float64(beside); sum > 0 {
		if h.Weighted() {
			sum = h.drawn(situation, action)
		}
		for o := range out {
			if o < beside {
				out[o] += h.beside
			}
			out[o] /= sum
		}
	}
	return out
}

// besides is how many outcomes can follow a situation: all, or, where nobody looked at what the last step led to, those with the first
// observation.
func (h *Histories) besides(situation []float64) int {
	t := int(situation[0])
	if t == len(h.episodes.Levels)-2 && !slices.ContainsFunc(h.episodes.Levels[t+1].Act, func(act int32) bool { return ActOf(h.sizes, int(act)).Observation >= 0 }) {
		return h.sizes.R
	}
	return h.sizes.Outcomes()
}

// Next is the longer history; a reward of −1 was not looked at, which only one history fits.
func (h *Histories) Next(situation []float64, action, reward, observation int) []float64 {
	at, most := nowhere, 0.0
	for v, act := range h.after(situation, action) {
		k := h.episodes.Levels[int(situation[0])+1].Through[v]
		if (act.Reward == reward || reward < 0) && max(act.Observation, 0) == observation && k > most {
			at, most = []float64{situation[0] + 1, float64(v) * nodeUnit}, k
		}
	}
	if most == 0 && h.beside == 0 {
		return nil
	}
	return at
}

// after goes through the nodes that an action leads to from a situation.
func (h *Histories) after(situation []float64, action int) func(yield func(v int32, act pomdp.Act) bool) {
	return func(yield func(int32, pomdp.Act) bool) {
		t := int(situation[0])
		if t < 0 || t+1 >= len(h.episodes.Levels) {
			return
		}
		l, next := &h.episodes.Levels[t], &h.episodes.Levels[t+1]
		node := int32(situation[1]/nodeUnit + .5)
		for v := l.First[node]; v < l.First[node+1]; v++ {
			if act := ActOf(h.sizes, int(next.Act[v])); act.Action == action && !yield(v, act) {
				return
			}
		}
	}
}

// Weighted says that the outcomes of an action have importance weights, whose sum is not 1 and means something.
func (h *Histories) Weighted() bool { return h.class == Importance || h.class == Reactive }

// Memoryless says that a policy is to look at nothing but the outcome seen last.
func (h *Histories) Memoryless() bool { return h.class == Reactive }

// countActions counts the episodes by the actions that they begin with.
func (h *Histories) countActions() {
	h.taken, h.path = map[string]float64{"": h.episodes.total}, [][]string{{""}}
	for t := range len(h.episodes.Levels) - 1 {
		next := &h.episodes.Levels[t+1]
		path := make([]string, len(next.Act))
		for v, code := range next.Act {
			action := ActOf(h.sizes, int(code)).Action
			path[v] = h.path[t][next.Parent[v]] + string(rune(max(action, 0)))
			h.taken[path[v]] += next.Through[v]
		}
		h.path = append(h.path, path)
	}
}

// drawn is how many of the episodes that come to a situation would take an action there, if as large a share of them did as
// of all with the same actions before: what importance weights divide by, so that n(h, a, o) becomes n(h, a, o)/n(a₁ … a_t).
func (h *Histories) drawn(situation []float64, action int) float64 {
	t, node := int(situation[0]), int32(situation[1]/nodeUnit+.5)
	here, actions := h.episodes.total, h.path[t][node]
	if t > 0 {
		here = h.episodes.Levels[t].Through[node]
	}
	return here * h.taken[actions+string(rune(action))] / h.taken[actions]
}
