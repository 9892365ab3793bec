package moments

import (
	"math"

	"eeporl/moments/params"
	"eeporl/pomdp"

	"gonum.org/v1/gonum/mat"
)

// Posterior is what the chains came to.
type Posterior struct {
	All           [][]float64                // draws of every chain after its first sweeps
	Draws         [][]float64                // those kept, as they were drawn: Layout says what stands where
	LogLikelihood [PosteriorChains][]float64 // by sweep, of each chain
	Effective     float64                    // how many independent draws tell the log-likelihood as well, of the chains kept
	Switches      int                        // how often the states changed places from one draw of a chain to the next
	Layout        *params.Layout
}

// Observation is p(z | a, s') in a draw, by its own names of the states.
func (p *Posterior) Observation(x []float64, a, s, z int) float64 { return x[p.Layout.Obs(a, s, z)] }

// Earns is what an action earns first in a draw.
func (p *Posterior) Earns(rewards, x []float64, a int) (sum float64) {
	for s := range p.Layout.N.S {
		for r, value := range rewards {
			sum += x[s] * x[p.Layout.Rew(a, s, r)] * value
		}
	}
	return sum
}

// Mean of a figure of the draws, and how far apart they are: its standard deviation.
func (p *Posterior) Mean(of func(x []float64) float64) (mean, deviation float64) {
	squares := 0.0
	for _, x := range p.Draws {
		v := of(x)
		mean, squares = mean+v, squares+v*v
	}
	n := float64(len(p.Draws))
	mean /= n
	return mean, math.Sqrt(max(squares/n-mean*mean, 0))
}

// Contraction is one B₁₂₃(U₃θᵢ) as it is and in the eigenvectors' coordinates.
// Both are block diagonal by a₂; the blocks stand in the order of a₂.
type Contraction struct {
	Raw          []*mat.Dense // B₁₂₃(U₃θᵢ)
	Diagonalised []*mat.Dense // 𝓡⁻¹B₁₂₃(U₃θᵢ)𝓡, with the one 𝓡 of θ₁
}

// Power is what the tensor power method went through.
type Power struct {
	Whitening  []float64 // [k] ε of M₂ˢ, falling (in each block)
	Others     float64   // the largest |ε| that was not taken: what chance makes, 0 for the exact law
	Asymmetry  float64   // max |M₂ˢ − M₂ˢᵀ| / max |M₂ˢ| before it is made symmetric
	Components []Component
	Residual   float64 // ‖𝕋 − Σλv³‖, over all blocks
	Chance     float64 // what a tensor of chance alone has, 0 for the exact law
}

// Component is one fixed point of v ↦ 𝕋(I,v,v)/‖·‖, a column of Ô before it is mapped back.
type Component struct {
	Lambda  float64     // 𝕋(v,v,v) = w^-½
	Sum     float64     // 𝟏ᵀμ, 1 for the exact law
	Vector  []float64   // v, in its block's whitened coordinates
	Path    [][]float64 // v before the first iteration and after each, of the start that was taken
	Overlap float64     // the largest |vᵀv'| of another component of its block
}

// Shown is how many pictures there are of the method's way: its first component before the first iteration and after
// each, and all components.
func (p *Power) Shown() int {
	if len(p.Components) == 0 {
		return 1
	}
	return len(p.Components[0].Path) + 1
}

// Digits is how many digits of v each iteration had right.
func (c Component) Digits() []float64 {
	out := make([]float64, len(c.Path))
	for i, v := range c.Path {
		square := 0.0
		for j, x := range v {
			square += (x - c.Vector[j]) * (x - c.Vector[j])
		}
		out[i] = min(15, max(0, -math.Log10(math.Sqrt(square))))
	}
	return out
}

// TestSpectrum says what a reduction to k directions took and left.
type TestSpectrum struct {
	Of      string    // the matrix that was reduced
	Taken   int       // k
	Sigma   []float64 // of hkz its singular values, falling; of tpsr its length along each direction
	Noise   Floor     // what a value that is truly 0 would be by chance
	Closure []float64 // [k-1] Operators.Closure with k directions
}

// Predictor predicts by matrices that take a vector on, and name no state.
type Predictor interface {
	pomdp.Learned
	Rank() int        // how many numbers stand for a situation
	Closure() float64 // by how much the weights of all that can follow fail to add up, 0 for the exact law
}

// PosteriorChains is how many chains draw from a posterior.
const PosteriorChains = 2
