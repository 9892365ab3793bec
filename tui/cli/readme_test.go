package cli

import (
	"os"
	"slices"
	"strings"
	"testing"

	"eeporl/moments"
	"eeporl/scenarios"
)

// TestReadmeTable holds the table of efficiencies against the command that is
// said to make it.
func TestReadmeTable(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "## How good the estimators are\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var table, commands []string
	for line := range strings.SplitSeq(section, "\n") {
		switch {
		case strings.HasPrefix(line, "| "):
			table = append(table, line)
		case strings.HasPrefix(line, "eeporl "):
			commands = append(commands, strings.TrimPrefix(line, "eeporl "))
		}
	}
	if len(commands) != 1 || len(table) == 0 {
		t.Fatalf("found %d commands and %d lines of a table, expected one and some", len(commands), len(table))
	}
	command := strings.NewReplacer("1e4:1e6", "2,3,4", "--seeds 60", "--seeds 1").Replace(commands[0])
	short := strings.Split(strings.TrimSpace(answered(t, command)), "\n")
	short = slices.Delete(short, 1, 2) // the line below the head
	if short[0] != table[0] || len(short) != len(table) {
		t.Errorf("found %d lines below %q, expected %d below %q", len(short), short[0], len(table), table[0])
	}
	wellPosed := 0
	for _, s := range scenarios.List() {
		if s.WellPosed {
			wellPosed++
		}
	}
	if want := 1 + 3*wellPosed; len(table) != want || strings.Count(table[0], "|") != 4+len(moments.EstimatorNames()) {
		t.Errorf("found %d lines of a table, expected %d: every well-posed scenario, N and estimator", len(table), want)
	}
}
