package bounds

import (
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/moments/spectral"
	"eeporl/pomdp"
	"eeporl/pomdp/finding"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Plugged is a Model made of estimates where nobody knows the truth: what the
// lemmas would say if the estimates were true. It guarantees nothing. Quantities
// that cannot be estimated are NaN.
type Plugged struct {
	*Model
	Parameters string // why σ_T, σ_Z, σ_R are NaN, "" where they are not
	Moments    string // the same for σ_k and all else that C_ddd is made of
	Mixing     string // the same for c and ε_a
}

// Plug computes from an estimate what Of computes from the truth. est may be nil; c are the
// counts that it was made from. σ_T, σ_Z and σ_R take each pair's parameters in whatever
// order they came back in: singular values do not depend on it.
func Plug(est *moments.Estimate, c *moments.Counts, horizon int, rewards []float64) Plugged {
	nan := math.NaN()
	n := c.Sizes()
	if est != nil {
		n = est.Sizes
	}
	p := Plugged{Model: &Model{
		Sizes: n, Horizon: horizon, C: nan, EpsilonA: nan,
		SigmaT: Weakest{Value: nan}, SigmaZ: Weakest{Value: nan}, SigmaR: Weakest{Value: nan},
		NormT: nan, InverseT: nan, NormO: nan, SigmaO: nan, CondM1: nan,
		SigmaK12: nan, SigmaK13: nan, NormP123: nan, Separation2: nan, Separation3: nan,
		ot: new(mat.Dense),
	}}
	p.rewards(rewards)
	p.mixing(c)
	switch {
	case est == nil:
		p.Parameters = "no estimate yet"
	case !est.OK():
		p.Parameters = "no parameters"
		if f, ok := est.Stopped(); ok {
			p.Parameters += ": " + string(f.Code)
		}
	default:
		p.parameters(est.Parameters)
	}
	if p.Moments = p.Parameters; p.Moments == "" {
		if p.Moments = faint(est, c); p.Moments == "" {
			p.hidden(est, c)
		}
	}
	return p
}

// mixing fits c to how often a₃ repeats a₁ and a₄ repeats a₂, where the actions
// follow a Π of that form.
func (p *Plugged) mixing(c *moments.Counts) {
	n := c.Sizes()
	if n.A == 1 {
		p.C, p.EpsilonA = 0, 1
		return
	}
	follows := make([]float64, n.Pairs()) // a·|A| + a″
	same, total := 0.0, 0.0
	for cell, k := range c.Cells {
		a := n.CellAt(cell).Actions
		for t := range 2 {
			follows[a[t]*n.A+a[t+2]] += k
			total += k
			if a[t] == a[t+2] {
				same += k
			}
		}
	}
	actions := float64(n.A)
	q := same / total
	switch {
	case total == 0:
		p.Mixing = "no episode has been counted yet"
		return
	case unlike(follows, n.A, q) < formLevel:
		p.Mixing = "the actions do not follow Π = (I + c·11ᵀ)/(1 + c|A|)"
		return
	}
	p.C = math.Inf(1)
	if q*actions > 1 {
		p.C = (1 - q) / (q*actions - 1)
	}
	p.EpsilonA = math.Min(q, (1-q)/(actions-1))
}

// formLevel is the probability below which the actions are taken to follow
// another Π than the paper's.
const formLevel = 1e-4

// unlike is the probability that chance alone brings frequencies this far from Π's form: a
// χ² test of what follows each action, expecting q for the action itself and
// (1 − q)/(|A| − 1) for any other.
func unlike(follows []float64, actions int, q float64) float64 {
	if q == 0 || q == 1 {
		return 0 // Π has no entry at 0
	}
	chi := 0.0
	for a := range actions {
		row := follows[a*actions : (a+1)*actions]
		sum := 0.0
		for _, k := range row {
			sum += k
		}
		for next, k := range row {
			expected := sum * q
			if next != a {
				expected = sum * (1 - q) / float64(actions-1)
			}
			if expected > 0 {
				chi += (k - expected) * (k - expected) / expected
			}
		}
	}
	return distuv.ChiSquared{K: float64(actions*(actions-1) - 1)}.Survival(chi)
}

// parameters takes the least singular values of all pairs' parameters.
func (p *Plugged) parameters(x *pomdp.PairParameters) {
	n := x.Sizes
	least := func(w *Weakest, action int, rows [][]float64) {
		m := mat.NewDense(len(rows), n.S, slices.Concat(rows...))
		if _, s := extremes(m); !(s >= w.Value) {
			*w = Weakest{s, action}
		}
	}
	for pair := range n.Pairs() {
		a, leave := n.PairActions(pair)
		least(&p.SigmaZ, a, x.Observation[pair])
		least(&p.SigmaR, leave, x.Reward[pair])
		for _, rows := range x.Transition[pair] {
			least(&p.SigmaT, leave, rows)
		}
	}
}

// faint says why what the moments show may be noise, "" where it is not.
func faint(est *moments.Estimate, c *moments.Counts) string {
	root := est
	for e := est; e != nil; e = e.From {
		if f, ok := e.Find(finding.SigmaBelowNoise); ok {
			return "σ_k does not stand above the noise: " + f.Detail
		}
		root = e
	}
	noise := root.Noise
	if noise == nil || noise.P12.Limit == 0 {
		noise = spectral.NoiseFloor(c, est.Sizes.S, replicates, est.Options.Seed)
	}
	s := spectral.SpectrumOf(c, est.Sizes.S)
	if noise == nil || s == nil || s.SigmaK() <= noise.P12.Limit || s.SigmaK13() <= noise.P13.Limit {
		return "σ_k does not stand above the noise"
	}
	return ""
}

// replicates of the noise where the estimator made none.
const replicates = 9

// hidden takes what C_ddd is made of from Ô, T̂, ŵ and the moments.
func (p *Plugged) hidden(est *moments.Estimate, c *moments.Counts) {
	if est.O == nil || est.T == nil || est.W == nil {
		p.Moments = "the estimate has no Ô, T̂ and ŵ"
		return
	}
	k := est.Sizes.K()
	order := slices.Concat(est.Columns...)
	hmm := &pomdp.InducedHMM{
		Sizes: est.Sizes, O: mat.NewDense(est.Sizes.D(), k, nil), T: mat.NewDense(k, k, nil),
		H1: make([]float64, k), W: make([]float64, k),
	}
	for to, from := range order {
		if hmm.W[to] = est.W[from]; hmm.W[to] <= 0 {
			p.Moments = "ŵ has an entry that is not positive"
			return
		}
		for x := range est.Sizes.D() {
			hmm.O.Set(x, to, est.O.At(x, from))
		}
		for to2, from2 := range order {
			hmm.T.Set(to2, to, est.T.At(from2, from))
		}
	}
	if err := mat.NewVecDense(k, hmm.H1).SolveVec(hmm.T, mat.NewVecDense(k, hmm.W)); err != nil {
		p.Moments = "T̂ is singular"
		return
	}
	s := spectral.SpectrumOf(c, est.Sizes.S)
	p.hmm, p.SigmaK12, p.SigmaK13 = hmm, s.SigmaK(), s.SigmaK13()
	p.spectra(hmm.O)
}

// Estimate is a number that stands for the truth, NaN where it cannot be estimated.
type Estimate struct {
	Name  string
	Value float64
}

// Estimates are what is put in for the truth; delta is the theorem's δ.
func (p *Plugged) Estimates(delta float64) []Estimate {
	return []Estimate{
		{"c", p.C}, {"ε_a", p.EpsilonA}, {"σ_T", p.SigmaT.Value}, {"σ_Z", p.SigmaZ.Value}, {"σ_R", p.SigmaR.Value},
		{"‖T⁻¹‖₂", p.InverseT}, {"σ_k(P₁₂)", p.SigmaK12}, {"σ_k(P₁₃)", p.SigmaK13}, {"κ(M₁)", p.CondM1}, {"C_ddd(δ/3)", p.Cddd(delta / 3)},
	}
}
