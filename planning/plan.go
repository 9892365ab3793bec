package planning

import (
	"cmp"

	"eeporl/planning/vectors"
	"eeporl/pomdp"
)

// Plan is what a planner found. It is a plain value and nothing in it changes
// after it was returned.
type Plan struct {
	Horizon  int
	Discount float64
	Observe  Observe
	Planner  Planner // the one that was used, never Auto
	Why      string  // one sentence: why that one

	// Value is b̂·β of the tree, by the parameters it was planned with: for learned ones
	// an estimate that the argmax biases upwards.
	Value float64
	// Upper is at least the value of the best tree. It exceeds Value for PointBased, whose
	// certified gap is Upper − Value, and where the tree was cut to fit into memory.
	Upper float64
	// Bounds are PointBased's bounds as they closed.
	Bounds []Bound
	// First is the pair (a₀, a₁) whose β-vector won: a₁ is the action to take,
	// a₀ says in which pair's coordinates the tree starts (-1 for an ordinary
	// POMDP, which has one order of the states).
	First [2]int
	// Starts are what FindPolicy chooses from: the best b̂·β of each pair, by a planner that
	// has them all (PointBased has only bounds, and an ordinary POMDP no pairs: nil).
	Starts []float64
	// Levels[t-1] is Γ_t.
	Levels []Level
	Tree   *Tree
	// Mass is the total probability that the parameters give to the tree's
	// leaves: 1 for those of one POMDP. Learned parameters of different pairs
	// disagree, and the argmax exploits it: far from 1 is a finding.
	Mass float64
	// Beliefs counts the distinct beliefs that Reachable evaluated with more than
	// one step to go.
	Beliefs int

	unit float64 // about the largest reward
}

// Bound is the certified interval after a number of trials.
type Bound struct {
	Trial        int
	Lower, Upper float64
}

// Level is Γ_t: one set of vectors for each action pair, in the order of the
// pairs; for an ordinary POMDP one set in all.
type Level struct {
	T int // steps to go
	// Enumerated is how many vectors the paper's definition gives each set: 1 for t = 1,
	// (Σ_a' |Γ_{t-1}^{a,a'}|)^{|R||Z|} after. For an ordinary POMDP it is |A|,
	// and |A|·|Γ_{t-1}|^outcomes after.
	Enumerated Count
	// Sets is nil where the planner keeps no vectors (Reachable), and in a plan WithoutSets.
	Sets []Set
	kept int // vectors of a plan WithoutSets
}

// Vectors is how many vectors the level's sets hold together.
func (l Level) Vectors() int {
	n := l.kept
	for i := range l.Sets {
		n += l.Sets[i].Len()
	}
	return n
}

// WithoutSets is the plan without its vector sets, most of what it holds, but for their sizes.
func (p *Plan) WithoutSets() *Plan {
	small := *p
	small.Levels = nil
	for _, level := range p.Levels {
		level.kept, level.Sets = level.Vectors(), nil
		small.Levels = append(small.Levels, level)
	}
	return &small
}

// Set is Γ_t^{a₋,a} as far as it was kept. Pruning sorts its vectors by root action and
// branches, an order that does not depend on the order of the states.
type Set struct {
	Pair int // a₋·|A| + a; -1 for an ordinary POMDP

	states   int
	outcomes int
	action   int             // root action of all vectors; -1: actions says
	actions  []int32         // [i]
	values   []float64       // [i·states + j]
	witness  []float64       // the same; nil where unknown
	next     []int32         // [i·outcomes + outcome]
	upper    []vectors.Piece // two states: the upper envelope, once outlined
	radix    int             // > 0: next is i's digits in this base (Enumerate)
	unit     float64         // about the largest reward; 0 stands for 1
}

// Vector is one β-vector. Its slices are views that must not be written to.
type Vector struct {
	Action  int       // root action
	Values  []float64 // β(j), in the set's order of the states
	Witness []float64 // a belief at which it is the best of its set; nil if not known
	// Next[outcome] is the branch: which vector of the level below, counting
	// through the sets of (a, 0), (a, 1), … in turn. nil for t = 1.
	Next []int32
}

// Len is how many vectors the set holds.
func (s *Set) Len() int { return len(s.values) / s.states }

// Values are the numbers of the set's i-th vector.
func (s *Set) Values(i int) []float64 { return s.beta(i) }

// Vector is the set's i-th vector.
func (s *Set) Vector(i int) Vector {
	v := Vector{Action: s.root(i), Values: s.beta(i), Next: s.branches(i)}
	if s.witness != nil {
		v.Witness = s.witness[i*s.states : (i+1)*s.states]
	}
	return v
}

// Follow finds the vector that v, a vector of the level above, goes on with after an outcome;
// nil where v ends. Sizes are those of the problem.
func (l *Level) Follow(n pomdp.Sizes, v Vector, outcome int) (set *Set, vector int) {
	if v.Next == nil {
		return nil, 0
	}
	i := int(v.Next[outcome])
	for k := range l.Sets {
		set := &l.Sets[k]
		if set.Pair >= 0 && set.Pair/n.A != v.Action {
			continue
		}
		if i < set.Len() {
			return set, i
		}
		i -= set.Len()
	}
	return nil, 0
}

// Best finds the vector with the greatest value at a belief (unnormalised if
// need be); of those that tie with it to rounding, the first. The set must not
// be empty.
func (s *Set) Best(belief []float64) (i int, value float64) {
	n := s.Len()
	for k := range n {
		if x := vectors.Dot(belief, s.beta(k)); k == 0 || x > value {
			i, value = k, x
		}
	}
	for k := range i {
		if x := vectors.Dot(belief, s.beta(k)); tied(x, value, cmp.Or(s.unit, 1)) {
			return k, x
		}
	}
	return i, value
}

// At is the best action at a belief with so many steps to go, and its value, read off the
// vectors of an ordinary POMDP's plan. It is false where the plan does not keep all of them.
func (p *Plan) At(belief []float64, steps int) (action int, value float64, ok bool) {
	if p.Planner == PointBased || steps < 1 || steps > len(p.Levels) {
		return 0, 0, false
	}
	sets := p.Levels[steps-1].Sets
	if len(sets) != 1 || sets[0].Len() == 0 {
		return 0, 0, false
	}
	i, value := sets[0].Best(belief)
	return sets[0].root(i), value, true
}

// Upper is Best at many beliefs in two states, given by the probability of the first one, which
// must not fall. It takes one pass over the upper envelope.
func (s *Set) Upper(first []float64) (best []int, values []float64) {
	pieces := s.upper
	if pieces == nil {
		pieces = vectors.Envelope2(s.values, vectors.Exactly)
	}
	k := len(pieces) - 1
	for _, p := range first {
		for k > 0 && pieces[k].Left > 1-p {
			k--
		}
		v := int(pieces[k].Vector)
		best, values = append(best, v), append(values, vectors.Dot([]float64{p, 1 - p}, s.beta(v)))
	}
	return best, values
}

// outline finds the upper envelope over two states once and for all: Upper is asked for every frame.
func (s *Set) outline() {
	if s.states == 2 && s.Len() > 0 {
		s.upper = vectors.Envelope2(s.values, vectors.Exactly)
	}
}

// outlined is the plan with the outlines of its sets, but for small ones, whose envelope is quick.
func (p *Plan) outlined() *Plan {
	const small = 64
	for _, level := range p.Levels {
		for i := range level.Sets {
			if s := &level.Sets[i]; s.Len() > small {
				s.outline()
			}
		}
	}
	return p
}

func (s *Set) beta(i int) []float64 { return s.values[i*s.states : (i+1)*s.states] }

func (s *Set) root(i int) int {
	if s.action >= 0 {
		return s.action
	}
	return int(s.actions[i])
}

func (s *Set) branches(i int) []int32 {
	if s.radix > 0 {
		out := make([]int32, s.outcomes)
		for o := range out {
			out[o] = int32(i % s.radix)
			i /= s.radix
		}
		return out
	}
	if s.next == nil {
		return nil
	}
	return s.next[i*s.outcomes : (i+1)*s.outcomes]
}

// tied reports that x is as good as the best value but for rounding; unit is about the largest reward.
func tied(x, best, unit float64) bool {
	return best-x <= 1e-13*(unit+max(best, -best))
}
