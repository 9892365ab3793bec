package recovery

import (
	"math"
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

// TestTicksStandWhereTheirValuesDo: the decade of a row lies in its middle, both ends are on the
// axis, and the axis keeps to its rows.
func TestTicksStandWhereTheirValuesDo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lowest := rapid.Float64Range(-17, 1).Draw(t, "lowest")
		highest := rapid.Float64Range(lowest, 3).Draw(t, "highest")
		rows := rapid.IntRange(lowSpectrum, tallSpectrum).Draw(t, "rows")
		l := axis(highest, lowest, rows)
		if l.tall > rows || 2*l.tall < rows {
			t.Fatalf("%+v: found %d rows of %d", l, l.tall, rows)
		}
		for row := range l.tall {
			if decade, ok := l.tick(row); ok {
				if got, want := l.of(math.Pow10(decade)), float64(8*(l.tall-row)-4); math.Abs(got-want) > 1e-9 {
					t.Errorf("%+v: 10^%d stands at %g eighths, expected %g", l, decade, got, want)
				}
			}
		}
		if top, low := l.of(math.Pow(10, highest)), l.of(math.Pow(10, lowest)); top > float64(8*l.tall)-3.9 || low < 3.9 {
			t.Errorf("%+v: the values stand from %g to %g eighths", l, low, top)
		}
	})
}
