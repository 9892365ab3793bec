package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"eeporl/moments/bench"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

// taskOf is what a policy on a model is asked for.
func taskOf(m *pomdp.POMDP) *bench.Task {
	t := &bench.Task{Horizon: m.Horizon(), Discount: m.Discount()}
	for r := range m.Sizes().R {
		t.Rewards = append(t.Rewards, m.RewardValue(r))
	}
	return t
}

// judgedPolicy is what a policy of theirs is worth on the model.
type judgedPolicy struct {
	Value  Number         `json:"value"`
	Best   Number         `json:"best"`
	Regret Number         `json:"regret"`
	First  *costlyStepDoc `json:"first,omitempty"`
}

// costlyStepDoc is the costliest choice that no other costly one leads to.
type costlyStepDoc struct {
	Step        int    `json:"step"` // from 1
	Node        int    `json:"node"`
	Action      string `json:"action"`
	Better      string `json:"better"`
	Cost        Number `json:"cost"`
	Probability Number `json:"probability"`
}

// judgePolicy holds a policy against the best one on the model, at the horizon that its answer says.
func (x *diagnosing) judgePolicy(ctx context.Context, nodes []bench.PolicyNode) (*judgedPolicy, error) {
	m := x.model
	if m == nil {
		return nil, errors.New("tree: found it with a log, expected a model: nothing else tells what it is worth")
	}
	if h := x.about.Horizon; h != nil && *h >= 1 {
		var err error
		if m, err = m.WithHorizon(*h); err != nil {
			return nil, err
		}
	}
	if steps := nodes[0].Steps; steps != m.Horizon() {
		return nil, fmt.Errorf("tree: found %d steps, expected the horizon, %d", steps, m.Horizon())
	}
	t := &planning.Tree{Sizes: m.Sizes(), Observe: planning.ObserveRZ, Discount: m.Discount()}
	if b := len(nodes[0].Next); b == m.Sizes().Z && b != m.Sizes().Outcomes() {
		t.Observe = planning.ObserveZ
	}
	for _, node := range nodes {
		next := node.Next
		if len(next) == 0 {
			next = nil
		}
		t.Nodes = append(t.Nodes, planning.Node{T: node.Steps, Action: node.Action, Pair: -1, Next: next})
	}
	_, value, err := planning.Evaluate(m, t)
	if err != nil {
		return nil, err
	}
	lost, err := planning.Decompose(ctx, m, t)
	if err != nil {
		return nil, err
	}
	out := &judgedPolicy{Value: Number(value), Best: Number(value + lost.Total), Regret: Number(lost.Total)}
	for _, d := range lost.Decisions {
		if d.First && d.Share > bench.Rounding {
			out.First = &costlyStepDoc{d.Step + 1, d.Node, m.ActionName(d.Action), m.ActionName(d.Best), Number(d.Cost), Number(d.Probability)}
			break
		}
	}
	return out, nil
}

// errs says whether a choice of the policy costs something.
func (p *judgedPolicy) errs() bool { return p != nil && p.First != nil }

// says is where it first errs, in a sentence.
func (p *judgedPolicy) says() string {
	f := p.First
	return fmt.Sprintf("It first errs at step %d, node %d: %s costs %s more than %s, where it comes with probability %s.",
		f.Step, f.Node, f.Action, figure.Number(float64(f.Cost)), f.Better, figure.Number(float64(f.Probability)))
}

func (p *judgedPolicy) write(w io.Writer) {
	fmt.Fprintf(w, "policy      worth %s on the model; the best is worth %s\n", figure.Number(float64(p.Value)), figure.Number(float64(p.Best)))
	if p.errs() {
		fmt.Fprintf(w, "            %s\n", p.says())
	}
}
