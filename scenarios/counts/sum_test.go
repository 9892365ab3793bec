package counts

import (
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// exactly is the sum in arithmetic that has room for every float64.
func exactly(xs []float64) *big.Float {
	sum := new(big.Float).SetPrec(5000)
	for _, x := range xs {
		sum.Add(sum, new(big.Float).SetFloat64(x))
	}
	return sum
}

func addends(t *rapid.T) []float64 {
	number := rapid.OneOf(
		rapid.Float64Range(0, 1e300),
		rapid.SampledFrom([]float64{0, .1, .5, 1, 3, 1 << 53, 1<<53 - 1, 1e16, 5e-324, math.SmallestNonzeroFloat64 * 3, 0x1p-1022, 1e-200, 1e200}),
		rapid.Map(rapid.IntRange(-1000, 900), func(e int) float64 { return math.Ldexp(1, e) }),
	)
	return rapid.SliceOfN(number, 0, 60).Draw(t, "addends")
}

func TestSumIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		xs := addends(t)
		var s Sum
		for _, x := range xs {
			s.Add(x)
		}
		want := exactly(xs)
		if got := exactly(s.Parts()); got.Cmp(want) != 0 {
			t.Fatalf("the parts %v sum to %g, want %g", s.Parts(), got, want)
		}
		if rounded, _ := want.Float64(); s.Float64() != rounded {
			t.Fatalf("%g, correctly rounded %g", s.Float64(), rounded)
		}
	})
}

// What is written depends on the value alone.
func TestSumKnowsNoOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		xs := addends(t)
		var whole Sum
		for _, x := range xs {
			whole.Add(x)
		}
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		mixed := slices.Clone(xs)
		rng.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		shards := make([]Sum, 1+rng.IntN(4))
		for _, x := range mixed {
			shards[rng.IntN(len(shards))].Add(x)
		}
		var merged Sum
		for i := range shards {
			merged.AddSum(&shards[i])
		}
		if !reflect.DeepEqual(merged.Parts(), whole.Parts()) {
			t.Fatalf("%v in other order and shards is %v", whole.Parts(), merged.Parts())
		}
	})
}

func TestSumOfLargeCounts(t *testing.T) {
	for _, n := range []uint64{0, 1, 1<<53 - 1, 1<<53 + 1, math.MaxUint64} {
		var s Sum
		s.AddCount(n)
		got, _ := exactly(s.Parts()).Uint64()
		if got != n {
			t.Errorf("%d became %d", n, got)
		}
	}
}

func TestSumOverflows(t *testing.T) {
	var s Sum
	s.Add(0.5)
	s.Add(math.MaxFloat64)
	if !s.Finite() {
		t.Error("the largest number and a half is infinite")
	}
	s.Add(math.MaxFloat64)
	s.Add(1)
	if s.Finite() {
		t.Errorf("twice the largest number is %v", s.Parts())
	}
}
