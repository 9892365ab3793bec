package cli

import (
	"encoding/csv"
	"os"
	"slices"
	"strings"
	"testing"

	"eeporl/pomdp/finding"
	"eeporl/pomdp/pomdptest/tier"
)

// estimateFrom runs estimate on a log from stdin and reads its JSON.
func estimateFrom(t *testing.T, log, flags string) reportDoc {
	t.Helper()
	a := runIn(testEnv(), log, strings.Fields("estimate - --json "+flags)...)
	if a.code != exitAnswered {
		t.Fatalf("estimate %s: found exit code %d and %s", flags, a.code, a.err)
	}
	return read[reportDoc](t, a.out)
}

func TestSimulatedLogRecoversTea(t *testing.T) {
	log := answered(t, "simulate tea --episodes 1e5 --seed 3")
	blind := estimateFrom(t, log, "--states 2 --estimator full")
	count := map[[2]int]int{}
	for _, pair := range blind.Labels {
		count[pair]++
	}
	if len(blind.Labels) != 8 || len(count) != 4 || count[[2]int{0, 1}] != 2 {
		t.Errorf("found labels %v, expected each of the four pairs twice", blind.Labels)
	}
	if blind.Episodes != 1e5 || blind.Errors != nil || blind.Permutations != nil || blind.LabelsRight != nil || blind.Scenario != "" || blind.C != nil ||
		blind.Policy.ValueTrue != nil || blind.Policy.Optimal != nil || blind.Policy.Regret != nil {
		t.Errorf("found %+v, expected 10⁵ episodes and nothing that depends on a truth", blind)
	}
	if blind.Findings[0].Code != string(finding.RewardsAssumed) {
		t.Errorf("found %+v first, expected that reward values were assumed", blind.Findings[0])
	}

	seeing := estimateFrom(t, log, "--like tea --estimator full")
	if *seeing.LabelsRight != 8 || len(seeing.Permutations) != 4 || float64(seeing.Errors.OMax) > .05 || float64(*seeing.Policy.Regret) > .02 {
		t.Errorf("found %d labels right, permutations %v, O_max %v, regret %v, expected 8, four, and both small",
			*seeing.LabelsRight, seeing.Permutations, seeing.Errors.OMax, *seeing.Policy.Regret)
	}
	if !slices.Equal(seeing.Labels, blind.Labels) {
		t.Error("knowing the truth changes the estimate")
	}
}

// TestEstimateEqualsRun: the same episodes give the same bytes, whether they
// were simulated inside or written down, by index or by name.
func TestEstimateEqualsRun(t *testing.T) {
	const flags = " --seed 4 -c 0.7"
	want := answered(t, "run noisy-tiger --json --episodes 10000"+flags)
	for _, names := range []string{"", " --names"} {
		log := answered(t, "simulate noisy-tiger --episodes 10000"+flags+names)
		a := runIn(testEnv(), log, strings.Fields("estimate - --like noisy-tiger --json --estimator full"+flags)...)
		if a.out != want {
			t.Errorf("with flags %q estimate answers otherwise than run:\n%s\n%s", names, a.out, want)
		}
	}
}

func TestEstimateByLists(t *testing.T) {
	log := answered(t, "simulate tea --episodes 20000 --names")
	path := t.TempDir() + "/tea.csv"
	if err := os.WriteFile(path, []byte(log), 0o644); err != nil {
		t.Fatal(err)
	}
	byLists := answered(t, "estimate "+path+" --json --estimator full --states 2 --actions offer-tea,offer-coffee --observations smile,frown --rewards 0,1")
	if strings.Contains(byLists, path) {
		t.Error("found the log's path in JSON, expected none")
	}
	doc := read[reportDoc](t, byLists)
	like := estimateFrom(t, log, "--like tea --estimator full")
	if !slices.EqualFunc(doc.HMM.O, like.HMM.O, slices.Equal) {
		t.Error("found another Ô with lists than with the model that has them")
	}
	swapped := runIn(testEnv(), log, strings.Fields("estimate - --states 2 --actions offer-tea --observations smile,frown")...)
	if swapped.code != exitFailed || !strings.Contains(swapped.err, `found "offer-coffee"`) {
		t.Errorf("found %d and %q, expected an undeclared name to be an error", swapped.code, swapped.err)
	}
}

func TestEstimateAnotherNumberOfStates(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	log := answered(t, "simulate tea --episodes 20000")
	doc := estimateFrom(t, log, "--like tea --states 1")
	if len(doc.Labels) != 4 || doc.Errors != nil {
		t.Errorf("found labels %v and errors %v, expected four columns and nothing to compare them with", doc.Labels, doc.Errors)
	}
}

func TestEstimateRefusesAnotherShape(t *testing.T) {
	log := answered(t, "simulate noisy-tiger --episodes 10")
	a := runIn(testEnv(), log, strings.Fields("estimate - --like noisy-tiger --actions a,b,c,d")...)
	if a.code != exitFailed || !strings.HasPrefix(a.err, "-: found |A| = 4") && !strings.HasPrefix(a.err, "stdin: found |A| = 4") {
		t.Errorf("found %d and %q, expected that four actions do not fit the model", a.code, a.err)
	}
}

// TestShiftedColumnBreaksTheEstimate: r₂ was earned by a₂ and not by a₁. A log
// whose rewards stand a step too early is another experiment, in which the
// estimate must not come out right.
func TestShiftedColumnBreaksTheEstimate(t *testing.T) {
	tier.Long(t, "runs many commands, on one goroutine")
	log := answered(t, "simulate tea --episodes 1e5 --seed 3")
	rows, err := csv.NewReader(strings.NewReader(log)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	r2, r3, r4 := slices.Index(rows[0], "r2"), slices.Index(rows[0], "r3"), slices.Index(rows[0], "r4")
	for i, row := range rows[1:] {
		// r₁ is not in the table; another episode's reward stands in for it.
		before := rows[1+(i+1)%(len(rows)-1)][r2]
		row[r2], row[r3], row[r4] = before, row[r2], row[r3]
	}
	var shifted strings.Builder
	w := csv.NewWriter(&shifted)
	if err := w.WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	good, bad := estimateFrom(t, log, "--like tea"), estimateFrom(t, shifted.String(), "--like tea")
	if float64(good.Errors.OMax) > .05 {
		t.Errorf("found O_max %v on the log as it is, expected at most .05", good.Errors.OMax)
	}
	if bad.Errors != nil && float64(bad.Errors.OMax) < .2 {
		t.Errorf("found O_max %v on the shifted log, expected at least .2 or no estimate", bad.Errors.OMax)
	}
	if bad.Policy != nil && bad.Policy.Regret != nil && float64(*bad.Policy.Regret) < .02 {
		t.Errorf("found regret %v on the shifted log, expected a bad policy or none", *bad.Policy.Regret)
	}
}

// TestPeekingActionsAreFound: the moments need actions that did not depend on
// what was seen.
func TestPeekingActionsAreFound(t *testing.T) {
	if testing.Short() {
		t.Skip("learns many times")
	}
	rows, err := csv.NewReader(strings.NewReader(answered(t, "simulate tea --episodes 5000"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	a2, z2 := slices.Index(rows[0], "a2"), slices.Index(rows[0], "z2")
	for i, row := range rows[1:] {
		if i%2 == 0 {
			row[a2] = row[z2]
		}
	}
	var peeking strings.Builder
	if err := csv.NewWriter(&peeking).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	doc := estimateFrom(t, peeking.String(), "--like tea")
	if !slices.ContainsFunc(doc.Findings, func(f findingDoc) bool { return f.Code == string(finding.NotOpenLoop) }) {
		t.Errorf("found %+v, expected not-open-loop among them", doc.Findings)
	}
}

// A file that cannot be written takes no other with it.
func TestWhatThereIsIsWritten(t *testing.T) {
	t.Chdir(t.TempDir())
	a := ask("run tea --episodes 1e4 --estimator full --report a.md --model m.toml --parameters p.csv -o run.txt")
	if a.code != exitFailed || !strings.Contains(a.err, "--model: found none to write") {
		t.Errorf("found exit code %d and %q", a.code, a.err)
	}
	for _, name := range []string{"a.md", "p.csv", "run.txt"} {
		if info, err := os.Stat(name); err != nil || info.Size() == 0 {
			t.Errorf("%s: found none written (%v)", name, err)
		}
	}
}
