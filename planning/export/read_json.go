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

// ReadJSON reads the tree of a plan in JSON, as `plan --json` prints it, and what the plan says that its numbers stand for.
// Where it does, these are its own numbers; otherwise they are those of a model of sizes n. actions are what that model
// calls its actions: where a node says what its own is called, that decides, and not its number. The error names the
// line or node, what was found and what was expected.
func ReadJSON(r io.Reader, n pomdp.Sizes, actions []string) (*planning.Controller, pomdp.Names, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, pomdp.Names{}, err
	}
	var plan struct {
		Observe string
		Tree    []Node
		Names   Symbols
	}
	if err := json.Unmarshal(text, &plan); err != nil {
		return nil, pomdp.Names{}, fmt.Errorf("line %d: %w", lineOf(text, err), err)
	}
	if len(plan.Tree) == 0 {
		return nil, pomdp.Names{}, errors.New("found no tree, expected a plan as 'eeporl plan --json' prints it")
	}
	names := pomdp.Names{Actions: plan.Names.Actions, Observations: plan.Names.Observations}
	for _, value := range plan.Names.Rewards {
		names.Rewards = append(names.Rewards, value.String())
	}
	if len(names.Actions) > 0 && len(names.Observations) > 0 && (len(names.Rewards) > 0 || planning.Observe(plan.Observe) == planning.ObserveZ) {
		n.A, n.Z, n.R, actions = len(names.Actions), len(names.Observations), max(len(names.Rewards), 1), names.Actions
		for _, list := range []*[]string{&names.Actions, &names.Observations} { // indices are no names
			if slices.Equal(*list, pomdp.Indices(len(*list))) {
				*list = nil
			}
		}
	} else {
		names = pomdp.Names{}
	}
	c, err := controllerOf(plan.Tree, planning.Observe(plan.Observe), n, actions)
	return c, names, err
}

// controllerOf is a plan's tree as a controller.
func controllerOf(tree []Node, observe planning.Observe, n pomdp.Sizes, actions []string) (*planning.Controller, error) {
	c := &planning.Controller{Sizes: n, Observe: observe}
	outcomes := n.Z
	switch c.Observe {
	case planning.ObserveZ:
	case planning.ObserveRZ:
		outcomes = n.Outcomes()
	default:
		return nil, fmt.Errorf("found observe %q, expected %q or %q", observe, planning.ObserveZ, planning.ObserveRZ)
	}
	for i, node := range tree {
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
			if !ok || next < 0 || next >= len(tree) {
				return nil, at("found no node after %q, expected one of the %d: there are %d outcomes", outcomeKey(c.Observe, n, k), len(tree), outcomes)
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
