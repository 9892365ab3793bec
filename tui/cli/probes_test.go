package cli

import (
	"strings"
	"testing"

	"eeporl/pomdp/pomdptest/tier"
)

// A log whose second half is of another world is told so, with where it shows; one world's log is not.
func TestDriftOfALogIsFound(t *testing.T) {
	tier.Long(t, "the engine's parallel parts have tests of their own")
	t.Chdir(t.TempDir())
	answered(t, "simulate tea --long --names --horizon 6 --episodes 400 -o one.csv")
	expect(t, "estimate one.csv --states 2 --intervals none", "does it hold      over time p ", "!drift:")
	other := answered(t, "simulate tea --long --names --horizon 6 --episodes 400 --seed 9")
	lines := strings.Split(strings.TrimSpace(other), "\n")[1:]
	var drifted strings.Builder
	first := fileText(t, "one.csv")
	drifted.WriteString(first)
	for i, line := range lines { // from here on every third frown is a smile, in episodes of other names
		if i%3 == 0 {
			line = strings.Replace(line, "frown", "smile", 1)
		}
		drifted.WriteString("x" + line + "\n")
	}
	header, _, _ := strings.Cut(first, "\n")
	writeFiles(t, map[string]string{"one.csv": first, "later.csv": header + "\n" + drifted.String()[len(first):], "two.csv": drifted.String()})
	expect(t, "estimate two.csv --states 2 --intervals none", "drift: Where offer-", "occurs", "in the second half of the log than in the first")
	expect(t, "estimate one.csv later.csv --states 2 --intervals none", "groups-differ: In ", " than in all of them", "group by group p ")
	doc := read[reportDoc](t, answered(t, "estimate two.csv --states 2 --intervals none --json"))
	if len(doc.Probes) != 4 || doc.Probes[0].Asks != "drift" || doc.Probes[0].P > .01 || doc.Probes[0].At == "" {
		t.Errorf("found %+v", doc.Probes)
	}
}
