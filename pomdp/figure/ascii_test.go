package figure_test

import (
	"strconv"
	"testing"

	"eeporl/pomdp/figure"
)

func TestASCII(t *testing.T) {
	for text, want := range map[string]string{
		"N = 10⁵ · c = .5":                  "N = 1e5 · c = 0.5",
		"RMSE .0164 (.01 to 3.2·10⁻⁴)":      "RMSE 0.0164 (0.01 to 3.2e-4)",
		"σ₈(P̂₁₂) = .0165, −.2 and −12, −∞": "σ₈(P̂₁₂) = 0.0165, -0.2 and -12, -∞",
		"paint.95, log.csv, v1.2.3, a.b":    "paint.95, log.csv, v1.2.3, a.b",
		"10¹² episodes, x² and 5·10³":       "1e12 episodes, x² and 5e3",
		".1,.2 and [.3, .4]":                "0.1,0.2 and [0.3, 0.4]",
	} {
		if got := figure.ASCII(text); got != want {
			t.Errorf("%s: found %s, expected %s", text, got, want)
		}
	}
	for n := range 40 {
		if got, want := figure.ASCII("10"+figure.Superscript(n-20)), "1e"+strconv.Itoa(n-20); got != want {
			t.Errorf("found %s, expected %s", got, want)
		}
	}
}
