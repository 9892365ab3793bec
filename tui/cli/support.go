package cli

import (
	"fmt"
	"math"

	"eeporl/model/experiment"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// supportDoc says how much of a policy's value rests on parameters that hardly any data tell: whose
// interval is wider than half of what is possible.
type supportDoc struct {
	Share  Number `json:"share"`            // of the value above the worst reward at each step
	Action string `json:"action,omitempty"` // whose parameters most of that rests on
}

// weakSupport works out how much of the planned value rests on weak parameters, and names the action.
func (r *report) weakSupport() {
	p, i := r.outcome.Planned, r.intervals
	e := r.outcome.Estimated.Estimate
	if p == nil || p.Plan == nil || p.Tree == nil || i == nil || i.Low == nil || e.Parameters == nil {
		return
	}
	share, action := experiment.WeakSupport(e.Parameters, i.Low, i.High, p.Tree)
	if math.IsNaN(share) {
		return
	}
	r.support = &supportDoc{Share: Number(share)}
	if share < leastSupport {
		return
	}
	from := "the initial belief"
	if action < e.Sizes.A {
		r.support.Action = r.names.Action(action)
		from = "action " + r.support.Action
	}
	r.found = append(r.found, finding.New(finding.WeakSupport, share, leastSupport, fmt.Sprintf(
		"%s of the policy's value rests on parameters that the data hardly tell: their 95 %% intervals are wider than half of what is possible. Most of that is from %s.", figure.Percent(share), from)))
}

// mostUntried is how many findings say what the log never did.
const mostUntried = 3

// untried says what the policy does that the log never did in its place.
func (r *report) untried(list []experiment.Untried) {
	for _, u := range list[:min(len(list), mostUntried)] {
		r.found = append(r.found, finding.New(finding.Untried, 0, u.Expected, fmt.Sprintf(
			"The policy takes %s right after %s was seen, in %s of its steps after the first. The log never does: of %s times it was seen, the action would have followed some %s times if that did not matter. It may not be possible there.",
			r.names.Action(u.Action), r.names.Observation(u.Observation), figure.Percent(u.Share), figure.Count(u.Seen), figure.Count(math.Round(u.Expected)))))
	}
}

// leastSupport is the share of the value that is worth a word.
const leastSupport = .05
