package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"eeporl/tui"
)

func TestGoldenReport(t *testing.T) {
	for name, line := range map[string]string{
		"run":      "run tea --episodes 1e5 --intervals 20",
		"two-step": "run two-step --episodes 1e4",
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.md")
			answered(t, line+" --report "+path)
			golden.RequireEqual(t, rounded(fileText(t, path)))
		})
	}
}

// TestReportsCommandsGiveTheSameNumbers: the command lines that a report ends
// in are understood, and the first answers as the run did.
func TestReportsCommandsGiveTheSameNumbers(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the program many times")
	}
	writeFiles(t, map[string]string{"tea log.csv": answered(t, "simulate tea --episodes 3000")})
	if err := os.Mkdir("inner", 0o777); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"run", "random:2,2,2,2,3", "-n", "10^4", "-c", "0.7", "--rotations", "5", "--report", "inner/x.md,y.html", "--report", "x.html"},
		{"estimate", "./tea log.csv", "--like", "tea", "--estimator", "aligned", "--report", "inner/x.md"},
	} {
		a := runIn(testEnv(), "", args...)
		if a.code != exitAnswered {
			t.Fatalf("%q: found %+v", args, a)
		}
		if plain := runIn(testEnv(), "", args[:len(args)-2]...); plain.out != a.out {
			t.Errorf("%q: found another answer with --report", args)
		}
		var lines []string
		for line := range strings.SplitSeq(fileText(t, "inner/x.md"), "\n") {
			if strings.HasPrefix(line, "eeporl ") {
				lines = append(lines, line)
			}
		}
		if len(lines) == 0 {
			t.Fatalf("%q: found no command lines", args)
		}
		for i, line := range lines {
			words := strings.Fields(strings.NewReplacer("tea log.csv", "tea\x00log.csv", "'", "").Replace(line))[1:]
			for k := range words {
				words[k] = strings.ReplaceAll(words[k], "\x00", " ")
			}
			again := runIn(testEnv(), "", words...)
			if again.code != exitAnswered || i == 0 && again.out != a.out {
				t.Errorf("%s: found %d and %s, expected the run's answer", line, again.code, again.err)
			}
		}
	}
}

func TestReportRequests(t *testing.T) {
	t.Chdir(t.TempDir())
	for line, c := range map[string]struct {
		code int
		says string
	}{
		"run tea --report x.pdf":                       {exitUsage, `--report: found "x.pdf", expected a file that ends in .md or .html`},
		"run tea --report x.md,x.md":                   {exitUsage, `--report: found "x.md,x.md", expected different files`},
		"run tea --estimator all --report x.md":        {exitUsage, "--estimator: found all with --intervals, --arrays or --report"},
		"run tea --episodes 100 --report missing/x.md": {exitFailed, "missing/x.md: found no such directory, expected a file to write"},
	} {
		if a := ask(line); a.code != c.code || !strings.HasPrefix(a.err, c.says) || a.out != "" {
			t.Errorf("%s: found %+v, expected %d and %s", line, a, c.code, c.says)
		}
	}
}

func TestQuoted(t *testing.T) {
	for text, want := range map[string]string{"tea.csv": "tea.csv", "a b": "'a b'", "it's": `'it'\''s'`, "": "''", "$x": "'$x'", "1e5": "1e5"} {
		if got := tui.Quote(text); got != want {
			t.Errorf("found %s, expected %s", got, want)
		}
	}
}

// Every --report is written, whether it stands alone or among others.
func TestReportsAreAllWritten(t *testing.T) {
	t.Chdir(t.TempDir())
	answered(t, "run tea --episodes 1e4 --report a.html --report b.md,c.html")
	for _, file := range []string{"a.html", "b.md", "c.html"} {
		if _, err := os.Stat(file); err != nil {
			t.Error(err)
		}
	}
}
