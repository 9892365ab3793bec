package bench

import (
	"context"
	"math"
	"slices"

	"eeporl/pomdp/workers"
)

// examination is one answer's.
type examination struct {
	Subject
	theirs *Answer
	*plain                      // what the formulas make, each figure from what is given before it
	alone  *Answer              // what they make without it
	others []*Answer            // by other right ways
	noise  map[string]float64   // by figure: other samples, and other rotations where they are not given
	reach  map[string]float64   // by figure: how far right ways lie apart
	end    map[string]Deviation // from the truth, of figures at the end of the chain; nil where it is no standard
	blind  bool                 // the formulas themselves come to nothing on these counts: nothing tells their noise
	misfit misfits
	own    map[string]float64 // how far the formulas' own figures are from the truth
}

// Examine holds an answer against the formulas, step by step on the same counts: each step starts
// from what the answer gives of the steps before it, so that a mistake is found where it is made.
// Where the counts are an exact law, the end of the chain is held against the truth besides. The
// error says why there is nothing to hold it against.
func Examine(ctx context.Context, theirs *Answer, s Subject) (*Report, error) {
	n := s.Counts.Sizes()
	n.S = s.States
	if err := fits(theirs, n.D(), n.K()); err != nil {
		return nil, err
	}
	if len(theirs.figures()) == 0 { // a policy alone
		return &Report{First: -1}, nil
	}
	p, early := followed(s.Counts, s.States, plainSeed, "", theirs)
	if p == nil {
		return nil, early
	}
	x := &examination{Subject: s, theirs: theirs, plain: p}
	out := &Report{First: -1, Early: early, Expected: p.answer, AtLaw: s.AtLaw}
	x.allowances(ctx, out)
	x.againstTruth()
	x.misfit = x.misfits()
	for _, d := range Deviations(theirs, p.answer) {
		out.Judged = append(out.Judged, x.judged(d))
	}
	if early != nil && x.alone != nil { // theirs led nowhere: what is left is held against what the counts alone make
		x.theirs = theirs.unled()
		for _, d := range Deviations(x.theirs, x.alone) {
			if !slices.ContainsFunc(out.Judged, func(j Judged) bool { return j.What == d.What }) {
				out.Judged = append(out.Judged, x.judged(d))
			}
		}
		x.theirs = theirs
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	x.settle(ctx, out)
	out.Unjudged = append(theirs.unjudged(), x.missing(out)...)
	return out, ctx.Err()
}

// judged is the verdict on a figure before mistakes are looked for.
func (x *examination) judged(d Deviation) Judged {
	j := Judged{Deviation: d, Verdict: Differs, Actions: x.n.A}
	end, known := x.end[d.What]
	if !x.theirs.settles(d.What) {
		j.Noise = noiseRoom * x.noise[d.What]
	}
	if own := x.own[d.What]; known && own > Rounding {
		j.Times = end.Size / own
	}
	switch {
	case d.Size <= Rounding:
		j.Verdict = Agrees
	case x.sumsOff(d):
		j.Likely = []Suspect{{Mistake: Mistake{"sums", d.What + " had distributions that do not sum to 1", d.Stage, d.What}}}
	case x.byOtherWay(&j):
		j.Verdict = Agrees
	case d.Size <= x.single() && (x.Counts.Exact() || j.Noise == 0), x.Counts.Exact() && known && end.Size <= x.single():
		j.Verdict = Agrees
	case d.Size <= min(j.Noise, mostNoise):
		j.Verdict = Noise
	}
	return j
}

// byOtherWay says whether another right way makes just the figure.
func (x *examination) byOtherWay(j *Judged) bool {
	for i, w := range ways() {
		if x.others[i] != nil && sizeOf(Deviations(x.theirs, x.others[i]), j.What) <= Rounding {
			j.Way = w.Says
			return true
		}
	}
	return false
}

// settle looks for the mistake where a figure differs, from the first on, and lets off what is
// right in another way.
func (x *examination) settle(ctx context.Context, out *Report) {
	given := map[string]bool{}
	for _, what := range x.theirs.figures() {
		given[what] = true
	}
	for i := range out.Judged {
		j := &out.Judged[i]
		if j.Verdict == Noise && j.What[0] == 'U' {
			if found := x.nearest(j, exactly); len(found) > 0 && !found[0].soft { // another matrix's, to the last digit
				j.Verdict, j.Noise = Differs, 0
			}
		}
		if j.Verdict != Differs {
			continue
		}
		if out.First >= 0 && !x.theirs.closed(j.What) { // it may well follow from what differs before
			j.Follows = true
			continue
		}
		summed := j.Likely
		j.Likely = nil
		if x.name(ctx, j, given); summed != nil {
			if len(j.Likely) == 0 || j.Likely[0].soft {
				j.Likely = summed
			}
			if out.First < 0 {
				out.First = i
			}
			continue
		}
		if len(j.Likely) > 0 && j.Likely[0].choice {
			j.Verdict, j.Way, j.Likely = Agrees, j.Likely[0].Says, nil
			continue
		}
		if j.Verdict = x.final(j, out.Doubt); j.Verdict == Differs {
			if out.First < 0 {
				out.First = i
			}
		} else if j.Verdict != Agrees {
			j.Likely = nil
		}
	}
	if out.First >= 0 || !x.Counts.Exact() {
		return
	}
	for _, what := range final() { // whatever the way, the end is the truth
		if d, ok := x.end[what]; ok && d.Size > x.single() {
			d.Step = "the end"
			out.First = len(out.Judged)
			out.Judged = append(out.Judged, Judged{Deviation: d, Verdict: Differs, Actions: x.n.A, Truth: true})
			return
		}
	}
}

// widen takes the largest deviations of some replicates into the noise.
func widen(noise map[string]float64, replicate func(i int) []Deviation) {
	found := make([][]Deviation, replicates)
	workers.Each(replicates, func() func(int) {
		return func(i int) { found[i] = replicate(i) }
	})
	for _, d := range slices.Concat(found...) {
		noise[d.What] = math.Max(noise[d.What], d.Size)
	}
}
