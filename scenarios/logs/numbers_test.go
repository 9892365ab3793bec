package logs

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"eeporl/scenarios/logs/tabular"
)

// squared is Σ(x − mean of its bin)².
func squared(b *Bins, values []float64) (sum float64) {
	for _, v := range values {
		d := v - b.Means[b.At(v)]
		sum += d * d
	}
	return sum
}

// Rewards' bins are the best there are: no other edges come nearer, tried one by one.
func TestRewardBinsAreOptimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Map(rapid.IntRange(-20, 20), func(i int) float64 { return float64(i) / 4 }), 3, 25).Draw(t, "values")
		k := rapid.IntRange(1, 4).Draw(t, "k")
		b := RewardBins("r", values, k)
		x, _ := weighted(values)
		if len(b.Means) != min(k, len(x)) || len(b.Edges) != len(b.Means)-1 || !slices.IsSorted(b.Means) {
			t.Fatalf("found %+v", b)
		}
		best := math.Inf(1)
		var try func(edges []float64, from int)
		try = func(edges []float64, from int) {
			if len(edges) == len(b.Edges) {
				sums, counts := make([]float64, len(b.Means)), make([]float64, len(b.Means))
				other := &Bins{Edges: edges, Means: make([]float64, len(b.Means))}
				for _, v := range values {
					sums[other.At(v)] += v
					counts[other.At(v)]++
				}
				for i := range sums {
					other.Means[i] = sums[i] / counts[i]
				}
				best = math.Min(best, squared(other, values))
				return
			}
			for i := from; i < len(x); i++ {
				try(append(slices.Clone(edges), x[i]), i+1)
			}
		}
		try(nil, 1)
		if got := squared(b, values); got > best+1e-9 {
			t.Fatalf("found %g with %v, expected %g", got, b.Edges, best)
		}
		total, mean := 0.0, 0.0
		for _, v := range values {
			total, mean = total+v, mean+b.Means[b.At(v)]
		}
		if math.Abs(total-mean) > 1e-9 {
			t.Fatalf("the means sum to %g, the values to %g", mean, total)
		}
	})
}

// Quantile bins hold about equally many numbers, each some, and edges have few digits.
func TestQuantileBins(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	values := make([]float64, 5000)
	for i := range values {
		values[i] = 37 + rng.NormFloat64()
	}
	for k := 2; k <= 8; k++ {
		b := QuantileBins("t", values, k)
		counts := make([]int, len(b.Means))
		for _, v := range values {
			counts[b.At(v)]++
		}
		if len(counts) != k || float64(slices.Min(counts)) < .98*5000/float64(k) || float64(slices.Max(counts)) > 1.02*5000/float64(k)+1 {
			t.Errorf("%d bins hold %v", k, counts)
		}
	}
	few := QuantileBins("t", []float64{1, 1, 1, 1, 1, 1, 2, 3}, 4)
	if len(few.Means) > 3 || few.At(1) != 0 {
		t.Errorf("found %+v of three values", few)
	}
}

// What is said of the cost of bins holds: no sum of rewards is further from the sum of their bins' means
// than the number of steps times the largest distance.
func TestDistanceBoundsEveryValue(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 5))
		values := make([]float64, 400)
		for i := range values {
			values[i] = rng.NormFloat64() * math.Exp(rng.NormFloat64())
		}
		b := RewardBins("r", values, 2+int(seed%5))
		most, average := b.Distance(values)
		const horizon = 8
		for from := 0; from+horizon <= len(values); from += horizon {
			off := 0.0
			for _, v := range values[from : from+horizon] {
				off += v - b.Means[b.At(v)]
			}
			if math.Abs(off) > horizon*most || average > most {
				t.Errorf("seed %d: an episode is off by %g, at most %g steps of %g", seed, off, float64(horizon), most)
			}
		}
	}
}

// A minus sign is one however it is written, and two are none.
func TestMinusSigns(t *testing.T) {
	for text, want := range map[string]float64{"-1.5": -1.5, "−1.5": -1.5, "−-1": math.NaN(), "−": math.NaN(), "–1": math.NaN()} {
		x, ok := tabular.ParseNumber([]byte(text), false)
		if ok != !math.IsNaN(want) || ok && x != want {
			t.Errorf("%q: found %g, %t", text, x, ok)
		}
	}
}

// A step's number may follow a word that steps have; a month's day is none.
func TestStepsAfterWords(t *testing.T) {
	for text, want := range map[string]int64{"3": 3, "3.0": 3, "T3": 3, "week 12": 12, "Visit-1": 1, "trial_07": 7, "#4": 4, "day:2": 2, "Jan 5": -1, "x3": -1, "T": -1, "T-": -1, "week 2b": -1, "": -1, "#": -1} {
		got, ok := tabular.ParseStep([]byte(text), false)
		if !ok {
			got = -1
		}
		if got != want {
			t.Errorf("%q: found %d, expected %d", text, got, want)
		}
	}
}

// Time that has passed may have a unit.
func TestElapsed(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"2500ms": 2500 * time.Millisecond, "15 min": 15 * time.Minute, "1.5 s": 1500 * time.Millisecond, "2 d": 48 * time.Hour, "0 days 00:20:00": 20 * time.Minute,
		"1 days 01:00:00.5": 25*time.Hour + 500*time.Millisecond, "PT30S": 30 * time.Second, "P1DT2H": 26 * time.Hour,
		"3s": -1, "10 mg": -1, "P": -1, "PT": -1, "days": -1, "5": -1, "": -1,
	} {
		got, ok := tabular.Elapsed(text)
		if !ok {
			got = -1
		}
		if time.Duration(got) != want {
			t.Errorf("%q: found %v, expected %v", text, time.Duration(got), want)
		}
	}
}
