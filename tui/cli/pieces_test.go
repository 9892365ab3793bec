package cli

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// A task that was cut off goes on behind its last whole piece; pieces are refused where the data or
// a setting is another, and a file of another kind is left as it is.
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
	task("3 pieces of shard 1/2 in a.pieces")
	kept := fileText(t, "a.pieces")
	write(t, "a.pieces", kept[:len(kept)-20])
	if found := answered(t, command+" --pieces *.pieces"); found != whole { // what is missing is done
		t.Errorf("found\n%s\nexpected\n%s", found, whole)
	}
	task("3 pieces of shard 1/2 in a.pieces")
	write(t, "notes", "precious")
	write(t, "long.csv", "episode,step,action,reward,observation\n0,1,0,1,0\n0,2,1,0,1\n0,3,0,1,1\n0,4,1,1,0\n0,5,0,0,1\n")
	write(t, "other.csv", "episode,step,action,reward,observation\n0,1,0,1,0\n0,2,1,0,1\n0,3,0,1,1\n0,4,1,1,0\n0,5,0,1,1\n")
	answered(t, "estimate log.csv --states 2:3 --estimator polished --shard 1/2 -o range.pieces")
	answered(t, "estimate long.csv --states 1:2 --shard 1/2 -o long.pieces")
	for line, want := range map[string]string{
		command + " --seed 8 --pieces a.pieces":                                           "a.pieces: found the pieces of another estimate",
		command + " --pieces b.pieces":                                                    `found no file for "b.pieces"`,
		command + " --shard 1/2":                                                          "found no -o FILE",
		command + " --shard 1/2 -o notes":                                                 "notes: found another kind of file",
		command + " --shard 1/2 -o /dev/null":                                             "/dev/null: found no regular file",
		command + " --shard 1/2 -o -":                                                     "found no -o FILE",
		"estimate log.csv --states 2 --estimator full --shard 1/2 -o c.pieces":            "found one number of states and no replicates",
		"estimate log.csv --states 1:3 --estimator polished --pieces range.pieces":        "range.pieces: found the pieces of another estimate",
		"estimate other.csv --states 1:2 --pieces long.pieces":                            "long.pieces: found the pieces of another estimate",
		"estimate - --states 1:2 --shard auto/2 -o x.txt --batch slurm":                   "found - for stdin",
		"estimate log.csv --states 2 --estimator exec:cat --intervals 4 --shard 1/2 -o d": "found exec:",
	} {
		if a := ask(line); a.code == exitAnswered || !strings.Contains(a.err, want) {
			t.Errorf("%s: found %q, expected %s", line, a.err, want)
		}
	}
	if fileText(t, "notes") != "precious" {
		t.Error("a file of another kind was written to")
	}
}

// Damage costs pieces and never changes the answer.
func TestDamagedPieces(t *testing.T) {
	t.Chdir(t.TempDir())
	answered(t, "simulate tea --episodes 500 -o log.csv")
	const command = "estimate log.csv --states 2 --estimator blocked --intervals 5"
	whole := answered(t, command)
	for i := range 2 {
		answered(t, fmt.Sprintf("%s --shard %d/2 -o %d.pieces", command, i+1, i))
	}
	kept := fileText(t, "0.pieces")
	rng := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		damaged := []byte(kept)
		for range 1 + rng.IntN(3) {
			damaged[len(pieceMark)+rng.IntN(len(damaged)-len(pieceMark))] ^= byte(1 << rng.IntN(8))
		}
		write(t, "0.pieces", string(damaged[:len(damaged)-rng.IntN(2)*rng.IntN(900)]))
		if found := answered(t, command+" --pieces *.pieces"); found != whole {
			t.Fatalf("found\n%s\nexpected\n%s", found, whole)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A script for one task alone ends in the answer, as for several.
func TestOneTaskAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	logged(t)
	env := testEnv()
	env.Getenv = func(name string) string {
		if name == "PARALLEL_SEQ" {
			return "1"
		}
		return ""
	}
	if a := runIn(env, "", "estimate", "tea.csv", "--states", "1:2", "-o", "x.json", "--shard", "auto/1"); a.code != exitAnswered {
		t.Fatalf("found %+v", a)
	}
	answered(t, "estimate tea.csv --states 1:2 -o x.json --pieces x-*of1.pieces")
}
