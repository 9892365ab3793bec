package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"eeporl/planning"
	"eeporl/pomdp"
)

// ReadJSON reads the tree of a plan in JSON, as `plan --json` prints it, for a model of sizes n. actions are what the
// model calls its actions: where a node says what its own is called, that decides, and not its number. The error names the
// line or node, what was found and what was expected.
func ReadJSON(r io.Reader, n pomdp.Sizes, actions []string) (*planning.Controller, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var plan struct {
		Observe string
		Tree    []Node
	}
	if err := json.Unmarshal(text, &plan); err != nil {
		return nil, fmt.Errorf("line %d: %w", lineOf(text, err), err)
	}
	if len(plan.Tree) == 0 {
		return nil, errors.New("found no tree, expected a plan as 'eeporl plan --json' prints it")
	}
	c := &planning.Controller{Sizes: n, Observe: planning.Observe(plan.Observe)}
	outcomes := n.Z
	switch c.Observe {
	case planning.ObserveZ:
	case planning.ObserveRZ:
		outcomes = n.Outcomes()
	default:
		return nil, fmt.Errorf("found observe %q, expected %q or %q", plan.Observe, planning.ObserveZ, planning.ObserveRZ)
	}
	for i, node := range plan.Tree {
		at := func(format string, a ...any) error { return fmt.Errorf("node %d: "+format, append([]any{i}, a...)...) }
		to := planning.ControllerNode{Action: node.Action}
		if node.Name != "" && actions != nil {
			to.Action = slices.Index(actions, node.Name)
		}
		if to.Action < 0 || to.Action >= n.A {
			return nil, at("found the action %d %q, expected one of the %d of the model", node.Action, node.Name, n.A)
		}
		for k := 0; k < outcomes && node.Next != nil; k++ {
			next, ok := node.Next[outcomeKey(c.Observe, n, k)]
			if !ok || next < 0 || next >= len(plan.Tree) {
				return nil, at("found no node after %q, expected one of the %d: there are %d outcomes", outcomeKey(c.Observe, n, k), len(plan.Tree), outcomes)
			}
			to.Next = append(to.Next, next)
		}
		if len(node.Next) > outcomes {
			return nil, at("found %d branches, expected %d", len(node.Next), outcomes)
		}
		c.Nodes = append(c.Nodes, to)
	}
	return c, nil
}

// lineOf is the line at which JSON could not be read, from 1.
func lineOf(text []byte, err error) int {
	offset := int64(0)
	if at := (*json.SyntaxError)(nil); errors.As(err, &at) {
		offset = at.Offset
	}
	if at := (*json.UnmarshalTypeError)(nil); errors.As(err, &at) {
		offset = at.Offset
	}
	return 1 + bytes.Count(text[:min(offset, int64(len(text)))], []byte("\n"))
}
