package cli

import (
	"os"
	"strings"
	"testing"
)

// What is read is not written, and no file is written twice: both are told before any work.
func TestFilesAreNotLostToOneAnother(t *testing.T) {
	model := answered(t, "scenarios show tea")
	writeFiles(t, map[string]string{"m.toml": model, "log.csv": answered(t, "simulate tea --episodes 20 --long")})
	for line, want := range map[string]string{
		"count log.csv -o ./log.csv":                                             "--out: found ./log.csv, which is read, expected another file",
		"plan m.toml -o m.toml":                                                  "--out: found m.toml, which is read",
		"run m.toml --episodes 1e3 --model m.toml":                               "--model: found m.toml, which is read",
		"run tea --episodes 1e3 -o z.json --policy z.json":                       "--policy: found z.json, which --out names, too",
		"estimate log.csv --like m.toml --model m.toml":                          "--model: found m.toml, which is read",
		"simulate tea --episodes 3 -o q.csv --format jsonl":                      "--format: found jsonl for q.csv",
		"simulate tea --episodes 3 -o x.csv -o y.csv":                            `--out: found "y.csv", expected one file, and x.csv was named before`,
		"plan tea --export dot -o p.pg":                                          "--out: found p.pg for dot",
		"more tea --within .1 --rewards 3,4":                                     "--rewards: found it with the model tea",
		"plan tea --json --export dot":                                           "--export: found dot with --json",
		"run tea --episodes 1e3 --report a.md --report a.md --estimator blocked": "--report: found a.md, which --report names, too",
	} {
		a := runIn(testEnv(), "", strings.Fields(line)...)
		if a.code != exitUsage || !strings.Contains(a.err, want) {
			t.Errorf("%s: exit %d, found %s", line, a.code, a.err)
		}
	}
	if text, err := os.ReadFile("m.toml"); err != nil || string(text) != model {
		t.Errorf("the model changed: %v", err)
	}
}
