package cli

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"eeporl/moments/bench"
	"eeporl/planning"
	"eeporl/pomdp/figure"
	"eeporl/scenarios"
)

// Full's own answer is right on the counts that it was made from; with T transposed it is told so.
func TestDiagnose(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	t.Chdir(t.TempDir())
	for _, c := range []struct{ made, held string }{
		{"run tea --episodes inf --json -o mine.json", "diagnose tea mine.json"},
		{"run tea --episodes 1e5 --seed 4 -c .7 --json -o mine.json", "diagnose tea mine.json"},
	} {
		answered(t, c.made)
		if out := answered(t, c.held); !strings.Contains(out, "Nothing differs") || !strings.Contains(out, "labels") {
			t.Errorf("%s:\n%s", c.held, out)
		}
		var doc map[string]any
		text, err := os.ReadFile("mine.json")
		if err == nil {
			err = json.Unmarshal(text, &doc)
		}
		if err != nil {
			t.Fatal(err)
		}
		rows := doc["hmm"].(map[string]any)["T"].([]any)
		transposed := make([][]any, len(rows))
		for i := range rows {
			for j := range rows {
				transposed[i] = append(transposed[i], rows[j].([]any)[i])
			}
		}
		doc["hmm"].(map[string]any)["T"] = transposed
		text, _ = json.Marshal(doc)
		if err := os.WriteFile("mine.json", text, 0o600); err != nil {
			t.Fatal(err)
		}
		if a := ask(c.held); a.code != exitFailed || !strings.Contains(a.out, "It looks as if T̂ were transposed") || !strings.Contains(a.out, "It departs first at T̂, stage columns.") {
			t.Errorf("%s: %d\n%s", c.held, a.code, a.out)
		}
		if out := answered(t, c.held+" --json --exit-zero"); !strings.Contains(out, `"first": "T̂"`) || !strings.Contains(out, `"t-transposed"`) || !strings.Contains(out, `"code": "departs"`) {
			t.Errorf("%s --json:\n%s", c.held, out)
		}
	}
	for line, want := range map[string]string{
		"diagnose tea nothing.json":           "nothing.json",
		"diagnose tea":                        "found 1 arguments, expected two",
		"diagnose mine.csv mine.json":         "--states: found it missing with a log",
		"diagnose tea exec:/nothing/at/all":   "no such file",
		"diagnose noisy-tiger mine.json":      "mine.json: found an answer about tea, expected one about noisy-tiger",
		"diagnose tea mine.json --seed 3":     "--seed: found 3, expected 4, which mine.json says it was made with, or none",
		"diagnose tea mine.json --episodes 9": "--episodes: found 9, expected",
		"estimator":                           "expected one of --example, --request and --check",
		"estimator --example cobol":           "expected python or go",
		"estimator --check 'python3 mine.py'": "expected exec:",
	} {
		if a := runIn(testEnv(), "", shellWords("eeporl " + line)[1:]...); a.code == exitAnswered || !strings.Contains(a.err, want) {
			t.Errorf("%s: %d, %q, expected %q", line, a.code, a.err, want)
		}
	}
}

// A policy is worth on a model what it is; the first choice that costs something is named.
func TestDiagnosePolicy(t *testing.T) {
	t.Chdir(t.TempDir())
	s, err := scenarios.Load("tea")
	if err != nil {
		t.Fatal(err)
	}
	best, err := planning.Optimal(t.Context(), s.Model, planning.Options{})
	if err != nil {
		t.Fatal(err)
	}
	write := func(root int) {
		var doc struct {
			Policy []bench.PolicyNode `json:"tree"`
		}
		for _, n := range best.Tree.Nodes {
			doc.Policy = append(doc.Policy, bench.PolicyNode{Action: n.Action, Next: n.Next})
		}
		doc.Policy[0].Action = root
		text, _ := json.Marshal(doc)
		if err := os.WriteFile("mine.json", text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(best.Tree.Nodes[0].Action)
	value := figure.Number(best.Value)
	if out, want := answered(t, "diagnose tea mine.json"), "worth "+value+" on the model; the best is worth "+value; !strings.Contains(out, want) || strings.Contains(out, "errs") {
		t.Errorf("expected %q:\n%s", want, out)
	}
	write(1 - best.Tree.Nodes[0].Action)
	if a := ask("diagnose tea mine.json"); a.code != exitFailed || !strings.Contains(a.out, "It first errs at step 1, node 0: ") || !strings.Contains(a.out, "with probability 1.") {
		t.Errorf("%+v", a)
	}
	answered(t, "simulate tea --episodes 100 -o log.csv")
	if a := runIn(testEnv(), "", "diagnose", "log.csv", "mine.json", "--states", "2"); a.code != exitUnjudged || !strings.Contains(a.err, "expected a model") {
		t.Errorf("on a log: %+v", a)
	}
}

// What is no estimate is not right, in words and in the exit code; a plan of our own is read.
func TestDiagnoseDoesNotAcquit(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	t.Chdir(t.TempDir())
	rows := func(n, k int, x float64) (out [][]float64) {
		for range n {
			row := make([]float64, k)
			for i := range row {
				row[i] = x
			}
			out = append(out, row)
		}
		return out
	}
	for name, x := range map[string]float64{"zero.json": 0, "even.json": 1. / 16} {
		text, _ := json.Marshal(map[string]any{"O": rows(16, 8, x)})
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, episodes := range []string{"inf", "1e5", "1000"} {
			a := ask("diagnose tea " + name + " --episodes " + episodes)
			if a.code != exitFailed && a.code != exitUnjudged || strings.Contains(a.out, "Nothing differs: it is right") {
				t.Errorf("%s, %s episodes: %d\n%s", name, episodes, a.code, a.out)
			}
		}
	}
	answered(t, "plan tea --horizon 5 --json -o plan.json")
	if out := answered(t, "diagnose tea plan.json --json"); !strings.Contains(out, `"regret": 0}`) || !strings.Contains(out, `"figures": []`) {
		t.Error(out)
	}
}

// An estimator that refuses everything fails where it should answer, and only there.
func TestEstimatorIsTried(t *testing.T) {
	if testing.Short() {
		t.Skip("asks ten times; bench has tests of its own")
	}
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh here")
	}
	a := runIn(testEnv(), "", "estimator", "--check", `exec:sh -c "while read x; do echo '{\"error\":\"no\"}'; done"`)
	if a.code != exitFailed || strings.Count(a.out, "FAIL") != 7 || strings.Count(a.out, "\nok") != 3 || !strings.Contains(a.err, "7 of 10 trials failed") {
		t.Errorf("%+v", a)
	}
	var request struct{ Cells [][]float64 }
	if err := json.Unmarshal([]byte(answered(t, "estimator --request tea")), &request); err != nil || len(request.Cells) < 100 {
		t.Errorf("%d cells, %v", len(request.Cells), err)
	}
}
