package tui

import (
	"strings"
	"testing"

	"eeporl/moments/estimators"
	"eeporl/tui/panes"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// What is silent where it is forgotten: a view without figures to ask about or without sentences, an estimator whose
// colour is another's.
func TestEveryViewCanBeAskedAndTold(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine: nothing that the race detector would see")
	}
	a := press(t, start(t, "tea", 120, 40, Options{}), "v", "4", "+", "e", "down", "p", "down", "T", "x", "down")
	for _, job := range a.session.Jobs() {
		if !strings.Contains(job.Key, "trial:") && !strings.Contains(job.Key, "curve:") {
			a = finish(a, job)
		}
	}
	for v := range kit.Views {
		if v == kit.Compare {
			continue // it fills as its work is done, and its numbers are listed
		}
		if a.InHand = v; len(a.Targets()) == 0 {
			t.Errorf("%s has no figure to ask about", v)
		}
		if len(panes.Sentences(v, a.scene(v, nil))) == 0 {
			t.Errorf("%s tells nothing of its pictures", v)
		}
	}
	if theme.Estimators < len(estimators.Choices()) {
		t.Errorf("found %d colours, expected one for each of %d estimators", theme.Estimators, len(estimators.Choices()))
	}
}
