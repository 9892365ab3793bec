package experiment_test

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/whole"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest/tier"
)

// As many episodes as a way promises to need tell a policy's worth as well as was asked for, to within a fifth (EEPORL_SLOW=1);
// and a design tells more than exploring does.
func TestDesignsTellWhatTheyPromise(t *testing.T) {
	tier.Long(t, "learns many times")
	truth := truth(t, "tea")
	m := truth.Model
	best, err := planning.Optimal(t.Context(), m, planning.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ways, err := experiment.WaysOf(t.Context(), m, truth.Exploration, best.Tree, nil, true)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", ways)
	half, seeds, most := .12, 16, 2.2
	if os.Getenv("EEPORL_SLOW") != "" {
		half, seeds, most = .05, 300, 1.2
	}
	for by, policy := range map[string]pomdp.Policy{"exploring": truth.Exploration, "designed": drawn{ways.Worth.Shares}} {
		variance := map[string]float64{"exploring": ways.Worth.Exploring, "designed": ways.Worth.Designed}[by]
		episodes := experiment.Within(variance, half, .95)
		square := 0.0
		for seed := range uint64(seeds) {
			list := recorded(m, policy, seed, int(episodes))
			if d, ok := policy.(drawn); ok {
				list = d.recorded(m, seed, int(episodes))
			}
			e := whole.Whole(t.Context(), list, nil, m.Sizes().S, moments.Options{Seed: seed, RewardValues: m.RewardValues(), Horizon: m.Horizon()}, nil)
			_, v, err := planning.Evaluate(e.Model, best.Tree)
			if err != nil {
				t.Fatal(err)
			}
			square += (v - best.Value) * (v - best.Value) / float64(seeds)
		}
		found := 1.96 * math.Sqrt(square)
		t.Logf("%s: %.0f episodes, asked for ± %g, found ± %.3g", by, episodes, half, found)
		if needed := episodes * (found / half) * (found / half); needed > most*episodes || needed < episodes/most {
			t.Errorf("%s: %.0f episodes would do, and %.0f were promised", by, needed, episodes)
		}
	}
	if w := ways.Worth; !(w.Designed < w.Exploring) || len(w.Shares) == 0 {
		t.Errorf("found %+v", w)
	}
}

// drawn takes a sequence of actions by the shares of a design.
type drawn struct{ shares []experiment.Share }

// Next makes it a policy that is never asked.
func (drawn) Next([]pomdp.Step, []float64) {}

func (d drawn) recorded(m *pomdp.POMDP, seed uint64, n int) *moments.Episodes {
	rng := rand.New(rand.NewPCG(seed, 17))
	return moments.NewEpisodes(m.Sizes(), func(yield func([]pomdp.Act, float64) bool) {
		for i := range n {
			x := rng.Float64()
			actions := d.shares[0].Actions
			for _, s := range d.shares {
				if actions = s.Actions; x < s.Of {
					break
				}
				x -= s.Of
			}
			for acts := range recorded(m, fixed(actions), seed*1_000_003+uint64(i), 1).All {
				if !yield(acts, 1) {
					return
				}
			}
		}
	})
}

// fixed takes its actions one after the other.
type fixed []int

func (f fixed) Next(past []pomdp.Step, probs []float64) {
	clear(probs)
	probs[f[len(past)]] = 1
}

// As many exploring episodes as are promised to, tell which first action is the best: about as often as was asked for.
func TestFirstActionIsToldAsOftenAsAskedFor(t *testing.T) {
	tier.Long(t, "learns many times")
	truth := truth(t, "tea")
	m := truth.Model
	best, err := planning.Optimal(t.Context(), m, planning.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ways, err := experiment.WaysOf(t.Context(), m, truth.Exploration, best.Tree, nil, true)
	if err != nil {
		t.Fatal(err)
	}
	x := ways.First
	if x == nil || x.Action != best.First[1] || !(x.By > 0) || !(x.Way.Designed < x.Way.Exploring) {
		t.Fatalf("found %+v, expected the lead of action %d", x, best.First[1])
	}
	const sure = .9
	episodes, seeds, right := experiment.Sure(x.Way.Exploring, x.By, sure), 16, 0
	if os.Getenv("EEPORL_SLOW") != "" {
		seeds = 400
	}
	for seed := range uint64(seeds) {
		e := whole.Whole(t.Context(), recorded(m, truth.Exploration, seed, int(episodes)), nil, m.Sizes().S, moments.Options{Seed: seed, RewardValues: m.RewardValues(), Horizon: m.Horizon()}, nil)
		plan, err := planning.Optimal(t.Context(), e.Model, planning.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if plan.First[1] == x.Action {
			right++
		}
	}
	share := float64(right) / float64(seeds)
	wide := 3 * math.Sqrt(sure*(1-sure)/float64(seeds))
	t.Logf("%.0f episodes: %.3f of %d seeds begin as they should, %g was asked for", episodes, share, seeds, sure)
	if share < sure-wide-.03 {
		t.Errorf("%.3f of %d seeds begin as they should, expected %g", share, seeds, sure)
	}
}
