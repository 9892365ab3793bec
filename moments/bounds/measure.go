package bounds

import (
	"math"

	"eeporl/moments"
	"eeporl/moments/estimators"

	"gonum.org/v1/gonum/mat"
)

// Policy is what planning knows, as plain numbers; NaN where unknown.
type Policy struct {
	Horizon int // of the tree; 0 stands for the model's
	// Equivalence is |β − α|: how far the best value from the exact parameters,
	// written in the orders of the states that were learned, is from the best
	// in the model's own order (Lemma 5).
	Equivalence float64
	// Alpha is max over states of |α − α̂| at the learned tree's root (Lemma 6):
	// see VectorError.
	Alpha float64
	// Gap bounds how much more the best tree is worth, in the learned parameters, than
	// the tree found: 0 for an exact planner (Lemma 7), ε_planning for one that ended
	// early.
	Gap float64
	// Regret is V* − V^π̂ on the true POMDP.
	Regret float64
}

// VectorError is max over j of |β[j] − α[states[j]]|: a learned vector against
// the exact one, where states is φ of the vector's pair (nil: one order).
func VectorError(beta, alpha []float64, states []int) float64 {
	worst := 0.0
	for j, x := range beta {
		s := j
		if states != nil {
			s = states[j]
		}
		worst = math.Max(worst, math.Abs(x-alpha[s]))
	}
	return worst
}

// measured are an estimate's errors in the norms that the lemmas use, NaN
// where unknown.
type measured struct {
	episodes float64 // N
	eps1     float64 // ε₁: the largest 2-norm of a column's error, in Ô and ÔT
	epsP     float64 // ‖Ôŵ − Ow‖₂
	o2, oMax float64
	t2, tMax float64
	w2       float64

	mislabelled float64 // columns
	misplaced   float64 // columns whose true state by Comparison.Order is not that by Assignment
	surplus     bool    // every pair has its own estimate: the weights of a step need not sum to 1
	foreign     float64 // 1 for an estimator that Lemma 2 does not cover, else 0
	simplex     float64 // 1 for a normalisation that the Normalization Lemma does not cover, else 0

	initial, observation, reward, transition float64 // largest errors of the parameters
}

func (b *Model) measure(est *moments.Estimate, cmp *moments.Comparison) measured {
	nan := math.NaN()
	x := measured{
		episodes: nan, eps1: nan, epsP: nan, o2: nan, oMax: nan, t2: nan, tMax: nan, w2: nan,
		mislabelled: nan, misplaced: nan, foreign: nan, simplex: nan,
		initial: nan, observation: nan, reward: nan, transition: nan,
	}
	if est == nil || est.Sizes != b.Sizes {
		return x
	}
	x.episodes = est.Episodes
	x.foreign, x.simplex = 0, 0
	if !estimators.By(est).Gives(moments.GivesLabels) {
		x.foreign = 1
	}
	if est.Model == nil {
		x.surplus = true
		if est.Options.Normalization == moments.Simplex {
			x.simplex = 1
		}
	}
	if cmp == nil || est.O == nil {
		return x
	}
	x.o2, x.oMax, x.t2, x.w2 = cmp.O2, cmp.OMax, cmp.T2, cmp.W2
	x.mislabelled = float64(b.Sizes.K() - cmp.LabelsRight)
	x.eps1 = columnError(est.O, b.hmm.O, cmp.Assignment)
	b.transitions(&x, est, cmp.Assignment)
	if p := cmp.Parameters; p != nil {
		x.initial, x.observation, x.reward, x.transition = p.Initial, p.Observation, p.Reward, p.Transition
		x.misplaced = 0
		for pair, columns := range est.Columns {
			for j, c := range columns {
				if cmp.Assignment[c] != pair*b.Sizes.S+cmp.Order[pair][j] {
					x.misplaced++
				}
			}
		}
	}
	return x
}

// transitions measures what needs ÔT, T̂ and ŵ.
func (b *Model) transitions(x *measured, est *moments.Estimate, assignment []int) {
	ot := est.OT
	if ot == nil && est.T != nil { // an estimator that goes through a POMDP has no M̂₃ of its own
		ot = new(mat.Dense)
		ot.Mul(est.O, est.T)
	}
	if ot == nil {
		x.eps1 = math.NaN()
		return
	}
	x.eps1 = math.Max(x.eps1, columnError(ot, b.ot, assignment))
	if est.T == nil || est.W == nil {
		return
	}
	x.tMax = 0
	for i, h := range assignment {
		for j, h2 := range assignment {
			x.tMax = math.Max(x.tMax, math.Abs(est.T.At(i, j)-b.hmm.T.At(h, h2)))
		}
	}
	d, _ := est.O.Dims()
	sum := 0.0
	for i := range d {
		e := 0.0
		for c, v := range est.O.RawRowView(i) {
			e += v*est.W[c] - b.hmm.O.At(i, c)*b.hmm.W[c]
		}
		sum += e * e
	}
	x.epsP = math.Sqrt(sum)
}

// columnError is the largest 2-norm of a column of est − truth, column c of
// est standing for column assignment[c] of truth.
func columnError(est, truth *mat.Dense, assignment []int) float64 {
	d, _ := truth.Dims()
	squares := make([]float64, len(assignment))
	for i := range d {
		e, t := est.RawRowView(i), truth.RawRowView(i)
		for c, h := range assignment {
			diff := e[c] - t[h]
			squares[c] += diff * diff
		}
	}
	worst := 0.0
	for _, s := range squares {
		worst = math.Max(worst, s)
	}
	return math.Sqrt(worst)
}
