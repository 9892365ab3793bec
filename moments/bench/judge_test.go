package bench

import (
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"eeporl/moments"
	"eeporl/moments/num"
	"eeporl/moments/spectral"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/scenarios"

	"gonum.org/v1/gonum/mat"
)

// about is what an answer about a scenario is held against: the exact law for N = 0.
func about(t *testing.T, name string, episodes float64) Subject {
	t.Helper()
	sc, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	n := sc.Model.Sizes()
	e, err := pomdp.NewExploration(n.A, pomdp.DefaultC(n.A))
	if err != nil {
		t.Fatal(err)
	}
	law := pomdp.ExactLaw(sc.Model, e)
	s := Subject{Counts: moments.FromLaw(law), States: n.S, Options: moments.Options{Seed: 4}, Truth: pomdp.Induce(sc.Model, e)}
	if episodes > 0 {
		if s.Counts, err = moments.Sample(law, episodes, pomdp.Source(3, pomdp.StreamLeap, 0)); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// rightWays are answers of learners of several kinds, as far as they come.
func rightWays(t *testing.T, s Subject) map[string]*Answer {
	out := map[string]*Answer{}
	for _, w := range ways() {
		if a, err := follow(s.Counts, s.States, 77, w.Name, new(Answer)); err == nil {
			out[w.Name] = &Answer{Sizes: a.Sizes, P12: a.P12, O: a.O, T: a.T, W: a.W, Labels: a.Labels, Parameters: a.Parameters}
		}
	}
	if e := spectral.Blocked(t.Context(), s.Counts, s.States, s.Options); e.OK() {
		out["blocked"] = &Answer{Sizes: e.Sizes, O: e.O, T: e.T, W: e.W, Parameters: e.Parameters, Labels: Of(e, s.Counts).Labels}
	}
	p, err := followed(s.Counts, s.States, 78, "", new(Answer))
	if err != nil {
		return out
	}
	p.symmetric()
	out["hkz"] = &Answer{Sizes: p.n, Operators: p.hkz(p.n.K())}
	out["hmm operators"] = &Answer{Sizes: p.n, Operators: symbolsOf(p.answer, p.initialHidden(t))}
	if p.whitened != nil {
		a := &Answer{Sizes: p.n, M2: p.answer.M2, Whitening: p.answer.Whitening}
		a.Components, a.Lambda = p.powers()
		p.given = a
		if a.O, err = p.offComponents(); err != nil {
			t.Fatal(err)
		}
		out["tensor power"] = a
	}
	return out
}

// initialHidden is p(h₁) of the answer.
func (p *plain) initialHidden(t *testing.T) []float64 {
	x := new(mat.VecDense)
	if err := x.SolveVec(p.answer.T, mat.NewVecDense(len(p.answer.W), p.answer.W)); err != nil {
		t.Fatal(err)
	}
	return x.RawVector().Data
}

// symbolsOf are the operators T diag(O[x, ·]) of an HMM.
func symbolsOf(a *Answer, first []float64) *Operators {
	o := &Operators{Start: first}
	d, k := a.O.Dims()
	for range k {
		o.End = append(o.End, 1)
	}
	for x := range d {
		b := mat.NewDense(k, k, nil)
		for i := range k {
			for j := range k {
				b.Set(i, j, a.T.At(i, j)*a.O.At(x, j))
			}
		}
		o.Symbols = append(o.Symbols, b)
	}
	return o
}

// Learners of several kinds are right at the exact law, and accused on no sample.
func TestOtherWaysAreRight(t *testing.T) {
	tier.Long(t, "one goroutine: nothing that the race detector would see")
	names := []string{"tea"}
	if os.Getenv("EEPORL_SLOW") != "" {
		names = []string{"tea", "noisy-tiger", "dialog", "diagnosis", "robot"}
	}
	for _, name := range names {
		for _, episodes := range []float64{0, 1e6, 1e5} {
			s := about(t, name, episodes)
			for way, a := range rightWays(t, s) {
				r, err := Examine(t.Context(), a, s)
				if err != nil {
					t.Fatal(err)
				}
				if r.First >= 0 || episodes == 0 && r.Outcome() != Right {
					t.Errorf("%s N=%g %s: %s: %s", name, episodes, way, r.Outcome(), strings.Join(r.Summary(), " "))
				}
			}
		}
	}
}

// Whatever is given is judged in words, and nothing that is no estimate is right: zeros, noise, numbers
// that are none and huge ones.
func TestNonsenseIsNotRight(t *testing.T) {
	tier.Long(t, "one goroutine: nothing that the race detector would see")
	rng := rand.New(rand.NewPCG(1, 2))
	kinds := map[string]func() float64{
		"zeros": func() float64 { return 0 }, "noise": rng.NormFloat64, "huge": func() float64 { return 1e300 * rng.Float64() },
		"NaN": math.NaN, "infinite": func() float64 { return math.Inf(1) }, "ones": func() float64 { return 1 },
		"tiny": func() float64 { return 1e-300 * rng.Float64() },
	}
	sizes := []float64{1e4}
	if os.Getenv("EEPORL_SLOW") != "" {
		sizes = append(sizes, 0)
	}
	for _, episodes := range sizes {
		s := about(t, "tea", episodes)
		n := s.Counts.Sizes()
		n.S = s.States
		for kind, draw := range kinds {
			matrix := func(r, c int) *mat.Dense {
				m := mat.NewDense(r, c, nil)
				m.Apply(func(int, int, float64) float64 { return draw() }, m)
				return m
			}
			d, k := n.D(), n.K()
			row := func(n int) []float64 { return matrix(1, n).RawRowView(0) }
			parameters := pomdp.NewPairParameters(n, nil)
			for _, rows := range [][][][]float64{parameters.Observation, parameters.Reward} {
				for _, block := range rows {
					for _, x := range block {
						copy(x, row(len(x)))
					}
				}
			}
			everything := &Answer{
				Sizes: n, P12: matrix(d, d), P13: matrix(d, d), Sigma: row(k), U1: matrix(d, k), U2: matrix(d, k), U3: matrix(d, k), Theta: matrix(k, k), Eigenvalues: row(k),
				M2: matrix(d, d), Whitening: matrix(d, k), Components: matrix(k, k), Lambda: row(k), O: matrix(d, k), T: matrix(k, k), W: row(k), Labels: make([]int, k), Parameters: parameters,
			}
			operators := &Operators{Start: row(2), End: row(2)}
			for range d {
				operators.Symbols = append(operators.Symbols, matrix(2, 2))
			}
			for what, a := range map[string]*Answer{
				"everything": everything, "O": {Sizes: n, O: everything.O}, "the end": {Sizes: n, O: everything.O, T: everything.T, W: everything.W, Labels: everything.Labels, Parameters: parameters},
				"operators": {Sizes: n, Operators: operators}, "the tensor": {Sizes: n, M2: everything.M2, Whitening: everything.Whitening, Components: everything.Components, Lambda: everything.Lambda},
			} {
				r, err := Examine(t.Context(), a, s)
				if err != nil {
					t.Errorf("N=%g, %s of %s: %v", episodes, what, kind, err)
					continue
				}
				if r.Outcome() == Right || len(r.Summary()) == 0 || len(r.Findings()) == 0 {
					t.Errorf("N=%g, %s of %s: %s, %v", episodes, what, kind, r.Outcome(), r.Summary())
				}
			}
		}
	}
}

// What a mistake does to a figure is named whoever made it and however.
func TestRelationsAreNamed(t *testing.T) {
	tier.Long(t, "many searches, on one goroutine")
	s := about(t, "dialog", 0)
	base, err := follow(s.Counts, s.States, 77, "", new(Answer))
	if err != nil {
		t.Fatal(err)
	}
	end := func() *Answer {
		a := *base
		a.P12, a.P13, a.Sigma, a.U1, a.U2, a.U3, a.Theta, a.Eigenvalues = nil, nil, nil, nil, nil, nil, nil, nil
		return &a
	}
	k := base.Sizes.K()
	order := shifted(k, 1)
	for want, make := range map[string]func() *Answer{
		"counts, not divided|multiplied by 7": func() *Answer {
			return &Answer{Sizes: base.Sizes, P12: dense(mapped(matrix(base.P12), func(v float64) float64 { return 7 * v }))}
		},
		"rows that sum to 1, where joint shares belong": func() *Answer { return &Answer{Sizes: base.Sizes, P12: dense(normalised(matrix(base.P12), rowSums))} },
		"squared": func() *Answer {
			return &Answer{Sizes: base.Sizes, Sigma: mapped(table{base.Sigma}, func(v float64) float64 { return v * v })[0]}
		},
		"another order than its rows": func() *Answer {
			a := end()
			a.T = dense(ordered(matrix(base.T), nil, order))
			return a
		},
		"joint, p(h₃, h₂)": func() *Answer {
			a := end()
			a.T = dense(joint(matrix(base.T), base.W, nil))
			return a
		},
		"whose largest entry is 1": func() *Answer {
			a := end()
			m := dense(normalised(matrix(base.O), func(y table) (rows, columns []float64) {
				for _, row := range transposed(y) {
					top := 0.0
					for _, v := range row {
						top = max(top, v)
					}
					columns = append(columns, top)
				}
				return nil, columns
			}))
			a.O, a.T, a.W, a.Labels, a.Parameters = m, nil, nil, nil, nil
			return a
		},
		"in each pair": func() *Answer {
			a := end()
			sums := map[int]float64{}
			for i, l := range a.Labels {
				sums[l] += base.W[i]
			}
			a.W = append([]float64(nil), base.W...)
			for i, l := range a.Labels {
				a.W[i] /= sums[l]
			}
			return a
		},
		"counted from 1|other pairs throughout": func() *Answer {
			a := end()
			a.Labels = append([]int(nil), base.Labels...)
			for i := range a.Labels {
				a.Labels[i] = (a.Labels[i] + 1) % base.Sizes.Pairs()
			}
			return a
		},
	} {
		r, err := Examine(t.Context(), make(), s)
		if err != nil || r.First < 0 {
			t.Errorf("%s: %+v, %v", want, r, err)
			continue
		}
		looks, found := strings.Join(r.Judged[r.First].Looks(), " "), false
		for _, w := range strings.Split(want, "|") {
			found = found || strings.Contains(looks, w)
		}
		if !found {
			t.Errorf("%s: found %q", want, looks)
		}
	}
}

// A program that is right at the exact law and wrong on every sample by as much is wrong; one that is
// only noisier is not.
func TestErrorsThatDoNotShrink(t *testing.T) {
	s, exact := about(t, "tea", 1e6), about(t, "tea", 0)
	e, err := pomdp.NewExploration(2, .5)
	if err != nil {
		t.Fatal(err)
	}
	probabilities := pomdp.ExactLaw(s.Truth.Model, e)
	for name, spoil := range map[string]func(a *Answer, n float64){
		"every observation as likely": func(a *Answer, _ float64) {
			for _, rows := range a.Parameters.Observation {
				for _, row := range rows {
					for j := range row {
						row[j] = .5
					}
				}
			}
		},
		"": func(a *Answer, n float64) { // as noisy as a tenth of the episodes
			for _, rows := range a.Parameters.Observation {
				for j := range rows[0] {
					off := 20 / math.Sqrt(n)
					rows[0][j] += off
					rows[1][j] -= off
				}
			}
		},
	} {
		counts := s.Counts
		law := &Law{Subject: exact, Draw: func(n float64) (*moments.Counts, error) {
			counts, err = moments.Sample(probabilities, n, pomdp.Source(9, pomdp.StreamLeap, 0))
			return counts, err
		}}
		ask := func(r Request) (*Answer, error) {
			if r.Episodes == nil {
				a, err := follow(exact.Counts, 2, 5, "", new(Answer))
				return &Answer{Sizes: a.Sizes, O: a.O, T: a.T, W: a.W, Labels: a.Labels, Parameters: a.Parameters}, err
			}
			a, err := follow(counts, 2, 5, "", new(Answer))
			spoil(a, *r.Episodes)
			return &Answer{Sizes: a.Sizes, O: a.O, T: a.T, W: a.W, Labels: a.Labels, Parameters: a.Parameters}, err
		}
		_, r, err := Try(t.Context(), ask, s, law, 1, nil)
		if err != nil || (r.Outcome() == Wrong) != (name != "") {
			t.Errorf("%q: %s, %v: %s", name, r.Outcome(), err, strings.Join(r.Summary(), " "))
		}
	}
}

// powers are components by power iteration, each taken out of the tensor when it is found.
func (p *plain) powers() (components *mat.Dense, lambda []float64) {
	k := p.n.K()
	components = mat.NewDense(k, k, nil)
	rest := append([]float64(nil), p.whitened...)
	for c := range k {
		best, value := []float64(nil), math.Inf(-1)
		for range 5 {
			v := p.direction()
			for range 40 {
				next := image(rest, v)
				length := num.Length(next)
				if length == 0 {
					break
				}
				for i := range v {
					v[i] = next[i] / length
				}
			}
			if l := num.Dot(image(rest, v), v); l > value {
				best, value = v, l
			}
		}
		lambda = append(lambda, value)
		components.SetCol(c, best)
		for i := range k {
			for j := range k {
				for l := range k {
					rest[(i*k+j)*k+l] -= value * best[i] * best[j] * best[l]
				}
			}
		}
	}
	return components, lambda
}
