package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"eeporl/model"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

func rulesFlag(f *pflag.FlagSet, most *int) {
	addFlag(f, most, "rules", "", "", "N", "say the policy in at most N rules that a person can keep in mind, and what they lose against it", model.WholeNumber(planning.MostRules))
}

// rules are a policy in a few lines, and what those earn of what the policy does.
type rules struct {
	list      planning.Rules
	value, of float64
	calls     pomdp.Names
}

// rulesOf looks for at most most rules for a plan, in a problem whose states have one order.
func rulesOf(ctx context.Context, problem *planning.Problem, p *planning.Plan, most int, calls pomdp.Names) (*rules, error) {
	list, value, err := planning.RulesFor(ctx, problem, p.Horizon, p.Discount, p.Value, most)
	if err != nil {
		return nil, fmt.Errorf("--rules: %w", err)
	}
	return &rules{list: list, value: value, of: p.Value, calls: calls}, nil
}

// condition says when a rule holds.
func (r *rules) condition(c planning.Condition) string {
	switch {
	case c.First:
		return "at first"
	case c.Times == 0:
		return "else"
	}
	var parts []string
	if c.Action >= 0 {
		parts = append(parts, called("action", r.calls.Action(c.Action)))
	}
	if c.Reward >= 0 {
		parts = append(parts, "reward "+r.calls.Reward(c.Reward))
	}
	if c.Observation >= 0 {
		parts = append(parts, called("seen", r.calls.Observation(c.Observation)))
	}
	return "after " + strings.Join(parts, ", ") + []string{"", "", " twice in a row", " three times in a row"}[c.Times]
}

// called is a name, with what it names before it where it is but a number.
func called(what, name string) string {
	if _, err := strconv.ParseFloat(name, 64); err == nil {
		return what + " " + name
	}
	return name
}

// lines are the rules, the first that holds first.
func (r *rules) lines() (out []string) {
	for i, rule := range r.list {
		out = append(out, fmt.Sprintf("%d. %s: %s", i+1, r.condition(rule.When), called("action", r.calls.Action(rule.Action))))
	}
	return out
}

// worth says what the rules lose.
func (r *rules) worth() string {
	if lost := r.of - r.value; lost > 1e-9*max(1, r.of) {
		return fmt.Sprintf("the first that holds counts; they earn %s, %s less than the policy", figure.Value(r.value), figure.Number(lost))
	}
	return "the first that holds counts; they earn as much as the policy, " + figure.Value(r.value)
}

func (r *rules) rows() [][]string {
	if r == nil {
		return nil
	}
	heading := "in a few rules"
	var rows [][]string
	for _, line := range append(r.lines(), r.worth()) {
		rows = append(rows, []string{heading, line})
		heading = ""
	}
	return rows
}

type rulesDoc struct {
	Value Number    `json:"value"`
	List  []ruleDoc `json:"list"`
}

type ruleDoc struct {
	When   string `json:"when"`
	Action string `json:"action"`
}

func (r *rules) doc() *rulesDoc {
	if r == nil {
		return nil
	}
	doc := &rulesDoc{Value: Number(r.value)}
	for _, rule := range r.list {
		doc.List = append(doc.List, ruleDoc{r.condition(rule.When), r.calls.Action(rule.Action)})
	}
	return doc
}

// inRules says the learned policy in at most most rules.
func (r *report) inRules(ctx context.Context, most int) error {
	m := r.outcome.Estimated.Model
	if most == 0 {
		return nil
	}
	if m == nil || r.outcome.Planned == nil {
		return errors.New("--rules: found no policy on states with one order, expected a log with rewards and an estimator such as auto or aligned")
	}
	problem, err := planning.FromModel(m, r.outcome.Planned.Observe)
	if err != nil {
		return err
	}
	r.rules, err = rulesOf(ctx, problem, r.outcome.Planned.Plan, most, r.names)
	return err
}

func (r *report) policyDoc() *policyDoc {
	doc := newPolicyDoc(r.outcome)
	if doc != nil {
		doc.Rules = r.rules.doc()
	}
	return doc
}
