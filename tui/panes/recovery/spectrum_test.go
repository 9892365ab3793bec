package recovery

import (
	"testing"

	"pgregory.net/rapid"
)

// TestBarsKeepSigmaK: however few the columns, σ_k is drawn beside those after
// it, each value once and in order.
func TestBarsKeepSigmaK(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(1, 60).Draw(t, "k")
		b := barsOf(k+rapid.IntRange(0, 100).Draw(t, "more"), k, rapid.IntRange(18, 200).Draw(t, "columns"))
		last, gaps, sigma := -1, 0, false
		for at := range b.places {
			i, ok := b.index(at)
			if !ok {
				gaps++
				last += b.skip
				continue
			}
			if i != last+1 {
				t.Fatalf("%+v: found value %d after %d", b, i, last)
			}
			last, sigma = i, sigma || i == k-1
		}
		if !sigma || last != min(b.n, k+6)-1 && last != b.n-1 || gaps != min(b.skip, 1) {
			t.Fatalf("%+v: σ_k drawn: %v, last %d, %d gaps", b, sigma, last, gaps)
		}
	})
}

func TestBarsSayWhichValuesTheyAre(t *testing.T) {
	for _, x := range []struct {
		n, k, columns int
		want          string
	}{{14, 8, 60, ""}, {16, 8, 60, ""}, {16, 8, 30, ", 1–14 of 16"}, {144, 36, 34, ", 1–5, 32–42 of 144"}} {
		if got := barsOf(x.n, x.k, x.columns).words(); got != x.want {
			t.Errorf("%d values, k = %d, %d columns: found %q, expected %q", x.n, x.k, x.columns, got, x.want)
		}
	}
}
