package model_test

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/model/walk"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/pomdp"
	"eeporl/scenarios"
)

// record is a log of a scenario's episodes, the first kept of them in order.
func record(t testing.TB, scenario string, episodes float64, kept int) *model.Record {
	t.Helper()
	sc, err := scenarios.Load(scenario)
	if err != nil {
		t.Fatal(err)
	}
	truth, err := experiment.NewTruth(sc.Model, 0)
	if err != nil {
		t.Fatal(err)
	}
	r := &model.Record{Words: `--log "x.csv"`}
	if r.Counts, err = truth.Draw(1, episodes); err != nil {
		t.Fatal(err)
	}
	spec := sc.Model.Spec()
	if r.Shell, err = model.Shell("x.csv", sc.Model.Sizes().S, 4, spec.Actions, spec.Observations, spec.Rewards); err != nil {
		t.Fatal(err)
	}
	sim := truth.Explorer(1)
	for i := range kept {
		cell, _ := sim.Triple(uint64(i))
		r.First = append(r.First, cell)
	}
	return r
}

func logSession(t testing.TB, r *model.Record, seed uint64) model.Session {
	t.Helper()
	s, err := model.New(model.Config{Scenario: "x.csv", Model: r.Shell, Record: r, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return settle(t, s)
}

// The random walk of TestForwardThenBackIsTheIdentity on logs: in order as a
// whole, in part, and not at all.
func TestLogsForwardThenBackIsTheIdentity(t *testing.T) {
	seed := walk.Seed(t)
	rng := rand.New(rand.NewPCG(seed, 1))
	logs := []*model.Record{record(t, "tea", 700, 700), record(t, "tea", 9000, 60), record(t, "tea", 5000, 0)}
	s := logSession(t, logs[0], seed)
	for i := range walkLength(t, 3000) {
		if i%250 == 249 {
			s = logSession(t, logs[rng.IntN(len(logs))], rng.Uint64())
		}
		intent := randomIntent(rng)
		s = do(t, s, intent)
		if total := s.Config().Record.Counts.Total(); s.Now().N > total {
			t.Fatalf("intent %d %v: N = %g of %g", i, intent, s.Now().N, total)
		}
		if s.Now().Kind == model.Exploit {
			t.Fatalf("intent %d %v led into phase 2", i, intent)
		}
		place, n := s.Place(), uint64(1+rng.IntN(30))
		back := min(n, place)
		there := model.Update(s, model.Intent{Verb: model.Back, N: float64(max(back, 1))})
		again := s
		if back > 0 {
			again = model.Update(there, model.Intent{Verb: model.Forward, N: float64(back)})
		}
		if d := differ(s.Now(), again.Now()); d != "" || again.Place() != place {
			t.Fatalf("intent %d %v: %d back and on changed %s", i, intent, back, d)
		}
	}
}

// Whatever way leads to N, the counts are those of the log's first N episodes.
func TestLogCountsAreItsFirstEpisodes(t *testing.T) {
	r := record(t, "tea", 3000, 3000)
	rng := rand.New(rand.NewPCG(5, 6))
	s := logSession(t, r, 1)
	for range 200 {
		s = do(t, s, randomIntent(rng))
		want := moments.NewCounts(r.Shell.Sizes())
		for _, cell := range r.First[:int(s.Now().N)] {
			want.AddTriple(cell)
		}
		for cell := range want.Sizes().Cells() {
			if want.At(cell) != s.Now().Counts.At(cell) {
				t.Fatalf("N = %g: cell %d was counted %g times, expected %g", s.Now().N, cell, s.Now().Counts.At(cell), want.At(cell))
			}
		}
	}
}

// An episode of a log shows its triple and nothing else.
func TestLogEpisodesShowTheirTriples(t *testing.T) {
	r := record(t, "noisy-tiger", 50, 50)
	for i, cell := range r.First {
		e := r.Episode(uint64(i))
		got, ok := pomdp.TripleCell(r.Shell.Sizes(), e.Steps)
		if !ok || got != cell {
			t.Fatalf("episode %d: %v, expected %v", i, got, cell)
		}
		draws := []pomdp.Draw{e.Initial, e.Steps[0].Reward, e.Steps[3].Observation}
		for _, step := range e.Steps {
			draws = append(draws, step.Next)
			if step.State >= 0 || !math.IsNaN(step.Action.Probability) {
				t.Fatalf("episode %d: %+v", i, step)
			}
		}
		for _, d := range draws {
			if d.Value >= 0 || !math.IsNaN(d.Probability) {
				t.Fatalf("episode %d shows %+v, which no log of triples holds", i, d)
			}
		}
	}
}

func TestLogsRefuseWhatTheyCannotDo(t *testing.T) {
	ordered, counted := logSession(t, record(t, "tea", 2000, 2000), 1), logSession(t, record(t, "tea", 2000, 0), 1)
	planned := do(t, counted, model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.Last})
	if planned.Disabled(model.RunPlan) == "" {
		planned = do(t, planned, model.Intent{Verb: model.RunPlan}, model.Intent{Verb: model.Last})
	}
	for _, c := range []struct {
		s    model.Session
		i    model.Intent
		want string
	}{
		{ordered, model.Intent{Verb: model.LeapBy, N: math.Inf(1)}, "nobody knows the model"},
		{counted, model.Intent{Verb: model.LeapBy, N: math.Inf(1)}, "nobody knows the model"},
		{counted, model.Intent{Verb: model.LeapBy, N: 10}, "no more episodes"},
		{counted, model.Intent{Verb: model.Grow}, "no more episodes"},
		{counted, model.Intent{Verb: model.Forward}, "no further episode"},
		{planned, model.Intent{Verb: model.RunPolicy}, "phase 2"},
		{ordered, model.Intent{Verb: model.Set, Arg: "c=.3"}, "drawn already"},
		{ordered, model.Intent{Verb: model.Set, Arg: "T(1, 1, 2)=.3"}, "nobody knows the model"},
	} {
		if why := c.s.Refusal(c.i); !strings.Contains(why, c.want) {
			t.Errorf("%v: %q, expected %q in it", c.i, why, c.want)
		}
	}
	all := do(t, ordered, model.Intent{Verb: model.LeapBy, N: 1e15})
	if all.Now().N != 2000 {
		t.Errorf("a leap beyond the log's end led to N = %g", all.Now().N)
	}
}

// What is saved is opened again at the same beat, from the same log only.
func TestLogSessionsSurviveTheirFile(t *testing.T) {
	r := record(t, "tea", 50_000, 100)
	s := do(t, logSession(t, r, 7), model.Intent{Verb: model.Forward, N: 20}, model.Intent{Verb: model.LeapBy, N: 1e15},
		model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.Set, Arg: "seed=9"}, model.Intent{Verb: model.Last},
		model.Intent{Verb: model.RunPlan}, model.Intent{Verb: model.Back, N: 4})
	var file bytes.Buffer
	if err := model.Save(&file, s); err != nil {
		t.Fatal(err)
	}
	open := func(r *model.Record) (model.Session, error) {
		s, err := model.Replay(context.Background(), bytes.NewReader(file.Bytes()), "x.session", func(name string, _ []float64) (model.Subject, error) {
			if name != r.Words {
				t.Errorf("asked for %q, expected %q", name, r.Words)
			}
			return model.Subject{Name: "x.csv", Record: r}, nil
		})
		if err != nil {
			return model.Session{}, err
		}
		return model.Settle(context.Background(), s.Session)
	}
	again, err := open(r)
	if err != nil {
		t.Fatal(err)
	}
	if again.Place() != s.Place() || again.Now().N != s.Now().N || again.Now().Beat != s.Now().Beat || again.Branches() != s.Branches() {
		t.Errorf("opened at beat %d, N = %g; expected beat %d, N = %g", again.Place(), again.Now().N, s.Place(), s.Now().N)
	}
	longer := *r
	longer.Counts = r.Counts.Clone()
	longer.Counts.Add(3, 1)
	swapped := *r
	swapped.First = slices.Clone(r.First)
	slices.Reverse(swapped.First)
	for what, changed := range map[string]*model.Record{"one episode more": &longer, "another order": &swapped} {
		if _, err := open(changed); err == nil || !strings.Contains(err.Error(), "x.csv") || !strings.Contains(err.Error(), "expected") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// The shell's probabilities mean nothing, so others change nothing: no figure
// on any screen is made from them.
func TestShellsProbabilitiesDoNotShow(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine: nothing that the race detector would see")
	}
	r := record(t, "tea", 1e5, 100)
	other, spec := *r, r.Shell.Spec()
	spec.Initial = []float64{1, 0}
	for a := range spec.Transition {
		for s := range spec.Transition[a] {
			spec.Transition[a][s], spec.Observation[a][s], spec.Reward[a][s] = []float64{.9, .1}, []float64{.2, .8}, []float64{1, 0}
		}
	}
	var err error
	if other.Shell, err = pomdp.New(spec); err != nil {
		t.Fatal(err)
	}
	for _, method := range estimators.EstimatorNames() {
		number := float64(slices.Index(estimators.EstimatorNames(), method) + 1)
		a, b := logSession(t, r, 3), logSession(t, &other, 3)
		for i, intent := range append(slices.Repeat([]model.Intent{{Verb: model.Forward}}, 20),
			model.Intent{Verb: model.LeapBy, N: 1e5}, model.Intent{Verb: model.Choose, N: number}, model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.Last},
			model.Intent{Verb: model.RunPlan}, model.Intent{Verb: model.Last}, model.Intent{Verb: model.CompareAll}) {
			a, b = do(t, a, intent), do(t, b, intent)
			x, y := shown(a), shown(b)
			if x != y {
				t.Fatalf("%s, intent %d %v:\n%s\n%s", method, i, intent, x, y)
			}
		}
	}
}

// shown is what a session says of its beat.
func shown(s model.Session) string {
	sentence, equation := s.Account(false)
	_, proposal := s.Proposal()
	out := []string{sentence, equation, proposal}
	for _, f := range s.Findings() {
		out = append(out, f.Detail)
	}
	for _, x := range s.Summaries() {
		out = append(out, strconv.FormatFloat(x.RMSE, 'g', -1, 64), strconv.FormatFloat(x.Regret.High, 'g', -1, 64), strconv.FormatFloat(x.SigmaK, 'g', -1, 64))
	}
	c := s.Claim()
	for _, v := range []float64{c.Explore, c.Exploit, c.Best.Low, c.Best.High, s.Regret().Low, s.Regret().High} {
		out = append(out, strconv.FormatFloat(v, 'g', -1, 64))
	}
	return strings.Join(out, "\n")
}

// A leap that counts no whole number of episodes is refused, on a model and on a log.
func TestLeapsOfNoEpisodesAreRefused(t *testing.T) {
	for name, s := range map[string]model.Session{"model": session(t, "tea", 1), "log": logSession(t, record(t, "tea", 1000, 100), 1)} {
		for _, n := range []float64{0, .5, -3, 1e16, math.NaN()} {
			i := model.Intent{Verb: model.LeapBy, N: n}
			if why := s.Refusal(i); !strings.Contains(why, "expected a whole number from 1") {
				t.Errorf("%s: leap %g: %q", name, n, why)
			}
			if after := model.Update(s, i); after.Place() != s.Place() || after.Beats() != s.Beats() {
				t.Errorf("%s: leap %g goes to beat %d of %d", name, n, after.Place()+1, after.Beats())
			}
		}
	}
}
