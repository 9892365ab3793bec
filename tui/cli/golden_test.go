package cli

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
)

// TestGolden pins down the shape of every answer. Numbers are rounded to what
// all machines agree on: their compilers may fuse multiplications and additions.
func TestGolden(t *testing.T) {
	for name, line := range map[string]string{
		"scenarios-json": "scenarios --json",
		"check":          "check tea",
		"check-json":     "check tea --json",
		"law":            "law tea",
		"law-json":       "law random:2,1,2,2,1 --json",
		"law-inf-json":   "law random:1,2,1,1,1 -c inf --json",
		"run":            "run tea --episodes 1e5",
		"run-json":       "run tea --episodes 1e5 --json",
		"run-inf-json":   "run random:1,1,1,1,1 --episodes inf -c inf --json",
		"run-none-json":  "run tea --episodes 0 --json",
		"run-two-step":   "run two-step --episodes 1e5",
		"plan":           "plan tea --horizon 3",
		"plan-json":      "plan tea --horizon 2 --json",
		"plan-z-json":    "plan tiger --horizon 3 --observe z --discount 0.95 --json",
		"run-all":        "run robot --episodes 1e4 --estimator all",
		"run-all-json":   "run robot --episodes 1e4 --estimator all --json",
		"intervals-json": "run random:1,1,2,2,3 --episodes 1000 --intervals 20 --json",
		"plan-point":     "plan diagnosis --horizon 3 --planner point --gap 0.3 --export json",
		"plan-file-json": "plan testdata/maintenance.POMDP --json",
		"plan-file":      "plan testdata/maintenance.POMDP --horizon 2",
		"law-file-json":  "law testdata/maintenance.POMDP --levels -10,-2,0 --json",
		"export-alpha":   "plan testdata/maintenance.POMDP --horizon 2 --export alpha",
		"export-pg":      "plan testdata/maintenance.POMDP --export pg",
		"export-dot":     "plan testdata/maintenance.POMDP --horizon 2 --export dot",
		"export-text":    "plan testdata/maintenance.POMDP --export text --belief uniform",
		"bounds":         "bounds tea --seeds 10",
		"bounds-json":    "bounds random:2,1,2,2,1 --episodes 1000 --seeds 5 --json",
		"bounds-none":    "bounds two-step",
		"sweep":          "sweep tea --episodes 1e3:1e5 --seeds 2 --estimator full,aligned",
		"sweep-c":        "sweep tea --episodes 1e5 --seeds 2 --estimator full,blocked -c 0.05,0.5,5,50 --no-plan",
		"sweep-csv":      "sweep tea two-step --episodes 1e3 --seeds 2 --estimator full --format csv",
		"sweep-jsonl":    "sweep tea --episodes inf,1e3 --seeds 1 --estimator full --format jsonl",
		"sweep-markdown": "sweep robot tea --episodes 1e3:1e4 --seeds 2 --estimator full,aligned --format markdown",
		"simulate":       "simulate noisy-tiger --episodes 5 --seed 2",
		"simulate-long":  "simulate noisy-tiger --episodes 2 --seed 2 --long --horizon 5",
		"simulate-jsonl": "simulate noisy-tiger --episodes 3 --seed 2 --names --format jsonl",
		"simulate-two":   "simulate noisy-tiger --episodes 3 --phase 2 --learn 1e5 --names",
		"simulate-names": "simulate noisy-tiger --episodes 5 --seed 2 --names",
	} {
		t.Run(name, func(t *testing.T) {
			golden.RequireEqual(t, rounded(answered(t, line)))
		})
	}
	for name, flags := range map[string]string{"estimate-json": "--estimator full --states 2 --json", "estimate-order-json": "--estimator full --json", "estimate-order": "--estimator full --rewards 0,1"} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && strings.HasPrefix(name, "estimate-order") {
				t.Skip("chooses among many estimates, mostly on one goroutine")
			}
			log := answered(t, "simulate tea --episodes 20000")
			a := runIn(testEnv(), log, append([]string{"estimate", "-"}, strings.Fields(flags)...)...)
			golden.RequireEqual(t, rounded(a.out))
		})
	}
}

// Reports of what the others do not show: no moments, no alignment, an estimate that failed, a log.
func TestGoldenReports(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	for name, line := range map[string]string{
		"em":      "run tea --episodes 1e4 --estimator em",
		"naive":   "run tea --episodes 1e4 --estimator naive",
		"failure": "run tiger --episodes 1e4",
		"log":     "estimate %s/log.csv --states 2 --estimator full --rewards 0,1",
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			answered(t, "simulate tea --episodes 20000 -o "+folder+"/log.csv")
			if a := ask(strings.ReplaceAll(line, "%s", folder) + " --report " + folder + "/report.md"); a.code != exitAnswered {
				t.Fatal(a.err)
			}
			text, err := os.ReadFile(filepath.Join(folder, "report.md"))
			if err != nil {
				t.Fatal(err)
			}
			golden.RequireEqual(t, rounded(strings.ReplaceAll(string(text), folder+"/", "")))
		})
	}
}

func rounded(text string) string {
	return regexp.MustCompile(`-?\d+\.\d+(e[-+]?\d+)?|-?\d+e[-+]?\d+`).ReplaceAllStringFunc(text, func(number string) string {
		x, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return number
		}
		if math.Abs(x) < 1e-9 {
			return "0"
		}
		return fmt.Sprintf("%.5g", x)
	})
}
