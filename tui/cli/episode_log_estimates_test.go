package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"eeporl/model"
	"eeporl/moments"
	"eeporl/moments/estimators"
)

// What the explorer estimates from a log is what `estimate` answers, to the
// byte, by every estimator and from a counts file as from the log.
func TestLogsAreEstimatedAsByEstimate(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	logged(t)
	answered(t, "count tea.csv -o tea.counts")
	for i, method := range estimators.EstimatorNames() {
		source := []string{"tea.csv", "tea.counts"}[i%2]
		record, err := (&app{env: Env{}}).record(context.Background(), episodeLog{data: dataSource{paths: []string{source}}, states: 2})
		if err != nil {
			t.Fatal(err)
		}
		s, err := model.New(model.Config{Scenario: source, Model: record.Shell, Record: record, Seed: 4, Method: method, Estimator: moments.Options{Restarts: 3}})
		if err != nil {
			t.Fatal(err)
		}
		for _, verb := range []model.Verb{model.LeapBy, model.RunEstimate, model.Last} {
			if s, err = model.Settle(t.Context(), model.Update(s, model.Intent{Verb: verb, N: 1e9})); err != nil {
				t.Fatal(err)
			}
		}
		e := s.Now().Estimate
		if e == nil {
			t.Fatalf("%s: no estimate at beat %d", method, s.Place()+1)
		}
		var doc map[string]json.RawMessage
		line := fmt.Sprintf("estimate %s --states 2 --seed 4 --estimator %s --json", source, method)
		if method == "em" {
			line += " --restarts 3"
		}
		if err := json.Unmarshal([]byte(answered(t, line)), &doc); err != nil {
			t.Fatal(err)
		}
		for name, of := range map[string]any{
			"hmm": newHMMDoc(e.Estimate), "labels": labelPairs(e.Estimate), "parameters": pairDocs(e.Parameters), "pomdp": newPOMDPDoc(e.Model),
		} {
			got, err := json.Marshal(of)
			if err != nil {
				t.Fatal(err)
			}
			want := doc[name]
			if want == nil {
				want = json.RawMessage("null")
			}
			if plain := compacted(t, want); string(got) != plain {
				t.Errorf("%s from %s: the explorer's %s\n%.300s\nestimate's\n%.300s", method, source, name, got, plain)
			}
		}
		// All findings of the data and of the estimate are the explorer's too.
		var found []struct{ Code string }
		if err := json.Unmarshal(doc["findings"], &found); err != nil {
			t.Fatal(err)
		}
		var codes []string
		for _, f := range s.Findings() {
			codes = append(codes, string(f.Code))
		}
		for _, f := range found {
			if !strings.Contains(strings.Join(codes, " "), f.Code) && f.Code != "tree-mass" {
				t.Errorf("%s: found %s by estimate, expected it among the explorer's %q", method, f.Code, codes)
			}
		}
	}
}

func compacted(t *testing.T, raw json.RawMessage) string {
	t.Helper()
	var out bytes.Buffer
	if err := json.Compact(&out, raw); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A log whose actions looked at what was seen is found out, in both.
func TestPeekingLogsAreFoundOut(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	t.Chdir(t.TempDir())
	var log strings.Builder
	log.WriteString("a1,z2,r2,a2,z3,r3,a3,z4,r4,a4\n")
	for i := range 4000 { // a₂ repeats what was just seen
		z2, z3, z4 := i%2, i/2%2, i/4%2
		fmt.Fprintf(&log, "%d,%d,%d,%d,%d,%d,%d,%d,%d,%d\n", i/8%2, z2, i/16%2, z2, z3, i/32%2, z3, z4, i/64%2, z4)
	}
	if err := os.WriteFile("x.csv", []byte(log.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"estimate x.csv --states 2 --json", "--log x.csv --states 2 --plain"} {
		if out := answered(t, line); !strings.Contains(out, "not-open-loop") {
			t.Errorf("%s: found no not-open-loop in\n%s", line, out)
		}
	}
}
