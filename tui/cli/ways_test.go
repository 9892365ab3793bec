package cli

import (
	"os"
	"strings"
	"testing"
)

// more tells of a model how many episodes its policy's worth takes, by both ways to record, and of a log beside what it holds.
// A plan in JSON says what its numbers stand for: held against its own model it gains nothing, in whatever order names stand.
func TestMoreAgainstAPlanInAnotherOrder(t *testing.T) {
	t.Chdir(t.TempDir())
	answered(t, "simulate dialog --long --names --horizon 4 --episodes 3000 -o log.csv")
	answered(t, "estimate log.csv --intervals none --horizon 4 --policy p.json --model m.toml")
	byNumbers, byNames := expect(t, "more dialog --within .1 --against p.json", "more than p.json"), expect(t, "more dialog --within .1 --against p.json@m.toml")
	if a, b := strings.ReplaceAll(byNumbers, "@m.toml", ""), strings.ReplaceAll(byNames, "@m.toml", ""); a != b {
		t.Errorf("found\n%s\nexpected\n%s", a, b)
	}
	expect(t, "more dialog --sure .2", "a probability above .5")
	writeFiles(t, map[string]string{"sure.POMDP": "discount: 1 values: reward states: 2 actions: 1 observations: 2 start: 1.0 0.0 T: 0 identity O: 0 1 0 0 1 R: * : 0 : * : * 1"})
	expect(t, "more sure.POMDP --within .1", "all 0 or 1")
}

func TestMoreOfAModel(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	expect(t, "more tiger --within .05 --sure .95", "by its own probabilities", "more than exploring", "its worth to within ± .05, with 95 % probability",
		"episodes of 4 steps, by π_explore with c = .333", "% listen listen listen listen", "fewer than 30 episodes of 4 steps")
	expect(t, "more tea --sure .99 --against always:offer-tea", "better than always offer-tea", "!its worth to within")
	expect(t, "more tea --sure .95", "with probability .95 that offer-tea is the best first action; it leads offer-coffee by 0.04", "about 730 episodes")
	expect(t, "more tea --sure .95 --json", `"action": "offer-tea"`, `"second": "offer-coffee"`, `"lead": 0.04`)
	expect(t, "more tea --within .05 --json", `"designed": `, `"actions": ["offer-`, `"within_asked": 0.05`, "!sure")
	expect(t, "more tea", "with probability .95 that it is better than exploring")
	expect(t, "more random:2,3,5,4,1 --within .1", "episodes of 3 steps") // four would be too many outcomes
	t.Chdir(t.TempDir())
	answered(t, "simulate tea --episodes 300 --long -o log.csv")
	expect(t, "estimate log.csv --states 2", "in doubt: action-", "how many episodes would tell", "the estimate's own promise")
	expect(t, "estimate log.csv --states 2 --json", `"first": `, `"second": "action-`)
	text := expect(t, "more log.csv --states 2 --within .02", "episodes needed  to tell its worth", "recorded anew    by what was learned, taken for the truth", "  by design ")
	if strings.Contains(text, "NaN") {
		t.Errorf("found %s", text)
	}
	expect(t, "more log.csv --states 2 --within .02 --json", `"ways": `, `"within_episodes": `)
	answered(t, "more log.csv --states 2 --sure .95 --report report.md") // whose first page says it, too
	if text, err := os.ReadFile("report.md"); err != nil || !strings.Contains(string(text), "is the best first action") || !strings.Contains(string(text), "- by design: ") {
		t.Errorf("found %s, %v", text, err)
	}
}
