package logs

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"eeporl/scenarios/logs/coded"
	"eeporl/scenarios/logs/tabular"
)

// missingText is a text in a column that says that a value is not known.
type missingText struct {
	column int
	text   string
}

// replacements are what stands for values that are not known, and for blanks.
func (l *layout) replacements() *problem {
	d := l.declared
	if d.Missing == nil && d.Blank == nil && d.Worth == nil && d.Idle == "" {
		return nil
	}
	if l.shape != tabular.LongLog {
		return &problem{found: "--missing, --worth, --blank-action or --blank-reward with a table of triples", want: "a log of steps, or NA where a value is not known"}
	}
	l.simple, l.unknown, l.worth = false, map[missingText]bool{}, map[string][]byte{}
	for _, text := range d.Worth {
		at := strings.LastIndexByte(text, '=')
		if at < 1 || !tabular.IsNumber(text[at+1:]) {
			return &problem{found: "--worth " + strconv.Quote(text), want: "WORD=NUMBER"}
		}
		l.worth[text[:at]] = l.written([]byte(strings.TrimSpace(text[at+1:])))
	}
	for _, text := range d.Missing {
		columns := []int{tabular.Action, tabular.Reward, tabular.Observation}
		if name, code, of := strings.Cut(text, "="); of && slices.Contains(tabular.LongColumns(), name) {
			columns, text = []int{slices.Index(tabular.LongColumns(), name)}, code
		}
		for _, column := range columns {
			l.unknown[missingText{column, text}] = true
			if tabular.IsNumber(text) {
				l.unknown[missingText{column, text + ".0"}] = true
			}
		}
	}
	return nil
}

// filled stands in place of a reward that is missing; nil for nothing.
func (l *layout) filled() []byte {
	if l.declared.Blank == nil {
		return nil
	}
	return l.written([]byte(numberText(*l.declared.Blank)))
}

// written is a number with the mark that the log has before decimals.
func (l *layout) written(number []byte) []byte {
	if l.comma() {
		return bytes.Replace(number, []byte{'.'}, []byte{','}, 1)
	}
	return number
}

// replace puts nothing in the place of what says that a value is not known, and a number in that of a reward that is a word or blank.
func (l *liner) replace() {
	if l.unknown == nil {
		return
	}
	for _, column := range []int{tabular.Action, tabular.Reward, tabular.Observation} {
		for _, i := range l.from[column] {
			if l.unknown[missingText{column, string(l.values[i])}] {
				l.values[i] = nil
			}
			if number := l.worth[string(l.values[i])]; column == tabular.Reward && number != nil {
				l.values[i] = number
			}
			if column == tabular.Action && l.declared.Idle != "" && tabular.IsMissing(l.values[i]) {
				l.values[i] = []byte(l.declared.Idle)
			}
			if column == tabular.Reward && l.blanks != nil && tabular.IsMissing(l.values[i]) {
				l.values[i] = l.blanks
			}
		}
	}
}

// askIdle asks about rows within episodes that say nothing of an action. Where one value of a column marks all rows that do, and the others
// earn nothing, these may be no steps; where most of them earn, nothing may have been done.
func (l *layout) askIdle(b *block) *problem {
	const fewest, often, few = 20, 4, 10 // such rows, one in so many; what one in so many does not do, most do
	d := l.declared
	if !l.has(tabular.Action) || !l.has(tabular.Episode) || d.Idle != "" || d.Missing != nil || l.before[coded.Reward] {
		return nil
	}
	rows, idle, earning := 0, 0, 0
	open, earns := false, false // the row above has no action; it earns
	l.episodeRows(b, func(line *liner, begins bool) {
		rows++
		if open && !begins {
			if idle++; earns {
				earning++
			}
		}
		open, earns = len(bytes.TrimSpace(line.fields[tabular.Action])) == 0, l.has(tabular.Reward) && !tabular.IsMissing(line.fields[tabular.Reward])
	})
	if idle < fewest || often*idle < rows {
		return nil
	}
	found := fmt.Sprintf("no action in %d of the first %d rows", idle, rows)
	switch {
	case few*earning <= idle && d.Only != AllRows:
		acted := func(line *liner) bool { return !tabular.IsMissing(line.fields[tabular.Action]) }
		if which := l.marks(b, acted, nil); which != "" {
			return &problem{found: found + ", and nothing that these earned", want: "to hear which count: --only " + tabular.Quoted([]string{which}) + ", or --only " + AllRows}
		}
	case few*(idle-earning) <= idle:
		return &problem{found: found + ", most of which earn", want: "to hear what a blank says: --blank-action none where nothing was done, or --missing action=NA where it is not known"}
	}
	return nil
}

// askUntold asks about rows that have an action and neither earn nor show anything, where one value of a column marks all rows that do:
// those may be of a page of instructions or a survey.
func (l *layout) askUntold(b *block) *problem {
	const fewest, often = 20, 20 // such rows, one in so many
	if !l.has(tabular.Action) || !l.has(tabular.Reward) || !l.has(tabular.Observation) || l.declared.Only == AllRows || l.before[coded.Reward] || l.before[coded.Observation] {
		return nil
	}
	led := func(line *liner) bool {
		return !tabular.IsMissing(line.fields[tabular.Reward]) || !tabular.IsMissing(line.fields[tabular.Observation])
	}
	rows, untold := 0, 0
	l.episodeRows(b, func(line *liner, _ bool) {
		if rows++; !led(line) && !tabular.IsMissing(line.fields[tabular.Action]) {
			untold++
		}
	})
	if untold < fewest || often*untold < rows {
		return nil
	}
	which := l.marks(b, led, nil)
	if which == "" {
		return nil
	}
	return &problem{found: fmt.Sprintf("%d of the first %d rows with an action that earned nothing and showed nothing", untold, rows),
		want: "to hear which count: --only " + tabular.Quoted([]string{which}) + ", or --only " + AllRows}
}

// askScreens asks about rows that earn nothing known, where a column that by its name says what a row is of has one value in all rows that
// do: the others may be of instructions and feedback, as jsPsych writes each screen.
func (l *layout) askScreens(b *block) *problem {
	const fewest, often = 20, 5 // rows of both; one row in so many earns nothing
	if !l.has(tabular.Action) || !l.has(tabular.Reward) || l.declared.Only == AllRows || l.before[coded.Reward] || l.declared.Blank != nil || l.asItIs() {
		return nil
	}
	paid := func(line *liner) bool { return !tabular.IsMissing(line.fields[tabular.Reward]) }
	rows, earning, inside, above := 0, 0, 0, false
	l.episodeRows(b, func(line *liner, begins bool) {
		if rows++; above && !begins {
			inside++
		}
		if above = paid(line); above {
			earning++
		}
	})
	if unpaid := rows - earning; unpaid < fewest || often*unpaid < rows || earning < fewest || 2*inside < earning {
		return nil
	}
	which := l.marks(b, paid, func(column string) bool {
		return slices.ContainsFunc(tabular.WordsOf(column), func(word string) bool {
			return slices.Contains([]string{"type", "task", "kind", "screen", "component", "part", "page", "event"}, word)
		})
	})
	if which == "" {
		return nil
	}
	return &problem{found: fmt.Sprintf("no reward in %d of the first %d rows", rows-earning, rows),
		want: "to hear which count: --only " + tabular.Quoted([]string{which}) + ", or --only " + AllRows}
}

// marks is the condition COLUMN=VALUE that all rows that are meant meet, and no other ones but for a few; "" for none. Columns are those
// that are named so, or all.
func (l *layout) marks(b *block, meant func(line *liner) bool, named func(column string) bool) string {
	are := make([]bool, 0, rowsLooked)
	l.episodeRows(b, func(line *liner, _ bool) { are = append(are, meant(line)) })
	for i, name := range l.unused {
		if named != nil && !named(name) {
			continue
		}
		value, row, stray, fits := "", 0, 0, true
		for _, field := range l.unusedFields(b, i) {
			if fits = row < len(are); !fits {
				break
			}
			if are[row] && value == "" {
				value = string(field)
			}
			row++
		}
		row = 0
		for _, field := range l.unusedFields(b, i) {
			if !fits {
				break
			}
			switch is := string(field) == value; {
			case are[row] && !is:
				fits = false
			case is && !are[row]:
				stray++
			}
			row++
		}
		if fits && value != "" && 10*stray < row && !tabular.IsMissing([]byte(value)) {
			return name + "=" + value
		}
	}
	return ""
}
