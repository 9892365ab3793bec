package tui

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"eeporl/moments"
	"eeporl/moments/bench"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/tui/panes/kit"
)

// Whatever is wrong with an estimator, its estimate can be walked, planned with and looked at; the
// bench says what departs first, and says so only at the end.
func TestEveryMistakeCanBeWalked(t *testing.T) {
	mistakes := bench.Mistakes()
	for i, m := range mistakes {
		if os.Getenv("EEPORL_SLOW") == "" && i%8 != 1 || !tier.Asked() && i != 1 {
			continue
		}
		scenario := []string{"tea", "noisy-tiger"}[i%2]
		a := start(t, scenario, 120, 40, Options{})
		for _, line := range []string{"leap 1e5", fmt.Sprintf("set mistake=%d", i+1), "estimator theirs", "estimate", "view recovery", "zoom on"} {
			next, _, err := a.Do(line)
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			a = settled(t, next)
		}
		for stage := 0; ; stage++ {
			for v := range kit.Views {
				a.InHand = v
				for _, size := range [][2]int{{80, 24}, {200, 60}} {
					a = send(a, tea.WindowSizeMsg{Width: size[0], Height: size[1]})
					if err := fits(a.Frame(), size[0], size[1]); err != nil {
						t.Errorf("%s, %s: %v", m.Name, v, err)
					}
				}
			}
			a.InHand = kit.Recovery
			if !a.session.Now().Whole && strings.Contains(a.Frame(), "departs") {
				t.Errorf("%s: stage %d gives it away", m.Name, stage)
			}
			if a.session.Now().Whole {
				break
			}
			a = press(t, a, "right")
		}
		a.InHand = kit.Recovery
		r := a.session.Bench()
		if f, stopped := a.session.Now().Estimate.Stopped(); stopped && f.Code == finding.NoAnswer {
			continue // with this mistake it comes to nothing
		}
		if r == nil {
			t.Errorf("%s on %s: nothing on the bench: %v", m.Name, scenario, a.session.BenchFailed())
			continue
		}
		if page := press(t, a, "m").Frame(); r.First >= 0 && (!strings.Contains(page, "departs first at") || !strings.Contains(page, "expected")) {
			t.Errorf("%s: the bench does not show what departs:\n%s", m.Name, page)
		}
		a.InHand = kit.Parameters
		if e := a.session.Now().Estimate; a.session.Expected() != nil && e.Mean != nil && slices.Contains(e.Theirs, moments.StageParameters) && !strings.Contains(ansi.Strip(a.Frame()), "expected estimate truth") {
			t.Errorf("%s: Parameters does not show what was expected:\n%s", m.Name, a.Frame())
		}
		settled(t, press(t, a, "p", "end"))
	}
}
