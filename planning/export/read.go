package export

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"eeporl/planning"
	"eeporl/pomdp"
)

// mostNodes bounds the nodes of a file that is read, and of the tree that it becomes.
const mostNodes = 1_000_000

// Controller is a policy as a graph: what a node does, and where each outcome leads. Where branches lead
// back, as those of pomdp-solve's controllers for an infinite horizon do, it goes on for ever.
type Controller struct {
	Sizes   pomdp.Sizes
	Observe planning.Observe
	Nodes   []ControllerNode
}

// ControllerNode is a node of a Controller.
type ControllerNode struct {
	Action int
	Next   []int // for each outcome; nil where the policy ends
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

// ReadPG reads pomdp-solve's .pg layout (pomdp.org, "Policy Graph File Format"), as PG writes it too, for
// a model of sizes n: a line for each node with its number, its action's index and the next node for each
// observation, or for each z·|R| + r; all of them - where the policy ends, one of them - or X where the outcome
// cannot occur. The error names the line, what was found and what was expected.
func ReadPG(r io.Reader, n pomdp.Sizes) (*Controller, error) {
	c := &Controller{Sizes: n, Observe: planning.ObserveZ}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<24)
	branches, last := -1, 0 // last is the highest node that a branch leads to
	for number := 1; lines.Scan(); number++ {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		at := func(format string, a ...any) error { return fmt.Errorf("%d: "+format, append([]any{number}, a...)...) }
		if len(c.Nodes) == mostNodes {
			return nil, at("found more than %d nodes, expected at most so many", mostNodes)
		}
		if branches < 0 {
			switch branches = len(words) - 2; {
			case branches == n.Z:
			case branches == n.Outcomes():
				c.Observe = planning.ObserveRZ
			default:
				return nil, at("found %d branches, expected %d, one an observation, or %d, one an observation and reward", branches, n.Z, n.Outcomes())
			}
		}
		if len(words) != branches+2 {
			return nil, at("found %d branches, expected %d as before", len(words)-2, branches)
		}
		if words[0] != strconv.Itoa(len(c.Nodes)) {
			return nil, at("found the node %q, expected %d", words[0], len(c.Nodes))
		}
		action, err := strconv.Atoi(words[1])
		if err != nil || action < 0 || action >= n.A {
			return nil, at("found the action %q, expected one from 0 to %d", words[1], n.A-1)
		}
		node, some := ControllerNode{Action: action}, -1
		next := make([]int, branches)
		for k, w := range words[2:] {
			if next[k] = -1; w == "-" || w == "X" {
				continue
			}
			if next[k], err = strconv.Atoi(w); err != nil || next[k] < 0 || next[k] >= mostNodes {
				return nil, at("found the branch %q, expected a node's number, -, or X", w)
			}
			some, last = next[k], max(last, next[k])
		}
		if some >= 0 {
			for k := range next {
				if next[k] < 0 {
					next[k] = some // no matter which
				}
			}
			node.Next = next
		}
		c.Nodes = append(c.Nodes, node)
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(c.Nodes) == 0 {
		return nil, errors.New("1: found no node, expected a line for each: its number, its action, and where each branch leads")
	}
	if last >= len(c.Nodes) {
		return nil, fmt.Errorf("found a branch to node %d, expected one of the %d", last, len(c.Nodes))
	}
	return c, nil
}

// Tree is what the controller does in so many steps from a node on. A policy that ends has to end then.
func (c *Controller) Tree(root, steps int, discount float64) (*planning.Tree, error) {
	t := &planning.Tree{Sizes: c.Sizes, Observe: c.Observe, Discount: discount, Coordinates: planning.NoStates}
	level := []int{root} // the controller's nodes with so many steps left
	for left := steps; left > 0; left-- {
		if len(t.Nodes)+len(level) > mostNodes {
			return nil, fmt.Errorf("found more than %d nodes in %d steps, expected at most so many", mostNodes, steps)
		}
		after, place := []int(nil), map[int]int{}
		below := len(t.Nodes) + len(level)
		for _, i := range level {
			n := c.Nodes[i]
			if ends := n.Next == nil; ends && left > 1 || !ends && left == 1 && c.Ends() {
				return nil, fmt.Errorf("found a policy that does not end after %d steps, expected one that does, or that goes on for ever", steps)
			}
			node := planning.Node{T: left, Action: n.Action, Pair: -1}
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

// Always is the controller that does one action.
func Always(action int, n pomdp.Sizes) *Controller {
	return &Controller{n, planning.ObserveZ, []ControllerNode{{action, make([]int, n.Z)}}}
}
