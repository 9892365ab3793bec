package cli

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eeporl/pomdp/pomdptest/tier"
)

// Logs as the world records them: small invented ones of each kind, and what an answer must say.

// recordedStep is one step of an invented log.
type recordedStep struct {
	episode, step       int
	action, reward, see string
}

// recordedSteps are episodes of a world with two hidden states that two actions and two observations tell apart.
func recordedSteps(seed uint64, episodes, steps int) (out []recordedStep) {
	rng := rand.New(rand.NewPCG(seed, 41))
	chance := func(p float64) bool { return rng.Float64() < p }
	for e := range episodes {
		good := chance(.5)
		for t := range steps {
			x := recordedStep{episode: e, step: t + 1, action: "left", reward: "0", see: "dark"}
			if chance(.5) {
				x.action = "right"
			}
			if chance(map[bool]float64{true: .85, false: .2}[good == (x.action == "left")]) {
				x.reward = "1"
			}
			good = good != chance(.1)
			if chance(map[bool]float64{true: .8, false: .25}[good]) {
				x.see = "light"
			}
			out = append(out, x)
		}
	}
	return out
}

// written writes trials with a header, each as row makes it; "" leaves a trial out.
func written(header string, list []recordedStep, row func(x recordedStep) string) string {
	var b strings.Builder
	b.WriteString(header + "\n")
	for _, x := range list {
		if text := row(x); text != "" {
			b.WriteString(text + "\n")
		}
	}
	return b.String()
}

func plainRow(x recordedStep) string {
	return fmt.Sprintf("%d,%d,%s,%s,%s", x.episode, x.step, x.action, x.reward, x.see)
}

// byStep are the rows in an order that is not theirs.
func byStep(list []recordedStep) []recordedStep {
	out := slices.Clone(list)
	slices.SortStableFunc(out, func(a, b recordedStep) int { return a.step - b.step })
	return out
}

const plainHead = "episode,step,action,reward,observation"

// said is what a command says: stdout, or stderr where it fails.
func said(line string) string {
	a := ask(line)
	if a.code != exitAnswered {
		return a.err
	}
	return a.out
}

// expectations are parts of an answer; those that begin with ! must not be in it.
func expect(t *testing.T, line string, parts ...string) string {
	t.Helper()
	text := said(line)
	for _, part := range parts {
		unwanted, not := strings.CutPrefix(part, "!")
		if strings.Contains(text, strings.TrimPrefix(part, "!")) == not {
			t.Errorf("%s: found\n%s\nexpected %q to be there: %v", line, text, unwanted, !not)
		}
	}
	return text
}

// estimateLines are the lines of an answer that do not depend on how a log is written.
func estimateLines(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		if strings.Contains(line, "likelihood") || strings.Contains(line, "policy") || strings.Contains(line, "AIC") {
			line, _, _ = strings.Cut(strings.TrimSuffix(line, "\n"), ", by planner ")
			out = append(out, strings.Join(strings.Fields(line), " ")+"\n")
		}
	}
	slices.Sort(out) // a decision stands first
	return strings.Join(out, "")
}

// Only what occurs is a symbol, and a number is one number however it is written.
func TestOnlyWhatOccursIsASymbol(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	list := recordedSteps(1, 100, 6)
	coded := func(codes map[string]string, rewards ...string) string {
		return written(plainHead, list, func(x recordedStep) string {
			x.action = codes[x.action]
			if x.reward = rewards[0]; list[0].reward != "" && strings.HasSuffix(plainRow(x), "light") {
				x.reward = rewards[1]
			}
			return plainRow(x)
		})
	}
	one, gap := map[string]string{"left": "1", "right": "2"}, map[string]string{"left": "0", "right": "7"}
	writeFiles(t, map[string]string{
		"one.csv": coded(one, "10", "40"), "gap.csv": coded(gap, "10", "40"), "decimal.csv": coded(one, "10.0", "4e1"),
		"table.csv": "a1,z2,r2,a2,z3,r3,a3,z4,r4,a4\n" + strings.Repeat("1,1,5,2,2,5,1,1,8,2\n2,2,5,1,1,8,2,2,5,1\n", 20),
	})
	expect(t, "estimate one.csv --states 1", "--actions 1,2", "--rewards 10,40", "actions           1 1 · 2 2", "!action-0")
	expect(t, "estimate gap.csv --states 1", "--actions 0,7", "first action", "!action-1")
	expect(t, "estimate table.csv --states 1", "--actions 1,2", "--rewards 5,8", "!action-0")
	if a, b := estimateLines(said("estimate one.csv --states 1:2")), estimateLines(said("estimate decimal.csv --states 1:2")); a != b || a == "" {
		t.Errorf("10 and 10.0 are answered\n%s\nand\n%s", a, b)
	}
}

// What is declared and never seen stays declared in counts, is named, and is in no plan.
func TestWhatNeverOccursIsInNoPlan(t *testing.T) {
	if testing.Short() {
		t.Skip("learns and plans many times")
	}
	list := recordedSteps(2, 100, 6)
	half := func(from, to int) string {
		return written(plainHead, list[from:to], plainRow)
	}
	writeFiles(t, map[string]string{"log.csv": half(0, 600), "a.csv": half(0, 300), "b.csv": half(300, 600)})
	const names = " --actions left,right,jump --observations dark,light,fog --rewards 0,1,9"
	expect(t, "estimate log.csv --states 2"+names, "never-seen: Never seen in the data, and left out of the model and its plans: action jump; observation fog; reward level 9", "columns labelled  8 of 8", "!first action jump")
	expect(t, "estimate log.csv --states 2 --allow-unseen"+names, "columns labelled  18 of 18", "!never-seen")
	answered(t, "count a.csv --whole -o a.counts"+names)
	answered(t, "count b.csv --whole -o b.counts"+names)
	answered(t, "merge a.counts b.counts -o all.counts")
	expect(t, "estimate all.counts --states 2", "never-seen", "action jump", "columns labelled  8 of 8")
	whole := estimateLines(said("estimate log.csv --states 2"))
	for _, line := range []string{"estimate all.counts --states 2", "estimate log.csv --states 2" + names, "estimate a.csv b.csv --states 2"} {
		if got := estimateLines(said(line)); got != whole {
			t.Errorf("%s: found\n%s\nexpected\n%s", line, got, whole)
		}
	}
}

// A value that rests on an action that was hardly taken says so.
func TestWeakSupportIsNamed(t *testing.T) {
	if testing.Short() {
		t.Skip("learns and plans many times")
	}
	list := recordedSteps(3, 200, 6)
	n := 0
	text := written(plainHead, list, func(x recordedStep) string {
		if x.step == 2 && n < 3 {
			n++
			x.action, x.reward = "jump", "1"
		}
		return plainRow(x)
	})
	writeFiles(t, map[string]string{"log.csv": text, "firm.csv": written(plainHead, list, plainRow)})
	expect(t, "estimate log.csv --states 2", "weak-support:", "% of the policy's value rests on parameters that the data hardly tell", "from action jump")
	expect(t, "estimate firm.csv --states 2", "!weak-support")
	doc := read[reportDoc](t, answered(t, "estimate log.csv --states 2 --json"))
	if doc.Support == nil || doc.Support.Action != "jump" || doc.Support.Share < .2 {
		t.Errorf("found %+v, expected a share that rests on jump", doc.Support)
	}
}

// Missed trials and missing values are read as steps of which something is not known, and the answer says
// how many rows were used.
func TestGapsAndMissingValues(t *testing.T) {
	tier.Long(t, "the engine's parallel parts have tests of their own")
	list := recordedSteps(4, 60, 8)
	without := func(drop func(x recordedStep) bool, row func(x recordedStep) string) string {
		return written(plainHead, list, func(x recordedStep) string {
			if drop(x) {
				return ""
			}
			return row(x)
		})
	}
	missing := func(word string) string {
		return written(plainHead, list, func(x recordedStep) string {
			switch {
			case x.step == 3 && x.episode%2 == 0:
				x.see = word
			case x.step == 5 && x.episode%3 == 0:
				x.reward = word
			}
			return plainRow(x)
		})
	}
	files := map[string]string{
		"gap.csv":   without(func(x recordedStep) bool { return x.step == 3 }, plainRow),
		"late.csv":  without(func(x recordedStep) bool { return x.step == 1 && x.episode%2 == 1 }, plainRow),
		"idle.csv":  written(plainHead, list, func(x recordedStep) string { return strings.Replace(plainRow(x), ",5,"+x.action, ",5,NA", 1) }),
		"order.csv": written(plainHead, byStep(list), plainRow),
	}
	for i, word := range []string{"", "NA", "NaN", "None", "null", "<NA>", "N/A", "nan", "NULL", "."} {
		files[fmt.Sprintf("missing%d.csv", i)] = missing(word)
	}
	writeFiles(t, files)
	expect(t, "estimate gap.csv --states 1", "on 420 of 420 rows read, in 60 interrupted episodes", "60 places where steps are left out", "!sort")
	expect(t, "estimate gap.csv --states 2 --skip-bad", "on 420 of 420 rows read", "!bad rows")
	expect(t, "estimate late.csv --states 1", "on 450 of 450 rows read", "30 places where steps are left out")
	expect(t, "estimate idle.csv --states 1", "on 420 of 480 rows read, in 60 interrupted episodes; left out: 60 rows without an action", "steps-missing")
	want := ""
	for i := range 10 {
		text := expect(t, fmt.Sprintf("estimate missing%d.csv --states 2", i), "all 480 steps of 60 whole episodes", "20 rows without a reward", "30 rows without an observation (summed over)")
		if want == "" {
			want = estimateLines(text)
		}
		if got := estimateLines(text); got != want {
			t.Errorf("missing%d.csv: found\n%s\nexpected\n%s", i, got, want)
		}
	}
	expect(t, "count gap.csv --whole -o gap.counts", "gap.counts: 0 triples")
	expect(t, "estimate gap.counts --states 1", "420 of 420 rows read, in 60 interrupted episodes")
	expect(t, "estimate order.csv --states 1", "sort them by episode and step, or say --unsorted")
	// Episodes that lose a step at random are learned from as well as whole ones.
	full := said("estimate gap.csv --states 2")
	if !strings.Contains(full, "8 of 8") {
		t.Errorf("found\n%s", full)
	}
}

// Whether whole numbers are indices or values is one decision, from every row and what is declared.
func TestWholeNumbersAreDecidedOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	list := recordedSteps(5, 300, 8)
	late := func(x recordedStep) string { // rewards of −1 and 1 come in the last two steps alone
		if x.step < 7 {
			x.reward = "0"
		} else if x.reward == "0" {
			x.reward = "-1"
		}
		return plainRow(x)
	}
	goal := func(x recordedStep) string {
		x.see = map[string]string{"dark": "1", "light": "2"}[x.see]
		if x.step == 8 {
			x.see = "goal"
		}
		return plainRow(x)
	}
	odd := func(x recordedStep) string { // shards of which only one shows that entries are values
		if x.episode >= 150 && x.reward == "0" && x.step%2 == 0 {
			x.reward = "-1"
		}
		return plainRow(x)
	}
	writeFiles(t, map[string]string{
		"late.csv": written(plainHead, list, late), "goal.csv": written(plainHead, list, goal),
		"a.csv": written(plainHead, list[:1200], odd), "b.csv": written(plainHead, list[1200:], odd), "ab.csv": written(plainHead, list, odd),
	})
	expect(t, "estimate late.csv --states 1", "--rewards=-1,0,1", "0: .7")
	expect(t, "estimate goal.csv --states 1 --observations 1,2,goal", "seen  1: .", "goal: .1")
	const rewards = " --rewards=-1,0,1"
	answered(t, "count a.csv --whole"+rewards+" -o a.counts")
	answered(t, "count b.csv --whole"+rewards+" -o b.counts")
	answered(t, "merge a.counts b.counts -o ab.counts")
	want := estimateLines(said("estimate ab.csv --states 1"))
	for _, line := range []string{"estimate ab.counts --states 1", "estimate a.csv b.csv --states 1", "estimate ab.csv --states 1" + rewards, "estimate a.counts b.csv --states 1"} {
		got := estimateLines(said(line))
		if strings.HasPrefix(line, "estimate a.counts b.csv") { // triples are what the two have in common
			expect(t, line, "-1: .", " 1: .")
			continue
		}
		if got != want {
			t.Errorf("%s: found\n%s\nexpected\n%s", line, got, want)
		}
	}
}

// An option for intervals changes the intervals and not the estimate.
func TestIntervalsDoNotChangeTheEstimate(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	last := ""
	text := written(plainHead, recordedSteps(6, 150, 5), func(x recordedStep) string { // whoever saw the light goes left
		if x.step > 1 && last == "light" {
			x.action = "left"
		}
		last = x.see
		return plainRow(x)
	})
	writeFiles(t, map[string]string{"log.csv": text})
	want := estimateLines(expect(t, "estimate log.csv --states 2 --intervals none", "whole episodes"))
	for _, line := range []string{"estimate log.csv --states 2", "estimate log.csv --states 2 --intervals 5", "estimate log.csv --states 2 --intervals normal"} {
		if got := estimateLines(said(line)); strings.ReplaceAll(got, "by normal theory", "") != want && !strings.HasPrefix(got, want[:60]) {
			t.Errorf("%s: found\n%s\nexpected\n%s", line, got, want)
		}
	}
	expect(t, "estimate log.csv --states 2 --intervals 5", "95 % bootstrap percentiles, 5 replicates")
}

// The columns that people have: one for two things, none, several for one, a file for each subject.
func TestColumnsThatPeopleHave(t *testing.T) {
	if testing.Short() {
		t.Skip("reads many logs")
	}
	list := recordedSteps(7, 40, 8)
	files := map[string]string{
		"bandit.tsv":  strings.ReplaceAll(written("subjID,trial,choice,outcome", list, func(x recordedStep) string { return fmt.Sprintf("%d,%d,%s,%s", x.episode, x.step, x.action, x.reward) }), ",", "\t"),
		"hmm.csv":     written("sequence,t,observation", list, func(x recordedStep) string { return fmt.Sprintf("%d,%d,%s", x.episode, x.step, x.see) }),
		"noaward.csv": written("episode,step,action,observation", list, func(x recordedStep) string { return fmt.Sprintf("%d,%d,%s,%s", x.episode, x.step, x.action, x.see) }),
		"nostep.csv":  written("episode,action,reward,observation", list, func(x recordedStep) string { return fmt.Sprintf("%d,%s,%s,%s", x.episode, x.action, x.reward, x.see) }),
		"parts.csv": written("episode,step,action,reward,lamp,time", list, func(x recordedStep) string {
			return plainRow(x) + map[bool]string{true: ",early", false: ",late"}[x.step < 5]
		}),
		"log.csv": written(plainHead, list, plainRow),
	}
	for e := range 5 {
		files[fmt.Sprintf("subject%d.csv", e)] = written("trial,action,reward,observation", list[8*e:8*e+8], func(x recordedStep) string { return fmt.Sprintf("%d,%s,%s,%s", x.step, x.action, x.reward, x.see) })
	}
	writeFiles(t, files)
	const bandit = "estimate bandit.tsv --states 2 --columns episode=subjID,step=trial,action=choice,reward=outcome"
	one := expect(t, bandit, "column-missing", "the reward is all that is seen", "first action")
	if two := said(bandit + ",observation=outcome"); two != one {
		t.Errorf("found\n%s\nexpected\n%s", two, one)
	}
	expect(t, "estimate bandit.tsv", "--columns episode=subjID,step=trial,action=choice,reward=outcome")
	expect(t, "estimate hmm.csv --states 2 --columns episode=sequence,step=t", "no column of actions", "no column of rewards", "policy            none", "all 320 steps")
	expect(t, "estimate noaward.csv --states 2", "there is nothing to plan for", "policy            none")
	if a, b := estimateLines(said("estimate nostep.csv --states 2")), estimateLines(said("estimate log.csv --states 2")); a != b {
		t.Errorf("rows in their order: found\n%s\nexpected\n%s", a, b)
	}
	expect(t, "estimate parts.csv --states 1 --columns observation=lamp+time", "lamp=dark+time=early", "lamp=light+time=late")
	expect(t, "estimate subject0.csv", "--columns begin=trial,step=trial; if the file is one episode, --episode-per-file in place of begin")
	expect(t, "estimate subject0.csv subject1.csv subject2.csv subject3.csv subject4.csv --states 1 --episode-per-file --columns step=trial", "all 40 steps of 5 whole episodes")
	expect(t, "estimate log.csv --states 1 --columns observation=none", "the reward is all that is seen")
	expect(t, "estimate hmm.csv --columns observation=none,episode=sequence,step=t", "found no column action")
}

// Text files as other programs write them are read the same.
func TestTextAsOthersWriteIt(t *testing.T) {
	tier.Long(t, "the engine's parallel parts have tests of their own")
	list := recordedSteps(8, 30, 5)
	text := written(plainHead, list, plainRow)
	object := func(x recordedStep) string {
		return fmt.Sprintf(`{"episode": %d, "step": %d, "action": %q, "reward": %s, "observation": %q}`, x.episode, x.step, x.action, x.reward, x.see)
	}
	lines := strings.TrimPrefix(written("", list, object), "\n")
	array := "[" + strings.ReplaceAll(strings.TrimSpace(lines), "\n", ",\n") + "]"
	utf16 := func(s string) string {
		out := []byte{0xff, 0xfe}
		for _, c := range []byte(s) {
			out = append(out, c, 0)
		}
		return string(out)
	}
	files := map[string]string{
		"log.csv": text, "bom.csv": "\ufeff" + text, "utf16.csv": utf16(text), "mac.csv": strings.ReplaceAll(text, "\n", "\r"), "dos.csv": strings.ReplaceAll(text, "\n", "\r\n"),
		"sep.csv": "sep=;\n" + strings.ReplaceAll(text, ",", ";"), "comment.csv": "# exported\n# by hand\n" + strings.Replace(text, "\n5,", "\n# a pause\n5,", 1),
		"savetxt.csv": "# " + text, "lines.jsonl": lines, "bom.jsonl": "\ufeff" + lines, "array.json": array, "compact.json": strings.ReplaceAll(array, "\n", ""),
		"pretty.json": strings.NewReplacer(", ", ",\n  ", "{", "{\n  ", "}", "\n}").Replace(array),
		"decimals.csv": written(plainHead, list, func(x recordedStep) string {
			return fmt.Sprintf("%d,%d.0,%s,%s.0,%s", x.episode, x.step, x.action, x.reward, x.see)
		}),
		"comma.csv": written("episode;step;action;reward;observation", list, func(x recordedStep) string {
			return fmt.Sprintf("%d;%d;%s;%s,0;%s", x.episode, x.step, x.action, x.reward, x.see)
		}),
		"break.csv":    written(plainHead+",note", list, func(x recordedStep) string { return plainRow(x) + ",\"he said \"\"well\"\",\nand left\"" }),
		"quote.tsv":    strings.ReplaceAll(written(plainHead+",note", list, func(x recordedStep) string { return plainRow(x) + ",5\" long" }), ",", "\t"),
		"bool.jsonl":   strings.NewReplacer(`"reward": 1`, `"reward": true`, `"reward": 0`, `"reward": false`).Replace(lines),
		"python.jsonl": strings.Replace(lines, "}\n", `, "extra": NaN, "more": -Infinity}`+"\n", -1),
	}
	writeFiles(t, files)
	want := estimateLines(answered(t, "estimate log.csv --states 2"))
	for name := range files {
		for _, flags := range []string{"", " --unsorted"} {
			if got := estimateLines(said("estimate " + name + " --states 2" + flags)); got != want {
				t.Errorf("%s%s: found\n%s\nexpected\n%s", name, flags, said("estimate "+name+" --states 2"+flags), want)
			}
		}
		if a := runIn(testEnv(), files[name], "estimate", "-", "--states", "2"); estimateLines(a.out) != want {
			t.Errorf("%s through a pipe: found\n%s%s", name, a.out, a.err)
		}
	}
	if a := runIn(testEnv(), text, "explore", "--log", "-", "--states", "2", "--plain"); a.code != exitAnswered {
		t.Errorf("explore --log -: found %q", a.err)
	}
}

// A message names the columns that are missing and those that are there, or what a file of another kind
// is; it is never longer than a screen.
func TestMessagesSayWhatIsThere(t *testing.T) {
	var wide []string
	for i := range 500 {
		wide = append(wide, fmt.Sprintf("measurement_number_%d", i))
	}
	writeFiles(t, map[string]string{
		"log.csv": "subject,trial,choice,points,seen\ns1,1,left,0.5,hit\n", "wide.csv": strings.Join(wide, ",") + "\n" + strings.Repeat("1,", 499) + "1\n",
		"book.xlsx": "PK\x03\x04....[Content_Types].xml", "data.parquet": "PAR1....", "data.h5": "\x89HDF\r\n\x1a\n", "model.pomdpx": "<?xml version='1.0'?>\n<pomdpx version='0.1'>",
		"log.arff": "@RELATION log\n@ATTRIBUTE a {x,y}\n", "dump.sql": "CREATE TABLE log (a);\n", "log.avro": "Obj\x01\x04\x14", "log.orc": "ORC\x08\x03", "log.xpt": "HEADER RECORD*******LIBRARY HEADER", "run.mcap": "\x89MCAP0\r\n",
		"arrays.npz": "PK\x03\x04........O.npy", "page.html": "<!DOCTYPE html><html>", "model.POMDP": "discount: 0.9\nvalues: reward\nstates: 2\n", "list.json": "[1, 2, 3]", "columns.json": `{"episode": [1, 1], "step": [1, 2]}`,
	})
	for file, parts := range map[string][]string{
		"log.csv":      {"--columns episode=subject,step=trial,action=choice,reward=points,observation=seen", "!count"},
		"wide.csv":     {"measurement_number_0"},
		"book.xlsx":    {"found an Excel workbook", "CSV"},
		"data.parquet": {"found a Parquet file", "read_parquet"},
		"log.arff":     {"found a file of Weka's", "@attribute"},
		"dump.sql":     {"found statements of SQL", "sqlite3"},
		"log.avro":     {"found an Avro file", "fastavro"},
		"log.orc":      {"found an ORC file", "read_orc"},
		"log.xpt":      {"found a SAS transport file", "read_sas"},
		"run.mcap":     {"found a recording of ROS", "CSV"},
		"data.h5":      {"found an HDF5 file"},
		"model.pomdpx": {"found a POMDPX model"},
		"arrays.npz":   {"found an npz archive"},
		"page.html":    {"found a web page"},
		"model.POMDP":  {"a model in Cassandra's format"},
		"list.json":    {"expected an object with the fields"},
		"columns.json": {"row 1: found no column action, reward, observation"},
	} {
		text := expect(t, "estimate "+file, parts...)
		if len(text) > 80*24 {
			t.Errorf("%s: found a message of %d bytes", file, len(text))
		}
		data, _ := os.ReadFile(file)
		if a := runIn(testEnv(), string(data), "estimate", "-"); strings.ReplaceAll(a.err, "stdin", file) != text {
			t.Errorf("%s through a pipe: found\n%s\nexpected\n%s", file, a.err, text)
		}
	}
}

// The cases that were collected from the world, where they are at hand.
func TestCollectedCases(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	folder := filepath.Join("..", "..", "..", "shared", "cases")
	if _, err := os.Stat(folder); err != nil {
		t.Skip("the collected cases are not here")
	}
	folder, _ = filepath.Abs(folder)
	t.Chdir(t.TempDir())
	at := func(name string) string {
		found, _ := filepath.Glob(filepath.Join(folder, name))
		if len(found) != 1 {
			t.Fatalf("found %d files %s", len(found), name)
		}
		return found[0]
	}
	expect(t, "estimate "+at("01*/gap.csv")+" --states 1 --skip-bad", "1960 of 1960 rows", "!bad rows", "!whole episodes", "!sort")
	expect(t, "estimate "+at("02*/one-based.csv")+" --states 2", "8 of 8", "actions           1 1 · 2 2", "!action-0")
	expect(t, "estimate "+at("03*/noise.csv"), "1 state by BIC")
	if a, b := estimateLines(said("estimate "+at("04*/whole.csv")+" --states 1:3")), estimateLines(said("estimate "+at("04*/decimal.csv")+" --states 1:3")); a != b || a == "" {
		t.Errorf("04: found\n%s\nand\n%s", a, b)
	}
	const bandit = " --columns episode=subjID,step=trial,action=choice,reward=outcome"
	expect(t, "estimate "+at("07*/bandit.tsv")+bandit, "the reward is all that is seen", "first action")
	expect(t, "estimate "+at("07*/bandit.tsv")+bandit+",observation=outcome", "the reward is all that is seen", "first action")
	expect(t, "estimate "+at("09*/log.csv"), "--columns episode=subject,step=trial,action=choice,reward=points,observation=seen")
	for _, name := range []string{"09*/sep.csv", "09*/comment.csv", "11*/excel.csv", "12*/newline.csv", "14*/array.json", "14*/pretty.json", "14*/nan.jsonl", "14*/bool.jsonl"} {
		expect(t, "estimate "+at(name)+" --states 1", "learned by", "first action")
	}
	expect(t, "estimate "+at("11*/excel.csv")+" --states 1", "--rewards 0.5,1.5")
	expect(t, "plan "+at("20*/bom.POMDP")+" --horizon 2", "H = 2")
	expect(t, "plan "+at("20*/utf16.POMDP")+" --horizon 2", "H = 2")
	expect(t, "plan "+at("21*/costs.POMDP")+" --horizon 2", `"costs:", which is not an entry of this format (discount, values, states, actions, observations, start)`)
	expect(t, "plan "+at("21*/init.POMDP")+" --horizon 2", `"init_state:", which is not an entry of this format`)
	expect(t, "estimate "+at("40*/final.csv")+" --states 2", "--rewards=-1,0,1")
	expect(t, "score "+at("40*/neg.toml")+" "+at("40*/neg7.csv"), "-7.758")
	expect(t, "score "+at("40*/neg.toml")+" "+at("40*/neg7f.csv"), "-7.758")
	expect(t, "estimate "+at("40*/goal.csv")+" --states 2 --observations 1,2,goal", "goal: .10")
	answered(t, "count "+at("40*/shardA.csv")+" --rewards=-1,0,1 -o a.counts")
	answered(t, "count "+at("40*/shardB.csv")+" --rewards=-1,0,1 -o b.counts")
	expect(t, "merge a.counts b.counts -o ab.counts", "|R| = 3")
	expect(t, "estimate ab.counts --states 1", "-1: .16", "0: .4")
	expect(t, "estimate "+at("41*/log.csv")+" --states 2:3 --held-out .3", "2 states by BIC", "and by episodes held out", "against the best")
	doc := read[reportDoc](t, answered(t, "estimate "+at("44*/ml_0.csv")+" --states 2 --like tea --json"))
	if doc.Episodes != 500 || doc.LearnedFrom == nil || doc.LearnedFrom.Triples != 173 {
		t.Errorf("44: found %v and %+v, expected 500 episodes, 173 with a triple", doc.Episodes, doc.LearnedFrom)
	}
	expect(t, "belief tea "+at("46*/one.csv"), "0,1,0.91")
	expect(t, "score tea "+at("46*/one.csv"), "-0.952566")
	if a := ask("belief " + at("46*/s_3.toml") + " " + at("46*/s_3.log")); a.code != exitAnswered || !strings.Contains(a.err, "episode 2 (step 4)") || !strings.Contains(a.out, "\n18,4,") {
		t.Errorf("46: found %d and %q", a.code, a.err)
	}
	for _, name := range []string{"47*/ev_reward1.csv", "47*/ev_reward5.csv"} {
		expect(t, "estimate "+at(name), "2 states by BIC", "2: AIC 609.314 · BIC 636.302")
	}
	expect(t, "estimate "+at("47*/ev_reward5.csv")+" --rewards 0,5", "2 states by BIC")
}

// What somebody who tried to get wrong answers got, and gets no more.
func TestWhatATesterFound(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	list := recordedSteps(9, 40, 6)
	interleaved := written("episode,action,reward,observation", byStep(list), func(x recordedStep) string {
		return fmt.Sprintf("%d,%s,%s,%s", x.episode, x.action, x.reward, x.see)
	})
	glucose := written(plainHead, list, func(x recordedStep) string { x.step *= 5; return plainRow(x) })
	german := "Person;Durchgang;Rückmeldung;Gewinn;Wahl\n"
	for _, x := range list {
		german += fmt.Sprintf("%d;%d;%s;%s;%s\n", x.episode, x.step, map[string]string{"dark": "grün", "light": "#NV"}[x.see], map[string]string{"0": "1.250,5", "1": "-"}[x.reward], x.action)
	}
	windows := strings.NewReplacer("ü", "\xfc").Replace(german)
	files := map[string]string{
		"interleaved.csv": interleaved, "times.csv": glucose, "german.csv": windows,
		"keys.csv": written(plainHead, list, func(x recordedStep) string {
			x.see = map[string]string{"dark": "76561198000000001", "light": "76561198000000002"}[x.see]
			return plainRow(x)
		}),
		"zero.csv":  written(plainHead, list[1:], func(x recordedStep) string { x.step--; return plainRow(x) }),
		"bars.txt":  strings.ReplaceAll(written(plainHead, list, plainRow), ",", "|"),
		"blank.csv": written(plainHead, list, func(x recordedStep) string { return plainRow(x) + fmt.Sprintf("\n%d,,,,", x.episode) }),
		"note.csv":  written(plainHead, list, plainRow) + "# a note, with, four, commas\n",
		"space.csv": strings.ReplaceAll(written(plainHead, list, plainRow), ",", "  "), "lists.json": `[{"actions": [1, 2], "rewards": [0, 1]}]`, "nested.json": `[[{"step": 1}], [{"step": 1}]]`,
		"comma.csv": strings.Replace(written(plainHead, list, plainRow), "observation", `"tone, left"`, 1),
		"mixed.csv": "episode,step,action,reward,observation\n0,1,L,0,x\n0,2,L,1,y\n0,3,R,1,x\n0,4,R,1,y\n", "values.csv": "episode,step,action,reward,observation\n1,1,L,1,x\n1,2,L,2,y\n1,3,R,2,x\n1,4,R,1,y\n",
		"word.csv": written(plainHead, list, func(x recordedStep) string { x.see = fmt.Sprintf("%d.%d", x.episode, x.step); return plainRow(x) }) + "99,1,left,0,start\n",
	}
	writeFiles(t, files)
	expect(t, "estimate interleaved.csv --states 1", "rows elsewhere: sort them by episode and step, or say --unsorted")
	expect(t, "estimate interleaved.csv --states 1 --unsorted", "all 240 steps of 40 whole episodes")
	expect(t, "estimate times.csv --states 1", "all 240 steps of 40 whole episodes", "steps-from-times")
	expect(t, "estimate times.csv --states 1 --columns step=none", "all 240 steps of 40 whole episodes")
	expect(t, "estimate german.csv --states 1 --columns episode=Person,step=Durchgang,action=Wahl,reward=Gewinn,observation=Rückmeldung", "seen  grün: 1", "--rewards 1250.5", "rows without a reward", "rows without an observation")
	expect(t, "estimate keys.csv --states 1", "--observations 76561198000000001,76561198000000002")
	expect(t, "estimate zero.csv --states 1", "239 of 239 rows read", "1 place where steps are left out")
	expect(t, "estimate bars.txt --states 1", "all 240 steps of 40 whole episodes")
	expect(t, "estimate blank.csv --states 1", "all 240 steps of 40 whole episodes")
	expect(t, "estimate note.csv --states 1", "all 240 steps of 40 whole episodes", "1 line begins with # and passed over")
	expect(t, "estimate space.csv --states 1", "all 240 steps of 40 whole episodes")
	expect(t, "estimate lists.json", "--columns episode=line,step=place,action=actions,reward=rewards")
	expect(t, "estimate nested.json", "no column action, reward, observation")
	expect(t, "estimate comma.csv", "no column of observations", "Not used: tone, left; --columns says")
	if a := runIn(testEnv(), "", "estimate", "comma.csv", "--states", "1", "--columns", `"observation=tone, left"`); !strings.Contains(a.out, "all 240 steps") {
		t.Errorf("a name with a comma: found %q", a.err)
	}
	expect(t, "estimate word.csv --states 1", `such as "start"`, "expected numbers alone to put into bins")
	expect(t, "estimate word.csv --states 1 --bins obs:4", "such as reward=5")
	expect(t, "estimate mixed.csv --states 1 --rewards 1,2", "names-ambiguous", "0 stands for the first")
	answered(t, "count mixed.csv --rewards 1,2 --actions L,R --observations x,y -o mixed.counts")
	answered(t, "count values.csv --rewards 1,2 --actions L,R --observations x,y -o values.counts")
	if a := ask("merge mixed.counts values.counts"); a.code != exitFailed || !strings.Contains(a.err, "read as indices of the declared names in one") {
		t.Errorf("found %d and %q", a.code, a.err)
	}
}
