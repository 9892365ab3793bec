package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/pomdp/workers"
)

// Verdict is what a deviation means.
type Verdict string

// The verdicts.
const (
	Agrees  Verdict = "agrees to rounding"
	Noise   Verdict = "agrees within sampling noise"
	Differs Verdict = "differs"
)

// Rounding is the size of a deviation up to which two answers are the same.
const Rounding = 1e-7

// Judged is a deviation from our estimate, and what it means.
type Judged struct {
	Deviation
	Noise   float64 // what another sample of the same size, or other rotations, would make of it
	Verdict Verdict
}

// Suspect is a mistake whose answer was compared with theirs.
type Suspect struct {
	Mistake
	Distance float64 // over all figures that were given; 0 is the same answer
}

// Report is what the bench found.
type Report struct {
	Judged   []Judged
	First    int       // index into Judged of the first that differs, −1 for none
	Suspects []Suspect // nearest first
	Correct  float64   // the distance from the estimator without a mistake
}

// Likely are the suspects whose answer is theirs, as far as can be told: none where theirs is
// right.
func (r *Report) Likely() []Suspect {
	if r.First < 0 {
		return nil
	}
	var out []Suspect
	for _, s := range r.Suspects {
		if s.Distance < r.Correct/likely && s.Distance <= 2*r.Suspects[0].Distance+Rounding {
			out = append(out, s)
		}
	}
	return out
}

// likely is how many times nearer than the right answer a mistake's must be.
const likely = 5

// Replicates says how many samples tell what noise makes of a figure.
const replicates = 9

// Examine holds an answer against Full on the same counts, and against what each mistake
// would have made of them. The error says why Full itself has no answer.
func Examine(ctx context.Context, theirs *Answer, counts *moments.Counts, states int, o moments.Options) (*Report, error) {
	e := moments.Full(ctx, counts, states, o)
	if f, stopped := e.Stopped(); stopped {
		return nil, errors.New("full itself ends early on these counts: " + f.Detail)
	}
	if err := fits(theirs, e.Sizes.D(), e.Sizes.K()); err != nil {
		return nil, err
	}
	ours := Of(e, counts)
	noise := noiseOf(ctx, ours, counts, states, o)
	out := &Report{First: -1}
	for i, d := range Deviations(theirs, ours) {
		j := Judged{Deviation: d, Noise: noise[d.What], Verdict: Differs}
		switch {
		case d.Size <= Rounding:
			j.Verdict = Agrees
		case d.Size <= j.Noise:
			j.Verdict = Noise
		}
		if j.Verdict == Differs && out.First < 0 {
			out.First = i
		}
		out.Judged = append(out.Judged, j)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	right, _ := Plain(counts, states, plainSeed, "")
	out.Correct = distance(theirs, right)
	mistakes := Mistakes()
	out.Suspects = make([]Suspect, len(mistakes))
	workers.Each(len(mistakes), func() func(int) {
		return func(i int) {
			wrong, _ := Plain(counts, states, plainSeed, mistakes[i].Name)
			out.Suspects[i] = Suspect{mistakes[i], distance(theirs, wrong)}
		}
	})
	slices.SortStableFunc(out.Suspects, func(a, b Suspect) int { return cmp.Compare(a.Distance, b.Distance) })
	return out, ctx.Err()
}

// plainSeed draws the rotations of Plain.
const plainSeed = 1

// distance sums up the deviations of what was given, each counted as 1 at most; what the
// other did not come to counts as 1.
func distance(theirs, other *Answer) float64 {
	sum, found := 0.0, map[string]bool{}
	for _, d := range Deviations(theirs, other) {
		sum += min(d.Size, 1)
		found[d.What] = true
	}
	for _, d := range Deviations(theirs, theirs) {
		if !found[d.What] {
			sum++
		}
	}
	return sum
}

// noiseOf is by figure the largest deviation from ours of samples of the same size and of
// other rotations.
func noiseOf(ctx context.Context, ours *Answer, counts *moments.Counts, states int, o moments.Options) map[string]float64 {
	out := map[string]float64{}
	if counts.Exact() {
		return out
	}
	found := make([][]Deviation, replicates)
	workers.Each(replicates, func() func(int) {
		return func(i int) {
			again := o
			again.Seed += uint64(i) + 1
			drawn := moments.Resample(counts, again.Seed, uint64(i))
			if e := moments.Full(ctx, drawn, states, again); e.OK() {
				found[i] = Deviations(Of(e, drawn), ours)
			}
		}
	})
	for _, list := range found {
		for _, d := range list {
			out[d.What] = math.Max(out[d.What], d.Size)
		}
	}
	for _, same := range []string{"P₁₂", "P₁₃", "σ"} { // these are functions of the counts alone
		delete(out, same)
	}
	return out
}

// fits says what is wrong with an answer's sizes.
func fits(a *Answer, d, k int) error {
	for _, x := range []struct {
		name          string
		m             interface{ Dims() (int, int) }
		given         bool
		rows, columns int
	}{
		{"P12", a.P12, a.P12 != nil, d, d}, {"P13", a.P13, a.P13 != nil, d, d}, {"O", a.O, a.O != nil, d, k}, {"T", a.T, a.T != nil, k, k},
	} {
		if !x.given {
			continue
		}
		if r, c := x.m.Dims(); r != x.rows || c != x.columns {
			return fmt.Errorf("%s: found %d × %d, expected %d × %d", x.name, r, c, x.rows, x.columns)
		}
	}
	for _, x := range []struct {
		name string
		n    int
	}{{"w", len(a.W)}, {"labels", len(a.Labels)}} {
		if x.n != 0 && x.n != k {
			return fmt.Errorf("%s: found %d entries, expected k = %d", x.name, x.n, k)
		}
	}
	return nil
}
