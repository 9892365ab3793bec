package model

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"eeporl/pomdp/pomdptest/tier"
	"eeporl/scenarios"
)

// Every segment knows where it starts, whatever is asked for and whenever work is
// done.
func TestSegmentsKnowWhereTheyStart(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	verbs := []Verb{Forward, Forward, NextUnit, PreviousUnit, Back, First, Last, Continue, Continue, LeapBy, Grow, RunEstimate, RunEstimate, RunPlan, RunPolicy, Cancel, Set, Undo, SwitchBranch, CompareAll}
	settings := []string{"c=.2", "c=.3", "seed=5", "horizon=5", "estimator=naive", "estimator=full", "N=500", "N=20000"}
	steps := 4000
	if !tier.Asked() {
		steps = 800
	}
	var s Session
	for i := range steps {
		if i%400 == 0 {
			sc, err := scenarios.Load([]string{"tea", "diagnosis"}[i/400%2])
			if err != nil {
				t.Fatal(err)
			}
			if s, err = New(Config{Scenario: "tea", Model: sc.Model, Seed: uint64(i)}); err != nil {
				t.Fatal(err)
			}
		}
		intent := Intent{Verb: verbs[rng.IntN(len(verbs))]}
		switch intent.Verb {
		case LeapBy:
			intent.N = float64(1 + rng.IntN(3000))
		case Set:
			intent.Arg = settings[rng.IntN(len(settings))]
		case Forward, Back, NextUnit:
			intent.N = float64(rng.IntN(30))
		}
		s = Update(s, intent)
		if jobs := s.Jobs(); len(jobs) > 0 && rng.IntN(2) == 0 {
			if job := jobs[rng.IntN(len(jobs))]; !job.Kind.Background() {
				s = s.Deliver(job.Run(context.Background(), Unheard))
			}
		}
		sum := uint64(0)
		for j, seg := range s.timeline {
			if s.start(j) != sum {
				t.Fatalf("step %d, %+v: segment %d starts at %d, expected %d", i, intent, j, s.start(j), sum)
			}
			sum += s.length(seg)
			for _, kind := range []Kind{Estimate, Plan} {
				last := j
				for last >= 0 && s.timeline[last].Kind != kind {
					last--
				}
				if s.last(kind, j) != last {
					t.Fatalf("step %d, %+v: the last %s before segment %d is %d, expected %d", i, intent, kind, j, s.last(kind, j), last)
				}
			}
		}
		waits := 0
		for _, seg := range s.timeline {
			if s.pending(seg) {
				waits++
			}
		}
		if s.waiting() != waits {
			t.Fatalf("step %d, %+v: %d segments wait, expected %d", i, intent, s.waiting(), waits)
		}
		if s.Beats() != sum {
			t.Fatalf("step %d: %d beats, expected %d", i, s.Beats(), sum)
		}
	}
}

// Sessions that go on from the same past, at once, do not meet: each becomes what it
// would alone.
func TestSessionsShareOnlyTheirPast(t *testing.T) {
	tier.Long(t, "one goroutine: nothing that the race detector would see")
	sc, err := scenarios.Load("tea")
	if err != nil {
		t.Fatal(err)
	}
	base, err := New(Config{Scenario: "tea", Model: sc.Model})
	if err != nil {
		t.Fatal(err)
	}
	for range 70 {
		base = Update(base, Intent{Verb: LeapBy, N: 100})
	}
	walk := func(s Session, i int) Session {
		for range 200 {
			s = Update(s, Intent{Verb: LeapBy, N: float64(10 + i)})
			if s.Now().N > 40_000 {
				break
			}
		}
		return Update(s, Intent{Verb: First})
	}
	const n = 8
	together, alone := make([]Session, n), make([]Session, n)
	var wait sync.WaitGroup
	for i := range n {
		wait.Go(func() { together[i] = walk(base, i) })
	}
	wait.Wait()
	for i := range n {
		alone[i] = walk(base, i)
		if a, b := together[i], alone[i]; a.Beats() != b.Beats() || len(a.timeline) != len(b.timeline) {
			t.Fatalf("%d: %d beats at once, %d alone", i, a.Beats(), b.Beats())
		}
		for j := range alone[i].timeline {
			a, b := together[i].timeline[j], alone[i].timeline[j]
			a.before, b.before = nil, nil
			if a != b {
				t.Fatalf("%d: segment %d is %+v at once, %+v alone", i, j, a, b)
			}
			if x, y := together[i].countsAt(j).Total(), alone[i].countsAt(j).Total(); x != y {
				t.Fatalf("%d: before segment %d N = %g at once, %g alone", i, j, x, y)
			}
		}
	}
	if base.Now().N != 7000 {
		t.Errorf("the past has N = %g", base.Now().N)
	}
}
