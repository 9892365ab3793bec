package predict_test

import (
	"testing"

	"eeporl/model"
	"eeporl/model/predict"
)

// BenchmarkQuestions: the screen asks at every frame whether there is one.
func BenchmarkQuestions(b *testing.B) {
	s := session(b, "noisy-tiger", 1)
	for _, c := range []struct {
		name string
		do   []model.Intent
	}{{"episode", []model.Intent{{Verb: model.Forward, N: 16}}}, {"leap", []model.Intent{{Verb: model.LeapBy, N: 1000}}}, {"estimate", []model.Intent{{Verb: model.RunEstimate}, {Verb: model.Last}}}} {
		for _, i := range c.do {
			s = settle(b, model.Update(s, i))
		}
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				_ = predict.Questions(s)
			}
		})
	}
}
