package cli

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"eeporl/moments"
	"eeporl/moments/whole"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/scenarios"
)

// table is what a command writes as CSV, without its head.
func csvRows(t *testing.T, line string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(answered(t, line))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

// Beliefs are what summing over all paths of states gives, the score is the likelihood of the
// whole episodes, and the best action is worth what the plan is.
func TestUseOfAModel(t *testing.T) {
	tier.Long(t, "learns and plans many times")
	t.Chdir(t.TempDir())
	answered(t, "simulate random:3,2,3,2,5 --episodes 40 --long --horizon 4 -o log.csv")
	sc, err := scenarios.Load("random:3,2,3,2,5")
	if err != nil {
		t.Fatal(err)
	}
	m := sc.Model
	var episodes [][]pomdp.Act
	for _, row := range csvRows(t, "simulate random:3,2,3,2,5 --episodes 40 --long --horizon 4") {
		var x [5]int
		for i := range x {
			x[i], _ = strconv.Atoi(row[i])
		}
		if x[0] == len(episodes) {
			episodes = append(episodes, nil)
		}
		episodes[x[0]] = append(episodes[x[0]], pomdp.Act{Action: x[2], Reward: x[3], Observation: x[4]})
	}
	var paths func(acts []pomdp.Act, s int, p float64, ends []float64)
	paths = func(acts []pomdp.Act, s int, p float64, ends []float64) {
		if len(acts) == 0 {
			ends[s] += p
			return
		}
		for next := range ends {
			paths(acts[1:], next, p*m.R(acts[0].Action, s, acts[0].Reward)*m.T(acts[0].Action, s, next)*m.Z(acts[0].Action, next, acts[0].Observation), ends)
		}
	}
	rows := csvRows(t, "belief random:3,2,3,2,5 log.csv")
	if len(rows) != 40*5 {
		t.Fatalf("found %d rows, expected one for each step and the start", len(rows))
	}
	total := 0.0
	for _, row := range rows {
		e, _ := strconv.Atoi(row[0])
		step, _ := strconv.Atoi(row[1])
		ends := make([]float64, 3)
		for s := range ends {
			paths(episodes[e][:step], s, m.Initial(s), ends)
		}
		sum := ends[0] + ends[1] + ends[2]
		for s, p := range ends {
			if got, _ := strconv.ParseFloat(row[2+s], 64); math.Abs(got-p/sum) > 1e-12 {
				t.Fatalf("episode %d, step %d: found %g, expected %g", e, step, got, p/sum)
			}
		}
		if step == 4 {
			total += math.Log(sum)
		}
	}
	doc := read[scoreDoc](t, answered(t, "score random:3,2,3,2,5 log.csv --json"))
	if math.Abs(float64(doc.Mean)-total/40) > 1e-12*math.Abs(total) || doc.Episodes != 40 {
		t.Errorf("found %+v, expected the mean %g", doc, total/40)
	}
	tree := moments.NewEpisodes(m.Sizes(), func(yield func([]pomdp.Act, float64) bool) {
		for _, e := range episodes {
			yield(e, 1)
		}
	})
	if got := whole.LogLikelihood(tree, m); math.Abs(got-total) > 1e-10*math.Abs(total) {
		t.Errorf("found %g, expected %g", got, total)
	}
	for name, horizon := range map[string]int{"random:3,2,3,2,5": 3, "random:2,2,3,2,5": 3, "tea": 60} { // each belief planned for, and one plan for all
		want := read[wholePlan](t, answered(t, fmt.Sprintf("plan %s --horizon %d --export json", name, horizon)))
		s, err := load(name, horizon, nil)
		if err != nil {
			t.Fatal(err)
		}
		worth, err := (&app{env: testEnv()}).worthOfActions(t.Context(), s.Model, planning.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		values, err := worth.at(t.Context(), s.Model.InitialBelief(), horizon)
		if err != nil || worth.open || math.Abs(max(values[0], values[1])-float64(*want.Value)) > 1e-9 {
			t.Errorf("%s: found %v (%v), expected the best to be %v", name, values, err, *want.Value)
		}
	}
	answered(t, "simulate tea --episodes 3 --long -o tea.csv")
	if a := ask("act tea tea.csv --horizon 300 --budget 1kB"); a.code != exitAnswered || !strings.Contains(a.err, "The budget ended") {
		t.Errorf("found %+v, expected the budget's end to be told", a)
	}
	if rows := csvRows(t, "act random:3,2,3,2,5 log.csv --horizon 6"); len(rows) != 40 || rows[0][1] != "5" {
		t.Errorf("found %d rows, expected one an episode: %v", len(rows), rows[0])
	}
	for line, want := range map[string]string{
		"belief tea": "expected two", "belief tea log.csv": "log.csv:2: column 5 (observation)", "score tiger log.csv": "expected one of growl-left", "act nothing log.csv": "nothing",
	} {
		if a := ask(line); a.code == exitAnswered || !strings.Contains(a.err, want) {
			t.Errorf("%s: %d, %q, expected %q", line, a.code, a.err, want)
		}
	}
}

// Episodes keep the names that the log gives them, rows may stand in any order, bad ones are left out where that is
// asked for, and an action is told why it is the best.
func TestLogsOfOthersUnderAModel(t *testing.T) {
	t.Chdir(t.TempDir())
	text := "who,trial,action,reward,observation\n\"b, ann\",2,offer-tea,0,frown\n\"b, ann\",1,offer-tea,1,smile\nzoe,1,offer-tea,1,smile\nzoe,2,offer-tea,9,smile\n"
	if err := os.WriteFile("log.csv", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	const how = " tea log.csv --columns episode=who,step=trial --unsorted"
	if a := ask("belief" + how); a.code == exitAnswered || !strings.Contains(a.err, `found "9"`) {
		t.Errorf("found %+v, expected the bad row", a)
	}
	rows := csvRows(t, "belief"+how+" --skip-bad -q")
	if len(rows) != 5 || rows[0][0] != "b, ann" || rows[2][1] != "2" || rows[3][0] != "zoe" {
		t.Errorf("found %v", rows)
	}
	expect(t, "score"+how+" --skip-bad", "2 episodes, 3 steps")
	rows = csvRows(t, "act"+how+" --skip-bad -q --horizon 4 --explain")
	if len(rows) != 1 || !strings.HasPrefix(rows[0][len(rows[0])-1], "wants-coffee is likeliest, .557 (.087 before offer-tea earned 0 and showed frown). offer-coffee earns .556 now") { // zoe's last row is bad
		t.Errorf("found %q", rows)
	}
	answered(t, "simulate tiger --episodes 1 --long --horizon 1 -o tiger.csv")
	if rows = csvRows(t, "act tiger tiger.csv --horizon 3 --explain"); !strings.Contains(rows[0][len(rows[0])-1], "listen earns -1 now") {
		t.Errorf("found %q", rows)
	}
}
