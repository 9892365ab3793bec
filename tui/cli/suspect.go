package cli

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"eeporl/moments"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// earlyEnd says that something that is done or seen ends episodes: no plan knows what comes after.
func (r *report) earlyEnd() {
	if r.end == nil {
		return
	}
	e := r.end
	what := "after which " + r.names.observation(e.Index) + " is seen"
	switch e.Of {
	case moments.EndsByAction:
		what = "with action " + r.names.action(e.Index)
	case moments.EndsByReward:
		what = "with " + r.names.reward(e.Index)
	}
	r.found = append(r.found, finding.New(finding.EarlyEnd, e.Share, e.Others, fmt.Sprintf(
		"Of %s %s, %s are their episode's last, of all others %s: they end episodes. Nothing in the log tells what would follow, so that what a plan promises after such a step is made up.",
		figure.Counted(e.Steps, "step", "steps"), what, figure.Percent(e.Share), figure.Percent(e.Others))))
}

// missingMarks are words that often say that nothing is known, and that may as well be names.
var missingMarks = []string{"-", "--", "?", "missing", "unknown"}

// suspects are names and reward levels that seem to say that nothing is known: a word that means it, or a number made of
// nines that lies ten times as far out as all others.
func (d *dataset) suspects() (found []finding.Finding) {
	suspect := func(kind, name string) {
		found = append(found, finding.Finding{Code: finding.MissingSuspected, Detail: fmt.Sprintf(
			"%s %s counts as one like all others: where it says that nothing is known, leave its cells empty.", kind, strconv.Quote(name))})
	}
	for _, list := range []struct {
		kind  string
		names []string
	}{{"Action", d.Actions}, {"Observation", d.Observations}} {
		var numbers []float64
		for _, name := range list.names {
			if slices.Contains(missingMarks, strings.ToLower(name)) {
				suspect(list.kind, name)
			}
			if x, err := strconv.ParseFloat(name, 64); err == nil {
				numbers = append(numbers, x)
			}
		}
		if x, is := farNines(numbers); is && len(numbers) == len(list.names) {
			suspect(list.kind, strconv.FormatFloat(x, 'g', -1, 64))
		}
	}
	if x, is := farNines(d.Rewards); is {
		suspect("Reward", strconv.FormatFloat(x, 'g', -1, 64))
	}
	return found
}

// farNines is a number such as −999 that lies ten times as far out as all others.
func farNines(numbers []float64) (far float64, is bool) {
	if len(numbers) < 2 {
		return 0, false
	}
	most := 0.0
	for _, x := range numbers {
		if math.Abs(x) > math.Abs(far) {
			most, far = math.Abs(far), x
		} else {
			most = max(most, math.Abs(x))
		}
	}
	size := math.Abs(far)
	return far, size >= 99 && size >= 10*most && strings.Trim(strconv.FormatFloat(size, 'f', -1, 64), "9") == ""
}
