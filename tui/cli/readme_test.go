package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/scenarios"
)

// TestReadmeTable holds the table of timesBound against the command that is
// said to make it.
func TestReadmeTable(t *testing.T) {
	tier.Long(t, "estimates many times, mostly on one goroutine")
	text, err := os.ReadFile("../../moments/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "## How good the estimators are\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var table, commands []string
	for line := range strings.SplitSeq(section, "\n") {
		switch {
		case strings.HasPrefix(line, "| "):
			table = append(table, line)
		case strings.HasPrefix(line, "eeporl "):
			commands = append(commands, strings.TrimPrefix(line, "eeporl "))
		}
	}
	if len(commands) != 1 || len(table) == 0 {
		t.Fatalf("found %d commands and %d lines of a table, expected one and some", len(commands), len(table))
	}
	command := strings.NewReplacer("1e4:1e6", "1e4,2e4,3e4", "--seeds 60", "--seeds 1").Replace(commands[0])
	short := strings.Split(strings.TrimSpace(answered(t, command)), "\n")
	short = slices.Delete(short, 1, 2) // the line below the head
	if short[0] != table[0] || len(short) != len(table) {
		t.Errorf("found %d lines below %q, expected %d below %q", len(short), short[0], len(table), table[0])
	}
	front := fileText(t, "../../README.md")
	for _, line := range table {
		cells := strings.Split(line, " | ")
		if len(cells) < 9 || cells[1] != "10⁵" {
			continue
		}
		if row := strings.Join([]string{cells[0], cells[3], cells[5], cells[6], cells[8]}, " | "); !strings.Contains(front, row) {
			t.Errorf("the first page has no row %q", row)
		}
	}
	wellPosed := 0
	for _, s := range scenarios.List() {
		if s.WellPosed {
			wellPosed++
		}
	}
	if want := 1 + 3*wellPosed; len(table) != want || strings.Count(table[0], "|") != 4+len(withParameters()) {
		t.Errorf("found %d lines of a table, expected %d: every well-posed scenario, N and estimator", len(table), want)
	}
}

// withParameters are the estimators that the table of errors has a column for: those of a sweep by default.
func withParameters() []moments.Estimator {
	return slices.DeleteFunc(estimators.Estimators(), func(e moments.Estimator) bool {
		return !e.Gives(moments.GivesParameters) || e.Gives(moments.GivesDraws)
	})
}

// readmes are the project's pages: the first page, and those that it leads to.
var readmes = []string{"README.md", "tui/README.md", "scenarios/README.md", "moments/README.md", "planning/README.md", ".github/CONTRIBUTING.md"}

// TestReadmeIsShort: the first page is read in one go, and what it leads to is there.
func TestReadmeIsShort(t *testing.T) {
	if lines := strings.Count(fileText(t, "../../README.md"), "\n"); lines > 200 {
		t.Errorf("found %d lines, expected at most 200", lines)
	}
	link := regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)
	for _, page := range readmes {
		for _, m := range link.FindAllStringSubmatch(fileText(t, "../../"+page), -1) {
			if _, err := os.Stat(filepath.Join("../..", filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s leads to %s: %v", page, m[1], err)
			}
		}
	}
}

// TestReadmeExamples runs every command line of the pages in a shell, in the
// order in which they stand, in a folder for each. The minutes of one are
// TestReadmeTable's; Go's own commands are not the program's.
func TestReadmeExamples(t *testing.T) {
	tier.Long(t, "some thirty processes take seconds")
	shell, err := exec.LookPath("sh")
	if err != nil || exec.Command(shell, "-c", "command -v xargs ls").Run() != nil {
		t.Skip("no sh, ls and xargs here")
	}
	program := fmt.Sprintf("#!%s\nEEPORL_TEST_COMMAND=- exec '%s' \"$@\"\n", shell, os.Args[0])
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "eeporl"), []byte(program), 0o755); err != nil {
		t.Fatal(err)
	}
	model, ran := fileText(t, "testdata/maintenance.POMDP"), 0
	pages, done := map[string]string{}, map[string]bool{}
	for _, page := range readmes {
		pages[page] = fileText(t, "../../"+page)
	}
	writeFiles(t, map[string]string{"shuttle.POMDP": model})
	for _, page := range readmes {
		_, lesson, _ := strings.Cut(pages[page], "```\nlesson mine\n")
		lesson, _, _ = strings.Cut(lesson, "```")
		if err := os.WriteFile("mine.txt", []byte("lesson mine\n"+lesson), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, line := range readmeCommands(pages[page]) {
			ran++
			if done[line] && !strings.Contains(line, "mine.txt") {
				continue // a page repeats what another says
			}
			done[line] = true
			cmd := exec.Command(shell, "-c", quick.Replace(line))
			cmd.Env = append(os.Environ(), "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
			var stderr strings.Builder
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			quiet := strings.Contains(line, " -o ") || strings.Contains(line, " > ")
			if err != nil || stderr.Len() > 0 || len(out) == 0 && !quiet {
				t.Errorf("%s: %s: found %v, %d bytes and on stderr %q", page, line, err, len(out), stderr.String())
			}
		}
	}
	if ran < 25 {
		t.Errorf("found %d command lines, expected all of them", ran)
	}
}

// quick makes of an example one that takes less of the time that it is given.
var quick = strings.NewReplacer("--budget 1s", "--budget 100ms", "online tea --episodes 1000 --seeds 2", "online tea --episodes 200 --seeds 1", "online tea --episodes 500", "online tea --episodes 100",
	"online noisy-tiger --episodes 500", "online noisy-tiger --episodes 50", "run tiger --episodes 1e5 --estimator all", "run tiger --episodes 1e4 --estimator all", "--episodes 1e3:1e5", "--episodes 1e3:1e4", "simulate tea --episodes 1e5", "simulate tea --episodes 1e4",
	"-o curves.pdf", "--seeds 3 -o curves.pdf", "--episodes 1e6 --estimator polished --seeds 5", "--episodes 1e5 --estimator polished --seeds 2")

// readmeCommands are the lines of the README's shell blocks that use eeporl.
func readmeCommands(readme string) []string {
	var lines []string
	_, rest, _ := strings.Cut(readme, "```sh\n")
	for rest != "" {
		block, after, _ := strings.Cut(rest, "```")
		for line := range strings.SplitSeq(block, "\n") {
			line, _, _ = strings.Cut(line, " # ")
			if strings.Contains(line, "eeporl ") && !strings.Contains(line, "sweep well-posed") {
				lines = append(lines, strings.TrimSpace(line))
			}
		}
		_, rest, _ = strings.Cut(after, "```sh\n")
	}
	return lines
}
