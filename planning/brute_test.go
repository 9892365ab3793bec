package planning

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"

	"eeporl/planning/vectors"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
)

// TestPruningAgainstBruteForce: pruned sets against full enumeration that a
// plain linear program prunes afterwards. Same function; and the same size once
// vectors that win by less than 1e-9 are dropped on both sides.
func TestPruningAgainstBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 62))
	models, byGonum := 200, 6
	if testing.Short() {
		models, byGonum = 40, 1
	}
	for i := range models {
		n := pomdp.Sizes{S: 2 + i%4, A: 2, Z: 2, R: 1 + i%3}
		m := randomModel(t, n, rng)
		p, err := FromModel(m, ObserveZ)
		if err != nil {
			t.Fatal(err)
		}
		solve := func(planner Planner) *Plan {
			plan, err := Solve(context.Background(), p, Options{Horizon: 3, Discount: .95, Planner: planner})
			if err != nil {
				t.Fatal(err)
			}
			return plan
		}
		all, few := solve(Enumerate), solve(Pruning)
		for level := range all.Levels {
			full, set := &all.Levels[level].Sets[0], &few.Levels[level].Sets[0]
			for range 1000 {
				b := pomdptest.Distribution(rng, n.S)
				_, want := full.Best(b)
				_, got := set.Best(b)
				pomdptest.Near(t, "value", got, want, 1e-10)
			}
			lead := vectors.Lead
			if i < byGonum {
				lead = gonumLead
			}
			if got, want := thinned(n.S, set.values, lead), thinned(n.S, full.values, lead); got != want {
				t.Errorf("model %d, |S| = %d, t = %d: %d vectors, brute force keeps %d of %d", i, n.S, level+1, got, want, full.Len())
			}
		}
	}
}

// thinned drops, one after the other, vectors that lead all remaining others by
// less than 1e-9 at best, and counts what is left.
func thinned(n int, values []float64, lead func(n int, v, others []float64) float64) int {
	left := slices.Clone(values)
	for i := 0; i < len(left) && len(left) > n; {
		v := slices.Clone(left[i : i+n])
		others := slices.Delete(slices.Clone(left), i, i+n)
		if lead(n, v, others) < 1e-9 {
			left = others
			continue
		}
		i += n
	}
	return len(left) / n
}

// gonumLead is lead by gonum's simplex, in the dual form:
// min μ⁺−μ⁻ with μ⁺−μ⁻ + Σ y_w w(s) − slack_s = v(s) and Σ y = 1.
func gonumLead(n int, v, others []float64) float64 {
	rows := len(others) / n
	columns := rows + n + 2
	a := mat.NewDense(n+1, columns, nil)
	b := make([]float64, n+1)
	c := make([]float64, columns)
	c[rows+n], c[rows+n+1] = 1, -1
	for s := range n {
		for i := range rows {
			a.Set(s, i, others[i*n+s])
		}
		a.Set(s, rows+s, -1)
		a.Set(s, rows+n, 1)
		a.Set(s, rows+n+1, -1)
		b[s] = v[s]
	}
	for i := range rows {
		a.Set(n, i, 1)
	}
	b[n] = 1
	value, _, err := lp.Simplex(c, a, b, 1e-12, nil)
	if err != nil {
		return math.NaN() // keeps the vector, and shows as a wrong count
	}
	return value
}

// TestOwnLeadAgainstGonum on vectors with many ties.
func TestOwnLeadAgainstGonum(t *testing.T) {
	rng := rand.New(rand.NewPCG(63, 64))
	for range 150 {
		n, rows := 2+rng.IntN(5), 1+rng.IntN(20)
		w := make([]float64, n*rows)
		for i := range w {
			w[i] = float64(rng.IntN(9)) / 4
		}
		v := make([]float64, n)
		for i := range v {
			v[i] = float64(rng.IntN(9)) / 4
		}
		want := gonumLead(n, v, w)
		if math.IsNaN(want) {
			continue
		}
		pomdptest.Near(t, "δ*", vectors.Lead(n, v, w), want, 1e-10)
	}
}
