package summary

import (
	"context"
	"strings"
	"testing"

	"eeporl/model"
	"eeporl/scenarios"
)

func told(t *testing.T, name string, seed uint64, intents ...model.Intent) string {
	t.Helper()
	sc, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := model.New(model.Config{Scenario: name, Model: sc.Model, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range intents {
		if why := s.Refusal(i); why != "" {
			t.Fatalf("%s: %s", i, why)
		}
		if s, err = model.SettleFor(context.Background(), model.Update(s, i), model.JobKind.Asked); err != nil {
			t.Fatal(err)
		}
	}
	lines := Lines(s)
	if len(lines) > 12 {
		t.Errorf("%d lines, expected about ten", len(lines))
	}
	for _, line := range lines {
		if !strings.HasSuffix(line, ".") || strings.Contains(line, "unknown") || strings.Contains(line, "NaN") || strings.Contains(line, "–") {
			t.Errorf("%q is no sentence", line)
		}
	}
	return strings.Join(lines, "\n")
}

// A summary holds what was done and what came out, whatever was left out.
func TestSummaries(t *testing.T) {
	leap, estimate, last, plan := model.Intent{Verb: model.LeapBy, N: 1e5}, model.Intent{Verb: model.RunEstimate}, model.Intent{Verb: model.Last}, model.Intent{Verb: model.RunPlan}
	if text := told(t, "tea", 1); !strings.Contains(text, "Nothing has been done yet.") {
		t.Error(text)
	}
	text := told(t, "tea", 2, leap, estimate, last, plan, last)
	for _, part := range []string{"A session of tea (|S| = 2", "N = 10⁵ episodes were counted; full estimated the POMDP; a plan was made.", "8 of 8 columns are labelled with their action pair, 8 of them rightly; the pairs came back in 2 different orders",
		"regret is .0147", "model meets every assumption", "To try next: "} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in\n%s", part, text)
		}
	}
	naive := told(t, "tea", 2, leap, model.Intent{Verb: model.Choose, N: 6}, estimate, last, plan, last)
	if !strings.Contains(naive, "Finding mixed-orders") || !strings.Contains(naive, "learns all actions at once") {
		t.Error(naive)
	}
	if text := told(t, "tiger", 1, leap, estimate, last); !strings.Contains(text, "Finding assumption-violated") {
		t.Error(text)
	}
	if text := told(t, "tea", 1, leap, estimate, last, model.Intent{Verb: model.Set, Arg: "c=.2"}); !strings.Contains(text, "Besides: branch 1") {
		t.Error(text)
	}
}
