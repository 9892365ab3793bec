package spectral

import (
	"context"
	"fmt"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"

	"gonum.org/v1/gonum/mat"
)

// Given is what another program found; nil is what it did not give. Its columns, 0 ≤ c < k, may
// be in any order.
type Given struct {
	O      *mat.Dense // d × k
	T      *mat.Dense // k × k, nil without O
	W      []float64  // k, nil without O
	Labels []int      // k: pairs a·|A| + a', −1 for none; nil without O
	// Parameters of pair p are in the order of its columns, or without O in any order.
	Parameters *pomdp.PairParameters
}

// summing is how far from 1 a distribution of somebody else's may sum before it is a finding.
const summing = 1e-6

// Completed is an estimate of what was given and, where nothing was, of what full makes of the
// counts and of what was given before. What violates an invariant of the method is a finding.
func Completed(ctx context.Context, counts *moments.Counts, states int, options moments.Options, given Given) *moments.Estimate {
	e := moments.NewEstimate(moments.Theirs, counts, states, options)
	if !e.AcceptCounts(counts) || !e.TellsApart() {
		return e
	}
	s, ok := spectrum(e, counts)
	ok = ok && eigen(e, ctx, s)
	if ctx.Err() != nil {
		return e
	}
	if given.O == nil {
		ok = ok && observations(e, s)
	} else {
		relent(e) // what stops full does not stop another method
		ok = take(e, given)
	}
	if ok {
		label(e)
		if given.Labels != nil {
			relabel(e, given.Labels)
		}
		_, stopped := e.Stopped()
		ok = !stopped
	}
	if !ok {
		if given.O == nil && given.Parameters != nil { // nothing tells the order of their states
			relent(e)
			takeParameters(e, given)
		}
		return e
	}
	// Their parameters of the columns that they gave need none of full's; without columns, full's
	// tell in which order theirs are.
	if (given.Parameters == nil || given.O == nil) && e.T != nil && e.W != nil {
		if initial, ok := e.FillBeliefs(); ok {
			e.FillParameters(initial)
		}
	}
	if given.Parameters != nil {
		takeParameters(e, given)
	}
	return e
}

// Unanswered is an estimate that another program gave no answer to.
func Unanswered(counts *moments.Counts, states int, options moments.Options, code finding.Code, why string) *moments.Estimate {
	e := moments.NewEstimate(moments.Theirs, counts, states, options)
	e.Add(finding.New(code, math.NaN(), math.NaN(), why).Ends())
	return e
}

// relent makes findings that end full into ones that do not.
func relent(e *moments.Estimate) {
	for i := range e.Findings {
		e.Findings[i].Fatal = false
	}
}

// take takes over the columns, and T̂ and ŵ.
func take(e *moments.Estimate, given Given) bool {
	for _, x := range []struct {
		name   string
		matrix *mat.Dense
	}{{"Ô", given.O}, {"T̂", given.T}} {
		if x.matrix != nil && !num.Finite(x.matrix.RawMatrix().Data) {
			e.Add(finding.New(finding.NotFinite, math.NaN(), math.NaN(), "Their "+x.name+" has entries that are not finite.").Ends())
			return false
		}
	}
	if given.W != nil && !num.Finite(given.W) {
		e.Add(finding.New(finding.NotFinite, math.NaN(), math.NaN(), "Their ŵ has entries that are not finite.").Ends())
		return false
	}
	e.O, e.T, e.W, e.Stage = given.O, given.T, given.W, moments.StageColumns
	e.Theirs = append(e.Theirs, moments.StageColumns)
	sums(e, "Ô", e.O)
	if e.T == nil || e.W == nil {
		e.Add(finding.New(finding.Incomplete, math.NaN(), math.NaN(), "They give Ô but not T̂ and ŵ, and full's do not go with it: nothing follows but their own parameters."))
		return true
	}
	sums(e, "T̂", e.T)
	if total := num.Sum(e.W); math.Abs(total-1) > slack(e) {
		e.Add(finding.New(finding.NotStochastic, total, 1, fmt.Sprintf("Their ŵ sums to %s, expected 1.", figure.Number(total))))
	}
	return true
}

// slack is how far from 1 an estimated distribution may sum: under the exact law it is exact.
func slack(e *moments.Estimate) float64 {
	if math.IsInf(e.Episodes, 1) {
		return summing
	}
	return .5
}

// sums reports the column of a matrix of theirs that is furthest from summing to 1.
func sums(e *moments.Estimate, name string, m *mat.Dense) {
	_, k := m.Dims()
	worst, off := -1, slack(e)
	for c := range k {
		if d := math.Abs(mat.Sum(m.ColView(c)) - 1); d > off {
			worst, off = c, d
		}
	}
	if worst < 0 {
		return
	}
	total := mat.Sum(m.ColView(worst))
	e.Add(finding.New(finding.NotStochastic, total, 1, fmt.Sprintf(
		"Column %d of their %s sums to %s, expected 1.", worst+1, name, figure.Number(total))).AtColumn(worst))
}

// relabel puts their labels in place of LabelActions'.
func relabel(e *moments.Estimate, labels []int) {
	e.Theirs = append(e.Theirs, moments.StageLabels)
	e.Columns = make([][]int, e.Sizes.Pairs())
	for c, pair := range labels {
		if e.Labels[c].Pair = pair; pair >= 0 {
			e.Columns[pair] = append(e.Columns[pair], c)
		}
	}
	drop(e, finding.MissingLabel, finding.AmbiguousLabel, finding.WrongColumnCount) // of labels that were replaced
	e.Add(moments.UnevenPairs(e.Columns, e.Sizes)...)
}

// drop takes findings away.
func drop(e *moments.Estimate, codes ...finding.Code) {
	e.Findings = slices.DeleteFunc(e.Findings, func(f finding.Finding) bool { return slices.Contains(codes, f.Code) })
}

// takeParameters puts their parameters in place of those that follow from the columns.
func takeParameters(e *moments.Estimate, given Given) {
	own := *given.Parameters
	p := &own
	p.RewardValues = e.Options.RewardsOf(e.Sizes.R)
	worst, what := summing, ""
	for pair := range p.Initial {
		judge := func(name string, x []float64) {
			if off := math.Abs(num.Sum(x) - 1); !(off <= worst) {
				worst = off
				what = fmt.Sprintf("Their %s of the pair %s sums to %s, expected 1.", name, moments.PairName(e.Sizes, pair), figure.Number(num.Sum(x)))
			}
		}
		judge("b̂", p.Initial[pair])
		for j := range e.Sizes.S {
			judge("Ẑ", down(p.Observation[pair], j))
			judge("R̂", down(p.Reward[pair], j))
			for _, t := range p.Transition[pair] {
				judge("p̂(s'|s, a)", down(t, j))
			}
		}
	}
	switch {
	case math.IsNaN(worst) || math.IsInf(worst, 0):
		f := finding.New(finding.NotFinite, math.NaN(), math.NaN(), "Their parameters have entries that are not finite.")
		if e.Parameters == nil {
			f = f.Ends()
		}
		e.Add(f)
		return
	case what != "":
		e.Add(finding.New(finding.NotStochastic, math.NaN(), 1, what))
	}
	if given.O == nil && e.Parameters != nil {
		p = moments.AlignPairs(p, e.Parameters)
	}
	drop(e, finding.NegativeMassRemoved, finding.EmptyDistribution) // of full's parameters
	e.Take(p, nil, nil)
	e.Theirs = append(e.Theirs, moments.StageParameters)
}

// down is column j of rows.
func down(rows [][]float64, j int) (out []float64) {
	for _, row := range rows {
		out = append(out, row[j])
	}
	return out
}
