package report

import (
	"fmt"
	"strings"
)

// markdown is a file that grows.
type markdown struct{ strings.Builder }

func (m *markdown) document(d document) {
	fmt.Fprintf(m, "# %s\n\n%s\n", escaped(d.title), escaped(d.lead))
	if len(d.tiles) > 0 {
		m.WriteString("\n")
		for _, t := range d.tiles {
			fmt.Fprintf(m, "- **%s**: %s", escaped(t.name), escaped(t.value))
			if t.note != "" {
				m.WriteString(" (" + escaped(t.note) + ")")
			}
			m.WriteString("\n")
		}
	}
	for _, s := range d.sections {
		fmt.Fprintf(m, "\n## %s\n", escaped(s.title))
		for _, b := range s.blocks {
			m.WriteString("\n")
			m.block(b)
		}
	}
}

func (m *markdown) block(b block) {
	switch {
	case b.heading != "":
		fmt.Fprintf(m, "### %s\n", escaped(b.heading))
	case b.items != nil:
		for _, i := range b.items {
			fmt.Fprintf(m, "- `%s`: %s\n", i.code, escaped(i.text))
		}
	case b.table != nil:
		m.table(b.table)
	case b.facts != nil:
		for _, f := range b.facts {
			fmt.Fprintf(m, "- %s: %s\n", escaped(f.Name), escaped(f.Value))
		}
	case b.lines != nil:
		m.fenced(b.lines)
	case b.plot != nil:
		fmt.Fprintf(m, "**%s**\n\n", escaped(b.plot.title))
		m.fenced(b.plot.text)
		if b.plot.textNote != "" {
			fmt.Fprintf(m, "\n%s\n", escaped(b.plot.textNote))
		}
	default:
		fmt.Fprintln(m, escaped(b.text))
	}
}

func (m *markdown) fenced(lines []string) {
	fence := "```"
	for _, l := range lines {
		for strings.Contains(l, fence) {
			fence += "`"
		}
	}
	fmt.Fprintf(m, "%s\n%s\n%s\n", fence, strings.Join(lines, "\n"), fence)
}

// table leaves out the columns that are drawn.
func (m *markdown) table(t *table) {
	shown := func(column int) bool {
		return len(t.rows) == 0 || column >= len(t.rows[0]) || t.rows[0][column].mark == nil
	}
	row := func(text func(column int) string) {
		for i := range t.head {
			if shown(i) {
				m.WriteString("| " + text(i) + " ")
			}
		}
		m.WriteString("|\n")
	}
	row(func(i int) string { return inTable(t.head[i]) })
	row(func(i int) string {
		if i < len(t.right) && t.right[i] {
			return "---:"
		}
		return "---"
	})
	for _, cells := range t.rows {
		row(func(i int) string { return inTable(cells[i].text) })
	}
	if t.note != "" {
		fmt.Fprintf(m, "\n%s\n", escaped(t.note))
	}
}

// escaped makes one line of a text and escapes what Markdown would read as its own marks.
func escaped(text string) string {
	return strings.NewReplacer(
		`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "<", "&lt;", ">", "&gt;", "[", `\[`, "]", `\]`, "\n", " ", "\r", " ",
	).Replace(text)
}

// inTable keeps bars from ending a cell besides.
func inTable(text string) string { return strings.ReplaceAll(escaped(text), "|", `\|`) }
