package moments

import (
	"slices"

	"eeporl/moments/num"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"

	"gonum.org/v1/gonum/mat"
)

// Stage is how far an estimate got, and what it went through (see Trace).
type Stage int

// The stages of estimates, in order. No estimator goes through all of them.
const (
	StageNone       Stage = iota
	StageMoments          // counts accepted: P̂₁₂, P̂₁₃, p̂(x₂) can be read
	StageSpectrum         // Spectrum, Noise, Subspaces
	StageEigen            // Rotations, Eigen
	StageLikelihood       // Likelihood
	StageOperators        // Tests, Operators
	StageHistories        // Histories
	StageDraws            // Posterior
	StagePower            // Power
	StageColumns          // L2, L3, O, OT, and T, W where Ô has full rank
	StageLabels           // Labels, Columns
	StageParameters       // Parameters, Negative
)

// String is the stage in words.
func (s Stage) String() string {
	return [...]string{"none", "moments", "spectrum", "eigen", "likelihood", "operators", "histories", "draws", "power", "columns", "labels", "parameters"}[s]
}

// Estimate is what an estimator returns: its answer and every intermediate, as
// values to draw. Matrices not reached are nil. An Estimate never changes
// after it is returned.
//
// Shapes: d = |A|²|Z||R| symbols, k = |A|²|S| hidden states, b = |A||S|
// singular values a block. Column c of Ô, ÔT, L₂, L₃ and T̂, row c of T̂ and entry c
// of ŵ belong to the same hidden state; the order of the states is the estimator's own.
type Estimate struct {
	Estimator string
	Sizes     pomdp.Sizes // S is the number of states that was asked for
	Episodes  float64     // N; +Inf for the exact law
	Options   Options     // with defaults filled in
	Stage     Stage
	Findings  []finding.Finding // the fatal ones first, otherwise in the order of the stages

	Spectrum  *Spectrum  // singular values of P̂₁₂ and P̂₁₃
	Noise     *Noise     // what σ_k would be from noise alone
	Subspaces *Subspaces // U₁, U₂, U₃
	Rotations []Rotation // every Θ tried, in order
	Chosen    int        // index into Rotations (blocked: of its weakest block); -1 before StageEigen
	Eigen     *Eigen     // of the chosen rotation
	L2, L3    *mat.Dense // k × k: row i the diagonals of 𝓡⁻¹B₁₃₂(U₂θᵢ)𝓡 and 𝓡⁻¹B₁₂₃(U₃θᵢ)𝓡

	O  *mat.Dense // d × k: M̂₂ = Ô
	OT *mat.Dense // d × k: M̂₃ = ÔT
	T  *mat.Dense // k × k: Ô⁺·ÔT; nil where Ô is singular
	W  []float64  // k: Ô⁺p̂(x₂); nil where Ô is singular

	Labels []Label // k: the verdict of LabelActions on each column
	// LabelsGiven says that the labels hold by construction: the estimator splits
	// by the observed actions. Label.Pair is then that pair, whatever the entries;
	// the other fields still say what LabelActions finds in the column.
	LabelsGiven bool
	Columns     [][]int // [pair] the columns labelled with it, left to right: s_(a,a')

	// Learned tells what is seen next: the parameters, or whatever else the estimator gives; nil where it did not
	// come to its end.
	Learned    pomdp.Learned
	Parameters *pomdp.PairParameters // position j of pair p is column Columns[p][j]
	// Signed are the parameters before their negative entries were removed, every
	// distribution scaled to sum to 1. (In aligned b̂ is the exception: it is pooled
	// from normalised copies.) nil for the estimators that never have negative
	// entries (polished, em).
	Signed   *pomdp.PairParameters
	Negative *NegativeMass

	// Tests and Operators are set by the estimators that predict without states (tpsr, hkz).
	Tests     *TestSpectrum
	Operators Predictor
	// Histories is set by the estimator that has no model at all (tree).
	Histories *Histories
	// Posterior is set by the estimator that draws from it (bayes).
	Posterior *Posterior
	// Power is set by the tensor power method (tensor).
	Power *Power

	Theirs []Stage // the stages whose figures another program gave

	// Model is set by the estimators that give all actions one order of the
	// states (aligned, polished, em, naive). Their O, T and W are those of the
	// HMM that the model induces under the counts' own Π.
	Model *pomdp.POMDP
	// Beliefs[a] is b̂ of action a learned alone, in the order of Model's states (naive alone).
	Beliefs [][]float64
	// From is the estimate that this one was made from: aligned from blocked,
	// polished from aligned.
	From *Estimate
	// Likelihood is set by the iterative estimators (polished, em, whole).
	Likelihood *Likelihood
	// GoingOn is the distribution of the state in which what is known of an episode goes on after a
	// gap, in the order of Model's states (whole); nil where no log has a gap.
	GoingOn []float64

	Doubtful bool // whole: nothing tells which maximum its start is near
}

// Find returns the first finding with a code.
func (e *Estimate) Find(code finding.Code) (finding.Finding, bool) {
	for _, f := range e.Findings {
		if f.Code == code {
			return f, true
		}
	}
	return finding.Finding{}, false
}

// Stopped returns the finding that kept the estimate from going on.
func (e *Estimate) Stopped() (finding.Finding, bool) {
	for _, f := range e.Findings {
		if f.Fatal {
			return f, true
		}
	}
	return finding.Finding{}, false
}

// Trace lists the stages whose figures the estimate has, in order: what is shown of it step by step.
func (e *Estimate) Trace() []Stage {
	out := []Stage{StageMoments}
	for _, x := range []struct {
		stage   Stage
		reached bool
	}{
		{StageSpectrum, e.Spectrum != nil}, {StageEigen, e.Eigen != nil}, {StageLikelihood, e.Likelihood != nil}, {StageOperators, e.Tests != nil}, {StageHistories, e.Histories != nil}, {StageDraws, e.Posterior != nil}, {StagePower, e.Power != nil},
		{StageColumns, e.O != nil}, {StageLabels, len(e.Labels) > 0}, {StageParameters, e.Parameters != nil},
	} {
		if x.reached {
			out = append(out, x.stage)
		}
	}
	return out
}

// OK says whether the estimate came to its end: it tells what is seen next.
func (e *Estimate) OK() bool { return e.Learned != nil }

// Take makes parameters the estimate's answer.
func (e *Estimate) Take(p, signed *pomdp.PairParameters, negative *NegativeMass) {
	e.Learned, e.Parameters, e.Signed, e.Negative, e.Stage = p, p, signed, negative, StageParameters
}

// Add keeps the fatal findings before all others.
func (e *Estimate) Add(found ...finding.Finding) {
	for _, f := range found {
		at := len(e.Findings)
		if f.Fatal {
			at = 0
			for at < len(e.Findings) && e.Findings[at].Fatal {
				at++
			}
		}
		e.Findings = slices.Insert(e.Findings, at, f)
	}
}

// Spectrum holds singular values. P̂₁₂ is block diagonal by the shared middle
// action a₂, so its values come block by block and merged. The estimators that
// split by the middle pair have a block for each pair (a₂, a₃), and take |S|
// values from every one: in P12 and P13 those k come first, falling, then the
// others, falling, so that σ_k and σ_{k+1} are still what decides.
type Spectrum struct {
	K      int         // k: the rank that the method needs
	P12    []float64   // all of them, falling; P12[k-1] is σ_k
	Blocks [][]float64 // [a₂] the |A||Z||R| values of one block, falling
	Chosen []int       // [a₂] how many of the top k each block has; |A||S| when all is well
	P13    []float64   // all of them, falling
}

// SigmaK is σ_k(P̂₁₂), 0 where there are fewer than k.
func (s *Spectrum) SigmaK() float64 { return num.Nth(s.P12, s.K) }

// SigmaNext is σ_{k+1}(P̂₁₂): what is left when the method has taken its rank.
func (s *Spectrum) SigmaNext() float64 { return num.Nth(s.P12, s.K+1) }

// Cliff is how many singular values of P̂₁₂ stand before the first great fall within the top k: K where there is none.
func (s *Spectrum) Cliff() int {
	const great = 5 // times
	for i := 1; i < min(s.K, len(s.P12)); i++ {
		if s.P12[i-1] > great*s.P12[i] {
			return i
		}
	}
	return s.K
}

// Above is how many of the largest n singular values of P̂₁₂ each block has.
func (s *Spectrum) Above(n int) []int {
	out := make([]int, len(s.Blocks))
	for b, values := range s.Blocks {
		for _, sigma := range values {
			if sigma >= s.P12[n-1] {
				out[b]++
			}
		}
	}
	return out
}

// SigmaK13 and SigmaNext13 are the same for P̂₁₃.
func (s *Spectrum) SigmaK13() float64    { return num.Nth(s.P13, s.K) }
func (s *Spectrum) SigmaNext13() float64 { return num.Nth(s.P13, s.K+1) }

// Subspaces are the top-k singular vectors, d × k each. A block is a middle action a₂, or,
// for the estimators that split by it, a middle pair a₂·|A| + a₃.
type Subspaces struct {
	U1, U2 *mat.Dense // left and right of P̂₁₂, block diagonal
	U3     *mat.Dense // right of P̂₁₃: dense for full, block diagonal otherwise
	Block  []int      // [column of U1 and U2] its block
}

// Rotation reports one draw of Θ, the worst over all blocks. Its first row θ₁ decides: the
// eigenvectors of B₁₂₃(U₃θ₁) are taken for all other rows. Gap is 0 and Cond +Inf where an
// eigenproblem could not be solved.
type Rotation struct {
	Gap          float64 // smallest distance of two eigenvalues within a block, for unit θ₁
	MaxImaginary float64 // largest |Im λ|
	Cond         float64 // cond(𝓡), largest over the blocks, columns of unit length
}

// Real says whether all eigenvalues came out real.
func (r Rotation) Real() bool { return r.MaxImaginary == 0 }

// Eigen is the eigenproblem of the chosen rotation.
type Eigen struct {
	Theta  *mat.Dense   // k × k: Θ
	Picks  []int        // blocked: [pair] the rotation whose eigenvectors it took; Θ is block diagonal
	Values []complex128 // k: eigenvalues of B₁₂₃(U₃θ₁), the first row of L₃ (in each block)
	R      *mat.Dense   // k × k: 𝓡, block diagonal by a₂; nil when there are complex values
	// Used is the rotation that made the columns; of blocked, whose blocks each keep their
	// own, the worst of every figure.
	Used Rotation
	// GapError is the standard error of the smallest gap: how far it would move in
	// another sample of the same size. 0 for the exact law, NaN for all but full.
	GapError float64
	// Contractions are all k of full, one for each row of Θ, before and after
	// 𝓡; nil for large k, other estimators, and without real eigenvectors.
	Contractions []Contraction
}

// Label is LabelActions' verdict on one column of Ô (Lemma 3).
type Label struct {
	Pair   int     // a·|A| + a', or -1 when no row reaches the threshold
	Row    int     // the row with the largest entry
	Entry  float64 // that entry
	Rival  int     // the pair whose largest entry comes next, -1 for |A| = 1
	Second float64 // that entry
}

// Margin is how much the labelling entry exceeds the rival pair's.
func (l Label) Margin() float64 { return l.Entry - l.Second }

// Threshold is the entry that labels a column: 2/(3|R||Z|) unless the options
// ask for another share of 1/(|R||Z|).
func (e *Estimate) Threshold() float64 {
	if share := e.Options.Threshold; share > 0 && share != DefaultThreshold {
		return share / float64(e.Sizes.Outcomes())
	}
	return LabelThreshold(e.Sizes)
}

// ThresholdFormula is the threshold as it is set: a share of 1/(|R||Z|).
func (e *Estimate) ThresholdFormula() string { return ThresholdFormula(e.Options.Threshold) }

// ThresholdFormula is the threshold for a share of 1/(|R||Z|), 0 for the paper's.
func ThresholdFormula(share float64) string {
	if share == 0 || share == DefaultThreshold {
		return "2/(3|R||Z|)"
	}
	return figure.Number(share) + "/(|R||Z|)"
}

// LabelThreshold is 2/(3|R||Z|) (LabelActions; Lemma 3).
func LabelThreshold(n pomdp.Sizes) float64 { return 2 / (3 * float64(n.Outcomes())) }

// NegativeMass is what normalising removed, as a share of Σ|x|: for each pair
// the largest over its distributions. Only full and blocked report it.
type NegativeMass struct {
	Initial     []float64   // [pair]
	Observation []float64   // [pair]
	Reward      []float64   // [pair]
	Transition  [][]float64 // [pair][a'']
}

// Likelihood is the monitor of an iterative estimator.
type Likelihood struct {
	// Trace holds the log-likelihood of the counts given the actions, less
	// Saturated, before each iteration and after the last: never positive, and
	// exact to its last digits however many episodes there are. For the exact
	// law it is per episode: minus the Kullback–Leibler divergence.
	Trace     []float64
	Saturated float64 // log-likelihood of the saturated model, which gives every cell its own frequency
	Scoring   int     // iterations that were Fisher scoring steps; the others were EM's
	Converged bool
	Starts    int     // em: how many random starts there were
	Best      int     // how many of the starts followed to the end reached the best maximum, to within SameMaximum
	Searched  int     // polished, whole: random starts, 0 where none was needed
	Followed  int     // whole: climbs that were followed to their end
	Next      float64 // polished, whole: the best of the other maxima found, −Inf for none
	Misfit    float64 // by how many standard deviations the data are farther off than chance: polished: G²; whole: X² of what follows what; for the exact law the divergence; NaN elsewhere
}

// Last is the log-likelihood reached, less Saturated.
func (l *Likelihood) Last() float64 { return l.Trace[len(l.Trace)-1] }

// LogLikelihood is the log-likelihood reached.
func (l *Likelihood) LogLikelihood() float64 { return l.Saturated + l.Last() }

// SameMaximum is how near two log-likelihoods must be to count as one maximum.
const SameMaximum = 1e-2
