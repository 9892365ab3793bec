package logs

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"eeporl/scenarios/logs/coded"
	"eeporl/scenarios/logs/tabular"
)

// layout says how the lines of a log are written.
type layout struct {
	shape     tabular.Shape
	json      bool
	separator byte     // of CSV and TSV
	width     int      // fields of a line
	called    []string // [column] its name in the log
	parts     []part   // what is read of a line
	from      [tabular.MaxColumns][]int
	simple    bool              // every column is one part as it stands
	unused    []string          // columns of the log that have no meaning here
	spare     []int             // where they stand
	decimals  byte              // ',' where decimals have one
	resets    bool              // an episode's first row says what was seen before any action: it is no step
	numbered  bool              // and has a step's number all the same
	timed     bool              // steps' numbers are places of moments in their order
	fillers   bool              // rows of which nothing is read stand between steps
	total     *part             // the bins of rewards that are the sum of several columns; nil for none
	minus     []bool            // [part] of the reward: it is taken away; nil for none
	either    bool              // of the reward's columns each row has one alone: blanks are nothing
	dummies   bool              // rows with the mark of an end are no steps
	told      Taken             // what the first rows tell of how columns may be meant
	before    [coded.Kinds]bool // what a row has of a kind is the row above's: observations that were seen before actions
	declared  Declared
	unknown   map[missingText]bool // what says that a value is not known
	worth     map[string][]byte    // what words are worth as rewards
}

// part is a column of the log that has a meaning here, or a share in one.
type part struct {
	name string
	at   int      // its place on a line
	bins *Bins    // that its numbers fall into; nil for none
	text [][]byte // of each bin
}

// comma says whether decimals have one.
func (l *layout) comma() bool { return l.decimals == ',' }

// has says whether the log has a column.
func (l *layout) has(column int) bool { return l.from[column] != nil }

// problem is a Fault without the file and line, which its finder does not know.
type problem struct {
	position, found, want string
}

// objectsLayout reads the names of the first objects of a log that is JSON.
func objectsLayout(objects [][]byte, d Declared) (*layout, *problem) {
	header, bad := namesOf(objects[:1], tabular.LongLog.Called(d.Columns))
	if bad != nil {
		return nil, bad
	}
	if tabular.LongLog.Known(header, d.Columns) == 0 && tabular.IsTriples(header, d.Columns) {
		header = tabular.TripleTable.Called(d.Columns) // what is wrong with an object is found when it is read
	} else if header, bad = namesOf(objects, tabular.LongLog.Called(d.Columns)); bad != nil {
		return nil, bad
	}
	return layoutOf(header, &layout{json: true}, objectContents(header, objects), d)
}

// newLayout reads the header of CSV or TSV. separator is 0 where the header tells it; below are the rows below it, nil where they
// are not looked at.
func newLayout(line []byte, below *block, separator byte, d Declared) (*layout, *problem) {
	l := &layout{separator: separator}
	if separator == 0 {
		l.separator = tabular.Separated(line, d.Columns)
	}
	s := tabular.Splitter{Separator: l.separator}
	header, what := s.Texts(line)
	if what != "" {
		return nil, &problem{found: what, want: tabular.WantHeader()}
	}
	if bad := oneField(header); bad != nil {
		return nil, bad
	}
	if bad := twoLines(header, s, below); bad != nil {
		return nil, bad
	}
	return layoutOf(header, l, func() contents { return contentsOf(header, l.separator, below) }, d)
}

func layoutOf(header []string, l *layout, held func() contents, d Declared) (*layout, *problem) {
	l.width, l.declared = len(header), d
	var bad *problem
	if d, l.before, bad = d.ofRowAbove(); bad != nil {
		return nil, bad
	}
	if tabular.LongLog.Known(header, d.Columns) > 0 || !tabular.IsTriples(header, d.Columns) && !tabular.TripleTable.Named(d.Columns) {
		l.shape = tabular.LongLog
	}
	l.called = l.shape.Called(d.Columns)
	if l.shape == tabular.TripleTable {
		for _, name := range slices.Sorted(maps.Keys(l.declared.Columns)) {
			if !slices.Contains(tabular.TableColumns(), name) {
				return nil, &problem{found: "--columns " + name + " with a table of triples", want: "what it calls " + strings.Join(tabular.TableColumns(), ", ")}
			}
		}
	}
	if l.shape == tabular.LongLog {
		if called := d.Columns[tabular.TableColumns()[tabular.Count]]; called != "" && called != tabular.NoColumn {
			return nil, &problem{found: "a column of counts, " + called + ", in a log of steps", want: "each episode written as often as it occurred; only a table of triples has counts"}
		}
		var extras []string
		for _, extra := range []string{tabular.ProbabilityColumn, tabular.EndColumn, tabular.BeginColumn} {
			called := d.Columns[extra]
			if _, missing := tabular.Find(header, called); called != "" && missing != "" {
				return nil, &problem{found: "no column " + missing + ", but " + tabular.Names(header), want: "--columns " + extra + "=NAME, a column of the log"}
			}
			extras = append(extras, called)
		}
		if bad := d.propose(header, l, held); bad != nil {
			return nil, bad
		}
		l.called = append(l.called, extras...)
		l.dummies = l.before[coded.Observation] && tabular.LastRow(l.called[tabular.End])
	}
	used := make([]bool, len(header))
	l.simple = true
	for column, called := range l.called {
		if l.shape == tabular.LongLog && (called == "" || d.without(column, called)) {
			continue
		}
		at, missing := tabular.Find(header, called)
		if missing != "" {
			if l.shape == tabular.LongLog || column == tabular.Count {
				continue
			}
			return nil, l.missing(header)
		}
		for _, i := range at {
			if j := slices.IndexFunc(header[i+1:], func(h string) bool { return strings.EqualFold(h, header[i]) }); j >= 0 && !used[i] {
				return nil, l.twice(header[i], i+1+j)
			}
			used[i] = true
			l.from[column] = append(l.from[column], len(l.parts))
			p := part{name: header[i], at: i}
			if bins := d.Bins.of(column, header[i], len(at) == 1); l.shape == tabular.LongLog && bins != nil {
				binned := &p
				if column == tabular.Reward && (len(at) > 1 || strings.HasPrefix(called, tabular.Minus)) {
					l.total = new(part)
					binned = l.total
				}
				binned.bins, binned.text = bins, bins.texts(column == tabular.Reward)
			}
			l.parts = append(l.parts, p)
			l.simple = l.simple && len(at) == 1 && p.bins == nil
		}
	}
	l.seenTwice()
	l.signs()
	if bad := l.replacements(); bad != nil {
		return nil, bad
	}
	for i, name := range header {
		if used[i] {
			continue
		}
		if l.shape == tabular.TripleTable && l.from[tabular.Count] == nil && d.Columns[tabular.TableColumns()[tabular.Count]] != tabular.NoColumn { // it may be the count
			return nil, &problem{l.place(i), strconv.Quote(name), tabular.WantHeader() + "; --columns count=" + tabular.Quoted([]string{cmp.Or(name, "NAME")}) + " if that says how often a row occurred, count=none if nothing else does"}
		}
		l.unused, l.spare = append(l.unused, name), append(l.spare, i)
	}
	return l, nil
}

// ofRowAbove is what was declared with observations that may have been seen before their row's action, and with rewards
// that the row above earned; of says which kinds those are.
func (d Declared) ofRowAbove() (out Declared, of [coded.Kinds]bool, bad *problem) {
	for _, x := range []struct {
		name string
		kind coded.Kind
		want string
	}{
		{tabular.BeforeColumn, coded.Observation, "what was seen after a row's action, or before it"},
		{tabular.EarnedColumn, coded.Reward, "what a row's action earned, or the one above"},
	} {
		called, ours := d.Columns[x.name], tabular.LongColumns()[coded.ColumnOf(x.kind)]
		if called == "" {
			continue
		}
		if d.Columns[ours] != "" && d.Columns[ours] != called {
			return d, of, &problem{found: "columns for " + ours + " and for " + x.name, want: "one of them: " + x.want}
		}
		d.Columns = maps.Clone(d.Columns)
		d.Columns[ours], of[x.kind] = called, true
	}
	return d, of, nil
}

// signs reads which columns of the reward are taken away from it.
func (l *layout) signs() {
	from := l.from[tabular.Reward]
	if l.shape != tabular.LongLog || len(from) == 0 || !strings.Contains(l.called[tabular.Reward], tabular.Minus) {
		return
	}
	minus := make([]bool, len(from))
	for k, name := range strings.Split(strings.TrimPrefix(l.called[tabular.Reward], tabular.Join), tabular.Join) {
		if k < len(from) {
			minus[k] = strings.EqualFold(strings.TrimSpace(name), tabular.Minus+l.parts[from[k]].name)
		}
	}
	if slices.Contains(minus, true) {
		l.minus, l.simple = minus, false
	}
}

// said says whether somebody named a column, or said that there is none.
func (l *layout) said(column string) bool { return l.declared.Columns[column] != "" }

// asItIs says whether somebody said that the reward is meant as it stands: +NAME.
func (l *layout) asItIs() bool { return strings.HasPrefix(l.called[tabular.Reward], tabular.Join) }

// seenTwice leaves out observations that are the column of the rewards: what is earned is seen in any
// case, and a model would have to learn that the two are always equal.
func (l *layout) seenTwice() {
	z, r := l.from[tabular.Observation], l.from[tabular.Reward]
	if l.shape == tabular.LongLog && len(z) == 1 && len(r) == 1 && l.parts[z[0]].at == l.parts[r[0]].at {
		l.from[tabular.Observation] = nil
	}
}

// taken is how the columns were taken.
func (l *layout) taken() Taken {
	t := l.told
	t.Long = l.shape == tabular.LongLog
	t.Unused, t.Resets, t.Before, t.Earned, t.Dummies = l.unused, l.resets, l.before[coded.Observation], l.before[coded.Reward], l.dummies
	if l.shape != tabular.LongLog {
		return t
	}
	if t.Earning == "" {
		t.Earning = l.called[tabular.Reward]
	}
	if !l.has(tabular.Step) {
		t.Endings = tabular.Endings(l.unused)
	}
	if z, a := l.from[tabular.Observation], l.from[tabular.Action]; z != nil && a != nil && l.parts[z[0]].at < l.parts[a[0]].at && !slices.Contains(l.unused, l.called[tabular.Observation]+".before") {
		t.SeenFirst = l.called[tabular.Observation]
	}
	for k, i := range l.from[tabular.Reward] {
		if l.minus != nil && l.minus[k] && !strings.Contains(l.called[tabular.Reward], tabular.Minus) { // else somebody said so
			t.Losses = append(t.Losses, l.parts[i].name)
		}
	}
	return t
}

func (l *layout) place(at int) string {
	if l.json {
		return ""
	}
	return fmt.Sprintf("column %d", at+1)
}

func (l *layout) twice(name string, at int) *problem {
	return &problem{l.place(at), strconv.Quote(name) + " again", "every column once"}
}

// missing says which columns a triple table lacks.
func (l *layout) missing(header []string) *problem {
	var names []string
	for column, called := range l.called {
		if _, missing := tabular.Find(header, called); missing != "" && column != tabular.Count {
			names = append(names, called)
		}
	}
	return &problem{found: "no column " + strings.Join(names, ", "), want: tabular.WantHeader()}
}

func (l *layout) position(column int) string {
	name := l.called[column]
	from := l.from[column]
	if l.json || len(from) != 1 {
		return "field " + name
	}
	return fmt.Sprintf("column %d (%s)", l.parts[from[0]].at+1, name)
}
