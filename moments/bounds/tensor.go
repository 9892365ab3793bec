package bounds

import (
	"math"

	"eeporl/pomdp"

	"gonum.org/v1/gonum/mat"
)

// tensorNorm is ‖P₁₂₃‖₂ = sup over unit η of ‖P₁₂₃(η)‖₂ for
// P₁₂₃ = Σ_h w_h M₁e_h ⊗ M₂e_h ⊗ M₃e_h. Being the sup of ⟨P₁₂₃, u ⊗ v ⊗ η⟩
// over three unit vectors it does not depend on which index η contracts, so it
// is ‖P₁₃₂‖₂ too.
//
// The columns of one middle pair (a₂, a₃) meet only the x₁ that end with a₂,
// the x₂ of that pair and the x₃ that begin with a₃. With v at its best the
// form is √Σ α²_{a₂} β²_{a₃} g²_{a₂a₃} for lengths α, β of the parts of u, η;
// that is largest with all length in one part of each. So the norm is the
// largest among the pairs, each a problem of |S| terms.
func tensorNorm(n pomdp.Sizes, w []float64, views ...*mat.Dense) float64 {
	best := 0.0
	for pair := range n.Pairs() {
		first := pair * n.S
		var grams [3]*mat.SymDense
		for i, m := range views {
			block := m.Slice(0, m.RawMatrix().Rows, first, first+n.S)
			grams[i] = mat.NewSymDense(n.S, nil)
			grams[i].SymOuterK(1, block.T())
		}
		best = math.Max(best, trilinearNorm(w[first:first+n.S], grams))
	}
	return best
}

// powerSteps bounds the power iteration; it ends sooner, when a round of all
// three modes gains less than a rounding error.
const powerSteps = 1000

// trilinearNorm maximises Σ_s w_s (M₁ᵀu)_s (M₂ᵀv)_s (M₃ᵀη)_s over unit u, v, η
// by alternating power iteration from each column and from their sum. All
// entries are probabilities, so the best vectors are not negative and these
// starts surround them. Each vector is kept as M x; the Gram matrices G = MᵀM
// are then all that is needed.
func trilinearNorm(w []float64, grams [3]*mat.SymDense) float64 {
	n := len(w)
	best := 0.0
	x := make([]float64, n)
	var seen [3][]float64 // Mᵀu, Mᵀv, Mᵀη
	for start := range n + 1 {
		for i, g := range grams {
			for s := range x {
				x[s] = 0
				if s == start || start == n {
					x[s] = 1
				}
			}
			seen[i] = make([]float64, n)
			normalise(seen[i], g, x)
		}
		value := 0.0
		for range powerSteps {
			before := value
			for i, g := range grams {
				a, b := seen[(i+1)%3], seen[(i+2)%3]
				for s := range x {
					x[s] = w[s] * a[s] * b[s]
				}
				value = normalise(seen[i], g, x)
			}
			if value <= before*(1+1e-15) {
				break
			}
		}
		best = math.Max(best, value)
	}
	return best
}

// normalise sets seen = Mᵀu for u = Mx/‖Mx‖₂ and returns ‖Mx‖₂.
func normalise(seen []float64, gram *mat.SymDense, x []float64) float64 {
	square := 0.0
	for i := range seen {
		seen[i] = 0
		for j, v := range x {
			seen[i] += gram.At(i, j) * v
		}
		square += x[i] * seen[i]
	}
	length := math.Sqrt(math.Max(square, 0))
	if length > 0 {
		for i := range seen {
			seen[i] /= length
		}
	}
	return length
}
