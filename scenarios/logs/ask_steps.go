package logs

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"eeporl/scenarios/logs/tabular"
)

// askSteps looks for a column that counts the rows of each episode, and not in their order, where no column says their steps.
func (l *layout) askSteps(b *block) *problem {
	if l.has(tabular.Step) || l.called[tabular.Step] == tabular.NoColumn || !l.has(tabular.Episode) {
		return nil
	}
	for i, name := range l.unused {
		which := ""
		if bad := l.askDateBeside(b, i); bad != nil {
			return bad
		}
		if l.ordinalsFall(b, i) {
			want := "rows in their order" + l.numbersOf(b, name) + ", and --columns step=" + tabular.NoColumn + " where they stand in it"
			if l.allSteps(b, i) {
				want = "--columns step=" + tabular.Quoted([]string{name}) + " --unsorted, or step=" + tabular.NoColumn + " if rows stand in their order"
			}
			return &problem{found: "rows that are not in the order of column " + strconv.Quote(name) + ", as where they were sorted as words, and no column of steps", want: want}
		}
		switch {
		case tabular.IsPart(name) || tabular.Endings([]string{name}) != "":
		case l.countsRows(b, i):
			which = "those of each episode"
		case l.countsAll(b, i):
			which = "all of them"
		}
		if which != "" {
			found := "rows that are not in the order of column " + cmp.Or(name, `""`) + ", which counts " + which + ", and no column of steps"
			if tabular.CountsDown(name) {
				return &problem{found: found, want: "--columns step=" + tabular.NoColumn + " if rows stand in their order and it counts down, or step=" + tabular.Quoted([]string{name}) + " --unsorted"}
			}
			return &problem{found: found,
				want: "--columns step=" + tabular.Quoted([]string{name}) + " --unsorted, or step=" + tabular.NoColumn + " if rows stand in their order"}
		}
	}
	return nil
}

// askDateBeside asks for one column in place of two where one has dates, and an unused one times of day, and rows are not in their order.
func (l *layout) askDateBeside(b *block, column int) *problem {
	name := l.unused[column]
	clocks, episodes, ok := l.momentsOf(b, column, true)
	if !ok {
		return nil
	}
	for i, date := range l.unused {
		dates, _, ok := l.momentsOf(b, i, false)
		if !ok || i == column || len(dates) != len(clocks) {
			continue
		}
		for row := 1; row < len(dates); row++ {
			if episodes[row] == episodes[row-1] && cmp.Or(dates[row].Compare(dates[row-1]), clocks[row].Compare(clocks[row-1])) < 0 {
				return &problem{found: "dates in column " + strconv.Quote(date) + " and times of day in column " + strconv.Quote(name) + ", rows that are not in their order, and no column of steps",
					want: "both in one" + l.joined(date, name) + ", then --columns step=" + tabular.Quoted([]string{name}) + "; or step=" + tabular.NoColumn + " if rows stand in their order"}
			}
		}
	}
	return nil
}

// momentsOf are the moments in an unused column, all of them of any day or none, and the episodes of their rows; false where some are none.
func (l *layout) momentsOf(b *block, column int, clocks bool) (moments []tabular.Moment, episodes []string, ok bool) {
	read := tabular.Calendar{}
	for of, field := range l.unusedFields(b, column) {
		m, ok := read.Read(field)
		if !ok || m.Clock != clocks {
			return nil, nil, false
		}
		moments, episodes = append(moments, m), append(episodes, string(of))
	}
	return moments, episodes, len(moments) > 0
}

// joined is how to write one column before another into it; "" where that is not said in a line.
func (l *layout) joined(one, other string) string {
	first, ok := l.partOf(one)
	second, too := l.partOf(other)
	if l.json || !ok || !too || l.separator == '"' {
		return ""
	}
	separator := strings.Trim(strconv.Quote(string(l.separator)), `"`)
	return fmt.Sprintf(` (awk -F'%s' -v OFS='%[1]s' 'NR > 1 { $%[3]d = $%[2]d " " $%[3]d } { print }' FILE > log.csv writes them so)`, separator, first.at+1, second.at+1)
}

// numbersOf is how to leave nothing of a column's words but the number in each; "" where they have none, or that is not said in a line.
func (l *layout) numbersOf(b *block, name string) string {
	p, ok := l.partOf(name)
	words := l.contents(b, name)
	if !ok || len(words) == 0 || !strings.ContainsAny(words[0], "0123456789") {
		return ""
	}
	return l.onlyNumbers(p)
}

// leaveNumbers is likewise for a step that is words; "" for others.
func (l *liner) leaveNumbers(step []byte) string {
	from := l.from[tabular.Step]
	if len(from) != 1 || !bytes.ContainsAny(step, "0123456789") || bytes.ContainsAny(step, ":/") {
		return ""
	}
	if awk := l.onlyNumbers(l.parts[from[0]]); awk != "" {
		return ";" + awk
	}
	return ""
}

func (l *layout) onlyNumbers(p part) string {
	if l.json || l.separator == '"' {
		return ""
	}
	name := p.name
	separator := strings.Trim(strconv.Quote(string(l.separator)), `"`)
	return fmt.Sprintf(` (awk -F'%s' -v OFS='%[1]s' 'NR > 1 && match($%[2]d, /[0-9]+/) { $%[2]d = substr($%[2]d, RSTART, RLENGTH) } { print }' FILE > log.csv leaves the number in each of its words: then --columns step=%[3]s --unsorted)`, separator, p.at+1, tabular.Quoted([]string{name}))
}

// ordinalsFall says whether an unused column has days of a week, months, or words with a number in them, each once an episode, and most
// episodes' rows stand in another order.
func (l *layout) ordinalsFall(b *block, column int) bool {
	var episode []byte
	var first, last int
	episodes, fallen, falls, words, numbered := 0, 0, 0, false, false
	met, all, rows := map[int]bool{}, map[int]bool{}, 0
	end := func() {
		if falls > 1 || falls == 1 && (last >= first || numbered) { // one that goes on from the first day of a week falls once
			fallen++
		}
	}
	for of, field := range l.unusedFields(b, column) {
		n, ok := tabular.Ordinal(string(field))
		if _, dated := (&tabular.Calendar{}).Read(field); dated || !ok {
			return false
		}
		if _, number := tabular.ParseStep(field, l.comma()); !number {
			words, numbered = true, numbered || bytes.ContainsAny(field, "0123456789")
		}
		switch {
		case episodes == 0 || !bytes.Equal(of, episode):
			end()
			clear(met)
			episodes, falls, first = episodes+1, 0, n
		case met[n]:
			return false
		case n < last:
			falls++
		}
		met[n], all[n], last, episode = true, true, n, append(episode[:0], of...)
		rows++
	}
	end()
	return (words || tabular.TellsOrder(l.unused[column])) && episodes > fewestEpisodes && 4*fallen > episodes && 3*len(all) <= rows
}

// allSteps says whether all that an unused column says are steps' numbers.
func (l *layout) allSteps(b *block, column int) bool {
	for _, field := range l.unusedFields(b, column) {
		if _, ok := tabular.ParseStep(field, l.comma()); !ok {
			return false
		}
	}
	return true
}

// countsAll says whether an unused column has a whole number of its own for each row, none left out between them, some of them backwards.
func (l *layout) countsAll(b *block, column int) bool {
	met, backwards := map[int64]bool{}, 0
	last, least, most := int64(0), int64(math.MaxInt64), int64(math.MinInt64)
	for _, field := range l.unusedFields(b, column) {
		n, ok := tabular.ParseStep(field, l.comma())
		if !ok || met[n] {
			return false
		}
		if len(met) > 0 && n < last {
			backwards++
		}
		met[n], last, least, most = true, n, min(least, n), max(most, n)
	}
	between := b.last && most-least == int64(len(met))-1
	return len(met) >= fewestRowsTell && backwards > 0 && (between || slices.Contains([]string{"row", "rowid", "rownumber", "index", "line", "unnamed0", ""}, tabular.Plain(l.unused[column])))
}

// countsRows says whether an unused column numbers the rows of each episode, some of them backwards.
func (l *layout) countsRows(b *block, column int) bool {
	const largest, fewestRows = 100_000, 5
	type count struct {
		met  map[int]bool
		last int
	}
	episodes, overall, rows, backwards := map[string]*count{}, map[int]bool{}, 0, 0
	for episode, field := range l.unusedFields(b, column) {
		step, ok := tabular.ParseStep(field, l.comma())
		n := int(step)
		if !ok || step > largest {
			return false
		}
		e := episodes[string(episode)]
		switch {
		case e == nil:
			e = &count{met: map[int]bool{}}
			episodes[string(episode)] = e
		case e.met[n]:
			return false
		default:
			if rows++; n < e.last {
				backwards++
			}
		}
		e.met[n], e.last, overall[n] = true, n, true
	}
	if rows < fewestRows || backwards == 0 {
		return false
	}
	apart := 0 // 1, or 10 where they are 10, 20, 30
	for n := range overall {
		for a, b := n, apart; ; a, b = b, a%b {
			if apart = a; b == 0 {
				break
			}
		}
	}
	for n := range overall { // the same numbers in all of them, without a gap
		if n > apart && !overall[n-apart] {
			return false
		}
	}
	return len(overall) <= rows
}
