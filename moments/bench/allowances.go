package bench

import (
	"context"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/moments/spectral"
	"eeporl/pomdp"
	"eeporl/pomdp/finding"
)

// replicates is how many samples tell what noise makes of a figure.
const replicates = 9

// plainSeed draws rotations where they are not given.
const plainSeed = 1

// allowances are how far a right answer may lie from the formulas' figures.
func (x *examination) allowances(ctx context.Context, out *Report) {
	x.noise, x.reach = map[string]float64{}, map[string]float64{}
	x.others = others(x.Counts, x.States, x.theirs)
	x.alone, _ = follow(x.Counts, x.States, plainSeed, "", new(Answer))
	e := spectral.Full(ctx, x.Counts, x.States, x.Options)
	for _, code := range []finding.Code{finding.SigmaBelowNoise, finding.AssumptionViolated} {
		if f, ok := e.Find(code); ok {
			out.Doubt = f.Detail
		}
	}
	if x.Counts.Exact() {
		return
	}
	if x.blind = !e.OK(); !x.blind {
		ours := Of(e, x.Counts)
		widen(x.noise, func(i int) []Deviation { // other samples
			again := x.Options
			again.Seed += uint64(i) + 1
			drawn := moments.Resample(x.Counts, again.Seed, uint64(i))
			if e := spectral.Full(ctx, drawn, x.States, again); e.OK() {
				return Deviations(Of(e, drawn), ours)
			}
			return nil
		})
	}
	if x.theirs.Operators != nil || x.theirs.M2 != nil || x.theirs.Components != nil {
		widen(x.noise, func(i int) []Deviation {
			drawn := moments.Resample(x.Counts, x.Options.Seed+uint64(i)+1, uint64(i))
			return x.moved(drawn)
		})
	}
	if !x.theirs.Followed() {
		widen(x.noise, func(i int) []Deviation { // other rotations of the same counts
			other, _ := follow(x.Counts, x.States, plainSeed+1+uint64(i), "", x.theirs)
			return Deviations(other, x.answer)
		})
	}
	for _, other := range x.others {
		x.reaches(other, x.answer)
	}
	if x.theirs.O != nil { // Ô follows from the counts alone, what comes after it from theirs
		for _, other := range others(x.Counts, x.States, new(Answer)) {
			x.reaches(other, x.alone, "Ô")
		}
	}
	if e := spectral.Blocked(ctx, x.Counts, x.States, x.Options); e.OK() {
		x.reaches(Of(e, x.Counts), x.alone, x.apart()...)
	}
}

// apart are the figures of an estimate that follows nothing of theirs that can be held against them.
func (x *examination) apart() []string {
	if x.theirs.O != nil {
		return []string{"Ô"}
	}
	return final()
}

// reaches takes how far a right way's figures lie from ours; of those named, or all.
func (x *examination) reaches(other, ours *Answer, only ...string) {
	if other == nil || ours == nil {
		return
	}
	for _, d := range Deviations(other, ours) {
		if !math.IsInf(d.Size, 1) && (len(only) == 0 || slices.Contains(only, d.What)) {
			x.reach[d.What] = max(x.reach[d.What], d.Size)
		}
	}
}

// moved is how far another sample's figures of tensors and operators are from these counts'.
func (x *examination) moved(drawn *moments.Counts) []Deviation {
	p, _ := followed(drawn, x.States, plainSeed, "", &Answer{Sizes: x.n, M2: x.theirs.M2, Whitening: x.theirs.Whitening, Components: x.theirs.Components, Operators: x.theirs.Operators})
	if p == nil {
		return nil
	}
	var out []Deviation
	for i, what := range p.answer.predicted.what {
		if d, ok := compared(p.answer.predicted.rows[i], x.answer.predicted.rows[i]); ok {
			d.What = what
			out = append(out, d)
		}
	}
	if a, b := p.answer.M2, x.answer.M2; a != nil && b != nil {
		if d, ok := compared(matrix(a), matrix(b)); ok {
			d.What = "M₂"
			out = append(out, d)
		}
	}
	if d, ok := compared(p.answer.images, x.answer.images); ok && len(x.answer.images) > 0 {
		d.What = "λv"
		out = append(out, d)
	}
	return out
}

// final are the figures at the end of the chain, which the truth has too.
func final() []string {
	return []string{"Ô", "T̂", "ŵ", "labels", "b̂", "Ẑ", "R̂", "p̂(s'|s,a)"}
}

// againstTruth holds the end of the chain against the truth, where that is a standard: where the
// formulas themselves come to it, or the counts are a sample.
func (x *examination) againstTruth() {
	if x.Truth == nil {
		return
	}
	truth := truthful(x.Truth)
	x.own = map[string]float64{}
	by := func(a *Answer) map[string]Deviation {
		out := map[string]Deviation{}
		for _, d := range Deviations(a, truth) {
			out[d.What] = d
		}
		return out
	}
	if x.alone == nil {
		return
	}
	ours := by(x.alone)
	for what, d := range ours {
		x.own[what] = d.Size
	}
	if d, ok := ours["Ô"]; x.Counts.Exact() && (!ok || d.Size > x.single()) {
		return
	}
	x.end = map[string]Deviation{}
	theirs := by(x.theirs)
	for _, what := range final() {
		if d, ok := theirs[what]; ok {
			x.end[what] = d
		}
	}
}

// truthful is the truth as an answer.
func truthful(m *pomdp.InducedHMM) *Answer {
	n := m.Sizes
	a := &Answer{Sizes: n, O: m.O, T: m.T, W: m.W}
	for h := range n.K() {
		at := n.HiddenAt(h)
		a.Labels = append(a.Labels, n.Pair(at.Action, at.Next))
	}
	if m.Model != nil {
		a.Parameters = m.Model.Pairs(pomdp.IdentityOrder(n))
	}
	return a
}

// single is what single precision may make of a figure under the exact law: rounding, times the
// condition of what is inverted.
func (x *examination) single() float64 {
	s := x.answer.Sigma
	k := x.n.K()
	if len(s) < k || !(s[k-1] > 0) {
		return Rounding
	}
	return min(singleMost, singleRoom*singleRounding*s[0]/s[k-1])
}

const (
	singleRounding = 6e-8
	singleRoom     = 300
	singleMost     = 5e-3
)
