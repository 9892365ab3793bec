package plan

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// Marks at any two beliefs leave the names of both whole.
func TestNamesOnAnAxisAreWhole(t *testing.T) {
	s := pane{kit.Scene{Theme: theme.New(colorprofile.ASCII, theme.Dark, false)}}
	for i := range 41 {
		for j := range 41 {
			c := canvas.New(60, 1)
			s.envelopeAxis(c.All(), 45, []string{"belief in A", "in A"}, []beliefMark{
				{'▲', '^', "before", []float64{float64(i), float64(40 - i)}},
				{'●', 'o', "after", []float64{float64(j), float64(40 - j)}},
			})
			line := c.Plain()
			for _, part := range []string{"before", "after", "●"} {
				if !strings.Contains(line, part) {
					t.Fatalf("%d, %d: found no %q in %q", i, j, part, line)
				}
			}
		}
	}
}
