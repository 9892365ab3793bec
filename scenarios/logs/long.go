package logs

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"eeporl/scenarios/logs/coded"
	"eeporl/scenarios/logs/tabular"
)

// leadLines is how many lines before a row decide what it means: a triple ends
// with the fourth of four good rows, before the first of them may stand a row that is
// no step, and whether the first is good shows from the row before.
const leadLines = 5

// longDecoder reads long logs: row t of an episode holds a_t, r_t and z_{t+1}.
//
// Rows of an episode stand together, and their steps grow from the log's first step, 0 or 1; a log
// without steps has its rows in their order. Where steps are left out, the log has a gap: nothing is
// known of them, and no triple holds one. A row is bad by itself, or because it does not follow from
// the row before; either way it is part of no triple. Both depend on no more than a few lines, so
// any block can be read given the lines before it.
type longDecoder struct {
	line    *liner
	readers [coded.Kinds]entryReader
	notes   *notes
	windows bool
	base    int64 // the first step of every episode
	header  int   // line of the header; 0 for none
	sorted  bool

	state   precedent
	episode []byte     // of the row before
	rows    [4]stepRow // the row before is the last
	text    []byte     // of the row before, where steps have numbers
	unseen  *problem   // of what the last row says was seen before its action: it matters where an action went before
	run     int        // good rows of the same episode, without a gap, up to the row before
	triple  coded.Triple
	anew    bool // the header stands once more before the next row: what follows is another file
	passed  int  // lines that begin with #
	fillers int  // rows between steps
	nobodys int  // rewards other than 0 in rows without an action
}

// precedent says what is known of the row before.
type precedent int

const (
	fileStart precedent = iota // there is none
	unreadable
	readable // it says which episode and step it is, good or not
)

// stepRow is one row.
type stepRow struct {
	step    int64
	line    int
	entries [coded.Kinds]coded.Entry // missing where nothing is known
	chance  float64                  // how probable the action was; NaN where the log does not say
}

// follows says how a row follows from what came before.
type follows struct {
	triple     bool // it completes one
	incomplete bool // it would, if nothing were missing
	short      bool // it shows the episode before to have had less than four steps
	gap        bool // steps are left out before it
	anew       bool // the header stands before it: its episode is another one than that of the row before
}

func (d *longDecoder) decode(b *block, receive receiver) (n rowCounts) {
	d.recall(b)
	d.passed, d.fillers, d.nobodys = 0, 0, 0
	defer func() {
		n.comments += uint64(d.passed)
		n.fillers += uint64(d.fillers)
		n.nobodys += uint64(d.nobodys)
	}()
	for number, line := range b.eachLine {
		how, bad := d.next(number, line)
		if how.short {
			n.short++
		}
		if bad == comment {
			continue
		}
		if bad != nil {
			if !receive(nil, number, bad) {
				return n
			}
			continue
		}
		n.rows++
		if how.gap {
			n.gaps++
		}
		if how.incomplete {
			n.incomplete++
		}
		d.note()
		if how.triple && !receive(d.make(), number, nil) {
			return n
		}
	}
	if b.last && d.state == readable && d.rows[3].step-d.base < 3 {
		n.short++
	}
	return n
}

// note learns the entries of the last row: what they mean is settled by every row.
func (d *longDecoder) note() {
	row := &d.rows[3]
	for k, e := range row.entries {
		if d.line.before[k] {
			if e = coded.Missing; d.run > 1 {
				e = d.rows[2].entries[k] // what this row says was seen
			}
		}
		if seen := &d.notes.seen[k]; e != coded.Missing && seen.Code(e) < 0 {
			seen.Learn(e, coded.Position{File: d.notes.file, Line: row.line})
		}
	}
}

// recall brings the decoder to where it would be after the lines before b.
func (d *longDecoder) recall(b *block) {
	lead := b.lead
	for len(lead) > 0 && lead[0].number <= d.header {
		lead = lead[1:]
	}
	d.run, d.state = 0, unreadable
	rows := 0
	for _, l := range lead {
		if !d.line.passesOver(bytes.TrimRight(l.text, "\r")) {
			rows++
		}
	}
	if rows < leadLines {
		d.state = fileStart
	}
	notes := d.notes
	d.notes = nil
	for _, l := range lead {
		d.next(l.number, bytes.TrimRight(l.text, "\r"))
	}
	d.notes = notes
}

// comment is the problem of a line that is none: it is passed over.
var comment = new(problem)

// next takes a row.
func (d *longDecoder) next(number int, line []byte) (how follows, bad *problem) {
	row, bad := d.read(number, line)
	if bad == comment {
		return how, bad
	}
	if bad != nil {
		d.state, d.run = unreadable, 0
		return how, bad
	}
	episode := d.line.fields[tabular.Episode]
	before, stepped := &d.rows[3], d.line.has(tabular.Step)
	how.anew, d.anew = d.anew && !(stepped && row.step > before.step), false // pages of one table have a header each
	if d.notes != nil {
		d.notes.anew = d.notes.anew || how.anew
	}
	same := d.state == readable && bytes.Equal(d.episode, episode) && !how.anew
	if d.line.resets && !stepped && !same && d.state != unreadable && row.entries[coded.Action] == coded.Missing {
		return how, comment
	}
	if !stepped {
		switch {
		case same:
			row.step = before.step + 1
		case d.state == unreadable: // it may be any: far enough to be in no triple
			row.step = d.base + leadLines
		default:
			row.step = d.base
		}
	}
	late := !same && stepped && d.state != unreadable && row.step > d.base
	if same && stepped && row.step == before.step && bytes.Equal(d.text, line) {
		return how, rowAgain(before.line)
	}
	if stepped {
		d.text = append(d.text[:0], line...)
	}
	how.gap = same && row.step > before.step+1 || late
	if same && row.step <= before.step {
		bad = d.line.bad(tabular.Step, fmt.Sprintf("%d or more: line %d of the same episode has %d; %s", before.step+1, before.line, before.step, d.together()))
	}
	if d.unseen != nil && same && !how.gap && bad == nil {
		d.state, d.run = unreadable, 0
		return how, d.unseen
	}
	how.short = d.state == readable && !same && before.step-d.base < 3
	switch {
	case bad != nil:
		d.run = 0
	case same && !how.gap:
		d.run++
	default:
		d.run = 1
	}
	if bad == nil && !same && !how.anew && d.notes != nil && (d.state != unreadable || !bytes.Equal(d.episode, episode)) {
		d.notes.start(episode, late, row, d.line)
	}
	position := row.step - d.base
	fourth := position >= 3 && (same && before.step-d.base < 3 || !same && d.state != unreadable || d.state == unreadable && position == 3)
	d.state, d.episode = readable, append(d.episode[:0], episode...)
	d.rows = [4]stepRow{d.rows[1], d.rows[2], d.rows[3], row}
	for k, before := range d.line.before {
		if e := &d.rows[3].entries[k]; before {
			if same && !how.gap && bad == nil {
				d.rows[2].entries[k] = *e
			}
			*e = coded.Missing
		}
	}
	if bad == nil {
		four := d.run >= 4 && (d.windows || position == 3)
		how.triple = four && d.complete()
		how.incomplete = !how.triple && (four || fourth)
	}
	return how, bad
}

// rowAgain is the problem of a row that stands on an earlier line, too.
func rowAgain(line int) *problem {
	return &problem{found: fmt.Sprintf("the row of line %d once more", line), want: "each row once; --skip-bad passes over such rows"}
}

// complete says whether the last four rows hold all that a triple takes.
func (d *longDecoder) complete() bool {
	r := &d.rows
	for i := range r {
		if r[i].entries[coded.Action] == coded.Missing || i < 3 && r[i].entries[coded.Observation] == coded.Missing || i > 0 && r[i].entries[coded.Reward] == coded.Missing {
			return false
		}
	}
	return true
}

// together says what a row out of order calls for.
func (d *longDecoder) together() string {
	if d.sorted {
		return d.line.restarts()
	}
	const order = "an episode's rows stand together, in order: "
	if _, _, known := d.line.blocks(); known {
		return order + d.line.restarts() + "; else sort them by episode and step, or say --unsorted"
	}
	return order + "sort them by episode and step, or say --unsorted; " + d.line.restarts()
}

// blocks are the column of the episodes and one that divides them.
func (l *layout) blocks() (subject, part string, known bool) {
	for _, is := range []func(string) bool{tabular.TellsApart, tabular.IsPart} {
		if i := slices.IndexFunc(l.unused, is); i >= 0 && l.has(tabular.Episode) {
			return l.called[tabular.Episode], l.unused[i], true
		}
	}
	return "SUBJECT", "BLOCK", false
}

// restarts says what helps where an episode's steps begin anew.
func (l *layout) restarts() string {
	const where = "where steps begin anew in each block, --columns "
	subject, part, known := l.blocks()
	if strings.Contains(l.called[tabular.Episode], numberedBy) {
		return "the steps of each episode rising"
	}
	if !known && l.has(tabular.Step) && l.has(tabular.Episode) && !l.json {
		return where + tabular.Quoted([]string{tabular.BeginColumn + "=" + l.called[tabular.Step], tabular.LongColumns()[tabular.Episode] + "=" + l.called[tabular.Episode]})
	}
	return where + tabular.Quoted([]string{"episode=" + subject + tabular.Join + part})
}

// read reads a row by itself. Any entry may be missing, but for the episode and the step.
func (d *longDecoder) read(number int, line []byte) (row stepRow, bad *problem) {
	l := d.line
	d.unseen = nil
	if isComment(line) && !l.json {
		d.passed++
		return row, comment
	}
	if bad := l.cut(line); bad != nil {
		return row, bad
	}
	again := l.repeatsHeader()
	d.anew = d.anew || again
	if !again && l.namesColumns() {
		return row, &problem{found: "a header, whose columns stand in another order", want: "a row, or the header as above"}
	}
	if again || l.empty() {
		if l.fillers && !l.blank() {
			d.fillers++
		}
		return row, comment
	}
	if l.has(tabular.Episode) && tabular.IsMissing(l.fields[tabular.Episode]) {
		want := "the name or number of an episode; where one stands once above all its rows, write it in each; --skip-bad leaves such rows out"
		if len(l.fields[tabular.Episode]) > 0 {
			want = "the name or number of an episode, and this says that none is known; a case called so needs another name, and --skip-bad leaves such rows out"
		}
		return row, l.bad(tabular.Episode, want)
	}
	row = stepRow{step: d.base, line: number, chance: math.NaN()}
	if l.has(tabular.Probability) && !tabular.IsMissing(l.fields[tabular.Probability]) {
		p, ok := tabular.ParseNumber(l.fields[tabular.Probability], l.comma())
		if !ok || !(p > 0 && p <= 1) {
			return row, l.bad(tabular.Probability, "how probable the row's action was, above 0 and at most 1")
		}
		row.chance = p
	}
	if l.has(tabular.Step) {
		step, ok := tabular.ParseStep(l.fields[tabular.Step], l.comma())
		if ok && step < d.base && (l.uneventful() || l.resets && step == d.base-1 && tabular.IsMissing(l.fields[tabular.Action])) {
			return row, comment
		}
		if l.resets && tabular.IsMissing(l.fields[tabular.Step]) && tabular.IsMissing(l.fields[tabular.Action]) {
			return row, comment
		}
		if !ok || step < d.base {
			want := fmt.Sprintf("a step %d, %d, …", d.base, d.base+1)
			if !ok && !tabular.IsMissing(l.fields[tabular.Step]) {
				want += ", or when it was, as 2024-03-26 13:59 or a number that rises; --columns step=" + tabular.NoColumn + " takes rows in their order" + l.leaveNumbers(l.fields[tabular.Step])
			}
			switch {
			case tabular.IsMissing(l.fields[tabular.Step]):
				want += "; --skip-bad leaves such rows out"
			case ok && !d.sorted && step == d.base-1:
				want += ", as the log begins; --columns step=" + tabular.NoColumn + " if it counts down what is left and rows stand in their order, --unsorted if they stand in any order"
			case ok && !d.sorted:
				want += ", as the log begins; --unsorted if rows stand in any order"
			}
			return row, l.bad(tabular.Step, want)
		}
		row.step = step
	}
	if l.undone() {
		if x, ok := tabular.ParseNumber(l.fields[tabular.Reward], l.comma()); ok && x != 0 {
			d.nobodys++
		}
	}
	dummy := false
	if l.dummies {
		dummy, _ = l.mark(tabular.End)
	}
	for k := range row.entries {
		column := coded.ColumnOf(coded.Kind(k))
		if row.entries[k] = coded.Missing; dummy && coded.Kind(k) != coded.Observation && !l.before[k] || coded.Kind(k) == coded.Reward && l.undone() {
			continue
		}
		var want string
		if row.entries[k], want = d.readers[k].read(l.fields[column]); want == "" {
			continue
		}
		bad = l.bad(column, want)
		if !l.before[k] {
			return row, bad
		}
		row.entries[k], d.unseen = coded.Missing, bad
	}
	return row, nil
}

// make is the triple of the last four rows.
func (d *longDecoder) make() *coded.Triple {
	r, t := &d.rows, &d.triple
	t.Count = 1
	for slot := range coded.Slots {
		at := coded.Step(slot)
		t.Entries[slot] = r[at].entries[slot%3]
	}
	t.Lines = [4]int{r[0].line, r[1].line, r[2].line, r[3].line}
	return t
}
