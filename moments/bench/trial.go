package bench

import (
	"context"
	"fmt"
)

// Try asks a program for an answer and examines it. What is noisier than the formulas on a sample need
// not be wrong, so the program is asked at an exact law too, where everything right agrees: nil where
// there is none.
func Try(ctx context.Context, ask func(Request) (*Answer, error), s Subject, law *Subject, seed uint64, task *Task) (*Answer, *Report, error) {
	request := func(s Subject) Request {
		r := RequestOf(s.Counts, s.States, seed)
		r.Task = task
		return r
	}
	theirs, err := ask(request(s))
	if err != nil {
		return nil, nil, err
	}
	var silent error
	if law != nil && !s.Counts.Exact() && len(theirs.figures()) > 0 {
		var atLaw *Answer
		if atLaw, silent = ask(request(*law)); silent == nil {
			s.AtLaw, silent = Examine(ctx, atLaw, *law)
		}
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
	}
	report, err := Examine(ctx, theirs, s)
	if err == nil && silent != nil {
		report.Unjudged = append(report.Unjudged, fmt.Sprintf("At the exact law it gives no answer: %v.", silent))
	}
	return theirs, report, err
}
