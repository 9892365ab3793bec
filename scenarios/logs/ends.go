package logs

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"eeporl/scenarios/logs/tabular"
)

// numberedBy begins the name of the column that byEnds puts before the others.
const numberedBy = "episode by "

// byEnds reads a log whole in which a column says where episodes end or begin, and puts a column with their numbers
// before the others. If the log names episodes as well, those of each name are told apart, as where several simulators
// write in turns. Lines keep their numbers. It returns what was declared with the new column.
func byEnds(in io.Reader, d Declared, fail func(bad *problem, number int) error) (io.Reader, Declared, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, d, err
	}
	b := &block{first: 1, data: text}
	head, episode := beginning{declared: d}, tabular.LongColumns()[tabular.Episode]
	named := true
	found, _, bad := head.read(b)
	if d.Columns[episode] == "" && bad != nil {
		unnamed := d
		unnamed.Columns = maps.Clone(d.Columns)
		unnamed.Columns[episode] = tabular.NoColumn
		b, head, named = &block{first: 1, data: text}, beginning{declared: unnamed}, false
		found, _, bad = head.read(b)
	}
	if !found || bad != nil || head.layout.shape != tabular.LongLog {
		return bytes.NewReader(text), d, nil // whoever reads it says what is wrong
	}
	l := head.layout
	if !l.json && l.separator != '\t' {
		b.separator = l.separator
	}
	name := numberedBy + strings.ReplaceAll(cmp.Or(d.Columns[tabular.EndColumn], d.Columns[tabular.BeginColumn]), tabular.Join, " or ")
	marks := marked{numbers: map[string]int{}, steps: map[string]tabular.Moment{}}
	rows, bad, number := l.withNumbers(text, b, name, func(line *liner, number int) (int, *problem) {
		bad := marks.next(line, named, number)
		return marks.now, bad
	})
	if bad != nil {
		return nil, d, fail(bad, number)
	}
	if bad := marks.firsts(l); bad != nil {
		return nil, d, fail(bad, marks.first)
	}
	d.Columns = maps.Clone(d.Columns)
	d.Columns[episode] = name
	return rows, d, nil
}

// withNumbers writes a log with a column before the others, and in it the number that next gives of each row. The text has the rows of a block
// at its end. Lines keep their numbers.
func (l *layout) withNumbers(text []byte, b *block, name string, next func(line *liner, number int) (int, *problem)) (*bytes.Buffer, *problem, int) {
	rows, start := new(bytes.Buffer), text[:len(text)-len(b.data)]
	if !l.json {
		begin := bytes.LastIndexByte(bytes.TrimRight(start, "\r\n"), '\n') + 1
		rows.Write(start[:begin])
		fmt.Fprintf(rows, "%s%c", name, l.separator)
		start = start[begin:]
	}
	rows.Write(start)
	line, at, now := newPartLiner(l), b.first, 0
	for number, text := range b.eachLine {
		for ; at < number; at++ {
			rows.WriteByte('\n')
		}
		at += 1 + bytes.Count(text, []byte{'\n'})
		if isComment(text) && !l.json {
			rows.Write(text)
			rows.WriteByte('\n')
			continue
		}
		again := line.cut(text) == nil && line.repeatsHeader()
		if line.cut(text) == nil && !line.empty() && !again {
			var bad *problem
			if now, bad = next(line, number); bad != nil {
				return nil, bad, number
			}
		}
		if l.json {
			open := bytes.IndexByte(text, '{') + 1
			fmt.Fprintf(rows, "{%q:%d,", name, max(now, 1))
			text = text[open:]
		} else {
			if again {
				rows.WriteString(name)
			} else {
				rows.WriteString(strconv.Itoa(max(now, 1)))
			}
			rows.WriteByte(l.separator)
		}
		rows.Write(text)
		rows.WriteByte('\n')
	}
	return rows, nil, 0
}

// marked numbers the episodes of a log by the marks at their ends.
type marked struct {
	numbers  map[string]int // of the episodes under way, by their names
	now      int            // the row's
	episodes int
	single   int  // episodes of one row
	first    int  // line of the first row, if that has the mark of an end; else 0
	last     bool // the last row has it
	rows     int
	words    int                       // rows with a mark that is a word
	steps    map[string]tabular.Moment // of the rows before, by their episodes' names
}

// next takes the row that was cut.
func (m *marked) next(l *liner, named bool, number int) *problem {
	name := ""
	if named {
		name = string(l.fields[tabular.Episode])
	}
	begins, bad := l.mark(tabular.Begin)
	ends, worse := l.mark(tabular.End)
	if l.stepsBegin() {
		step, number := tabular.ReadNumber(l.fields[tabular.Step], l.comma())
		if !number {
			return &problem{l.position(tabular.Begin), foundText(l.fields[tabular.Step]), "a number that rises within an episode"}
		}
		last, met := m.steps[name]
		begins, bad = met && step.Compare(last) <= 0, nil
		m.steps[name] = step
	}
	if bad = cmp.Or(bad, worse); bad != nil {
		return bad
	}
	m.rows++
	if ends && l.isWord(tabular.End) || begins && l.isWord(tabular.Begin) {
		m.words++
	}
	n, underWay := m.numbers[name]
	if !underWay || begins {
		m.episodes++
		n = m.episodes
		m.numbers[name] = n
		underWay = false
	}
	if ends {
		delete(m.numbers, name)
		if !underWay {
			m.single++
		}
		if m.episodes == 1 && !underWay {
			m.first = number
		}
	}
	m.now, m.last = n, ends
	return nil
}

// firsts is the problem of marks that stand in the first rows of episodes: the log begins with one, and has none at
// its end; or of words that stand in most rows.
func (m *marked) firsts(l *layout) *problem {
	const fewest = 10 // rows
	if m.rows >= fewest && 2*m.words > m.rows {
		column := tabular.End
		if !l.has(tabular.End) {
			column = tabular.Begin
		}
		return &problem{l.position(column), fmt.Sprintf("a word in %d of %d rows", m.words, m.rows),
			"a mark in one row of each episode: true, 1 or a word, and false, 0 or nothing in the others"}
	}
	if m.first == 0 || m.last || m.single > 1 || m.episodes < 3 {
		return nil
	}
	return &problem{l.position(tabular.End), "a mark in the log's first row and none in its last",
		"a mark in the last row of each episode; where it stands in the first, --columns " + tabular.Quoted([]string{tabular.BeginColumn + "=" + l.called[tabular.End]})}
}

// mark says whether the row that was cut has the mark of a column. A word is one; of numbers 1 alone is. Of dm_env's types of steps,
// 0 or FIRST, 1 or MID and 2 or LAST, the first marks a beginning and the last an end.
func (l *liner) mark(column int) (is bool, bad *problem) {
	for _, i := range l.from[column] {
		field := l.fields[column]
		if !l.simple {
			field = l.values[i]
		}
		if tabular.IsMissing(field) {
			continue
		}
		if column == tabular.End && tabular.GoesOn(l.parts[i].name) {
			is = is || !tabular.IsMark(bytes.Trim(field, "[]' "))
			continue
		}
		word := markText(field)
		x, number := tabular.ParseNumber(field, l.comma())
		switch types := []string{"first", "mid", "last"}; {
		case number && tabular.Plain(l.parts[i].name) == tabular.TypeOfStep && slices.Contains([]float64{0, 1, 2}, x):
			word = types[int(x)]
		case !number:
			word = word[strings.LastIndexByte(word, '.')+1:] // StepType.MID
		case x == 0:
			continue
		case x != 1:
			return false, &problem{l.position(column), foundText(field), "0 or 1, true or false, or a word where there is a mark"}
		}
		switch word {
		case "first", "mid", "last":
			is = is || word == map[int]string{tabular.Begin: "first", tabular.End: "last"}[column]
		default:
			is = is || tabular.IsMark([]byte(word))
		}
	}
	return is, nil
}

// markText is a mark in small letters, without the brackets of an array of one.
func markText(field []byte) string { return strings.ToLower(strings.Trim(string(field), "[]' ")) }

// isWord says whether what stands in a column's field is neither true nor false, but a word that may be a mark.
func (l *liner) isWord(column int) bool {
	switch markText(l.fields[column]) {
	case "", "1", "1.0", "true", "t", "yes", "y":
		return false
	}
	return len(l.from[column]) == 1
}

// stepsBegin says whether the column that tells where episodes begin is that of the steps: they do where it does not rise.
func (l *layout) stepsBegin() bool {
	at, steps := l.from[tabular.Begin], l.from[tabular.Step]
	return len(at) == 1 && len(steps) == 1 && l.parts[at[0]].name == l.parts[steps[0]].name
}
