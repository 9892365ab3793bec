package logs

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"

	"eeporl/scenarios/logs/tabular"
)

// sortedTitle says behind a file's name that lines are those of the sorted log.
const sortedTitle = ", sorted"

// timed says whether the first rows have moments in place of their steps' numbers.
func timed(text *bufio.Reader, o Options) (is bool) {
	numbers := tabular.Numbering{Last: map[string]int64{}, Met: map[int64]bool{}}
	counted := firstSteps(text, o, func(episode, step []byte, comma bool) bool {
		if is = numbers.Moment(episode, step, comma); is {
			return false
		}
		for _, dayFirst := range []bool{false, true} {
			if _, is = (&tabular.Calendar{DayFirst: dayFirst}).Read(step); is {
				return false
			}
		}
		_, number := tabular.ParseStep(step, comma)
		return number
	})
	return is || counted && numbers.Moments()
}

// fewestRunsOn is how many episodes have to go on with the number after the last of the one before.
const fewestRunsOn = 3

// runsOn says whether the steps of the first rows are numbered through several episodes, such as the sessions of a person, with none
// left out: an episode begins with the number after the last, or with the first one anew. Or each of many begins somewhere beyond the last.
func runsOn(text *bufio.Reader, o Options) bool {
	var last []byte
	begins, anew, beyond, before, first := 0, 0, 0, int64(0), int64(0)
	counted := firstSteps(text, o, func(episode, step []byte, comma bool) bool {
		n, number := tabular.ParseStep(step, comma)
		switch other := !bytes.Equal(last, episode); {
		case !number:
			return false
		case last == nil:
			first = n
		case n == before+1 && other:
			begins++
		case n > before && other:
			beyond++
		case other && n == first:
			anew++
		case n != before+1:
			return false
		}
		last, before = append(last[:0], episode...), n
		return true
	})
	if beyond > 0 {
		return counted && anew == 0 && beyond+begins >= fewestEpisodes
	}
	return counted && begins >= fewestRunsOn
}

// firstSteps visits the first rows that have a step, as many as are at hand; false where there are none or visit says so.
func firstSteps(text *bufio.Reader, o Options, visit func(episode, step []byte, comma bool) bool) bool {
	start, _ := text.Peek(text.Size())
	b := &block{first: 1, data: bytes.Clone(start)}
	head := beginning{declared: o.Declared}
	if found, _, bad := head.read(b); !found || bad != nil || head.layout.shape != tabular.LongLog || !head.layout.has(tabular.Step) {
		return false
	}
	if end := bytes.LastIndexByte(b.data, '\n'); len(start) == text.Size() && end >= 0 {
		b.data = b.data[:end] // the last line may be cut
	}
	head.layout.tellDecimals(b)
	line := newLiner(head.layout)
	for _, text := range b.eachLine {
		if line.cut(text) != nil || line.empty() || tabular.IsMissing(line.fields[tabular.Step]) {
			continue
		}
		if !visit(line.fields[tabular.Episode], line.fields[tabular.Step], head.layout.comma()) {
			return false
		}
	}
	return true
}

// sortedRow is a row whose place in the sorted log is known but for its moment.
type sortedRow struct {
	episode  int
	at       tabular.Moment
	number   int // of its line
	line     []byte
	from, to int // where its moment stands in the line
}

// sorted reads a log whole and gives its rows in order: episodes as they first appear, the steps of
// each rising, then rows of which that cannot be told. Errors about it name lines of this order.
// Where steps' numbers are moments, they become numbers. A triple table has no order and stays as it is.
func sorted(in io.Reader, o Options, moments bool, fail func(bad *problem, number int) error) (out io.Reader, fell tabular.Disorder, err error) {
	text, b, l, err := wholeLog(in, o.Declared)
	if err != nil || l == nil || l.shape != tabular.LongLog {
		return bytes.NewReader(text), fell, err // whoever reads it says what is wrong
	}
	start := text[:len(text)-len(b.data)]
	list, unreadable := rowsToSort(b, l, false)
	var places *tabular.Places
	if !moments && l.has(tabular.Step) {
		sortRows(list)
		places = placesOf(list, false)
	}
	if moments = moments || places != nil; moments {
		list, unreadable = rowsToSort(b, l, true)
		list, unreadable, fell = inTime(list, unreadable, l.comma())
		episodesInTime(list)
	}
	sortRows(list)
	if moments {
		fell.Places = placesOf(list, true)
	}
	if again := rowsAgain(list, fell.Places != nil); moments && again != nil {
		if !o.SkipBad {
			return nil, fell, fail(rowAgain(again[0].first), again[0].second)
		}
		list = slices.DeleteFunc(list, func(r sortedRow) bool {
			return slices.ContainsFunc(again, func(x twice) bool { return x.second == r.number })
		})
	}
	for i := 1; moments && i < len(list); i++ {
		if list[i].episode == list[i-1].episode && list[i].at.Compare(list[i-1].at) == 0 {
			fell.Tied++
		}
	}
	if moments {
		spans := apart(list)
		if fell.Places == nil {
			fell.Uneven = uneven(spans)
		}
		if bad := l.askPauses(b, list, spans, fell.Back); bad != nil {
			return nil, fell, fail(bad, b.first)
		}
	}
	fell.Through = !moments && l.has(tabular.Step) && numberedThrough(list)
	if bad, number := l.stepTwice(list); bad != nil && !moments && !o.SkipBad {
		return nil, fell, fail(bad, number)
	}
	rows := bytes.NewBuffer(make([]byte, 0, len(text)))
	write := func(line []byte) {
		rows.Write(line)
		rows.WriteByte('\n')
	}
	if len(start) > 0 {
		write(bytes.TrimRight(start, "\r\n"))
	}
	number, last, first := 0, -1, int64(0)
	for _, r := range list {
		if r.episode != last {
			number, last, first = 0, r.episode, r.at.Whole
		}
		if number++; !moments {
			write(r.line)
			continue
		}
		rows.Write(r.line[:r.from])
		if fell.Places != nil {
			number = fell.Places.Step(r.at.Whole, first)
		}
		rows.WriteString(strconv.Itoa(number))
		write(r.line[r.to:])
	}
	for _, r := range unreadable {
		write(r)
	}
	return rows, fell, nil
}

// sortRows puts rows in the order of episodes, and of each one's steps.
func sortRows(list []sortedRow) {
	slices.SortStableFunc(list, func(a, b sortedRow) int {
		return cmp.Or(a.episode-b.episode, a.at.Compare(b.at))
	})
}

// placesOf are the places of sorted rows' numbers, where these are whole and shared.
func placesOf(list []sortedRow, nextTo bool) *tabular.Places {
	var episodes [][]int64
	for i, r := range list {
		if _, whole := tabular.ParseStep(r.field(), true); r.to > 0 && !whole || r.at.Clock || r.at.Part() != 0 {
			return nil
		}
		if i == 0 || list[i-1].episode != r.episode {
			episodes = append(episodes, nil)
		}
		last := &episodes[len(episodes)-1]
		if n := len(*last); n > 0 && (*last)[n-1] == r.at.Whole {
			continue
		}
		*last = append(*last, r.at.Whole)
	}
	if len(episodes) < fewestEpisodes {
		return nil
	}
	return tabular.PlacesOf(episodes, nextTo)
}

// field is what a row's moment was read from.
func (r *sortedRow) field() []byte { return r.line[r.from:r.to] }

// episodesInTime numbers episodes by their first moments, where these are days: in that order one asks whether they drift.
func episodesInTime(list []sortedRow) {
	first := map[int]float64{}
	for _, r := range list {
		at := r.instant()
		if _, number := tabular.ReadNumber(r.line[r.from:r.to], true); number {
			at *= sinceEpoch(at)
		}
		if r.at.Clock || at < 8e17 { // no day
			return
		}
		if before, met := first[r.episode]; !met || at < before {
			first[r.episode] = at
		}
	}
	order := make([]int, 0, len(first))
	for episode := range first {
		order = append(order, episode)
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(first[a], first[b]), a-b) })
	place := make(map[int]int, len(order))
	for i, episode := range order {
		place[episode] = i
	}
	for i := range list {
		list[i].episode = place[list[i].episode]
	}
}

// twice are the lines of two rows that are the same.
type twice struct{ first, second int }

// rowsAgain are the rows of sorted episodes that stand there once more, with their moment and all; nil where chance makes these where moments
// are coarse: they are few, and others have the moment of another row, too. Steps are not coarse.
func rowsAgain(list []sortedRow, steps bool) (again []twice) {
	const share, few = 4, 3 // one in so many
	others := 0
	for i := 1; i < len(list); i++ {
		if list[i-1].episode == list[i].episode && list[i-1].at.Compare(list[i].at) == 0 && !bytes.Equal(list[i-1].line, list[i].line) {
			others++
		}
		for j := i - 1; j >= 0 && list[j].episode == list[i].episode && list[j].at.Compare(list[i].at) == 0; j-- {
			if bytes.Equal(list[j].line, list[i].line) {
				again = append(again, twice{list[j].number, list[i].number})
				break
			}
		}
	}
	if !steps && share*len(again) < len(list) && (others > 0 || len(again) < few) {
		return nil
	}
	return again
}

// numberedThrough says whether sorted rows are numbered through all episodes: no number comes again, and each is the next after the one
// above it in its episode.
func numberedThrough(list []sortedRow) bool {
	met, begins := map[int64]bool{}, 0
	for i, r := range list {
		n := r.at.Whole
		switch same := i > 0 && list[i-1].episode == r.episode; {
		case met[n], same && n != list[i-1].at.Whole+1:
			return false
		case !same:
			begins++
		}
		met[n] = true
	}
	return begins > fewestRunsOn
}

// wholeLog reads a log whole: its text, the rows, and how they are laid out; nil where that cannot be read.
func wholeLog(in io.Reader, d Declared) (text []byte, rows *block, l *layout, err error) {
	if text, err = io.ReadAll(in); err != nil {
		return text, nil, nil, err
	}
	rows = &block{first: 1, data: text}
	head := beginning{declared: d}
	if found, _, bad := head.read(rows); !found || bad != nil {
		return text, rows, nil, nil
	}
	l = head.layout
	if !l.json && l.separator != '\t' {
		rows.separator = l.separator
	}
	l.tellDecimals(rows)
	return text, rows, l, nil
}

// stepTwice is the first of the sorted rows whose step its episode has already.
func (l *layout) stepTwice(list []sortedRow) (bad *problem, number int) {
	if !l.has(tabular.Step) {
		return nil, 0
	}
	for i := 1; i < len(list); i++ {
		a, b := list[i-1], list[i]
		switch {
		case a.episode != b.episode || a.at.Compare(b.at) != 0:
		case bytes.Equal(a.line, b.line):
			return rowAgain(a.number), b.number
		default:
			return &problem{l.position(tabular.Step), fmt.Sprintf("a step that line %d of the same episode has", a.number), "each step of an episode once; " + l.restarts()}, b.number
		}
	}
	return nil, 0
}

// rowsToSort are the rows of a long log, and those that cannot be placed. Rows without a step's number stand in
// their order.
func rowsToSort(b *block, l *layout, moments bool) (list []sortedRow, unreadable [][]byte) {
	numbers, line := map[string]int{}, newLiner(l)
	for number, text := range b.eachLine {
		row := sortedRow{number: number, line: text}
		ok := line.cut(text) == nil
		if ok && l.has(tabular.Step) {
			field := line.fields[tabular.Step]
			if moments {
				ok = row.holds(field, line)
			} else {
				row.at.Whole, ok = tabular.ParseStep(field, l.comma())
			}
		}
		if !ok {
			unreadable = append(unreadable, text)
			continue
		}
		episode := line.fields[tabular.Episode]
		n, known := numbers[string(episode)]
		if !known {
			n = len(numbers)
			numbers[string(episode)] = n
		}
		row.episode = n
		list = append(list, row)
	}
	return list, unreadable
}

// holds finds the field of a moment in its line.
func (r *sortedRow) holds(field []byte, line *liner) bool {
	r.from = cap(r.line) - cap(field) // a field is a part of its line
	in := func() bool {
		return r.from >= 0 && r.from+len(field) <= len(r.line) && bytes.Equal(r.line[r.from:r.from+len(field)], field)
	}
	if line.json && len(line.clean) > 0 && !in() { // or of the line without NaN
		r.line = bytes.Clone(line.clean)
		r.from = bytes.Index(r.line, field)
	}
	r.to = r.from + len(field)
	return len(field) > 0 && in()
}

// inTime reads the moments of rows. Those that have none cannot be placed.
func inTime(list []sortedRow, unreadable [][]byte, comma bool) (placed []sortedRow, left [][]byte, fell tabular.Disorder) {
	calendar := tabular.CalendarOf(func(yield func([]byte) bool) {
		for _, r := range list {
			if !yield(r.line[r.from:r.to]) {
				return
			}
		}
	})
	if calendar.Either {
		fell.Slashed = map[bool]string{true: "day", false: "month"}[calendar.DayFirst]
	}
	courses := map[int]*tabular.Course{} // of the episodes
	for _, r := range list {
		field := r.line[r.from:r.to]
		at, ok := tabular.ReadNumber(field, comma)
		if !ok {
			at, ok = calendar.Read(field)
		}
		if !ok {
			unreadable = append(unreadable, r.line)
			continue
		}
		if courses[r.episode] == nil {
			courses[r.episode] = &tabular.Course{}
		}
		r.at = courses[r.episode].Next(at, &fell)
		placed = append(placed, r)
	}
	return placed, unreadable, fell
}
