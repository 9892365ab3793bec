package model_test

import (
	"testing"

	"eeporl/model"
)

// A leap that the new horizon forbids leaves the episode whole that it had
// broken off.
func TestForbiddenLeapLeavesTheEpisodeWhole(t *testing.T) {
	s := do(t, session(t, "tea", 1), model.Intent{Verb: model.LeapBy, N: 1e4}, model.Intent{Verb: model.Set, Arg: "horizon=3"})
	for range 40 {
		there := model.Update(s, model.Intent{Verb: model.Forward})
		if there.Place() != s.Place()+1 || there.Place() >= there.Beats() {
			t.Fatalf("from place %d of %d to %d of %d", s.Place(), s.Beats(), there.Place(), there.Beats())
		}
		if back := model.Update(there, model.Intent{Verb: model.Back}); back.Place() != s.Place() {
			t.Fatalf("on and back from place %d came to %d", s.Place(), back.Place())
		}
		s = there
	}
}
