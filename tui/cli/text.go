package cli

import (
	"fmt"
	"io"
	"strings"

	"eeporl/tui/panes/kit"

	"github.com/charmbracelet/x/ansi"
)

// table aligns columns by their width on a terminal: P̂ is one cell wide.
type table struct {
	rows  [][]string
	right map[int]bool // columns aligned to the right
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) alignRight(columns ...int) {
	if t.right == nil {
		t.right = map[int]bool{}
	}
	for _, c := range columns {
		t.right[c] = true
	}
}

// write prints the rows, each after the indent, two blanks between columns and
// none at the ends of lines.
func (t *table) write(w io.Writer, indent string) {
	var width []int
	for _, row := range t.rows {
		for i, cell := range row {
			if i == len(width) {
				width = append(width, 0)
			}
			width[i] = max(width[i], ansi.StringWidth(cell))
		}
	}
	for _, row := range t.rows {
		var line strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", width[i]-ansi.StringWidth(cell))
			if t.right[i] {
				cell = pad + cell
			} else {
				cell += pad
			}
			if i > 0 {
				line.WriteString("  ")
			}
			line.WriteString(cell)
		}
		fmt.Fprintln(w, strings.TrimRight(indent+line.String(), " "))
	}
}

// wrap breaks a text between words.
func wrap(text string, width int) []string {
	return kit.Lines(text, width)
}
