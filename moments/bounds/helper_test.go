package bounds_test

import (
	"context"
	"math"
	"testing"

	"eeporl/moments"
	"eeporl/moments/bounds"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/scenarios"
)

var wellPosed = []string{"tea", "noisy-tiger", "dialog", "diagnosis", "robot"}

func load(t testing.TB, name string) *pomdp.POMDP {
	t.Helper()
	s, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return s.Model
}

func explore(t testing.TB, m *pomdp.POMDP, c float64) pomdp.Exploration {
	t.Helper()
	e, err := pomdp.NewExploration(m.Sizes().A, c)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// subject is a model with all that an experiment on it needs.
type subject struct {
	model  *pomdp.POMDP
	hmm    *pomdp.InducedHMM
	law    *pomdp.Law
	bounds *bounds.Model
}

func subjectOf(t testing.TB, m *pomdp.POMDP) subject {
	t.Helper()
	e := explore(t, m, pomdp.DefaultC(m.Sizes().A))
	return subject{m, pomdp.Induce(m, e), pomdp.ExactLaw(m, e), bounds.Of(m, e)}
}

// chain estimates from n episodes, plans where the estimate allows it, and
// lists the rows.
func (s subject) chain(t testing.TB, by moments.Run, n float64, seed uint64, o moments.Options) []bounds.Row {
	t.Helper()
	est, cmp := s.estimate(t, by, n, seed, o)
	return s.bounds.Chain(est, cmp, .1, s.policy(t, est, cmp))
}

func (s subject) estimate(t testing.TB, by moments.Run, n float64, seed uint64, o moments.Options) (*moments.Estimate, *moments.Comparison) {
	t.Helper()
	counts, err := moments.Sample(s.law, n, pomdp.Source(seed, pomdp.StreamLeap, 0))
	if err != nil {
		t.Fatal(err)
	}
	o.Seed, o.RewardValues = seed, s.model.RewardValues()
	est := by(context.Background(), moments.Data{Counts: counts}, s.model.Sizes().S, o)
	return est, moments.Compare(est, s.hmm)
}

func (s subject) policy(t testing.TB, est *moments.Estimate, cmp *moments.Comparison) *bounds.Policy {
	t.Helper()
	if !est.OK() || cmp == nil || cmp.Parameters == nil {
		return nil
	}
	find := func(p *pomdp.PairParameters) *planning.Plan {
		plan, err := planning.FindPolicy(context.Background(), p, planning.Options{Horizon: s.model.Horizon()})
		if err != nil {
			t.Fatal(err)
		}
		return plan
	}
	plan := find(est.Parameters)
	best := find(s.model.Pairs(pomdp.IdentityOrder(s.model.Sizes())))
	renamed := find(s.model.Pairs(cmp.Order))
	alpha, value, err := planning.Evaluate(s.model, plan.Tree)
	if err != nil {
		t.Fatal(err)
	}
	root := plan.Tree.Nodes[0]
	return &bounds.Policy{
		Equivalence: math.Abs(renamed.Value - best.Value),
		Alpha:       bounds.VectorError(root.Beta, alpha[0], cmp.Order[root.Pair]),
		Gap:         plan.Upper - plan.Value,
		Regret:      best.Value - value,
	}
}

// permuted is the same POMDP with its states in another order.
func permuted(t testing.TB, m *pomdp.POMDP, order []int) *pomdp.POMDP {
	t.Helper()
	spec := m.Spec()
	old := m.Spec()
	for i, s := range order {
		spec.States[i], spec.Initial[i] = old.States[s], old.Initial[s]
		for a := range spec.Actions {
			spec.Observation[a][i], spec.Reward[a][i] = old.Observation[a][s], old.Reward[a][s]
			for j, s2 := range order {
				spec.Transition[a][i][j] = old.Transition[a][s][s2]
			}
		}
	}
	return edited(t, spec)
}

func edited(t testing.TB, spec pomdp.Spec) *pomdp.POMDP {
	t.Helper()
	m, err := pomdp.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func random(t testing.TB, seed uint64) *pomdp.POMDP {
	t.Helper()
	rng := pomdp.Source(seed, pomdp.StreamScenario, 1<<40)
	size := func(n uint64) int { return 1 + int(rng.Uint64()%n) }
	spec := scenarios.RandomSpec{
		Sizes: pomdp.Sizes{S: size(3), A: size(3), Z: size(3), R: size(3)}, Seed: seed,
		Conditioning: float64(seed%5) / 4,
	}
	m, err := scenarios.Generate("random", spec)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func near(a, b, tolerance float64) bool {
	return a == b || math.Abs(a-b) <= tolerance*math.Max(math.Abs(a), math.Abs(b))
}
