package cli

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"eeporl/pomdp/figure"
)

// logged leaves a log of tea in the working directory.
func logged(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("tea.csv", []byte(answered(t, "simulate tea --episodes 20000 --seed 3")), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestExploreALog(t *testing.T) {
	logged(t)
	story := answered(t, "--log tea.csv --states 2 --estimator full --plain --save x.session")
	for _, want := range []string{"tea.csv, a log of 20,000 episodes", "Episode 1 of the log", "Labelled: 8 of 8", "FindPolicy expects", "The story ends here: phase 2 needs a world to act in", "finding reward-values-assumed"} {
		if !strings.Contains(story, want) {
			t.Errorf("found no %q in\n%s", want, story)
		}
	}
	if a := ask("replay x.session"); a.code != exitAnswered || !strings.Contains(a.out, "tea.csv, beat 27 of 27") {
		t.Errorf("the session reopens as %+v", a)
	}
	own := answered(t, "--log tea.csv --states 2 --estimator full --plain --seed 5")
	var doc struct {
		Policy struct {
			Value float64 `json:"value_estimated"`
		} `json:"policy"`
	}
	if err := json.Unmarshal([]byte(answered(t, "estimate tea.csv --states 2 --seed 5 --json --estimator full")), &doc); err != nil {
		t.Fatal(err)
	}
	if want := "FindPolicy expects " + figure.Value(doc.Policy.Value); !strings.Contains(own, want) {
		t.Errorf("found no %q, which estimate finds, in\n%s", want, own)
	}
}

func TestChangedLogsAreRefused(t *testing.T) {
	logged(t)
	answered(t, "--log tea.csv --states 2 --plain --save x.session")
	text, err := os.ReadFile("tea.csv")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	if err := os.WriteFile("tea.csv", []byte(strings.Join(append(lines[:1], lines[2:]...), "")), 0o644); err != nil {
		t.Fatal(err)
	}
	a := ask("replay x.session")
	if a.code != exitFailed || a.out != "" || !strings.Contains(a.err, "x.session:") || !strings.Contains(a.err, "the log has changed since") {
		t.Errorf("found %+v, expected a refusal", a)
	}
}

func TestLogFlagsNeedALog(t *testing.T) {
	logged(t)
	for line, want := range map[string]string{
		"tea --states 3":            "--states: found it without --log",
		"tea --log tea.csv":         `found "tea" beside --log`,
		"--log tea.csv -c 2":        "-c: found it beside --log",
		"--log none.csv":            "none.csv",
		"--log tea.csv --like tea9": "tea9",
	} {
		if a := ask(line); a.code == exitAnswered || a.out != "" || !strings.Contains(a.err, want) {
			t.Errorf("%s: found %+v, expected %q", line, a, want)
		}
	}
}

func TestWordsOfALogAreReadBack(t *testing.T) {
	for text, want := range map[string][]string{
		`--log "a b.csv" --states "2"`: {"--log", "a b.csv", "--states", "2"},
		` x  "y\"z" `:                  {"x", `y"z`},
		`sh -c 'echo "a  b"' d`:        {"sh", "-c", `echo "a  b"`, "d"},
		"":                             nil,
	} {
		if got, err := splitWords(text); err != nil || strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	for _, half := range []string{`--log "half`, `--log 'half`} {
		if _, err := splitWords(half); err == nil {
			t.Errorf("%s is read", half)
		}
	}
}

// The chain of lemmas on a simulated log: made of estimates, and judging nothing
// but what takes no truth.
func TestLemmasOnALog(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	logged(t)
	answered(t, "--log tea.csv --states 2 --plain --save x.session")
	text := answered(t, "export x.session --size 160x60 --view theory")
	for _, want := range []string{"nothing measured", "estimated", "exact", "put in for the truth", "assumptions: unknown", "L6, repaired"} {
		if !strings.Contains(text, want) {
			t.Errorf("found no %q in\n%s", want, text)
		}
	}
	for _, claim := range []string{"vacuous", "violated", "holds", "NaN"} {
		if strings.Contains(text, claim) {
			t.Errorf("found %q without a truth in\n%s", claim, text)
		}
	}
	if n := strings.Count(text, "certain"); n != 1 || strings.Contains(text, "confirmed") || !strings.Contains(text, "L7") {
		t.Errorf("found %d lemmas certain, expected Lemma 7's alone, which is about the learned parameters:\n%s", n, text)
	}
}
