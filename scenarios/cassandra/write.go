package cassandra

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Write writes a model as a .POMDP file. Every number reads back to the last bit. Where the format
// cannot spell all names of a kind, Write gives their count instead and puts the names into a
// comment.
func Write(w io.Writer, m *Model) error {
	out := &printer{w: bufio.NewWriter(w), m: m}
	values := "reward"
	if m.Cost {
		values = "cost"
	}
	out.printf("discount: %s\nvalues: %s\n", spell(m.Discount), values)
	out.states = out.labels("states", m.States)
	out.actions = out.labels("actions", m.Actions)
	out.observations = out.labels("observations", m.Observations)
	out.printf("\nstart:%s\n", spellRow(m.Initial))
	for a := range m.Actions.N {
		out.printf("\nT: %s\n", out.actions(a))
		out.rows(m.Transition[a])
	}
	for a := range m.Actions.N {
		out.printf("\nO: %s\n", out.actions(a))
		out.rows(m.Observation[a])
	}
	out.printf("\n")
	out.rewards()
	return out.w.Flush()
}

// printer does not check write errors: bufio keeps the first one and Flush returns it.
type printer struct {
	w                             *bufio.Writer
	m                             *Model
	states, actions, observations func(int) string
}

func (p *printer) printf(format string, args ...interface{}) { fmt.Fprintf(p.w, format, args...) }

func (p *printer) rows(rows [][]float64) {
	for _, row := range rows {
		p.printf("%s\n", strings.TrimPrefix(spellRow(row), " "))
	}
}

// labels writes one line of the preamble and returns how statements spell an
// item.
func (p *printer) labels(what string, l Labels) func(int) string {
	legal := l.Names != nil
	for i, n := range l.Names {
		legal = legal && isName(n) && !slices.Contains(l.Names[:i], n)
	}
	if legal {
		p.printf("%s: %s\n", what, strings.Join(l.Names, " "))
		return l.Name
	}
	p.printf("%s: %d", what, l.N)
	if l.Names != nil {
		p.printf(" # %s", strings.Join(strings.Fields(strings.Join(l.Names, " ")), " "))
	}
	p.printf("\n")
	return strconv.Itoa
}

func isName(text string) bool {
	l := newLexer([]byte(text))
	t := l.next()
	return t.kind == name && t.text == text
}

// rewards writes the R statements in their original order, in which later ones win.
func (p *printer) rewards() {
	type line struct {
		key
		entry
	}
	var lines []line
	for _, pattern := range p.m.rewards.used {
		for k, e := range p.m.rewards.patterns[pattern] {
			lines = append(lines, line{k, e})
		}
	}
	slices.SortFunc(lines, func(x, y line) int { return cmp.Compare(x.order, y.order) })
	part := func(i int32, spell func(int) string) string {
		if i == wild {
			return "*"
		}
		return spell(int(i))
	}
	for _, l := range lines {
		p.printf("R: %s : %s : %s : %s %s\n", part(l.a, p.actions), part(l.s, p.states),
			part(l.next, p.states), part(l.z, p.observations), spell(l.value))
	}
	if len(lines) == 0 {
		// pomdp-solve aborts on a file without any.
		p.printf("R: * : * : * : * 0\n")
	}
}

// spell writes a number in the shortest digits that read back the same. It uses an exponent only
// where that saves many zeros, because older readers know no exponents.
func spell(x float64) string {
	if a := math.Abs(x); a != 0 && (a < 1e-15 || a >= 1e21) {
		return strconv.FormatFloat(x, 'e', -1, 64)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

func spellRow(row []float64) string {
	var b strings.Builder
	for _, x := range row {
		b.WriteString(" " + spell(x))
	}
	return b.String()
}
