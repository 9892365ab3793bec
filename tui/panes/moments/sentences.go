package moments

import (
	"fmt"
	"math"

	"eeporl/moments/spectral"
	"eeporl/pomdp/figure"
	"eeporl/tui/panes/kit"
)

// Told is how far the counted tables are from the law, or how well turned factors fit.
func Told(scene kit.Scene) []string {
	s := pane{scene}
	if s.Now.N == 0 {
		return nil
	}
	if page := s.Page(pagesOfMoments); page == turnedPage || page == settledPage {
		turned := s.turnedFactors()
		if turned == nil {
			return []string{s.notTurned()}
		}
		_, pairs := unexplained(turned, 200)
		told := []string{"share of the table that factors turned by an angle miss, pairs" + pairs}
		if page == turnedPage {
			return told
		}
		return append(told, fmt.Sprintf("triples: %s at 0°, the truth; %s at 45°; %s at 90°, where two states have changed names",
			misfitAt(turned, 0), misfitAt(turned, 45), misfitAt(turned, 90)))
	}
	c, law, n := s.Now.Counts, s.Session.Truth().Law(), s.Sizes()
	if law == nil || n.D() > 200 {
		return nil
	}
	exact, worst12, worst13 := s.Session.Truth().Exact(), 0.0, 0.0
	for x := range n.D() {
		for y := range n.D() {
			worst12 = math.Max(worst12, math.Abs(c.P12(x, y)-exact.P12(x, y)))
			worst13 = math.Max(worst13, math.Abs(c.P13(x, y)-exact.P13(x, y)))
		}
	}
	return []string{fmt.Sprintf("largest errors against the limit: P̂₁₂ %s, P̂₁₃ %s", figure.Number(worst12), figure.Number(worst13))}
}

func misfitAt(t *spectral.Turned, degrees float64) string {
	for i, d := range t.Degrees {
		if d == degrees {
			return unexplainedText(t.Triples[i])
		}
	}
	return "unknown"
}
