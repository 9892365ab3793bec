package model

import (
	"context"
	"slices"
)

// Job is work that a session waits for. Run may be called on any goroutine; it
// reads nothing that changes.
type Job struct {
	Kind  JobKind
	Key   string // equal keys give equal results
	Title string // what is being done, for a progress line
	Run   func(ctx context.Context, report func(Progress)) Result
}

// JobKind says which field of Result a job fills in.
type JobKind int

// The kinds, those that the timeline waits for first.
const (
	LeapJob        JobKind = iota // Counts
	EstimateJob                   // Estimate
	PlanJob                       // Plan
	OptimumJob                    // Plan, on the true model
	BenchJob                      // Bench and Expected
	AdviceJob                     // Advice
	InformationJob                // Information
	RegretJob                     // Regret
	TheoryJob                     // Theory
	IntervalsJob                  // Intervals
	SufficedJob                   // Sufficed
	TrialJob                      // Trial, on the counts at the cursor
	OnlineJob                     // Online
	CurveJob                      // Trial, on a data set of its own
)

// Background says whether a job waits for a free processor, because the timeline does
// not wait for it.
func (k JobKind) Background() bool { return k > AdviceJob }

// Asked says whether somebody may wait for a job: the timeline, or a condition
// on the theorem's bounds or on the Cramér–Rao bound.
func (k JobKind) Asked() bool { return !k.Background() || k == TheoryJob || k == InformationJob }

// Compared says whether a job is Asked or part of the table that compares all estimators
// on the counts at the cursor; the learning curves stay in the background.
func (k JobKind) Compared() bool { return k.Asked() || k == TrialJob }

// Awaited says whether a job is not a Background one: the timeline, or what is shown at the
// cursor, waits for it.
func (k JobKind) Awaited() bool { return !k.Background() }

// All wants every job.
func All(JobKind) bool { return true }

// Work does the first of a session's jobs that is wanted; did is false if there is none.
// Everything that has no screen of its own does its work with it. The error is ctx's.
func Work(ctx context.Context, s Session, wanted func(JobKind) bool, report func(Progress)) (next Session, did bool, err error) {
	return s.work(ctx, wanted, report, results{})
}

// work is Work that takes known results over.
func (s Session) work(ctx context.Context, wanted func(JobKind) bool, report func(Progress), known results) (next Session, did bool, err error) {
	jobs := s.Jobs()
	i := slices.IndexFunc(jobs, func(j Job) bool { return wanted(j.Kind) })
	if i < 0 {
		return s, false, nil
	}
	if err := ctx.Err(); err != nil {
		return s, false, err
	}
	result, ok := known.byKey[jobs[i].Key]
	if !ok {
		result = jobs[i].Run(ctx, report)
	}
	if err := ctx.Err(); err != nil {
		return s, false, err // what a cancelled job says is no result
	}
	return s.Deliver(result), true, nil
}

// Settle does the work that the timeline waits for; the background's is left.
func Settle(ctx context.Context, s Session) (Session, error) {
	return SettleFor(ctx, s, JobKind.Awaited)
}

// SettleFor does all work that is wanted.
func SettleFor(ctx context.Context, s Session, wanted func(JobKind) bool) (Session, error) {
	for {
		next, did, err := Work(ctx, s, wanted, Unheard)
		if !did {
			return s, err
		}
		s = next
	}
}
