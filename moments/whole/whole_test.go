package whole_test

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"eeporl/moments"
	"eeporl/moments/choose"
	"eeporl/moments/likelihood"
	"eeporl/moments/precision"
	"eeporl/moments/whole"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/scenarios"
)

// recorded draws episodes of at most so many steps, or of just so many where steps is negative, under
// a policy that sees the last observation, −1 at the start.
func recorded(m *pomdp.POMDP, n, steps int, seed uint64, policy func(rng *rand.Rand, seen int) int) [][]pomdp.Act {
	rng := rand.New(rand.NewPCG(seed, 4))
	size := m.Sizes()
	draw := func(p func(i int) float64, n int) int {
		x := rng.Float64()
		for i := range n {
			if x -= p(i); x < 0 {
				return i
			}
		}
		return n - 1
	}
	var out [][]pomdp.Act
	for range n {
		s, seen := draw(m.Initial, size.S), -1
		var acts []pomdp.Act
		length := -steps
		if steps > 0 {
			length = 1 + rng.IntN(steps)
		}
		for range length {
			a := policy(rng, seen)
			r := draw(func(r int) float64 { return m.R(a, s, r) }, size.R)
			next := draw(func(j int) float64 { return m.T(a, s, j) }, size.S)
			seen = draw(func(z int) float64 { return m.Z(a, next, z) }, size.Z)
			acts, s = append(acts, pomdp.Act{Action: a, Reward: r, Observation: seen}), next
		}
		out = append(out, acts)
	}
	return out
}

func each(list [][]pomdp.Act) iter.Seq2[[]pomdp.Act, float64] {
	return func(yield func([]pomdp.Act, float64) bool) {
		for _, acts := range list {
			if !yield(acts, 1) {
				return
			}
		}
	}
}

func blindly(n pomdp.Sizes) func(*rand.Rand, int) int {
	return func(rng *rand.Rand, _ int) int { return rng.IntN(n.A) }
}

// probability sums over all paths of states.
func probability(m *pomdp.POMDP, acts []pomdp.Act) float64 {
	var from func(t, s int) float64
	from = func(t, s int) float64 {
		if t == len(acts) {
			return 1
		}
		a, p := acts[t], 1.0
		if a.Reward >= 0 {
			p = m.R(a.Action, s, a.Reward)
		}
		sum := 0.0
		for next := range m.Sizes().S {
			z := 1.0
			if a.Observation >= 0 {
				z = m.Z(a.Action, next, a.Observation)
			}
			sum += m.T(a.Action, s, next) * z * from(t+1, next)
		}
		return p * sum
	}
	total := 0.0
	for s := range m.Sizes().S {
		total += m.Initial(s) * from(0, s)
	}
	return total
}

// The likelihood of whole episodes is what summing over all paths of states gives, also where a
// reward or the last observation is missing.
func TestWholeLikelihood(t *testing.T) {
	for seed := range uint64(20) {
		sc, err := scenarios.Load([]string{"random:3,2,2,2,1", "random:2,2,3,2,5", "tea", "tiger"}[seed%4])
		if err != nil {
			t.Fatal(err)
		}
		m := sc.Model
		list := recorded(m, 60, 5, seed, blindly(m.Sizes()))
		for i, acts := range list {
			if i%3 == 0 {
				acts[0].Reward = -1
			}
			if i%4 == 0 {
				acts[len(acts)-1].Observation = -1
			}
		}
		want := 0.0
		for _, acts := range list {
			want += math.Log(probability(m, acts))
		}
		e := moments.NewEpisodes(m.Sizes(), each(list))
		if got := whole.LogLikelihood(e, m); math.Abs(got-want) > 1e-10*math.Abs(want) || e.Total() != 60 {
			t.Errorf("%s, seed %d: found %.15g, expected %.15g", sc.Name, seed, got, want)
		}
	}
}

// rmse is over b, T, Z and R after the best permutation.
func rmse(t *testing.T, e *moments.Estimate, m *pomdp.POMDP) float64 {
	t.Helper()
	x, err := pomdp.NewExploration(m.Sizes().A, 1)
	if err != nil {
		t.Fatal(err)
	}
	c := moments.Compare(e, pomdp.Induce(m, x))
	if c == nil || c.Parameters == nil {
		return math.Inf(1)
	}
	return c.Parameters.RMSE
}

// Whole episodes under a policy that looks at what it sees: the likelihood takes the actions as
// given, so that it comes to the truth, and more episodes bring it nearer.
func TestWholeLearnsFromAnyPolicy(t *testing.T) {
	tier.Long(t, "climbs many times")
	sc, err := scenarios.Load("tea")
	if err != nil {
		t.Fatal(err)
	}
	m := sc.Model
	looking := func(rng *rand.Rand, seen int) int {
		if seen < 0 || rng.IntN(4) == 0 {
			return rng.IntN(2)
		}
		return seen // what it sees decides
	}
	last := math.Inf(1)
	for _, n := range []int{500, 20_000} {
		e := moments.NewEpisodes(m.Sizes(), each(recorded(m, n, 8, 7, looking)))
		fit := whole.Whole(context.Background(), e, nil, 2, moments.Options{Seed: 1}, nil)
		if !fit.OK() {
			t.Fatalf("%v", fit.Findings)
		}
		off := rmse(t, fit, m)
		t.Logf("N = %d: %d nodes, %d cycles, RMSE %.4g, log-likelihood %.6g (truth %.6g)", n, e.Nodes(), len(fit.Likelihood.Trace), off, fit.Likelihood.Last(), whole.LogLikelihood(e, m))
		if fit.Likelihood.Last() < whole.LogLikelihood(e, m) || off > last/2 {
			t.Errorf("N = %d: RMSE %g, log-likelihood %g, of the truth %g", n, off, fit.Likelihood.Last(), whole.LogLikelihood(e, m))
		}
		last = off
	}
	if last > .02 {
		t.Errorf("RMSE %g with 20,000 episodes", last)
	}
}

func TestChooseStatesWhole(t *testing.T) {
	tier.Long(t, "five fits; what runs side by side has a test of its own")
	sc, err := scenarios.Load("random:3,2,3,2,4")
	if err != nil {
		t.Fatal(err)
	}
	m := sc.Model
	e := moments.NewEpisodes(m.Sizes(), each(recorded(m, 5000, 8, 3, blindly(m.Sizes()))))
	choice, fit := choose.ChooseStatesWhole(context.Background(), e, nil, 1, 6, moments.Options{Seed: 1, HeldOut: .2}, nil)
	if choice.BIC != 3 || !fit(3).OK() {
		t.Errorf("found %d states (%s), expected 3: %+v", choice.BIC, choice.Sure(), choice.Candidates)
	}
	for i, c := range choice.Candidates {
		if !(c.HeldOut < 0) || i < 3 && i > 0 && c.HeldOut <= choice.Candidates[i-1].HeldOut {
			t.Errorf("%d states: held-out episodes have %g each; it should rise up to 3 states: %+v", c.States, c.HeldOut, choice.Candidates)
		}
	}
}

func BenchmarkWholeStep(b *testing.B) {
	sc, err := scenarios.Load("random:3,3,3,3,4")
	if err != nil {
		b.Fatal(err)
	}
	m := sc.Model
	e := moments.NewEpisodes(m.Sizes(), each(recorded(m, 20_000, 12, 3, blindly(m.Sizes()))))
	b.Logf("%d nodes", e.Nodes())
	for b.Loop() {
		whole.LogLikelihood(e, m)
	}
}

// The intervals of whole episodes hold the truth as often as they say, under a policy that looks
// at what it sees. EEPORL_SLOW=1 takes 300 samples.
func TestWholeIntervalsCover(t *testing.T) {
	seeds, slack := 2, .08
	if os.Getenv("EEPORL_SLOW") != "" {
		seeds, slack = 300, .025
	} else if testing.Short() {
		t.Skip("fits twenty times")
	}
	for _, name := range []string{"tea", "random:2,2,3,2,5"} {
		sc, err := scenarios.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		m := sc.Model
		n := m.Sizes()
		looking := func(rng *rand.Rand, seen int) int {
			if seen < 0 || rng.IntN(3) == 0 {
				return rng.IntN(n.A)
			}
			return seen % n.A
		}
		x, err := pomdp.NewExploration(n.A, 1)
		if err != nil {
			t.Fatal(err)
		}
		held, all := 0, 0
		for seed := range uint64(seeds) {
			e := moments.NewEpisodes(n, each(recorded(m, 1500, 8, seed, looking)))
			fit := whole.Whole(t.Context(), e, nil, n.S, moments.Options{Seed: 1}, &moments.Estimate{Model: m, Sizes: m.Sizes()})
			c := moments.Compare(fit, pomdp.Induce(m, x))
			i := precision.NormalWhole(t.Context(), e, fit, .95)
			if c == nil || i == nil || i.Low == nil {
				t.Fatalf("%s, seed %d: %+v", name, seed, i)
			}
			truth := m.Pairs(c.Order)
			see := func(low, high, v float64) {
				if all++; low <= v && v <= high {
					held++
				}
			}
			for s := range n.S {
				see(i.Low.Initial[0][s], i.High.Initial[0][s], truth.Initial[0][s])
				for a := range n.A {
					pair := n.Pair(a, a)
					for z := range n.Z {
						see(i.Low.Observation[pair][z][s], i.High.Observation[pair][z][s], truth.Observation[pair][z][s])
					}
					for r := range n.R {
						see(i.Low.Reward[pair][r][s], i.High.Reward[pair][r][s], truth.Reward[pair][r][s])
					}
					for s2 := range n.S {
						see(i.Low.Transition[pair][0][s2][s], i.High.Transition[pair][0][s2][s], truth.Transition[pair][0][s2][s])
					}
				}
			}
		}
		rate := float64(held) / float64(all)
		t.Logf("%s: %.3f of %d", name, rate, all)
		if rate < .95-slack || rate > .96+slack {
			t.Errorf("%s: 95 %% intervals hold %.3f of %d truths", name, rate, all)
		}
	}
}

// Whole episodes are learned from as well as can be: the error is what the information promises,
// and smaller than that of their triples by what both informations promise.
func TestWholeReachesTheBound(t *testing.T) {
	if os.Getenv("EEPORL_SLOW") == "" {
		t.Skip("fits 400 times")
	}
	const seeds, slack = 200, .05
	sc, err := scenarios.Load("random:2,2,3,2,5")
	if err != nil {
		t.Fatal(err)
	}
	m := sc.Model
	n := m.Sizes()
	x, err := pomdp.NewExploration(n.A, 1)
	if err != nil {
		t.Fatal(err)
	}
	l := pomdp.Induce(m, x)
	var error2, promised2 [2]float64 // of whole episodes, of triples
	for seed := range uint64(seeds) {
		list := recorded(m, 5000, -8, seed, blindly(n))
		e := moments.NewEpisodes(n, each(list))
		counts := moments.NewCounts(n)
		for _, acts := range list {
			cell := pomdp.Cell{}
			for i := range 4 {
				if cell.Actions[i] = acts[i].Action; i > 0 {
					cell.Outcomes[i-1] = n.Outcome(acts[i-1].Observation, acts[i].Reward)
				}
			}
			counts.AddTriple(cell)
		}
		whole := whole.Whole(t.Context(), e, nil, n.S, moments.Options{Seed: 1}, &moments.Estimate{Model: m, Sizes: m.Sizes()})
		triples := likelihood.Polished(t.Context(), counts, n.S, moments.Options{Seed: 1})
		for i, fit := range []*moments.Estimate{whole, triples} {
			c := moments.Compare(fit, l)
			in := precision.NormalWhole(t.Context(), e, fit, .95)
			if i == 1 {
				in = precision.Normal(t.Context(), counts, fit, .95)
			}
			low, high := in.Average(n, c.Order)
			error2[i] += square(c.Parameters.RMSE) / float64(seeds)
			sum, all := 0.0, 0
			see := func(low, high []float64) {
				for j := range low {
					sum += square((high[j] - low[j]) / 2 / 1.959964)
					all++
				}
			}
			see(low.Initial, high.Initial)
			for a := range n.A {
				for s := range n.S {
					see(low.Transition[a][s], high.Transition[a][s])
					see(low.Observation[a][s], high.Observation[a][s])
					see(low.Reward[a][s], high.Reward[a][s])
				}
			}
			promised2[i] += sum / float64(all) / float64(seeds)
		}
	}
	for i, what := range []string{"whole episodes", "triples"} {
		ratio := math.Sqrt(error2[i] / promised2[i])
		t.Logf("%s: RMSE %.4g, %.3f of what the information promises", what, math.Sqrt(error2[i]), ratio)
		if math.Abs(ratio-1) > slack {
			t.Errorf("%s: RMSE is %.3f of what the information promises", what, ratio)
		}
	}
	better, promised := math.Sqrt(error2[1]/error2[0]), math.Sqrt(promised2[1]/promised2[0])
	t.Logf("whole episodes are %.3f times as precise, promised %.3f", better, promised)
	if better < promised*(1-slack) {
		t.Errorf("whole episodes are %.3f times as precise, promised %.3f", better, promised)
	}
}

func square(x float64) float64 { return x * x }

// Long episodes, which are scaled on some levels alone, have the likelihood that a filter gives them
// step by step.
func TestWholeLongEpisodes(t *testing.T) {
	sc, err := scenarios.Load("random:3,3,3,3,4")
	if err != nil {
		t.Fatal(err)
	}
	m := sc.Model
	list := recorded(m, 40, 500, 3, blindly(m.Sizes()))
	want := 0.0
	for _, acts := range list {
		belief := m.InitialBelief()
		for _, a := range acts {
			var p float64
			belief, p = m.UpdateBelief(belief, a.Action, a.Reward, a.Observation)
			want += math.Log(p)
		}
	}
	e := moments.NewEpisodes(m.Sizes(), each(list))
	if got := whole.LogLikelihood(e, m); math.Abs(got-want) > 1e-10*math.Abs(want) {
		t.Errorf("found %.15g, expected %.15g", got, want)
	}
}

// BenchmarkChooseStatesWhole finds the number of states of 20,000 episodes of 12 steps.
func BenchmarkChooseStatesWhole(b *testing.B) {
	for _, states := range []int{3, 6} {
		b.Run(fmt.Sprintf("S=%d", states), func(b *testing.B) {
			sc, err := scenarios.Load(fmt.Sprintf("random:%d,3,3,3,2", states))
			if err != nil {
				b.Fatal(err)
			}
			m := sc.Model
			e := moments.NewEpisodes(m.Sizes(), each(recorded(m, 20_000, -12, 3, blindly(m.Sizes()))))
			for b.Loop() {
				if choice, _ := choose.ChooseStatesWhole(context.Background(), e, nil, 1, 9, moments.Options{Seed: 7}, nil); choice.BIC != states {
					b.Fatalf("found %d states", choice.BIC)
				}
			}
		})
	}
}
