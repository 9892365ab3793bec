package planning

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"eeporl/planning/vectors"
	"eeporl/pomdp"
	"eeporl/pomdp/workers"
)

// Rule is one line of Rules: what to do where its condition holds.
type Rule struct {
	When   Condition
	Action int
}

// Rules are a policy that a person can keep in mind, a decision list (Rivest 1987): the first rule whose condition
// holds says what to do. The condition of the last one always holds.
type Rules []Rule

// Condition is what a rule asks of the steps just taken: that each of the last Times had this action, reward level and
// observation, where −1 asks nothing. Times is 0 where it always holds, and First asks that no step was taken yet.
type Condition struct {
	First                       bool
	Times                       int
	Action, Reward, Observation int
}

// mostTimes bounds how often in a row a condition asks for the same.
const mostTimes = 3

// asks is the same condition of a single step.
func (c Condition) asks() Condition {
	c.Times = 1
	return c
}

func (c Condition) heldBy(action, reward, observation int) bool {
	same := func(want, is int) bool { return want < 0 || want == is }
	return same(c.Action, action) && same(c.Reward, reward) && same(c.Observation, observation)
}

// memory is all that Rules keep of the past: whether there is one, and how often in a row, up to mostTimes, what each
// of their conditions asks of a step was so.
type memory struct {
	begun bool
	runs  [MostRules]uint8
}

// MostRules bounds the rules of a list: nobody keeps more in mind.
const MostRules = 10

// controller is at most MostRules rules as a graph of what they keep in mind.
func (r Rules) controller(n pomdp.Sizes, observe Observe) *Controller {
	var asked []Condition
	place := make([]int, len(r))
	for i, rule := range r {
		if rule.When.Times == 0 {
			continue
		}
		if place[i] = slices.Index(asked, rule.When.asks()); place[i] < 0 {
			place[i], asked = len(asked), append(asked, rule.When.asks())
		}
	}
	action := func(m memory) int {
		for i, rule := range r {
			switch c := rule.When; {
			case c.First && m.begun, c.Times > int(m.runs[place[i]]):
			default:
				return rule.Action
			}
		}
		return r[len(r)-1].Action
	}
	outcomes := n.Outcomes()
	if observe == ObserveZ {
		outcomes = n.Z
	}
	out := &Controller{Sizes: n, Observe: observe}
	met, states := map[memory]int{{}: 0}, []memory{{}}
	for at := 0; at < len(states); at++ {
		now := states[at]
		node := ControllerNode{Action: action(now), Next: make([]int, outcomes)}
		for k := range outcomes {
			z, reward := k, -1
			if observe != ObserveZ {
				z, reward = n.OutcomeAt(k)
			}
			next := memory{begun: true}
			for i, c := range asked {
				if c.heldBy(node.Action, reward, z) {
					next.runs[i] = min(now.runs[i]+1, mostTimes)
				}
			}
			to, ok := met[next]
			if !ok {
				to = len(states)
				met[next], states = to, append(states, next)
			}
			node.Next[k] = to
		}
		out.Nodes = append(out.Nodes, node)
	}
	return out
}

// RulesFor looks for at most most rules, and no more than MostRules, that earn much in a problem whose states have one
// order. One at a time, of all conditions on the last steps and all actions the one that gains most is put first, until none
// gains leastRuleGain of what knowing the past is worth. Rules that have become useless go, and others take the place of
// those that they beat. value is exactly what the rules earn there. The search is greedy: better lists may exist.
func RulesFor(ctx context.Context, problem *Problem, horizon int, discount, optimum float64, most int) (best Rules, value float64, err error) {
	if problem.slots != 1 || !problem.HasStates() {
		return nil, 0, errors.New("rules: found no states with one order, expected a model's")
	}
	n, observe := problem.sizes, problem.observe
	worth := func(r Rules) float64 {
		t, err := r.controller(n, observe).Tree(0, horizon, discount)
		if err != nil {
			return math.Inf(-1)
		}
		return vectors.Dot(problem.initial[0], problem.recursion(t, discount, true)[0])
	}
	value = math.Inf(-1)
	for a := range n.A {
		if r := (Rules{{Action: a}}); worth(r) > value {
			best, value = r, worth(r)
		}
	}
	enough := max(leastRuleGain*(optimum-value), 1e-12)
	all := conditions(n, observe)
	// bestOf is the list that a condition and an action make of the best one, where that gains enough.
	bestOf := func(least float64, with func(c Condition, a int) Rules) bool {
		tried, values := make([]Rules, len(all)*n.A), make([]float64, len(all)*n.A)
		workers.Until(ctx, len(tried), func() func(int) {
			return func(i int) {
				tried[i] = with(all[i/n.A], i%n.A)
				values[i] = worth(tried[i])
			}
		})
		if ctx.Err() != nil {
			return false
		}
		i := 0
		for j, v := range values { // of equals the plainest, which stands first
			if v > values[i]+1e-12 {
				i = j
			}
		}
		if values[i] < value+least {
			return false
		}
		best, value = tried[i], values[i]
		return true
	}
	for {
		added := len(best) < min(most, MostRules) && bestOf(enough, func(c Condition, a int) Rules { return append(Rules{{c, a}}, best...) })
		for i := len(best) - 2; i > 0; i-- {
			if fewer := slices.Delete(slices.Clone(best), i, i+1); worth(fewer) >= value-1e-12 {
				best, value = fewer, worth(fewer)
			}
		}
		changed := false
		for i := range len(best) - 1 {
			changed = bestOf(enough/2, func(c Condition, a int) Rules {
				other := slices.Clone(best)
				other[i] = Rule{c, a}
				return other
			}) || changed
		}
		if !added && !changed {
			return best, value, context.Cause(ctx)
		}
	}
}

// leastRuleGain is the share of what knowing the past is worth that a rule must gain.
const leastRuleGain = .002

// conditions are all that a rule may ask of the last steps, the plainest first.
func conditions(n pomdp.Sizes, observe Observe) []Condition {
	out := []Condition{{First: true, Action: -1, Reward: -1, Observation: -1}}
	rewards := n.R
	if observe == ObserveZ {
		rewards = 0
	}
	for times := 1; times <= mostTimes; times++ {
		for a := -1; a < n.A; a++ {
			for r := -1; r < rewards; r++ {
				for z := -1; z < n.Z; z++ {
					if a >= 0 || r >= 0 || z >= 0 {
						out = append(out, Condition{Times: times, Action: a, Reward: r, Observation: z})
					}
				}
			}
		}
	}
	parts := func(c Condition) (k int) {
		for _, x := range []int{c.Action, c.Reward, c.Observation} {
			if x >= 0 {
				k++
			}
		}
		return k + c.Times
	}
	slices.SortStableFunc(out, func(a, b Condition) int { return cmp.Compare(parts(a), parts(b)) })
	return out
}
