package cli

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// Whole episodes of the parts of a log merge into the bytes of the whole log's, and what is learned
// from the file is what is learned from the log.
func TestCountWhole(t *testing.T) {
	t.Chdir(t.TempDir())
	answered(t, "simulate tea --episodes 300 --long --phase 2 --learn 1e4 --horizon 8 -o all.csv")
	head, rows, _ := strings.Cut(fileText(t, "all.csv"), "\n")
	parts := map[string]string{}
	for row := range strings.Lines(rows) {
		episode, _, _ := strings.Cut(row, ",")
		at := fmt.Sprintf("part%d.csv", len(episode)) // 1 to 9, 10 to 99, …
		if parts[at] == "" {
			parts[at] = head + "\n"
		}
		parts[at] += row
	}
	merge := "merge"
	for file, text := range parts {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		answered(t, "count "+file+" --like tea --whole -o "+file+".counts")
		merge += " " + file + ".counts"
	}
	answered(t, merge+" -o merged.counts")
	answered(t, "count all.csv --like tea --whole -o all.counts")
	merged, _ := os.ReadFile("merged.counts")
	all, _ := os.ReadFile("all.counts")
	if len(parts) < 3 || !bytes.Equal(merged, all) {
		t.Errorf("%d parts merged to %d bytes, expected the %d of the whole log", len(parts), len(merged), len(all))
	}
	if a := runIn(testEnv(), fileText(t, "all.csv"), "count", "-", "--like", "tea", "--whole"); a.out != string(all) {
		t.Errorf("stdin gave %d bytes (%s), expected %d", len(a.out), a.err, len(all))
	}
	likelihood := func(said string) string {
		_, rest, _ := strings.Cut(said, "log p of all episodes")
		line, _, _ := strings.Cut(rest, "\n")
		return strings.TrimSpace(line)
	}
	log, counted := answered(t, "estimate all.csv --states 2"), answered(t, "estimate all.counts --states 2")
	if got, want := likelihood(counted), likelihood(log); got != want || want == "" {
		t.Errorf("found %q, expected %q", got, want)
	}
	answered(t, "count all.csv --like tea -o triples.counts")
	if a := ask("merge triples.counts all.counts"); a.code != exitFailed || !strings.Contains(a.err, "triples alone") {
		t.Errorf("found %d and %q", a.code, a.err)
	}
	if said := answered(t, "estimate triples.counts all.counts --states 2 --allow-repeats"); strings.Contains(said, "whole episodes") {
		t.Errorf("found whole episodes of half the data:\n%s", said)
	}
}

// The rows of a long log may stand in any order, if that is said.
func TestUnsorted(t *testing.T) {
	t.Chdir(t.TempDir())
	rng := rand.New(rand.NewPCG(1, 2))
	for _, form := range []string{"csv", "jsonl"} {
		answered(t, "simulate tea --episodes 50 --long --names --horizon 6 -o log."+form)
		text := fileText(t, "log."+form)
		head, rows := "", text
		if form == "csv" {
			head, rows, _ = strings.Cut(text, "\n")
			head += "\n"
		}
		lines := slices.Collect(strings.Lines(rows))
		rng.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		if err := os.WriteFile("mixed."+form, []byte(head+strings.Join(lines, "")), 0o644); err != nil {
			t.Fatal(err)
		}
		if a := ask("count mixed." + form + " --like tea"); a.code != exitFailed || !strings.Contains(a.err, "or say --unsorted") {
			t.Errorf("found %d and %q", a.code, a.err)
		}
		want := answered(t, "count log."+form+" --like tea --whole")
		if got := answered(t, "count mixed."+form+" --like tea --whole --unsorted"); got != want {
			t.Errorf("%s: found\n%s\nexpected\n%s", form, got, want)
		}
		want = answered(t, "estimate log."+form)
		if got := answered(t, "estimate mixed."+form+" --unsorted"); got != want {
			t.Errorf("%s: found\n%s\nexpected\n%s", form, got, want)
		}
		gap := "no,4,offer-tea,0,smile\n"
		if form == "jsonl" {
			gap = `{"episode":"no","step":4,"action":"offer-tea","reward":"0","observation":"smile"}` + "\n"
		}
		if err := os.WriteFile("gap."+form, []byte(head+strings.Join(lines, "")+gap), 0o644); err != nil {
			t.Fatal(err)
		}
		if a := ask("count gap." + form + " --like tea --unsorted"); a.code != exitFailed || !strings.HasPrefix(a.err, "gap."+form+", sorted:") {
			t.Errorf("found %d and %q", a.code, a.err)
		}
	}
}

// Episodes that are all too short for a triple are learned from as wholes.
func TestShortEpisodes(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, names := range []string{"", "--names"} {
		answered(t, "simulate tea --episodes 3000 --long --horizon 4 -o log.csv "+names)
		var short strings.Builder
		for line := range strings.Lines(fileText(t, "log.csv")) {
			if fields := strings.Split(line, ","); fields[1] != "4" {
				short.WriteString(line)
			}
		}
		if err := os.WriteFile("short.csv", []byte(short.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		said := answered(t, "estimate short.csv --states 1:3")
		for _, want := range []string{"N = 3000", "9000 steps of 3000 whole episodes", "No triple tells", "2 states by BIC", "short-episodes"} {
			if !strings.Contains(said, want) {
				t.Errorf("found no %q in\n%s", want, said)
			}
		}
		if a := ask("estimate short.csv --estimator full --like tea"); a.code != exitFailed || !strings.Contains(a.err, "no triple in 9000 good rows") {
			t.Errorf("found %d and %q", a.code, a.err)
		}
		answered(t, "count short.csv --like tea --whole -o short.counts")
		if said := answered(t, "estimate short.counts --like tea"); !strings.Contains(said, "whole episodes") {
			t.Errorf("found\n%s", said)
		}
	}
}
