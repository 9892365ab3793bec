package cli

import (
	"math"
	"testing"
)

// TestBounds: on tea no lemma that applies is violated, and the theorem asks
// for astronomically more episodes than suffice.
func TestBounds(t *testing.T) {
	doc := read[boundsDoc](t, answered(t, "bounds tea --episodes 1e6 --seeds 10 --json"))
	lemmas := map[string]bool{}
	for _, l := range doc.Lemmas {
		lemmas[l.Lemma] = true
		if l.Verdict == "violated" || l.Verdict == "unknown" {
			t.Errorf("%s, %s: found %s, expected it to hold or to say nothing", l.Lemma, l.Quantity, l.Verdict)
		}
	}
	for _, name := range []string{"L1", "L2", "L3", "L4", "L5", "L6", "L7", "Theorem 1"} {
		if !lemmas[name] {
			t.Errorf("found no row of %s", name)
		}
	}
	sufficed := doc.Sufficed
	if sufficed == nil || sufficed.Episodes == nil || float64(*sufficed.Episodes) > 1e6 || sufficed.Tried[len(sufficed.Tried)-1].Reached < 9 {
		t.Fatalf("found %+v, expected at most 10⁶ episodes to do for 9 of 10 seeds", sufficed)
	}
	if log := float64(*doc.Theorem.Chained.Log10); log < math.Log10(float64(*sufficed.Episodes))+10 {
		t.Errorf("found that the theorem asks for 10^%g, expected far more than what suffices", log)
	}
	none := read[boundsDoc](t, answered(t, "bounds two-step --json"))
	if none.Sufficed != nil || none.Theorem.Chained.Episodes != nil || none.Theorem.Chained.Reason == "" {
		t.Errorf("found %+v, expected that no number is enough, and why", none.Theorem)
	}
}
