package moments_test

import (
	"slices"
	"testing"

	"eeporl/moments"
)

// A cliff is the first great fall within the top k, and the blocks' shares are of what stands before it.
func TestCliff(t *testing.T) {
	for _, c := range []struct {
		sigma  []float64
		cliff  int
		shares []int
	}{
		{[]float64{.5, .4, .3, .2, .01}, 4, []int{2, 2}},        // the fall is behind the top k
		{[]float64{.5, .4, .3, .002, .001}, 3, []int{2, 1}},     // within it
		{[]float64{.5, .4, .003, .0002, .0001}, 2, []int{1, 1}}, // the first of two
		{[]float64{.5, .4}, 4, []int{1, 1}},                     // fewer than k
	} {
		s := &moments.Spectrum{K: 4, P12: c.sigma, Blocks: make([][]float64, 2)}
		for i, sigma := range c.sigma {
			s.Blocks[i%2] = append(s.Blocks[i%2], sigma)
		}
		if got := s.Cliff(); got != c.cliff {
			t.Errorf("%v: found a cliff after %d, expected %d", c.sigma, got, c.cliff)
		}
		if got := s.Above(min(c.cliff, len(c.sigma))); !slices.Equal(got, c.shares) {
			t.Errorf("%v: found %v, expected %v", c.sigma, got, c.shares)
		}
	}
}
