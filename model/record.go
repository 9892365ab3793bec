package model

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/pomdp"
	"eeporl/pomdp/finding"
)

// Record is a log of real episodes: what a session is about when nobody knows
// the model behind the data.
type Record struct {
	// Words are the command line's words that read the log again.
	Words string
	// Shell has the log's symbols, the number of states that is looked for, and
	// the horizon to plan for. Its probabilities are uniform and mean nothing.
	Shell  *pomdp.POMDP
	Counts *moments.Counts // of all episodes
	// Episodes are the whole episodes behind the counts; nil where only their triples are known.
	Episodes *moments.Episodes
	// First are the triples of the first episodes, in the log's order; empty if the
	// log has no order, as a file of counts has none.
	First    []pomdp.Cell
	Findings []finding.Finding // of the data themselves
}

// NoTruth is why nothing can be held against the truth in a session on a log.
const NoTruth = "the episodes come from a log, and nobody knows the model behind them"

// Shell makes a model that carries symbols and sizes alone; its probabilities are uniform
// and mean nothing. actions, observations and rewards must name every symbol.
func Shell(name string, states, horizon int, actions, observations []string, rewards []float64) (*pomdp.POMDP, error) {
	spec := pomdp.Spec{
		Name: name, Horizon: horizon, Discount: 1, Actions: actions, Observations: observations, Rewards: rewards,
		States: pomdp.Numbered("state-", states), Initial: pomdp.Uniform(states),
	}
	for range actions {
		spec.Transition = append(spec.Transition, slices.Repeat([][]float64{pomdp.Uniform(states)}, states))
		spec.Observation = append(spec.Observation, slices.Repeat([][]float64{pomdp.Uniform(len(observations))}, states))
		spec.Reward = append(spec.Reward, slices.Repeat([][]float64{pomdp.Uniform(len(rewards))}, states))
	}
	return pomdp.New(spec)
}

// data is what counts are made of, as far as it is known: whole episodes where all of the log is counted.
func (s Session) data(counts *moments.Counts) moments.Data {
	r := s.config.Record
	if r == nil || counts.Total() != r.total() {
		return moments.Data{Counts: counts}
	}
	return moments.Data{Counts: counts, Episodes: r.Episodes}
}

// total is the number of episodes of the log.
func (r *Record) total() float64 { return r.Counts.Total() }

// ordered says whether the log shows episode number, from 0, by itself, and not only in
// its counts.
func (r *Record) ordered(number uint64) bool { return number < uint64(len(r.First)) }

// Episode is what the log shows of an episode: four actions and what stands
// between them. Hidden states, the first reward and the last observation are
// not in a log of triples, and nobody knows a probability.
func (r *Record) Episode(number uint64) pomdp.Episode {
	unknown := pomdp.Draw{Value: -1, Probability: math.NaN()}
	e := pomdp.Episode{Index: number, Initial: unknown, Steps: make([]pomdp.Step, 4)}
	cell := r.First[number]
	for t := range e.Steps {
		e.Steps[t] = pomdp.Step{State: -1, Action: known(cell.Actions[t]), Reward: unknown, Next: unknown, Observation: unknown}
		if t > 0 {
			z, reward := r.Shell.Sizes().OutcomeAt(cell.Outcomes[t-1])
			e.Steps[t-1].Observation, e.Steps[t].Reward = known(z), known(reward)
		}
	}
	return e
}

func known(value int) pomdp.Draw { return pomdp.Draw{Value: value, Probability: math.NaN()} }

// Triple is the triple that an episode counts.
func (r *Record) Triple(number uint64) (pomdp.Cell, bool) {
	if !r.ordered(number) {
		return pomdp.Cell{}, false
	}
	return r.First[number], true
}

// upTo are the counts of the first n episodes, or of the whole log if it does not show
// that many by themselves.
func (r *Record) upTo(n float64) *moments.Counts {
	if n > float64(len(r.First)) {
		return r.Counts
	}
	counts := moments.NewCounts(r.Counts.Sizes())
	for _, cell := range r.First[:int(n)] {
		counts.AddTriple(cell)
	}
	return counts
}

// fingerprint is a short name for everything that the log counts.
func (r *Record) fingerprint() string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%+v", r.Shell.Spec())
	for cell, k := range r.Counts.Cells {
		fmt.Fprintf(h, " %d:%g", cell, k)
	}
	for _, cell := range r.First {
		fmt.Fprintf(h, " %v", cell)
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// recordBeats are the beats of one recorded episode: what a log of triples
// shows of it.
func recordBeats() []Beat {
	var out []Beat
	for _, b := range exploreBeats(4) {
		switch {
		case b.Kind == BeatMove, b == Beat{BeatReward, 1}, b == Beat{BeatObserve, 4}:
		default:
			out = append(out, b)
		}
	}
	return out
}

// noPhase2 is why a log leads to no episode that follows the plan.
const noPhase2 = "phase 2 needs a world to act in, and a log has none"

// recordEnds says why nothing can follow the end of a timeline on a log, ""
// where something can.
func (s Session) recordEnds() string {
	r, seg := s.config.Record, s.current()
	switch {
	case r == nil, seg.Kind == Estimate && s.Disabled(RunPlan) == "":
		return ""
	case seg.Kind == Plan:
		return noPhase2
	case !r.ordered(s.nextEpisode(Explore)):
		return "the log shows no further episode by itself"
	}
	return ""
}

// recordLeap is how many episodes a leap of n counts: not more than are left, and all
// that are left if the log does not show that many by themselves.
func (s Session) recordLeap(n float64) float64 {
	r := s.config.Record
	target := min(s.now.N+n, r.total())
	if target > float64(len(r.First)) {
		target = r.total()
	}
	return target - s.now.N
}

// inOrder says whether n episodes from a number on can be stepped through.
func (s Session) inOrder(from uint64, n float64) bool {
	r := s.config.Record
	return r == nil || float64(from)+n <= float64(len(r.First))
}
