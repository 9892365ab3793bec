package experiment_test

import (
	"math"
	"os"
	"testing"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/moments/whole"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest/tier"
)

// What a log says of a policy is its exact value, to within the error that it states: under exploring, and where a policy
// that looks at what it sees acted half of the time. And where a log never does what the policy does it says nothing.
func TestLogJudgesAPolicy(t *testing.T) {
	tier.Long(t, "simulates half a million episodes")
	for _, name := range []string{"tea", "robot", "diagnosis", "noisy-tiger"} {
		truth := truth(t, name)
		m := truth.Model
		best, err := planning.Optimal(t.Context(), m, planning.Options{})
		if err != nil {
			t.Fatal(err)
		}
		// A model that is not right: what 100 episodes tell.
		wrong := whole.Whole(t.Context(), recorded(m, truth.Exploration, 99, 100), nil, m.Sizes().S, moments.Options{RewardValues: m.RewardValues()}, nil).Model
		for by, policy := range map[string]pomdp.Policy{"exploring": truth.Exploration, "mixed": mixed{best.Tree.Policy(), truth.Exploration}} {
			seeds := 20.0
			if os.Getenv("EEPORL_SLOW") != "" {
				seeds = 500
			}
			var off, square, held [2]float64
			narrower := 0.0
			for seed := range uint64(seeds) {
				j := judged(t, recorded(m, policy, seed, 4000), wrong, best.Tree)
				for i, r := range []experiment.Reading{j.Weighted, j.Robust} {
					z := (r.Value - best.Value) / r.StandardError
					off[i] += z / seeds
					square[i] += z * z / seeds
					if math.Abs(z) <= 1.96 {
						held[i] += 1 / seeds
					}
				}
				narrower += j.Robust.StandardError / j.Weighted.StandardError / seeds
				if !(j.Followed > 0 && j.Effective <= j.Episodes*1.0001 && j.Effective >= 1) {
					t.Errorf("%s, %s: found %+v", name, by, j)
				}
			}
			t.Logf("%s, %s: mean z %.2f, mean z² %.2f, within 1.96 errors %.3f, weighted and robust; the robust error is %.2f of the weighted one", name, by, off, square, held, narrower)
			for i := range off {
				if square[i] > 2.2 || math.Abs(off[i]) > .9 {
					t.Errorf("%s, %s: mean z %.2f, mean z² %.2f", name, by, off, square)
				}
			}
		}
		never := recorded(m, best.Tree.Policy(), 1, 500)
		tree := *best.Tree
		tree.Nodes = append([]planning.Node(nil), tree.Nodes...)
		tree.Nodes[0].Action = (tree.Nodes[0].Action + 1) % m.Sizes().A
		if j := judged(t, never, m, &tree); j.Followed != 0 || !math.IsNaN(j.Weighted.Value) || !math.IsNaN(j.Robust.Value) {
			t.Errorf("%s: found %+v of a log that never does what the policy does", name, j)
		}
	}
}

func judged(t *testing.T, e *moments.Episodes, model *pomdp.POMDP, tree *planning.Tree) experiment.Judged {
	t.Helper()
	j, err := experiment.JudgeByLog(e, experiment.CountHabit(e, tree.Nodes[0].T), model, tree, model.RewardValues(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// Episodes kept back value a policy that was learned without them as it is truly worth. (The errors are stated somewhat wide:
// they take the rates that were read off the log for the true ones.)
func TestEpisodesKeptBackJudge(t *testing.T) {
	tier.Long(t, "learns many times")
	truth := truth(t, "tea")
	m := truth.Model
	var off, square [2]float64
	const seeds = 24
	for seed := range uint64(seeds) {
		o := moments.Options{Seed: seed, RewardValues: m.RewardValues(), Horizon: m.Horizon()}
		all := recorded(m, truth.Exploration, seed, 1200)
		h, err := experiment.JudgeHeldOut(t.Context(), all, experiment.CountHabit(all, m.Horizon()), .5, 2, o, planning.Options{Horizon: m.Horizon()})
		if err != nil {
			t.Fatal(err)
		}
		_, value, err := planning.Evaluate(m, h.Planned.Tree)
		if err != nil {
			t.Fatal(err)
		}
		if h.LearnedFrom+h.Judged.Episodes != 1200 {
			t.Errorf("found %g and %g episodes, expected 1200 in all", h.LearnedFrom, h.Judged.Episodes)
		}
		for i, r := range []experiment.Reading{h.Judged.Weighted, h.Judged.Robust} {
			z := (r.Value - value) / r.StandardError
			off[i] += z / seeds
			square[i] += z * z / seeds
		}
	}
	t.Logf("mean z %.2f, mean z² %.2f, weighted and robust", off, square)
	for i := range off {
		if square[i] > 2 || math.Abs(off[i]) > .7 {
			t.Errorf("mean z %.2f, mean z² %.2f", off, square)
		}
	}
}

// Where the log states its actions' probabilities, and episodes that did the same differ in them, each counts by its own.
func TestEachEpisodeCountsByItsOwnProbability(t *testing.T) {
	m := truth(t, "tea").Model
	tree, err := planning.Always(1, m.Sizes()).Tree(0, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	stated := experiment.NewStated(1)
	sum, earned, squares := 0.0, 0.0, 0.0
	e := moments.NewEpisodes(m.Sizes(), func(yield func([]pomdp.Act, float64) bool) {
		for i := range 400 {
			act := pomdp.Act{Action: i % 2, Reward: i / 2 % 3 / 2, Observation: i % 2}
			p := .1 + .8*float64(i%7)/7
			if i%50 == 1 {
				p = math.NaN() // which the log does not say
			}
			stated.Add([]pomdp.Act{act}, []float64{p})
			if act.Action == 1 && p > 0 {
				sum, earned, squares = sum+1/p, earned+m.RewardValues()[act.Reward]/p, squares+1/p/p
			}
			if !yield([]pomdp.Act{act}, 1) {
				return
			}
		}
	})
	j, err := experiment.JudgeByLog(e, stated, m, tree, m.RewardValues(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(j.Weighted.Value-earned/sum) > 1e-12 || math.Abs(j.Effective-sum*sum/squares) > 1e-9 || math.Abs(j.Followed-192) > 1e-9 || math.Abs(j.Episodes-392) > 1e-9 {
		t.Errorf("found %+v, expected %g, as much as %g episodes tell, of 192 that follow and 392", j, earned/sum, sum*sum/squares)
	}
}
