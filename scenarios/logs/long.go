package logs

import (
	"bytes"
	"fmt"
)

// leadLines is how many lines before a row decide what it means: a triple ends
// with the fourth of four good rows, and whether the first of them is good
// shows from the row before it.
const leadLines = 4

// longDecoder reads long logs: row t of an episode holds a_t, r_t and z_{t+1}.
//
// Rows of an episode stand together, its steps count up by one from the log's
// first step, 0 or 1. A row is bad by itself, or because it does not follow
// from the row before; either way it is part of no triple. Both depend on no
// more than two lines, so any block can be read given the few before it.
type longDecoder struct {
	line       *liner
	vocabulary *vocabularies
	windows    bool
	base       int // the first step of every episode
	header     int // line of the header; 0 for none
	sorted     bool

	state   precedent
	episode []byte     // of the row before
	rows    [4]stepRow // the row before is the last
	run     int        // good rows of the same episode, up to the row before
	triple  triple
}

// precedent says what is known of the row before.
type precedent int

const (
	fileStart precedent = iota // there is none
	unreadable
	readable // it says which episode and step it is, good or not
)

// stepRow is one row. Entries that no triple can use are missing.
type stepRow struct {
	step, line                  int
	action, reward, observation entry
}

func (d *longDecoder) decode(b *block, receive receiver) (n rowCounts) {
	d.recall(b)
	for number, line := range b.eachLine {
		ready, short, bad := d.next(number, line)
		if short {
			n.short++
		}
		if bad != nil {
			if !receive(nil, number, bad) {
				return n
			}
			continue
		}
		n.rows++
		if ready && !receive(d.make(), number, nil) {
			return n
		}
	}
	if b.last && d.state == readable && d.rows[3].step-d.base < 3 {
		n.short++
	}
	return n
}

// recall brings the decoder to where it would be after the lines before b.
func (d *longDecoder) recall(b *block) {
	lead := b.lead
	for len(lead) > 0 && lead[0].number <= d.header {
		lead = lead[1:]
	}
	d.run, d.state = 0, unreadable
	if len(lead) < leadLines {
		d.state = fileStart
	}
	for _, l := range lead {
		d.next(l.number, bytes.TrimRight(l.text, "\r"))
	}
}

// next takes a row. ready says that it completes a triple, short that it shows
// the episode before to have had less than four steps.
func (d *longDecoder) next(number int, line []byte) (ready, short bool, bad *problem) {
	row, bad := d.read(number, line)
	if bad != nil {
		d.state, d.run = unreadable, 0
		return false, false, bad
	}
	episode := d.line.fields[episodeColumn]
	same := d.state == readable && bytes.Equal(d.episode, episode)
	before := &d.rows[3]
	switch {
	case same && row.step != before.step+1:
		bad = d.line.bad(stepColumn, fmt.Sprintf("%d: line %d of the same episode has %d; %s", before.step+1, before.line, before.step, d.together()))
	case same && d.windows && before.observation == missing:
		bad = &problem{found: fmt.Sprintf("no observation on line %d", before.line), want: "one, since its episode goes on"}
	case !same && d.state != unreadable && row.step != d.base:
		bad = d.line.bad(stepColumn, fmt.Sprintf("%d, with which every episode of this log begins; %s", d.base, d.together()))
	}
	short = d.state == readable && !same && before.step-d.base < 3
	switch {
	case bad != nil:
		d.run = 0
	case same:
		d.run++
	default:
		d.run = 1
	}
	d.state, d.episode = readable, append(d.episode[:0], episode...)
	d.rows = [4]stepRow{d.rows[1], d.rows[2], d.rows[3], row}
	ready = bad == nil && d.run >= 4 && (d.windows || row.step-d.base == 3)
	return ready, short, bad
}

// together says what a row out of order calls for.
func (d *longDecoder) together() string {
	if d.sorted {
		return "is one missing?"
	}
	return "an episode's rows stand together, in order: sort them by episode and step, or say --unsorted"
}

// read reads a row by itself. Entries that no triple uses may be empty: the first reward, and
// without windows everything after the fourth action. If they are not empty they must still be
// valid entries: a row with a mistake anywhere is not trusted.
func (d *longDecoder) read(number int, line []byte) (row stepRow, bad *problem) {
	l := d.line
	if bad := l.cut(line); bad != nil {
		return row, bad
	}
	if len(l.fields[episodeColumn]) == 0 {
		return row, l.bad(episodeColumn, "the name or number of an episode")
	}
	step, ok := parseStep(l.fields[stepColumn])
	if !ok || step < d.base {
		return row, l.bad(stepColumn, fmt.Sprintf("a step %d, %d, …", d.base, d.base+1))
	}
	row = stepRow{step, number, missing, missing, missing}
	position := step - d.base
	for _, column := range l.order {
		var to *entry
		k := kindAction
		used := d.windows || position <= 3
		switch column {
		case actionColumn:
			to = &row.action
		case rewardColumn:
			to, k, used = &row.reward, kindReward, used && position > 0
		case observationColumn:
			to, k = &row.observation, kindObservation
			// The last observation of an episode may be missing, and only the
			// next row tells whether this was the last.
			used = position < 3
			if d.windows {
				used = len(l.fields[column]) > 0
			}
		default:
			continue
		}
		if !used && len(l.fields[column]) == 0 {
			continue
		}
		entry, want := d.vocabulary[k].read(l.fields[column])
		if want != "" {
			return row, l.bad(column, want)
		}
		if used {
			*to = entry
		}
	}
	return row, nil
}

// make is the triple of the last four rows.
func (d *longDecoder) make() *triple {
	r, t := &d.rows, &d.triple
	t.count = 1
	t.entries = [slots]entry{
		r[0].action,
		r[0].observation, r[1].reward, r[1].action,
		r[1].observation, r[2].reward, r[2].action,
		r[2].observation, r[3].reward, r[3].action,
	}
	t.lines = [4]int{r[0].line, r[1].line, r[2].line, r[3].line}
	return t
}
