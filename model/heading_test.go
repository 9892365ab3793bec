package model_test

import (
	"context"
	"testing"

	"eeporl/model"
)

// Under another setting the same stage of the estimate is shown, as soon as it
// is there; unless the user has gone elsewhere.
func TestSettingComesBackToTheSameStage(t *testing.T) {
	s := do(t, session(t, "tea", 1), model.Intent{Verb: model.LeapBy, N: 1e4}, model.Intent{Verb: model.RunEstimate},
		model.Intent{Verb: model.Last}, model.Intent{Verb: model.Back})
	want := s.Now().Kind
	changed := model.Update(s, model.Intent{Verb: model.Set, Arg: "T(offer-tea, wants-tea, wants-coffee)=.1"})
	if changed.Cursor() == s.Cursor() {
		t.Fatal("nothing waits for the estimate")
	}
	there, err := model.Settle(context.Background(), changed)
	if err != nil || there.Now().Kind != want || there.Cursor() != s.Cursor() {
		t.Errorf("at %v, beat %v, expected %v, beat %v (%v)", there.Cursor(), there.Now().Kind, s.Cursor(), want, err)
	}
	gone := model.Update(changed, model.Intent{Verb: model.First})
	if gone, err = model.Settle(context.Background(), gone); err != nil || gone.Place() != 0 {
		t.Errorf("the cursor was taken from place 0 to %d (%v)", gone.Place(), err)
	}
}
