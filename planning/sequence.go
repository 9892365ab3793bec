package planning

import (
	"math"

	"eeporl/planning/vectors"
	"eeporl/pomdp"
)

// sequence is the controlled sequence law as a tree branches on it: what can be seen after an action, how
// probable that is and what it earns. Situations are those of pomdp.Learned.
type sequence interface {
	start() []float64
	// outcomes are the weights of the tree's branches, and what is earned with each, times its weight.
	outcomes(situation []float64, action int) (weights, earned []float64)
	next(situation []float64, action, outcome int) []float64
}

// sequence is the law by which a problem's outcomes follow each other.
func (p *Problem) sequence() sequence {
	if p.learned != nil {
		return learnedSequence{p.learned, p.sizes, p.observe, p.values}
	}
	return linked{p}
}

// learnedSequence branches on what a tree observes of what was learned.
type learnedSequence struct {
	pomdp.Learned
	sizes   pomdp.Sizes
	observe Observe
	values  []float64 // [reward level] in the problem's unit
}

func (l learnedSequence) start() []float64 { return l.Start() }

func (l learnedSequence) outcomes(situation []float64, action int) (weights, earned []float64) {
	weights = l.Outcomes(situation, action)
	earned = make([]float64, len(weights))
	for i, w := range weights {
		_, r := l.sizes.OutcomeAt(i)
		earned[i] = w * l.values[r]
	}
	if l.observe == ObserveZ {
		weights, earned = l.byObservation(weights), l.byObservation(earned)
	}
	return weights, earned
}

// byObservation sums over the rewards.
func (l learnedSequence) byObservation(x []float64) []float64 {
	out := make([]float64, l.sizes.Z)
	for i, v := range x {
		z, _ := l.sizes.OutcomeAt(i)
		out[z] += v
	}
	return out
}

func (l learnedSequence) next(situation []float64, action, outcome int) []float64 {
	z, r := outcome, -1
	if l.observe == ObserveRZ {
		z, r = l.sizes.OutcomeAt(outcome)
	}
	return l.Next(situation, action, r, z)
}

// linked is the law of a problem with one order of the states, by its links.
type linked struct{ p *Problem }

func (l linked) start() []float64 { return l.p.initial[0] }

func (l linked) outcomes(situation []float64, action int) (weights, earned []float64) {
	after := make([]float64, l.p.states)
	for outcome := range l.p.outcomes {
		link := l.p.link(action, outcome, 0)
		weights = append(weights, link.forward(after, situation))
		earned = append(earned, vectors.Dot(situation, link.gain))
	}
	return weights, earned
}

func (l linked) next(situation []float64, action, outcome int) []float64 {
	after := make([]float64, l.p.states)
	if _, ok := l.p.link(action, outcome, 0).after(after, situation); !ok {
		return nil
	}
	return after
}

// branch is what follows an action and an outcome.
type branch struct {
	share float64 // of the outcome, among those of the node
	earns float64 // expected reward with it
	state []float64
}

// possible says whether the outcome has a share.
func (b *branch) possible() bool { return b.share > 0 }

// follow says what can follow an action, and what is then unless the episode ends with it, which saves most of the work.
// Weights below 0, which operators can give, are 0, and the shares sum to 1 where any outcome is possible.
func follow(law sequence, situation []float64, action int, ends bool) []branch {
	weights, earned := law.outcomes(situation, action)
	out := make([]branch, len(weights))
	sum := 0.0
	for outcome, w := range weights {
		if !(w > leastMass) {
			continue
		}
		b := branch{share: w, earns: earned[outcome] / w}
		if !ends {
			if b.state = law.next(situation, action, outcome); b.state == nil {
				continue
			}
		}
		out[outcome] = b
		sum += w
	}
	for outcome := range out {
		if sum > 0 && !weighted(law) {
			out[outcome].share /= sum
		}
	}
	return out
}

// weighted says whether a law's weights are importance weights: their sums are part of what they say.
func weighted(law sequence) bool {
	l, ok := law.(learnedSequence)
	return ok && isWeighted(l.Learned)
}

// counted says whether a law was counted, history by history: what was never seen is not impossible.
func counted(law sequence) bool {
	l, ok := law.(learnedSequence)
	if !ok {
		return false
	}
	_, ok = l.Learned.(importance)
	return ok
}

// importance is what was counted, and may be weighted by importance sampling.
type importance interface {
	Weighted() bool   // the outcomes of an action have importance weights: they do not sum to 1
	Memoryless() bool // a policy is to look at the outcome seen last alone
}

func isWeighted(l pomdp.Learned) bool {
	w, ok := l.(importance)
	return ok && w.Weighted()
}

// known is what a situation promises: nothing, where the law says of no action what follows it.
func known(value float64) float64 {
	if math.IsInf(value, -1) {
		return 0
	}
	return value
}

// last is what an action is worth with one step to go: −∞ where the law gives no outcome of it.
func last(branches []branch) float64 {
	sum, any := 0.0, false
	for i := range branches {
		sum, any = sum+branches[i].share*branches[i].earns, any || branches[i].possible()
	}
	if !any {
		return math.Inf(-1)
	}
	return sum
}
