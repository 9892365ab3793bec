package export

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"eeporl/planning"
	"eeporl/pomdp"
)

// mostNodes bounds the nodes of a file that is read.
const mostNodes = 1_000_000

// ReadPG reads a tree in pomdp-solve's .pg layout, as PG writes it, for a model of sizes n: the root is
// the first node, and children stand after their parents. Where |R| = 1 a branch is taken for an
// observation. The error names the line, what was found and what was expected.
func ReadPG(r io.Reader, n pomdp.Sizes, discount float64) (*planning.Tree, error) {
	t := &planning.Tree{Sizes: n, Observe: planning.ObserveZ, Discount: discount, Coordinates: planning.NoStates}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<24)
	branches := -1
	for number := 1; lines.Scan(); number++ {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		at := func(format string, a ...any) error { return fmt.Errorf("%d: "+format, append([]any{number}, a...)...) }
		if len(t.Nodes) == mostNodes {
			return nil, at("found more than %d nodes, expected at most so many", mostNodes)
		}
		if branches < 0 {
			switch branches = len(words) - 2; {
			case branches == n.Z:
			case branches == n.Outcomes():
				t.Observe = planning.ObserveRZ
			default:
				return nil, at("found %d branches, expected %d, one an observation, or %d, one an observation and reward", branches, n.Z, n.Outcomes())
			}
		}
		if len(words) != branches+2 {
			return nil, at("found %d branches, expected %d as before", len(words)-2, branches)
		}
		if words[0] != strconv.Itoa(len(t.Nodes)) {
			return nil, at("found the node %q, expected %d", words[0], len(t.Nodes))
		}
		action, err := strconv.Atoi(words[1])
		if err != nil || action < 0 || action >= n.A {
			return nil, at("found the action %q, expected one from 0 to %d", words[1], n.A-1)
		}
		node := planning.Node{T: 1, Action: action, Pair: -1}
		for _, w := range words[2:] {
			if w == "-" && node.Next == nil {
				continue
			}
			next, err := strconv.Atoi(w)
			if err != nil || next <= len(t.Nodes) {
				return nil, at("found the branch %q, expected a node after %d, or - for all", w, len(t.Nodes))
			}
			node.Next = append(node.Next, next)
		}
		if node.Next != nil && len(node.Next) != branches {
			return nil, at("found - beside nodes, expected a node for each of %d branches, or - for all", branches)
		}
		t.Nodes = append(t.Nodes, node)
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(t.Nodes) == 0 {
		return nil, fmt.Errorf("1: found no node, expected a line for each: its number, its action, and where each branch leads")
	}
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		node := &t.Nodes[i]
		for k, next := range node.Next {
			switch {
			case next >= len(t.Nodes):
				return nil, fmt.Errorf("node %d: found a branch to %d, expected one of the %d nodes", i, next, len(t.Nodes))
			case k > 0 && t.Nodes[next].T+1 != node.T:
				return nil, fmt.Errorf("node %d: found branches of %d and %d steps, expected as many on each", i, node.T-1, t.Nodes[next].T)
			}
			node.T = t.Nodes[next].T + 1
		}
	}
	return t, nil
}

// Always is the tree that does one action for so many steps.
func Always(action, steps int, n pomdp.Sizes, discount float64) *planning.Tree {
	t := &planning.Tree{Sizes: n, Observe: planning.ObserveZ, Discount: discount, Coordinates: planning.NoStates}
	for left := steps; left > 0; left-- {
		node := planning.Node{T: left, Action: action, Pair: -1}
		if left > 1 {
			for range n.Z {
				node.Next = append(node.Next, steps-left+1)
			}
		}
		t.Nodes = append(t.Nodes, node)
	}
	return t
}
