package logs

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"

	"eeporl/pomdp/figure"
	"eeporl/scenarios/logs/tabular"
)

// Ended is what is seen in the rows that Declared.Absorbing adds.
const Ended = "ended"

// absorbed reads a long log whole and gives it with rows after the end of each episode that is shorter than the longest:
// their actions are those of the log's rows in turn, so that they are as likely as elsewhere, with the reward 0 and the
// observation Ended. It returns how many rows it added. Added rows are on lines of their own, and those in errors count them.
func absorbed(in io.Reader, o Options, fail func(bad *problem, number int) error) (out io.Reader, added int, err error) {
	text, b, l, err := wholeLog(in, o.Declared)
	if err != nil || l == nil {
		return bytes.NewReader(text), 0, err // whoever reads it says what is wrong
	}
	if l.shape != tabular.LongLog || !l.has(tabular.Episode) || !l.has(tabular.Observation) {
		return nil, 0, fail(&problem{found: "no columns of episodes and observations", want: "both, with --absorbing: an end is learned by what is seen after it"}, b.first)
	}
	runs, actions := l.runs(b)
	longest, all := int64(-1), 0.0
	for _, r := range runs {
		longest = max(longest, r.last)
		all += float64(r.last)
		if r.bare {
			return nil, 0, fail(&problem{found: "an episode whose last row has no action", want: "an action in each, with --absorbing: what is seen at an end says it already"}, r.line)
		}
	}
	if missing := float64(len(runs))*float64(longest) - all; missing > mostAdded {
		return nil, 0, fail(&problem{found: fmt.Sprintf("%s to add, up to step %d", figure.Counted(missing, "row", "rows"), longest), want: fmt.Sprintf("at most %.0e, with --absorbing; is a column of steps one that numbers something else?", mostAdded)}, b.first)
	}
	var rows bytes.Buffer
	rows.Write(text[:len(text)-len(b.data)])
	at := 0 // how much of the rows is written
	for _, r := range runs {
		rows.Write(b.data[at:r.end])
		if at = r.end; at > 0 && b.data[at-1] != '\n' {
			rows.WriteByte('\n')
		}
		for step := r.last + 1; step <= longest; step++ {
			l.writeEnded(&rows, r, step, actions[added%len(actions)])
			added++
		}
	}
	rows.Write(b.data[at:])
	return &rows, added, nil
}

// mostAdded bounds the rows that are added.
const mostAdded = 5e6

// run is an episode, as its rows stand together.
type run struct {
	episode [][]byte // the parts of its name
	last    int64    // step, by its rows from 0 on where they have no numbers
	end     int      // of its last row, in bytes from the first row of the log
	line    int      // its last row's
	bare    bool     // that has no action, in a log that has them
}

// runs are the episodes of a long log, and the actions of its rows, each with its parts.
func (l *layout) runs(b *block) (list []run, actions [][][]byte) {
	line, known := newPartLiner(l), map[string][][]byte{}
	var name []byte
	parts := func(column int) (out [][]byte) {
		for _, i := range l.from[column] {
			out = append(out, bytes.Clone(line.values[i]))
		}
		return out
	}
	start := cap(b.data)
	for number, text := range b.eachLine {
		if isComment(text) && !l.json || line.cut(text) != nil || line.empty() {
			continue
		}
		step, numbered := int64(0), false
		if l.has(tabular.Step) {
			step, numbered = tabular.ParseStep(line.fields[tabular.Step], l.comma())
		}
		if episode := line.fields[tabular.Episode]; list == nil || !bytes.Equal(name, episode) {
			name = append(name[:0], episode...)
			list = append(list, run{episode: parts(tabular.Episode), last: -1})
		}
		r := &list[len(list)-1]
		if r.end = start - cap(text) + len(text); !numbered {
			step = r.last + 1
		}
		if r.end < len(b.data) && b.data[r.end] == '\r' {
			r.end++
		}
		if r.end < len(b.data) && b.data[r.end] == '\n' {
			r.end++
		}
		r.last, r.line = max(r.last, step), number
		action := line.fields[tabular.Action]
		if r.bare = l.has(tabular.Action) && tabular.IsMissing(action); tabular.IsMissing(action) {
			continue
		}
		if known[string(action)] == nil {
			known[string(action)] = parts(tabular.Action)
		}
		actions = append(actions, known[string(action)])
	}
	if actions == nil {
		actions = [][][]byte{nil} // rows without an action
	}
	return list, actions
}

// writeEnded writes a row after a run's last one.
func (l *layout) writeEnded(rows *bytes.Buffer, r run, step int64, action [][]byte) {
	values := make([]string, len(l.parts))
	fill := func(column int, text func(k int) string) {
		for k, i := range l.from[column] {
			values[i] = text(k)
		}
	}
	fill(tabular.Episode, func(k int) string { return string(r.episode[k]) })
	fill(tabular.Step, func(int) string { return strconv.FormatInt(step, 10) })
	fill(tabular.Reward, func(int) string { return "0" })
	fill(tabular.Observation, func(int) string { return Ended })
	if action != nil {
		fill(tabular.Action, func(k int) string { return string(action[k]) })
	}
	if l.json {
		row := map[string]string{}
		for i, v := range values {
			if v != "" {
				row[l.parts[i].name] = v
			}
		}
		written, _ := json.Marshal(row) // of strings
		rows.Write(append(written, '\n'))
		return
	}
	fields := slices.Repeat([]string{""}, l.width)
	for i, v := range values {
		fields[l.parts[i].at] = v
	}
	w := csv.NewWriter(rows)
	if w.Comma = rune(l.separator); l.separator == ' ' {
		for i := range fields {
			if fields[i] == "" {
				fields[i] = "NA"
			}
		}
	}
	_ = w.Write(fields) // a buffer takes everything
	w.Flush()
}
