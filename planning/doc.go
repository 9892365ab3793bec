// Package planning turns parameters into policies: the paper's β-vectors and
// FindPolicy (Guo, Doroudi, Brunskill 2016, Definition 3 and Algorithm 3), exact
// and in the permuted coordinates in which spectral learning returns the states.
//
// A β-vector is an α-vector whose input is s_(a₋,a): the states in the order
// in which the action pair (a₋, a) came back, a being the vector's root action.
//
//	β₁ᵃ(j)     = Σ_r p(r|j,a)·r
//	β_{t+1}ᵃᶠ(j) = Σ_{r,z} p(r|j,a) Σ_j' p(j'|j,a) p(z|a,j') (r + γ β_t^{f(r,z)}(j'))
//
// where f maps every outcome (r, z) to a t-step vector of any root action
// (README, "Where the paper needs reading with care", 3). FindPolicy answers
// argmax over (a₀, a₁, β) of b̂·β; the policy tree of that β is then followed
// without any belief update.
//
// Learned parameters of different pairs disagree, and that maximum takes the luckiest of them. Levelling
// plans by the law of what is seen instead: the mean over the coordinates that estimate one belief, each
// node's outcomes made to sum to 1. PredictionOf holds the same law against the truth's.
package planning
