package counts

import "math"

// Sum is an exact sum of finite numbers: rounding never enters it, so the
// order of the additions and the grouping of the data leave no trace. The zero
// value is the empty sum.
//
// It is a Shewchuk expansion: its value is hi plus all of rest, numbers whose significant bits do
// not overlap; rest is in order of growing magnitude. Whole counts up to 2⁵³ need hi alone.
type Sum struct {
	hi   float64
	rest []float64
}

// Add adds x. A sum beyond the largest number becomes ±Inf or NaN, as Finite
// tells, and stays so.
func (s *Sum) Add(x float64) {
	if s.rest == nil {
		sum, lost := twoSum(s.hi, x)
		s.hi = sum
		if lost != 0 {
			s.rest = []float64{lost}
		}
		return
	}
	// Grow-expansion with the zeros left out (Shewchuk 1997, theorem 10).
	kept := s.rest[:0]
	for _, y := range s.rest {
		sum, lost := twoSum(x, y)
		if lost != 0 {
			kept = append(kept, lost)
		}
		x = sum
	}
	sum, lost := twoSum(x, s.hi)
	if lost != 0 {
		kept = append(kept, lost)
	}
	s.hi, s.rest = sum, kept
	if len(kept) == 0 {
		s.rest = nil
	}
}

// AddCount adds a whole number of any size.
func (s *Sum) AddCount(n uint64) {
	if n < 1<<53 {
		s.Add(float64(n))
		return
	}
	s.Add(float64(n >> 32 << 32))
	s.Add(float64(n & (1<<32 - 1)))
}

// AddSum adds another sum. The two must not be the same.
func (s *Sum) AddSum(other *Sum) {
	for _, x := range other.rest {
		s.Add(x)
	}
	s.Add(other.hi)
}

// Finite says whether the sum stayed within the range of float64.
func (s *Sum) Finite() bool { return !math.IsInf(s.hi, 0) && !math.IsNaN(s.hi) }

// Float64 is the sum, correctly rounded.
func (s *Sum) Float64() float64 {
	parts := s.Parts()
	if len(parts) == 0 {
		return 0
	}
	return parts[0]
}

// Parts are the numbers that the sum is written as: the first is the sum
// correctly rounded to even, the second what is then missing, rounded, and so
// on until nothing is missing. They depend on the sum's value alone. An empty
// sum has none, and a sum that is not Finite has hi alone.
func (s *Sum) Parts() []float64 {
	if s.rest == nil || !s.Finite() {
		if s.hi == 0 {
			return nil
		}
		return []float64{s.hi}
	}
	left := Sum{hi: s.hi, rest: append([]float64(nil), s.rest...)}
	var parts []float64
	for left.hi != 0 || left.rest != nil {
		x := left.round()
		parts = append(parts, x)
		left.Add(-x)
	}
	return parts
}

// round is the sum rounded to nearest, ties to even.
func (s *Sum) round() float64 {
	// From the largest down, until a sum loses bits: the rest, which does not
	// overlap, can only matter by breaking a tie.
	hi, i := s.hi, len(s.rest)-1
	var lost float64
	for ; i >= 0 && lost == 0; i-- {
		hi, lost = twoSum(hi, s.rest[i])
	}
	if i >= 0 && lost != 0 && (lost > 0) == (s.rest[i] > 0) {
		if away, exact := hi+2*lost, 2*lost; away-hi == exact {
			hi = away
		}
	}
	return hi
}

// twoSum is a + b and what rounding lost of it, exactly (Knuth).
func twoSum(a, b float64) (sum, lost float64) {
	sum = a + b
	if math.IsInf(sum, 0) {
		return sum, 0
	}
	bb := sum - a
	return sum, (a - (sum - bb)) + (b - bb)
}
