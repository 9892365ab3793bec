package cli

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"eeporl/pomdp/pomdptest/tier"
)

// Whole episodes of the parts of a log merge into the bytes of the whole log's, and what is learned
// from the file is what is learned from the log.
func TestCountWhole(t *testing.T) {
	tier.Long(t, "the engine's parallel parts have tests of their own")
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
