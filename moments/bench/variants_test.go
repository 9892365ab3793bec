package bench_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"eeporl/moments"
	"eeporl/moments/bench"

	"gonum.org/v1/gonum/mat"
)

// On a sample there is more than one right formula: what differs by less than noise and is no
// mistake's figure is no accusation. Columns of Vᵀ are recognised although a null space may be any,
// and an Ô without rank is said to be one.
func TestVariants(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	examined := func(episodes float64, alter func(a *bench.Answer, counts *moments.Counts)) *bench.Report {
		counts, states := drawn(t, "tea", episodes, 3)
		a, err := bench.Plain(counts, states, 5, "")
		if err != nil {
			t.Fatal(err)
		}
		alter(a, counts)
		r, err := bench.Examine(context.Background(), a, bench.Subject{Counts: counts, States: states})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := examined(1e6, func(a *bench.Answer, _ *moments.Counts) {
		*a = *without(a)
		a.W = slices.Clone(a.W)
		sum := 0.0
		for _, w := range a.W {
			sum += w
		}
		for i := range a.W {
			a.W[i] *= 1.001 / sum
		}
	})
	if r.First >= 0 {
		t.Errorf("ŵ scaled by a thousandth: %s", r.Judged[r.First].Sentence())
	}
	r = examined(0, func(a *bench.Answer, counts *moments.Counts) {
		var svd mat.SVD
		svd.Factorize(a.P12, mat.SVDFull)
		var v mat.Dense
		svd.VTo(&v)
		d, k := a.U2.Dims()
		columns := mat.DenseCopyOf(v.T()).Slice(0, d, 0, k)
		*a = *without(a)
		a.U2 = mat.DenseCopyOf(columns)
	})
	if r.First < 0 || r.Judged[r.First].What != "U₂" || len(r.Judged[r.First].Likely) != 1 || r.Judged[r.First].Likely[0].Name != "vh" {
		t.Errorf("found %+v, expected the columns of Vᵀ named", r.Judged)
	}
	r = examined(0, func(a *bench.Answer, _ *moments.Counts) {
		*a = *without(a)
		a.Labels = slices.Clone(a.Labels)
		slices.Reverse(a.Labels)
	})
	theirs, ours := r.Judged[max(r.First, 0)].Values()
	if len(r.Unjudged) != 1 || !strings.Contains(r.Unjudged[0], "eigenvalues") || theirs != "(2, 2)" || ours != "(1, 1)" || !strings.HasSuffix(r.Judged[r.First].By(), " of 8") {
		t.Errorf("labels the wrong way round, and eigenvalues without theta: %d unjudged, %s and %s", len(r.Unjudged), theirs, ours)
	}
	r = examined(1e6, func(a *bench.Answer, _ *moments.Counts) {
		*a = *without(a)
		a.O = mat.DenseCopyOf(a.O)
		a.O.SetCol(1, mat.Col(nil, 0, a.O))
		a.T, a.W = nil, nil
	})
	if r.Outcome() != bench.Wrong {
		t.Errorf("found an Ô with two equal columns %s", r.Outcome())
	}
}
