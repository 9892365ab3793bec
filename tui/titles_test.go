package tui

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/charmbracelet/x/ansi"

	"eeporl/tui/panes/kit"
)

// No title is cut, and no text anywhere inside a figure: what has no room is left out clause by clause.
func TestNoTitleAndNoFigureIsCut(t *testing.T) {
	if testing.Short() {
		t.Skip("draws many frames, on one goroutine")
	}
	inside := regexp.MustCompile(`[0-9⁰¹²³⁴-⁹₀-₉·]…`)
	for _, scenario := range []string{"tea", "noisy-tiger", "diagnosis", "two-step"} {
		for stage, a := range stages(t, start(t, scenario, 200, 60, Options{})) {
			for _, size := range sizes {
				a := send(a, tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				for view := range kit.Views {
					shown := settled(t, a.turn(view))
					for y, row := range strings.Split(ansi.Strip(shown.Frame()), "\n") {
						where := fmt.Sprintf("%s, %s, %d x %d, %s, row %d: %s", scenario, stage, size[0], size[1], view, y+1, strings.TrimSpace(row))
						for _, title := range regexp.MustCompile(`─ [A-Z][^─│]*`).FindAllString(row, -1) {
							if strings.Contains(title, "…") {
								t.Errorf("a title is cut: %s", where)
							}
						}
						if inside.MatchString(row) {
							t.Errorf("a figure is cut: %s", where)
						}
					}
				}
			}
		}
	}
}
