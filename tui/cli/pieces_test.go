package cli

import (
	"os"
	"strings"
	"testing"
)

// A task that was cut off in the middle of a line goes on behind its last whole part, and its
// parts are refused where the data or a setting is another.
func TestPiecesGoOnAndBelongToOneEstimate(t *testing.T) {
	t.Chdir(t.TempDir())
	answered(t, "simulate tea --episodes 500 -o log.csv")
	const command = "estimate log.csv --states 2 --estimator aligned --intervals 6"
	whole := answered(t, command)
	task := func(want string) {
		t.Helper()
		if told := answered(t, command+" --shard 1/2 -o a.pieces"); !strings.HasPrefix(told, want) {
			t.Errorf("found %q, expected %s", told, want)
		}
	}
	task("3 parts of shard 1/2 in a.pieces")
	kept := fileText(t, "a.pieces")
	if err := os.WriteFile("a.pieces", []byte(kept[:len(kept)-20]), 0o644); err != nil {
		t.Fatal(err)
	}
	if found := answered(t, command+" --pieces *.pieces"); found != whole { // what is missing is done
		t.Errorf("found\n%s\nexpected\n%s", found, whole)
	}
	task("3 parts of shard 1/2 in a.pieces")
	if again := fileText(t, "a.pieces"); len(again) != len(kept) || strings.Count(again, "\n") != 4 {
		t.Errorf("found %d bytes in %d lines, expected %d in 4", len(again), strings.Count(again, "\n"), len(kept))
	}
	for line, want := range map[string]string{
		command + " --seed 8 --pieces a.pieces":                                  "a.pieces: found the parts of another estimate",
		command + " --pieces b.pieces":                                           `found no file for "b.pieces"`,
		command + " --shard 1/2":                                                 "found no -o FILE",
		"estimate log.csv --states 2 --estimator full --shard 1/2 -o c.pieces":   "found one number of states and no replicates",
		"estimate log.csv --states 2:3 --estimator full --shard 2/2 -o a.pieces": "a.pieces: found the parts of another estimate",
	} {
		if a := ask(line); a.code == exitAnswered || !strings.Contains(a.err, want) {
			t.Errorf("%s: found %q, expected %s", line, a.err, want)
		}
	}
}
