package posterior

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"eeporl/moments"
	"eeporl/moments/likelihood"
	"eeporl/moments/momentstest"
	"eeporl/moments/num"
	"eeporl/moments/params"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
)

// Every episode has a first state, and three steps of which the counts show something.
func TestAllocationsAddUp(t *testing.T) {
	tr := pomdptest.TruthFor(t, pomdptest.Load(t, "noisy-tiger"))
	counts := momentstest.Sample(t, tr, 1e4, 3)
	g := newGibbs(counts, 2, 1, rand.New(rand.NewPCG(1, 2)))
	copy(g.x, g.Random(1, 0))
	for range 3 {
		g.sweep()
		g.allocate(g.drawn)
		for kind, at := range map[string][3]float64{"b": {0, float64(g.T), 1e4}, "T": {float64(g.T), float64(g.Z), 3e4}, "Z": {float64(g.Z), float64(g.R), 3e4}, "R": {float64(g.R), float64(g.Size), 3e4}} {
			if got := num.Sum(g.uses[int(at[0]):int(at[1])]); got != at[2] {
				t.Errorf("%s: found %g uses, expected %g", kind, got, at[2])
			}
		}
	}
}

// Shared out in proportion a sweep is EM's step, and the mean of many random ones is the same.
func TestExpectedAllocationIsEM(t *testing.T) {
	tr := pomdptest.TruthFor(t, pomdptest.Load(t, "tea"))
	counts := momentstest.Sample(t, tr, 2000, 3)
	g := newGibbs(counts, 2, 1, rand.New(rand.NewPCG(1, 2)))
	x := g.Random(5, 0)
	copy(g.x, x)
	g.allocate(expected)
	want := slices.Clone(g.uses)
	l := likelihood.NewLikelihood(counts, 2)
	step := make([]float64, l.Size)
	l.Step(x, step)
	got := slices.Clone(want)
	g.Maximise(x, got)
	for i, v := range step {
		if math.Abs(v-got[i]) > 1e-10 {
			t.Errorf("%s: found %g, expected %g", l.Name(i), got[i], v)
		}
	}
	const draws = 400
	mean := make([]float64, g.Size)
	for range draws {
		g.allocate(g.drawn)
		for i, v := range g.uses {
			mean[i] += v / draws
		}
	}
	for i, v := range want {
		if math.Abs(mean[i]-v) > 6*math.Sqrt(v/draws)+.1 {
			t.Errorf("%s: found %g uses on average, expected %g", l.Name(i), mean[i], v)
		}
	}
}

// A mixture of a model with itself under other names of the states predicts as the model does.
func TestMixtureOfOneModelIsTheModel(t *testing.T) {
	m := pomdptest.Load(t, "noisy-tiger")
	l := params.NewLayout(m.Sizes())
	x := l.Vector(m)
	mix := newMixture(l, m.RewardValues(), [][]float64{x, l.Reordered(x, []int{1, 0}), x})
	rng := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		is, told := m.Start(), mix.Start()
		for range 5 {
			a := rng.IntN(m.Sizes().A)
			want, got := m.Outcomes(is, a), mix.Outcomes(told, a)
			o := 0
			for i := range want {
				if math.Abs(want[i]-got[i]) > 1e-14 {
					t.Fatalf("found %v, expected %v", got, want)
				}
				if want[i] > want[o] || rng.IntN(3) == 0 && want[i] > 0 {
					o = i
				}
			}
			z, r := m.Sizes().OutcomeAt(o)
			is, told = m.Next(is, a, r, z), mix.Next(told, a, r, z)
		}
	}
}

// Simulation-based calibration (Talts et al. 2018): where the truth is drawn from the prior, its rank among the draws
// is uniform, for figures that do not depend on the states' names. EEPORL_SLOW=1 takes 400 truths.
func TestPosteriorIsCalibrated(t *testing.T) {
	truths := 60
	if os.Getenv("EEPORL_SLOW") != "" {
		truths = 400
	} else if testing.Short() {
		t.Skip("draws from many posteriors")
	}
	n := pomdp.Sizes{S: 2, A: 2, Z: 2, R: 2}
	l := params.NewLayout(n)
	rewards := []float64{0, 1}
	figures := func(x []float64) (out []float64) {
		m := newMixture(l, rewards, [][]float64{x})
		for a := range n.A { // of what follows the first action, and of what follows it and the likelier outcome
			first := m.Outcomes(m.Start(), a)
			out = append(out, first[0], first[3], m.Outcomes(m.Next(m.Start(), a, 1, 1), a)[0])
		}
		return out
	}
	const bins = mostKept + 1
	ranks := make([][bins]int, 6)
	for i := range truths {
		g := newGibbs(moments.NewCounts(n), 2, moments.DefaultPrior, num.NewRand(uint64(i), pomdp.StreamScenario, 7))
		g.drawParameters() // from the prior: nothing was used
		m, err := l.Model("drawn", g.x, 4, rewards)
		if err != nil {
			t.Fatal(err)
		}
		law := pomdp.ExactLaw(m, pomdptest.Explore(t, 2, .5))
		counts, err := moments.Sample(law, 200, pomdp.Source(uint64(i), pomdp.StreamLeap, 1))
		if err != nil {
			t.Fatal(err)
		}
		is := figures(g.x)
		chain := newGibbs(counts, 2, moments.DefaultPrior, num.NewRand(uint64(i), pomdp.StreamEstimator, 1))
		copy(chain.x, chain.Random(uint64(i), 3))
		kept, _, _ := chain.run(context.Background(), moments.DefaultSweeps)
		for f := range is {
			below := 0
			for _, x := range kept {
				if figures(x)[f] < is[f] {
					below++
				}
			}
			ranks[f][below]++
		}
	}
	for f, counted := range ranks {
		// In three thirds of the ranks, so that each has enough.
		thirds := [3]float64{}
		for rank, k := range counted {
			thirds[rank*3/bins] += float64(k)
		}
		chi := 0.0
		for _, k := range thirds {
			chi += num.Square(k-float64(truths)/3) / (float64(truths) / 3)
		}
		t.Logf("figure %d: ranks by thirds %v, χ² %.1f", f, thirds, chi)
		if chi > 13.8 { // 1 in 1000
			t.Errorf("figure %d: the truth's ranks are %v by thirds, expected a third each", f, thirds)
		}
	}
}

// Posterior quantiles hold the truth as often as they say, inside (0, 1). EEPORL_SLOW=1 takes 100 data sets.
func TestPosteriorIntervalsCover(t *testing.T) {
	seeds, slack := 6, .1
	if os.Getenv("EEPORL_SLOW") != "" {
		seeds, slack = 100, .025
	} else if testing.Short() {
		t.Skip("draws from many posteriors")
	}
	tr := pomdptest.TruthFor(t, pomdptest.Load(t, "robot"))
	l := params.NewLayout(tr.Model.Sizes())
	truth := l.Vector(tr.Model)
	held, all := 0, 0
	for seed := range uint64(seeds) {
		e := Bayes(context.Background(), momentstest.Sample(t, tr, 1e4, seed+900), l.N.S, moments.Options{Seed: seed})
		var drawn [][]float64
		for _, x := range e.Posterior.All {
			drawn = append(drawn, l.Reordered(x, l.BestOrder(x, truth)))
		}
		for i, is := range truth {
			if is == 0 || is == 1 {
				continue
			}
			var values []float64
			for _, x := range drawn {
				values = append(values, x[i])
			}
			slices.Sort(values)
			cut := (len(values)+1)/40 - 1 // of n values all but 2·cut + 1 of n + 1 gaps lie between
			all++
			if values[cut] <= is && is <= values[len(values)-1-cut] {
				held++
			}
		}
	}
	share := float64(held) / float64(all)
	t.Logf("95 %% intervals of the posterior hold %.3f of %d", share, all)
	if math.Abs(share-.95) > slack {
		t.Errorf("found %.3f, expected .95", share)
	}
}
