package experiment

import (
	"eeporl/moments"
	"eeporl/planning"
	"eeporl/pomdp"
)

// Predict says how well what was learned tells what is seen next: the measure that learners without
// states have too. nil where nothing was learned, or without a truth.
func Predict(learned pomdp.Learned, truth *Truth) *planning.Prediction {
	if learned == nil || truth == nil || truth.TooLarge != "" {
		return nil
	}
	guess, err := planning.From(moments.Predicting(learned), planning.ObserveRZ)
	if err != nil {
		return nil
	}
	is, err := planning.FromModel(truth.Model, planning.ObserveRZ)
	if err != nil {
		return nil
	}
	p, err := planning.PredictionOf(guess, is, truth.Model.Horizon())
	if err != nil {
		return nil
	}
	return &p
}
