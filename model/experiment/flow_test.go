package experiment_test

import (
	"context"
	"math"
	"testing"

	"eeporl/model/experiment"
	"eeporl/planning"
)

// The branches of every level of a tree have total probability 1, and the
// probabilities weigh the nodes' values into the tree's.
func TestReachSumsToOne(t *testing.T) {
	tr := truth(t, "robot")
	p, err := experiment.PlanModel(context.Background(), planning.Options{Horizon: 4}, tr)
	if err != nil {
		t.Fatal(err)
	}
	sum := map[int]float64{}
	for i, row := range p.Reach {
		for _, q := range row {
			sum[p.Tree.Nodes[i].T] += q
		}
	}
	for _, steps := range []int{4, 3, 2} {
		if math.Abs(sum[steps]-1) > 1e-12 {
			t.Errorf("branches with %d steps to go have probability %g", steps, sum[steps])
		}
	}
}
