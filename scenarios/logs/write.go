package logs

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"eeporl/pomdp"
)

// LogWriter writes a triple table, one row per episode, of indices or names.
type LogWriter struct {
	out          *bufio.Writer
	sizes        pomdp.Sizes
	actions      []string
	observations []string
	rewards      []string
}

// NewLogWriter writes the table's header to w. With names, actions and
// observations are written by name, and it is an error if a name would be read
// back as something else. Reward levels are always indices: written by value,
// the levels of [1, 0] would read back swapped.
func NewLogWriter(w io.Writer, m *pomdp.POMDP, names bool) (*LogWriter, error) {
	n := m.Sizes()
	l := &LogWriter{out: bufio.NewWriter(w), sizes: n, actions: indices(n.A), observations: indices(n.Z), rewards: indices(n.R)}
	if names {
		spec := m.Spec()
		var err error
		if l.actions, err = logNames(spec.Actions); err != nil {
			return nil, err
		}
		if l.observations, err = logNames(spec.Observations); err != nil {
			return nil, err
		}
	}
	_, err := l.out.WriteString(strings.Join(tableColumns()[:countColumn], ",") + "\n")
	return l, err
}

// Write adds one episode.
func (l *LogWriter) Write(c pomdp.Cell) error {
	l.out.WriteString(l.actions[c.Actions[0]])
	for i, outcome := range c.Outcomes {
		z, r := l.sizes.OutcomeAt(outcome)
		for _, text := range [...]string{l.observations[z], l.rewards[r], l.actions[c.Actions[i+1]]} {
			l.out.WriteByte(',')
			l.out.WriteString(text)
		}
	}
	return l.out.WriteByte('\n') // a bufio.Writer keeps its first error
}

// Flush writes what is still buffered.
func (l *LogWriter) Flush() error { return l.out.Flush() }

func indices(n int) []string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = strconv.Itoa(i)
	}
	return texts
}

func logNames(names []string) ([]string, error) {
	texts := make([]string, len(names))
	for i, name := range names {
		if _, isIndex := parseIndex([]byte(name)); isIndex || strings.ContainsAny(name, "\r\n") {
			return nil, fmt.Errorf("found the name %q, expected one that a log can hold: no line end, no index", name)
		}
		texts[i] = name
		if strings.ContainsAny(name, ",\"") || strings.Trim(name, " \t") != name {
			texts[i] = `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
		}
	}
	return texts, nil
}
