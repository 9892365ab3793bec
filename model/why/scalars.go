package why

import (
	"math"

	"eeporl/model"
	"eeporl/model/quantity"
	"eeporl/moments/bounds"
	"eeporl/planning"
)

// The figures that stand alone, rather than as an entry of something: I of a target of the
// kind Scalar. Panes count on from WorstInitial, RemovedInitial and PrintedN, so the order
// of those matters.
const (
	Episodes = iota
	Symbols
	HiddenStates
	Cells
	SigmaRatio
	Noise12
	Noise13
	NoiseLimit12
	NoiseLimit13
	NoiseRatio12
	NoiseRatio13
	TestsSigma
	TestsLimit
	Closure
	Tried
	Real
	Gap
	GapError
	Condition
	Imaginary
	ErrorMax
	ErrorO
	ErrorT
	ErrorW
	NeededError
	Threshold
	Labelled
	LabelledRight
	WorstInitial
	WorstTransition
	WorstObservation
	WorstReward
	RemovedInitial
	RemovedTransition
	RemovedObservation
	RemovedReward
	RMSE
	CramerRao
	CramerRaoNow
	AgainstBound
	Expected
	Worth
	Optimum
	Regret
	LeafMass
	Upper
	ExploreWorth
	WithoutMemory
	Steady
	Earned1
	PhaseCost
	TotalRegret
	PrintedN
	AppendixN
	ChainedN
	Iterations
	Gained
	Deficit
	LogLikelihood
	Misfit
	scalars
)

// scalar is the page of a quantity that stands alone.
type scalar struct {
	name   string                   // the quantity's
	origin func(*explainer)         // where the value comes from
	value  func(*explainer) float64 // nil for the quantity's own reading
	inputs func(*explainer)         // lists what went into it; nil where value does, or for nothing
}

// scalar explains a quantity that stands alone.
func (x *explainer) scalar() {
	x.Title = "a figure"
	if x.beyond(x.Target.I, scalars) {
		return
	}
	f := &scalarTable[x.Target.I]
	q, _ := quantity.Named(f.name)
	x.Title, x.Formula, x.Account = q.Is, q.Formula, q.Matters
	if f.value != nil {
		x.Value = f.value(x)
	} else {
		v := q.Read(x.s, x.now)
		x.Value = v.Low
		x.between(v)
	}
	if math.IsNaN(x.Value) {
		x.absent("what it is a figure of is not there yet, or not known")
		return
	}
	if f.inputs != nil {
		f.inputs(x)
	}
	x.unknown("truth", "nothing else to hold it against")
	f.origin(x)
}

func asked(read func(bounds.Episodes) bounds.Count) func(*explainer) float64 {
	return func(x *explainer) float64 {
		th := x.s.Theory()
		if th == nil {
			return math.NaN()
		}
		c := read(th.Episodes)
		x.input("formula", c.Formula)
		if th.Plugged != nil {
			x.putIn(th.Plugged)
			x.Account = "It is made of estimates in place of the truth: what the theorem would ask for if they were true, and no promise."
		}
		x.number("log₁₀ of it", c.Log10)
		switch {
		case math.IsNaN(c.N):
			x.input("why it is unknown", c.Reason)
		case c.Reason != "":
			x.input("why it is infinite", c.Reason)
		}
		return c.N
	}
}

// between sets the interval in which a figure is certain to lie, if it has two ends.
func (x *explainer) between(s planning.Span) {
	if s.Open() {
		x.Low, x.High, x.IntervalIs = s.Low, s.High, "certain: the planner stopped before both ends met"
	}
}

func at(stage model.BeatKind) func(*explainer) { return func(x *explainer) { x.fromStage(stage) } }

func ofModel(x *explainer) { x.given("the model") }
