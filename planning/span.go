package planning

import (
	"cmp"
	"math"
)

// Span is a number that is certain to lie between two ends, which are the same
// where it is known.
type Span struct {
	Low, High float64
	Unit      float64 // the size of what it is a sum of, for rounding; 0 stands for 1
}

// unknownSpan is a number of which nothing is known.
func unknownSpan() Span { return Span{Low: math.NaN(), High: math.NaN()} }

// closed is the width, relative to the number, up to which only rounding separates the ends
// of a span.
const closed = 1e-9

// Open says whether the ends differ by more than rounding.
func (s Span) Open() bool { return s.High-s.Low > closed*(cmp.Or(s.Unit, 1)+math.Abs(s.Low)) }

// AtLeast is the plan where another policy is known to be worth value: where the best one is not known, it is
// worth no less.
func (p *Plan) AtLeast(value float64) *Plan {
	if !p.Best().Open() || !(value > p.Value) {
		return p
	}
	better := *p
	better.Value, better.Upper, better.Tree = value, max(p.Upper, value), nil
	return &better
}

// Best is the value of a best policy: this plan's where the planner went to the
// end, otherwise between it and the upper bound. Unknown for no plan.
func (p *Plan) Best() Span {
	if p == nil {
		return unknownSpan()
	}
	return Span{p.Value, p.Upper, p.unit}
}

// Regret is what a policy worth value loses against this best one: never less
// than 0, and 0 where the two differ by rounding alone.
func (s Span) Regret(value float64) Span {
	unit := cmp.Or(s.Unit, 1)
	return Span{loss(s.Low, value, unit), loss(s.High, value, unit), unit}
}

func loss(best, value, unit float64) float64 {
	if r := best - value; !(r <= 1e-12*(unit+math.Abs(best))) {
		return r // NaN too
	}
	return 0
}

// Exactly is a number that is known.
func Exactly(x float64) Span { return Span{Low: x, High: x} }

// Text writes the number, or both ends where they look different.
func (s Span) Text(write func(float64) string) string {
	from, to := write(s.Low), write(s.High)
	if from == to {
		return from
	}
	return from + " to " + to
}
