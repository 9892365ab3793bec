package theory

import (
	"fmt"
	"math"

	"eeporl/moments/bounds"
	"eeporl/pomdp/figure"
	"eeporl/tui/panes/kit"
)

// Told are the N that the theorem asks for, and the lemmas' bounds beside what was measured.
func Told(scene kit.Scene) []string {
	s := pane{scene}
	th := s.Session.Theory()
	if th == nil {
		return nil
	}
	var out []string
	for _, c := range []bounds.Count{th.Episodes.Printed, th.Episodes.Appendix, th.Episodes.Chained} {
		out = append(out, fmt.Sprintf("Theorem 1, %s: N = %s", c.Name, power(c.Log10)))
	}
	if found, err := s.Session.Sufficed(); err == nil && found != nil {
		for _, r := range found.Tried {
			out = append(out, fmt.Sprintf("N = %s: %d of %d seeds have a regret of at most %s", figure.Count(r.Episodes), r.Seeds, len(r.Regrets), figure.Number(th.Episodes.Epsilon)))
		}
	}
	for _, r := range th.Rows {
		side := "at most"
		if r.AtLeast {
			side = "at least"
		}
		words := fmt.Sprintf("%s: %s %s %s", r.Lemma, r.Quantity, side, figure.Number(r.Bound))
		if !math.IsNaN(r.Measured) {
			words += ", measured " + figure.Number(r.Measured)
		}
		if !math.IsNaN(r.Factor) && !math.IsInf(r.Factor, 0) {
			words += ", looser by a factor " + figure.Number(r.Factor)
		}
		out = append(out, words+": "+string(r.Verdict()))
	}
	return out
}
