package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eeporl/moments"
	"eeporl/scenarios"
)

// TestReadmeTable holds the table of timesBound against the command that is
// said to make it.
func TestReadmeTable(t *testing.T) {
	if testing.Short() {
		t.Skip("estimates many times, mostly on one goroutine")
	}
	text, err := os.ReadFile("../../README.md")
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

// withParameters are the estimators that the table of errors has a column for.
func withParameters() []moments.Estimator {
	return slices.DeleteFunc(moments.Estimators(), func(e moments.Estimator) bool { return !e.Gives(moments.GivesParameters) })
}

// TestReadmeExamples runs every command line of the README in a shell, in the
// order in which they stand, in a folder of their own. The minutes of one are
// TestReadmeTable's; Go's own commands are not the program's.
func TestReadmeExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("some fifteen processes take seconds")
	}
	shell, err := exec.LookPath("sh")
	if err != nil || exec.Command(shell, "-c", "command -v xargs ls").Run() != nil {
		t.Skip("no sh, ls and xargs here")
	}
	readme, model := fileText(t, "../../README.md"), fileText(t, "testdata/maintenance.POMDP")
	_, lesson, _ := strings.Cut(readme, "```\nlesson mine\n")
	lesson, _, _ = strings.Cut(lesson, "```")
	writeFiles(t, map[string]string{"shuttle.POMDP": model, "mine.txt": "lesson mine\n" + lesson})
	program := fmt.Sprintf("#!%s\nEEPORL_TEST_COMMAND=- exec '%s' \"$@\"\n", shell, os.Args[0])
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "eeporl"), []byte(program), 0o755); err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, line := range readmeCommands(readme) {
		cmd := exec.Command(shell, "-c", quick.Replace(line))
		cmd.Env = append(os.Environ(), "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
		var stderr strings.Builder
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		quiet := strings.Contains(line, " -o ") || strings.Contains(line, " > ")
		if err != nil || stderr.Len() > 0 || len(out) == 0 && !quiet {
			t.Errorf("%s: found %v, %d bytes and on stderr %q", line, err, len(out), stderr.String())
		}
		ran++
	}
	if ran < 15 {
		t.Errorf("found %d command lines, expected all of them", ran)
	}
}

// quick makes of an example one that takes less of the time that it is given.
var quick = strings.NewReplacer("--budget 1s", "--budget 100ms")

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
