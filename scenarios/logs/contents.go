package logs

import (
	"bytes"
	"cmp"
	encoding "encoding/json"
	"regexp"
	"slices"
	"strings"

	"eeporl/pomdp/printable"
	"eeporl/scenarios/logs/shapes"
	"eeporl/scenarios/logs/tabular"
)

// contents are what the first rows of a log hold, column by column, where names do not say what columns are.
type contents struct {
	header   []string
	episodes string              // the column of the episodes, where it is known; "" where not
	values   map[string][]string // of each column, row by row
	rows     int
	comma    bool // decimals may have one
	parted   int  // how often an empty line stands between rows
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
	split := tabular.Splitter{Separator: separator}
	for _, line := range below.eachLine {
		fields, bad := split.Texts(line)
		if isComment(line) || bad != "" || len(fields) != len(header) || slices.Equal(fields, header) {
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
	return c.withoutFoot()
}

// objectContents are those of the first objects of a log that is JSON.
func objectContents(header []string, objects [][]byte) func() contents {
	return func() contents {
		c := contents{header: header, values: map[string][]string{}}
		for _, line := range objects[:min(len(objects), rowsLooked)] {
			keys, values, ok := shapes.Fields(line)
			if !ok {
				continue
			}
			for _, name := range header {
				text := ""
				if i := slices.Index(keys, name); i >= 0 && encoding.Unmarshal(values[i], &text) != nil {
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
	c.partTimes(x)
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
	if z := x.guesses[tabular.Observation]; c.values[z] != nil && len(c.kinds(z)) < 2 { // what never changes shows nothing
		delete(x.guesses, tabular.Observation)
		if led := tabular.Feedback(unused, x.guesses); led != "" {
			take(tabular.Observation, led)
		}
	}
	if z := x.guesses[tabular.Observation]; isResponse(z) && open(tabular.Reward) && tabular.IsTreatment(x.guesses[tabular.Action]) && c.values[z] != nil && c.numeric(z) { // to a treatment
		delete(x.guesses, tabular.Observation)
		take(tabular.Reward, z)
	}
	if r := x.guesses[tabular.Reward]; c.values[r] != nil && !c.numeric(r) && !c.amounts(r) && !c.mostlyNumbers(r) { // an outcome in words
		delete(x.guesses, tabular.Reward)
		if z := x.guesses[tabular.Observation]; z != "" && tabular.Guessed(tabular.Observation, []string{z}) == "" && c.values[z] != nil && c.numeric(z) { // the only one left
			delete(x.guesses, tabular.Observation)
			unused = append(slices.Clone(unused), z)
		}
		x.words, x.worth = r, c.worth(r)
		if unused = append(slices.Clone(unused), r); open(tabular.Observation) {
			take(tabular.Observation, r)
		}
		if points := tabular.Guessed(tabular.Reward, unused); points != "" && c.numeric(points) {
			take(tabular.Reward, points)
		} else if at := slices.IndexFunc(unused, func(name string) bool { return tabular.Likely(tabular.Reward, name) && c.numeric(name) }); at >= 0 {
			take(tabular.Reward, unused[at])
		}
	}
	whose := c.of(cmp.Or(x.guesses[tabular.Episode], c.episodes))
	if r := x.guesses[tabular.Reward]; c.values[r] != nil && (len(c.kinds(r)) < 2 || whose != nil && c.constant(r, whose)) { // what is always the same tells nothing
		if at := slices.IndexFunc(unused, func(name string) bool {
			return len(c.kinds(name)) > 1 && c.numeric(name) && tabular.Likely(tabular.Reward, name) && !(whose != nil && c.constant(name, whose))
		}); at >= 0 {
			name := unused[at]
			take(tabular.Reward, name)
			for column, names := range x.several {
				x.several[column] = slices.DeleteFunc(slices.Clone(names), func(other string) bool { return other == name })
			}
		}
	}
	for _, group := range c.oneHotGroups(unused) {
		for _, column := range []int{tabular.Action, tabular.Observation} {
			other := tabular.Action + tabular.Observation - column
			if !open(column) || slices.Contains(x.several[other], group[0]) || tabular.Likely(other, group[0]) && !tabular.Likely(column, group[0]) {
				continue
			}
			x.guesses[column], x.held = strings.Join(group, tabular.Join), true
			unused = slices.DeleteFunc(slices.Clone(unused), func(name string) bool { return slices.Contains(group, name) })
			break
		}
	}
	if a := x.guesses[tabular.Action]; c.values[a] != nil {
		others := []string{a}
		for _, name := range unused {
			if kinds := len(c.kinds(name)); name != a && tabular.Likely(tabular.Action, name) && kinds > 1 && kinds <= mostHeld && !c.copies(name, a) && !c.decimals(name) && !tabular.IsPart(name) {
				others = append(others, name)
			}
		}
		if given := slices.IndexFunc(others, tabular.IsTreatment); given >= 0 { // the response to it is no action
			if at := slices.IndexFunc(others, isResponse); at >= 0 {
				name := others[at]
				others = slices.Delete(others, at, at+1)
				if a == name {
					a = others[0]
					take(tabular.Action, a)
				}
				if open(tabular.Reward) && c.numeric(name) {
					take(tabular.Reward, name)
				}
			}
		}
		switch always := len(c.kinds(a)) < 2; {
		case len(others) == 2 && always: // what is always done tells nothing
			take(tabular.Action, others[1])
		case always:
			others = others[1:]
			fallthrough
		case len(others) > 1 && len(others) <= printable.Paths:
			delete(x.guesses, tabular.Action)
			x.several[tabular.Action], x.held = others, true
		}
	}
	x.oneHot = map[int]bool{}
	for column, names := range x.several {
		x.oneHot[column] = c.oneHot(names)
	}
	if parts := tabular.PartsOf(x.guesses[tabular.Observation], c.header); len(parts) > 1 && c.oneHot(parts) {
		x.guesses[tabular.Observation] = strings.Join(parts, tabular.Join)
	}
	if e, step := c.counted(append(slices.Clone(unused), x.guesses[tabular.Step])); e != "" && (open(tabular.Episode) || x.guesses[tabular.Episode] == step) && c.episodes == "" {
		take(tabular.Episode, e)
		if open(tabular.Step) || x.guesses[tabular.Step] == e {
			delete(x.guesses, tabular.Step)
			take(tabular.Step, step)
		}
	}
	if open(tabular.Episode) && c.endings(unused) == "" {
		if name := c.episode(unused); name != "" {
			take(tabular.Episode, name)
		}
	}
	if e, step := c.waves(append(slices.Clone(unused), x.guesses[tabular.Step])); e != "" && c.episodes == "" && (open(tabular.Episode) || c.tells(x.guesses[tabular.Episode], step)) {
		take(tabular.Episode, e)
		if open(tabular.Step) || c.tells(x.guesses[tabular.Step], step) {
			delete(x.guesses, tabular.Step)
			take(tabular.Step, step)
		}
	}
	if e := x.guesses[tabular.Episode]; c.values[e] != nil && (len(c.kinds(e)) == c.rows || len(c.kinds(e)) < 2) { // of each row, or of all
		if name := c.episode(unused); name != "" {
			unused = append(slices.Clone(unused), e)
			take(tabular.Episode, name)
		}
	}
	if whose, part, two := strings.Cut(x.guesses[tabular.Episode], tabular.Join); two && c.values[part] != nil && len(c.kinds(part)) < 2 { // a part that is always the same tells none apart
		x.guesses[tabular.Episode] = whose
	}
	if e, step := c.panel(x.guesses[tabular.Episode], append(slices.Clone(unused), x.guesses[tabular.Step])); e != "" {
		unused = append(slices.Clone(unused), step)
		take(tabular.Episode, e)
		if open(tabular.Step) || c.copies(x.guesses[tabular.Step], e) || x.guesses[tabular.Step] == e {
			delete(x.guesses, tabular.Step)
			take(tabular.Step, step)
		}
	}
	within := c.of(cmp.Or(x.guesses[tabular.Episode], c.episodes))
	if within == nil {
		return
	}
	defer func() {
		step := c.values[x.guesses[tabular.Step]]
		x.apart = step != nil && c.apart(within) && c.singles(within, step)
	}()
	if step := x.guesses[tabular.Step]; c.values[step] != nil && c.constant(step, within) { // the day of an episode
		delete(x.guesses, tabular.Step)
	}
	if x.guesses[tabular.Step] == placeInArray {
		if i := slices.IndexFunc(unused, func(name string) bool { return c.runsBack(name, within) }); i >= 0 { // arrays whose last element comes first
			take(tabular.Step, unused[i])
		}
	}
	counts := func(name string) bool { return c.numeric(name) && c.places(name, within) }
	if step := x.guesses[tabular.Step]; open(tabular.Step) || c.values[step] != nil && !counts(step) {
		if at := slices.IndexFunc(unused, counts); at >= 0 {
			take(tabular.Step, unused[at])
		} else if at := slices.IndexFunc(unused, func(name string) bool {
			return tabular.TellsWhen(name) && c.moments(name) && !c.constant(name, within)
		}); at >= 0 && open(tabular.Step) {
			take(tabular.Step, unused[at])
		} else if at := slices.IndexFunc(unused, func(name string) bool {
			return tabular.IsPeriod(name) && c.singles(within, c.values[name]) || c.countsIn(name, within)
		}); at >= 0 && open(tabular.Step) && c.apart(within) {
			take(tabular.Step, unused[at])
		}
	}
	if a := x.guesses[tabular.Action]; c.values[a] != nil && (counts(a) || c.moments(a)) { // a number of the step, or when it was
		unused = append(slices.Clone(unused), a)
		delete(x.guesses, tabular.Action)
		if open(tabular.Step) {
			take(tabular.Step, a)
		}
		if names := tabular.Candidates(tabular.Action, slices.DeleteFunc(slices.Clone(unused), func(name string) bool { return name == a })); len(names) > 0 {
			take(tabular.Action, names[0])
		}
	}
	c.assign(x, open, take, unused, within)
	for column, names := range x.several {
		x.oneHot[column] = c.oneHot(names)
	}
}

// isResponse says whether a column's name is a word for what somebody answered.
func isResponse(name string) bool {
	return slices.Contains([]string{"response", "resp", "reply"}, tabular.Plain(name))
}

// tellsChance says whether a column's name says that it holds probabilities.
func tellsChance(name string) bool {
	return slices.ContainsFunc(tabular.WordsOf(name), func(word string) bool {
		return slices.Contains([]string{"prob", "probability", "propensity", "pscore"}, word)
	})
}

// columnsLooked is of how many columns the contents are looked at.
const columnsLooked = 300

// assign guesses which columns hold what was done, earned and seen.
func (c contents) assign(x *proposal, open func(int) bool, take func(int, string), unused, within []string) {
	var numbers, words []string
	for _, name := range unused {
		if name == x.guesses[tabular.Step] || slices.ContainsFunc(tabular.Events, func(column int) bool { return slices.Contains(x.several[column], name) }) {
			continue
		}
		switch kinds := len(c.kinds(name)); {
		case kinds < 2 || tabular.Endings([]string{name}) != "" || tabular.TellsWhen(name) || tabular.IsPart(name) || tabular.IsPrevious(name) || tabular.IsNoReward(name) || tellsChance(name) || tellsRight(name) || tabular.IsPeriod(name) || isSpeaker(name) || c.moments(name) || c.constant(name, within) || c.places(name, within):
		case c.numeric(name):
			numbers = append(numbers, name)
		case kinds <= mostHeld:
			words = append(words, name)
		}
	}
	if parts := slices.DeleteFunc(slices.Clone(numbers), func(name string) bool { return c.rising(name, within) }); len(parts) > 0 {
		numbers = parts // and no sums of them
	}
	shown := slices.DeleteFunc(slices.Clone(numbers), tellsOffered) // though not earned, perhaps seen
	numbers = slices.DeleteFunc(numbers, func(name string) bool {   // what stands before the action was on offer, and a copy of it is not earned
		a := x.guesses[tabular.Action]
		return a != "" && (standsBefore(c.header, name, a) || c.copies(name, a))
	})
	if open(tabular.Reward) && len(numbers) > 0 {
		at := slices.IndexFunc(numbers, tabular.IsLoss)
		sure := at >= 0
		if !sure {
			at = slices.IndexFunc(numbers, c.decimals)
			sure = at >= 0
		}
		if !sure {
			at, sure = max(0, slices.IndexFunc(numbers, func(name string) bool { return tabular.Likely(tabular.Reward, name) })), len(numbers) == 1
			if !sure && at == 0 && open(tabular.Action) && len(words) == 0 { // what was done stands before what it earned
				at = 1
			}
		}
		acts := words // of which one may be what was done
		if a := cmp.Or(x.guesses[tabular.Action], c.episodes); c.values[a] != nil {
			acts = []string{a}
		}
		if len(acts) > 0 && len(numbers) > 1 && at >= 0 { // what goes with what was done
			const far, near = 5, 2
			goes := make([]float64, len(numbers))
			for i, name := range numbers {
				for _, a := range acts {
					goes[i] = max(goes[i], c.depends(name, a))
				}
			}
			most := slices.Index(goes, slices.Max(goes))
			if goes[most] > far && goes[at] < near {
				at, sure = most, true
			}
		}
		reward := numbers[at]
		shown = slices.DeleteFunc(shown, func(name string) bool { return name == reward })
		if numbers = slices.Delete(slices.Clone(numbers), at, at+1); sure {
			take(tabular.Reward, reward)
		} else {
			x.several[tabular.Reward], x.held = append([]string{reward}, numbers...), true
		}
	}
	symbols := slices.DeleteFunc(append(words, shown...), func(name string) bool {
		return len(c.kinds(name)) > mostHeld || c.decimals(name) || tabular.IsLoss(name) || c.copies(name, x.guesses[tabular.Action])
	})
	if open(tabular.Action) && open(tabular.Observation) && len(symbols) == 2 {
		const far, near = 5, 3
		if c.sticks(symbols[0], within) > far && c.sticks(symbols[1], within) < near && standsBefore(c.header, symbols[0], symbols[1]) { // what is done is drawn, and what is seen stays
			slices.Reverse(symbols)
		}
		take(tabular.Action, symbols[0])
		take(tabular.Observation, symbols[1])
		x.swapped = true
		return
	}
	for _, column := range []int{tabular.Action, tabular.Observation} {
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
	if names, a := x.several[tabular.Observation], x.guesses[tabular.Action]; names != nil {
		if a == "" && len(x.several[tabular.Action]) > 0 {
			a = x.several[tabular.Action][0]
		}
		if own := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return c.copies(name, a) }); len(own) > 0 {
			x.several[tabular.Observation] = own
		}
	}
}

// endings are the columns that say where episodes end, and do so in some of the rows; "" for none.
func (c contents) endings(names []string) string {
	return tabular.Endings(slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		marked := func(v string) bool { return tabular.IsMark([]byte(v)) != tabular.GoesOn(name) }
		all := len(c.values[name]) > 1 && !slices.ContainsFunc(c.values[name], func(v string) bool { return !marked(v) })
		return all || len(c.values[name]) > 0 && !slices.ContainsFunc(c.values[name], marked)
	}))
}

// mostHeld is of how many kinds what is done or seen may be, where contents tell it.
const mostHeld = 20
