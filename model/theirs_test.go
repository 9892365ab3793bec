package model_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"eeporl/model"
	"eeporl/moments"
	"eeporl/moments/bench"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/scenarios"

	"gonum.org/v1/gonum/mat"
)

// answering is a session of tea whose user's own estimator is a shell command.
func answering(t *testing.T, script string) model.Session {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh here")
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	sc, err := scenarios.Load("tea")
	if err != nil {
		t.Fatal(err)
	}
	s, err := model.New(model.Config{
		Scenario: "tea", Model: sc.Model, Seed: 3, Method: moments.Theirs,
		Theirs: bench.NewForeign(ctx, []string{"sh", "-c", script}, 20*time.Second),
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// transposed is what full finds on tea at N = 10⁵ with T̂ transposed, as an answer in JSON.
func transposed(t *testing.T) string {
	t.Helper()
	s := do(t, session(t, "tea", 3), model.Intent{Verb: model.LeapBy, N: 1e5}, model.Intent{Verb: model.RunEstimate})
	e := s.Now().Estimate
	rows := func(m mat.Matrix) (out [][]float64) {
		n, _ := m.Dims()
		for i := range n {
			out = append(out, mat.Row(nil, i, m))
		}
		return out
	}
	text, err := json.Marshal(map[string]any{"O": rows(e.O), "T": rows(e.T.T()), "w": e.W})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var estimated = []model.Intent{{Verb: model.LeapBy, N: 1e5}, {Verb: model.RunEstimate}, {Verb: model.Last}}

// The user's own estimator is estimated with, judged and compared; its answers are kept, so that
// the saved session shows the same without it; another attempt asks it anew.
func TestTheirs(t *testing.T) {
	tier.Long(t, "one goroutine: nothing that the race detector would see")
	folder := t.TempDir()
	answer, asked := filepath.Join(folder, "answer"), filepath.Join(folder, "asked")
	if err := os.WriteFile(answer, []byte(transposed(t)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := do(t, answering(t, "echo >> "+asked+"; while read x; do cat "+answer+"; done"), estimated...)
	e := s.Now().Estimate
	if e == nil || !e.OK() || e.Estimator != moments.Theirs || len(e.Theirs) != 1 {
		t.Fatalf("found %+v, expected an estimate of theirs", e)
	}
	told := func(s model.Session) (out string) {
		for _, f := range s.Findings() {
			if f.Code == finding.Departs {
				out += f.Detail
			}
		}
		return out
	}
	if !strings.Contains(told(s), "Their T̂[") || !strings.Contains(told(s), "as if T̂ were transposed") {
		t.Errorf("found %q, expected T̂ named as transposed", told(s))
	}
	s = do(t, s, model.Intent{Verb: model.CompareAll})
	s, err := model.SettleFor(context.Background(), s, model.JobKind.Compared)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.Index(s.EstimatorNames(), moments.Theirs)
	if trials := s.Standing().Trials; at < 0 || trials[at] == nil || !(trials[at].RMSE > 2*trials[0].RMSE) {
		t.Errorf("found %d trials, expected one of theirs, worse than full", len(trials))
	}
	text := saved(t, s)
	if strings.Contains(text, "exec:") || strings.Contains(text, "sh") {
		t.Errorf("found the command in the session:\n%.300s", text)
	}
	back, err := restore(text)
	if err != nil {
		t.Fatal(err)
	}
	if b := back.Now().Estimate; b == nil || !b.OK() || b.Comparison.Parameters.RMSE != e.Comparison.Parameters.RMSE || told(back) != told(s) {
		t.Errorf("found %+v, expected the saved estimate", back.Now().Estimate)
	}
	again := do(t, s, model.Intent{Verb: model.Set, Arg: "attempt=2"}, model.Intent{Verb: model.Last})
	if lines, err := os.ReadFile(asked); err != nil || len(lines) != 2 || !again.Now().Estimate.OK() {
		t.Errorf("found it started %d times (%v), expected once for each attempt", len(lines), err)
	}
	if lost := do(t, back, model.Intent{Verb: model.Set, Arg: "seed=9"}, model.Intent{Verb: model.Last}).Now().Estimate; lost.OK() {
		t.Error("found an estimate of counts that nobody was asked about")
	} else if f, ok := lost.Find(finding.NoAnswer); !ok || !strings.Contains(f.Detail, "--estimator exec:COMMAND") {
		t.Errorf("found %v, expected %s", lost.Findings, finding.NoAnswer)
	}
	for _, line := range []string{"estimator exec:sh", "answer x", "answer x {", "attempt 0"} {
		if _, err := restore(model.FileHeader + "\nscenario tea\n" + line + "\n"); err == nil {
			t.Errorf("%s: read without an error", line)
		}
	}
}

// Whatever the program does is an answer or a finding, and it does not outlive its question's end.
func TestTheirsMayFail(t *testing.T) {
	for script, want := range map[string]string{
		"exit 3": "found the end of its output",
		"while read x; do echo '{\"error\":\"no luck\"}'; done":                                      "no luck",
		"while read x; do printf '{\"error\":\"no \\342\\200\\256 \\360\\237\\230\\200\"}\\n'; done": "no",
		"while read x; do echo nonsense; done":                                                       "no answer in JSON",
		"while read x; do echo '{\"O\":[[1]]}'; done":                                                "O: found 1 × 1",
		"echo lost its way >&2; exit 1":                                                              "lost its way",
		"while read x; do echo '{\"w\":[1,1,1,1,1,1,1,1]}'; done":                                    "nothing to compare",
	} {
		s := do(t, answering(t, script), estimated...)
		if f, ok := s.Now().Estimate.Stopped(); !ok || f.Code != finding.NoAnswer || !strings.Contains(f.Detail, want) {
			t.Errorf("%s: found %v, expected %s with %q", script, s.Now().Estimate.Findings, finding.NoAnswer, want)
			continue
		}
		back, err := restore(saved(t, s))
		if err != nil {
			t.Fatal(err)
		}
		if f, _ := back.Now().Estimate.Stopped(); !strings.Contains(f.Detail, want) {
			t.Errorf("%s: found %q when opened again, expected %q", script, f.Detail, want)
		}
	}
	s := answering(t, "sleep 60")
	for _, i := range estimated[:2] {
		s, _, _ = model.Do(s, i)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	began := time.Now()
	if _, err := model.Settle(ctx, s); err == nil || time.Since(began) > 5*time.Second {
		t.Errorf("found %v after %v, expected it given up at once", err, time.Since(began))
	}
}

// A mistake cannot be planted in a model that is too large for it, which is said.
func TestMistakeInALargeModel(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine: nothing that the race detector would see")
	}
	s := do(t, session(t, "random:5,5,5,4,1", 1), model.Intent{Verb: model.Set, Arg: "mistake=26"}, model.Intent{Verb: model.LeapBy, N: 1e4},
		model.Intent{Verb: model.Choose, N: 7}, model.Intent{Verb: model.RunEstimate})
	if f, ok := s.Now().Estimate.Stopped(); !ok || f.Code != finding.NoAnswer || !strings.Contains(f.Detail, "dense matrices") {
		t.Errorf("found %v, expected %s", s.Now().Estimate.Findings, finding.NoAnswer)
	}
}
