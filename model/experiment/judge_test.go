package experiment_test

import (
	"math"
	"testing"

	"eeporl/model/experiment"
	"eeporl/planning"
	"eeporl/pomdp"
)

// What a log says of a policy is its exact value, to within the error that it states: under exploring, and where a policy
// that looks at what it sees acted half of the time. And where a log never does what the policy does it says nothing.
func TestLogJudgesAPolicy(t *testing.T) {
	if testing.Short() {
		t.Skip("simulates half a million episodes")
	}
	for _, name := range []string{"tea", "robot", "diagnosis"} {
		truth := truth(t, name)
		m := truth.Model
		best, err := planning.Optimal(t.Context(), m, planning.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for by, policy := range map[string]pomdp.Policy{"exploring": truth.Exploration, "mixed": mixed{best.Tree.Policy(), truth.Exploration}} {
			square, off := 0.0, 0.0
			const seeds = 20
			for seed := range uint64(seeds) {
				j := experiment.JudgeByLog(recorded(m, policy, seed, 4000), best.Tree, m.RewardValues(), 1)
				z := (j.Value - best.Value) / j.StandardError
				square += z * z / seeds
				off += z / seeds
				if !(j.Followed > 0 && j.Effective <= j.Episodes*1.0001 && j.Effective >= 1) {
					t.Errorf("%s, %s: found %+v", name, by, j)
				}
			}
			t.Logf("%s, %s: mean z %.2f, mean z² %.2f", name, by, off, square)
			if square > 2.2 || math.Abs(off) > .9 {
				t.Errorf("%s, %s: mean z %.2f, mean z² %.2f", name, by, off, square)
			}
		}
		never := recorded(m, best.Tree.Policy(), 1, 500)
		other, err := planning.Optimal(t.Context(), m, planning.Options{})
		if err != nil {
			t.Fatal(err)
		}
		tree := *other.Tree
		tree.Nodes = append([]planning.Node(nil), tree.Nodes...)
		tree.Nodes[0].Action = (tree.Nodes[0].Action + 1) % m.Sizes().A
		if j := experiment.JudgeByLog(never, &tree, m.RewardValues(), 1); j.Followed != 0 || !math.IsNaN(j.Value) {
			t.Errorf("%s: found %+v of a log that never does what the policy does", name, j)
		}
	}
}
