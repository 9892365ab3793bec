package cli

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"eeporl/model/experiment/sweep"
	"eeporl/pomdp/pomdptest/tier"
)

// TestMain lets the tests run this very program as a process, so that they can
// kill it.
func TestMain(m *testing.M) {
	if line := os.Getenv("EEPORL_TEST_COMMAND"); line != "" {
		args := strings.Fields(line)
		if line == "-" { // those of the process
			args = os.Args[1:]
		}
		os.Exit(Run(args, os.Stdin, Stdout(), os.Stderr, System()))
	}
	debug.SetGCPercent(400) // as in the tests of tui
	os.Exit(m.Run())
}

// TestKilledSweepsEndTheSame kills a sweep some times with SIGKILL, each time
// some random moment after it has got a little further: it ends with the bytes
// of one that ran through.
func TestKilledSweepsEndTheSame(t *testing.T) {
	tier.Long(t, "kills a sweep of many estimates")
	const (
		line  = "sweep robot --episodes 1e3:1e5 --seeds 8 --estimator aligned,polished"
		rows  = 3 * 8 * 2
		kills = 3
	)
	t.Chdir(t.TempDir())
	answered(t, line+" -o whole.csv")
	random := rand.New(rand.NewPCG(7, 7))
	kept := func() int {
		journal, _ := os.ReadFile("killed.csv.part")
		return max(0, bytes.Count(journal, []byte("\n"))-1)
	}
	killed := 0
	var seen []int
	for i := range kills {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "EEPORL_TEST_COMMAND="+line+" -o killed.csv")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		goal := rows*i/(kills+2) + 1 + random.IntN(5)
		for deadline := time.Now().Add(time.Minute); kept() < goal && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(random.IntN(5)) * time.Millisecond)
		cmd.Process.Kill()
		if cmd.Wait() != nil {
			killed++
		}
		seen = append(seen, kept())
	}
	t.Logf("killed %d of %d times before the end; rows kept after each: %v of %d", killed, kills, seen, rows)
	if seen[0] == 0 || killed < kills/2 {
		t.Errorf("found nothing to go on from, expected rows kept by kills in the middle")
	}
	answered(t, line+" -o killed.csv")
	want, _ := os.ReadFile("whole.csv")
	got, err := os.ReadFile("killed.csv")
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("found other bytes after the kills (%v)", err)
	}
	if _, err := os.Stat("killed.csv.part"); err == nil {
		t.Error("found the journal still there")
	}
}

// TestInterruptedSweepGoesOn: what was done before Ctrl+C is kept and not done
// again.
func TestInterruptedSweepGoesOn(t *testing.T) {
	const line = "sweep tea --episodes 1e4 --seeds 30 --estimator polished --no-plan -o rows.csv"
	t.Chdir(t.TempDir())
	env := testEnv()
	ctx, cancel := context.WithCancel(context.Background())
	env.Context = ctx
	env.Progress = true
	a := runInterrupting(env, cancel, line)
	if a.code != exitFailed || a.out != "" || !strings.Contains(a.err, "rows.csv.part keeps what is done") || !strings.HasSuffix(a.err, "interrupted\n") {
		t.Fatalf("found %+v, expected the word on what is kept", a)
	}
	kept, err := os.ReadFile("rows.csv.part")
	if n := bytes.Count(kept, []byte("\n")); err != nil || n < 2 || n > 30 {
		t.Errorf("found %d lines kept (%v), expected some", n, err)
	}
	answered(t, line)
	other := ask(strings.Replace(line, "30", "31", 1))
	if other.code != exitAnswered {
		t.Errorf("found %+v, expected no journal in the way of another sweep once the first is done", other)
	}
}

// TestCtrlCEndsAProcess: a real signal ends a real process with exit code 130,
// and its rows are kept.
func TestCtrlCEndsAProcess(t *testing.T) {
	t.Chdir(t.TempDir())
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "EEPORL_TEST_COMMAND=sweep tea --episodes 1e4 --seeds 100000 --estimator aligned --no-plan -o rows.csv")
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for range 500 { // until a row is there
		if kept, _ := os.ReadFile("rows.csv.part"); bytes.Count(kept, []byte("\n")) > 1 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 || out.Len() > 0 || !strings.HasSuffix(stderr.String(), "interrupted\n") {
		t.Errorf("found exit code %d, %q and on stderr %q, expected %d and the word", code, out.String(), stderr.String(), 130)
	}
	if kept, _ := os.ReadFile("rows.csv.part"); bytes.Count(kept, []byte("\n")) < 2 {
		t.Error("found no row kept")
	}
}

// TestOtherSweepsJournalIsRefused: one that stopped half way is not mixed up
// with another.
func TestOtherSweepsJournalIsRefused(t *testing.T) {
	writeFiles(t, map[string]string{"x.csv.part": "{\"sweep\":\"another\"}\n"})
	a := ask("sweep tea --episodes 1e3 --seeds 1 --estimator full -o x.csv")
	if a.code != exitFailed || !strings.HasPrefix(a.err, "x.csv.part: found the rows of another sweep, expected those of this one") {
		t.Errorf("found %+v, expected the journal to be refused", a)
	}
}

func TestSweptShardsMerge(t *testing.T) {
	const line = "sweep tea robot --episodes 1e3,1e4 --seeds 3 --estimator full,naive -c 0.5,inf"
	t.Chdir(t.TempDir())
	answered(t, line+" -o whole.csv -o whole.md -o whole.jsonl -o whole.svg -o whole.pdf -o whole.tex -o whole.summary.csv")
	for i := 1; i <= 3; i++ {
		answered(t, fmt.Sprintf("%s --shard %d/3 -o part%d.csv", line, i, i))
	}
	answered(t, "merge part3.csv part1.csv part2.csv -o all.csv -o all.md -o all.jsonl -o all.svg -o all.pdf -o all.tex -o all.summary.csv")
	for _, ending := range []string{".csv", ".md", ".jsonl", ".svg", ".pdf", ".tex", ".summary.csv"} {
		want, _ := os.ReadFile("whole" + ending)
		got, err := os.ReadFile("all" + ending)
		if err != nil || len(want) == 0 || !bytes.Equal(got, want) {
			t.Errorf("%s: found other bytes than the whole sweep's (%v)", ending, err)
		}
	}
	if back := answered(t, "merge whole.jsonl --format csv"); back != fileText(t, "whole.csv") {
		t.Error("JSON Lines read back as other rows")
	}
	if a := ask("merge whole.csv whole.md"); a.code != exitFailed || !strings.HasPrefix(a.err, "whole.md:1: found") {
		t.Errorf("found %+v, expected the table to be refused", a)
	}
	if a := ask("sweep tea --seeds 1 --episodes 10 --estimator full --shard 2/2"); a.code != exitFailed || !strings.Contains(a.err, "fewer trials than shards") {
		t.Errorf("found %+v, expected an empty shard to be refused", a)
	}
}

func fileText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestSweepRequests(t *testing.T) {
	for line, says := range map[string]string{
		"sweep":                           "found no argument, expected SCENARIO|MODEL",
		"sweep tea tea":                   `found "tea" twice`,
		"sweep tea -o x.doc":              `--out: found "x.doc", expected a file that ends in .csv`,
		"sweep tea --shard 3/2":           `--shard: found "3/2", expected I/N`,
		"sweep tea --episodes 1e5:1e3":    `--episodes: found "1e5:1e3", expected a range A:B`,
		"sweep tea --episodes 1e3:inf":    `--episodes: found "1e3:inf", expected a range A:B`,
		"sweep tea --estimator full,best": `--estimator: found "full,best", expected full, blocked`,
		"sweep tea -c 1,1":                `--c: found "1,1", expected different positive numbers`,
		"sweep tigre":                     `found "tigre", which is no scenario and no file (did you mean tiger?)`,
		"sweep tea --seeds 0":             `--seeds: found "0", expected a whole number from 1`,
	} {
		if a := ask(line); a.code != exitUsage || !strings.HasPrefix(a.err, says) || a.out != "" {
			t.Errorf("%s: found %d and\n%s\nexpected %d and\n%s…", line, a.code, a.err, exitUsage, says)
		}
	}
	all, err := parseEpisodeList("1e3:1e5, 5e5,inf")
	if err != nil || !slices.Equal(all, []float64{1e3, 1e4, 1e5, 5e5, math.Inf(1)}) {
		t.Errorf("found %v and %v, expected the five", all, err)
	}
}

func TestCurvesAreDrawn(t *testing.T) {
	if testing.Short() {
		t.Skip("a sweep as others")
	}
	t.Chdir(t.TempDir())
	answered(t, "sweep tea --episodes 1e3:1e5 --seeds 2 --estimator full,polished -o x.svg -o x.png -o x.txt")
	if svg := fileText(t, "x.svg"); !strings.Contains(svg, "Cramér–Rao bound") || !strings.Contains(svg, "polished") || !strings.HasSuffix(strings.TrimSpace(svg), "</svg>") {
		t.Error("found no legend in the SVG")
	}
	if png := fileText(t, "x.png"); !strings.HasPrefix(png, "\x89PNG") {
		t.Error("found no PNG")
	}
	answered(t, "sweep tiger --episodes 1e3:1e4 --seeds 3 --estimator full,em --restarts 1 --no-plan --size 9x6 -o x.pdf -o x.tex -o x.summary.csv")
	if pdf := fileText(t, "x.pdf"); !strings.HasPrefix(pdf, "%PDF") || strings.Contains(pdf, "(D:2") || !strings.Contains(pdf, "/MediaBox [0 0 255.12 170.08]") {
		t.Error("found no PDF of 9 × 6 cm without a date")
	}
	if tex := fileText(t, "x.tex"); !strings.Contains(tex, "\\begin{tabular}{lrrrr}") || !strings.Contains(tex, `tiger & 1000 & `) || !strings.HasSuffix(tex, "\\end{tabular}\n") {
		t.Errorf("%s", tex)
	}
	if rows := strings.Split(fileText(t, "x.summary.csv"), "\n"); len(rows) != 6 || !strings.HasPrefix(rows[1], "tiger,") || strings.Count(rows[1], ",") != strings.Count(rows[0], ",") {
		t.Errorf("%q", rows)
	}
	if text := fileText(t, "x.txt"); !strings.Contains(text, "f full, p polished") || strings.Count(text, "│") != chartHeight {
		t.Errorf("found no chart in\n%s", text)
	}
	// Neither a single N nor nothing to draw is a fault.
	for _, line := range []string{"tea --episodes 1e3", "tea --episodes inf", "two-step --episodes 1e3,1e4", "tea --episodes 0"} {
		answered(t, "sweep "+line+" --seeds 1 --estimator full -o y.svg -o y.txt")
	}
	var out bytes.Buffer
	if err := writeCurves(&out, []sweep.Curve{{Scenario: "none", Estimator: "em"}, {Scenario: "none", Estimator: "em", C: 1}}); err != nil {
		t.Error(err)
	}
}
