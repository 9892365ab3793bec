package planning

import "math"

// Span is a number that is certain to lie between two ends, which are the same
// where it is known.
type Span struct{ Low, High float64 }

// unknownSpan is a number of which nothing is known.
func unknownSpan() Span { return Span{math.NaN(), math.NaN()} }

// closed is the width, relative to the number, up to which only rounding separates the ends
// of a span.
const closed = 1e-9

// Open says whether the ends differ by more than rounding.
func (s Span) Open() bool { return s.High-s.Low > closed*(1+math.Abs(s.Low)) }

// Best is the value of a best policy: this plan's where the planner went to the
// end, otherwise between it and the upper bound. Unknown for no plan.
func (p *Plan) Best() Span {
	if p == nil {
		return unknownSpan()
	}
	return Span{p.Value, p.Upper}
}

// Regret is what a policy worth value loses against this best one: never less
// than 0, and 0 where the two differ by rounding alone.
func (s Span) Regret(value float64) Span {
	return Span{loss(s.Low, value), loss(s.High, value)}
}

func loss(best, value float64) float64 {
	if r := best - value; !(r <= 1e-12*(1+math.Abs(best))) {
		return r // NaN too
	}
	return 0
}

// Exactly is a number that is known.
func Exactly(x float64) Span { return Span{x, x} }

// Text writes the number, or both ends where they look different.
func (s Span) Text(write func(float64) string) string {
	from, to := write(s.Low), write(s.High)
	if from == to {
		return from
	}
	return from + " to " + to
}
