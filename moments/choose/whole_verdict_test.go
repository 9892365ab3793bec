package choose

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"eeporl/moments"
	"eeporl/moments/likelihood"
	"eeporl/moments/whole"
	"eeporl/pomdp"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/pomdptest"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/pomdp/workers"
)

// lived draws episodes of a model; policy chooses the next action from the last observation, −1 at the
// beginning.
func lived(rng *rand.Rand, m *pomdp.POMDP, episodes, steps int, policy func(seen int) int) *moments.Episodes {
	n := m.Sizes()
	draw := func(size int, p func(i int) float64) int {
		u := rng.Float64()
		for i := range size - 1 {
			if u -= p(i); u < 0 {
				return i
			}
		}
		return size - 1
	}
	return moments.NewEpisodes(n, func(yield func([]pomdp.Act, float64) bool) {
		for range episodes {
			s, seen := draw(n.S, m.Initial), -1
			acts := make([]pomdp.Act, steps)
			for t := range acts {
				a := policy(seen)
				r := draw(n.R, func(r int) float64 { return m.R(a, s, r) })
				s = draw(n.S, func(next int) float64 { return m.T(a, s, next) })
				seen = draw(n.Z, func(z int) float64 { return m.Z(a, s, z) })
				acts[t] = pomdp.Act{Action: a, Reward: r, Observation: seen}
			}
			if !yield(acts, 1) {
				return
			}
		}
	})
}

// blindly chooses among actions; looking does so by what was seen, mostly.
func blindly(rng *rand.Rand, actions int) func(int) int {
	return func(int) int { return rng.IntN(actions) }
}

func looking(rng *rand.Rand, actions int) func(int) int {
	return func(seen int) int {
		if seen < 0 || rng.Float64() < .3 {
			return rng.IntN(actions)
		}
		return seen % actions
	}
}

func runsOf(name string, or int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return or
}

// The maximum found is not below the best of 200 random starts, each climbed to its end, or a finding says
// so: with the right number of states, with too many, and with few episodes. EEPORL_MAXIMA says how many
// problems are tried.
func TestWholeReachesTheBestMaximum(t *testing.T) {
	tier.Long(t, "climbs many times, mostly without sharing")
	const starts = 200
	missed, said := 0, 0
	problems := runsOf("EEPORL_MAXIMA", 2)
	for i := runsOf("EEPORL_MAXIMA_FROM", 0); i < problems; i++ {
		rng := rand.New(rand.NewPCG(uint64(i), 43))
		n := pomdp.Sizes{S: 2 + i%2, A: 2, Z: 2 + i/2%2, R: 2}
		m := pomdptest.RandomModel(t, n, uint64(i))
		policy := blindly(rng, n.A)
		if i%3 == 2 {
			policy = looking(rng, n.A)
		}
		e := lived(rng, m, []int{20, 60, 150, 400}[i/3%4], 4+i%4, policy)
		states := n.S + i/2%2
		fit := whole.Whole(context.Background(), e, nil, states, moments.Options{Seed: uint64(i)}, nil)
		w := whole.NewLikelihood(e, states)
		best := make([]float64, starts)
		workers.Each(starts, func() func(int) {
			own := whole.NewLikelihood(e, states)
			own.Alone = true
			return func(j int) {
				best[j] = own.Climb(context.Background(), w.Random(1e6+uint64(i), j)).Value
			}
		})
		if short := slices.Max(best) - fit.Likelihood.Last(); short > 2*moments.SameMaximum {
			missed++
			if _, told := fit.Find(finding.LocalOptimumSuspected); !told {
				said++
				t.Logf("problem %d, %d states: %.3f below the best of %d starts, without a word; %d of %d ended there, the next at %.3f", i, states, short, starts, fit.Likelihood.Best, fit.Likelihood.Searched, fit.Likelihood.Next-fit.Likelihood.Last())
			}
		}
	}
	t.Logf("missed %d of %d, %d without a word", missed, problems, said)
	if said > 0 {
		t.Errorf("found %d of %d maxima below the best of %d starts without a word", said, problems, starts)
	}
}

// Where the model holds, poor-fit is said of no more than 1 log of 100; where a state is missing it is said
// of most. EEPORL_ALARMS says how many logs are tried.
func TestPoorFitOfWholeEpisodes(t *testing.T) {
	tier.Long(t, "climbs many times, mostly without sharing")
	logs := runsOf("EEPORL_ALARMS", 5)
	alarms, suspected, power, judged := 0, 0, 0, 0
	most := 0.0
	for i := range logs {
		rng := rand.New(rand.NewPCG(uint64(i), 44))
		n := pomdp.Sizes{S: 1 + i%3, A: 2, Z: 2, R: 2}
		m := pomdptest.RandomModel(t, n, uint64(1000+i))
		policy := blindly(rng, n.A)
		if i%2 == 1 {
			policy = looking(rng, n.A)
		}
		e := lived(rng, m, []int{50, 200, 1000, 3000}[i/2%4], 4+i%5, policy)
		start := &moments.Estimate{Model: m, Sizes: n}
		fit := whole.Whole(context.Background(), e, nil, n.S, moments.Options{Seed: uint64(i)}, start)
		most = math.Max(most, fit.Likelihood.Misfit)
		if _, told := fit.Find(finding.PoorFit); told {
			alarms++
			t.Logf("log %d: %.2f with %d states", i, fit.Likelihood.Misfit, n.S)
		}
		if _, told := fit.Find(finding.LocalOptimumSuspected); told {
			suspected++
		}
		if n.S > 1 && e.Total() >= 1000 {
			judged++
			if few := whole.Whole(context.Background(), e, nil, n.S-1, moments.Options{Seed: uint64(i)}, nil); few.Likelihood.Misfit > likelihood.PoorFit {
				power++
			}
		}
	}
	t.Logf("%d false alarms in %d logs, the largest %.2f; %d local optima suspected; a state too few told in %d of %d", alarms, logs, most, suspected, power, judged)
	if alarms > max(1, logs/100) {
		t.Errorf("found poor-fit in %d of %d logs whose model holds", alarms, logs)
	}
}

// Episodes that are held back at random prefer the true number of states, where there are enough episodes for
// BIC to tell it. EEPORL_HELD says how many samples are tried.
func TestHeldOutPrefersTheTruth(t *testing.T) {
	tier.Long(t, "climbs many times, mostly without sharing")
	samples := runsOf("EEPORL_HELD", 2)
	wrong, untold := 0, 0
	for i := range samples {
		rng := rand.New(rand.NewPCG(uint64(i), 45))
		n := pomdp.Sizes{S: 2, A: 2, Z: 2, R: 2}
		m := pomdptest.RandomModel(t, n, uint64(2000+i%10))
		e := lived(rng, m, 3000, 4, blindly(rng, n.A))
		choice, _ := ChooseStatesWhole(context.Background(), e, nil, 1, 4, moments.Options{Seed: uint64(i), HeldOut: .3}, nil)
		if choice.BIC != 2 {
			untold++
		} else if choice.Held != 2 {
			wrong++
			t.Logf("sample %d of model %d: %s", i, i%10, choice.Sure())
		}
	}
	t.Logf("%d of %d wrong; %d more that hold too little", wrong, samples-untold, untold)
	if wrong > max(1, (samples-untold)/20) {
		t.Errorf("found another number of states in %d of %d samples", wrong, samples-untold)
	}
}
