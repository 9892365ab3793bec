package cli

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"eeporl/pomdp/pomdptest/tier"
)

// openPlan makes a planner stop early: then the optimum of diagnosis is certain
// only to an interval.
const openPlan = " --planner point --budget 3"

// TestOpenOptimaAreIntervalsEverywhere walks every output that has a value, an
// optimum or a regret.
func TestOpenOptimaAreIntervalsEverywhere(t *testing.T) {
	tier.Long(t, "seconds of planning")
	t.Chdir(t.TempDir())
	for line, want := range map[string]string{
		"run diagnosis -n 1e5":                      `optimum 1\.05\d+ to 1\.0786 · regret 0 to \.0`, // the learned policy is worth more than what was planned,
		"run diagnosis -n 1e5 --estimator all":      `optimum 1\.07\d+ to 1\.0786`,
		"plan diagnosis":                            `value 0\.46\d+ to 1\.07\d+`,
		"bounds diagnosis --seeds 2 --epsilon 0.05": `for \d of 2 seeds for certain, for \d if the optimum is the lower end of 1\.05\d+ to 1\.0786`,
		"run diagnosis -n 1e5 --report run.md":      `optimum 1\.05\d+ to`,
	} {
		if out := answered(t, line+openPlan); !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("%s: found nothing like %q in\n%s", line, want, out)
		}
	}
	report, err := os.ReadFile("run.md")
	if err != nil || !regexp.MustCompile(`1\.05\d+ to 1\.0786`).Match(report) || !regexp.MustCompile(`regret[^\n]*0 to \.0`).Match(report) {
		t.Errorf("the report has no interval, or there is none: %v\n%s", err, report)
	}
	// The explorer's optimum is under no budget; what its plan expects is.
	story := runIn(testEnv(), "", "explore", "diagnosis", "--plain", "--at", "planner=point; budget=3; leap 1e5; estimate; last; plan; last")
	if !strings.Contains(story.out, "is worth 1.2786 to 1.2902") {
		t.Errorf("found no interval in the story\n%s%s", story.out, story.err)
	}
}

func TestOpenOptimaAreIntervalsInJSON(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of planning")
	}
	var run struct {
		Policy struct {
			Optimal      float64 `json:"optimal"`
			OptimalUpper float64 `json:"optimal_upper"`
			Regret       float64 `json:"regret"`
			RegretUpper  float64 `json:"regret_upper"`
		} `json:"policy"`
	}
	decoded(t, "run diagnosis -n 1e5 --json"+openPlan, &run)
	if p := run.Policy; !(p.OptimalUpper > p.Optimal+.01) || p.Regret < 0 || !(p.RegretUpper > p.Regret) {
		t.Errorf("run: %+v", p)
	}
	var all struct {
		Optimal    float64 `json:"optimal"`
		Upper      float64 `json:"optimal_upper"`
		Estimators []struct {
			Regret      float64 `json:"regret"`
			RegretUpper float64 `json:"regret_upper"`
		} `json:"estimators"`
	}
	decoded(t, "run diagnosis -n 1e5 --estimator all --json"+openPlan, &all)
	for _, e := range all.Estimators {
		if e.Regret < 0 || !(e.RegretUpper > e.Regret) && e.RegretUpper > 0 || !(all.Upper > all.Optimal) {
			t.Errorf("run --estimator all: %+v", all)
		}
	}
	var bounds struct {
		Sufficed struct {
			Optimal float64 `json:"optimal"`
			Upper   float64 `json:"optimal_upper"`
			Tried   []struct {
				Reached int `json:"reached"`
				AtMost  int `json:"reached_at_most"`
			} `json:"tried"`
		} `json:"sufficed"`
	}
	decoded(t, "bounds diagnosis --seeds 4 --epsilon 0.02 --json"+openPlan, &bounds)
	open := false
	for _, x := range bounds.Sufficed.Tried {
		open = open || x.AtMost > x.Reached
	}
	if !open || !(bounds.Sufficed.Upper > bounds.Sufficed.Optimal) {
		t.Errorf("bounds: %+v, expected seeds that suffice only if the optimum is at its lower end", bounds.Sufficed)
	}
	var plan struct {
		Value float64 `json:"value"`
		Upper float64 `json:"upper"`
	}
	if decoded(t, "plan diagnosis --json"+openPlan, &plan); !(plan.Upper > plan.Value+.5) {
		t.Errorf("plan: %+v", plan)
	}
	var row struct {
		Value   float64 `json:"value_true"`
		Optimal float64 `json:"optimal"`
		Upper   float64 `json:"optimal_upper"`
	}
	out := ask("sweep diagnosis -n 1e4 --seeds 1 --estimator full --format jsonl" + openPlan)
	if err := json.Unmarshal([]byte(out.out), &row); err != nil || !(row.Upper > row.Optimal+.5) || row.Value > row.Upper {
		t.Errorf("sweep: %+v, %v", row, err)
	}
}

func decoded(t *testing.T, line string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(answered(t, line)), into); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
}
