package logs

import (
	"bytes"
	"iter"
	"slices"
	"strconv"
	"strings"

	"eeporl/scenarios/logs/coded"
	"eeporl/scenarios/logs/tabular"
)

// tellDecimals looks whether decimals have a comma: where no comma stands between fields, and the first rows
// show it in a column of numbers. A point then stands between thousands. What is seen or done may be called 3,4.
func (l *layout) tellDecimals(b *block) {
	if l.json || l.separator == ',' {
		return
	}
	line := newPartLiner(l)
	for _, text := range b.eachLine {
		if line.cut(text) != nil && l.simple {
			continue
		}
		for i := range l.numberParts() {
			field := line.values[i]
			if at := bytes.IndexByte(field, ','); at > 0 && len(bytes.Trim(field, "+-.,0123456789")) == 0 {
				if _, ok := tabular.ParseNumber(field, true); ok {
					l.decimals = ','
					return
				}
			}
		}
	}
}

// thousands is a number of the first rows in which what parts thousands may as well stand before decimals, and its line:
// other numbers are whole, and no other has decimals; "" for none. A point parts thousands where commas are decimal, between
// semicolons; elsewhere where all with a point have three digits after it, and the others are of two at least.
func (l *layout) thousands(b *block) (field string, number int) {
	if l.json {
		return "", 0
	}
	line, whole := newPartLiner(l), false
	for at, text := range b.eachLine {
		if line.cut(text) != nil && l.simple {
			continue
		}
		for i := range l.numberParts() {
			digits := bytes.TrimLeft(line.values[i], "+-")
			mark := bytes.IndexAny(digits, ",.")
			switch {
			case len(digits) == 0 || len(bytes.Trim(digits, ",.0123456789")) > 0:
			case mark < 0:
				whole = whole || l.separator == ';' || len(digits) > 1 && digits[0] != '0'
			case mark == 0 || mark > 3 || digits[0] == '0' || len(digits) != mark+4 || bytes.ContainsAny(digits[mark+1:], ",."):
				return "", 0
			case field == "":
				field, number = string(line.values[i]), at
			}
		}
	}
	if !whole {
		return "", 0
	}
	return field, number
}

// tellRowNames looks whether all of the first rows have a field more than the header: names of rows before the others,
// as R writes them, or nothing behind a separator at the end.
func (l *layout) tellRowNames(b *block) {
	if l.json {
		return
	}
	split, rows, open := tabular.Splitter{Separator: l.separator}, 0, 0
	for _, text := range b.eachLine {
		if isComment(text) {
			continue
		}
		fields, what := split.Fields(text)
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
	if l.shape != tabular.LongLog || !l.has(tabular.Action) || !l.has(tabular.Observation) || !l.has(tabular.Episode) {
		return
	}
	line := newLiner(l)
	met := map[string]bool{}
	for _, text := range b.eachLine {
		if isComment(text) && !l.json || line.cut(text) != nil || line.empty() {
			continue
		}
		if met[string(line.fields[tabular.Episode])] {
			continue
		}
		met[string(line.fields[tabular.Episode])] = true
		l.numbered = l.has(tabular.Step) && !tabular.IsMissing(line.fields[tabular.Step])
		reward, known := tabular.ParseNumber(line.fields[tabular.Reward], l.comma())
		if !tabular.IsMissing(line.fields[tabular.Action]) || tabular.IsMissing(line.fields[tabular.Observation]) || known && reward != 0 || !known && !tabular.IsNoNumber(line.fields[tabular.Reward]) {
			return
		}
	}
	l.resets = len(met) > 0
}

// tellDummies looks whether rows with the mark of an end differ in what is done and earned, which made-up steps do not: they are steps
// like all others.
func (l *layout) tellDummies(b *block) {
	if !l.dummies || l.before[coded.Reward] || !l.has(tabular.Reward) {
		return
	}
	line, done, earned := newLiner(l), map[string]bool{}, map[string]bool{}
	for _, text := range b.eachLine {
		if isComment(text) && !l.json || line.cut(text) != nil || line.empty() {
			continue
		}
		if marked, _ := line.mark(tabular.End); marked && !tabular.IsMissing(line.fields[tabular.Action]) && !tabular.IsMissing(line.fields[tabular.Reward]) {
			done[string(line.fields[tabular.Action])], earned[string(line.fields[tabular.Reward])] = true, true
		}
	}
	l.dummies = len(done) < 2 || len(earned) < 2
}

// tellEither looks whether of the columns that add up to the reward each row has one alone, as where wins and losses stand in columns of
// their own: the blanks beside it are then nothing.
func (l *layout) tellEither(b *block) {
	const most = 10 // one row in so many may have several, or none
	from := l.from[tabular.Reward]
	if l.shape != tabular.LongLog || len(from) < 2 {
		return
	}
	line, rows, one, blanks := newPartLiner(l), 0, 0, 0
	for _, text := range b.eachLine {
		if isComment(text) && !l.json || line.cut(text) != nil || line.empty() {
			continue
		}
		filled := 0
		for _, i := range from {
			if len(bytes.TrimSpace(line.values[i])) > 0 {
				filled++
			}
		}
		if rows++; filled == 1 {
			one++
		}
		blanks += len(from) - filled
	}
	l.either = rows >= fewestRowsTell && most*one >= (most-1)*rows && blanks > 0
}

// tellFillers looks whether rows of which nothing is read are so many that they are no steps, but stand between them.
func (l *layout) tellFillers(b *block) {
	if l.shape != tabular.LongLog || l.has(tabular.Step) {
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

// tellLosses looks whether a loss that is added to a reward is written without a sign: it is then taken away. A loss alone is none
// before somebody says so.
func (l *layout) tellLosses(b *block) *problem {
	from := l.from[tabular.Reward]
	if l.shape != tabular.LongLog || len(from) == 0 || l.minus != nil || l.asItIs() {
		return nil
	}
	if name := l.parts[from[0]].name; len(from) == 1 && !tabular.IsLoss(name) {
		return nil
	}
	minus, negative, positive := make([]bool, len(from)), false, false
	for k, i := range from {
		minus[k] = tabular.IsLoss(l.parts[i].name) || len(from) == 1
	}
	line := newPartLiner(l)
	for _, text := range b.eachLine {
		if line.cut(text) != nil {
			continue
		}
		for k, i := range from {
			x, ok := tabular.ParseNumber(line.values[i], l.comma())
			minus[k] = minus[k] && !(ok && x < 0)
			negative, positive = negative || ok && x < 0, positive || ok && x > 0
		}
	}
	switch name := l.parts[from[0]].name; {
	case len(from) == 1 && positive && !l.declared.Settled:
		found := "a reward " + strconv.Quote(name) + ", by its name a loss"
		if !negative {
			found = "a reward " + strconv.Quote(name) + " without a negative number, by its name a loss"
		}
		return &problem{found: found, want: "to hear its sign: --columns reward=" + tabular.Quoted([]string{tabular.Minus + name}) + ", or reward=" + tabular.Quoted([]string{tabular.Join + name}) + " where more is better"}
	case len(from) == 1 || !slices.Contains(minus, true):
	default:
		l.minus, l.simple = minus, false
	}
	return nil
}

// falling is a column of the log that says when each row was, by its name or as dates do, and says that later rows stand first, where
// nothing says their steps; "" for none.
func (l *layout) falling(b *block) string {
	if l.shape != tabular.LongLog || l.has(tabular.Step) || l.called[tabular.Step] == tabular.NoColumn {
		return ""
	}
	for i, name := range l.unused {
		named, other, met := tabular.TellsWhen(name), tellsOther(name), map[string]bool{}
		period := tabular.IsPeriod(name)
		rises, falls, last, moments := 0, 0, tabular.Moment{}, true
		calendar := tabular.CalendarOf(func(yield func([]byte) bool) {
			for _, field := range l.unusedFields(b, i) {
				if !yield(field) {
					return
				}
			}
		})
		var before []byte
		for episode, field := range l.unusedFields(b, i) {
			if tabular.IsMissing(field) {
				continue
			}
			now, ok := tabular.ReadNumber(field, l.comma())
			switch {
			case ok && (named || period) && !other: // days since the start are moments where none comes again
				again := met[string(episode)+"\x00"+string(field)]
				met[string(episode)+"\x00"+string(field)] = true
				moments = moments && (now.Whole >= smallestDate || period && !again)
			case ok: // any number
				ok = false
			default:
				now, ok = calendar.Read(field)
				moments = moments && !other && !now.Clock // a clock may be how long it took
			}
			if !ok {
				rises, falls = 0, 0
				break
			}
			switch same := bytes.Equal(before, episode); {
			case same && now.Compare(last) < 0:
				falls++
			case same && now.Compare(last) > 0:
				rises++
			}
			before, last = append(before[:0], episode...), now
		}
		// A number may be how long something took: only moments have to rise everywhere.
		if falls > leastFalls && (falls > 9*rises || moments && 9*falls > rises) {
			return l.unused[i]
		}
	}
	return ""
}

// tellsOther says whether a column's name says that its dates are those of something else than its row.
func tellsOther(name string) bool {
	return slices.ContainsFunc(tabular.WordsOf(name), func(word string) bool {
		return slices.Contains([]string{"due", "deadline", "birth", "dob", "expiry", "expires", "planned", "scheduled", "export", "exported"}, word)
	})
}

// smallestDate is the least number that is taken for a moment and no duration: seconds since 1970, in 1973.
const smallestDate = 1e8

// tellMixed looks for a column that may tell episodes apart, such as a subject's or a simulator's, and does not stay the
// same within episodes. In turns says that what it held comes again in one.
func (l *layout) tellMixed(b *block) {
	if l.shape != tabular.LongLog || !l.has(tabular.Episode) {
		return
	}
	for i, name := range l.unused {
		if d := l.division(b, i); !tabular.TellsApart(name) && !(d.counts() && !tabular.IsTime(name)) { // or it numbers parts
			continue
		}
		var episode, last []byte
		rows, changes, again := 0, 0, false
		values, met := map[string]bool{}, map[string]bool{} // of all rows, of the episode
		for e, field := range l.unusedFields(b, i) {
			same := rows > 0 && bytes.Equal(e, episode)
			if !same {
				clear(met)
			}
			if same && !bytes.Equal(field, last) {
				changes++
				again = again || met[string(field)]
			}
			values[string(field)], met[string(field)] = true, true
			episode, last = append(episode[:0], e...), append(last[:0], field...)
			rows++
		}
		if changes > 0 && 3*len(values) <= rows {
			l.told.Mixed, l.told.InTurns, l.told.Episodes = name, again, l.called[tabular.Episode]
			if strings.HasPrefix(l.told.Episodes, numberedBy) {
				l.told.Episodes = ""
			}
			return
		}
	}
}

// tellEarned looks whether rewards may be what the row above earned, where what was seen stands before its row's action:
// no episode's first row has one, and many others do.
func (l *layout) tellEarned(b *block) {
	const fewest, often = 10, 5 // episodes; one row in so many
	if !l.before[coded.Observation] || l.before[coded.Reward] || !l.has(tabular.Reward) || !l.has(tabular.Episode) {
		return
	}
	episodes, rows, paid, atOnce := 0, 0, 0, false
	l.episodeRows(b, func(line *liner, begins bool) {
		reward, known := tabular.ParseNumber(line.fields[tabular.Reward], l.comma())
		earned := known && reward != 0
		if begins {
			episodes++
			atOnce = atOnce || earned
		} else if rows++; earned {
			paid++
		}
	})
	if !atOnce && episodes >= fewest && paid*often >= rows {
		l.told.EarnedAbove = l.called[tabular.Reward]
	}
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
	if l.shape == tabular.TripleTable {
		return column == tabular.Count || column%3 == int(coded.Reward)
	}
	binned := slices.ContainsFunc(l.from[column], func(i int) bool { return l.parts[i].bins != nil })
	return column == tabular.Step || column == tabular.Reward || column == tabular.Probability || binned
}
