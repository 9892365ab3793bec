package kit

import (
	"slices"
	"testing"
)

func TestNextFigure(t *testing.T) {
	for line, want := range map[string][]string{
		"σ₈(P̂₁₂) = .0159, 18.2 × the next, σ₉": {".0159", "18.2"},
		"N = 10⁵: -.25 or +3.1·10⁻⁴, 99,999.":   {"10⁵", "-.25", "+3.1·10⁻⁴", "99,999"},
		"8 of 8, ±.02, ∞":                       {"8", "8", "±.02", "∞"},
		"x2 two-step 2nd L4 1.":                 {"1"},
		"":                                      nil,
	} {
		var got []string
		for from := 0; ; {
			start, end := NextFigure(line, from)
			if start < 0 {
				break
			}
			got, from = append(got, line[start:end]), end
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: found %q, expected %q", line, got, want)
		}
	}
}
