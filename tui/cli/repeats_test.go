package cli

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
)

// The same data given twice are counted twice, and that is said.
func TestRepeatedDataAreNamed(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	logged(t)
	answered(t, "count tea.csv --like tea -o one.counts")
	answered(t, "count tea.csv --like tea -o two.counts")
	lines := []string{"merge one.counts one.counts", "merge one.counts two.counts", "count tea.csv tea.csv --like tea"}
	if os.Link("tea.csv", "link.csv") == nil {
		lines = append(lines, "count tea.csv link.csv --like tea")
	}
	text, _ := os.ReadFile("tea.csv")
	if err := os.WriteFile("other.csv", text, 0o600); err != nil {
		t.Fatal(err)
	}
	lines = append(lines, "count tea.csv other.csv --like tea")
	for _, line := range lines {
		if a := ask(line + " -o all.counts"); a.code != exitAnswered || !strings.Contains(a.err, "repeated-data: ") {
			t.Errorf("%s: found exit code %d and on stderr %q", line, a.code, a.err)
		}
		answered(t, line+" -o all.counts --allow-repeats")
	}
	if out := answered(t, "estimate tea.csv tea.csv --like tea"); !strings.Contains(out, "repeated-data") {
		t.Errorf("estimate says nothing of it:\n%s", out)
	}
}

// Of many repeated files the first are named and the rest counted.
func TestManyRepeatsTakeFewLines(t *testing.T) {
	logged(t)
	answered(t, "count tea.csv --like tea -o one.counts")
	text, _ := os.ReadFile("one.counts")
	line := "merge one.counts"
	for i := range 50 {
		name := fmt.Sprintf("copy%d.counts", i)
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
		line += " " + name
	}
	a := ask(line + " -o all.counts")
	if n := strings.Count(a.err, "repeated-data: "); n != repeatsTold+1 || !strings.Contains(a.err, "40 more files repeat an earlier one") {
		t.Errorf("found %d lines:\n%s", n, a.err)
	}
}

// What can be read only once, such as a process substitution, is read whole.
func TestPipesAreReadOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("reads many logs")
	}
	logged(t)
	answered(t, "count tea.csv --like tea -o tea.counts")
	answered(t, "sweep tea --episodes 1e3 --seeds 2 --estimator full --quiet -o rows.csv")
	for line, file := range map[string]string{
		"merge pipe":                            "tea.counts",
		"estimate pipe --like tea":              "tea.csv",
		"merge pipe --format csv":               "rows.csv",
		"explore --log pipe --states 2 --plain": "tea.csv",
	} {
		if err := syscall.Mkfifo("pipe", 0o600); err != nil {
			t.Skip(err)
		}
		text, _ := os.ReadFile(file)
		go os.WriteFile("pipe", text, 0o600)
		answered(t, line)
		os.Remove("pipe")
	}
}
