package moments

import (
	"fmt"
	"sync/atomic"

	"eeporl/pomdp"
)

// Normalization turns the real vector that a moment method leaves into a
// probability distribution (paper, section "Parameter Estimation").
type Normalization string

// The normalisations.
const (
	Abs     Normalization = "abs"     // |xᵢ| / Σ|x|, the paper's
	Clip    Normalization = "clip"    // max(xᵢ, 0) / Σ max(x, 0)
	Simplex Normalization = "simplex" // Euclidean projection onto the simplex
)

// Normalizations lists them, the paper's first.
func Normalizations() []Normalization { return []Normalization{Abs, Clip, Simplex} }

// Options are the settings that the estimators share. The zero value is the
// default of each.
type Options struct {
	Rotations     int           // draws of Θ to choose from; 0 means 20
	Normalization Normalization // "" means Abs
	Threshold     float64       // of a label, as a share of 1/(|R||Z|); 0 means 2/3 (LabelActions)
	Seed          uint64        // draw i uses pomdp.Source(Seed, StreamEstimator, i)
	RewardValues  []float64     // value of each reward level; nil means the level's index
	Horizon       int           // H of an estimated POMDP; 0 means 4

	Iterations    int          // limit for polished and em; 0 means their own default
	Restarts      int          // random starts of em; 0 means 20
	MatchByBelief bool         // naive: sort each action's states by initial belief
	Blocks        bool         // tensor: a tensor for each middle pair of actions
	Class         HistoryClass // tree: what it is asked for; "" for Shares
	Tests         TestKind     // tpsr: what is foretold; "" for RewardTests
	Draws         DrawKind     // bayes: what is planned with; "" for MixtureOfDraws
	Prior         float64      // bayes: what every entry counts before anything is seen (Dirichlet); 0 means DefaultPrior
	Sweeps        int          // bayes: of each chain, a quarter of which is passed over; 0 means DefaultSweeps
	// HeldOut is the share of whole episodes that ChooseStatesWhole keeps back to judge by; 0 for none.
	HeldOut float64

	// Progress, if not nil, is told how much of the long work is done (em's
	// starts, Bootstrap's replicates, ChooseStates' candidates), from any
	// goroutine. It has no influence on the answer and is not kept in it.
	Progress func(done, total int)

	// Pieces shares out what ChooseStates and ChooseStatesWhole do; nil for one process.
	Pieces Pieces

	// See ForReplicate.
	replicate bool
	start     []float64
}

// ForReplicate are the options of a bootstrap replicate: verdicts on the sample, such as its noise and its
// fit, are left out. from, if not nil, is where its likelihood is climbed from.
func (o Options) ForReplicate(from []float64) Options {
	o.replicate, o.start = true, from
	return o
}

// IsReplicate says whether they are a replicate's, From where its likelihood is climbed from, nil for nowhere.
func (o Options) IsReplicate() bool { return o.replicate }

// From: see IsReplicate.
func (o Options) From() []float64 { return o.start }

// Settings writes all options that change an answer but for the seed and what the rewards and the horizon are:
// whoever keeps answers knows by it which settings they are of.
func (o Options) Settings() string {
	more := ""
	if o.Blocks {
		more = " blocks"
	}
	if o.Class != "" && o.Class != Shares {
		more += " " + string(o.Class)
	}
	if o.Tests != "" && o.Tests != RewardTests {
		more += " tests " + string(o.Tests)
	}
	if o.Draws != "" && o.Draws != MixtureOfDraws {
		more += " draws " + string(o.Draws)
	}
	if o.Prior > 0 && o.Prior != DefaultPrior {
		more += fmt.Sprintf(" prior %g", o.Prior)
	}
	if o.Sweeps > 0 && o.Sweeps != DefaultSweeps {
		more += fmt.Sprintf(" sweeps %d", o.Sweeps)
	}
	return fmt.Sprintf(`%d "" %q %d %d %v %g`, o.Rotations, o.Normalization, o.Iterations, o.Restarts, o.MatchByBelief, o.Threshold) + more // "" is how sweeps before knew the one kind of Θ
}

// DefaultRotations is the number of Θ drawn where none is given.
const DefaultRotations = 20

// DefaultRestarts is the number of em's random starts where none is given.
const DefaultRestarts = 20

// DefaultPrior is uniform on each distribution, and DefaultSweeps is how often each of bayes' chains is redrawn, where none
// is given.
const (
	DefaultPrior  = 1.
	DefaultSweeps = 240
)

// DefaultThreshold is the paper's share of 1/(|R||Z|).
const DefaultThreshold = 2. / 3

func (o Options) withDefaults() Options {
	o.Progress, o.Pieces = nil, nil
	if !(o.Prior > 0) {
		o.Prior = DefaultPrior
	}
	if o.Sweeps <= 0 {
		o.Sweeps = DefaultSweeps
	}
	if o.Rotations <= 0 {
		o.Rotations = DefaultRotations
	}
	if o.Normalization == "" {
		o.Normalization = Abs
	}
	if o.Threshold <= 0 {
		o.Threshold = DefaultThreshold
	}
	if o.Horizon <= 0 {
		o.Horizon = 4
	}
	if o.Restarts <= 0 {
		o.Restarts = DefaultRestarts
	}
	return o
}

// Counting counts finished pieces of work.
func (o Options) Counting(total int) func() {
	if o.Progress == nil {
		return func() {}
	}
	var done atomic.Int64
	return func() { o.Progress(int(done.Add(1)), total) }
}

// RewardsOf is the value of each of so many reward levels; a level without one is worth its index.
func (o Options) RewardsOf(levels int) []float64 {
	values := make([]float64, levels)
	for r := range values {
		values[r] = float64(r)
		if r < len(o.RewardValues) {
			values[r] = o.RewardValues[r]
		}
	}
	return values
}

// DrawKind is which of a posterior's draws are planned with.
type DrawKind string

// The kinds. An episode that is played with the mixture also tells which of the draws it is (Ross et al. 2011); one draw
// is what posterior sampling plays (Strens 2000); the optimist takes the draw whose best plan promises most.
const (
	MixtureOfDraws DrawKind = "mixture"
	OneDraw        DrawKind = "draw"
	OptimistDraw   DrawKind = "optimist"
)

// DrawKinds lists them, the one that is taken where none is given first.
func DrawKinds() []DrawKind { return []DrawKind{MixtureOfDraws, OneDraw, OptimistDraw} }

// HistoryClass is what a tree of histories is asked for.
type HistoryClass string

// The classes.
const (
	// Shares values what follows a history by its own episodes (Even-Dar, Kakade and Mansour 2005).
	Shares HistoryClass = "shares"
	// Importance values whole ways by how many of the episodes with their actions they are: importance sampling, normalised
	// by actions (Peshkin and Mukherjee 2001).
	Importance HistoryClass = "importance"
	// Reactive is Importance where the policy is the best of those without memory: a first action, and one for each outcome
	// seen last (Littman 1994).
	Reactive HistoryClass = "reactive"
)

// HistoryClasses lists them, the default first.
func HistoryClasses() []HistoryClass { return []HistoryClass{Shares, Importance, Reactive} }

// TestKind is what a predictive state foretells: what comes next when actions are taken (Littman, Sutton and Singh 2001).
type TestKind string

// The kinds of test. The longer ones see further, and each learns from fewer counts.
const (
	RewardTests  TestKind = "r"   // an action and its reward
	OutcomeTests TestKind = "rz"  // an action, its reward and what is seen then
	TwoStepTests TestKind = "rzr" // these, another action and its reward
)

// TestKinds lists them, the one that is taken where none is given first.
func TestKinds() []TestKind { return []TestKind{RewardTests, OutcomeTests, TwoStepTests} }

// Count is how many tests there are.
func (k TestKind) Count(n pomdp.Sizes) int {
	switch k {
	case OutcomeTests:
		return n.A * n.R * n.Z
	case TwoStepTests:
		return n.A * n.R * n.Z * n.A * n.R
	}
	return n.A * n.R
}
