package logs

import (
	"bytes"
	"slices"
)

// tellDecimals looks whether decimals have a comma: where no comma stands between fields, and the first rows
// show it in a column of numbers. A point then stands between thousands. What is seen or done may be called 3,4.
func (l *layout) tellDecimals(b *block) {
	if l.json || l.separator == ',' {
		return
	}
	line := newLiner(l)
	for _, text := range b.eachLine {
		if line.cut(text) != nil {
			continue
		}
		for column := range l.called {
			field := line.fields[column]
			if !l.numbers(column) {
				continue
			}
			if at := bytes.IndexByte(field, ','); at > 0 && len(bytes.Trim(field, "+-.,0123456789")) == 0 {
				if _, ok := parseNumber(field, true); ok {
					l.decimals = ','
					return
				}
			}
		}
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
		var calendar calendar
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

// numbers says whether a column holds numbers, and no names.
func (l *layout) numbers(column int) bool {
	if l.shape == tripleTable {
		return column == countColumn || column%3 == int(kindReward)
	}
	binned := slices.ContainsFunc(l.from[column], func(i int) bool { return l.parts[i].bins != nil })
	return column == stepColumn || column == rewardColumn || column == probabilityColumn || binned
}
