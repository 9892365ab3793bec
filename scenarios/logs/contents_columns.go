package logs

import (
	"maps"
	"math"
	"slices"
	"strings"

	"eeporl/pomdp/printable"
	"eeporl/scenarios/logs/tabular"
)

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

// of are what stands in a column, or in several that are joined; nil where there is none of that name.
func (c contents) of(name string) []string {
	if c.values[name] != nil || !strings.Contains(name, tabular.Join) {
		return c.values[name]
	}
	out := make([]string, c.rows)
	for part := range strings.SplitSeq(name, tabular.Join) {
		values := c.values[part]
		if values == nil {
			return nil
		}
		for row, v := range values {
			out[row] += v + tabular.Join
		}
	}
	return out
}

// mostlyNumbers says whether few of a column's entries are words.
func (c contents) mostlyNumbers(name string) bool {
	numbers, words := 0, 0
	for _, v := range c.values[name] {
		if _, ok := c.number(v); ok {
			numbers++
		} else if !tabular.IsMissing([]byte(v)) {
			words++
		}
	}
	return numbers > 4*words
}

// worth is what --worth may say of a column's words: 1 for yes and wins, 0 for no and losses, X for others.
func (c contents) worth(name string) string {
	kinds := slices.Sorted(maps.Keys(c.kinds(name)))
	if len(kinds) > printable.Paths {
		return "WORD=X,…"
	}
	worths := make([]string, len(kinds))
	for i, kind := range kinds {
		word, is := strings.ToLower(kind), "X"
		switch {
		case tabular.SaysYes(kind), slices.Contains(gained, word):
			is = "1"
		case tabular.SaysNo(kind), slices.Contains(taken, word):
			is = "0"
		}
		worths[i] = kind + "=" + is
	}
	return tabular.Quoted(worths)
}

// amounts says whether there is a number in each of a column's values: $1.20, (0.5) or 3 pts, which are refused with what to write.
func (c contents) amounts(name string) bool {
	for v := range c.kinds(name) {
		if _, plain := c.number(v); plain || tabular.IsMissing([]byte(v)) {
			continue
		}
		if _, ok := tabular.NumberIn(v); !ok {
			return false
		}
	}
	return len(c.kinds(name)) > 0
}

// negative says whether a column's numbers are below 0 wherever they are not 0.
func (c contents) negative(name string) bool {
	below := false
	for v := range c.kinds(name) {
		x, ok := c.number(v)
		if !ok || x > 0 {
			return false
		}
		below = below || x < 0
	}
	return below
}

// oneHotGroups are columns beside each other, of names that differ in their last word alone, of which in each row one is 1.
func (c contents) oneHotGroups(names []string) (groups [][]string) {
	stem := func(name string) string {
		at := strings.LastIndexAny(strings.TrimRight(name, "])"), "_.=[ -:")
		return name[:max(at, 0)]
	}
	for from := 0; from < len(names); {
		to := from + 1
		for to < len(names) && stem(names[from]) != "" && stem(names[to]) == stem(names[from]) {
			to++
		}
		if c.oneHot(names[from:to]) {
			groups = append(groups, names[from:to])
		}
		from = to
	}
	return groups
}

// oneHot says whether in each row one of several columns is 1, and the others are 0.
func (c contents) oneHot(names []string) bool {
	if len(names) < 2 || c.values[names[0]] == nil {
		return false
	}
	for row := range c.rows {
		ones := 0
		for _, name := range names {
			x, ok := c.number(c.values[name][row])
			if word := strings.ToLower(c.values[name][row]); word == "true" || word == "false" {
				x, ok = map[string]float64{"true": 1}[word], true
			}
			switch {
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

// kinds are the different values of a column that say something.
func (c contents) kinds(name string) map[string]bool {
	out := map[string]bool{}
	for _, v := range c.values[name] {
		if !tabular.IsMissing([]byte(v)) {
			out[v] = true
		}
	}
	return out
}

// number reads one, whichever mark stands before its decimals.
func (c contents) number(text string) (float64, bool) {
	return tabular.ParseNumber([]byte(text), c.comma && strings.Contains(text, ","))
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

// dated says whether a column has a date or a time of day.
func (c contents) dated(name string) bool {
	read := tabular.Calendar{}
	return slices.ContainsFunc(c.values[name], func(v string) bool { _, ok := read.Read([]byte(v)); return ok })
}

// moments says whether a column says when its rows were, or numbers them.
func (c contents) moments(name string) bool {
	rises, last, above := 0, tabular.Moment{}, false
	for _, v := range c.values[name] {
		if now, ok := tabular.ReadNumber([]byte(v), c.comma); ok {
			if above && now.Compare(last) > 0 {
				rises++
			}
			last, above = now, true
		}
	}
	return 10*rises > 9*(c.rows-1) || c.dated(name)
}

// constant says whether a column stays the same within each episode, some of which have several rows.
func (c contents) constant(name string, within []string) bool {
	follows, first := false, map[string]string{}
	for i, v := range c.values[name] {
		switch before, met := first[within[i]]; {
		case !met:
			first[within[i]] = v
		case before != v:
			return false
		default:
			follows = true
		}
	}
	return follows
}

// singles says whether no two rows say the same of one column and of another.
func (c contents) singles(one, other []string) bool {
	met := map[[2]string]bool{}
	for row := range min(len(one), len(other)) {
		met[[2]string{one[row], other[row]}] = true
	}
	return len(met) == c.rows
}

// countsIn says whether a column numbers the rows of each episode from the same number on, none left out and none twice, in whatever order
// they stand.
func (c contents) countsIn(name string, within []string) bool {
	type extent struct{ least, most, rows int }
	of, met := map[string]*extent{}, map[[2]string]bool{}
	for row, v := range c.values[name] {
		n, ok := tabular.ParseStep([]byte(v), c.comma)
		if key := [2]string{within[row], v}; !ok || n < 0 || n > rowsLooked || met[key] {
			return false
		} else {
			met[key] = true
		}
		e := of[within[row]]
		if e == nil {
			e = &extent{least: int(n), most: int(n)}
			of[within[row]] = e
		}
		e.least, e.most, e.rows = min(e.least, int(n)), max(e.most, int(n)), e.rows+1
	}
	least, cut := -1, 0
	for _, e := range of {
		if least >= 0 && e.least != least {
			return false
		}
		least = e.least
		if e.most-e.least+1 != e.rows { // rows that are looked at may end within one
			cut++
		}
	}
	return len(of) > 1 && len(of) < c.rows && (cut == 0 || c.rows == rowsLooked && 10*cut < 9*len(of))
}

// counted are a column that names episodes and one that numbers the rows of each, told by nothing but that; of several that name
// episodes one with such a name, or the one with most of them.
func (c contents) counted(names []string) (episode, step string) {
	const fewest = 8 // episodes
	best := 0
	for _, number := range names {
		if kinds := len(c.kinds(number)); kinds < 2 || 4*kinds > c.rows || !c.numeric(number) || c.decimals(number) || tabular.TellsWhen(number) && !tabular.TellsOrder(number) {
			continue
		}
		for _, name := range names {
			kinds := len(c.kinds(name))
			if name == number || kinds < fewest || 2*kinds > c.rows || c.decimals(name) || c.dated(name) || !c.countsIn(number, c.values[name]) {
				continue
			}
			rank := kinds
			if tabular.Guessed(tabular.Episode, []string{name}) != "" || strings.HasSuffix(tabular.Plain(name), "id") {
				rank += rowsLooked
			}
			if rank > best {
				episode, step, best = name, number, rank
			}
		}
	}
	return episode, step
}

// depends is how many standard deviations from chance a column goes with another one: numbers by whether they lie above their middle.
func (c contents) depends(name, on string) float64 {
	halves := slices.Clone(c.values[name])
	var numbers []float64
	for _, v := range halves {
		if x, ok := c.number(v); ok {
			numbers = append(numbers, x)
		}
	}
	if len(numbers) == len(halves) && len(c.kinds(name)) > 2 {
		slices.Sort(numbers)
		for i, v := range halves {
			x, _ := c.number(v)
			halves[i] = map[bool]string{true: "above"}[x > numbers[len(numbers)/2]]
		}
	}
	return apartFromChance(c.values[on], halves)
}

// sticks is how many standard deviations from chance a column goes with what it was in the episode's row before.
func (c contents) sticks(name string, within []string) float64 {
	var above, now []string
	last := map[string]string{}
	for i, v := range c.values[name] {
		if before, met := last[within[i]]; met {
			above, now = append(above, before), append(now, v)
		}
		last[within[i]] = v
	}
	return apartFromChance(above, now)
}

// apartFromChance is the G statistic of two columns' independence, in its standard deviations from what chance makes of it.
func apartFromChance(one, other []string) float64 {
	both, left, right := map[[2]string]float64{}, map[string]float64{}, map[string]float64{}
	n := float64(min(len(one), len(other)))
	for i := range min(len(one), len(other)) {
		both[[2]string{one[i], other[i]}]++
		left[one[i]]++
		right[other[i]]++
	}
	freedom, g := float64(len(left)-1)*float64(len(right)-1), 0.0
	for key, count := range both {
		g += 2 * count * math.Log(count*n/left[key[0]]/right[key[1]])
	}
	if freedom < 1 {
		return 0
	}
	return (g - freedom) / math.Sqrt(2*freedom)
}

// apart says whether rows of an episode stand apart from each other, in another's midst.
func (c contents) apart(within []string) bool {
	runs, kinds := 0, map[string]bool{}
	for i, v := range within {
		if i == 0 || v != within[i-1] {
			runs++
		}
		kinds[v] = true
	}
	return runs > len(kinds)
}

// panel looks whether a column that is guessed to name episodes, or to be a part of their name, numbers the rows of another one's: the
// sessions of a person who has one row in each, or the waves of a panel. episode is "" where it does not.
func (c contents) panel(guess string, unused []string) (episode, step string) {
	whose, part, two := strings.Cut(guess, tabular.Join)
	if one := c.values[whose]; two && tabular.IsSequence(whose) && c.values[part] != nil && c.apart(one) { // the other way round
		whose, part = part, whose
	}
	if two && c.values[part] != nil && 2*len(c.kinds(whose)) <= c.rows && c.singles(c.values[whose], c.values[part]) {
		return whose, part
	}
	values := c.values[guess]
	if values == nil || !tabular.IsPeriod(guess) && !tabular.IsPart(guess) && !tabular.IsSequence(guess) || 2*len(c.kinds(guess)) > c.rows {
		return "", ""
	}
	for _, name := range unused {
		if !tabular.IsPeriod(guess) && !c.apart(values) && !tabular.Likely(tabular.Episode, name) {
			continue
		}
		if len(c.kinds(name)) < len(c.kinds(guess)) && c.countsIn(name, values) { // it numbers this one's rows
			continue
		}
		event := slices.ContainsFunc(tabular.Events, func(column int) bool { return tabular.Likely(column, name) })
		if kinds := len(c.kinds(name)); name != guess && !event && !tabular.IsPeriod(name) && !tabular.TellsOrder(name) && !c.decimals(name) && kinds > 1 && 2*kinds <= c.rows && c.singles(c.values[name], values) {
			return name, guess
		}
	}
	return "", ""
}

// places says whether a column numbers the rows of each episode: none of its values comes again in one, and each stands in the same
// place of all, most of them of several.
func (c contents) places(name string, within []string) bool {
	place, of, follows := 0, map[string]int{}, false // a row of the same episode
	for i, v := range c.values[name] {
		if place++; i == 0 || within[i] != within[i-1] {
			place = 0
		}
		follows = follows || place > 0
		if at, met := of[v]; met && at != place {
			return false
		}
		of[v] = place
	}
	return follows && len(of) > 1 && 2*len(of) <= len(c.values[name])
}
