package predict

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"eeporl/model"
	"eeporl/moments"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

// gamma asks for the size that the definition gives the next Γ_t.
func gamma(s model.Session) (Question, bool) {
	n := s.Now()
	if n.Kind != model.Plan || n.Beat.Kind != model.BeatLevel || n.Plan == nil || n.Beat.T >= len(n.Plan.Levels) {
		return Question{}, false
	}
	z := s.Config().Model.Sizes()
	branches := z.Outcomes()
	if n.Plan.Tree.Observe == planning.ObserveZ {
		branches = z.Z
	}
	level := n.Plan.Levels[n.Beat.T-1]
	next := n.Plan.Levels[n.Beat.T]
	if next.Enumerated.Log10 > 300 || math.IsNaN(next.Enumerated.Log10) {
		return Question{}, false
	}
	choices, place := shuffle(s, []string{
		next.Enumerated.String(),
		sized(level.Enumerated.Log10 + math.Log10(float64(z.A*branches))), // one choice of a vector in all, not one for each branch
		sized(level.Enumerated.Log10 * float64(branches)),                 // next actions forgotten
	})
	return Question{
		Ask: fmt.Sprintf("By the definition Γ%s has %v for each pair. There are %d actions, and an action has %d branches, |R||Z|. How many β-vectors has Γ%s for each pair?",
			figure.Sub(level.T), level.Enumerated, z.A, branches, figure.Sub(next.T)),
		Choices: choices,
		steps:   []step{do(model.Intent{Verb: model.Forward})},
		read: func(_ context.Context, after model.Session) (int, string, bool) {
			a := after.Now()
			if a.Beat.Kind != model.BeatLevel || a.Plan == nil {
				return 0, "", false
			}
			why := fmt.Sprintf("Every branch (r, z) may go on with any vector of any next action, %d · %v of them. There are %d branches: (%d · %v)%s = %v.",
				z.A, level.Enumerated, branches, z.A, level.Enumerated, figure.Superscript(branches), next.Enumerated)
			if kept := model.Kept(next); kept >= 0 {
				why += fmt.Sprintf(" Of %s over all %d pairs, pruning keeps %d.", figure.Count(math.Round(math.Pow(10, next.Enumerated.Log10)*float64(z.Pairs()))), z.Pairs(), kept)
			}
			return place[0], why, true
		},
	}, true
}

// carried asks what the first state gets of the next pair's vector, whose states stand the other way round.
func carried(s model.Session) (Question, bool) {
	n := s.Now()
	if n.Kind != model.Plan || n.Beat.Kind != model.BeatLevel || n.Plan == nil || n.Estimate == nil || s.Config().Model.Sizes().S != 2 {
		return Question{}, false
	}
	c, ok := n.Plan.Carry(n.Estimate, n.Beat.T)
	if !ok || !n.Estimate.Differ(c.Next, c.Pair) {
		return Question{}, false
	}
	order, sizes := n.Estimate.Comparison.Order, s.Config().Model.Sizes()
	name := func(pair, place int) string { return s.Truth().Model.StateName(order[pair][place]) }
	candidates := []float64{c.Shorter[0], c.Shorter[1], (c.Shorter[0] + c.Shorter[1]) / 2}
	near := func(i, j int) bool { return math.Abs(candidates[i]-c.Over[0]) < math.Abs(candidates[j]-c.Over[0]) }
	right := 0
	for i := range candidates {
		if near(i, right) {
			right = i
		}
	}
	choices, place := shuffle(s, []string{"about " + figure.Number(candidates[0]), "about " + figure.Number(candidates[1]), "their mean, " + figure.Number(candidates[2])})
	return Question{
		Ask: fmt.Sprintf("The next pair %s has β %s in its 1st state, %s, and %s in its 2nd, %s. The 1st state of this pair %s is %s. What is the branch worth there, before its probability?",
			moments.PairName(sizes, c.Next), figure.Number(c.Shorter[0]), name(c.Next, 0), figure.Number(c.Shorter[1]), name(c.Next, 1), moments.PairName(sizes, c.Pair), name(c.Pair, 0)),
		Choices: choices,
		read: func(context.Context, model.Session) (int, string, bool) {
			return place[right], fmt.Sprintf("It averages the next β over states that may follow and show what was seen: %s·%s + %s·%s = %s.",
				figure.Number(c.Leads[0][0]), figure.Number(c.Shorter[0]), figure.Number(c.Leads[0][1]), figure.Number(c.Shorter[1]), figure.Number(c.Over[0])), true
		},
	}, true
}

// sized writes a count as the planner writes its own, so that a slip looks like
// the truth.
func sized(log10 float64) string {
	c := planning.Count{Log10: log10}
	if log10 < 7 {
		c.Exact = big.NewInt(int64(math.Round(math.Pow(10, log10))))
	}
	return c.String()
}

// value asks whether the learned policy is worth what FindPolicy expects.
func value(s model.Session) (Question, bool) {
	n, run := s.Now(), model.Intent{Verb: model.RunPlan}
	if n.Kind != model.Estimate || !n.Whole || s.Refusal(run) != "" || n.Estimate == nil || n.Estimate.Comparison == nil {
		return Question{}, false
	}
	return Question{
		Ask:     "The plan is the tree that the estimated parameters value most. On the true POMDP, will that tree be worth less than promised?",
		Choices: []string{"less", "as much or more"},
		steps:   []step{do(run), do(model.Intent{Verb: model.NextUnit})},
		read: func(_ context.Context, after model.Session) (int, string, bool) {
			p := after.Now().Plan
			if p == nil || math.IsNaN(p.ValueTrue) {
				return 0, "", false
			}
			why := fmt.Sprintf("Promised: %s. Worth: %s.", figure.Value(p.Value), figure.Value(p.ValueTrue))
			if p.ValueTrue < p.Value {
				if e := after.Now().Estimate; e != nil && e.Mixed() {
					return 0, why + " The plan took one action's first state for the other's. Its b̂ averages both, so even a single action is misjudged.", true
				}
				return 0, why + " A maximum over noisy values picks what was overrated, so promises run high.", true
			}
			return 1, why + " Usually a maximum over noisy values promises too much; these parameters err to the other side.", true
		},
	}, true
}

// branch asks what the tree does after the (r, z) that was just met.
func branch(s model.Session) (Question, bool) {
	n := s.Now()
	if n.Kind != model.Exploit || n.Beat.Kind != model.BeatObserve || n.Plan == nil || n.Beat.T >= len(n.Episode.Steps) {
		return Question{}, false
	}
	m, t := s.Config().Model, n.Beat.T
	var actions []string
	for a := range m.Sizes().A {
		actions = append(actions, m.ActionName(a))
	}
	seen := n.Episode.Steps[t-1]
	return Question{
		Ask: fmt.Sprintf("%s earned %s and %s was seen. Which action does the policy tree take next?",
			m.ActionName(seen.Action.Value), figure.Number(m.RewardValue(seen.Reward.Value)), m.ObservationName(seen.Observation.Value)),
		Choices: actions,
		steps:   []step{on(model.BeatBranch)},
		read: func(_ context.Context, after model.Session) (int, string, bool) {
			a := after.Now()
			node := a.Plan.Tree.Nodes[a.Node]
			return node.Action, fmt.Sprintf("This branch of the node leads to %s, with %d steps to go. The tree was fixed before the episode: no belief is updated on the way.",
				m.ActionName(node.Action), node.T), a.Beat.Kind == model.BeatBranch
		},
	}, true
}

// optimal asks whether the branch taken is what an optimal policy does.
func optimal(s model.Session) (Question, bool) {
	n := s.Now()
	if n.Kind != model.Exploit || n.Beat.Kind != model.BeatBranch || n.Plan == nil || n.Estimate == nil || n.Beat.T >= len(n.Episode.Steps) {
		return Question{}, false
	}
	m, t := s.Config().Model, n.Beat.T+1
	action := n.Plan.Tree.Nodes[n.Node].Action
	return Question{
		Ask:     fmt.Sprintf("The learned tree goes on with %s. Given all that was seen, would an optimal policy do the same?", m.ActionName(action)),
		Choices: yesNo,
		read: func(ctx context.Context, after model.Session) (int, string, bool) {
			advice := after.Now().Advice
			if advice == nil || t > len(advice.Belief) {
				return 0, "", false
			}
			belief := advice.Belief[t-1]
			worth, err := worths(ctx, m, belief, t)
			if err != nil {
				return 0, "", false
			}
			why := "The exact belief is " + beliefText(m, belief) + ". Under it the rest of the episode is worth "
			for a, v := range worth {
				if a > 0 {
					why += ", "
				}
				why += figure.Value(v) + " after " + m.ActionName(a)
			}
			return no(worth[action] >= slices.Max(worth)-tie), why + ", if all goes on optimally.", true
		},
	}, true
}

// tie is how close two actions' values are that count as equally good.
const tie = 1e-9

// worths[a] is what the rest of an episode is worth from step t on, if action a is taken
// under that belief and an optimal policy is followed afterwards.
func worths(ctx context.Context, m *pomdp.POMDP, belief []float64, t int) ([]float64, error) {
	best, err := planning.NewOptimum(ctx, m, planning.Options{})
	if err != nil {
		return nil, err
	}
	return best.Actions(ctx, m.Horizon()-t+1, belief)
}

func beliefText(m *pomdp.POMDP, belief []float64) string {
	const most = 4
	var parts []string
	for i, p := range belief[:min(most, len(belief))] {
		parts = append(parts, m.StateName(i)+" "+figure.Probability(p))
	}
	if len(belief) > most {
		parts = append(parts, "…")
	}
	return "(" + strings.Join(parts, ", ") + ")"
}
