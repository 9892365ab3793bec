package why

import (
	"math"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/bounds"
	"eeporl/planning"
)

// The figures that stand alone: I of a target of the kind Scalar.
const (
	Episodes = iota
	Symbols
	HiddenStates
	Cells
	SigmaRatio
	Noise12
	Noise13
	NoiseRatio12
	NoiseRatio13
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
	AgainstBound
	Expected
	Worth
	Optimum
	Regret
	LeafMass
	Upper
	ExploreWorth
	Earned1
	PhaseCost
	TotalRegret
	PrintedN
	AppendixN
	ChainedN
	Iterations
	Gained
	Deficit
	scalars
)

// scalar is a figure that stands alone.
type scalar struct {
	name    string // in its path
	title   string
	formula string
	account string
	value   func(*explainer) float64 // NaN where it is not there
	origin  func(*explainer)
}

// scalar explains a figure that stands alone.
func (x *explainer) scalar() {
	x.Title = "a figure"
	if x.beyond(x.Target.I, scalars) {
		return
	}
	f := &scalarTable[x.Target.I]
	x.Title, x.Formula, x.Account = f.title, f.formula, f.account
	if x.Value = f.value(x); math.IsNaN(x.Value) {
		x.absent("what it is a figure of is not there yet, or not known")
		return
	}
	if inputs := scalarInputs[x.Target.I]; inputs != nil {
		inputs(x)
	}
	x.unknown("truth", "it is computed from what was counted, and is its own truth")
	f.origin(x)
}

// shown reads a figure of the newest estimate once a stage was shown.
func shown(stage model.BeatKind, read func(*experiment.Estimated) float64) func(*explainer) float64 {
	return func(x *explainer) float64 {
		e := x.now.Estimate
		if e == nil || x.now.Shown < stage {
			return math.NaN()
		}
		return read(e)
	}
}

// compared reads a figure that holds the newest estimate against the truth.
func compared(stage model.BeatKind, read func(*moments.Comparison) float64) func(*explainer) float64 {
	return shown(stage, func(e *experiment.Estimated) float64 {
		if e.Comparison == nil {
			return math.NaN()
		}
		return read(e.Comparison)
	})
}

func offBy(read func(*moments.ParameterErrors) float64) func(*explainer) float64 {
	return compared(model.BeatParameters, func(c *moments.Comparison) float64 {
		if c.Parameters == nil {
			return math.NaN()
		}
		return read(c.Parameters)
	})
}

func removed(read func(*moments.NegativeMass) []float64) func(*explainer) float64 {
	return shown(model.BeatParameters, func(e *experiment.Estimated) float64 {
		top := 0.0
		if e.Negative != nil { // a likelihood estimator never leaves the simplex
			for _, v := range read(e.Negative) {
				top = max(top, v)
			}
		}
		return top
	})
}

func chosen(read func(*experiment.Estimated, moments.Rotation) float64) func(*explainer) float64 {
	return shown(model.BeatEigen, func(e *experiment.Estimated) float64 {
		if e.Chosen < 0 || e.Chosen >= len(e.Rotations) {
			return math.NaN()
		}
		return read(e, e.Rotations[e.Chosen])
	})
}

func planned(read func(*explainer, *experiment.Planned) float64) func(*explainer) float64 {
	return func(x *explainer) float64 {
		if p := x.now.Plan; p != nil && x.now.Level > p.Horizon {
			return read(x, p)
		}
		return math.NaN()
	}
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

// certain is a figure that the planner may know as an interval alone: its value
// is the lower end.
func certain(read func(*explainer) planning.Span) func(*explainer) float64 {
	return func(x *explainer) float64 {
		s := read(x)
		x.between(s)
		return s.Low
	}
}

// between tells the interval in which a figure is certain to lie.
func (x *explainer) between(s planning.Span) {
	if s.Open() {
		x.Low, x.High, x.IntervalIs = s.Low, s.High, "certain: the planner stopped before both ends met"
	}
}

func (x *explainer) cramerRao() float64 {
	if info := x.s.Information(); info != nil {
		if e := x.now.Estimate; e != nil && x.Target.J == 0 {
			return info.RMSE(e.Episodes)
		}
		return info.RMSE(x.now.N) // the comparison's
	}
	return math.NaN()
}

func at(stage model.BeatKind) func(*explainer) { return func(x *explainer) { x.fromStage(stage) } }

func ofModel(x *explainer) { x.given("the model") }
