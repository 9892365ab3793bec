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

// mostNodes bounds the nodes of a file that is read.
const mostNodes = 1_000_000

// ReadPG reads pomdp-solve's .pg layout (pomdp.org, "Policy Graph File Format"), as PG writes it too, for
// a model of sizes n: a line for each node with its number, its action's index and the next node for each
// observation, or for each z·|R| + r; all of them - where the policy ends, one of them - or X where the outcome
// cannot occur. The error names the line, what was found and what was expected.
func ReadPG(r io.Reader, n pomdp.Sizes) (*planning.Controller, error) {
	c := &planning.Controller{Sizes: n, Observe: planning.ObserveZ}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<24)
	branches, last, where := -1, 0, 0 // the highest node that a branch leads to, and the line that names it first
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
		if _, err := strconv.Atoi(words[0]); err != nil {
			return nil, at("found %q, expected the number of a node: what a .pg, a .json or an .alpha holds; a .txt is for people alone", words[0])
		}
		if words[0] != strconv.Itoa(len(c.Nodes)) {
			return nil, at("found the node %q, expected %d", words[0], len(c.Nodes))
		}
		action, err := strconv.Atoi(words[1])
		if err != nil || action < 0 || action >= n.A {
			return nil, at("found the action %q, expected one from 0 to %d", words[1], n.A-1)
		}
		next := make([]int, branches)
		for k, w := range words[2:] {
			if next[k] = -1; w == "-" || w == "X" {
				continue
			}
			if next[k], err = strconv.Atoi(w); err != nil || next[k] < 0 || next[k] >= mostNodes {
				return nil, at("found the branch %q, expected a node's number, -, or X", w)
			}
			if next[k] > last {
				last, where = next[k], number
			}
		}
		c.Nodes = append(c.Nodes, planning.ControllerNode{Action: action, Next: next}.Total())
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(c.Nodes) == 0 {
		return nil, errors.New("1: found no node, expected a line for each: its number, its action, and where each branch leads")
	}
	if last >= len(c.Nodes) {
		return nil, fmt.Errorf("%d: found a branch to node %d, expected one of the %d", where, last, len(c.Nodes))
	}
	return c, nil
}
