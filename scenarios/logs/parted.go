package logs

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"eeporl/pomdp/figure"
	"eeporl/scenarios/logs/tabular"
)

// episodeAsItIs says whether somebody said that episodes are what their column says: +NAME.
func (l *layout) episodeAsItIs() bool {
	return strings.HasPrefix(l.called[tabular.Episode], tabular.Join)
}

// numbersEpisodes says whether marks or pauses told where episodes begin and end.
func (l *layout) numbersEpisodes() bool {
	return strings.HasPrefix(l.called[tabular.Episode], numberedBy)
}

// askDivided asks about a column that parts what stands for an episode into several: such as the games of a player.
func (l *layout) askDivided(b *block) *problem {
	if !l.has(tabular.Episode) || l.episodeAsItIs() || l.numbersEpisodes() {
		return nil
	}
	column, episode := l.parting(b), l.called[tabular.Episode]
	if column == "" {
		return nil
	}
	return &problem{found: "a column " + strconv.Quote(column) + " that parts the rows of each " + episode,
		want: "to hear whether each part is an episode: --columns episode=" + tabular.Quoted([]string{episode + tabular.Join + column}) + ", or episode=" + tabular.Quoted([]string{tabular.Join + episode}) + " where an episode goes on through all of them"}
}

// parting is the unused column that parts episodes into the most parts, where these look like episodes; "" for none.
func (l *layout) parting(b *block) (column string) {
	most := 0
	for i, name := range l.unused {
		if tabular.IsNoReward(name) && !tabular.TellsWhen(name) || tabular.IsPrevious(name) || tabular.IsLoss(name) || tabular.Endings([]string{name}) != "" {
			continue
		}
		if d := l.division(b, i); d.parts > most && !l.runsThrough(b, i) && (d.counts() || d.alike() || l.restartsIn(b, i)) {
			most, column = d.parts, name
		}
	}
	return column
}

// division is how an unused column parts episodes. The last part of the rows that were looked at may be cut off.
type division struct {
	episodes, parts int
	rising, goes    int         // parts that follow another of their episode; of these, those with the number after its number
	lengths         map[int]int // how many parts have so many rows
	single          int         // parts of one row
}

// fewestParts is how many have to show that a column parts episodes.
const fewestParts = 10

// division follows a column through episodes: no parts where what it says comes again in one, is not said everywhere, or changes from row
// to row.
func (l *layout) division(b *block, column int) (d division) {
	d.lengths = map[int]int{}
	var episode, last []byte
	met, rows := map[string]bool{}, 0
	end := func() {
		if rows > 0 {
			d.lengths[rows]++
			if rows == 1 {
				d.single++
			}
		}
	}
	begun := false
	for of, field := range l.unusedFields(b, column) {
		other := !begun || !bytes.Equal(of, episode)
		switch {
		case tabular.IsMissing(field):
			return division{}
		case other || !bytes.Equal(field, last):
			end()
			rows = 1
			d.parts++
			if other {
				clear(met)
				d.episodes++
			} else {
				d.goes++
				before, number := tabular.ParseStep(last, l.comma())
				if now, too := tabular.ParseStep(field, l.comma()); number && too && now == before+1 {
					d.rising++
				}
			}
			if met[string(field)] {
				return division{}
			}
			met[string(field)] = true
		default:
			rows++
		}
		begun, episode, last = true, append(episode[:0], of...), append(last[:0], field...)
	}
	if d.parts < fewestParts || d.parts < 2*d.episodes || 20*d.single > d.parts {
		return division{}
	}
	return d
}

// counts says whether parts are numbered in their order.
func (d division) counts() bool { return d.goes > 0 && 20*(d.goes-d.rising) <= d.goes }

// alike says whether all parts but the last one have the same number of rows.
func (d division) alike() bool {
	for _, parts := range d.lengths {
		if parts >= d.parts-1 && d.parts >= 2*fewestParts {
			return true
		}
	}
	return false
}

// runsThrough says whether the log's own steps go on from one part of an episode to the next.
func (l *layout) runsThrough(b *block, column int) bool {
	if !l.has(tabular.Step) || l.timed {
		return false
	}
	line := l.withPart(l.unusedPart(column))
	var episode, part []byte
	last, through, begun := int64(0), 0, 0
	for _, text := range b.eachLine {
		if !l.json && isComment(text) || line.cut(text) != nil {
			continue
		}
		step, ok := tabular.ParseStep(line.fields[tabular.Step], l.comma())
		now := line.values[len(l.parts)]
		if ok && bytes.Equal(episode, line.fields[tabular.Episode]) && !bytes.Equal(part, now) {
			if begun++; step > last {
				through++
			}
		}
		last, episode, part = step, append(episode[:0], line.fields[tabular.Episode]...), append(part[:0], now...)
	}
	return begun > 0 && 10*through > 9*begun
}

// restartsIn says whether another unused column counts the rows of each part, and begins anew in the next.
func (l *layout) restartsIn(b *block, column int) bool {
	var begins []bool
	var episode, last []byte
	for of, field := range l.unusedFields(b, column) {
		begins = append(begins, !bytes.Equal(of, episode) || !bytes.Equal(field, last))
		episode, last = append(episode[:0], of...), append(last[:0], field...)
	}
	for i := range l.unused {
		if i != column && l.countsFrom(b, i, begins) {
			return true
		}
	}
	return false
}

// countsFrom says whether an unused column's numbers rise by 1 from row to row, but for rows that begin something: there they fall.
func (l *layout) countsFrom(b *block, column int, begins []bool) bool {
	row, last := 0, int64(0)
	for _, field := range l.unusedFields(b, column) {
		n, ok := tabular.ParseStep(field, l.comma())
		if !ok || row > 0 && (begins[row] && n > last || !begins[row] && n != last+1) {
			return false
		}
		last = n
		row++
	}
	return row > 0
}

// instant is a moment as a number that can be subtracted: nanoseconds, or the unit of a column of numbers.
func (r sortedRow) instant() float64 { return float64(r.at.Whole) + r.at.Part() }

// apart are how far the rows of sorted episodes lie behind those before them, the nearest first.
func apart(list []sortedRow) (spans []float64) {
	for i := 1; i < len(list); i++ {
		if list[i].episode == list[i-1].episode {
			spans = append(spans, list[i].instant()-list[i-1].instant())
		}
	}
	slices.Sort(spans)
	return spans
}

// uneven is how many times as long as the nearest tenth of spans the farthest tenth are, at least; 0 where they are few. They rise.
func uneven(spans []float64) float64 {
	const fewest = 20
	if n := len(spans); n >= fewest && spans[n/10] > 0 {
		return spans[n-1-n/10] / spans[n/10]
	}
	return 0
}

// askPauses asks whether episodes end where nothing happens for long: where a few of the rows of most episodes lie far behind those
// before them, and all others near: spans are how far. back is how often a row lies before the one above it in the file.
func (l *layout) askPauses(b *block, list []sortedRow, spans []float64, back int) *problem {
	const fewest, far = 10, 20 // pauses, and how many times as long as all else they are
	if l.declared.Settled || l.said(tabular.BeginColumn) || l.said(tabular.EndColumn) || l.said(tabular.PauseColumn) || !l.has(tabular.Episode) || l.episodeAsItIs() {
		return nil
	}
	at, ratio := 0, 0.
	for i := len(spans) / 2; i+fewest < len(spans)+1; i++ {
		if i > 0 && spans[i-1] > 0 && spans[i] > ratio*spans[i-1] {
			at, ratio = i, spans[i]/spans[i-1]
		}
	}
	episodes := map[int]bool{}
	for _, r := range list {
		episodes[r.episode] = true
	}
	pauses := len(spans) - at
	if at == 0 || ratio < far || 2*pauses < len(episodes) || 0 < back && back <= pauses { // or the clock was set back
		return nil
	}
	near, long := spans[at-1], spans[at]
	say := func(x float64) string { return strconv.FormatFloat(x, 'g', 3, 64) }
	pause := strconv.FormatFloat(math.Pow(10, math.Round(math.Log10(math.Sqrt(near)*math.Sqrt(long)))), 'f', -1, 64)
	if unit := sinceEpoch(list[0].instant()); unit > 0 {
		say = func(x float64) string { return lasting(time.Duration(x * unit)) }
		pause = lasting(time.Duration(midway(near*unit, long*unit)))
	} else if _, number := tabular.ReadNumber(list[0].line[list[0].from:list[0].to], l.comma()); !number {
		say = func(x float64) string { return lasting(time.Duration(x)) }
		pause = lasting(time.Duration(midway(near, long)))
	}
	parted := ""
	if column := l.parting(b); column != "" {
		parted = "episode=" + tabular.Quoted([]string{l.called[tabular.Episode] + tabular.Join + column}) + ", whose parts they are between, or "
	}
	return &problem{found: fmt.Sprintf("%d pauses of %s or more within the rows of %s, the others %s apart at most", pauses, say(long), figure.Counted(len(episodes), l.called[tabular.Episode], l.called[tabular.Episode]+"s"), say(near)),
		want: "to hear whether an episode ends there: --columns " + parted + tabular.PauseColumn + "=" + pause + ", or episode=" + tabular.Quoted([]string{tabular.Join + l.called[tabular.Episode]}) + " if it goes on"}
}

// sinceEpoch is how many nanoseconds the unit of a number has that counts from 1970 and lies in our days; 0 for any other number.
func sinceEpoch(x float64) float64 {
	for unit := 1e3; unit <= 1e9; unit *= 1000 {
		if at := x * unit; at > 8e17 && at < 4e18 { // 1995 to 2096
			return unit
		}
	}
	return 0
}

// midway is the time that people would choose between two.
func midway(short, long float64) float64 {
	middle := math.Sqrt(short) * math.Sqrt(long)
	off := func(d time.Duration) float64 { return math.Abs(math.Log(float64(d) / middle)) }
	usual := []time.Duration{time.Second, 10 * time.Second, 30 * time.Second, time.Minute, 5 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 6 * time.Hour, 12 * time.Hour, 24 * time.Hour, 7 * 24 * time.Hour}
	nearest := slices.MinFunc(usual, func(a, b time.Duration) int { return cmp.Compare(off(a), off(b)) })
	if d := float64(nearest); short < d && d < long {
		return d
	}
	return middle
}

// lasting is a time in its largest unit, in words that Elapsed reads.
func lasting(d time.Duration) string {
	for _, u := range []struct {
		is   time.Duration
		name string
	}{{24 * time.Hour, "day"}, {time.Hour, "h"}, {time.Minute, "min"}, {time.Second, "sec"}, {time.Millisecond, "ms"}} {
		if d >= u.is {
			return strconv.FormatFloat(math.Round(10*float64(d)/float64(u.is))/10, 'f', -1, 64) + u.name
		}
	}
	return strconv.FormatInt(int64(d), 10) + "ns"
}

// byPauses reads a log whole whose steps are moments, and puts a column before the others with the numbers of its episodes: one ends
// where the next row of its name is later by more than a pause. It returns what was declared with the new column.
func byPauses(in io.Reader, d Declared, fail func(bad *problem, number int) error) (io.Reader, Declared, error) {
	text, b, l, err := wholeLog(in, d)
	if err != nil || l == nil || l.shape != tabular.LongLog {
		return bytes.NewReader(text), d, err // whoever reads it says what is wrong
	}
	called := d.Columns[tabular.PauseColumn]
	if !l.has(tabular.Step) {
		return nil, d, fail(&problem{found: "--columns " + tabular.PauseColumn + " without steps that are moments", want: "step=NAME, the column that says when each row was"}, b.first)
	}
	list, unread := rowsToSort(b, l, true)
	list, _, _ = inTime(list, unread, l.comma())
	if len(list) == 0 {
		return bytes.NewReader(text), d, nil
	}
	pause, ok := l.pause(called, list[0])
	if !ok {
		return nil, d, fail(&problem{found: "--columns " + tabular.PauseColumn + "=" + called, want: "how long, as 30min, 2h or 1day; of a column of numbers a number in its unit"}, b.first)
	}
	slices.SortStableFunc(list, func(a, b sortedRow) int { return cmp.Or(a.episode-b.episode, a.at.Compare(b.at)) })
	numbers, now := map[int]int{}, 1
	for i, r := range list {
		if i > 0 && (r.episode != list[i-1].episode || r.instant()-list[i-1].instant() > pause) {
			now++
		}
		numbers[r.number] = now
	}
	name := numberedBy + tabular.PauseColumn
	rows, bad, number := l.withNumbers(text, b, name, func(_ *liner, number int) (int, *problem) { return numbers[number], nil })
	if bad != nil {
		return nil, d, fail(bad, number)
	}
	d.Columns = maps.Clone(d.Columns)
	delete(d.Columns, tabular.PauseColumn)
	d.Columns[tabular.LongColumns()[tabular.Episode]] = name
	return rows, d, nil
}

// pause reads how long one is, in what moments are counted in.
func (l *layout) pause(text string, row sortedRow) (float64, bool) {
	whole, ok := tabular.Elapsed(text)
	if n := len(text); !ok && n > 1 { // 2h
		whole, ok = tabular.Elapsed(text[:n-1] + " " + text[n-1:])
	}
	if _, number := tabular.ReadNumber(row.line[row.from:row.to], l.comma()); !number {
		return float64(whole), ok && whole > 0
	}
	if unit := sinceEpoch(row.instant()); ok && unit > 0 {
		return float64(whole) / unit, whole > 0
	}
	x, ok := tabular.ParseNumber([]byte(text), false)
	return x, ok && x > 0
}
