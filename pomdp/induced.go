package pomdp

import "gonum.org/v1/gonum/mat"

// InducedHMM is the hidden Markov model over h_t = (a_t, s_{t+1}, a_{t+1})
// that open-loop exploration makes of a POMDP (Lemma 1).
type InducedHMM struct {
	Model *POMDP // that it was induced from; nil otherwise
	Sizes Sizes
	O     *mat.Dense // d × k, columns sum to 1
	T     *mat.Dense // k × k, T[h', h], columns sum to 1
	H0    []float64  // p(h₀) over the virtual (a₀, s₁, a₁); T·H0 = H1
	H1    []float64  // p(h₁)
	W     []float64  // w = p(h₂) = T·H1
}

// Induce builds the induced HMM:
//
//	O[x, h]  = δ(a_t) δ(a_{t+1}) Z_{a_t}[z, s] R_{a_{t+1}}[r, s]
//	T[h', h] = δ(a_{t+1}) T_{a_{t+1}}[s, s'] Π[a_{t+2}, a_t]
func Induce(m *POMDP, e Exploration) *InducedHMM {
	n := m.sizes
	hmm := &InducedHMM{
		Model: m,
		Sizes: n,
		O:     mat.NewDense(n.D(), n.K(), nil),
		T:     mat.NewDense(n.K(), n.K(), nil),
		H0:    make([]float64, n.K()),
		H1:    make([]float64, n.K()),
		W:     make([]float64, n.K()),
	}
	for i := range n.K() {
		h := n.HiddenAt(i)
		hmm.H0[i] = m.Initial(h.State) / float64(n.Pairs())
		for z := range n.Z {
			for r := range n.R {
				x := n.SymbolIndex(Symbol{h.Action, z, r, h.Next})
				hmm.O.Set(x, i, m.Z(h.Action, h.State, z)*m.R(h.Next, h.State, r))
			}
		}
		for s := range n.S {
			for a := range n.A {
				next := n.HiddenIndex(Hidden{h.Next, s, a})
				hmm.T.Set(next, i, m.T(h.Next, h.State, s)*e.Pi(a, h.Action))
			}
		}
	}
	// p(h₁) from its own formula, |A|⁻²(bᵀT_{a₁})[s₂]: under the uniform first
	// two actions it equals T·p(h₀), which is what lets b be read off.
	for i := range n.K() {
		h := n.HiddenAt(i)
		for s := range n.S {
			hmm.H1[i] += m.Initial(s) * m.T(h.Action, s, h.State) / float64(n.Pairs())
		}
	}
	mat.NewVecDense(n.K(), hmm.W).MulVec(hmm.T, mat.NewVecDense(n.K(), hmm.H1))
	return hmm
}
