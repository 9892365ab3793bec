// Package finding gives names to what numerical methods usually hide, to what a model or data
// lack, and to what an answer leaves open. All other packages may import it and report with it.
package finding

import (
	"cmp"
	"math"
	"slices"
)

// Code names a kind of finding. Codes are stable: scripts may match on them.
type Code string

// What a model or the data lack. No estimator can make up for it, and it explains
// the other findings.
const (
	AssumptionViolated Code = "assumption-violated" // the exact law itself lacks what the method needs
	NotOpenLoop        Code = "not-open-loop"       // actions depend on what was seen
	InvalidCounts      Code = "invalid-counts"      // a count is negative or not finite
	TooFewEpisodes     Code = "too-few-episodes"    // no episodes, fewer than the k hidden states, or resampled estimates that failed
	ImpossibleSizes    Code = "impossible-sizes"    // more hidden states than symbols: no rank-k matrix exists
	ActionNeverTaken   Code = "action-never-taken"  // an action pair that has no data
	TooLarge           Code = "too-large-to-learn"  // the model is too large to learn from episodes
)

// What happened in an estimate or a plan, or in measuring them.
const (
	SigmaBelowNoise         Code = "sigma-below-noise"           // σ_k is what noise alone would show
	BlockRank               Code = "block-rank"                  // a block holds more or fewer than |A||S| of the top k singular values
	ComplexEigenvalues      Code = "complex-eigenvalues"         // noise exceeds the eigenvalue gap
	SmallGap                Code = "small-gap"                   // two eigenvalues closer than their standard error
	IllConditioned          Code = "ill-conditioned"             // eigenvectors nearly dependent
	SingularObservations    Code = "singular-observation-matrix" // Ô lacks full column rank
	SingularTransitions     Code = "singular-transition-matrix"  // T̂ cannot be inverted: no initial belief
	MissingLabel            Code = "missing-label"               // no row of a column reaches 2/(3|Z||R|)
	AmbiguousLabel          Code = "ambiguous-label"             // rows of different pairs reach it
	WrongColumnCount        Code = "wrong-column-count"          // a pair got other than |S| columns
	NegativeMassRemoved     Code = "negative-mass"               // normalising moved more than NegativeMassLimit
	EmptyDistribution       Code = "empty-distribution"          // nothing was left to normalise
	NumericalFailure        Code = "numerical-failure"           // a decomposition did not converge
	NotFinite               Code = "not-finite"                  // an entry came out NaN or infinite
	Cancelled               Code = "cancelled"                   // the context ended first
	NotConverged            Code = "not-converged"               // an iteration reached its limit
	UnidentifiableParameter Code = "singular-information"        // the Fisher information has a null direction
	AmbiguousMatch          Code = "ambiguous-match"             // two blocks' columns match two ways about equally well
	BoundaryParameter       Code = "boundary-parameter"          // an entry at 0 or 1: normal theory does not hold
	FallbackStart           Code = "fallback-start"              // polished had to start from em
	LocalOptimumSuspected   Code = "local-optimum-suspected"     // one start alone led to the best maximum
	PoorFit                 Code = "poor-fit"                    // the maximum misses the counts by far more than chance
	MixedOrders             Code = "mixed-orders"                // the actions do not mean the same states by the same number
	TreeMass                Code = "tree-mass"                   // a learned tree's branches have probabilities that do not sum to 1
	PlannerOptimism         Code = "planner-optimism"            // a plan promises more than its parameters do on average
	PlanFailed              Code = "plan-failed"                 // planning ended without a plan
	ValueGap                Code = "value-gap"                   // a value is only known to lie in an interval
	BoundSkipped            Code = "bound-skipped"               // the Cramér–Rao bound was left out
	NotStochastic           Code = "not-stochastic"              // a distribution of another program's does not sum to 1
	Incomplete              Code = "incomplete"                  // another program gives a figure without those that go with it
	NoAnswer                Code = "no-answer"                   // another program gave none
	Departs                 Code = "departs"                     // another program's figure is not what the formulas make
	Noisier                 Code = "noisier"                     // another program's figure is right, and further from the truth
	NotJudged               Code = "not-judged"                  // another program's figure that these counts cannot tell right from wrong
	LeftUnchecked           Code = "left-unchecked"              // an assumption was not checked
	TestsBlind              Code = "tests-blind"                 // what is seen next does not tell the states apart
	RankBelowK              Code = "rank-below-k"                // fewer directions stand above chance than the method asks for
	HistoriesShort          Code = "histories-short"             // histories do not lead to all states
	WhiteningFailed         Code = "whitening-failed"            // fewer than k directions of the symmetric pair moments are positive
	TensorResidual          Code = "tensor-residual"             // the components leave more of the tensor than chance does
	DuplicateComponent      Code = "duplicate-component"         // two components of the tensor are the same
	ColumnSumOff            Code = "column-sum-off"              // columns that do not sum to 1 before they are scaled
	WeightsDisagree         Code = "weights-disagree"            // the weights of states, found in two ways, differ
	Closure                 Code = "closure"                     // the probabilities of all outcomes do not add up
	NegativeProbabilities   Code = "negative-probabilities"      // operators predict less than nothing
	StateLost               Code = "state-lost"                  // no outcome is predicted
	ChainsDisagree          Code = "chains-disagree"             // chains of draws found different modes
	SlowMixing              Code = "slow-mixing"                 // draws that follow each other are much alike
	LabelsSwitched          Code = "labels-switched"             // the states changed places from one draw to another
	PriorDominates          Code = "prior-dominates"             // there are too few episodes for the prior not to matter
	ModelDisagrees          Code = "model-disagrees"             // a model and the log itself value a policy differently
	NoOverlap               Code = "no-overlap"                  // a log hardly ever does what a policy does
	Starved                 Code = "starved"                     // an agent sees nothing any more that would tell it better
	EmptyLeaves             Code = "empty-leaves"                // most of what can happen was never seen
)

// What a user has to know about the data and files themselves.
const (
	FileNotice         Code = "file-notice" // what a reader of a model file has to say
	CostsNegated       Code = "costs-negated"
	RewardLevels       Code = "reward-levels" // how numbers became the reward levels that episodes show
	RewardsSeen        Code = "rewards-seen"
	ExactLaw           Code = "exact-law"
	IndependentActions Code = "independent-actions"
	RewardsAssumed     Code = "reward-values-assumed" // the reward levels stand for their own indices
	RowsSkipped        Code = "rows-skipped"
	StepsFromTimes     Code = "steps-from-times"
	OrderAssumed       Code = "order-assumed" // whether something was seen before or after its row's action
	ShortEpisodes      Code = "short-episodes"
	EarlyEnd           Code = "early-end"         // something that is done or seen ends episodes
	RunningTotal       Code = "running-total"     // rewards that never fall: a score that is kept
	MissingSuspected   Code = "missing-suspected" // a number or a word that seems to say that nothing is known
	WindowsCounted     Code = "windows-counted"
	RepeatedData       Code = "repeated-data"
	NamesInferred      Code = "names-inferred"      // read off a log, not declared
	NamesAmbiguous     Code = "names-ambiguous"     // read as names, could be indices of others
	ColumnMissing      Code = "column-missing"      // a log without observations, rewards or actions
	NeverSeen          Code = "never-seen"          // declared, and in none of the data
	StepsMissing       Code = "steps-missing"       // values or steps of a log that are not known
	NumbersBinned      Code = "numbers-binned"      // numbers that are no symbols
	OutsideBins        Code = "outside-bins"        // numbers beyond those that bins were made of
	Drift              Code = "drift"               // the second half of a log is not as the first
	StepsDiffer        Code = "steps-differ"        // some step of the episodes is not as the model says
	GroupsDiffer       Code = "groups-differ"       // the files or subjects of a log are not alike
	MemoryLeft         Code = "memory-left"         // what follows what is not as the model says
	WeakSupport        Code = "weak-support"        // a value that rests on parameters that hardly any data tell
	FirstRewardUnseen  Code = "first-reward-unseen" // the data do not hold what the first action earned
)

// Codes lists all codes.
func Codes() []Code {
	return []Code{
		AssumptionViolated, NotOpenLoop, InvalidCounts, TooFewEpisodes, ImpossibleSizes, ActionNeverTaken, TooLarge, SigmaBelowNoise, BlockRank, ComplexEigenvalues, SmallGap, IllConditioned, SingularObservations, SingularTransitions, MissingLabel, AmbiguousLabel, WrongColumnCount, NegativeMassRemoved, EmptyDistribution, NumericalFailure, NotFinite, Cancelled, NotConverged, UnidentifiableParameter, AmbiguousMatch, BoundaryParameter, FallbackStart, LocalOptimumSuspected, PoorFit, MixedOrders, TreeMass, PlannerOptimism, PlanFailed, ValueGap, NotStochastic, Incomplete, NoAnswer, Departs, Noisier, NotJudged, LeftUnchecked, BoundSkipped, TestsBlind, RankBelowK, HistoriesShort, WhiteningFailed, TensorResidual, DuplicateComponent, ColumnSumOff, WeightsDisagree, Closure, NegativeProbabilities, StateLost, ChainsDisagree, SlowMixing, LabelsSwitched, PriorDominates, EmptyLeaves, Starved, ModelDisagrees, NoOverlap,
		FileNotice, CostsNegated, RewardLevels, RewardsSeen, ExactLaw, IndependentActions, RewardsAssumed, RowsSkipped, StepsFromTimes, OrderAssumed, ShortEpisodes, EarlyEnd, RunningTotal, MissingSuspected, WindowsCounted, RepeatedData, NamesInferred, NamesAmbiguous, ColumnMissing, NeverSeen, StepsMissing, NumbersBinned, OutsideBins, Drift, StepsDiffer, GroupsDiffer, MemoryLeft, WeakSupport, FirstRewardUnseen,
	}
}

// Finding is something worth knowing, named by its Code. The zero value is valid, and so is a
// Finding with only a Code and a Detail.
type Finding struct {
	Code   Code
	Detail string // one sentence, with the number that decides it
	Value  Figure // that number
	Limit  Figure // what it was held against
	Fatal  bool   // the estimate could not go on
	Pair   Index  // the action pair concerned
	Column Index  // the column of Ô concerned
}

// New makes a finding with its value and limit; NaN stands for no number.
func New(code Code, value, limit float64, detail string) Finding {
	return Finding{Code: code, Detail: detail, Value: Of(value), Limit: Of(limit)}
}

// Ends returns f marked as Fatal: the estimate could not go on because of it.
func (f Finding) Ends() Finding { f.Fatal = true; return f }

// AtPair returns f with the action pair that it is about, AtColumn with the column of Ô.
func (f Finding) AtPair(pair int) Finding { f.Pair = At(pair); return f }
func (f Finding) AtColumn(c int) Finding  { f.Column = At(c); return f }

// Figure is a number or no number; the zero value is no number.
type Figure struct {
	x     float64
	known bool
}

// Of is the figure x, none for NaN.
func Of(x float64) Figure { return Figure{x, !math.IsNaN(x)} }

// Float is the number, NaN for none.
func (f Figure) Float() float64 {
	if !f.known {
		return math.NaN()
	}
	return f.x
}

// Index is an index from 0 or no index; the zero value is no index.
type Index struct{ next int }

// At is index i, from 0.
func At(i int) Index { return Index{i + 1} }

// Int is the index; false for none.
func (x Index) Int() (int, bool) { return x.next - 1, x.next > 0 }

// ByCause orders findings for somebody who reads them from the top: causes, then
// what ended an estimate or a plan, then what else was noticed. Within each, the
// order in which they were found stays.
func ByCause(found []Finding) []Finding {
	out := slices.Clone(found)
	slices.SortStableFunc(out, func(x, y Finding) int { return cmp.Compare(x.remoteness(), y.remoteness()) })
	return out
}

// Group is the findings of one code, as they are written out.
type Group struct {
	Code  Code
	Shown []Finding
	More  int // how many more there are like these
}

// Few is how many findings of one code an answer in text writes out.
const Few = 3

// Groups sorts findings by cause, puts those of one code together and shows at most `most` of each
// code; 0 shows all. Violated assumptions are always shown: each names another cause.
func Groups(found []Finding, most int) []Group {
	var out []Group
	for _, f := range ByCause(found) {
		i := slices.IndexFunc(out, func(g Group) bool { return g.Code == f.Code })
		if i < 0 {
			i, out = len(out), append(out, Group{Code: f.Code})
		}
		if g := &out[i]; most == 0 || len(g.Shown) < most || f.Code == AssumptionViolated {
			g.Shown = append(g.Shown, f)
		} else {
			g.More++
		}
	}
	return out
}

// remoteness is the place of a finding in ByCause: 0 for causes, 1 for what ended an
// estimate or a plan, 2 for the rest.
func (f Finding) remoteness() int {
	switch f.Code {
	case AssumptionViolated, NotOpenLoop, InvalidCounts, TooFewEpisodes, ImpossibleSizes, ActionNeverTaken, TooLarge:
		return 0
	}
	if f.Fatal || f.Code == PlanFailed {
		return 1
	}
	return 2
}
