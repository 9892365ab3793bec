package logs

import (
	"bytes"
	"iter"
	"slices"
)

// tellDecimals looks whether decimals have a comma: where no comma stands between fields, and the first rows
// show it in a column of numbers. A point then stands between thousands. What is seen or done may be called 3,4.
func (l *layout) tellDecimals(b *block) {
	if l.json || l.separator == ',' {
		return
	}
	line := newLiner(l)
	line.simple = false // so that the parts are at hand
	for _, text := range b.eachLine {
		if line.cut(text) != nil && len(l.from[rewardColumn]) < 2 {
			continue
		}
		for i := range l.numberParts() {
			field := line.values[i]
			if at := bytes.IndexByte(field, ','); at > 0 && len(bytes.Trim(field, "+-.,0123456789")) == 0 {
				if _, ok := parseNumber(field, true); ok {
					l.decimals = ','
					return
				}
			}
		}
	}
}

// tellRowNames looks whether all of the first rows have a field more than the header: names of rows before the others,
// as R writes them, or nothing behind a separator at the end.
func (l *layout) tellRowNames(b *block) {
	if l.json {
		return
	}
	split, rows, open := splitter{separator: l.separator}, 0, 0
	for _, text := range b.eachLine {
		if isComment(text) {
			continue
		}
		fields, what := split.fields(text)
		if what != "" {
			continue
		}
		if len(fields) != l.width+1 {
			return
		}
		if rows++; len(fields[l.width]) == 0 {
			open++
		}
	}
	if rows == 0 {
		return
	}
	l.width++
	if open == rows {
		return
	}
	for i := range l.parts {
		l.parts[i].at++
	}
	for i := range l.spare {
		l.spare[i]++
	}
}

// tellResets looks whether the first rows of episodes say what was seen before any action, as those of a simulator's reset
// do: in all of the first episodes that row has an observation, and neither an action nor a reward but 0.
func (l *layout) tellResets(b *block) {
	if l.shape != longLog || !l.has(actionColumn) || !l.has(observationColumn) || !l.has(episodeColumn) {
		return
	}
	line := newLiner(l)
	met := map[string]bool{}
	for _, text := range b.eachLine {
		if isComment(text) && !l.json || line.cut(text) != nil || line.empty() {
			continue
		}
		if met[string(line.fields[episodeColumn])] {
			continue
		}
		met[string(line.fields[episodeColumn])] = true
		reward, known := parseNumber(line.fields[rewardColumn], l.comma())
		if !isMissing(line.fields[actionColumn]) || isMissing(line.fields[observationColumn]) || known && reward != 0 || !known && !isNoNumber(line.fields[rewardColumn]) {
			return
		}
	}
	l.resets = len(met) > 0
}

// tellFillers looks whether rows of which nothing is read are so many that they are no steps, but stand between them.
func (l *layout) tellFillers(b *block) {
	if l.shape != longLog || l.has(stepColumn) {
		return
	}
	const share = 3 // one in so many
	line, rows, empty := newLiner(l), 0, 0
	for _, text := range b.eachLine {
		if isComment(text) && !l.json || line.cut(text) != nil || line.blank() {
			continue
		}
		rows++
		if line.knowsNothing() {
			empty++
		}
	}
	l.fillers = share*empty >= rows
}

// tellLosses looks whether a loss that is added to a reward is written without a sign: it is then taken away.
func (l *layout) tellLosses(b *block) {
	from := l.from[rewardColumn]
	if l.shape != longLog || len(from) < 2 {
		return
	}
	minus := make([]bool, len(from))
	for k, i := range from {
		minus[k] = companion(rewardColumn, []string{l.parts[i].name}) != ""
	}
	line := newLiner(l)
	for _, text := range b.eachLine {
		if line.cut(text) != nil {
			continue
		}
		for k, i := range from {
			x, ok := parseNumber(line.values[i], l.comma())
			minus[k] = minus[k] && !(ok && x < 0)
		}
	}
	l.minus = minus
}

// falling is a column of the log that says when each row was, and says that later rows stand first, where nothing says
// their steps; "" for none.
func (l *layout) falling(b *block) string {
	if l.shape != longLog || l.json || l.has(stepColumn) || l.called[stepColumn] == NoColumn {
		return ""
	}
	line := newLiner(l)
	for i, at := range l.spare {
		if !isTime(l.unused[i]) {
			continue
		}
		rises, falls, last, moments := 0, 0, moment{}, true
		calendar := calendarOf(func(yield func([]byte) bool) {
			for _, text := range b.eachLine {
				if fields, what := line.split.fields(text); what == "" && len(fields) == l.width && !yield(fields[at]) {
					return
				}
			}
		})
		var episode []byte
		for _, text := range b.eachLine {
			fields, what := line.split.fields(text)
			if what != "" || len(fields) != l.width || line.cut(text) != nil {
				continue
			}
			now, ok := readNumber(fields[at], l.comma())
			if ok {
				moments = false
			} else {
				now, ok = calendar.read(fields[at])
			}
			if !ok {
				break
			}
			switch same := bytes.Equal(episode, line.fields[episodeColumn]); {
			case same && now.compare(last) < 0:
				falls++
			case same && now.compare(last) > 0:
				rises++
			}
			episode, last = append(episode[:0], line.fields[episodeColumn]...), now
		}
		// A number may be how long something took: only moments have to rise everywhere.
		if falls > leastFalls && (falls > 9*rises || moments && 9*falls > rises) {
			return l.unused[i]
		}
	}
	return ""
}

// leastFalls is how many rows that lie before the one above show that the file goes backwards.
const leastFalls = 10

// numberParts are the parts that are of a column of numbers.
func (l *layout) numberParts() iter.Seq[int] {
	return func(yield func(int) bool) {
		for column := range l.called {
			for _, i := range l.from[column] {
				if l.numbers(column) && !yield(i) {
					return
				}
			}
		}
	}
}

// numbers says whether a column holds numbers, and no names.
func (l *layout) numbers(column int) bool {
	if l.shape == tripleTable {
		return column == countColumn || column%3 == int(kindReward)
	}
	binned := slices.ContainsFunc(l.from[column], func(i int) bool { return l.parts[i].bins != nil })
	return column == stepColumn || column == rewardColumn || column == probabilityColumn || binned
}
