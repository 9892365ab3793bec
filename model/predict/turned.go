package predict

import (
	"context"
	"fmt"
	"math"
	"slices"

	"eeporl/model"
	"eeporl/pomdp/figure"
)

// turned asks at which angles turned factors give the table of pairs as well as the true ones.
func turned(s model.Session) (Question, bool) {
	if s.Now().Kind != model.Leap || s.Turned([]float64{0}) == nil {
		return Question{}, false
	}
	return Question{
		Ask:     "Turn F and G by one angle. At which angles does their product fit P̂₁₂ just as well as unturned?",
		Choices: []string{"at 0° alone", "at 0° and 90° alone", "at every angle"},
		read: func(_ context.Context, after model.Session) (int, string, bool) {
			t := after.Turned([]float64{0, 90, 15, 30, 45, 60, 75})
			pairs := asWell(t.Pairs)
			noise := ""
			if t.Pairs[0] > 1e-9 {
				noise = ", which is noise"
			}
			why := fmt.Sprintf("At 45° as at 0° they miss %s of it%s: F·Q·Qᵀ·Gᵀ = F·Gᵀ. Probabilities must be ≥ 0; even so %.0f° to %.0f° stay possible.",
				figure.Number(t.Pairs[0]), noise, t.Low, t.High)
			switch {
			case !slices.Contains(pairs, false):
				return 2, why, true
			case pairs[1] && !slices.Contains(pairs[2:], true):
				return 1, why, true
			case !slices.Contains(pairs[1:], true):
				return 0, why, true
			}
			return 0, "", false
		},
	}, true
}

// asWell says at which angles as much is left unexplained as at the first, to rounding.
func asWell(left []float64) []bool {
	out := make([]bool, len(left))
	for i, x := range left {
		out[i] = math.Abs(x-left[0]) <= 1e-6*(1e-6+left[0])
	}
	return out
}
