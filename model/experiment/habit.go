package experiment

import (
	"hash"
	"hash/fnv"
	"math"

	"eeporl/moments"
	"eeporl/pomdp"
)

// Habit is how those acted who recorded episodes.
type Habit interface {
	// Chance is how probable the action at a step was, given what the episode had done and seen; NaN where nobody knows.
	Chance(acts []pomdp.Act, t int) float64
	// Knows says whether that is known of all of an episode's actions.
	Knows(acts []pomdp.Act) bool
}

// situation is what an action's probability may depend on.
type situation struct {
	step      int
	one, two  pomdp.Act // the step before, and the one before that; zero where there is none
	following int       // an action, for counts of it; −1 for all
}

func situationAt(acts []pomdp.Act, t, following int) situation {
	s := situation{step: t, following: following}
	if t > 0 {
		s.one = acts[t-1]
	}
	if t > 1 {
		s.two = acts[t-2]
	}
	return s
}

// Counted is the habit that is read off the episodes themselves: how often each action followed each situation, the
// two steps before it. (Where few had these two, leaving one out was tried, and is worse: what chance did to
// the few evens out by what it did to the rate.)
type Counted map[situation]float64

// CountHabit counts the first steps of episodes.
func CountHabit(e *moments.Episodes, steps int) Counted {
	h := Counted{}
	for acts, count := range e.All {
		for t := range min(steps, len(acts)) {
			h[situationAt(acts, t, -1)] += count
			h[situationAt(acts, t, acts[t].Action)] += count
		}
	}
	return h
}

// Chance is the share of the episodes in the same situation that took the action.
func (h Counted) Chance(acts []pomdp.Act, t int) float64 {
	return h[situationAt(acts, t, acts[t].Action)] / h[situationAt(acts, t, -1)]
}

// Knows is true of the episodes that were counted.
func (Counted) Knows([]pomdp.Act) bool { return true }

// Stated is the habit that a log states itself. Where episodes that did and saw the same state different probabilities,
// since the policy changed meanwhile, it is their harmonic mean: their weights' mean.
type Stated map[uint64]odds

type odds struct{ inverse, count float64 }

// Add takes what an episode states of its first steps; NaN is for nothing.
func (h Stated) Add(acts []pomdp.Act, chances []float64, steps int) {
	keys := newKeys()
	for t := range min(steps, len(acts)) {
		key := keys.after(acts, t)
		if p := chances[t]; p > 0 {
			o := h[key]
			h[key] = odds{o.inverse + 1/p, o.count + 1}
		}
	}
}

// Chance is what was stated of the action after the same steps.
func (h Stated) Chance(acts []pomdp.Act, t int) float64 {
	keys := newKeys()
	var key uint64
	for i := range t + 1 {
		key = keys.after(acts, i)
	}
	if o, ok := h[key]; ok {
		return o.count / o.inverse
	}
	return math.NaN()
}

// Knows says whether all were stated.
func (h Stated) Knows(acts []pomdp.Act) bool {
	keys := newKeys()
	for t := range acts {
		if h[keys.after(acts, t)].count == 0 {
			return false
		}
	}
	return true
}

// keys number what an episode has done and seen, one step after the other.
type keys struct {
	hash  hash.Hash64
	bytes []byte
}

func newKeys() *keys { return &keys{hash: fnv.New64a()} }

// after is the number of the steps before t with the action at t. Steps are to be asked for in their order.
func (k *keys) after(acts []pomdp.Act, t int) uint64 {
	k.bytes = k.bytes[:0]
	put := func(x int) { k.bytes = append(k.bytes, byte(x), byte(x>>8), byte(x>>16)) }
	if t > 0 {
		put(acts[t-1].Reward)
		put(acts[t-1].Observation)
	}
	put(acts[t].Action)
	_, _ = k.hash.Write(k.bytes) // a hash takes everything
	return k.hash.Sum64()
}
