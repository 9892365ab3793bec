package export

import (
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"strconv"

	"eeporl/planning"
	"eeporl/pomdp"
)

// Document is a plan as JSON, but for its tree: the shape that `plan --json` prints.
type Document struct {
	Horizon    int      `json:"horizon"`
	Discount   float64  `json:"discount"`
	Observe    string   `json:"observe"`
	Planner    string   `json:"planner"`
	Why        string   `json:"why"`
	Value      *float64 `json:"value"`
	Upper      *float64 `json:"upper"` // equals value where the plan is exact
	Vectors    []int    `json:"vectors"`
	Enumerated []string `json:"enumerated"` // in each set, by definition
	Beliefs    int      `json:"beliefs,omitempty"`
	First      int      `json:"first_action"`
	FirstName  string   `json:"first_action_name,omitempty"`
	FirstPair  *[2]int  `json:"first_pair,omitempty"`
	Mass       *float64 `json:"mass"`
	Bounds     []Bound  `json:"bounds,omitempty"`
	Names      *Symbols `json:"names,omitempty"`
}

// Symbols are what the numbers of a plan stand for; a list is left out where there are only numbers.
type Symbols struct {
	Actions      []string      `json:"actions,omitempty"`
	Observations []string      `json:"observations,omitempty"`
	Rewards      []json.Number `json:"rewards,omitempty"`
}

// Bound is a certified interval after some trials.
type Bound struct {
	Trial int      `json:"trial"`
	Lower *float64 `json:"lower"`
	Upper *float64 `json:"upper"`
}

// Node is one node of the tree, 0 the root. Next has a key "r,z" for each
// outcome, or "z" where the plan observes z only; leaves have none.
type Node struct {
	T      int            `json:"t"`
	Action int            `json:"action"`
	Name   string         `json:"action_name,omitempty"`
	Next   map[string]int `json:"next,omitempty"`
}

// NewDocument makes the JSON form of a plan, but for its tree.
func NewDocument(p *planning.Plan, n pomdp.Names) Document {
	d := Document{
		Horizon: p.Horizon, Discount: p.Discount, Observe: string(p.Observe), Planner: string(p.Planner), Why: p.Why,
		Value: finite(p.Value), Upper: finite(p.Upper), Beliefs: p.Beliefs, First: p.First[1], Mass: finite(p.Mass),
		Vectors: []int{}, Enumerated: []string{},
	}
	if n.Actions != nil {
		d.FirstName = n.Action(p.First[1])
	}
	if n.Actions != nil || n.Observations != nil || n.Rewards != nil {
		d.Names = &Symbols{Actions: n.Actions, Observations: n.Observations}
		for _, value := range n.Rewards {
			d.Names.Rewards = append(d.Names.Rewards, json.Number(value))
		}
	}
	if p.First[0] >= 0 {
		pair := p.First
		d.FirstPair = &pair
	}
	for _, level := range p.Levels {
		d.Vectors = append(d.Vectors, level.Vectors())
		d.Enumerated = append(d.Enumerated, level.Enumerated.Digits())
	}
	for _, b := range p.Bounds {
		d.Bounds = append(d.Bounds, Bound{b.Trial, finite(b.Lower), finite(b.Upper)})
	}
	return d
}

// Nodes are the nodes of a tree as JSON, each made when its turn comes: together they are larger than the tree.
func Nodes(t *planning.Tree, n pomdp.Names) iter.Seq[any] {
	return func(yield func(any) bool) {
		for _, node := range t.Nodes {
			if !yield(newNode(t, node, n)) {
				return
			}
		}
	}
}

func newNode(t *planning.Tree, node planning.Node, n pomdp.Names) Node {
	out := Node{T: node.T, Action: node.Action}
	if n.Actions != nil {
		out.Name = n.Action(node.Action)
	}
	for i, child := range node.Next {
		if out.Next == nil {
			out.Next = map[string]int{}
		}
		out.Next[outcomeKey(t.Observe, t.Sizes, i)] = child
	}
	return out
}

// outcomeKey is what an outcome is called in a node's Next.
func outcomeKey(observe planning.Observe, n pomdp.Sizes, outcome int) string {
	if observe != planning.ObserveRZ {
		return strconv.Itoa(outcome)
	}
	z, r := n.OutcomeAt(outcome)
	return fmt.Sprintf("%d,%d", r, z)
}

// finite is nil, null in JSON, for what JSON cannot say.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
