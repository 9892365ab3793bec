package vectors

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"eeporl/pomdp/pomdptest"
)

func TestEnvelopeOfTwoStates(t *testing.T) {
	cases := []struct {
		name   string
		values []float64
		want   []int32 // from p = 0 to p = 1
	}{
		{"one", []float64{1, 2}, []int32{0}},
		{"a cross", []float64{0, 1, 1, 0}, []int32{1, 0}},
		{"the middle below", []float64{0, 1, 1, 0, .4, .4}, []int32{1, 0}},
		{"the middle above", []float64{0, 1, 1, 0, .6, .6}, []int32{1, 2, 0}},
		{"three through one point", []float64{0, 1, 1, 0, .5, .5}, []int32{1, 0}},
		{"equal ones: the first", []float64{1, 0, 0, 1, 1, 0, 0, 1}, []int32{0, 1}},
		{"parallel ones: the higher", []float64{0, 1, 1, 2, -1, 0}, []int32{1}},
		{"equal but for rounding", []float64{1, 1, 1 + 1e-16, 1 - 1e-16, 1, 1 + 2e-16}, []int32{0}},
		{"all zero", []float64{0, 0, 0, 0}, []int32{0}},
	}
	for _, c := range cases {
		var got []int32
		for _, p := range Envelope2(c.values, Exactly) {
			got = append(got, p.Vector)
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: %v, want %v", c.name, got, c.want)
			}
		}
	}
}

func TestEnvelopeIsTheMaximum(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for range 200 {
		values := make([]float64, 2*(1+rng.IntN(200)))
		for i := range values {
			values[i] = rng.NormFloat64()
		}
		e := Envelope2(values, Exactly)
		for range 50 {
			p := rng.Float64()
			i := 0
			for i+1 < len(e) && e[i+1].Left <= p {
				i++
			}
			best := math.Inf(-1)
			for k := 0; k < len(values); k += 2 {
				best = max(best, values[k]*(1-p)+values[k+1]*p)
			}
			v := int(e[i].Vector) * 2
			pomdptest.Near(t, "envelope", values[v]*(1-p)+values[v+1]*p, best, 1e-13)
		}
	}
}

// TestPurgeAgainstEnvelope: padded with a third state that no vector
// distinguishes, linear programs must find what the sweep finds.
func TestPurgeAgainstEnvelope(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	for range 100 {
		n := 1 + rng.IntN(40)
		var two, three []float64
		for range n {
			x, y := math.Round(8*rng.NormFloat64())/8, math.Round(8*rng.NormFloat64())/8
			two = append(two, x, y)
			three = append(three, x, y, 0)
		}
		want := Purge2(Envelope2(two, Exactly))
		got, err := Purge(context.Background(), 3, three, nil, Exactly*Scale(three))
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Index) != len(want.Index) {
			t.Fatalf("%d vectors by programs, %d by the sweep, of %v", len(got.Index), len(want.Index), two)
		}
		for i := range got.Index {
			if got.Index[i] != want.Index[i] {
				t.Fatalf("%v by programs, %v by the sweep, of %v", got.Index, want.Index, two)
			}
		}
	}
}

// TestDominanceBounds: a witness must win, and where none is found the best of
// many random beliefs must not win either.
func TestDominanceBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 26))
	for range 2000 {
		n := 3 + rng.IntN(8)
		rows := 1 + rng.IntN(30)
		w := make([]float64, rows*n)
		for i := range w {
			w[i] = math.Round(4*rng.NormFloat64()) / 4
		}
		v := make([]float64, n)
		for i := range v {
			v[i] = math.Round(4*rng.NormFloat64())/4 + .1
		}
		program := newDominance(n, 1e-13, 10)
		program.rivals(block{table: newTable(n, w), ref: v, self: -1})
		b, ok := program.wins()
		lead := func(b []float64) float64 {
			best := math.Inf(-1)
			for i := 0; i < len(w); i += n {
				best = max(best, Dot(b, w[i:i+n]))
			}
			return Dot(b, v) - best
		}
		switch {
		case ok && b == nil:
			t.Fatal("undecided")
		case ok && !(lead(b) > 0):
			t.Fatalf("the witness loses by %g", -lead(b))
		case !ok:
			for range 200 {
				if x := lead(pomdptest.Distribution(rng, n)); x > 1e-12 {
					t.Fatalf("no witness found, but a random belief wins by %g", x)
				}
			}
		}
	}
}

// TestWinsNameABelief at which the vector wins, or all but wins, where vectors
// lead by no more than rounding.
func TestWinsNameABelief(t *testing.T) {
	rng := rand.New(rand.NewPCG(83, 84))
	for range 5_000 {
		n, rows := 3+rng.IntN(20), 2+rng.IntN(40)
		w := make([]float64, n*rows)
		for i := range w {
			w[i] = rng.Float64()
		}
		v, lead := make([]float64, n), float64(rng.IntN(12))*1e-14
		for i, p := range pomdptest.Distribution(rng, rows) {
			for s := range v {
				v[s] += p * w[i*n+s]
			}
		}
		for s := range v {
			v[s] += lead
		}
		d := newDominance(n, 1e-14, Scale(w))
		d.rivals(block{table: newTable(n, w), ref: v, self: -1})
		b, wins := d.wins()
		if !wins {
			continue
		}
		mass := 0.0
		for _, v := range b {
			mass += v
		}
		pomdptest.Near(t, "mass of the witness", mass, 1, 1e-12)
		if lead := -d.highest(b).height; lead < -2e-13 {
			t.Errorf("behind by %g at the witness", -lead)
		}
	}
}
