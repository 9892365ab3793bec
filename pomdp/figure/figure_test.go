package figure_test

import (
	"math"
	"testing"

	"eeporl/pomdp/figure"
)

func TestNumber(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 1: "1", .5: ".5", .0123456: ".0123", .999: ".999", .9996: "1", 9.996: "10", 2.7148: "2.71", -.25: "-.25",
		-100: "-100", 99.99: "100", 12345: "12345", 1e7: "1·10⁷", 9.96e-4: "9.96·10⁻⁴", 9.999e-4: "1·10⁻³", 1.5e-17: "1.5·10⁻¹⁷",
		math.Inf(1): "+∞", math.Inf(-1): "-∞",
	} {
		if got := figure.Number(x); got != want {
			t.Errorf("Number(%g) = %q, want %q", x, got, want)
		}
	}
	if got := figure.Number(math.NaN()); got != "unknown" {
		t.Error(got)
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[float64]string{
		0: "0", 1: "1", 9999: "9999", 1e4: "10⁴", 1e15: "10¹⁵", 123_456: "123,456", 99_999: "99,999", 100_001: "100,001", 12_345_678: "1.2346·10⁷", math.Inf(1): "∞",
	} {
		if got := figure.Count(n); got != want {
			t.Errorf("Count(%g) = %q, want %q", n, got, want)
		}
	}
}

func TestPrecise(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", .0123456789: ".0123457", 2.714812: "2.71481", 12345.678: "12345.7", 123456.7: "123457", 1.23456789e-5: "1.23457·10⁻⁵", 100: "100", 999.9999: "1000",
	} {
		if got := figure.Precise(x); got != want {
			t.Errorf("Precise(%g) = %q, want %q", x, got, want)
		}
	}
}

func TestValuesThatDifferByRoundingAreWrittenAlike(t *testing.T) {
	for x, want := range map[float64]string{2.42125: "2.4213", 2.4212499999999997: "2.4213", 2.4212: "2.4212", -4: "-4.0000", math.Inf(1): "+Inf", math.NaN(): "unknown"} {
		if got := figure.Value(x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
}
