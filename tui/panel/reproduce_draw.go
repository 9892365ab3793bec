package panel

import (
	"strings"

	"eeporl/tui/canvas"
)

// DrawLine shows the line whole. A row ends between two commands, where a line break
// does no harm, so that it can be copied with the mouse too.
func DrawLine(b canvas.Area, g Glance) {
	var lines []line
	row, width := "", max(boxWidth(b), 1)
	for _, part := range strings.SplitAfter(g.Reproduces(), "; ") {
		if row != "" && canvas.Width(row+part) > width {
			lines, row = append(lines, line{lead: row}), ""
		}
		row += part
		for rest := []rune(row); canvas.Width(row) > width; rest = []rune(row) { // one command longer than a row
			n := min(len(rest), width)
			for canvas.Width(string(rest[:n])) > width {
				n--
			}
			lines, row = append(lines, line{lead: string(rest[:n])}), string(rest[n:])
		}
	}
	lines = append(lines, line{lead: row})
	lines = append(lines, line{}, line{lead: "It is on the clipboard too, where the terminal lets a program write there.", leadStyle: Dim})
	g.drawLines(b, "This line opens this very screen, in a terminal of this size", lines)
}
