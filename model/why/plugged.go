package why

import (
	"fmt"
	"math"

	"eeporl/model"
	"eeporl/moments/bounds"
	"eeporl/pomdp/figure"
)

// plugged explains a row of the chain of lemmas where nobody knows the truth: its
// bound is made of estimates, and is no promise.
func (x *explainer) plugged(p *bounds.Plugged, r bounds.Row) {
	x.Account = r.Note
	x.Word = ""
	switch {
	case r.Lemma == "L7" && !math.IsNaN(r.Measured): // in the learned parameters, which are known
		x.Word = string(r.Verdict())
	default:
		x.unknown("value", "it takes the truth to measure it; "+x.truth.Unknown)
	}
	switch r.Basis {
	case bounds.OfKnown:
		x.BoundIs += "; it holds whatever the truth is"
	case bounds.OfEstimates:
		x.BoundIs += ", estimated: what it would be if the estimates were the truth, and no promise"
		x.putIn(p)
	}
	for _, c := range r.Conditions {
		if !math.IsNaN(c.Value) {
			x.input("condition "+c.Text, fmt.Sprintf("%s by the estimates; at most %s", figure.Number(c.Value), figure.Number(c.Limit)))
		}
	}
	if math.IsNaN(r.Bound) {
		x.BoundIs = ""
		x.unknown("bound", r.Reason)
	}
	if x.now.Estimate != nil {
		x.fromWholeEstimate()
		return
	}
	x.given("the sizes of the log's model")
}

// putIn lists the estimates that stand for the truth, as far as there are any.
func (x *explainer) putIn(p *bounds.Plugged) {
	for _, q := range p.Estimates(model.TheoryDelta) {
		if !math.IsNaN(q.Value) {
			x.number(q.Name+", estimated", q.Value)
		}
	}
}
