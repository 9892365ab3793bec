// Package why answers "why?" for anything that can be focused on a screen: the
// formula, the numbers actually put into it in this session, the value beside
// the truth, the error beside its bound, and the beat that produced it. It
// computes everything from a session and draws nothing.
package why

import "eeporl/model"

// Explanation is the answer for one Target. Numbers that are not known are NaN,
// and Unknown says why.
type Explanation struct {
	Target  Target
	Title   string // what this is
	Subject string // which one, in words: a tuple by its names; "" where Title says it all
	Account string // one paragraph for a student
	Formula string // in general, with the lemma or equation that it comes from
	Inputs  []Line // what was put into it here

	Value      float64
	Word       string // the value of what is not a number: a name, a verdict; "" elsewhere
	Truth      float64
	TrueWord   string  // the truth of what is not a number, where it is known
	Error      float64 // Value − Truth; of a column the length of the difference
	Bound      float64 // what a lemma promises for |Error|, or what Value is held against: BoundIs says
	BoundIs    string
	Low, High  float64 // interval for the truth: IntervalIs says which
	IntervalIs string

	// Unknown has a line for each of value, truth, error, bound and interval
	// that is NaN, and the reason.
	Unknown []Line

	Origin Origin
}

// Line is a named value, as a sentence or a figure.
type Line struct{ Name, Value string }

// Origin is the beat of the timeline that produced something.
type Origin struct {
	Known bool
	Place uint64 // of the beat, as Session.Place counts them
	What  string // in words; where not Known, why there is none
	// Sources are the beats that raised a moment's count, the latest first, and
	// More says how many raised it besides: -1 for an unknown number.
	Sources []Source
	More    int
}

// Source is one contribution to a moment's count.
type Source struct {
	Place uint64
	What  string
	Count float64 // a probability for the exact law
}

// Explain says why a target is what it is at the session's cursor. While
// veiled, nothing gives a hidden state of the present episode away. A target
// that does not exist now is explained by what is missing.
func Explain(s model.Session, t Target, veiled bool) Explanation {
	return explain(s, t, veiled, false)
}

func explain(s model.Session, t Target, veiled, brief bool) Explanation {
	x := newExplainer(s, t, veiled)
	x.brief = brief
	if t.Kind > None && t.Kind < kinds {
		explainers[t.Kind](x)
	} else {
		x.Title = "nothing"
		x.absent("there is nothing to explain here")
	}
	return x.finish()
}
