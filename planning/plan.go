package planning

import "math/big"

// Plan is what a planner found. It is a plain value and nothing in it changes
// after it was returned.
type Plan struct {
	Horizon  int
	Discount float64
	Observe  Observe
	Planner  Planner // the one that was used, never Auto
	Why      string  // one sentence: why that one

	// Value is b̂·β of the best tree, in the parameters' own words: for learned
	// parameters an estimate that the argmax biases upwards.
	Value float64
	// First is the pair (a₀, a₁) whose β-vector won: a₁ is the action to take,
	// a₀ says in which pair's coordinates the tree starts.
	First [2]int
	// Levels[t-1] is Γ_t.
	Levels []Level
	Tree   *Tree
	// Mass is the total probability that the parameters give to the tree's
	// leaves: 1 for those of one POMDP. Learned parameters of different pairs
	// disagree, and the argmax exploits it: far from 1 is a finding.
	Mass float64
	// Beliefs counts the distinct beliefs that Reachable evaluated.
	Beliefs int
}

// Level is Γ_t: one set of vectors an action pair.
type Level struct {
	T    int // steps to go
	Sets []Set
}

// Set is Γ_t^{a₋,a}.
type Set struct {
	Pair int // a₋·|A| + a
	// Enumerated is how many vectors the paper's definition has: 1 for t = 1,
	// (Σ_a' |Γ_{t-1}^{a,a'}|)^{|R||Z|} after. nil where the number would take more
	// than 2¹⁶ bits; Log10 is its decimal logarithm in any case.
	Enumerated *big.Int
	Log10      float64
	// Vectors are those that were kept, nil where the planner keeps none or,
	// for Enumerate, all of them.
	Vectors []Vector
}

// Vector is one β-vector.
type Vector struct {
	Action  int       // root action
	Values  []float64 // β(j), in the pair's order of the states
	Witness []float64 // a belief at which it is the best of its set; nil if not known
	// Next[outcome] is the branch: which vector of the level below, counting
	// through the sets of (a, 0), (a, 1), … in turn. nil for t = 1.
	Next []int32
}

// Best finds the vector with the greatest value at a belief (unnormalised if
// need be), the first of equals. ok is false for a set that holds no vectors.
func (s *Set) Best(belief []float64) (i int, value float64, ok bool) {
	for k, v := range s.Vectors {
		if x := dot(belief, v.Values); k == 0 || x > value {
			i, value = k, x
		}
	}
	return i, value, len(s.Vectors) > 0
}

func dot(x, y []float64) float64 {
	sum := 0.0
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}
