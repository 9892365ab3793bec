package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eeporl/pomdp/finding"
)

const maintenance = "testdata/maintenance.POMDP"

// TestCostsAreNegated: the least expected cost with its sign turned, worked out
// by hand for one step and, by another planner, for three.
func TestCostsAreNegated(t *testing.T) {
	doc := read[wholePlan](t, answered(t, "plan "+maintenance+" --horizon 1 --json"))
	agree(t, "one step", *doc.Value, -(.8*0 + .2*2), 1e-12)
	if len(doc.Findings) != 1 || doc.Findings[0].Code != string(finding.CostsNegated) {
		t.Errorf("found %+v, expected that costs were negated", doc.Findings)
	}
	want := read[wholePlan](t, answered(t, "plan "+maintenance+" --horizon 3 --planner enumerate --json"))
	for _, planner := range []string{"auto", "exact", "pruning", "reachable", "point"} {
		doc := read[wholePlan](t, answered(t, "plan "+maintenance+" --horizon 3 --json --planner "+planner))
		agree(t, planner, *doc.Value, *want.Value, 1e-9)
	}
	if text := answered(t, "plan "+maintenance); !strings.Contains(text, "costs-negated: The file states costs") {
		t.Errorf("found\n%s\nexpected it to say that costs were negated", text)
	}
}

// TestLevelsKeepTheMeans: whatever levels are chosen, planning on expected
// rewards gives what the numbers of the file give.
func TestLevelsKeepTheMeans(t *testing.T) {
	want := read[wholePlan](t, answered(t, "plan "+maintenance+" --json"))
	for _, levels := range []string{"", " --levels -10,-2,0", " --levels -11,5"} {
		path := filepath.Join(t.TempDir(), "model.toml")
		if err := os.WriteFile(path, []byte(answered(t, "scenarios show --quiet "+maintenance+levels)), 0o644); err != nil {
			t.Fatal(err)
		}
		doc := read[wholePlan](t, answered(t, fmt.Sprintf("plan %s --observe z --json", path)))
		agree(t, "with levels"+levels, *doc.Value, *want.Value, 1e-9)
	}
}

func TestFileAnswersSayHowRewardsBecameLevels(t *testing.T) {
	for _, line := range []string{"check %s", "law %s", "run %s --episodes 1000", "explore %s"} {
		text := answered(t, fmt.Sprintf(line, maintenance))
		for _, code := range []string{"costs-negated: ", "reward-levels: "} {
			if !strings.Contains(text, code) {
				t.Errorf("%s: found no %q in\n%s", line, code, text)
			}
		}
	}
	if log := answered(t, "simulate --quiet "+maintenance+" --episodes 3 --names"); strings.Count(log, "\n") != 4 || !strings.Contains(log, "r") {
		t.Errorf("found %q, expected a header and three rows", log)
	}
}

// TestExportedModelReadsBack: a scenario written in Cassandra's format has the
// value of its expected rewards.
func TestExportedModelReadsBack(t *testing.T) {
	for file, name := range map[string]string{"a.POMDP": "tea", "b.POMDP": "tiger", "c": "diagnosis", "d.toml": "random:3,2,2,2,5"} { // what they hold tells, too
		path := filepath.Join(t.TempDir(), file)
		if err := os.WriteFile(path, []byte(answered(t, "scenarios show "+name+" --format pomdp")), 0o644); err != nil {
			t.Fatal(err)
		}
		own := read[wholePlan](t, answered(t, "plan "+name+" --horizon 3 --observe z --json"))
		file := read[wholePlan](t, answered(t, "plan "+path+" --horizon 3 --json"))
		agree(t, name, *file.Value, *own.Value, 1e-9)
	}
}

// TestFieldFilesPlan plans the field's own problems where they lie beside a
// checkout, to their known values.
func TestFieldFilesPlan(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "shared", "pomdp")
	text, err := os.ReadFile(filepath.Join(folder, "values.json"))
	if err != nil {
		t.Skip(err)
	}
	var known []struct {
		Problem  string
		Discount float64
		Horizon  int
		Value    float64 `json:"value_at_start"`
	}
	if err := json.Unmarshal(text, &known); err != nil {
		t.Fatal(err)
	}
	for _, k := range known {
		if k.Horizon != 2 {
			continue
		}
		line := fmt.Sprintf("plan %s --horizon 2 --discount %v --json", filepath.Join(folder, k.Problem+".POMDP"), k.Discount)
		doc := read[wholePlan](t, answered(t, line))
		agree(t, line, *doc.Value, k.Value, 1e-9*math.Max(1, math.Abs(k.Value)))
	}
	if a := ask("check " + filepath.Join(folder, "ejs7.POMDP")); a.code != exitFailed || !strings.Contains(a.err, "ejs7.POMDP:20:1: found a sum of 1.1") {
		t.Errorf("found %d and %q, expected the bad row's place", a.code, a.err)
	}
}

func TestBadFileRequests(t *testing.T) {
	for line, says := range map[string]string{
		"plan nowhere.POMDP":                                          `found "nowhere.POMDP", which is no file`,
		"plan " + maintenance + " --belief 0.5,0.5":                   "--belief: found 2 entries",
		"plan " + maintenance + " --belief 1,1,1":                     "--belief: found a sum of 3",
		"plan " + maintenance + " --belief half":                      `--belief: found "half", expected a probability for each state`,
		"plan " + maintenance + " --budget 0":                         `--budget: found "0", expected a number of vectors`,
		"plan " + maintenance + " --gap 0":                            `--gap: found "0", expected a positive number`,
		"plan " + maintenance + " --export xml":                       `--export: found "xml", expected json, alpha, pg, dot or text`,
		"plan " + maintenance + " --export alpha --planner reachable": `--planner: found "reachable" with --export alpha`,
		"check tea --levels 0,1":                                      "--levels: found it with tea, expected a .POMDP file",
		"run tea --episodes inf --intervals 5":                        "--intervals: found it with --episodes inf",
	} {
		if a := ask(line); a.code != exitUsage || !strings.HasPrefix(a.err, says) || a.out != "" {
			t.Errorf("%s: found %d and\n%s\nexpected %d and\n%s…", line, a.code, a.err, exitUsage, says)
		}
	}
	if a := ask("check " + maintenance + " --levels -1,0"); a.code != exitFailed || !strings.HasPrefix(a.err, maintenance+": levels: found R = -2") {
		t.Errorf("found %d and %q, expected levels that do not enclose all rewards to be refused", a.code, a.err)
	}
}
