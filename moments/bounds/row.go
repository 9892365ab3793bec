package bounds

import (
	"fmt"
	"math"

	"eeporl/pomdp/figure"
)

// Row is one inequality of the chain beside what was measured.
type Row struct {
	Lemma    string // "L1" … "L7", "Theorem 1"; "…, repaired" is not the paper's
	Quantity string // what is bounded: "‖T̂ − T‖₂"
	Formula  string // by what: "18|A||S|⁴(σ_Rσ_Z)⁻⁴ε₁"
	Bound    float64
	Measured float64 // NaN where it is unknown: no truth, no estimate, or it stopped too early
	AtLeast  bool    // the bound is a lower one
	// Limit is the largest value that the quantity can take at all, +Inf where
	// there is none: a bound at or above it says nothing.
	Limit float64
	// Unit is the size that rounding errors are relative to.
	Unit float64

	Factors    []Factor    // what Bound is the product of, where that is told
	Conditions []Condition // all must be met for the lemma to apply
	Applies    bool        // all conditions are met
	Holds      bool        // whether the inequality is true, up to rounding; false where unknown
	// Factor is how many times the bound is looser than it need be (bound over
	// measured, or its inverse for a lower bound): at least 1 where it holds,
	// +Inf for a measured 0, NaN where unknown or 0 against 0.
	Factor float64

	Note string // one sentence for a student

	Basis  Basis
	Reason string // why Bound is NaN where the truth is not known, "" elsewhere

	sizes   bool // the bound is made of sizes alone
	learned bool // it is about the learned parameters alone, and so is the figure
}

// Basis is what a bound is made of.
type Basis string

// What bounds are made of. A bound made of estimates guarantees nothing: it says what the
// bound would be if the estimates were the truth.
const (
	OfTruth     Basis = ""          // of the true model
	OfKnown     Basis = "exact"     // of sizes, or of the learned parameters themselves: it holds whatever the truth is
	OfEstimates Basis = "estimated" // of estimates in place of the true model
)

// Condition is what a lemma assumes: Value ≤ Limit.
type Condition struct {
	Text         string
	Value, Limit float64 // Value is NaN where it is unknown
	Met          bool
}

// Factor is a part of a product.
type Factor struct {
	Name  string
	Value float64
}

// Verdict is a Row in one word.
type Verdict string

// The verdicts, in the order in which Row.Verdict decides. Conditions come before the
// inequality: a row whose condition fails, or that any figure would satisfy, is no evidence
// for the lemma.
const (
	Unknown  Verdict = "unknown"  // not measured
	Certain  Verdict = "certain"  // it holds by construction: nothing was measured
	Void     Verdict = "void"     // a condition fails: the lemma says nothing here
	Violated Verdict = "violated" // it applies and does not hold
	TooWeak  Verdict = "too weak" // it applies and holds, as any figure would
	Holds    Verdict = "holds"    // it applies and holds
)

// Verdict judges the row.
func (r Row) Verdict() Verdict {
	switch {
	case math.IsNaN(r.Measured) || math.IsNaN(r.Bound):
		return Unknown
	case r.learned && r.Bound == 0 && r.Measured == 0:
		return Certain
	case !r.Applies:
		return Void
	case !r.Holds:
		return Violated
	case !r.AtLeast && r.Bound >= r.Limit:
		return TooWeak
	}
	return Holds
}

// Why says in words which condition fails first, "" where all are met.
func (r Row) Why() string {
	for _, c := range r.Conditions {
		switch {
		case c.Met:
		case math.IsNaN(c.Value):
			return c.Text + ": not known"
		default:
			return fmt.Sprintf("%s: %s, at most %s asked", c.Text, figure.Number(c.Value), figure.Number(c.Limit))
		}
	}
	return ""
}

// rounding is the relative size of float64 errors after a recovery from the
// exact law: far above what a well-posed model shows, far below the sampling
// error of any N that can be drawn.
const rounding = 1e-9

func (r Row) finish() Row {
	if r.Limit == 0 {
		r.Limit = math.Inf(1)
	}
	if r.Unit == 0 {
		r.Unit = 1
	}
	r.Applies = true
	for i := range r.Conditions {
		c := &r.Conditions[i]
		c.Met = c.Value <= c.Limit
		r.Applies = r.Applies && c.Met
	}
	small, large := r.Measured, r.Bound
	if r.AtLeast {
		small, large = large, small
	}
	r.Holds = small <= large*(1+rounding)+rounding*r.Unit
	r.Factor = large / math.Max(small, 0) // an error that is 0 may come out as −1e-16
	if math.IsInf(small, 1) {
		r.Factor = math.NaN() // ∞ against ∞
	}
	return r
}
