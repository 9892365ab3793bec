package cli

import (
	"strings"
	"testing"
)

// The same data given twice are counted twice, and that is said.
func TestRepeatedDataAreNamed(t *testing.T) {
	logged(t)
	answered(t, "count tea.csv --like tea -o one.counts")
	answered(t, "count tea.csv --like tea -o two.counts")
	for _, line := range []string{"merge one.counts one.counts", "merge one.counts two.counts", "count tea.csv tea.csv --like tea"} {
		if a := ask(line + " -o all.counts"); a.code != exitAnswered || !strings.Contains(a.err, "repeated-data: ") {
			t.Errorf("%s: found exit code %d and on stderr %q", line, a.code, a.err)
		}
		answered(t, line+" -o all.counts --allow-repeats")
	}
	if out := answered(t, "estimate tea.csv tea.csv --like tea"); !strings.Contains(out, "repeated-data") {
		t.Errorf("estimate says nothing of it:\n%s", out)
	}
}
