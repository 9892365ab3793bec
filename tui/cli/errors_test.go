package cli

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eeporl/scenarios"
)

const badModel = "name = \"bad\"\nstates = [\"x\"]\nactions = [\"go\"]\nobservations = [\"z\"]\nrewards = [0]\ninitial = [0.9]\nhorizon = 4\n" +
	"[transition]\ngo = [[1]]\n[observation]\ngo = [[1]]\n[reward]\ngo = [[1]]\n"

func TestExitCodes(t *testing.T) {
	if testing.Short() {
		t.Skip("runs many commands, on one goroutine")
	}
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const header = "a1,z2,r2,a2,z3,r3,a3,z4,r4,a4\n"
	write("bad.toml", badModel)
	write("short.toml", strings.NewReplacer("0.9", "1", "horizon = 4", "horizon = 3").Replace(badModel))
	write("header.csv", "a1,z2\n")
	write("field.csv", header+"0,0,0,0,0,0,0,0,0,0\n0,0,much,0,0,0,0,0,0,0\n")
	if err := os.Mkdir("folder", 0o755); err != nil {
		t.Fatal(err)
	}

	for _, c := range []struct {
		line string
		code int
		says string // how stderr begins
	}{
		// How the question was asked.
		{"chekc tea", exitUsage, `found "chekc", which is no command, no scenario and no file (did you mean check?)`},
		{"chekc", exitUsage, `found "chekc", which is no command, no scenario and no file (did you mean check?)`},
		{"teaa", exitUsage, `found "teaa", which is no scenario and no file (did you mean tea?)`},
		{"run tigre", exitUsage, `found "tigre", which is no scenario and no file (did you mean tiger?)`},
		{"tea tiger", exitUsage, `found "tiger" after "tea", expected one SCENARIO|MODEL`},
		{"run", exitUsage, "found no argument, expected SCENARIO|MODEL"},
		{"check tea tiger", exitUsage, `found "tiger" after "tea", expected one`},
		{"run nowhere/model.toml", exitFailed, `nowhere/model.toml: found no such file, expected a readable file`},
		{"run random:2,2", exitUsage, "random:2,2: found 2 numbers, expected random:S,A,Z,R,SEED"},
		{"run tea --epsiodes 5", exitUsage, "found the flag --epsiodes, which eeporl run does not have (did you mean --episodes?), expected one that its help lists"},
		{"run tea -x", exitUsage, "found the flag -x, which eeporl run does not have, expected"},
		{"explore tea --json", exitUsage, "found the flag --json, which eeporl explore does not have"},
		{"run tea --episodes", exitUsage, "--episodes: found no value, expected N|inf"},
		{"run tea --episodes many", exitUsage, `--episodes: found "many", expected a whole number up to 1e+15`},
		{"run tea --episodes 0.5", exitUsage, `--episodes: found "0.5", expected a whole number`},
		{"run tea --episodes -1", exitUsage, `--episodes: found "-1", expected a whole number`},
		{"run tea --episodes 1e16", exitUsage, `--episodes: found "1e16", expected a whole number up to 1e+15`},
		{"run tea --seed -1", exitUsage, `--seed: found "-1", expected a whole number from 0 to 2^64-1`},
		{"run tea -c 0", exitUsage, `--c: found "0", expected a positive number, or inf`},
		{"run tea --horizon 0", exitUsage, `--horizon: found "0", expected a whole number from 1`},
		{"run tea --rotations none", exitUsage, `--rotations: found "none", expected a whole number from 1`},
		{"run tea --normalize sum", exitUsage, `--normalize: found "sum", expected abs, clip or simplex`},
		{"run tea --estimator fully", exitUsage, `--estimator: found "fully", expected full, blocked, aligned,`},
		{"run tea --json=perhaps", exitUsage, `--json: found "perhaps", expected true or false`},
		{"plan tea --planner best", exitUsage, `--planner: found "best", expected auto, exact, enumerate`},
		{"plan tea --discount 2", exitUsage, `--discount: found "2", expected a number above 0 and at most 1`},
		{"bounds tea --epsilon 0", exitUsage, `--epsilon: found "0", expected a positive number`},
		{"bounds tea --delta 1", exitUsage, `--delta: found "1", expected a probability between 0 and 1`},
		{"bounds tea --seeds -1", exitUsage, `--seeds: found "-1", expected a whole number`},
		{"plan tea --observe r", exitUsage, `--observe: found "r", expected rz or z`},
		{"simulate tea", exitUsage, "--episodes: found none, expected"},
		{"simulate tea --episodes inf", exitUsage, `--episodes: found "inf", expected a finite number`},
		{"estimate", exitUsage, "found no argument, expected LOG|COUNTS"},
		{"estimate - -", exitUsage, "found - twice, expected it once"},
		{"estimate field.csv --states 2 -c 1", exitUsage, "-c: found it without --like"},
		{"estimate field.csv --like nothing", exitUsage, `found "nothing", which is no scenario and no file`},
		{"estimate field.csv --states 2 --rewards 0,x", exitUsage, `--rewards: found "0,x", expected finite numbers`},
		{"estimate field.csv --states 2 --actions a,a", exitUsage, `--actions: found "a,a", expected different names`},
		{"scenarios shwo tea", exitUsage, `found "shwo" (did you mean show?)`},
		{"scenarios show nothing", exitUsage, `found "nothing", which is no scenario and no file`},
		// What came of the work.
		{"check bad.toml", exitFailed, "bad.toml:6: initial: found a sum of 0.9, expected a sum of 1"},
		{"bad.toml", exitFailed, "bad.toml:6: initial: found a sum of 0.9, expected a sum of 1"},
		{"estimate field.csv --like bad.toml", exitFailed, "bad.toml:6: initial:"},
		{"check folder", exitFailed, "folder: found a directory, expected a readable file"},
		{"estimate missing.csv --states 2", exitFailed, "missing.csv: found no such file, expected a readable file"},
		{"estimate header.csv --states 2", exitFailed, "header.csv:1: found no column r2"},
		{"estimate field.csv --states 2", exitFailed, `field.csv:3: column 3 (r2): found "much", expected a number`},
		{"estimate - --states 2", exitFailed, "stdin:1: found an empty file, expected the header"},
		{"simulate short.toml --episodes 3", exitFailed, "bad: found a horizon of 3, expected at least 4"},
		{"plan tea --planner enumerate --budget 1s --export alpha", exitFailed, "tea: --export alpha: found no complete sets, expected the vectors over the whole simplex (exact planning went beyond its budget"},
	} {
		a := ask(c.line)
		if a.code != c.code || !strings.HasPrefix(a.err, c.says) {
			t.Errorf("%s: found exit code %d and\n%s\nexpected %d and\n%s…", c.line, a.code, a.err, c.code, c.says)
		}
		if a.out != "" {
			t.Errorf("%s: found %q on stdout, expected nothing", c.line, a.out)
		}
		if hint := strings.Contains(a.err, "--help' tells"); hint != (c.code == exitUsage) {
			t.Errorf("%s: found a pointer to --help: %v, expected it for usage errors only", c.line, hint)
		}
	}
}

func TestUnreadableFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "model.toml")
	if err := os.WriteFile(path, []byte(badModel), 0); err != nil {
		t.Fatal(err)
	}
	if _, err := os.ReadFile(path); err == nil {
		t.Skip("this user may read everything")
	}
	if a := ask("check " + path); a.code != exitFailed || !strings.Contains(a.err, "found no permission to read it") {
		t.Errorf("found %d and %q, expected %d and the missing permission", a.code, a.err, exitFailed)
	}
}

// brokenPipe accepts nothing.
type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("the pipe is broken") }

func TestUnwritableOutput(t *testing.T) {
	for _, line := range []string{"check tea", "simulate tea --episodes 10"} {
		var stderr strings.Builder
		code := Run(strings.Fields(line), strings.NewReader(""), brokenPipe{}, &stderr, testEnv())
		if code != exitFailed || stderr.String() != "stdout: the pipe is broken\n" {
			t.Errorf("%s: found %d and %q, expected %d and what stdout said", line, code, stderr.String(), exitFailed)
		}
	}
}

func TestNearest(t *testing.T) {
	words := []string{"tea", "tiger", "noisy-tiger", "check", "law"}
	for typed, want := range map[string]string{
		"teaa": "tea", "tigre": "tiger", "chekc": "check", "noisytiger": "noisy-tiger", "ab": "", "nothing": "", "": "",
	} {
		if got := scenarios.Nearest(typed, words); got != want {
			t.Errorf("%q: found %q, expected %q", typed, got, want)
		}
	}
}

// Arguments too many are named, with what was expected, by every command; each stands under a heading.
func TestArgumentsTooMany(t *testing.T) {
	for _, c := range (&app{}).commands() {
		if c.make().Args == nil {
			t.Errorf("%s says nothing of its arguments", c.name)
		}
		if !slices.Contains(headings(), c.heading) {
			t.Errorf("%s: found the heading %q, expected one of %q", c.name, c.heading, headings())
		}
	}
	for line, said := range map[string]string{
		"tour labels 6": `found "6" after "labels", expected one LESSON`,
		"version x":     `found "x", expected flags alone`,
		"recover a b":   `found "b" after "a", expected one JOURNAL`,
		"explain":       "found no argument, expected SESSION|PICTURE",
	} {
		expect(t, line, said)
	}
}
