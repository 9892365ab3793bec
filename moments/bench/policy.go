package bench

import (
	"fmt"

	"eeporl/pomdp"
)

// PolicyNode is a node of a policy tree: what is done there, and which node follows what was seen,
// by z·|R| + r, or by z alone. Next is empty at the last step. Node 0 is the root, and every node
// stands after those that lead to it.
type PolicyNode struct {
	Action int   `json:"action"`
	Next   []int `json:"next"`
	Steps  int   `json:"-"` // to go, from 1 for the last one
}

// Task is what a policy is asked for. Without one none is.
type Task struct {
	Horizon  int       `json:"horizon"`
	Discount float64   `json:"discount"`
	Rewards  []float64 `json:"rewards"` // of the levels r
}

// policy checks a policy tree and counts the steps to go.
func policy(nodes []PolicyNode, n pomdp.Sizes) error {
	branches := 0
	for i := len(nodes) - 1; i >= 0; i-- {
		node := &nodes[i]
		if node.Action < 0 || node.Action >= n.A {
			return fmt.Errorf("tree: found action %d in node %d, expected one from 0 to %d", node.Action, i, n.A-1)
		}
		if node.Steps = 1; len(node.Next) == 0 {
			continue
		}
		if branches == 0 {
			branches = len(node.Next)
		}
		if b := len(node.Next); b != branches || b != n.Z && b != n.Outcomes() {
			return fmt.Errorf("tree: found %d branches in node %d, expected one for each z, %d, or each z·R + r, %d, the same everywhere", b, i, n.Z, n.Outcomes())
		}
		for _, next := range node.Next {
			if next <= i || next >= len(nodes) {
				return fmt.Errorf("tree: found a branch to %d in node %d, expected a later one, at most %d", next, i, len(nodes)-1)
			}
			if node.Steps = nodes[next].Steps + 1; node.Steps != nodes[node.Next[0]].Steps+1 {
				return fmt.Errorf("tree: found a branch to %d, where fewer or more steps are left in node %d, expected as many as after its first branch", next, i)
			}
		}
	}
	return nil
}
