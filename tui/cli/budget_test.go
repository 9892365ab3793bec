package cli

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"eeporl/pomdp/pomdptest/tier"
)

// budgeted is what of an answer a budget bears on.
type budgeted struct {
	Policy struct {
		Value   float64 `json:"value_estimated"`
		Upper   float64 `json:"value_upper"`
		Optimal float64 `json:"optimal"`
		Most    float64 `json:"optimal_upper"`
		Regret  float64 `json:"regret"`
		Worst   float64 `json:"regret_upper"`
		Planner string  `json:"planner"`
	} `json:"policy"`
	Findings []struct{ Code, Detail string } `json:"findings"`
}

func (b budgeted) gaps() (details []string) {
	for _, f := range b.Findings {
		if f.Code == "value-gap" {
			details = append(details, f.Detail)
		}
	}
	return details
}

// TestRunWithinBudget: a budget turns values into certified intervals around
// the exact ones, each with its finding.
func TestRunWithinBudget(t *testing.T) {
	var exact, bound budgeted
	for line, into := range map[string]*budgeted{
		"run tea --horizon 6 --json": &exact, "run tea --horizon 6 --json --budget 20": &bound,
	} {
		if err := json.Unmarshal([]byte(answered(t, line)), into); err != nil {
			t.Fatal(err)
		}
	}
	x, b := exact.Policy, bound.Policy
	if x.Planner != "pruning" || x.Upper != x.Value || x.Most != x.Optimal || x.Worst != x.Regret || exact.gaps() != nil {
		t.Errorf("without a budget: found %+v, expected an exact plan, where both ends are one", exact)
	}
	if b.Planner != "point" || !(b.Value < x.Value && x.Value < b.Upper) || !(b.Optimal <= x.Optimal && x.Optimal < b.Most) || b.Worst <= b.Regret {
		t.Errorf("within 20 vectors: found %+v, expected intervals around the exact %+v", b, x)
	}
	if gaps := bound.gaps(); len(gaps) != 2 || !strings.Contains(gaps[0], "learned parameters") || !strings.Contains(gaps[1], "regret lies between") {
		t.Errorf("within 20 vectors: found the gaps %q, expected one of the learned plan and one of the optimum", gaps)
	}
}

// TestBudgetEverywhere: what plans takes --budget, and says which of its
// figures are intervals.
func TestBudgetEverywhere(t *testing.T) {
	tier.Long(t, "seconds of planning")
	log := filepath.Join(t.TempDir(), "log.csv")
	if err := os.WriteFile(log, []byte(answered(t, "simulate tea --episodes 20000 --names")), 0o600); err != nil {
		t.Fatal(err)
	}
	for line, said := range map[string]string{
		"run tea --horizon 6 --budget 20":                                                     " to ",
		"run tea --horizon 6 --budget 20 --estimator all":                                     "The optimum lies between",
		"estimate " + log + " --like tea --horizon 6 --budget 20":                             "regret lies between",
		"bounds tea --horizon 6 --budget 20 --seeds 0":                                        "value-gap",
		"sweep tea --horizon 6 --budget 20 --episodes 1e4 --seeds 2 --estimator polished":     "tea: value-gap: The optimum lies between",
		"sweep tea --horizon 6 --episodes 1e4 --seeds 1 --estimator polished":                 "",
		"sweep tea --horizon 6 --budget 20 --no-plan --episodes 1e4 --seeds 1 --estimator em": "",
	} {
		a := ask(line)
		if a.code != exitAnswered || !strings.Contains(a.out+a.err, said) || said == "" && a.err != "" || strings.Count(a.err, "\n") > 1 {
			t.Errorf("%s: found exit code %d and %q %q, expected it to say %q", line, a.code, a.out, a.err, said)
		}
	}
}

// TestInterruptedPlanning: Ctrl+C ends a plan that takes minutes at once.
func TestInterruptedPlanning(t *testing.T) {
	for _, line := range []string{"run tea --horizon 1000", "run tea --horizon 1000 --estimator all", "plan tea --horizon 1000 --planner point"} {
		ctx, cancel := context.WithCancel(t.Context())
		env := testEnv()
		env.Progress, env.Context = true, ctx
		start := time.Now()
		a := runInterrupting(env, cancel, line)
		if took := time.Since(start); a.code != exitFailed || a.out != "" || !strings.HasSuffix(a.err, "interrupted\n") || took > 20*time.Second {
			t.Errorf("%s: found exit code %d, %q and %q after %v, expected an end at once", line, a.code, a.out, a.err, took)
		}
		cancel()
	}
}
