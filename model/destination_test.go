package model_test

import (
	"context"
	"strings"
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

// With the estimator as a setting every estimate is made again, and undo brings
// the old ones back.
func TestEstimatorIsASetting(t *testing.T) {
	s := do(t, session(t, "tea", 1), model.Intent{Verb: model.LeapBy, N: 1e4}, model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.Last},
		model.Intent{Verb: model.RunPlan}, model.Intent{Verb: model.Back, N: 6})
	stage, before := s.Now().Beat.Kind, s.Now().Estimate
	polished := do(t, s, model.Intent{Verb: model.Set, Arg: "estimator=polished"})
	if e := polished.Now().Estimate; e == nil || e.Estimator != "polished" || polished.Method() != "polished" || polished.Now().Beat.Kind != stage {
		t.Errorf("found %+v by %s at stage %v, expected polished at %v", e, polished.Method(), polished.Now().Beat.Kind, stage)
	}
	if plan := do(t, polished, model.Intent{Verb: model.Last}).Now().Plan; plan == nil {
		t.Error("the plan was not made again")
	}
	if there, ok := polished.Twin(1, nil); !ok || there.Session.Now().Estimate != before || there.Differs != "full" {
		t.Errorf("beside it stands %+v, %q", there.Session.Now().Estimate, there.Differs)
	}
	back := do(t, polished, model.Intent{Verb: model.Undo})
	if back.Now().Estimate != before || back.Method() != "full" {
		t.Errorf("undone: %+v by %s", back.Now().Estimate, back.Method())
	}
	if why := s.Refusal(model.Intent{Verb: model.Set, Arg: "estimator=magic"}); !strings.HasPrefix(why, `estimator: found "magic", expected full, blocked,`) {
		t.Error(why)
	}
}

// TestLastWaits: the last beat is asked for while the estimate is under way; the cursor
// goes there once it is done, unless the user has gone elsewhere meanwhile.
func TestLastWaits(t *testing.T) {
	s := model.Update(do(t, session(t, "tea", 1), model.Intent{Verb: model.LeapBy, N: 1e4}), model.Intent{Verb: model.RunEstimate})
	last := model.Update(s, model.Intent{Verb: model.Last})
	there, err := model.Settle(context.Background(), last)
	if err != nil || !there.Now().Whole || there.Place() != there.Beats()-1 {
		t.Errorf("at place %d of %d (%v)", there.Place(), there.Beats(), err)
	}
	back := model.Update(last, model.Intent{Verb: model.Back})
	place := back.Place()
	if back, err = model.Settle(context.Background(), back); err != nil || back.Place() != place {
		t.Errorf("the cursor was taken from place %d to %d (%v)", place, back.Place(), err)
	}
}
