package logs

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"eeporl/pomdp/figure"
	"eeporl/scenarios/logs/coded"
	"eeporl/scenarios/logs/shapes"
	"eeporl/scenarios/logs/tabular"
)

// liner cuts the lines of one layout into fields. Each worker has its own.
type liner struct {
	*layout
	split  tabular.Splitter
	fields [tabular.MaxColumns][]byte // by column of the shape; nil where there is none
	values [][]byte                   // by part
	joined [tabular.MaxColumns][]byte
	clean  []byte // a line of JSON without what JSON does not know
	blanks []byte // stands in place of a reward that is missing; nil for nothing

	outside int // numbers outside those that bins were made of
}

func newLiner(l *layout) *liner {
	return &liner{layout: l, split: tabular.Splitter{Separator: l.separator}, values: make([][]byte, len(l.parts)), blanks: l.filled()}
}

// newPartLiner makes one that has the values of all parts at hand, of a layout whose columns may each be one part as it stands.
func newPartLiner(l *layout) *liner {
	wide := *l
	wide.simple = false
	return newLiner(&wide)
}

// cut fills fields from a line; they are valid until the next call.
func (l *liner) cut(line []byte) *problem {
	if len(line) > tabular.MaxLine {
		return &problem{found: fmt.Sprintf("a line of more than %d bytes", tabular.MaxLine), want: "one episode"}
	}
	line = bytes.TrimPrefix(line, shapes.Mark) // files that were put together have one in their midst
	if l.json {
		if bad := l.cutObject(line); bad != nil {
			return bad
		}
		return l.compose()
	}
	fields, what := l.split.Fields(line)
	if what != "" {
		return &problem{fmt.Sprintf("column %d", len(fields)+1), what, "a field"}
	}
	if len(fields) != l.width {
		want := fmt.Sprintf("%d, as in the header", l.width)
		if len(fields) == l.width+1 {
			want += "; R writes the rows' names before them, but for row.names=FALSE"
		}
		if len(fields) < l.width {
			want += "; --skip-bad leaves such rows out"
		}
		return &problem{found: figure.Counted(len(fields), "field", "fields"), want: want}
	}
	if l.simple {
		for column := range l.called {
			if from := l.from[column]; from != nil {
				l.fields[column] = fields[l.parts[from[0]].at]
			}
		}
		return nil
	}
	for i := range l.parts {
		l.values[i] = fields[l.parts[i].at]
	}
	return l.compose()
}

// compose makes the columns of their parts: numbers fall into bins, and what is one of several
// parts bears its column's name.
func (l *liner) compose() *problem {
	l.replace()
	for column := range l.called {
		from := l.from[column]
		if from == nil {
			continue
		}
		if column == tabular.Reward && (len(from) > 1 || l.minus != nil) {
			if bad := l.sum(from); bad != nil {
				return bad
			}
			continue
		}
		for _, i := range from {
			p := &l.parts[i]
			if p.bins == nil || tabular.IsMissing(l.values[i]) || column == tabular.Observation && string(l.values[i]) == Ended {
				continue
			}
			x, bad := l.number(column, l.values[i])
			if bad != nil {
				return bad
			}
			l.values[i] = l.binned(p, x)
		}
		if len(from) == 1 {
			l.fields[column] = l.values[from[0]]
			continue
		}
		text := l.joined[column][:0]
		for j, i := range from {
			if tabular.IsMissing(l.values[i]) {
				text = nil
				break
			}
			if j > 0 {
				text = append(text, tabular.Join...)
			}
			text = append(append(append(text, l.parts[i].name...), '='), l.values[i]...)
		}
		if text != nil {
			l.joined[column] = text
		}
		l.fields[column] = text
	}
	return nil
}

// number is what a field of a column says.
func (l *liner) number(column int, field []byte) (float64, *problem) {
	x, ok := tabular.ParseNumber(field, l.comma())
	if !ok {
		return 0, &problem{l.position(column), foundText(field), wantNumber(field)}
	}
	return x, nil
}

// wantNumber says what is expected in the place of a field.
func wantNumber(field []byte) string {
	const want = "a number, or nothing or NA where it is not known"
	if digits, ok := tabular.NumberIn(string(field)); ok {
		want := want + ": " + digits + ", without a currency, a unit, brackets or commas"
		if len(field) > 0 && field[0] == '[' {
			want += "; sed 's/[][]//g' FILE > log.csv takes brackets away"
		}
		return want
	}
	return want + wordsWorth(field)
}

// wordsWorth says of a field that is words how to say what they are worth.
func wordsWorth(field []byte) string {
	if len(field) == 0 || bytes.ContainsAny(field, "0123456789") {
		return ""
	}
	return "; --worth " + tabular.Quoted([]string{string(field) + "=X"}) + ",… says what words are worth"
}

// binned is what stands for the bin of a number.
func (l *liner) binned(p *part, x float64) []byte {
	if x < p.bins.Low || x > p.bins.High {
		l.outside++
	}
	return p.text[p.bins.At(x)]
}

// sum makes a reward of several columns: what they sum to, or nothing where one of them is missing. Where each row has one of them
// alone, blanks are nothing.
func (l *liner) sum(from []int) *problem {
	l.fields[tabular.Reward] = nil
	total := 0.0
	some := l.either && slices.ContainsFunc(from, func(i int) bool { return len(bytes.TrimSpace(l.values[i])) > 0 })
	for k, i := range from {
		if some && len(bytes.TrimSpace(l.values[i])) == 0 {
			continue
		}
		if tabular.IsMissing(l.values[i]) || tabular.IsNoNumber(l.values[i]) {
			return nil
		}
		x, bad := l.number(tabular.Reward, l.values[i])
		if bad != nil {
			return bad
		}
		if l.minus != nil && l.minus[k] {
			x = -x
		}
		total += x
	}
	if l.total != nil {
		l.fields[tabular.Reward] = l.binned(l.total, total)
		return nil
	}
	const digits = 15 // that are true of every sum
	text := strconv.AppendFloat(l.joined[tabular.Reward][:0], total, 'g', digits, 64)
	if l.comma() {
		text = bytes.Replace(text, []byte{'.'}, []byte{','}, 1)
	}
	l.joined[tabular.Reward], l.fields[tabular.Reward] = text, text
	return nil
}

// bad is the problem of a column's field.
func (l *liner) bad(column int, want string) *problem {
	return &problem{l.position(column), foundText(l.fields[column]), want}
}

// passesOver says whether a line of a long log is no row: a comment, or a row that holds nothing.
func (l *liner) passesOver(line []byte) bool {
	return !l.json && isComment(line) || l.cut(line) == nil && l.empty()
}

// empty says whether the row that was cut is no step: it has nothing but, perhaps, the name of an episode, as rows
// between trials have. A row of an episode whose steps are not numbered is one of which nothing is known.
func (l *liner) empty() bool {
	return l.knowsNothing() && (l.fillers || l.has(tabular.Step) || l.blank())
}

// knowsNothing says whether the row that was cut has nothing but, perhaps, the name of an episode.
func (l *liner) knowsNothing() bool {
	for column := range l.called {
		if column != tabular.Episode && column != tabular.End && column != tabular.Begin && l.has(column) && !tabular.IsMissing(l.fields[column]) {
			return false
		}
	}
	return true
}

// uneventful says whether the row that was cut has neither an action nor what it led to.
func (l *liner) uneventful() bool {
	for _, column := range []int{tabular.Action, tabular.Reward, tabular.Observation} {
		if l.has(column) && !tabular.IsMissing(l.fields[column]) {
			return false
		}
	}
	return true
}

// undone says whether the row that was cut tells of no action, so that what it may have earned is of none.
func (l *liner) undone() bool {
	return l.has(tabular.Action) && tabular.IsMissing(l.fields[tabular.Action]) && !l.before[coded.Reward]
}

// blank says whether the row that was cut belongs to no episode, or has nothing at all.
func (l *liner) blank() bool {
	if l.has(tabular.Episode) && tabular.IsMissing(l.fields[tabular.Episode]) {
		return true
	}
	return !l.json && !slices.ContainsFunc(l.split.Buffer, func(field []byte) bool { return len(field) > 0 })
}

// repeatsHeader says whether a line is the header once more, as files have it that were put together.
func (l *liner) repeatsHeader() bool {
	if l.json || !l.has(tabular.Action) {
		return false
	}
	for column := range l.called {
		if from := l.from[column]; from != nil && (len(from) > 1 || !bytes.EqualFold(l.fields[column], []byte(l.parts[from[0]].name))) {
			return false
		}
	}
	return true
}

// namesColumns says whether a row has the names of two columns, though not in their places: the header of another file.
func (l *liner) namesColumns() bool {
	if l.json || !l.has(tabular.Action) {
		return false
	}
	is := func(column int) bool {
		field := l.fields[column]
		return len(field) > 0 && slices.ContainsFunc(l.parts, func(p part) bool { return len(p.name) == len(field) && strings.EqualFold(p.name, string(field)) })
	}
	if !is(tabular.Action) { // which nearly every row is told by
		return false
	}
	for column := range l.called {
		if column != tabular.Action && is(column) {
			return true
		}
	}
	return false
}

// isComment says whether a line after the header is a comment.
func isComment(line []byte) bool { return bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte("#")) }
