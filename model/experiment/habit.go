package experiment

import (
	"hash/fnv"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/pomdp"
)

// Habit is how those acted who recorded episodes.
type Habit interface {
	// Ways are how probable the first actions of an episode were, of as many steps as are asked for, given what it had done and
	// seen: one way, or several, where episodes that did and saw the same differ in that. None where nobody knows.
	Ways(acts []pomdp.Act, steps int) []Chances
}

// Chances are how probable each action was, in a share of the episodes that did and saw the same.
type Chances struct {
	Of    []float64 // [step]
	Share float64
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

// Ways is one: the shares of the episodes in the same situations that took the actions.
func (h Counted) Ways(acts []pomdp.Act, steps int) []Chances {
	of := make([]float64, steps)
	for t := range of {
		of[t] = h[situationAt(acts, t, acts[t].Action)] / h[situationAt(acts, t, -1)]
	}
	return []Chances{{of, 1}}
}

// Stated is the habit that a log states itself, episode by episode: a policy that changes meanwhile, or knows more than the log, gives
// those that did and saw the same different probabilities.
type Stated struct {
	steps  int
	stated map[uint64][][]float64 // by what was done and seen; nil for an episode that does not say it
}

// NewStated is for what is stated of so many steps.
func NewStated(steps int) *Stated { return &Stated{steps, map[uint64][][]float64{}} }

// Add takes what an episode states; NaN is for nothing.
func (h *Stated) Add(acts []pomdp.Act, chances []float64) {
	if len(acts) < h.steps {
		return
	}
	of := slices.Clone(chances[:h.steps])
	if slices.ContainsFunc(of, math.IsNaN) {
		of = nil
	}
	key := keyOf(acts[:h.steps])
	h.stated[key] = append(h.stated[key], of)
}

// Ways are what all episodes state that did and saw the same, each with its share.
func (h *Stated) Ways(acts []pomdp.Act, steps int) (out []Chances) {
	all := h.stated[keyOf(acts)]
	for _, of := range all {
		if of != nil {
			out = append(out, Chances{of[:steps], 1 / float64(len(all))})
		}
	}
	return out
}

// keyOf numbers what an episode did and saw, but for what the last step led to.
func keyOf(acts []pomdp.Act) uint64 {
	h := fnv.New64a()
	var bytes []byte
	put := func(x int) { bytes = append(bytes, byte(x), byte(x>>8), byte(x>>16)) }
	for t, a := range acts {
		put(a.Action)
		put(a.Reward)
		if t < len(acts)-1 {
			put(a.Observation)
		}
	}
	_, _ = h.Write(bytes) // a hash takes everything
	return h.Sum64()
}
