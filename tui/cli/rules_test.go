package cli

import (
	"strings"
	"testing"
)

// A policy in a few rules says what it loses, in text, JSON and on the report's first page.
func TestPolicyInAFewRules(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	t.Chdir(t.TempDir())
	expect(t, "plan robot --horizon 8 --rules 5", "1. after looks-away: wait\n2. else: hand-over\nthe first that holds counts; they earn as much as the policy, 6.1285")
	plan := read[wholePlan](t, answered(t, "plan tea --rules 4 --json"))
	if plan.Rules == nil || len(plan.Rules.List) > 4 || float64(plan.Rules.Value) > *plan.Value || plan.Rules.List[len(plan.Rules.List)-1].When != "else" {
		t.Errorf("found %+v", plan.Rules)
	}
	answered(t, "simulate tea --long --names --horizon 4 --episodes 400 -o tea.csv")
	expect(t, "estimate tea.csv --states 2 --rules 4 --report tea.md", "in a few rules    1. after ", "else: offer-")
	if text := fileText(t, "tea.md"); !strings.Contains(text, "in a few rules") {
		t.Errorf("found no rules in %s", text)
	}
	expect(t, "estimate tea.csv --states 2 --estimator full --rules 3", "--rules: found no policy on states with one order")
	expect(t, "plan tea --rules 11", "--rules: found")
}
