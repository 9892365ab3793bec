package cli

import (
	"math"
	"slices"
	"testing"
)

func TestParseEpisodes(t *testing.T) {
	for text, want := range map[string]float64{
		"0": 0, "1": 1, "100000": 1e5, "1e5": 1e5, "1E5": 1e5, "10^5": 1e5, "10^15": 1e15, "2.5e6": 2.5e6,
		"inf": math.Inf(1), "INF": math.Inf(1), "∞": math.Inf(1),
	} {
		if got, err := parseEpisodes(text); err != nil || got != want {
			t.Errorf("%s: found %g and %v, expected %g", text, got, err, want)
		}
	}
	for _, text := range []string{"", "-1", "0.5", "1e16", "10^16", "10^", "10^x", "2^5", "nan", "1e400", "five", "1 000", "10^-1"} {
		if got, err := parseEpisodes(text); err == nil {
			t.Errorf("%q: found %g, expected an error", text, got)
		}
	}
}

func TestParseLists(t *testing.T) {
	names, err := parseNames("offer-tea, offer-coffee")
	if err != nil || !slices.Equal(names, []string{"offer-tea", "offer-coffee"}) {
		t.Errorf("found %q and %v, expected the two names", names, err)
	}
	values, err := parseNumbers("-100, -1,10")
	if err != nil || !slices.Equal(values, []float64{-100, -1, 10}) {
		t.Errorf("found %v and %v, expected the three numbers", values, err)
	}
	for _, text := range []string{"", "1,,2", "1,nan", "inf"} {
		if _, err := parseNumbers(text); err == nil {
			t.Errorf("numbers %q: found no error, expected one", text)
		}
	}
}

func TestListed(t *testing.T) {
	for want, items := range map[string][]string{"": nil, "a": {"a"}, "a or b": {"a", "b"}, "a, b or c": {"a", "b", "c"}} {
		if got := listed(items); got != want {
			t.Errorf("found %q, expected %q", got, want)
		}
	}
}
