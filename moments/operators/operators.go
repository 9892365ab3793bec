package operators

import (
	"eeporl/pomdp"

	"gonum.org/v1/gonum/mat"
)

// Operators predict without states: a situation is a vector m of k numbers that mean nothing by themselves, and
// whatever is seen takes it on by a matrix (Jaeger 2000; Littman, Sutton and Singh 2001).
//
//	p̂(r, z | m, a) = b_∞ᵀ B_{a,r,z} m        next m = B_{a,r,z} m / p̂(r, z | m, a)
type Operators struct {
	Sizes   pomdp.Sizes
	Rewards []float64
	B       [][]*mat.Dense // [action][outcome] k × k
	End     []float64      // b_∞: what sums a situation up to its weight
	First   []float64      // m₁: the situation before the first action
}

// Rank is k, how many numbers a situation has.
func (o *Operators) Rank() int { return len(o.First) }

// Alphabet is the operators' sizes and rewards.
func (o *Operators) Alphabet() (pomdp.Sizes, []float64) { return o.Sizes, o.Rewards }

// Start is m₁.
func (o *Operators) Start() []float64 { return o.First }

// Outcomes are b_∞ᵀ B_{a,r,z} m. They may be negative.
func (o *Operators) Outcomes(m []float64, action int) []float64 {
	out := make([]float64, o.Sizes.Outcomes())
	for i, b := range o.B[action] {
		out[i] = o.weight(apply(b, m))
	}
	return out
}

// Next is B_{a,r,z} m, scaled to weight 1. For a reward that was not looked at the operators of all rewards add up.
func (o *Operators) Next(m []float64, action, reward, observation int) []float64 {
	next := make([]float64, len(m))
	for r := range o.Sizes.R {
		if reward < 0 || r == reward {
			for i, x := range apply(o.B[action][o.Sizes.Outcome(observation, r)], m) {
				next[i] += x
			}
		}
	}
	w := o.weight(next)
	if !(w > 0) {
		return nil
	}
	for i := range next {
		next[i] /= w
	}
	return next
}

func (o *Operators) weight(m []float64) float64 {
	sum := 0.0
	for i, x := range m {
		sum += o.End[i] * x
	}
	return sum
}

func apply(b *mat.Dense, m []float64) []float64 {
	out := make([]float64, len(m))
	for i := range out {
		for j, x := range b.RawRowView(i) {
			out[i] += x * m[j]
		}
	}
	return out
}

// Closure is by how much the outcomes of an action fail to add up, relative to what they should:
// max |Σ_{r,z} b_∞ᵀB_{a,r,z} − b_∞ᵀ| / max |b_∞|, over all actions. It is 0 for the exact law.
func (o *Operators) Closure() float64 {
	most, largest := 0.0, 0.0
	for _, x := range o.End {
		largest = max(largest, x, -x)
	}
	for _, outcomes := range o.B {
		for j, want := range o.End {
			sum := 0.0
			for _, b := range outcomes {
				for i, x := range o.End {
					sum += x * b.At(i, j)
				}
			}
			most = max(most, sum-want, want-sum)
		}
	}
	return most / largest
}
