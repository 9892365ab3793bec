package planning

import (
	"fmt"
	"slices"

	"eeporl/pomdp"
)

// mostTreeNodes bounds the tree that a controller becomes.
const mostTreeNodes = 1_000_000

// Controller is a policy as a graph: what a node does, and where each outcome leads. Where branches lead
// back, as those of pomdp-solve's controllers for an infinite horizon do, it goes on for ever.
type Controller struct {
	Sizes   pomdp.Sizes
	Observe Observe
	Nodes   []ControllerNode
}

// ControllerNode is a node of a Controller.
type ControllerNode struct {
	Action int
	Next   []int // for each outcome; nil where the policy ends
}

// Total lets outcomes that cannot occur, −1 in Next, go where another one goes; where none can, the policy ends.
func (n ControllerNode) Total() ControllerNode {
	some := slices.Max(append(n.Next, -1))
	if some < 0 {
		return ControllerNode{Action: n.Action}
	}
	for k, next := range n.Next {
		if next < 0 {
			n.Next[k] = some
		}
	}
	return n
}

// Ends says whether the policy ends somewhere.
func (c *Controller) Ends() bool {
	for _, n := range c.Nodes {
		if n.Next == nil {
			return true
		}
	}
	return false
}

// Tree is what the controller does in so many steps from a node on. A policy that ends has to end then.
func (c *Controller) Tree(root, steps int, discount float64) (*Tree, error) {
	t := &Tree{Sizes: c.Sizes, Observe: c.Observe, Discount: discount, Coordinates: NoStates}
	level := []int{root} // the controller's nodes with so many steps left
	for left := steps; left > 0; left-- {
		if len(t.Nodes)+len(level) > mostTreeNodes {
			return nil, fmt.Errorf("found more than %d nodes in %d steps, expected at most so many", mostTreeNodes, steps)
		}
		after, place := []int(nil), map[int]int{}
		below := len(t.Nodes) + len(level)
		for _, i := range level {
			n := c.Nodes[i]
			if ends := n.Next == nil; ends && left > 1 || !ends && left == 1 && c.Ends() {
				return nil, fmt.Errorf("found a policy that does not end after %d steps, expected one that does, or that goes on for ever", steps)
			}
			node := Node{T: left, Action: n.Action, Pair: -1}
			for k := 0; left > 1 && k < len(n.Next); k++ {
				at, ok := place[n.Next[k]]
				if !ok {
					at = below + len(after)
					place[n.Next[k]], after = at, append(after, n.Next[k])
				}
				node.Next = append(node.Next, at)
			}
			t.Nodes = append(t.Nodes, node)
		}
		level = after
	}
	return t, nil
}

// Renumbered is the controller where its actions and outcomes bear other numbers: its action i is actions[i] in n, and n's
// outcome k is its own outcomes[k].
func (c *Controller) Renumbered(n pomdp.Sizes, actions, outcomes []int) *Controller {
	out := &Controller{Sizes: n, Observe: c.Observe}
	for _, node := range c.Nodes {
		to := ControllerNode{Action: actions[node.Action]}
		for i := 0; i < len(outcomes) && node.Next != nil; i++ {
			to.Next = append(to.Next, node.Next[outcomes[i]])
		}
		out.Nodes = append(out.Nodes, to)
	}
	return out
}

// Always is the controller that does one action.
func Always(action int, n pomdp.Sizes) *Controller {
	return &Controller{n, ObserveZ, []ControllerNode{{action, make([]int, n.Z)}}}
}
