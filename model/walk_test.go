package model_test

import (
	"strings"
	"testing"
	"time"

	"eeporl/model"
	"eeporl/pomdp/pomdptest/tier"
)

// A walk of n beats or units is n walks of one, wherever it starts.
func TestWalksJump(t *testing.T) {
	tier.Long(t, "one goroutine: nothing that the race detector would see")
	for _, verb := range []model.Verb{model.Forward, model.NextUnit, model.PreviousUnit, model.Back} {
		for _, n := range []float64{1, 2, 3, 7, 40} {
			for start := range 60 {
				s := do(t, session(t, "tea", 3), model.Intent{Verb: model.Forward, N: 25}, model.Intent{Verb: model.LeapBy, N: 30},
					model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.GoTo, N: float64(start*17 + 1)})
				at, one := do(t, s, model.Intent{Verb: verb, N: n}), s
				for range int(n) {
					one = do(t, one, model.Intent{Verb: verb})
				}
				if at.Place() != one.Place() || at.Beats() != one.Beats() || at.Now().N != one.Now().N {
					t.Fatalf("%s %g from %d: beat %d of %d, one by one %d of %d", verb, n, s.Place(), at.Place(), at.Beats(), one.Place(), one.Beats())
				}
			}
		}
	}
}

// No command walks for ever: what would lay down more than a walk may is refused,
// and the longest walk takes some tens of milliseconds.
func TestWalksAreBounded(t *testing.T) {
	s := session(t, "tea", 3)
	for _, i := range []model.Intent{{Verb: model.Forward, N: 1e12}, {Verb: model.NextUnit, N: 999_999}, {Verb: model.Forward, N: 1 << 60}} {
		if why := s.Refusal(i); !strings.Contains(why, "at most 50,000 episodes") {
			t.Errorf("%v: found the refusal %q", i, why)
		}
	}
	for _, i := range []model.Intent{{Verb: model.Forward, N: 999_999}, {Verb: model.NextUnit, N: 50_000}, {Verb: model.GoTo, N: 1e15}, {Verb: model.Back, N: 1e15}, {Verb: model.PreviousUnit, N: 1e15}} {
		began := time.Now()
		s = model.Update(s, i)
		took := time.Since(began)
		t.Logf("%s %g: %v", i.Verb, i.N, took)
		if took > 2*time.Second {
			t.Errorf("%v took %v", i, took)
		}
	}
}
