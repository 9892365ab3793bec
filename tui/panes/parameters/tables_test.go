package parameters

import (
	"testing"

	"pgregory.net/rapid"

	"eeporl/model"
	"eeporl/pomdp"
	"eeporl/scenarios"
	"eeporl/tui/panes/kit"
)

// TestTablesHoldEveryEntryOnce: however many states, observations and rewards,
// every entry stands in one band, and every row of a band on one page.
func TestTablesHoldEveryEntryOnce(t *testing.T) {
	sc, err := scenarios.Load("tea")
	if err != nil {
		t.Fatal(err)
	}
	s, err := model.New(model.Config{Scenario: "tea", Model: sc.Model, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 20)
		n := pomdp.Sizes{S: size.Draw(t, "S"), A: 2, Z: size.Draw(t, "Z"), R: size.Draw(t, "R")}
		width, height := rapid.IntRange(59, 200).Draw(t, "width"), rapid.IntRange(10, 60).Draw(t, "height")
		tab := tables{pane: pane{kit.Scene{Session: &s}}, width: rapid.SampledFrom([]int{7, 8, wideEntry}).Draw(t, "entry")}
		tab.bands = cutTables(n, tab.width, width)
		found := [3]int{}
		for _, band := range tab.bands {
			x := tableGutter
			for _, p := range band {
				if p.from != found[p.part] || p.to <= p.from {
					t.Fatalf("found entries %d to %d of %d after %d", p.from, p.to, p.part, found[p.part])
				}
				found[p.part] = p.to
				x += (p.to - p.from) * tab.width
				if x-1 > width {
					t.Fatalf("a band ends in column %d of %d", x, width)
				}
				x += tableGap
			}
		}
		if found != [3]int{n.S, n.Z, n.R} {
			t.Fatalf("found %v entries of %+v", found, n)
		}
		rows := 0
		for _, page := range tab.pages(height) {
			rows += len(page)
		}
		if rows != len(tab.rows()) {
			t.Fatalf("found %d rows on the pages, expected %d", rows, len(tab.rows()))
		}
	})
}
