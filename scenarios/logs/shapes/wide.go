package shapes

import (
	"bufio"
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"eeporl/scenarios/logs/tabular"
)

// stepColumns is a table with a row for each episode and columns for each of its steps, such as action_1, reward_1, action_2 and
// reward_2, or trial1_choice and trial2_choice.
type stepColumns struct {
	own     []int    // columns that hold for the whole row
	stems   []string // what is left of steps' names without their number, in the order of the columns
	numbers []int    // of the steps
	visits  []int    // what the steps are called: their numbers, or places where those say when they were
	at      [][]int  // [step][stem] the column; -1 for none
}

// stepOf takes a name apart into a stem and the number of a step: choice_1, trial1_choice.
func stepOf(name string) (stem string, number int, ok bool) {
	const digits, separators = "0123456789", "_. -:"
	before := strings.TrimRight(name, digits)
	last, after := name[len(before):], ""
	if last == "" {
		from := strings.IndexAny(name, digits)
		if from < 0 {
			return "", 0, false
		}
		rest := strings.TrimLeft(name[from:], digits)
		before, last, after = name[:from], name[from:len(name)-len(rest)], strings.Trim(rest, separators)
		if strings.ContainsAny(after, digits) {
			return "", 0, false
		}
	}
	number, err := strconv.Atoi(last)
	before = strings.TrimRight(before, separators)
	switch {
	case err != nil || before == "" && after == "":
		return "", 0, false
	case after == "":
		if at := strings.LastIndexAny(before, separators); at > 0 && slices.Contains(tabular.StepWords, strings.ToLower(before[at+1:])) {
			before = strings.TrimRight(before[:at], separators) // action_T1
		}
		return before, number, true
	case !slices.ContainsFunc(tabular.WordsOf(before), func(word string) bool { return !slices.Contains(tabular.StepWords, word) }):
		return after, number, true
	}
	return before + "_" + after, number, true
}

// digitGroups are groups of digits.
var digitGroups = regexp.MustCompile(`[0-9]+`)

// withoutConstants are names without those of their numbers that are the same wherever the rest of the name is: s1_t3_choice is
// s_t3_choice where nothing is of another s.
func withoutConstants(header []string) []string {
	const mark = "\x00" // stands for a number
	met := map[string][][]string{}
	for _, name := range header {
		shape := digitGroups.ReplaceAllString(name, mark)
		met[shape] = append(met[shape], digitGroups.FindAllString(name, -1))
	}
	out := slices.Clone(header)
	for i, name := range header {
		shape := digitGroups.ReplaceAllString(name, mark)
		numbers := met[shape]
		if len(numbers) < 2 || len(numbers[0]) < 2 {
			continue
		}
		group := -1
		out[i] = digitGroups.ReplaceAllStringFunc(name, func(number string) string {
			if group++; slices.ContainsFunc(numbers, func(of []string) bool { return of[group] != number }) {
				return number
			}
			return ""
		})
	}
	return out
}

// ofMonths says whether the number in a name says how long after the beginning a step was.
func ofMonths(name string) bool {
	words := tabular.WordsOf(name)
	return len(words) > 1 && strings.HasSuffix(strings.TrimRight(name, "0123456789"), words[len(words)-1]) && slices.Contains([]string{"m", "mo", "month", "week", "wk", "w", "day", "d", "year", "y"}, words[len(words)-1]) && strings.TrimRight(name, "0123456789") != name
}

// baselines are words behind the name of what was at the first of several visits, before those with a number.
var baselines = []string{"baseline", "base", "bl", "pre", "screening", "intake"}

// withoutBaselines are names with the number 0 in place of such a word, where others of the name have numbers, and none has 0.
func withoutBaselines(header []string) []string {
	met := map[string]bool{} // stems, and stems of step 0
	for _, name := range header {
		if stem, number, ok := stepOf(name); ok {
			met[stem] = true
			met[stem+"\x00"] = met[stem+"\x00"] || number == 0
		}
	}
	out := slices.Clone(header)
	for i, name := range header {
		at := strings.LastIndexAny(name, "_. -:")
		if at > 0 && slices.Contains(baselines, strings.ToLower(name[at+1:])) && met[name[:at]] && !met[name[:at]+"\x00"] {
			out[i] = name[:at+1] + "0"
		}
	}
	return out
}

// visitWords are words for when something was, behind the name of what it was.
var visitWords = []string{"baseline", "base", "bl", "pre", "mid", "midpoint", "post", "fu", "followup", "final", "start", "end", "intake", "discharge", "screening", "eot", "morning", "noon", "afternoon", "evening", "night", "first", "second", "third", "fourth"}

// numberedVisits are names with a number in place of the word behind them, in the order of the columns, where several names have the same
// such words, three at least: drug_pre, drug_mid, drug_post.
func numberedVisits(header []string) []string {
	const fewest = 3 // words
	stems, words := map[string][]string{}, map[string]int{}
	cut := func(name string) (stem, word string) {
		at := strings.LastIndexAny(name, "_. -:")
		if at < 1 {
			return "", ""
		}
		return name[:at], strings.ToLower(name[at+1:])
	}
	for _, name := range header {
		if stem, word := cut(name); stem != "" {
			stems[stem] = append(stems[stem], word)
		}
	}
	alike := func(list []string) (n int) { // stems with the same words
		for _, other := range stems {
			if slices.Equal(list, other) {
				n++
			}
		}
		return n
	}
	for _, list := range stems {
		known := len(slices.DeleteFunc(slices.Clone(list), func(word string) bool { return !slices.Contains(visitWords, word) }))
		if len(list) < fewest || known < fewest-1 || alike(list) < 2 {
			continue
		}
		for i, word := range list {
			words[word] = i + 1
		}
	}
	out := slices.Clone(header)
	for i, name := range header {
		if stem, word := cut(name); words[word] > 0 && len(stems[stem]) >= fewest {
			out[i] = fmt.Sprintf("%s_%d", stem, words[word])
		}
	}
	return out
}

// widely reads the columns of a header that may be one of such a table: at least two things at two steps. Of things with other
// numbers, such as the items of a questionnaire, those are the steps' among which one is done.
func widely(header []string) (w stepColumns, ok bool) {
	const leastStems, leastSteps = 2, 2
	header = numberedVisits(withoutBaselines(withoutConstants(header)))
	steps := map[string][]int{}
	var stems []string // in their order
	for _, name := range header {
		if stem, number, ok := stepOf(name); ok {
			if steps[stem] = append(steps[stem], number); len(steps[stem]) == leastSteps {
				stems = append(stems, stem)
			}
		}
	}
	for _, numbers := range steps {
		slices.Sort(numbers)
	}
	alike := func(stem string) (group []string) {
		for _, other := range stems {
			of := steps[other]
			seen := isState(other) && (slices.Equal(of[1:], steps[stem]) || slices.Equal(of[:len(of)-1], steps[stem]))
			if seen || slices.Equal(of, steps[stem]) {
				group = append(group, other)
			}
		}
		return group
	}
	w.stems = stems
	for _, stem := range stems {
		group := alike(stem)
		left := slices.DeleteFunc(slices.Clone(stems), func(other string) bool { return slices.Contains(group, other) })
		needed := slices.ContainsFunc(left, func(other string) bool {
			return tabular.Guessed(tabular.Reward, []string{other}) != "" || isSeen(other)
		})
		if isDone(stem) && len(group) >= leastStems && !needed {
			w.stems = group
			break
		}
	}
	column, met := map[[2]int]int{}, map[int]bool{}
	first := -1 // the step whose names have no number, as pandas leaves the first of several; −1 for none
	if all := slices.ContainsFunc(w.stems, func(stem string) bool { return !slices.Contains(header, stem) }); !all && len(w.stems) >= leastStems && steps[w.stems[0]][0] > 0 {
		first = steps[w.stems[0]][0] - 1
	}
	for i, name := range header {
		stem, number, is := stepOf(name)
		if !is && first >= 0 && slices.Contains(w.stems, name) {
			stem, number, is = name, first, true
		}
		at := slices.Index(w.stems, stem)
		if !is || at < 0 {
			w.own = append(w.own, i)
			continue
		}
		if !met[number] {
			w.numbers, met[number] = append(w.numbers, number), true
		}
		if _, twice := column[[2]int{number, at}]; twice {
			return w, false
		}
		column[[2]int{number, at}] = i
	}
	slices.Sort(w.numbers)
	w.visits = w.numbers
	if slices.ContainsFunc(header, ofMonths) { // months of visits leave no steps out
		w.visits = nil
		for k := range w.numbers {
			w.visits = append(w.visits, k+1)
		}
	}
	w.seenFirst(column)
	for _, number := range w.numbers {
		row := make([]int, len(w.stems))
		for at := range row {
			i, ok := column[[2]int{number, at}]
			if row[at] = i; !ok {
				row[at] = -1
			}
		}
		w.at = append(w.at, row)
	}
	return w, len(w.stems) >= leastStems
}

// seenFirst puts what is seen behind the others where the first step has it alone, before any action: at the others it came after theirs.
func (w *stepColumns) seenFirst(column map[[2]int]int) {
	if len(w.numbers) == 0 {
		return
	}
	var alone []int
	for at := range w.stems {
		if _, has := column[[2]int{w.numbers[0], at}]; has {
			alone = append(alone, at)
		}
	}
	if len(alone) != 1 || len(w.stems) < 2 || !isState(w.stems[alone[0]]) {
		return
	}
	at, last := alone[0], len(w.stems)-1
	w.stems[at], w.stems[last] = w.stems[last], w.stems[at]
	for _, number := range w.numbers {
		one, has := column[[2]int{number, at}]
		other, had := column[[2]int{number, last}]
		delete(column, [2]int{number, at})
		delete(column, [2]int{number, last})
		if has {
			column[[2]int{number, last}] = one
		}
		if had {
			column[[2]int{number, at}] = other
		}
	}
}

// isDone says whether a name is likely that of actions, and isSeen whether of observations.
func isDone(name string) bool { return tabular.Likely(tabular.Action, name) }
func isSeen(name string) bool { return tabular.Likely(tabular.Observation, name) }

// isState says so of a letter for states, too.
func isState(name string) bool { return isSeen(name) || name == "s" }

// whole says whether each step has all that the others have, but for the first and the last, which may have what was seen before any
// action, or after all, alone.
func (w stepColumns) whole() bool {
	first := 0
	state := slices.IndexFunc(w.stems, isState)
	if z := state; z >= 0 && w.at[0][z] >= 0 && !slices.ContainsFunc(slices.Delete(slices.Clone(w.at[0]), z, z+1), func(i int) bool { return i >= 0 }) {
		first = 1
	}
	last := len(w.at)
	if z := state; z >= 0 && last > first+1 && w.at[last-1][z] >= 0 && !slices.ContainsFunc(slices.Delete(slices.Clone(w.at[last-1]), z, z+1), func(i int) bool { return i >= 0 }) {
		last-- // what was seen at the end
	}
	return !slices.ContainsFunc(w.at[first:last], func(row []int) bool { return slices.Contains(row, -1) })
}

// Wide is the problem of such a table whose steps differ in what they have; two times "" where a header is none of one.
func Wide(header []string) (found, want string) {
	w, ok := widely(header)
	if !ok || w.whole() {
		return "", ""
	}
	for k, row := range w.at {
		if stem := slices.Index(row, -1); stem >= 0 {
			return fmt.Sprintf("columns for several steps in one row: %s, …, and no %s of step %d", tabular.Names(header[:min(len(header), 4)]), w.stems[stem], w.numbers[k]),
				"each of " + strings.Join(w.stems, ", ") + " at every step, or a row for each step"
		}
	}
	return "", ""
}

// final is the column of what was earned at an episode's end, as no step has a reward of its own; −1 for none.
func (w stepColumns) final(header, own []string, called string) int {
	if slices.ContainsFunc(w.stems, func(stem string) bool { return stem == called || tabular.Likely(tabular.Reward, stem) }) {
		return -1
	}
	for _, name := range append([]string{called, tabular.Guessed(tabular.Reward, own)}, own...) {
		named := name == called || tabular.Likely(tabular.Reward, name) || slices.ContainsFunc(tabular.WordsOf(name), func(word string) bool { return slices.Contains([]string{"y", "final", "endpoint"}, word) })
		if i := slices.Index(header, name); named && slices.Contains(w.own, i) {
			return i
		}
	}
	return -1
}

// importID stands in the third line of what Qualtrics exports.
var importID = []byte("ImportId")

// repeats says whether a column holds the same in most rows as in the row above: they are steps.
func repeats(head []byte, s tabular.Splitter, column int) bool {
	rows, same, last := 0, 0, ""
	for i, line := range bytes.Split(head, []byte("\n")) {
		cells, bad := s.Texts(line)
		if i == 0 || bad != "" || column < 0 || column >= len(cells) {
			continue
		}
		if rows > 0 && cells[column] == last {
			same++
		}
		rows, last = rows+1, cells[column]
	}
	return 2*same > rows
}

// namesEpisodes says whether a column's values each stand in several rows one below the other, and in no others: a table with a row for
// each step.
func namesEpisodes(head []byte, s tabular.Splitter, column int) bool {
	const fewest = 8 // values
	met, rows, last := map[string]bool{}, 0, ""
	for i, line := range bytes.Split(head, []byte("\n")) {
		cells, bad := s.Texts(line)
		if i == 0 || bad != "" || column >= len(cells) || len(cells) < 2 {
			continue
		}
		if rows > 0 && cells[column] != last && met[cells[column]] {
			return false
		}
		last = cells[column]
		met[last] = true
		rows++
	}
	return len(met) >= fewest && 2*len(met) <= rows
}

// apartFrom says whether a column names each of the rows, of which there are several: episodes.
func apartFrom(head []byte, s tabular.Splitter, column int) bool {
	const fewest = 8
	met, rows := map[string]bool{}, 0
	for i, line := range bytes.Split(head, []byte("\n")) {
		cells, bad := s.Texts(line)
		if i == 0 || bad != "" || column < 0 || column >= len(cells) {
			continue
		}
		rows++
		met[cells[column]] = true
	}
	return rows >= fewest && len(met) >= rows-1 // the last line may be cut
}

// AsWide looks whether a text begins with the header of a wide table, with none of what it has at a step in a column of its own, and
// none of the columns that somebody named; it gives its rows, otherwise the text as it was.
func AsWide(in *bufio.Reader, columns map[string]string) (*bufio.Reader, bool) {
	head, _ := in.Peek(Peeked)
	if at := bytes.LastIndexAny(head, ",;\t"); at > 0 && !bytes.Contains(head, []byte("\n")) {
		s := tabular.Splitter{Separator: head[at]}
		header, _ := s.Texts(head[:at])
		if _, ok := widely(header); !ok {
			return in, false
		}
		in = bufio.NewReaderSize(in, longestEpisode)
		head, _ = in.Peek(longestEpisode)
	}
	line, _, _ := bytes.Cut(bytes.TrimPrefix(head, Mark), []byte("\n"))
	separator := tabular.Separated(line, columns)
	s := tabular.Splitter{Separator: separator}
	header, bad := s.Texts(bytes.TrimRight(line, "\r"))
	if bad != "" || tabular.IsTriples(header, nil) || tabular.TripleTable.Named(columns) {
		return in, false
	}
	w, ok := widely(header)
	if !ok || !w.whole() {
		return in, false
	}
	var own []string
	for _, i := range w.own {
		own = append(own, header[i])
	}
	apart := apartFrom(head, s, slices.Index(header, tabular.Guessed(tabular.Episode, own))) ||
		tabular.Guessed(tabular.Episode, own) == "" && slices.ContainsFunc(w.own, func(i int) bool { return apartFrom(head, s, i) })
	unnamed := len(w.numbers) > 2 && apart && tabular.LongLog.Known(header, nil) == 0 // what columns are is told by what they hold, or asked
	has := func(column int) bool {
		return unnamed && column != tabular.Reward || slices.Contains(w.stems, columns[tabular.LongColumns()[column]]) || slices.ContainsFunc(w.stems, func(name string) bool { return tabular.Likely(column, name) })
	}
	said := func(name string) bool {
		at, missing := tabular.Find(header, name)
		return missing == "" && !slices.Contains(w.stems, name) && !slices.ContainsFunc(at, func(i int) bool { return slices.Contains(w.own, i) })
	}
	for _, name := range columns {
		if said(name) {
			return in, false
		}
	}
	if !has(tabular.Action) || !has(tabular.Reward) && !has(tabular.Observation) || tabular.Endings(own) != "" {
		return in, false
	}
	for _, column := range tabular.Events {
		if tabular.Guessed(column, own) != "" && !has(column) && !(column == tabular.Reward && apart && len(w.numbers) > 2) { // the numbers are those of parts
			return in, false
		}
	}
	if slices.ContainsFunc(w.own, func(i int) bool { return namesEpisodes(head, s, i) }) {
		return in, false
	}
	if id := tabular.Guessed(tabular.Episode, own); repeats(head, s, slices.Index(header, id)) || id == "" && tabular.Guessed(tabular.Step, own) != "" {
		return in, false
	}
	u := &unfoldedTable{in: in, table: w, split: s, final: w.final(header, own, columns[tabular.LongColumns()[tabular.Reward]])}
	u.fill = u.next
	return bufio.NewReaderSize(u, Peeked), true
}
