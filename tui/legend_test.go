package tui

import (
	"regexp"
	"strings"
	"testing"

	"eeporl/tui/panel"

	"github.com/charmbracelet/x/ansi"
)

// Where the names of states or actions have no room, the legend counts the rest
// and the help lists all.
func TestLegendCountsWhatItCannotName(t *testing.T) {
	a := start(t, "random:30,3,3,2,1", 80, 24, Options{})
	if !strings.Contains(ansi.Strip(a.Frame()), "more: ? lists all") {
		t.Errorf("the legend hides states:\n%s", ansi.Strip(a.Frame()))
	}
	a = press(t, send(a, panel.KeyPress("?")))
	var help strings.Builder
	for range 12 {
		help.WriteString(ansi.Strip(a.Frame()))
		a = press(t, a, "pgdown")
	}
	for _, name := range []string{"A=s1", "AD=s30", "3=a3"} {
		if !strings.Contains(help.String(), name) {
			t.Errorf("the help does not list %s", name)
		}
	}
}

// A mark in a legend never stands without the word for it.
func TestLegendsHaveWordsForTheirMarks(t *testing.T) {
	bare := regexp.MustCompile(`■ *(│|$)`)
	for _, size := range sizes {
		a := press(t, start(t, "tea", size[0], size[1], Options{}), "4", "+")
		for _, keys := range [][]string{{"down"}, {"M"}, {"m"}, {"m"}} {
			a = press(t, a, keys...)
			for line := range strings.SplitSeq(ansi.Strip(a.Frame()), "\n") {
				if bare.MatchString(line) {
					t.Errorf("%d x %d: a mark without a word: %s", size[0], size[1], line)
				}
			}
		}
	}
	a := press(t, start(t, "tea", 120, 40, Options{}), "down")
	if !strings.Contains(ansi.Strip(a.Frame()), "■ newest") {
		t.Errorf("the newest entry has no word:\n%s", ansi.Strip(a.Frame()))
	}
}
