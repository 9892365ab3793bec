package experiment

import (
	"math"
	"testing"
)

func TestParseEpisodes(t *testing.T) {
	for text, want := range map[string]float64{
		"0": 0, "1": 1, "100000": 1e5, "1e5": 1e5, "1E5": 1e5, "10^5": 1e5, "10^15": 1e15, "2.5e6": 2.5e6,
		"inf": math.Inf(1), "INF": math.Inf(1), "∞": math.Inf(1),
	} {
		if got, err := ParseEpisodes(text); err != nil || got != want {
			t.Errorf("%s: found %g and %v, expected %g", text, got, err, want)
		}
	}
	for _, text := range []string{"", "-1", "0.5", "1e16", "10^16", "10^", "10^x", "2^5", "nan", "1e400", "five", "1 000", "10^-1"} {
		if got, err := ParseEpisodes(text); err == nil {
			t.Errorf("%q: found %g, expected an error", text, got)
		}
	}
}
