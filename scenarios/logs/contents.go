package logs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"eeporl/pomdp/printable"
)

// contents are what the first rows of a log hold, column by column, where names do not say what columns are.
type contents struct {
	header []string
	values map[string][]string // of each column, row by row
	rows   int
	comma  bool // decimals may have one
	parted int  // how often an empty line stands between rows
}

// emptyLines stand between two others.
var emptyLines = regexp.MustCompile(`\n[ \t\r]*\n\s*`)

// contentsOf cuts the first rows below a header into columns.
func contentsOf(header []string, separator byte, below *block) contents {
	c := contents{header: header, values: map[string][]string{}, comma: separator != ','}
	if below == nil {
		return c
	}
	c.parted = len(emptyLines.FindAll(bytes.TrimSpace(below.data), -1))
	split := splitter{separator: separator}
	for _, line := range below.eachLine {
		fields, bad := split.texts(line)
		if isComment(line) || bad != "" || len(fields) != len(header) {
			continue
		}
		for i, name := range header {
			if len(c.values[name]) == c.rows { // the first of that name
				c.values[name] = append(c.values[name], fields[i])
			}
		}
		if c.rows++; c.rows == rowsLooked {
			break
		}
	}
	return c
}

// objectContents are those of the first objects of a log that is JSON.
func objectContents(header []string, objects [][]byte) func() contents {
	return func() contents {
		c := contents{header: header, values: map[string][]string{}}
		for _, line := range objects[:min(len(objects), rowsLooked)] {
			keys, values, ok := fields(line)
			if !ok {
				continue
			}
			for _, name := range header {
				text := ""
				if i := slices.Index(keys, name); i >= 0 && json.Unmarshal(values[i], &text) != nil {
					text = string(values[i])
				}
				c.values[name] = append(c.values[name], text)
			}
			c.rows++
		}
		return c
	}
}

// rowsLooked is how many rows may tell what a column is.
const rowsLooked = 2000

// fewestRowsTell is from how many rows on they may tell what a column is.
const fewestRowsTell = 20

// guess adds to the guesses at columns, and to those of which several may be meant, what the unused columns hold: one whose values
// each stand in rows one below the other names episodes; few values are what was done, seen or, where they are numbers, earned.
func (c contents) guess(x *proposal, unused []string) {
	if unused = unused[:min(len(unused), columnsLooked)]; c.rows < fewestRowsTell || slices.ContainsFunc(unused, func(name string) bool { return slices.Contains(c.values[name], name) }) {
		return // or the header is a row
	}
	take := func(column int, name string) {
		x.guesses[column], x.held = name, true
		unused = slices.DeleteFunc(slices.Clone(unused), func(other string) bool { return other == name })
	}
	open := func(column int) bool {
		return x.lacks[column] != "" && x.guesses[column] == "" && x.several[column] == nil
	}
	if z := x.guesses[observationColumn]; c.values[z] != nil && len(c.kinds(z)) < 2 { // what never changes shows nothing
		delete(x.guesses, observationColumn)
		if led := feedback(unused, x.guesses); led != "" {
			take(observationColumn, led)
		}
	}
	if r := x.guesses[rewardColumn]; c.values[r] != nil && !c.numeric(r) { // an outcome in words
		delete(x.guesses, rewardColumn)
		if z := x.guesses[observationColumn]; z != "" && guessed(rewardColumn, []string{z}) != "" && c.numeric(z) { // the only one left
			delete(x.guesses, observationColumn)
			unused = append(slices.Clone(unused), z)
		}
		if unused = append(slices.Clone(unused), r); open(observationColumn) {
			take(observationColumn, r)
		}
		if points := guessed(rewardColumn, unused); points != "" && c.numeric(points) {
			take(rewardColumn, points)
		}
	}
	if r := x.guesses[rewardColumn]; c.values[r] != nil && len(c.kinds(r)) < 2 { // what is always the same tells nothing
		if at := slices.IndexFunc(unused, func(name string) bool {
			return len(c.kinds(name)) > 1 && c.numeric(name) && likely(rewardColumn, name)
		}); at >= 0 {
			name := unused[at]
			take(rewardColumn, name)
			for column, names := range x.several {
				x.several[column] = slices.DeleteFunc(slices.Clone(names), func(other string) bool { return other == name })
			}
		}
	}
	x.oneHot = map[int]bool{}
	for column, names := range x.several {
		x.oneHot[column] = c.oneHot(names)
	}
	if parts := partsOf(x.guesses[observationColumn], c.header); len(parts) > 1 && c.oneHot(parts) {
		x.guesses[observationColumn] = strings.Join(parts, Join)
	}
	if open(episodeColumn) && endings(unused) == "" {
		if name := c.episode(unused); name != "" {
			take(episodeColumn, name)
		}
	}
	within := c.values[x.guesses[episodeColumn]]
	if within == nil {
		return
	}
	counts := func(name string) bool { return c.numeric(name) && c.places(name, within) }
	if step := x.guesses[stepColumn]; open(stepColumn) || c.values[step] != nil && !counts(step) {
		if at := slices.IndexFunc(unused, counts); at >= 0 {
			take(stepColumn, unused[at])
		}
	}
	c.assign(x, open, take, unused, within)
}

// tellsChance says whether a column's name says that it holds probabilities.
func tellsChance(name string) bool {
	return slices.ContainsFunc(wordsOf(name), func(word string) bool {
		return slices.Contains([]string{"prob", "probability", "propensity", "pscore"}, word)
	})
}

// columnsLooked is of how many columns the contents are looked at.
const columnsLooked = 300

// assign guesses which columns hold what was done, earned and seen.
func (c contents) assign(x *proposal, open func(int) bool, take func(int, string), unused, within []string) {
	var numbers, words []string
	for _, name := range unused {
		if name == x.guesses[stepColumn] || slices.ContainsFunc(eventColumns, func(column int) bool { return slices.Contains(x.several[column], name) }) {
			continue
		}
		switch kinds := len(c.kinds(name)); {
		case kinds < 2 || tellsWhen(name) || isPart(name) || isPrevious(name) || isNoReward(name) || tellsChance(name) || tellsRight(name) || c.moments(name) || c.constant(name, within) || c.places(name, within):
		case c.numeric(name):
			numbers = append(numbers, name)
		case kinds <= mostHeld:
			words = append(words, name)
		}
	}
	if parts := slices.DeleteFunc(slices.Clone(numbers), func(name string) bool { return c.rising(name, within) }); len(parts) > 0 {
		numbers = parts // and no sums of them
	}
	numbers = slices.DeleteFunc(numbers, func(name string) bool { // what stands before the action was on offer
		return x.guesses[actionColumn] != "" && standsBefore(c.header, name, x.guesses[actionColumn])
	})
	if open(rewardColumn) && len(numbers) > 0 {
		at := slices.IndexFunc(numbers, isLoss)
		sure := at >= 0
		if !sure {
			at = slices.IndexFunc(numbers, c.decimals)
			sure = at >= 0
		}
		if !sure {
			at, sure = 0, len(numbers) == 1
			if !sure && open(actionColumn) && len(words) == 0 { // what was done stands before what it earned
				at = 1
			}
		}
		reward := numbers[at]
		if numbers = slices.Delete(slices.Clone(numbers), at, at+1); sure {
			take(rewardColumn, reward)
		} else {
			x.several[rewardColumn], x.held = append([]string{reward}, numbers...), true
		}
	}
	symbols := slices.DeleteFunc(append(words, numbers...), func(name string) bool {
		return len(c.kinds(name)) > mostHeld || c.decimals(name) || isLoss(name) || c.copies(name, x.guesses[actionColumn])
	})
	if open(actionColumn) && open(observationColumn) && len(symbols) == 2 {
		take(actionColumn, symbols[0])
		take(observationColumn, symbols[1])
		x.swapped = true
		return
	}
	for _, column := range []int{actionColumn, observationColumn} {
		switch {
		case !open(column) || len(symbols) == 0:
		case len(symbols) == 1:
			take(column, symbols[0])
			symbols = nil
		default:
			x.several[column], x.held = slices.Clone(symbols), true
			symbols = append(symbols[1:], symbols[0])
		}
	}
	if names, a := x.several[observationColumn], x.guesses[actionColumn]; names != nil {
		if a == "" && x.several[actionColumn] != nil {
			a = x.several[actionColumn][0]
		}
		if own := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return c.copies(name, a) }); len(own) > 0 {
			x.several[observationColumn] = own
		}
	}
}

// copies says whether a column says the same as another, in other words.
func (c contents) copies(one, other string) bool {
	if one == other || c.values[one] == nil || c.values[other] == nil {
		return false
	}
	there, back := map[string]string{}, map[string]string{}
	for row, v := range c.values[one] {
		w := c.values[other][row]
		if x, met := there[v]; met && x != w {
			return false
		}
		if x, met := back[w]; met && x != v {
			return false
		}
		there[v], back[w] = w, v
	}
	return len(there) > 1
}

// oneHot says whether in each row one of several columns is 1, and the others are 0.
func (c contents) oneHot(names []string) bool {
	if len(names) < 2 || c.values[names[0]] == nil {
		return false
	}
	for row := range c.rows {
		ones := 0
		for _, name := range names {
			switch x, ok := c.number(c.values[name][row]); {
			case ok && x == 1:
				ones++
			case !ok || x != 0:
				return false
			}
		}
		if ones != 1 {
			return false
		}
	}
	return true
}

// rising says whether a column never falls within an episode, and is no mere mark: a sum so far.
func (c contents) rising(name string, within []string) bool {
	values, rises := c.values[name], 0
	for i := 1; i < len(values); i++ {
		if within[i] != within[i-1] {
			continue
		}
		x, one := c.number(values[i-1])
		y, other := c.number(values[i])
		if one && other && y < x {
			return false
		}
		if y > x {
			rises++
		}
	}
	return rises > 0
}

// mostHeld is of how many kinds what is done or seen may be, where contents tell it.
const mostHeld = 20

// episode is the column that likely names episodes: each of its values stands in rows one below the other, most of them in several;
// "" for none.
func (c contents) episode(names []string) (name string) {
	most := 1
	for _, n := range names {
		runs, last := 0, ""
		for i, v := range c.values[n] {
			if i == 0 || v != last {
				runs++
			}
			last = v
		}
		if kinds := len(c.kinds(n)); kinds == runs && kinds > most && 2*kinds <= c.rows && !c.decimals(n) && !c.moments(n) {
			name, most = n, kinds
		}
	}
	return name
}

// kinds are the different values of a column that say something.
func (c contents) kinds(name string) map[string]bool {
	out := map[string]bool{}
	for _, v := range c.values[name] {
		if !isMissing([]byte(v)) {
			out[v] = true
		}
	}
	return out
}

// number reads one, whichever mark stands before its decimals.
func (c contents) number(text string) (float64, bool) {
	return parseNumber([]byte(text), c.comma && strings.Contains(text, ","))
}

// numeric says whether all that a column says are numbers.
func (c contents) numeric(name string) bool {
	for v := range c.kinds(name) {
		if _, ok := c.number(v); !ok {
			return false
		}
	}
	return true
}

// decimals says whether a column has numbers that are not whole.
func (c contents) decimals(name string) bool {
	for v := range c.kinds(name) {
		if x, ok := c.number(v); ok && x != float64(int64(x)) {
			return true
		}
	}
	return false
}

// moments says whether a column says when its rows were, or numbers them.
func (c contents) moments(name string) bool {
	read, rises := calendar{}, 0
	last, above := moment{}, false
	for _, v := range c.values[name] {
		if _, ok := read.read([]byte(v)); ok {
			return true
		}
		if now, ok := readNumber([]byte(v), c.comma); ok {
			if above && now.compare(last) > 0 {
				rises++
			}
			last, above = now, true
		}
	}
	return 10*rises > 9*(c.rows-1)
}

// constant says whether a column stays the same within each episode.
func (c contents) constant(name string, within []string) bool {
	values := c.values[name]
	for i := 1; i < len(values); i++ {
		if within[i] == within[i-1] && values[i] != values[i-1] {
			return false
		}
	}
	return true
}

// places says whether a column numbers the rows of each episode: none of its values comes again in one, and each stands in the same
// place of all, most of them of several.
func (c contents) places(name string, within []string) bool {
	place, of := 0, map[string]int{}
	for i, v := range c.values[name] {
		if place++; i == 0 || within[i] != within[i-1] {
			place = 0
		}
		if at, met := of[v]; met && at != place {
			return false
		}
		of[v] = place
	}
	return len(of) > 1 && 2*len(of) <= len(c.values[name])
}

// unpivoted is the problem of a table with a row for each value and a column that says of what it is one; nil for none.
func (c contents) unpivoted(header []string, json bool) *problem {
	of := func(words ...string) string {
		if i := slices.IndexFunc(header, func(name string) bool { return slices.Contains(words, plain(name)) }); i >= 0 {
			return header[i]
		}
		return ""
	}
	value, variable := of("value", "val", "wert", "valeur", "valor"), of("variable", "var", "event", "eventtype", "attribute", "measure", "parameter", "key", "field", "item", "metric", "name", "property", "type", "kind")
	if value == "" || variable == "" {
		return nil
	}
	kinds := slices.Sorted(maps.Keys(c.kinds(variable)))
	var rest []string
	for _, name := range header {
		if name != value && name != variable {
			rest = append(rest, name)
		}
	}
	if len(kinds) < 2 || len(kinds) > mostHeld || len(rest) == 0 {
		return nil
	}
	met := map[string]bool{}
	for row := range c.rows {
		key := ""
		for _, name := range rest {
			key += c.values[name][row] + "\x00"
		}
		met[key] = true
	}
	roles := 0 // of the values' names
	for _, kind := range kinds {
		if feedback([]string{kind}, nil) != "" || slices.ContainsFunc(eventColumns, func(column int) bool { return guessed(column, []string{kind}) != "" }) {
			roles++
		}
	}
	if roles < 2 && 2*len(met) > c.rows {
		return nil
	}
	found, want := "a row for each value, of "+printable.List(kinds, printable.Names, "")+" in column "+variable, "a row for each step, with a column for each of them"
	if json || 2*len(met) > c.rows { // which rows are one step is not told
		return &problem{found: found, want: want}
	}
	return &problem{found: found,
		want: fmt.Sprintf(want+": python3 -c 'import pandas as p; p.read_csv(\"FILE\").pivot(index=[\"%s\"], columns=%q, values=%q).reset_index().to_csv(\"log.csv\", index=False)'", strings.Join(rest, `", "`), variable, value)}
}
