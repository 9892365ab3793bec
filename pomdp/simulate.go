package pomdp

import "math/rand/v2"

// Draw is one random choice: which value came and how probable it was.
type Draw struct {
	Value       int
	Probability float64
}

// Step is one step of an episode: in State the policy chose Action, Reward
// was received, the hidden state moved to Next and Observation was seen there.
type Step struct {
	State       int
	Action      Draw
	Reward      Draw // a level, not its value
	Next        Draw
	Observation Draw
}

// Episode is the detailed trace of one episode, hidden states included.
type Episode struct {
	Index   uint64
	Initial Draw // s₁
	Steps   []Step
}

// Policy chooses actions from the past: Next fills probs, which has one entry per action, with the
// distribution of the next action. It may use only what an agent sees of past: actions, rewards
// and observations.
type Policy interface {
	Next(past []Step, probs []float64)
}

// Stream separates the random streams that one seed serves.
type Stream uint64

// The streams in use.
const (
	StreamExplore   Stream = 1 // phase 1 episodes
	StreamExploit   Stream = 2 // phase 2 episodes
	StreamLeap      Stream = 3 // counts of many episodes at once
	StreamEstimator Stream = 4 // rotations, restarts
	StreamBootstrap Stream = 5
	StreamScenario  Stream = 6 // generated models
)

// Source is the random source number i of a stream: a function of (seed,
// stream, i) alone, so that any episode can be drawn without the ones before.
func Source(seed uint64, stream Stream, i uint64) *rand.PCG {
	return rand.NewPCG(sourceState(seed, stream, i))
}

func sourceState(seed uint64, stream Stream, i uint64) (hi, lo uint64) {
	hi = splitmix(seed ^ splitmix(uint64(stream)))
	lo = splitmix(hi ^ splitmix(i))
	return hi, lo
}

// splitmix is the finaliser of SplitMix64 (Steele, Lea, Flood 2014).
func splitmix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Simulator draws episodes of one POMDP under one policy. It reuses its
// buffers and is not safe for concurrent use.
type Simulator struct {
	model  *POMDP
	policy Policy
	seed   uint64
	stream Stream
	pcg    rand.PCG
	probs  []float64
	steps  []Step
}

// NewSimulator makes a simulator whose episode i draws from Source(seed,
// stream, i).
func NewSimulator(m *POMDP, policy Policy, seed uint64, stream Stream) *Simulator {
	return &Simulator{model: m, policy: policy, seed: seed, stream: stream, probs: make([]float64, m.sizes.A)}
}

// Episode draws episode i, H steps long.
func (s *Simulator) Episode(i uint64) Episode {
	first := s.run(i, s.model.Horizon())
	return Episode{Index: i, Initial: first, Steps: append([]Step(nil), s.steps...)}
}

// Triple draws only the first four steps of episode i and returns its cell;
// ok is false when the horizon is too short for one.
func (s *Simulator) Triple(i uint64) (cell Cell, ok bool) {
	if s.model.Horizon() < 4 {
		return Cell{}, false
	}
	s.run(i, 4)
	return TripleCell(s.model.sizes, s.steps)
}

// TripleCell reads (x₁, x₂, x₃) off an episode's first four steps; ok is false
// when there are fewer.
func TripleCell(n Sizes, steps []Step) (cell Cell, ok bool) {
	if len(steps) < 4 {
		return Cell{}, false
	}
	for t := range 4 {
		cell.Actions[t] = steps[t].Action.Value
	}
	for t := range 3 {
		cell.Outcomes[t] = n.Outcome(steps[t].Observation.Value, steps[t+1].Reward.Value)
	}
	return cell, true
}

func (s *Simulator) run(i uint64, horizon int) (first Draw) {
	m, n := s.model, s.model.sizes
	s.pcg.Seed(sourceState(s.seed, s.stream, i))
	rng := rand.New(&s.pcg)
	first = draw(rng, m.spec.Initial)
	s.steps = s.steps[:0]
	state := first.Value
	for range horizon {
		step := Step{State: state}
		s.policy.Next(s.steps, s.probs)
		step.Action = draw(rng, s.probs)
		row := step.Action.Value*n.S + state
		step.Reward = draw(rng, m.reward[row*n.R:(row+1)*n.R])
		step.Next = draw(rng, m.transition[row*n.S:(row+1)*n.S])
		state = step.Next.Value
		row = step.Action.Value*n.S + state
		step.Observation = draw(rng, m.observation[row*n.Z:(row+1)*n.Z])
		s.steps = append(s.steps, step)
	}
	return first
}

// draw inverts the distribution function at one uniform number. Rounding can
// leave the number beyond the last partial sum: then the last value with
// positive probability is it.
func draw(rng *rand.Rand, probs []float64) Draw {
	u := rng.Float64()
	last := 0
	for i, p := range probs {
		if p <= 0 {
			continue
		}
		last = i
		if u -= p; u < 0 {
			break
		}
	}
	return Draw{Value: last, Probability: probs[last]}
}
