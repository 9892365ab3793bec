package model

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"eeporl/pomdp/pomdptest/tier"
	"eeporl/scenarios"
)

// However often leaps, walks, settings and estimates of a model of 96 columns are
// asked for, the session holds no more than it may, says so, and goes on after an
// undo.
func TestMemoryIsBounded(t *testing.T) {
	tier.Long(t, "fills hundreds of megabytes")
	sc, err := scenarios.Load("random:6,4,4,2,3")
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(Config{Scenario: "random:6,4,4,2,3", Model: sc.Model})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	refused, heap := "", uint64(0)
	for i := range 400 {
		intent := Intent{Verb: NextUnit, N: 40_000}
		switch rng.IntN(4) {
		case 0:
			intent = Intent{Verb: LeapBy, N: 1000}
		case 1:
			intent = Intent{Verb: Set, Arg: fmt.Sprintf("c=%g", .2+.001*float64(i))}
		}
		if refused = s.Refusal(intent); strings.Contains(refused, "as much as it may") {
			break
		}
		s = Update(s, intent)
		if i%20 == 0 {
			if s, err = Settle(context.Background(), s); err != nil {
				t.Fatal(err)
			}
		}
	}
	if !strings.Contains(refused, "400 MiB") {
		t.Errorf("found no refusal, expected one; it holds %d MB", s.held>>20)
	}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	if heap = m.HeapAlloc; heap > 2*mostHeld {
		t.Errorf("%d MB are in use, expected %d at most", heap>>20, 2*mostHeld>>20)
	}
	t.Logf("it counts %d MB, %d are in use", s.held>>20, heap>>20)
	if s = Update(s, Intent{Verb: Undo}); s.Refusal(Intent{Verb: LeapBy, N: 1000}) != "" && s.held > mostHeld {
		t.Logf("after one undo it still holds %d MB", s.held>>20)
	}
	runtime.KeepAlive(s)
}

// Results that no timeline shows are forgotten, the oldest first.
func TestOldResultsAreForgotten(t *testing.T) {
	s := teaSession(t)
	for i := range 30 {
		s = s.Deliver(Result{Key: fmt.Sprint("trial:", i), bytes: 8 << 20})
	}
	if n := len(s.results.byKey); n > mostKept/(8<<20)+1 || !s.results.has("trial:29") || s.results.has("trial:0") {
		t.Errorf("%d results of 8 MB are kept, trial 29 %v, trial 0 %v", n, s.results.has("trial:29"), s.results.has("trial:0"))
	}
}

// The work itself weighs what it came to: whoever takes a large one over does not look into it.
func TestWorkWeighsItsResult(t *testing.T) {
	s := teaSession(t)
	s = Update(Update(s, Intent{Verb: LeapBy, N: 1000}), Intent{Verb: RunEstimate})
	r := s.Jobs()[0].Run(t.Context(), Unheard)
	if want := weigh(Result{Key: r.Key, Estimate: r.Estimate}); r.bytes != want {
		t.Errorf("an estimate's job says %d bytes, expected %d", r.bytes, want)
	}
	r.bytes++
	if got := s.Deliver(r).results.byKey[r.Key].bytes; got != r.bytes {
		t.Errorf("it was weighed again: %d bytes, expected %d", got, r.bytes)
	}
}

// What a timeline shows leaves the rest its room: a large plan does not make the
// comparison's results be worked out again and again.
func TestShownResultsTakeNoRoomFromOthers(t *testing.T) {
	s := teaSession(t)
	s = Update(Update(s, Intent{Verb: LeapBy, N: 1000}), Intent{Verb: RunEstimate})
	key := s.timeline[len(s.timeline)-1].key
	s = s.Deliver(Result{Key: key, bytes: mostKept + 1})
	for i := range 5 {
		s = s.Deliver(Result{Key: fmt.Sprint("trial:", i), bytes: 100})
	}
	for i := range 5 {
		if !s.results.has(fmt.Sprint("trial:", i)) {
			t.Errorf("trial %d is forgotten", i)
		}
	}
	if !s.results.has(key) {
		t.Error("what the timeline shows is forgotten")
	}
}

func teaSession(t *testing.T) Session {
	t.Helper()
	sc, err := scenarios.Load("tea")
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(Config{Scenario: "tea", Model: sc.Model})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
