package why

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"eeporl/model"
	"eeporl/moments"
	"eeporl/moments/bounds"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// lemmaBound takes a bound over from the chain of lemmas, where it applies.
func (x *explainer) lemmaBound(lemma, quantity, which string) {
	theory := x.s.Theory()
	if x.truth.Unknown != "" {
		x.unknown("bound", "its constants take the true model; the view Theory has what they come to by estimates")
		return
	}
	if theory == nil {
		x.unknown("bound", "the lemmas have not been held against this estimate: the view Theory does that")
		return
	}
	for _, r := range theory.Rows {
		if r.Lemma != lemma || !strings.HasPrefix(r.Quantity, quantity) {
			continue
		}
		switch {
		case math.IsNaN(r.Bound):
			x.unknown("bound", r.Lemma+" asks for an estimate shown to its end and a truth")
		case !r.Applies:
			x.unknown("bound", r.Lemma+" says nothing here: "+r.Why())
		case r.Verdict() == bounds.TooWeak:
			x.promise(r.Bound, fmt.Sprintf("%s; it says nothing, since no such error exceeds %s", which, figure.Number(r.Limit)))
		default:
			x.promise(r.Bound, which)
		}
		return
	}
}

// assumption explains a check of the model.
func (x *explainer) assumption() {
	i := x.Target.I
	x.Title = "assumption"
	if x.truth.TooLarge != "" {
		x.absent("the model is too large to be checked: " + x.truth.TooLarge)
		return
	}
	if x.truth.Unknown != "" {
		x.absent("the assumptions are about the model; " + x.truth.Unknown)
		return
	}
	if x.beyond(i, len(x.truth.Checks)) {
		return
	}
	c := x.truth.Checks[i]
	x.Title = "assumption " + c.Name
	x.Formula = "assumptions 1–3 of the paper: H ≥ 4; every state reached after two steps; T_a of full rank, Z_a and R_a of full column rank"
	if !c.Printed {
		x.Formula = "what the moment method needs beyond the paper's assumptions: O of full column rank, every state reached in one step, σ_k(P₁₂), σ_k(P₁₃) > 0"
	}
	x.Value, x.Word = c.Value, "violated"
	if c.Holds {
		x.Word = "holds"
	}
	x.input("printed in the paper", yes(c.Printed))
	x.input("needed by the method", yes(c.Needed))
	x.unknown("truth", "it is the truth: the model itself decides it")
	x.Account = c.Detail
	x.given("the model")
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// lemma explains a row of the chain of lemmas.
func (x *explainer) lemma() {
	x.Title = "a lemma"
	theory := x.s.Theory()
	if theory == nil {
		x.absent("the lemmas have not been held against what was measured: the view Theory does that")
		return
	}
	if x.beyond(x.Target.I, len(theory.Rows)) {
		return
	}
	r := theory.Rows[x.Target.I]
	relation := " ≤ "
	if r.AtLeast {
		relation = " ≥ "
	}
	x.Title = r.Lemma + ": " + r.Quantity
	x.Formula = r.Quantity + relation + r.Formula
	x.Value, x.Word = r.Measured, string(r.Verdict())
	x.promise(r.Bound, "by "+r.Lemma)
	if theory.Plugged != nil {
		x.plugged(theory.Plugged, r)
		return
	}
	for _, f := range slices.SortedStableFunc(slices.Values(r.Factors), func(f, g bounds.Factor) int { return cmp.Compare(g.Value, f.Value) }) {
		x.number("the bound's factor "+f.Name, f.Value)
	}
	for _, c := range r.Conditions {
		verdict := "fails"
		if c.Met {
			verdict = "met"
		}
		x.input("condition "+c.Text, fmt.Sprintf("%s, %s; at most %s", figure.Number(c.Value), verdict, figure.Number(c.Limit)))
	}
	x.input("looser than need be by a factor", figure.Number(r.Factor))
	if !math.IsInf(r.Limit, 1) {
		x.number("no value can exceed", r.Limit)
	}
	if math.IsNaN(r.Bound) {
		x.unknown("bound", "what it is made of has not been measured")
	}
	x.unknown("truth", "a lemma bounds an error; it has no truth of its own")
	x.Account = r.Note
	switch {
	case r.Lemma == "L1":
		x.given("the model")
	case math.IsNaN(r.Measured):
		x.Word = ""
		x.unknown("value", "it is measured on an estimate, or a plan, that is not there yet")
	case strings.HasPrefix(r.Lemma, "L2") || r.Lemma == "L3" || r.Lemma == "L4":
		x.fromWholeEstimate()
	default:
		x.fromPlan(0, "the plan, held against the truth")
	}
	if x.Target.J == 1 && !math.IsNaN(r.Factor) {
		x.Title, x.Formula, x.Value = "factor of "+x.Title, "how far the bound lies from what was measured", r.Factor
		x.Word = ""
		x.input("verdict on the bound", string(r.Verdict()))
		x.Bound, x.BoundIs = math.NaN(), ""
		x.unknown("bound", "it compares a bound with what was measured")
	}
}

// finding explains a finding at the cursor.
func (x *explainer) finding() {
	x.Title = "finding"
	found := x.s.Findings()
	if x.beyond(x.Target.I, len(found)) {
		return
	}
	f := found[x.Target.I]
	x.Title = "finding " + string(f.Code)
	x.Formula = x.findingFormula(f.Code)
	x.Value, x.Word = f.Value.Float(), string(f.Code)
	if !math.IsNaN(f.Limit.Float()) {
		x.promise(f.Limit.Float(), "what it was held against")
	}
	x.input("fatal", yes(f.Fatal))
	if pair, ok := f.Pair.Int(); ok && pair < x.n.Pairs() {
		x.input("pair of actions", x.pair(pair))
	}
	if c, ok := f.Column.Int(); ok {
		x.input("column of Ô", fmt.Sprint(c+1))
	}
	x.unknown("truth", "a finding is a verdict on the numbers at hand")
	x.Account = f.Detail
	x.findingOrigin(f)
}

func (x *explainer) findingFormula(code finding.Code) string {
	switch code {
	case finding.SigmaBelowNoise:
		return fmt.Sprintf("σ_k > what noise alone exceeds in 1 of %.0f samples", 1/moments.NoiseRate)
	case finding.ComplexEigenvalues:
		return "Im λᵢ = 0 for all eigenvalues of B₁₂₃(U₃θ₁)"
	case finding.SmallGap:
		return "min |λᵢ − λⱼ| > 2 standard errors"
	case finding.MissingLabel, finding.AmbiguousLabel:
		return "one pair with an entry ≥ " + x.threshold() + " (LabelActions, Algorithm 2; Lemma 3)"
	case finding.WrongColumnCount:
		return "|S| columns for every pair of actions"
	case finding.NegativeMassRemoved:
		return fmt.Sprintf("Σ max(−x, 0)/Σ|x| ≤ %s", figure.Number(moments.NegativeMassLimit))
	}
	return ""
}

// findingOrigin tells what a finding is about: the model or the log, the estimate,
// the information or the plan.
func (x *explainer) findingOrigin(f finding.Finding) {
	if r := x.s.Config().Record; r != nil && slices.Contains(r.Findings, f) {
		x.given("the log")
		return
	}
	if e := x.now.Estimate; e != nil && slices.Contains(e.Findings, f) {
		if x.now.Whole {
			x.fromWholeEstimate()
		} else {
			x.fromStage(model.FoundAt(f.Code))
		}
		return
	}
	if info := x.s.Information(); info != nil && slices.Contains(info.Findings, f) {
		x.given("the model's Fisher information")
		return
	}
	if f.Code == finding.TooLarge || slices.Contains(x.truth.Findings(), f) {
		x.given("the model")
		return
	}
	x.fromPlan(0, "the plan")
}
