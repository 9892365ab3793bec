package report

// document is a report as it is before it is Markdown or HTML.
type document struct {
	title, lead string
	tiles       []tile
	sections    []section
}

// tile is one of the figures that sum a run up.
type tile struct{ name, value, note string }

type section struct {
	title  string
	blocks []block
}

func (s *section) add(blocks ...block) { s.blocks = append(s.blocks, blocks...) }

// block is a part of a section. Exactly one of its fields is set.
type block struct {
	text    string
	heading string
	items   []item
	table   *table
	facts   []Fact
	lines   []string // to be written as they are
	plot    *plot
}

// item is a finding: its code and a sentence.
type item struct {
	code, text string
	fatal      bool
}

type table struct {
	head  []string
	right []bool // [column] numbers: aligned to the right
	rows  [][]cell
	note  string // below the table
}

// cell is text, or a mark drawn beside others on one axis.
type cell struct {
	text string
	mark *mark // HTML only
}

// mark is an estimate between 0 and 1 with what is known around it; NaN where
// something is not.
type mark struct{ truth, estimate, low, high float64 }

func cells(texts ...string) []cell {
	out := make([]cell, len(texts))
	for i, t := range texts {
		out[i].text = t
	}
	return out
}

// plot is drawn in HTML and written as text in Markdown.
type plot struct {
	title         string
	caption       string // of the drawing
	width, height float64
	draw          func(*drawing)
	text          []string
	textNote      string // below the text
}

func paragraph(text string) block { return block{text: text} }
