package bench

import (
	"context"
	"fmt"
	"math"
	"slices"

	"eeporl/moments"
	"eeporl/pomdp/figure"
)

// Law is what a program is asked at besides the counts.
type Law struct {
	Subject                                          // the exact law
	Draw    func(n float64) (*moments.Counts, error) // a sample of it; nil where the counts are none
}

// Try asks a program for an answer and examines it. What is noisier than the formulas on a sample need
// not be wrong, so the program is asked at an exact law too, where everything right agrees: nil where
// there is none. What is right there and far off on the sample is asked for on a larger one: noise shrinks.
func Try(ctx context.Context, ask func(Request) (*Answer, error), s Subject, law *Law, seed uint64, task *Task) (*Answer, *Report, error) {
	answer := func(c *moments.Counts, states int) (*Answer, error) {
		r := RequestOf(c, states, seed)
		r.Task = task
		return ask(r)
	}
	theirs, err := answer(s.Counts, s.States)
	if err != nil {
		return nil, nil, err
	}
	var silent error
	if law != nil && !s.Counts.Exact() && len(theirs.figures()) > 0 {
		var atLaw *Answer
		if atLaw, silent = answer(law.Counts, law.States); silent == nil {
			s.AtLaw, silent = Examine(ctx, atLaw, law.Subject)
		}
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
	}
	report, err := Examine(ctx, theirs, s)
	if err != nil {
		return nil, nil, err
	}
	if silent != nil {
		report.Unjudged = append(report.Unjudged, fmt.Sprintf("At the exact law it gives no answer: %v.", silent))
	}
	if law != nil && law.Draw != nil && s.Truth != nil && report.noisy() {
		larger, err := law.Draw(s.Counts.Total() * moreEpisodes)
		if err != nil {
			return theirs, report, nil // there are no more: what was found stands
		}
		if again, err := answer(larger, s.States); err == nil {
			report.shrinks(theirs, again, truthful(s.Truth))
		}
	}
	return theirs, report, ctx.Err()
}

// moreEpisodes is how many times as many episodes the larger sample has: noise is a tenth there.
const moreEpisodes = 100

// noisy says whether a figure is further from the truth than the formulas' own.
func (r *Report) noisy() bool {
	return slices.ContainsFunc(r.Judged, func(j Judged) bool { return j.Verdict.open() && j.Times > 2 })
}

// open says whether a verdict leaves open that a figure is wrong.
func (v Verdict) open() bool { return v == Noisier || v == NotJudged }

// shrinks holds the figures that were let off against the truth on the larger sample: what is off as far
// there is no noise.
func (r *Report) shrinks(theirs, again, truth *Answer) {
	before, after := Deviations(theirs, truth), Deviations(again, truth)
	for i := range r.Judged {
		j := &r.Judged[i]
		if small, large := sizeOf(before, j.What), sizeOf(after, j.What); j.Verdict.open() && j.Times > 2 && large > small/2 && !math.IsInf(large, 1) {
			j.Verdict = Differs
			j.Likely = []Suspect{{Mistake: Mistake{"does-not-shrink", fmt.Sprintf("%s were wrong on samples and right at the exact law: it is off the truth by %s here, and by %s on %d times as many episodes", j.What, figure.Percent(small), figure.Percent(large), moreEpisodes), j.Stage, j.What}}}
			if r.First < 0 || i < r.First {
				r.First = i
			}
		}
	}
}
