package planning

import (
	"cmp"
	"fmt"
	"math"
	"sync"

	"eeporl/planning/vectors"
)

// Observe says what a policy tree branches on.
type Observe string

const (
	// ObserveRZ branches on (reward level, observation), as the paper does.
	ObserveRZ Observe = "rz"
	// ObserveZ branches on the observation alone and plans with expected
	// rewards, as ordinary POMDP solvers do.
	ObserveZ Observe = "z"
)

// Observations lists what can be branched on, the paper's first.
func Observations() []Observe { return []Observe{ObserveRZ, ObserveZ} }

// Options say what to plan for. Only Horizon has no default.
type Options struct {
	Horizon  int     // H ≥ 1, steps
	Discount float64 // γ in (0, 1]; 0 stands for 1
	Planner  Planner // "" stands for Auto
	Observe  Observe // "" stands for ObserveRZ
	// Tolerance is by how much, relative to the largest value, a vector must be
	// best somewhere to be kept by Pruning. 0 stands for 1e-14, rounding's own
	// size; more makes smaller sets, whose envelope lies within Tolerance of the one they
	// are taken from, at every t.
	Tolerance float64
	// Gap is the width of the certified interval at which PointBased ends, for Auto too; 0
	// stands for rounding's own size.
	Gap    float64
	Budget Budget
	// Progress, if set, is called from the planning goroutine, once a level or a
	// trial.
	Progress func(Progress)

	closeEnough float64 // PointBased ends at a gap of this share of the value
	turns       *sync.Mutex
}

// InTurns are the options of many plans that are made side by side. Where their memory is
// bounded, Turn has each wait for the others, so that together they stay within one bound.
func (o Options) InTurns() Options {
	if o.Budget.Memory > 0 {
		o.turns = new(sync.Mutex)
	}
	return o
}

// Turn waits for the turn of one of the plans of InTurns; end it once the plan is let go of.
func (o Options) Turn() (end func()) {
	if o.turns == nil {
		return func() {}
	}
	o.turns.Lock()
	return o.turns.Unlock
}

// within lowers Budget.Vectors to what fits into Budget.Memory.
func (o Options) within(p *Problem) Options {
	if o.Budget.Memory == 0 {
		o.Budget.Memory = DefaultMemory
	}
	x, _ := find(o.Planner)
	fit := max(1, o.Budget.Memory/x.bytes(p))
	if o.Budget.Vectors == 0 || o.Budget.Vectors > fit {
		o.Budget.Vectors = fit
	}
	return o
}

// Progress is one report on long work.
type Progress struct {
	Stage string // "enumerating Γ", "pruning Γ", "beliefs" or "trials"
	Done  int
	Total int // 0 where it is not known
	// Lower and Upper bound the value at b̂ (PointBased; NaN elsewhere).
	Lower, Upper float64
}

// BudgetError says that a budget ended exact planning before anything too large
// was allocated. Solve turns it into a certified interval.
type BudgetError struct {
	Planner Planner
	T       int    // steps to go of the level that would not fit; H where time or work ran out
	Needed  string // how many vectors or beliefs it takes, or how much time went by
	Budget  string
}

func (e *BudgetError) Error() string {
	return fmt.Sprintf("planner %s stopped at t = %d: found %s, expected at most %s", e.Planner, e.T, e.Needed, e.Budget)
}

// withDefaults checks the options and fills the zero ones in.
func (o Options) withDefaults() (Options, error) {
	if o.Horizon < 1 {
		return o, fmt.Errorf("horizon: found %d, expected at least 1 step", o.Horizon)
	}
	if o.Discount == 0 {
		o.Discount = 1
	}
	if !(o.Discount > 0 && o.Discount <= 1) {
		return o, fmt.Errorf("discount: found %g, expected a number in (0, 1]", o.Discount)
	}
	o.Planner = cmp.Or(o.Planner, Auto)
	if _, ok := find(o.Planner); !ok {
		return o, fmt.Errorf("planner: found %q, expected one of %s", o.Planner, listed())
	}
	switch o.Observe {
	case "":
		o.Observe = ObserveRZ
	case ObserveRZ, ObserveZ:
	default:
		return o, fmt.Errorf("observe: found %q, expected %s or %s", o.Observe, ObserveRZ, ObserveZ)
	}
	if o.Tolerance == 0 {
		o.Tolerance = vectors.Exactly
	}
	if !(o.Tolerance >= vectors.Exactly && o.Tolerance < 1) {
		return o, fmt.Errorf("tolerance: found %g, expected a number from %g to 1", o.Tolerance, vectors.Exactly)
	}
	if b := o.Budget; b.Vectors < 0 || b.Memory < 0 || b.Time < 0 || b.Trials < 0 || o.Gap < 0 {
		return o, fmt.Errorf("budget: found %d vectors, %d bytes, %v, %d trials, a gap of %g, expected no negative bound",
			b.Vectors, b.Memory, b.Time, b.Trials, o.Gap)
	}
	return o, nil
}

func (o Options) report(stage string, done, total int) {
	if o.Progress != nil {
		o.Progress(Progress{Stage: stage, Done: done, Total: total, Lower: math.NaN(), Upper: math.NaN()})
	}
}

func (o Options) reportBounds(trial int, lower, upper float64) {
	if o.Progress != nil {
		o.Progress(Progress{Stage: "trials", Done: trial, Total: o.Budget.Trials, Lower: lower, Upper: upper})
	}
}
