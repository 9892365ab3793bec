package spectral

import (
	"context"
	"math"
	"slices"
	"testing"

	"eeporl/moments"
	"eeporl/pomdp"
	"eeporl/scenarios"
)

func angles() []float64 {
	var out []float64
	for d := -30.0; d <= 120; d += 5 {
		out = append(out, d)
	}
	return out
}

// Pairs fit at every angle; triples only where turning renames the states.
func TestTurnedFactorsFitPairsAndNotTriples(t *testing.T) {
	for _, name := range []string{"tea", "noisy-tiger", "robot", "diagnosis", "random:3,2,2,2,7"} {
		sc, err := scenarios.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		e, err := pomdp.NewExploration(sc.Model.Sizes().A, .5)
		if err != nil {
			t.Fatal(err)
		}
		hmm := pomdp.Induce(sc.Model, e)
		counts := moments.FromLaw(pomdp.ExactLaw(sc.Model, e))
		turned := Turn(counts, hmm, 1, angles())
		if turned == nil {
			t.Fatalf("%s: nothing came of it", name)
		}
		for i, d := range turned.Degrees {
			if turned.Pairs[i] > 1e-12 {
				t.Errorf("%s at %g°: the pairs' residual is %g", name, d, turned.Pairs[i])
			}
			renames := d == 0 || d == 90
			if got := turned.Triples[i]; renames != (got < 1e-12) {
				t.Errorf("%s at %g°: the triples' residual is %g", name, d, got)
			}
		}
		// A slice is the turned factors about QᵀDQ: with what Slice says, at any angle.
		d := turned.Diagonal
		for _, degrees := range []float64{0, 20, 45, 90} {
			q, m := turnBy(degrees), turned.Slice(degrees)
			for i := range 2 {
				for j := range 2 {
					want := q[0][i]*d[0]*q[0][j] + q[1][i]*d[1]*q[1][j]
					if math.Abs(m[i][j]-want) > 1e-15 {
						t.Errorf("%s at %g°: entry %d, %d is %g, expected %g", name, degrees, i, j, m[i][j], want)
					}
				}
			}
		}
		if d[0] == d[1] {
			t.Errorf("%s: no x₃ tells the states apart", name)
		}
		f := newFactors(hmm, 1)
		for _, edge := range []float64{turned.Low, turned.High} {
			for _, c := range []struct {
				degrees  float64
				negative bool
			}{{.99 * edge, false}, {1.01*edge + math.Copysign(1e-3, edge), true}} {
				if edge == 0 && !c.negative {
					continue
				}
				a, b := slices.Clone(f.a), slices.Clone(f.b)
				turn(a[:2], f.a, c.degrees)
				turn(b[:2], f.b, c.degrees)
				if least := slices.Min(slices.Concat(a[0], a[1], b[0], b[1])); c.negative != (least < -1e-15) {
					t.Errorf("%s at %g°, on from %g°: the least entry is %g", name, c.degrees, edge, least)
				}
			}
		}
		if best := turned.Best(); best != 0 && best != 90 {
			t.Errorf("%s: the triples fit best at %g°", name, best)
		}
	}
}

// rotation is Q in columns of the factors: turn takes column j of a factor to Σ_i Q[i][j] of them.
func turnBy(degrees float64) [2][2]float64 {
	unit := [][]float64{{1, 0}, {0, 1}}
	to := make([][]float64, 2)
	turn(to, unit, degrees)
	return [2][2]float64{{to[0][0], to[1][0]}, {to[0][1], to[1][1]}}
}

func TestTurnWithoutAnythingToTurn(t *testing.T) {
	sc, _ := scenarios.Load("tea")
	e, _ := pomdp.NewExploration(2, .5)
	hmm := pomdp.Induce(sc.Model, e)
	if Turn(moments.NewCounts(sc.Model.Sizes()), hmm, 0, angles()) != nil {
		t.Error("no data, and yet an answer")
	}
}

// One R diagonalises every contraction of exact moments; of sampled ones all
// but the first keep some noise, less of it with more episodes.
func TestOneRDiagonalisesEveryContraction(t *testing.T) {
	sc, _ := scenarios.Load("tea")
	e, _ := pomdp.NewExploration(2, .5)
	law := pomdp.ExactLaw(sc.Model, e)
	worst := func(c *moments.Counts) (raw, after float64) {
		est := Full(context.Background(), c, 2, moments.Options{Seed: 1})
		if est.Eigen == nil || len(est.Eigen.Contractions) != sc.Model.Sizes().K() {
			t.Fatal("no contractions")
		}
		raw = math.Inf(1)
		for i, x := range est.Eigen.Contractions {
			off := OffDiagonal(x.Diagonalised)
			if i == 0 && off > 1e-10 {
				t.Errorf("the contraction that R was made from keeps %g beside its diagonal", off)
			}
			raw, after = math.Min(raw, OffDiagonal(x.Raw)), math.Max(after, off)
		}
		return raw, after
	}
	raw, exact := worst(moments.FromLaw(law))
	if exact > 1e-9 || raw < .01 {
		t.Errorf("exact moments: %g before, %g after", raw, exact)
	}
	sampled := func(n float64) *moments.Counts {
		c, err := moments.Sample(law, n, pomdp.Source(1, pomdp.StreamExplore, 0))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	_, some := worst(sampled(1e5))
	_, more := worst(sampled(1e9))
	if !(some > more && more > exact) {
		t.Errorf("beside the diagonals stay %g at 10⁵, %g at 10⁹, %g at ∞", some, more, exact)
	}
}

func BenchmarkTurn(b *testing.B) {
	sc, _ := scenarios.Load("tea")
	e, _ := pomdp.NewExploration(2, .5)
	hmm, counts := pomdp.Induce(sc.Model, e), moments.FromLaw(pomdp.ExactLaw(sc.Model, e))
	b.ReportAllocs()
	for b.Loop() {
		Turn(counts, hmm, 1, angles())
	}
}

// The table of pairs is the product of its factors, for each action between them, and each slice of the triples is with D between them.
func TestFactorsMakePairsAndSlices(t *testing.T) {
	for _, name := range []string{"tea", "noisy-tiger", "two-step", "random:3,2,2,2,7"} {
		sc, err := scenarios.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		n := sc.Model.Sizes()
		e, err := pomdp.NewExploration(n.A, .5)
		if err != nil {
			t.Fatal(err)
		}
		hmm, counts := pomdp.Induce(sc.Model, e), moments.FromLaw(pomdp.ExactLaw(sc.Model, e))
		for a2 := range n.A {
			f, g := Factors(hmm, a2)
			slices := make([][]float64, n.D())
			for x3 := range slices {
				slices[x3] = Diagonal(hmm, a2, x3)
			}
			for i := range n.A * n.Outcomes() {
				for j := range n.A * n.Outcomes() {
					x1, x2, sum, cut := moments.FirstSymbol(n, a2, i), moments.SecondSymbol(n, a2, j), 0.0, make([]float64, n.D())
					for h := range f {
						sum += f[h][i] * g[h][j]
						for x3, d := range slices {
							cut[x3] += f[h][i] * d[h] * g[h][j]
						}
					}
					if want := counts.P12(x1, x2); math.Abs(sum-want) > 1e-12 {
						t.Fatalf("%s, a₂ = %d: found %g at x₁ = %d, x₂ = %d, expected %g", name, a2, sum, i, j, want)
					}
					for x3, got := range cut {
						if want := counts.P123(pomdp.Triple{x1, x2, x3}); math.Abs(got-want) > 1e-12 {
							t.Fatalf("%s, a₂ = %d: found %g at %d, %d, %d, expected %g", name, a2, got, x1, x2, x3, want)
						}
					}
				}
			}
		}
	}
}
