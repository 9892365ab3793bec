package logs

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"eeporl/pomdp/printable"
	"eeporl/scenarios/logs/tabular"
)

// AllRows stands in Declared.Only where every row counts, orValue between the values of a column, AndRows between conditions that all
// have to hold.
const (
	AllRows = "all"
	orValue = "|"
	AndRows = "&&"
)

// only reads a log whole and leaves the lines of rows that do not count blank, so that all lines keep their numbers.
func only(in io.Reader, d Declared, fail func(bad *problem, number int) error) (io.Reader, error) {
	for condition := range strings.SplitSeq(d.Only, AndRows) {
		var err error
		if in, err = onlyWhere(in, condition, d, fail); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// onlyWhere is only by one condition.
func onlyWhere(in io.Reader, condition string, d Declared, fail func(bad *problem, number int) error) (io.Reader, error) {
	column, value, is := strings.Cut(condition, "=")
	column, not := strings.CutSuffix(column, "!")
	text, err := io.ReadAll(in)
	if err != nil || !is {
		return bytes.NewReader(text), err
	}
	b := &block{first: 1, data: text}
	d.Only = ""
	head := beginning{declared: d}
	found, number, bad := head.read(b)
	if !found || bad != nil || head.layout.shape != tabular.LongLog {
		return bytes.NewReader(text), nil // whoever reads it says what is wrong
	}
	l := head.layout
	p, ok := l.fullest(b, column)
	if !ok {
		return nil, fail(&problem{found: "no column " + column, want: "--only COLUMN=VALUE or COLUMN!=VALUE, a column of the log"}, number)
	}
	if !l.json && l.separator != '\t' {
		b.separator = l.separator
	}
	var rows bytes.Buffer
	rows.Write(text[:len(text)-len(b.data)])
	line, at, kept := l.withPart(p), b.first, 0
	named := func(field []byte) bool {
		return slices.ContainsFunc(append(strings.Split(value, orValue), value), func(v string) bool { return strings.EqualFold(string(field), v) })
	}
	var others []string
	met := map[string]bool{}
	for number, text := range b.eachLine {
		for ; at < number; at++ {
			rows.WriteByte('\n')
		}
		at += 1 + bytes.Count(text, []byte{'\n'})
		if isComment(text) && !l.json || line.cut(text) != nil || line.repeatsHeader() {
			rows.Write(text)
		} else if field := line.values[len(l.parts)]; named(field) != not {
			rows.Write(text)
			kept++
		} else {
			rows.Write(bytes.Repeat([]byte{'\n'}, bytes.Count(text, []byte{'\n'})))
			if text := string(field); !met[text] && len(met) < printable.Names {
				met[text] = true
				others = append(others, text)
			}
		}
		rows.WriteByte('\n')
	}
	if kept == 0 {
		return nil, fail(&problem{found: "no row with " + rowsWhere(column, value, not), want: "one of the values of " + column + ": " + printable.List(others, printable.Names, "")}, number)
	}
	return &rows, nil
}

// begun and ended are words for the first and the last row of what has two.
var (
	begun = []string{"start", "started", "begin", "begun", "open", "onset"}
	ended = []string{"complete", "completed", "end", "ended", "finish", "finished", "close", "closed", "offset"}
)

// askTwins asks about steps that stand in two rows: the beginning and the end of an event, or what two people wrote of it, which are alike
// but for a column that is not used.
func (l *layout) askTwins(b *block) *problem {
	const fewest, most = 20, 50 // pairs; one in so many may differ
	if l.declared.Only != "" || !l.has(tabular.Action) {
		return nil
	}
	for i, name := range l.unused {
		often := map[string]int{}
		rows, first, last := 0, "", ""
		for _, field := range l.unusedFields(b, i) {
			rows++
			switch word := strings.ToLower(string(field)); {
			case slices.Contains(begun, word):
				first = string(field)
			case slices.Contains(ended, word):
				last = string(field)
			}
			if often[string(field)]++; len(often) > mostHeld {
				break
			}
		}
		if first != "" && last != "" && 4*often[first] >= rows && 4*often[last] >= rows {
			return &problem{found: fmt.Sprintf("rows of %q and of %q in column %q: an event may stand in two", first, last, name),
				want: "to hear which count: --only " + tabular.Quoted([]string{name + "=" + last}) + ", or --only " + AllRows}
		}
	}
	var rows []string // what each tells, its step aside
	var begins []bool
	acting := false
	l.episodeRows(b, func(line *liner, anew bool) {
		if acting = acting || !tabular.IsMissing(line.fields[tabular.Action]); len(rows) < rowsLooked {
			rows = append(rows, strings.Join([]string{string(line.fields[tabular.Episode]), string(line.fields[tabular.Action]), string(line.fields[tabular.Reward]), string(line.fields[tabular.Observation])}, "\x00"))
			begins = append(begins, anew)
		}
	})
	pairs, alike := 0, 0
	for i := 1; i < len(rows); i += 2 {
		if begins[i] { // of an episode with an odd number of rows
			return nil
		}
		if pairs++; rows[i] == rows[i-1] {
			alike++
		}
	}
	if !acting || pairs < fewest || most*(pairs-alike) > pairs {
		return nil
	}
	for _, name := range l.unused {
		values := l.contents(b, name)
		c := contents{values: map[string][]string{name: values}}
		if len(values) < 2*pairs || len(c.kinds(name)) != 2 {
			continue
		}
		apart := true
		for i := 1; i < 2*pairs; i += 2 {
			apart = apart && values[i] != values[i-1]
		}
		if apart {
			return &problem{found: fmt.Sprintf("rows in twos that differ in nothing but column %q: each step may stand in two", name),
				want: "to hear which count: --only " + tabular.Quoted([]string{name + "=" + values[0]}) + ", or --only " + AllRows}
		}
	}
	return nil
}

// isSpeaker says whether a column's name says that it holds who acted.
func isSpeaker(name string) bool {
	return slices.Contains([]string{"speaker", "role", "author", "sender", "party", "from", "who", "actor", "side"}, tabular.Plain(name))
}

// askSpeakers asks whose acts are the actions where a column says of each row who acted, several do in turns, and each does what no
// other does.
func (l *layout) askSpeakers(b *block) *problem {
	if !l.has(tabular.Action) || l.declared.Only != "" || !l.has(tabular.Episode) {
		return nil
	}
	for i, name := range l.unused {
		if !isSpeaker(name) {
			continue
		}
		var kinds []string
		row, turns, rows := 0, 0, 0
		acts := map[string]string{} // whose each is; "" for several
		done := l.contents(b, l.called[tabular.Action])
		last := ""
		for _, field := range l.unusedFields(b, i) {
			who := string(field)
			if row >= len(done) {
				break
			}
			if !slices.Contains(kinds, who) {
				kinds = append(kinds, who)
			}
			if whose, met := acts[done[row]]; met && whose != who {
				acts[done[row]] = ""
			} else if !met {
				acts[done[row]] = who
			}
			if rows > 0 && who != last {
				turns++
			}
			last = who
			row, rows = row+1, rows+1
		}
		shared := 0
		for act, whose := range acts {
			if whose == "" && !tabular.IsMissing([]byte(act)) {
				shared++
			}
		}
		if len(kinds) != 2 || rows < fewestRowsTell || 2*turns < rows || 4*shared > len(acts) {
			continue
		}
		a, e := l.called[tabular.Action], l.called[tabular.Episode]
		agent := kinds[0]
		for _, who := range kinds {
			if slices.Contains([]string{"system", "agent", "bot", "assistant", "machine", "operator", "sys"}, strings.ToLower(who)) {
				agent = who
			}
		}
		how := ""
		if !l.json {
			how = fmt.Sprintf(` (python3 -c 'import pandas as p; d = p.read_csv("FILE"); d["observation"] = d.groupby("%s")["%s"].shift(-1); d[d["%s"] == "%s"].to_csv("log.csv", index=False)' writes what the other one did next as what was seen)`, e, a, name, agent)
		}
		return &problem{found: fmt.Sprintf("actions of %s in turns, by column %q", printable.List(kinds, printable.Names, ""), name),
			want: "a row for each step of the one who plans, with what the other one did as what was seen" + how + "; --only " + tabular.Quoted([]string{name + "=" + agent}) + " takes its acts alone, --only " + AllRows + " those of both"}
	}
	return nil
}

// rowsWhere says which rows are asked for.
func rowsWhere(column, value string, not bool) string {
	if not {
		return column + " other than " + value
	}
	return column + " = " + value
}
