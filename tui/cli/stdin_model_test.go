package cli

import (
	"os"
	"strings"
	"testing"
)

// A model from stdin gives the answer that its file gives, in either format, and its faults
// are named.
func TestModelFromStdin(t *testing.T) {
	toml := answered(t, "scenarios show robot")
	pomdp := fileText(t, maintenance)
	writeFiles(t, map[string]string{"m.toml": toml, "m.POMDP": pomdp})
	for _, line := range []string{"check m.toml", "law m.toml --json", "run m.toml --episodes 1e4 --json", "plan m.toml --json", "plan m.POMDP --json"} {
		file := strings.Fields(line)[1]
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		args := strings.Fields(strings.Replace(line, file, "-", 1))
		got := runIn(testEnv(), string(text), args...)
		want := strings.NewReplacer(`"m.`, `"stdin.`, `"m"`, `"stdin"`).Replace(answered(t, line))
		if got.code != exitAnswered || got.err != "" || got.out != want {
			t.Errorf("%s from stdin: found %d, %q, %.300s\nexpected %.300s", line, got.code, got.err, got.out, want)
		}
	}
	if got := runIn(testEnv(), "name = 3\n", "check", "-"); got.code == exitAnswered || !strings.HasPrefix(got.err, "stdin:1:") {
		t.Errorf("found %d, %q, expected the line of stdin", got.code, got.err)
	}
	if got := runIn(testEnv(), toml, "belief", "-", "-"); got.code != exitUsage || !strings.Contains(got.err, "- twice") {
		t.Errorf("found %d, %q", got.code, got.err)
	}
}

// A log whose entries are names opens with no flags, commas in them or not, and the session that
// is saved of it opens again.
func TestExploreInfersNames(t *testing.T) {
	log := strings.NewReplacer("offer-tea", `"tea, please"`, "offer-coffee", "coffee").Replace(answered(t, "simulate tea --episodes 2000 --names"))
	log = strings.Replace(log, "a1,", "first,", 1)
	writeFiles(t, map[string]string{"visits.csv": log, "do": "last\n"})
	got := ask("explore --log visits.csv --columns a1=first --states 2 --commands do --save visits.session")
	if got.code != exitAnswered {
		t.Fatalf("found %d, %s", got.code, got.err)
	}
	if words := fileText(t, "visits.session"); !strings.Contains(words, "tea, please") || !strings.Contains(words, "a1=first") {
		t.Errorf("the session does not say what the log means: %.400s", words)
	}
	again := ask("export visits.session --view episode --zoom -o visits.txt")
	if screen := fileText(t, "visits.txt"); again.code != exitAnswered || !strings.Contains(screen, "tea, please") && !strings.Contains(screen, "coffee") {
		t.Errorf("found %d, %s, %.500s", again.code, again.err, again.out)
	}
}
