package model_test

import (
	"testing"

	"eeporl/model"
)

// Any line of settings is taken or refused in words, and what is taken can be
// undone.
func FuzzSettings(f *testing.F) {
	for _, text := range []string{"c=.2", "N=1e3", "seed=9", "horizon=7", "T(1, 1, 2)=.1", "budget=64MB", "estimator=em", "c=", "=", "horizon=1e9", "N=-1", "planner=bogus", "T(9,9,9)=1", "b(1)=NaN"} {
		f.Add(text)
	}
	first := session(f, "tea", 1)
	f.Fuzz(func(t *testing.T, text string) {
		i := model.Intent{Verb: model.Set, Arg: text}
		if first.Refusal(i) != "" {
			return
		}
		s := model.Update(first, i)
		if s.Refusal(model.Intent{Verb: model.Undo}) == "" {
			if back := model.Update(s, model.Intent{Verb: model.Undo}); back.Config().C != first.Config().C || back.Beats() != first.Beats() {
				t.Fatalf("%q cannot be undone", text)
			}
		}
	})
}
