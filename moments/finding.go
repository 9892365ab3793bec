package moments

import "math"

// Code names a kind of finding. Codes are stable: scripts may match on them.
type Code string

// The findings of this package.
const (
	InvalidCounts           Code = "invalid-counts"              // a count is negative or not finite
	TooFewEpisodes          Code = "too-few-episodes"            // no episode at all, or fewer than hidden states
	ImpossibleSizes         Code = "impossible-sizes"            // more hidden states than symbols: no rank-k matrix exists
	ActionNeverTaken        Code = "action-never-taken"          // an action pair that has no data
	SigmaBelowNoise         Code = "sigma-below-noise"           // σ_k is what noise alone would show
	BlockRank               Code = "block-rank"                  // a block got other than |A||S| of the top k singular values
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
	AssumptionViolated      Code = "assumption-violated"         // the exact law itself lacks what the method needs
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
	NotOpenLoop             Code = "not-open-loop"               // actions depend on what was seen
)

// Codes lists the findings of this package.
func Codes() []Code {
	return []Code{
		InvalidCounts, TooFewEpisodes, ImpossibleSizes, ActionNeverTaken, SigmaBelowNoise, BlockRank,
		ComplexEigenvalues, SmallGap, IllConditioned, SingularObservations, SingularTransitions, MissingLabel,
		AmbiguousLabel, WrongColumnCount, NegativeMassRemoved, EmptyDistribution, AssumptionViolated,
		NumericalFailure, NotFinite, Cancelled, NotConverged, UnidentifiableParameter, AmbiguousMatch,
		BoundaryParameter, FallbackStart, LocalOptimumSuspected, PoorFit, NotOpenLoop,
	}
}

// Finding is something that a numerical method usually hides, shown by name.
type Finding struct {
	Code   Code
	Detail string  // one sentence, with the number that decides it
	Value  float64 // that number
	Limit  float64 // what it was held against; NaN where there is nothing
	Fatal  bool    // the estimate could not go on
	Pair   int     // the action pair concerned, or -1
	Column int     // the column of Ô concerned, or -1
}

func finding(code Code, value, limit float64, detail string) Finding {
	return Finding{Code: code, Detail: detail, Value: value, Limit: limit, Pair: -1, Column: -1}
}

func (f Finding) fatal() Finding          { f.Fatal = true; return f }
func (f Finding) atPair(pair int) Finding { f.Pair = pair; return f }
func (f Finding) atColumn(c int) Finding  { f.Column = c; return f }

// none stands for the absent number of a finding.
var none = math.NaN()
