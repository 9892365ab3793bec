package predict

import (
	"context"
	"fmt"
	"math"
	"slices"

	"eeporl/model"
	"eeporl/pomdp/figure"
)

// turned asks where factors turned by an angle fit pairs and triples as well as the true ones.
func turned(s model.Session) (Question, bool) {
	if s.Now().Kind != model.Leap || s.Turned([]float64{0}) == nil {
		return Question{}, false
	}
	return Question{
		Ask: "Turn the true factors by one angle. Where do they fit as well as at 0°?",
		Choices: []string{"pairs and triples at every angle", "pairs at every angle, triples at 0° and 90° alone",
			"pairs and triples at 0° alone", "pairs at 0° and 90°, triples at 0° alone"},
		read: func(_ context.Context, after model.Session) (int, string, bool) {
			t := after.Turned([]float64{0, 90, 15, 30, 45, 60, 75})
			pairs, triples := asWell(t.Pairs), asWell(t.Triples)
			why := fmt.Sprintf("Left unexplained at 45°: %s by pairs, %s by triples; at 0°: %s and %s. A rotation cancels between two factors, not among three; a quarter turn swaps two states.",
				figure.Number(t.Pairs[4]), figure.Number(t.Triples[4]), figure.Number(t.Pairs[0]), figure.Number(t.Triples[0]))
			between := func(fits []bool) []bool { return fits[2:] }
			switch {
			case !slices.Contains(pairs, false) && !slices.Contains(triples, false):
				return 0, why, true
			case !slices.Contains(pairs, false) && triples[1] && !slices.Contains(between(triples), true):
				return 1, why, true
			case !pairs[1] && !triples[1] && !slices.Contains(between(pairs), true):
				return 2, why, true
			case pairs[1] && !triples[1]:
				return 3, why, true
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
