package cli

import (
	"cmp"
	"context"
	"encoding/csv"
	"os"
	"slices"
	"strings"
	"testing"

	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/scenarios"
)

// inOrder is a model with its actions and observations in the order of their names, as they are
// read off a log.
func inOrder(t *testing.T, m *pomdp.POMDP) *pomdp.POMDP {
	t.Helper()
	spec := m.Spec()
	sorted := func(names []string) []int {
		order := make([]int, len(names))
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(a, b int) int { return cmp.Compare(names[a], names[b]) })
		return order
	}
	actions, seen := sorted(spec.Actions), sorted(spec.Observations)
	out := spec
	out.Actions, out.Observations, out.Transition, out.Observation, out.Reward = nil, nil, nil, nil, nil
	for _, z := range seen {
		out.Observations = append(out.Observations, spec.Observations[z])
	}
	for _, a := range actions {
		out.Actions = append(out.Actions, spec.Actions[a])
		out.Transition, out.Reward = append(out.Transition, spec.Transition[a]), append(out.Reward, spec.Reward[a])
		var rows [][]float64
		for s := range spec.States {
			var row []float64
			for _, z := range seen {
				row = append(row, m.Z(a, s, z))
			}
			rows = append(rows, row)
		}
		out.Observation = append(out.Observation, rows)
	}
	sortedModel, err := pomdp.New(out)
	if err != nil {
		t.Fatal(err)
	}
	return sortedModel
}

// One command, without a flag about the data, ends in a model and a policy that is nearly optimal,
// whatever policy the log was recorded under, with names or without; and the model opens again.
func TestFromAnyLogToAPolicy(t *testing.T) {
	tier.Long(t, "learns from several logs; the estimator has tests of its own")
	t.Chdir(t.TempDir())
	logs := []struct{ model, flags string }{
		{"tea", ""}, {"tea", "--long --names --phase 2 --learn 1e4 --horizon 8"}, {"noisy-tiger", "--long --horizon 6 -c inf"},
		{"tea", "--long --horizon 12"}, {"tea", "--long --names --horizon 8"}, {"tea", "--long --phase 2 --learn 1e4 --horizon 8"},
		{"noisy-tiger", "--long --names --phase 2 --learn 1e4 --horizon 8"},
		{"random:2,3,3,2,8", "--long --phase 2 --horizon 6"}, {"random:3,3,3,3,4", "--long -c inf --horizon 8"}, {"dialog", "--long --names --horizon 6"},
	}
	episodes := "20000"
	if os.Getenv("EEPORL_SLOW") == "" {
		logs, episodes = logs[:3], "1500"
	}
	for _, c := range logs {
		answered(t, "simulate "+c.model+" --episodes "+episodes+" "+c.flags+" -o log.csv")
		said := answered(t, "estimate log.csv --model m.toml --policy p.pg --parameters p.csv --horizon 4")
		truth, err := scenarios.Load(c.model)
		if err != nil {
			t.Fatal(err)
		}
		m := truth.Model
		if strings.Contains(c.flags, "--names") {
			m = inOrder(t, m)
		}
		if m, err = m.WithHorizon(4); err != nil {
			t.Fatal(err)
		}
		spec := m.Spec()
		if !strings.Contains(c.flags, "rewards") {
			for r := range spec.Rewards { // which nobody declared
				spec.Rewards[r] = float64(r)
			}
		}
		if m, err = pomdp.New(spec); err != nil {
			t.Fatal(err)
		}
		learned, err := scenarios.Load("m.toml")
		if err != nil {
			t.Fatalf("%s %s: %v", c.model, c.flags, err)
		}
		worth := func(of *pomdp.POMDP) float64 {
			problem, err := planning.FromModel(of, planning.ObserveRZ)
			if err != nil {
				t.Fatal(err)
			}
			plan, err := planning.Solve(context.Background(), problem, planning.Options{Horizon: 4, Discount: 1, Observe: planning.ObserveRZ})
			if err != nil {
				t.Fatal(err)
			}
			_, value, err := planning.Evaluate(m, plan.Tree)
			if err != nil {
				t.Fatal(err)
			}
			return value
		}
		best, got := worth(m), worth(learned.Model)
		if got < .98*best {
			t.Errorf("%s %s: the policy is worth %.4f, the optimum %.4f\n%s", c.model, c.flags, got, best, said)
		}
		if !strings.Contains(said, "learned by") || !strings.Contains(said, "whole episodes") {
			t.Errorf("%s %s: it does not say what it did:\n%s", c.model, c.flags, said)
		}
		f, err := os.Open("p.csv")
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(f).ReadAll()
		f.Close()
		n := learned.Model.Sizes()
		if want := 1 + n.S + n.A*n.S*(n.S+n.Z+n.R); err != nil || len(rows) != want {
			t.Errorf("%s %s: found %d rows of parameters (%v), expected %d", c.model, c.flags, len(rows), err, want)
		}
	}
	answered(t, "simulate tea --episodes 400 --long --horizon 6 -o log.csv")
	if said := answered(t, "estimate log.csv --states 2 --intervals 5"); !strings.Contains(said, "intervals") || !strings.Contains(said, "bootstrap percentiles, 5 replicates") {
		t.Errorf("intervals are left out in silence:\n%s", said)
	}
	if said := answered(t, "estimate log.csv --states 2"); !strings.Contains(said, "95 % by normal theory") || !strings.Contains(said, "parameters        first state  0: ") || !strings.Contains(said, " to ") {
		t.Errorf("the parameters with their intervals are missing:\n%s", said)
	}
	if said := answered(t, "estimate log.csv --states 2 --intervals none"); strings.Contains(said, "normal theory") || !strings.Contains(said, "first state  0: ") {
		t.Errorf("intervals that nobody wants:\n%s", said)
	}
	text, err := os.ReadFile("log.csv")
	if err != nil {
		t.Fatal(err)
	}
	if a := runIn(testEnv(), string(text), "estimate", "-", "--states", "2:3"); a.code != exitAnswered || !strings.Contains(a.out, "whole episodes") || strings.Contains(a.out, "1: AIC") || !strings.Contains(a.out, "3: AIC") {
		t.Errorf("2 or 3 states from stdin: %+v", a)
	}
	if said := answered(t, "estimate log.csv --states 1:2 --held-out .2"); !strings.Contains(said, "held out -") || !strings.Contains(said, "by episodes held out.") {
		t.Errorf("no held-out likelihood:\n%s", said)
	}
	if a := ask("estimate log.csv --states 2 --held-out .2 --estimator polished"); a.code == exitAnswered || !strings.Contains(a.err, "expected --estimator auto") {
		t.Errorf("held out without whole episodes: %+v", a)
	}
	header, rest, _ := strings.Cut(string(text), "\n")
	other := strings.NewReplacer("episode", "Pupil", "observation", "seen").Replace(header) + "\n" + rest
	if err := os.WriteFile("other.csv", []byte(strings.ReplaceAll(other, ",", ";")), 0o600); err != nil {
		t.Fatal(err)
	}
	if said := answered(t, "estimate other.csv --states 2 --columns episode=pupil --columns observation=seen"); said != strings.ReplaceAll(answered(t, "estimate log.csv --states 2"), "log.csv", "other.csv") {
		t.Errorf("other names for the columns:\n%s", said)
	}
	for line, want := range map[string]string{
		"estimate other.csv": "expected --columns episode=Pupil,observation=seen",
		"estimate log.csv --estimator full --states 2 --intervals normal": "found normal with full, expected a number of replicates",
		"estimate log.csv --columns episode=x,step=X":                     "found no column x, X, but",
		"estimate log.csv --columns pupil=x":                              "such as episode=student",
		"estimate log.csv --states 5:2":                                   "or two such as 2:5",
		"estimate log.csv --estimator full --states 2 --model m.toml":     "--model: found none to write, expected an estimate with one order",
		"estimate log.csv --model m.txt":                                  "expected a file that ends in .toml",
		"estimate nothing.csv":                                            "nothing.csv",
	} {
		if a := ask(line); a.code == exitAnswered || !strings.Contains(a.err, want) {
			t.Errorf("%s: %d, %q, expected %q", line, a.code, a.err, want)
		}
	}
}
