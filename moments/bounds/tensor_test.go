package bounds_test

import (
	"math"
	"testing"

	"eeporl/pomdp"
)

// TestTensorNorm holds ‖P₁₂₃‖₂ against power iteration on the whole tensor,
// from many starts that know nothing of its blocks, in both senses.
func TestTensorNorm(t *testing.T) {
	models := []*pomdp.POMDP{load(t, "tea"), load(t, "robot")}
	for seed := range uint64(12) {
		if m := random(t, seed); m.Sizes().Cells() <= 5000 {
			models = append(models, m)
		}
	}
	for _, m := range models {
		n, s := m.Sizes(), subjectOf(t, m)
		rng := pomdp.Source(1, pomdp.StreamScenario, 1)
		triples := make([]pomdp.Triple, len(s.law.P))
		for cell := range triples {
			triples[cell] = n.Triple(n.CellAt(cell))
		}
		best := 0.0
		for range 20 {
			var v [3][]float64
			for i := range v {
				v[i] = make([]float64, n.D())
				for j := range v[i] {
					v[i][j] = float64(rng.Uint64()>>11) * 0x1p-53
				}
			}
			value := 0.0
			for step := range 3 * 50 {
				mode := step % 3
				sum := make([]float64, n.D())
				for cell, p := range s.law.P {
					x := triples[cell]
					sum[x[mode]] += p * v[(mode+1)%3][x[(mode+1)%3]] * v[(mode+2)%3][x[(mode+2)%3]]
				}
				square := 0.0
				for _, x := range sum {
					square += x * x
				}
				value = math.Sqrt(square)
				for j := range sum {
					sum[j] /= value
				}
				v[mode] = sum
			}
			best = math.Max(best, value)
		}
		if found := s.bounds.NormP123; found < best*(1-1e-9) || found > best*1.02 {
			t.Errorf("%s %+v: found %.9g, expected %.9g", m.Name(), n, found, best)
		}
	}
}
