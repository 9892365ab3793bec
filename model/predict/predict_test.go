package predict_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/model/predict"
	"eeporl/model/walk"
	"eeporl/moments"
	"eeporl/moments/bench"
	"eeporl/moments/estimators"
	"eeporl/moments/spectral"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
	"eeporl/scenarios"
)

func session(t testing.TB, name string, seed uint64) model.Session {
	t.Helper()
	sc, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := model.New(model.Config{Scenario: name, Model: sc.Model, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func settle(t testing.TB, s model.Session) model.Session {
	t.Helper()
	s, err := model.Settle(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Every answer is what the engine does when the real session goes on, found
// here from what the session shows and not by the question's own reading.
func TestAnswersAreWhatTheEngineThenDoes(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine: nothing that the race detector would see")
	}
	beats := 100
	if os.Getenv("EEPORL_SLOW") != "" {
		beats = 1000
	}
	seed := walk.Seed(t)
	rng := rand.New(rand.NewPCG(seed, 2))
	asked := map[string]int{}
	verbs := []model.Intent{
		{Verb: model.Continue}, {Verb: model.Continue}, {Verb: model.Forward, N: 3}, {Verb: model.NextUnit}, {Verb: model.Back},
		{Verb: model.Grow}, {Verb: model.LeapBy, N: 1e5}, {Verb: model.RunEstimate}, {Verb: model.RunPlan}, {Verb: model.RunPolicy},
	}
	names := []string{"tea", "noisy-tiger", "tiger", "two-step", "random:2,3,2,2,5", "random:3,2,3,2,1"}
	s := session(t, names[0], 1)
	for i := range beats {
		if i%40 == 0 {
			start := i / 40
			s = session(t, names[rng.IntN(len(names))], uint64(rng.IntN(100)))
			estimator := []float64{6, 1, 1, 7}[start%4] // naive and theirs are asked what no other is
			if estimator == 7 {
				s = model.Update(s, model.Intent{Verb: model.Set, Arg: fmt.Sprintf("mistake=%d", rng.IntN(1+len(bench.Mistakes())))})
			}
			story := []model.Intent{{Verb: model.LeapBy, N: 1e5}, {Verb: model.Choose, N: estimator}, {Verb: model.RunEstimate}, {Verb: model.RunPlan}, {Verb: model.RunPolicy}}
			for _, chapter := range story[:(start/3+3)%(len(story)+1)] {
				s = settle(t, model.Update(s, chapter))
			}
		}
		next := model.Intent{Verb: model.Forward}
		if rng.IntN(8) == 0 {
			next = verbs[rng.IntN(len(verbs))]
		}
		s = settle(t, model.Update(s, next))
		for _, q := range predict.Questions(s) {
			if dear := slices.Contains([]string{"sigma", "labels", "winner", "foretold", "seen", "breaks", "bug"}, q.Kind); asked[q.Kind] > 0 && (dear && rng.IntN(4) > 0 || (q.Kind == "winner" || q.Kind == "foretold") && rng.IntN(4) > 0) {
				continue
			}
			a, err := q.Answer(t.Context(), s)
			if err != nil {
				continue
			}
			asked[q.Kind]++
			after := s
			for _, step := range a.Steps {
				after = settle(t, model.Update(after, step.Intent))
			}
			if err := contradicts(q, a, s, after); err != "" {
				t.Fatalf("beat %d of %s, seed %d: %s: %s\nanswered %q", s.Place()+1, s.Config().Scenario, s.Config().Seed, q.Ask, err, q.Choices[a.Right])
			}
		}
	}
	t.Log(asked)
	for _, kind := range predict.Kinds() {
		if asked[kind] == 0 && beats == 1000 {
			t.Errorf("%s was never asked", kind)
		}
	}
}

// contradicts says what a session's own state holds against an answer, "" for
// nothing.
func contradicts(q predict.Question, a predict.Answer, before, after model.Session) string {
	n, choice := after.Now(), q.Choices[a.Right]
	m := after.Config().Model
	yes := func(truth bool) string {
		if truth != (choice == "yes") {
			return fmt.Sprintf("the truth is %v", truth)
		}
		return ""
	}
	luck := func(agree bool) string { // nothing makes orders agree: an answer says no, and whether they do all the same
		if choice != "no" || agree != strings.Contains(a.Why, "this time") {
			return fmt.Sprintf("the orders agree: %v", agree)
		}
		return ""
	}
	is := func(want string) string {
		if choice != want {
			return fmt.Sprintf("the session shows %q", want)
		}
		return ""
	}
	name := func(i int) string {
		x := m.Sizes().SymbolAt(i)
		return fmt.Sprintf("(%s, %s, %g, %s)", m.ActionName(x.Action), m.ObservationName(x.Observation), m.RewardValue(x.Reward), m.ActionName(x.Next))
	}
	switch q.Kind {
	case "symbol":
		cell, _ := pomdp.TripleCell(m.Sizes(), n.Episode.Steps)
		return is(name(m.Sizes().Triple(cell)[n.Beat.T-1]))
	case "cell":
		for x1 := range m.Sizes().D() {
			for x2 := range m.Sizes().D() {
				was, is12 := before.Now().Counts.P12(x1, x2)*before.Now().N, n.Counts.P12(x1, x2)*n.N
				if math.Round(is12-was) == 1 {
					return is(fmt.Sprintf("row %s, column %s", m.SymbolDigits(m.Sizes().SymbolAt(x1)), m.SymbolDigits(m.Sizes().SymbolAt(x2))))
				}
			}
		}
		return "no entry was raised"
	case "sigma":
		e := n.Estimate
		low := slices.ContainsFunc(e.Findings, func(f finding.Finding) bool { return f.Code == "sigma-below-noise" })
		return yes(!low)
	case "labels":
		right, k := labelsRight(n.Estimate, m.Sizes()), m.Sizes().K()
		return is(map[bool]string{true: "all of them", false: map[bool]string{true: "none: it does not get that far", false: "some"}[right == 0]}[right == k])
	case "bug":
		r := after.Bench()
		if r.First < 0 {
			return is("none")
		}
		if first := r.Judged[r.First]; first.Stage >= moments.StageLabels != (choice == "the labels" || choice == "the parameters") || (first.What == "Ô") != (choice == "Ô") {
			return first.Sentence()
		}
	case "winner":
		least, best := math.Inf(1), ""
		for _, name := range q.Choices {
			by, _ := estimators.Named(name)
			t, _ := experiment.Try(context.Background(), by, moments.Data{Counts: before.Now().Counts}, m.Sizes().S, before.Config().Estimator, nil, before.Truth())
			if t.RMSE < least {
				least, best = t.RMSE, name
			}
		}
		return is(best)
	case "foretold":
		least, best := math.Inf(1), ""
		for _, name := range q.Choices {
			if p := experiment.Predict(estimated(before, name).Learned, before.Truth()); p != nil && p.TV < least {
				least, best = p.TV, name
			}
		}
		return is(best)
	case "carried":
		c, _ := before.Now().Plan.Carry(before.Now().Estimate, before.Now().Beat.T)
		if first := math.Abs(c.Shorter[0] - c.Over[0]); strings.HasSuffix(choice, " "+figure.Number(c.Shorter[0])) && first > math.Abs(c.Shorter[1]-c.Over[0]) {
			return fmt.Sprintf("it is %g", c.Over[0])
		}
	case "numbers":
		return is(fmt.Sprint(after.Now().Estimate.Tests.Taken))
	case "seen":
		depths := estimated(before, "tree").Histories.Upto(m.Horizon())
		if d := depths[len(depths)-1]; float64(d.Seen)/d.Possible < .1 != (choice == "less than a tenth") || float64(d.Seen)/d.Possible >= .9 != (choice == "nine tenths or more") {
			return fmt.Sprintf("%d of %g", d.Seen, d.Possible)
		}
	case "breaks":
		sigma := func(s model.Session) float64 {
			return spectral.SpectrumOf(moments.FromLaw(s.Truth().Law()), m.Sizes().S).SigmaK()
		}
		was, now := sigma(before), sigma(after)
		if fell := strings.HasPrefix(choice, "it falls"); fell != (now < was) || strings.Contains(choice, "zero") != (now < 1e-9) {
			return fmt.Sprintf("σ_k goes from %g to %g", was, now)
		}
	case "orders":
		orders := map[string]bool{}
		for _, o := range n.Estimate.Comparison.Order {
			if o != nil {
				orders[fmt.Sprint(o)] = true
			}
		}
		return luck(len(orders) == 1)
	case "mixed":
		return luck(!n.Estimate.Mixed())
	case "turned":
		t := after.Turned([]float64{0, 20, 70, 90})
		same := func(x []float64, i int) bool { return math.Abs(x[i]-x[0]) < 1e-7 }
		if same(t.Pairs, 1) && same(t.Pairs, 2) && same(t.Pairs, 3) && !same(t.Triples, 1) && !same(t.Triples, 2) {
			return is("at every angle")
		}
	case "state":
		return is(m.StateName(n.Episode.Steps[n.Beat.T-1].Next.Value))
	case "negative":
		worst := 0.0
		for _, x := range n.Estimate.Negative.Observation {
			worst = max(worst, x)
		}
		if worst > 0 && choice == "no" {
			return "mass was removed"
		}
	case "gamma":
		return is(n.Plan.Levels[n.Beat.T-1].Enumerated.String())
	case "value":
		return is(map[bool]string{true: "less", false: "as much or more"}[n.Plan.ValueTrue < n.Plan.Value])
	case "branch":
		next := after
		for next.Now().Beat.Kind != model.BeatAction {
			next = model.Update(next, model.Intent{Verb: model.Forward})
		}
		return is(m.ActionName(next.Now().Episode.Steps[next.Now().Beat.T-1].Action.Value))
	case "optimal":
		if optimalFirst(m, n, n.Plan.Tree.Nodes[n.Node].Action) && choice == "no" {
			return "an optimal policy starts so"
		}
	}
	return ""
}

// labelsRight counts the columns that bear the pair of the state they stand for.
func labelsRight(e *experiment.Estimated, sizes pomdp.Sizes) (right int) {
	if len(e.Labels) == 0 || e.Comparison == nil {
		return 0
	}
	for i, l := range e.Labels {
		if h := sizes.HiddenAt(e.Comparison.Assignment[i]); l.Pair == sizes.Pair(h.Action, h.Next) {
			right++
		}
	}
	return right
}

// optimalFirst says whether an optimal policy takes an action next.
func optimalFirst(m *pomdp.POMDP, n *model.Now, action int) bool {
	rest, err := m.From(n.Advice.Belief[n.Beat.T], m.Horizon()-n.Beat.T)
	if err != nil {
		panic(err)
	}
	plan, err := planning.Optimal(context.Background(), rest, planning.Options{})
	if err != nil {
		panic(err)
	}
	return plan.First[1] == action
}

func TestChoicesAreDifferentAndTheRightOneMoves(t *testing.T) {
	places := map[int]bool{}
	for seed := range uint64(40) {
		s := session(t, "tea", seed)
		for s.Now().Beat != (model.Beat{Kind: model.BeatReward, T: 2}) {
			s = model.Update(s, model.Intent{Verb: model.Forward})
		}
		q, ok := predict.Find(s, "symbol")
		if !ok {
			continue // all slips happen to say the same as the truth
		}
		a, err := q.Answer(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		places[a.Right] = true
		if sorted := slices.Sorted(slices.Values(q.Choices)); len(slices.Compact(sorted)) != len(q.Choices) {
			t.Errorf("choices %q repeat", q.Choices)
		}
	}
	if len(places) < 2 {
		t.Errorf("the right choice always stands at %v", places)
	}
}

func TestCancelledAnswerIsAnError(t *testing.T) {
	s := settle(t, model.Update(session(t, "tea", 1), model.Intent{Verb: model.LeapBy, N: 1000}))
	q, ok := predict.Find(s, "labels")
	if !ok {
		t.Fatal("no question")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := q.Answer(ctx, s); err == nil {
		t.Error("answered all the same")
	}
}

// The slips of gamma are written as the planner writes counts: a number with
// more digits than the right one would give it away.
func TestGammaWritesAllChoicesAlike(t *testing.T) {
	asked := 0
	for _, name := range []string{"tea", "noisy-tiger", "random:2,3,2,2,5"} {
		s := session(t, name, 1)
		for _, verb := range []model.Intent{{Verb: model.LeapBy, N: 1e5}, {Verb: model.RunEstimate}, {Verb: model.RunPlan}} {
			s = settle(t, model.Update(s, verb))
		}
		for q, ok := predict.Find(s, "gamma"); ok; q, ok = predict.Find(s, "gamma") {
			asked++
			for _, c := range q.Choices {
				if digits := len(c); digits > len("1.234·10¹²³") || strings.Count(c, "0") > 7 {
					t.Errorf("%s: %q among %q", name, c, q.Choices)
				}
			}
			s = settle(t, model.Update(s, model.Intent{Verb: model.Forward}))
		}
	}
	if asked < 4 {
		t.Errorf("asked %d times", asked)
	}
}

// estimated is what an estimator makes of a session's episodes.
func estimated(s model.Session, name string) *experiment.Estimated {
	for _, i := range []model.Intent{{Verb: model.Set, Arg: "estimator=" + name}, {Verb: model.RunEstimate}, {Verb: model.Last}} {
		var err error
		if s, err = model.Settle(context.Background(), model.Update(s, i)); err != nil {
			panic(err)
		}
	}
	return s.Now().Estimate
}
