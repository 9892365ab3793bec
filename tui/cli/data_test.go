package cli

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"eeporl/moments/estimators"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/pomdptest/tier"
)

// writeFiles puts texts into files of a fresh working directory.
func writeFiles(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestShardsGiveTheSameBytes: counts of two parts, merged or read together,
// give the estimate of the whole log to the last byte.
func TestShardsGiveTheSameBytes(t *testing.T) {
	log := answered(t, "simulate noisy-tiger --episodes 4000")
	lines := strings.SplitAfter(log, "\n")
	header, rows := lines[0], lines[1:]
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	fmt.Fprint(z, header+strings.Join(rows[1234:], ""))
	z.Close()
	writeFiles(t, map[string]string{"whole.csv": log, "one.csv": header + strings.Join(rows[:1234], ""), "two.csv.gz": packed.String()})
	answered(t, "count one.csv --like noisy-tiger -o one.counts")
	answered(t, "count two.csv.gz --like noisy-tiger -o two.counts")
	answered(t, "count whole.csv --like noisy-tiger -o whole.counts")
	answered(t, "merge two.counts one.counts -o all.counts")
	whole, _ := os.ReadFile("whole.counts")
	all, _ := os.ReadFile("all.counts")
	if !bytes.Equal(whole, all) {
		t.Error("found other counts merged than counted at once")
	}
	if stdout := answered(t, "merge one.counts two.counts"); stdout != string(all) {
		t.Error("found other bytes on stdout than in the file")
	}
	const flags = " --like noisy-tiger --json --estimator full"
	want := answered(t, "estimate whole.csv"+flags)
	for _, data := range []string{"all.counts", "one.counts two.counts", "one.csv two.csv.gz", "two.counts one.csv"} {
		if got := answered(t, "estimate "+data+flags); got != want {
			t.Errorf("%s: found another estimate than from the whole log", data)
		}
	}
	if a := runIn(testEnv(), string(all), strings.Fields("estimate -"+flags)...); a.out != want {
		t.Error("found another estimate from counts on stdin")
	}
}

func TestCountsFilesAreHeldAgainstWhatIsDeclared(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	writeFiles(t, map[string]string{"tea.csv": answered(t, "simulate tea --episodes 500"), "tiger.csv": answered(t, "simulate tiger --episodes 50")})
	answered(t, "count tea.csv -o bare.counts")
	answered(t, "count tea.csv --like tea -o tea.counts")
	answered(t, "count tiger.csv --like tiger -o tiger.counts")
	if doc := read[reportDoc](t, answered(t, "estimate bare.counts --like tea --json")); doc.Findings[0].Code == string(finding.RewardsAssumed) {
		t.Error("found rewards assumed, expected them to be the model's")
	}
	for line, says := range map[string]string{
		"estimate tea.counts --states 2 --actions left,right": "tea.counts: found the actions offer-tea, offer-coffee, expected left, right",
		"estimate tea.counts --states 2 --rewards 5,6":        "tea.counts: found the reward levels [0 1], expected [5 6]",
		"estimate bare.counts --states 2 --rewards 5,6,7":     "bare.counts: found 2 reward levels, expected 3",
		"estimate bare.counts --states 2 --actions a,b,c":     "bare.counts: found 2 actions, expected 3",
		"estimate tiger.counts --like tea":                    "tiger.counts: found the actions listen,",
		"merge tea.counts tiger.counts":                       "tea.counts and tiger.counts: found |A| = 2",
		"merge tea.counts tea.csv":                            "tea.csv: found no counts file",
		"merge missing.counts":                                "missing.counts: found no such file",
		"count tea.counts missing.csv":                        "missing.csv: found no such file",
		"count tea.csv -o missing/x.counts":                   "missing/x.counts: found no such directory, expected a file to write",
	} {
		if a := ask(line); a.code != exitFailed || !strings.HasPrefix(a.err, says) || a.out != "" {
			t.Errorf("%s: found %d and\n%s\nexpected %d and\n%s…", line, a.code, a.err, exitFailed, says)
		}
	}
}

func TestBadRowsAreSkippedOnDemand(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	log := answered(t, "simulate tea --episodes 2000")
	rows := strings.SplitAfter(log, "\n")
	rows[3], rows[9] = "0,0,much,0,0,0,0,0,0,0\n", "0,0\n"
	writeFiles(t, map[string]string{"bad.csv": strings.Join(rows, "")})
	if a := ask("estimate bad.csv --states 2"); a.code != exitFailed || !strings.HasPrefix(a.err, `bad.csv:4: column 3 (r2): found "much"`) {
		t.Errorf("found %d and %q, expected the first bad row", a.code, a.err)
	}
	doc := read[reportDoc](t, answered(t, "estimate bad.csv --like tea --skip-bad --json"))
	i := slices.IndexFunc(doc.Findings, func(f findingDoc) bool { return f.Code == string(finding.RowsSkipped) })
	if i < 0 || !strings.Contains(doc.Findings[i].Detail, "2 bad rows were left out of 2000") || !strings.Contains(doc.Findings[i].Detail, "bad.csv:10") || doc.Episodes != 1998 {
		t.Errorf("found %v episodes and %+v, expected 1998 and both bad rows named", doc.Episodes, doc.Findings)
	}
	a := ask("count bad.csv --like tea --skip-bad -o bad.counts")
	if a.code != exitAnswered || !strings.HasPrefix(a.err, "2 bad rows were left out") || a.out != "bad.counts: 1998 triples, 647 different ones, of |A| = 2, |Z| = 2, |R| = 2\n" {
		t.Errorf("found %+v, expected the rows on stderr and the triples on stdout", a)
	}
	if quiet := ask("count bad.csv --like tea --skip-bad -o bad.counts --quiet"); quiet.err != "" {
		t.Errorf("found %q on stderr in spite of --quiet", quiet.err)
	}
}

func TestLongLogsAndWindows(t *testing.T) {
	var long strings.Builder
	long.WriteString("episode,step,action,reward,observation\n")
	for e := range 40 {
		for step := range 6 {
			fmt.Fprintf(&long, "%d,%d,%d,%d,%d\n", e, step, (e+step)%2, e%2, (e*step)%2)
		}
	}
	writeFiles(t, map[string]string{"long.csv": long.String()})
	first := read[reportDoc](t, answered(t, "estimate long.csv --states 1 --json"))
	all := read[reportDoc](t, answered(t, "estimate long.csv --states 1 --json --windows"))
	if first.Episodes != 40 || all.Episodes != 120 {
		t.Errorf("found %v triples and %v windows, expected 40 and 120", first.Episodes, all.Episodes)
	}
	if !slices.ContainsFunc(all.Findings, func(f findingDoc) bool { return f.Code == string(finding.WindowsCounted) }) {
		t.Error("found no word on what windows cost")
	}
}

// TestModelOrder: enough data say how many states there are, and how sure that
// is.
func TestModelOrder(t *testing.T) {
	tier.Long(t, "estimates many times, mostly on one goroutine")
	log := answered(t, "simulate tea --episodes 1e5")
	doc := estimateFrom(t, log, "--rewards 0,1")
	o := doc.ModelOrder
	if o == nil || o.States != 2 || o.BIC != 2 || len(o.Candidates) != 4 || float64(*o.Candidates[1].Weight) < .99 || len(doc.Labels) != 8 {
		t.Fatalf("found %+v, expected two states of four candidates", o)
	}
	if !strings.Contains(o.Sure, "2 states") {
		t.Errorf("found %q, expected it to say 2 states", o.Sure)
	}
	if said := estimateFrom(t, log, "--states 2 --rewards 0,1"); said.ModelOrder != nil || !slices.EqualFunc(said.HMM.O, doc.HMM.O, slices.Equal) {
		t.Error("found another estimate when the same number of states is given")
	}
}

// TestIntervals: about 95 in 100 of the true values lie inside, and each
// interval holds the estimate.
func TestIntervals(t *testing.T) {
	doc := read[reportDoc](t, answered(t, "run robot --episodes 1e6 --estimator polished --intervals 40 --json"))
	i := doc.Intervals
	if i == nil || i.Level != .95 || i.Replicates != 40 || i.Failed != 0 || len(i.Low) != 4 {
		t.Fatalf("found %+v, expected 40 replicates for four pairs", i)
	}
	for k, p := range doc.Parameters {
		for j, x := range p.Initial {
			if low, high := float64(i.Low[k].Initial[j]), float64(i.High[k].Initial[j]); float64(x) < low-1e-3 || float64(x) > high+1e-3 || high-low > .1 {
				t.Errorf("found %v in an interval from %v to %v", x, low, high)
			}
		}
	}
	text := answered(t, "run tea --episodes 1e5 --estimator polished --intervals 40")
	inside, all := 0, 0
	if _, line, _ := strings.Cut(text, "replicates"); line == "" {
		t.Fatalf("found no intervals in\n%s", text)
	}
	for line := range strings.SplitSeq(text, "\n") {
		if fmt.Sscanf(strings.TrimSpace(line), "%d of %d true values lie inside", &inside, &all); all > 0 {
			break
		}
	}
	if all != 72 || float64(inside) < .75*float64(all) {
		t.Errorf("found %d of %d true values inside, expected most of 72", inside, all)
	}
}

// TestNaiveOrdersDisagree: the naive approach fails where full succeeds, the
// repair works where the initial belief tells states apart.
func TestNaiveOrdersDisagree(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	wrong, repaired := 0, 0
	const seeds = 20
	for seed := range seeds {
		line := fmt.Sprintf("run tea --episodes 1e6 --seed %d --estimator naive --json", seed)
		for _, c := range []struct {
			flags string
			bad   *int
		}{{"", &wrong}, {" --match-by-belief", &repaired}} {
			doc := read[reportDoc](t, answered(t, line+c.flags))
			if doc.Policy == nil || math.Abs(float64(*doc.Policy.Regret)) > .05 {
				*c.bad++
			}
		}
	}
	if wrong < 5 || repaired > 1 {
		t.Errorf("found %d of %d wrong and %d after the repair, expected about half and hardly any", wrong, seeds, repaired)
	}
}

func TestArrays(t *testing.T) {
	t.Chdir(t.TempDir())
	for line, names := range map[string][]string{
		"law tea":                      {"O", "T", "w", "p_h1", "p_h0", "x", "p"},
		"run tea --episodes 1000":      {"O", "T", "w", "P12", "P13", "x", "count"},
		"run two-step --episodes 1000": {"P12", "P13", "x", "count"},
		"run tea --episodes 0":         {"P12", "P13", "x", "count"},
	} {
		want := answered(t, line)
		if got := answered(t, line+" --arrays x.npz"); got != want {
			t.Errorf("%s: found another answer with --arrays", line)
		}
		z, err := zip.OpenReader("x.npz")
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, f := range z.File {
			found = append(found, strings.TrimSuffix(f.Name, ".npy"))
		}
		z.Close()
		if !slices.Equal(found, names) {
			t.Errorf("%s: found the arrays %v, expected %v", line, found, names)
		}
	}
	for line, says := range map[string]string{
		"run tea --estimator all --arrays x.npz":          "--estimator: found all with --intervals, --arrays or --report",
		"run tea --plan level --planner point":            "--plan: found level beside --planner point",
		"run tea --answer-within 3s":                      "--answer-within: found it with --estimator full",
		"explore tea --plain --record x.play":             "--record: found it with --plain",
		"plan tea --rules 3 --export dot":                 "--rules: found it with --export dot",
		"simulate tea -n 3 -o x.counts":                   "--out: found x.counts",
		"online tea -n 100 --explore 101":                 "--explore: found 101, expected at most the 100",
		"online tea -n 100 --explore 10 --agents psrl":    "--explore: found it without an agent that commits",
		"tour --list --check":                             "if any flags in the group [list check names]",
		"quiz --seed -1":                                  "--seed: found \"-1\", expected a whole number from 0",
		"export tea -o x.png --size 1000x1000":            "--size: found 1000x1000 for a .png",
		"run tea --restarts 3":                            "--restarts: found it with --estimator full, which takes no notice of it, expected --estimator em",
		"sweep tea --prior 2":                             "--prior: found it with --estimator all,-bayes",
		"estimate x.csv --estimator whole --rotations 3":  "--rotations: found it with --estimator whole",
		"run tea --estimator exec:true --match-by-belief": "--match-by-belief: found it with --estimator exec:true",
		"plan tea --planner pruning --gap 0.1":            "--gap: found it with --planner pruning",
		"simulate tea -n 3 --phase 2 -c 2":                "-c: found it with --phase 2",
		"law tea --arrays law.json":                       "--arrays: found \"law.json\"",
		"run tea --estimator all --intervals 10":          "--estimator: found all with --intervals, --arrays or --report",
	} {
		if a := ask(line); a.code != exitUsage || !strings.HasPrefix(a.err, says) {
			t.Errorf("%s: found %+v, expected %s", line, a, says)
		}
	}
	if a := ask("law tea --arrays missing/x.npz"); a.code != exitFailed || !strings.HasPrefix(a.err, "missing/x.npz: found no such directory, expected a file to write") {
		t.Errorf("found %+v, expected the file to be the trouble", a)
	}
}

// TestShardsOnTwoProcesses is the recipe of count's help, for any engine that
// runs commands.
func TestShardsOnTwoProcesses(t *testing.T) {
	if exec.Command("sh", "-c", "command -v xargs ls").Run() != nil {
		t.Skip("no xargs here")
	}
	log := strings.SplitAfter(answered(t, "simulate tea --episodes 900"), "\n")
	writeFiles(t, map[string]string{
		"whole.csv": strings.Join(log, ""),
		"part1.csv": strings.Join(log[:300], ""), "part2.csv": log[0] + strings.Join(log[300:500], ""), "part3.csv": log[0] + strings.Join(log[500:], ""),
	})
	cmd := exec.Command("sh", "-c", `ls part*.csv | xargs -P 2 -I{} "$PROGRAM" count {} --like tea -o {}.counts && "$PROGRAM" merge part*.counts -o all.counts`)
	cmd.Env = append(os.Environ(), "PROGRAM="+os.Args[0], "EEPORL_TEST_COMMAND=-")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("found %v and %s", err, out)
	}
	answered(t, "count whole.csv --like tea -o whole.counts")
	if fileText(t, "all.counts") != fileText(t, "whole.counts") {
		t.Error("found other counts than those of the whole log")
	}
}

func TestAllEstimatorsOnTheSameCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	doc := read[comparisonDoc](t, answered(t, "run robot --episodes 1e4 --estimator all --json"))
	var names []string
	for _, e := range doc.Estimators {
		names = append(names, e.Estimator)
		alone := read[reportDoc](t, answered(t, "run robot --episodes 1e4 --json --estimator "+e.Estimator))
		if e.OK != (alone.Policy != nil) || (e.RMSE != nil) != (alone.Parameters != nil) || e.RMSE != nil && *e.RMSE != alone.Errors.Parameters.RMSE {
			t.Errorf("%s: found %+v, expected what it says alone", e.Estimator, e)
		}
		if e.Regret != nil {
			agree(t, e.Estimator+": regret", float64(*e.Regret), float64(*alone.Policy.Regret), 1e-12)
		}
	}
	if !slices.Equal(names, estimators.EstimatorNames()) {
		t.Errorf("found %v, expected %v", names, estimators.EstimatorNames())
	}
}

func TestInterrupted(t *testing.T) {
	env := testEnv()
	var cancel func()
	env.Context, cancel = context.WithCancel(context.Background())
	cancel()
	for _, line := range []string{"run tea --episodes 1e5", "plan diagnosis --horizon 5", "run tea --estimator all"} {
		a := runIn(env, "", strings.Fields(line)...)
		if a.code != exitFailed || a.err != "interrupted\n" || a.out != "" {
			t.Errorf("%s: found %+v, expected exit code %d and the word", line, a, exitFailed)
		}
	}
}

// The rows of a long log may stand in any order, if that is said.
func TestUnsorted(t *testing.T) {
	if testing.Short() {
		t.Skip("reads many logs")
	}
	t.Chdir(t.TempDir())
	rng := rand.New(rand.NewPCG(1, 2))
	for _, form := range []string{"csv", "jsonl"} {
		answered(t, "simulate tea --episodes 50 --long --names --horizon 6 -o log."+form)
		text := fileText(t, "log."+form)
		head, rows := "", text
		if form == "csv" {
			head, rows, _ = strings.Cut(text, "\n")
			head += "\n"
		}
		lines := slices.Collect(strings.Lines(rows))
		rng.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		if err := os.WriteFile("mixed."+form, []byte(head+strings.Join(lines, "")), 0o644); err != nil {
			t.Fatal(err)
		}
		if a := ask("count mixed." + form + " --like tea"); a.code != exitFailed || !strings.Contains(a.err, "or say --unsorted") {
			t.Errorf("found %d and %q", a.code, a.err)
		}
		want := answered(t, "count log."+form+" --like tea --whole")
		if got := answered(t, "count mixed."+form+" --like tea --whole --unsorted"); got != want {
			t.Errorf("%s: found\n%s\nexpected\n%s", form, got, want)
		}
		want = regexp.MustCompile(`over time p \S+ · `).ReplaceAllString(answered(t, "estimate log."+form), "") // the order is gone
		if got := answered(t, "estimate mixed."+form+" --unsorted"); got != want {
			t.Errorf("%s: found\n%s\nexpected\n%s", form, got, want)
		}
		gap := "no,4,offer-tea,0,smile\n"
		if form == "jsonl" {
			gap = `{"episode":"no","step":4,"action":"offer-tea","reward":"0","observation":"smile"}` + "\n"
		}
		if err := os.WriteFile("gap."+form, []byte(head+strings.Join(lines, "")+gap), 0o644); err != nil {
			t.Fatal(err)
		}
		if a := ask("count gap." + form + " --like tea --unsorted"); a.code != exitAnswered || !strings.Contains(a.out, `"gaps":1`) {
			t.Errorf("found %d and %q, expected an episode that begins late", a.code, a.err)
		}
	}
}

// Episodes that are all too short for a triple are learned from as wholes.
func TestShortEpisodes(t *testing.T) {
	tier.Long(t, "the engine's parallel parts have tests of their own")
	t.Chdir(t.TempDir())
	for _, names := range []string{"", "--names"} {
		answered(t, "simulate tea --episodes 3000 --long --horizon 4 -o log.csv "+names)
		var short strings.Builder
		for line := range strings.Lines(fileText(t, "log.csv")) {
			if fields := strings.Split(line, ","); fields[1] != "4" {
				short.WriteString(line)
			}
		}
		if err := os.WriteFile("short.csv", []byte(short.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		said := answered(t, "estimate short.csv --states 1:3")
		for _, want := range []string{"N = 3000", "9000 steps of 3000 whole episodes", "as far as a test can tell", "2 states by BIC", "short-episodes"} {
			if !strings.Contains(said, want) {
				t.Errorf("found no %q in\n%s", want, said)
			}
		}
		if a := ask("estimate short.csv --estimator full --like tea"); a.code != exitFailed || !strings.Contains(a.err, "no triple in 9000 good rows") {
			t.Errorf("found %d and %q", a.code, a.err)
		}
		answered(t, "count short.csv --like tea --whole -o short.counts")
		if said := answered(t, "estimate short.counts --like tea"); !strings.Contains(said, "whole episodes") {
			t.Errorf("found\n%s", said)
		}
	}
}
