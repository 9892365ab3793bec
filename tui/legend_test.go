package tui

import (
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
