package model_test

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"eeporl/model"
	"eeporl/model/walk"
)

// Wherever one stands on a branch that a setting started, its twin is the same
// beat of the same episode, leap, estimate or plan.
func TestTwinOfASettingIsTheSameBeat(t *testing.T) {
	s := do(t, session(t, "tea", 1), model.Intent{Verb: model.Forward, N: 40}, model.Intent{Verb: model.LeapBy, N: 500}, model.Intent{Verb: model.LeapBy, N: 1e6},
		model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.Last}, model.Intent{Verb: model.RunPlan}, model.Intent{Verb: model.Last}, model.Intent{Verb: model.RunPolicy})
	for _, setting := range []string{"seed=2", "c=.4", "normalize=simplex", "T(offer-tea, 1, 2)=.02"} {
		b := do(t, s, model.Intent{Verb: model.Set, Arg: setting})
		for b.Place() > 0 {
			twin, ok := b.Twin(1, nil)
			if !ok {
				t.Fatal("no twin")
			}
			x, y := b.Now(), twin.Session.Now()
			if twin.How != "" || x.Beat != y.Beat || x.Kind != y.Kind || x.N != y.N || x.Number != y.Number || twin.Differs == "" {
				t.Fatalf("%s: %+v of %v %d at N = %g has the twin %+v of %v %d at N = %g (%q, %q)", setting, x.Beat, x.Kind, x.Number, x.N, y.Beat, y.Kind, y.Number, y.N, twin.How, twin.Differs)
			}
			b = model.Update(b, model.Intent{Verb: model.Back, N: float64(1 + b.Place()/7)})
		}
	}
}

func TestTwinsSayWhyTheyAreElsewhere(t *testing.T) {
	const last = model.Last
	for _, c := range []struct {
		first  []model.Intent // the branch that is left in its past
		past   []model.Intent // what is done there
		want   string
		number uint64
	}{
		{[]model.Intent{{Verb: model.LeapBy, N: 1000}, {Verb: model.LeapBy, N: 1e5}}, []model.Intent{{Verb: model.PreviousUnit}, {Verb: model.Back}, {Verb: model.LeapBy, N: 1e6}}, "there N = 101,000", 0},
		{[]model.Intent{{Verb: model.NextUnit, N: 3}, {Verb: model.LeapBy, N: 1e5}}, []model.Intent{{Verb: model.First}, {Verb: model.NextUnit}, {Verb: model.LeapBy, N: 5}, {Verb: last}}, "there episode 6 is inside a leap", 0},
		{[]model.Intent{{Verb: model.NextUnit, N: 3}}, []model.Intent{{Verb: model.First}, {Verb: model.LeapBy, N: 1000}, {Verb: model.RunEstimate}}, "there is no estimate there", 0},
		{[]model.Intent{{Verb: model.LeapBy, N: math.Inf(1)}, {Verb: model.RunEstimate}}, []model.Intent{{Verb: model.First}, {Verb: model.LeapBy, N: 1e5}, {Verb: model.RunEstimate}}, "there N = ∞", 0},
		{[]model.Intent{{Verb: model.LeapBy, N: 20_000}}, []model.Intent{{Verb: model.First}, {Verb: model.LeapBy, N: 5}, {Verb: model.Back, N: 30}}, "there episode 4 is inside a leap", 0},
		{[]model.Intent{{Verb: model.NextUnit, N: 3}}, []model.Intent{{Verb: model.First}, {Verb: model.LeapBy, N: 500}}, "there is no episode 500 of phase 1 there", 0},
	} {
		s := do(t, session(t, "tea", 1), append(append([]model.Intent(nil), c.first...), c.past...)...)
		twin, ok := s.Twin(1, nil)
		if !ok || twin.How != c.want {
			t.Errorf("%v: %v %q, want %q", c.past, ok, twin.How, c.want)
		}
	}
	if _, ok := session(t, "tea", 1).Twin(1, nil); ok {
		t.Error("the only branch has a twin")
	}
}

// Any branch of a random session has its twin on any other, and what it showed
// before makes no difference.
func TestTwinsEverywhere(t *testing.T) {
	seed := walk.Seed(t)
	rng := rand.New(rand.NewPCG(seed, 5))
	for range 5 {
		s := session(t, "tea", 1)
		var near *model.Now
		for range 60 {
			i := randomIntent(rng)
			if rng.IntN(10) == 0 {
				i = []model.Intent{{Verb: model.Set, Arg: "seed=" + strconv.Itoa(rng.IntN(9))}, {Verb: model.Set, Arg: "horizon=" + strconv.Itoa(3+rng.IntN(4))}}[rng.IntN(2)]
			}
			if s = model.Update(s, i); rng.IntN(3) > 0 {
				s = settle(t, s)
			}
			for _, other := range s.Others() {
				fresh, _ := s.Twin(other, nil)
				warm, ok := s.Twin(other, near)
				if d := differ(fresh.Session.Now(), warm.Session.Now()); !ok || d != "" {
					t.Fatalf("after %v the twin's past changed %s", i, d)
				}
				near = warm.Session.Now()
			}
		}
	}
}

// Stepping side by side costs little more than stepping.
func BenchmarkTwin(b *testing.B) {
	s := do(b, session(b, "tea", 1), model.Intent{Verb: model.LeapBy, N: 9000}, model.Intent{Verb: model.Set, Arg: "seed=2"})
	twin, _ := s.Twin(1, nil)
	for i := 0; b.Loop(); i++ {
		v := model.Back
		if i%2 == 1 {
			v = model.Forward
		}
		s = model.Update(s, model.Intent{Verb: v})
		twin, _ = s.Twin(1, twin.Session.Now())
	}
}
