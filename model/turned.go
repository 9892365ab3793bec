package model

import (
	"eeporl/moments/spectral"
)

// Turned turns the true factors of the middle pair that was counted last through angles, in
// degrees, and says how well they fit the counts; nil where moments.Turn has no answer.
func (s Session) Turned(degrees []float64) *spectral.Turned {
	n, pair := s.Now(), 0
	if n.Touch.OK {
		pair = n.Touch.Triple[1] / s.Config().Model.Sizes().Outcomes()
	}
	return spectral.Turn(n.Counts, s.Truth().HMM, pair, degrees)
}
