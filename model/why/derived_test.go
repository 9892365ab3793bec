package why_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/moments"
	"eeporl/moments/estimators"
)

// TestTreeConsistent: at each node the branches' probabilities and what they
// lead to make up the node's own value, in truth.
func TestTreeConsistent(t *testing.T) {
	for _, name := range []string{"tea", "noisy-tiger"} {
		s := session(t, name, "", 3)
		s = do(t, s, model.Intent{Verb: model.LeapBy, N: 1e7}, model.Intent{Verb: model.RunEstimate},
			model.Intent{Verb: model.NextUnit}, model.Intent{Verb: model.RunPlan}, model.Intent{Verb: model.NextUnit})
		tree := s.Now().Plan.Tree
		m := s.Truth().Model
		reach := s.Now().Plan.Reach
		came := make([]float64, len(tree.Nodes)) // probability of coming there
		came[0] = 1
		total := 0.0
		for i, node := range tree.Nodes {
			e := why.Explain(s, why.Target{Kind: why.Node, I: i}, true)
			sum := 0.0
			for outcome, c := range node.Next {
				b := why.Explain(s, why.Target{Kind: why.Branch, I: i, J: outcome}, true)
				if !math.IsNaN(b.Truth) {
					sum += b.Truth
				}
				came[c] += reach[i][outcome]
				_, r := m.Sizes().OutcomeAt(outcome)
				total += reach[i][outcome] * m.RewardValue(r)
			}
			if node.Next != nil && came[i] > 0 && math.Abs(sum-1) > 1e-12 {
				t.Errorf("%s: branches of node %d sum to %g", name, i, sum)
			}
			if node.Next == nil && came[i] > 0 {
				total += came[i] * e.Truth // the last reward
			}
		}
		if math.Abs(total-s.Now().Plan.ValueTrue) > 1e-10 {
			t.Errorf("%s: found %g over the tree, expected %g", name, total, s.Now().Plan.ValueTrue)
		}
	}
}

// TestCopies: the copies that a parameter is averaged over are listed, each
// with what it was before it was normalised.
func TestCopies(t *testing.T) {
	all := beats(t, "tea", "")
	s := all[len(all)-1].Session
	for kind, want := range map[why.Kind]int{why.Initial: 4, why.Transition: 4, why.Observation: 2, why.Reward: 2} {
		e := why.Explain(s, why.Target{Kind: kind}, false)
		copies := 0
		for _, l := range e.Inputs {
			if strings.HasPrefix(l.Name, "pair (") {
				copies++
				if !strings.Contains(l.Value, "normalised") {
					t.Errorf("%v: copy %q: %q", e.Target, l.Name, l.Value)
				}
			}
		}
		if copies != want {
			t.Errorf("%v: found %d copies, expected %d: %v", e.Target, copies, want, e.Inputs)
		}
	}
}

// TestBelief filters by enumerating all hidden paths.
func TestBelief(t *testing.T) {
	for _, name := range []string{"tea", "noisy-tiger"} {
		s := session(t, name, "", 5)
		s = do(t, s, model.Intent{Verb: model.NextUnit})
		e, m := s.Now().Episode, s.Truth().Model
		for at := 1; at <= len(e.Steps); at++ {
			weight := make([]float64, m.Sizes().S)
			var follow func(t, state int, p float64)
			follow = func(t, state int, p float64) {
				if t == at-1 {
					weight[state] += p
					return
				}
				step := e.Steps[t]
				for next := range weight {
					follow(t+1, next, p*m.R(step.Action.Value, state, step.Reward.Value)*m.T(step.Action.Value, state, next)*m.Z(step.Action.Value, next, step.Observation.Value))
				}
			}
			sum := 0.0
			for state := range weight {
				follow(0, state, m.Initial(state))
			}
			for _, w := range weight {
				sum += w
			}
			for state, w := range weight {
				x := why.Explain(s, why.Target{Kind: why.Belief, I: at, J: state}, true)
				agree(t, name, x, "value", x.Value, w/sum, 1e-12)
			}
		}
	}
}

// The stages of an update lead from one belief to the next: the reward weighs, the move carries,
// and what was seen weighs again.
func TestBeliefIsUpdatedInStages(t *testing.T) {
	for _, name := range []string{"tea", "noisy-tiger"} {
		s := session(t, name, "", 5)
		s = do(t, s, model.Intent{Verb: model.NextUnit})
		e, m := s.Now().Episode, s.Truth().Model
		at := func(kind why.Kind, i, state, part int) float64 {
			return why.Explain(s, why.Target{Kind: kind, I: i, J: state, K: part}, true).Value
		}
		for i, step := range e.Steps[:len(e.Steps)-1] {
			a := step.Action.Value
			states := m.Sizes().S
			earned, moved, seen := make([]float64, states), make([]float64, states), make([]float64, states)
			for state := range states {
				earned[state] = at(why.Belief, i+1, state, 0) * m.R(a, state, step.Reward.Value)
			}
			sum := floats.Sum(earned)
			for state := range states {
				agree(t, name, why.Explanation{}, "after the reward", at(why.Updating, i+1, state, 0), earned[state]/sum, 1e-12)
				for next := range states {
					moved[next] += earned[state] / sum * m.T(a, state, next)
				}
			}
			for state := range states {
				agree(t, name, why.Explanation{}, "after the move", at(why.Updating, i+1, state, 1), moved[state], 1e-12)
				seen[state] = moved[state] * m.Z(a, state, step.Observation.Value)
			}
			sum = floats.Sum(seen)
			for state := range states {
				agree(t, name, why.Explanation{}, "after what was seen", at(why.Belief, i+2, state, 0), seen[state]/sum, 1e-12)
			}
		}
	}
}

// TestLemmasAndAssumptions holds them against the session's own.
func TestLemmasAndAssumptions(t *testing.T) {
	all := beats(t, "tea", "")
	s := all[len(all)-1].Session
	if s.Theory() == nil {
		t.Fatal("no theory")
	}
	for i, r := range s.Theory().Rows {
		e := why.Explain(s, why.Target{Kind: why.Lemma, I: i}, false)
		if e.Value != r.Measured || e.Bound != r.Bound || e.Word != string(r.Verdict()) || !e.Origin.Known {
			t.Errorf("%s: %+v", r.Lemma, e)
		}
	}
	for i, c := range s.Truth().Checks {
		e := why.Explain(s, why.Target{Kind: why.Assumption, I: i}, false)
		if e.Value != c.Value || e.Account != c.Detail {
			t.Errorf("%s: %+v", c.Name, e)
		}
	}
}

// TestTrial runs one estimator of the comparison.
func TestTrial(t *testing.T) {
	s := do(t, session(t, "tea", "", 2), model.Intent{Verb: model.LeapBy, N: 1e6}, model.Intent{Verb: model.CompareAll})
	targets := why.Targets(s, "Compare")
	if len(targets) != 1 {
		t.Fatalf("found %v, expected full alone", targets)
	}
	e := why.Explain(s, targets[0], false)
	full, err := estimators.Named("full")
	if err != nil {
		t.Fatal(err)
	}
	est := full.Run(context.Background(), moments.Data{Counts: s.Now().Counts}, 2, s.Config().Estimator)
	agree(t, "tea", e, "value", e.Value, moments.Compare(est, s.Truth().HMM).Parameters.RMSE, 1e-12)
	sound(t, "tea", e)
}
