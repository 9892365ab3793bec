package logs

import (
	"slices"
	"strings"

	"eeporl/scenarios/logs/tabular"
)

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
			if rank := c.rank(name); rank > best {
				episode, step, best = name, number, rank
			}
		}
	}
	return episode, step
}

// waves are a column that names episodes and one of days or numbers that they share, such as the ends of months or the weeks of visits: each
// episode has at most one row a day, and the log is sorted by days or most episodes have all. Of several that name episodes it is one with such
// a name, or the one with most of them.
func (c contents) waves(names []string) (episode, step string) {
	const fewest = 8 // episodes
	best := 0
	for _, day := range names {
		days := len(c.kinds(day))
		if days < 2 || 4*days > c.rows || !c.dated(day) && (!c.numeric(day) || c.decimals(day)) {
			continue
		}
		inOrder := c.dated(day) && c.runs(c.values[day]) == days
		for _, name := range names {
			kinds := len(c.kinds(name))
			if name == day || kinds < days || !inOrder && (days < 3 || 2*c.rows < kinds*days) || kinds < fewest || 2*kinds > c.rows || c.decimals(name) || c.dated(name) || !c.singles(c.values[name], c.values[day]) {
				continue
			}
			if rank := c.rank(name); rank > best {
				episode, step, best = name, day, rank
			}
		}
	}
	return episode, step
}

// tells says whether one column's value tells another's: the name of a visit its number.
func (c contents) tells(one, other string) bool {
	met := map[string]string{}
	for row, v := range c.values[one] {
		if before, again := met[v]; again && before != c.values[other][row] {
			return false
		}
		met[v] = c.values[other][row]
	}
	return len(met) > 1
}

// rank is how many episodes a column would name, and more than that where it is called so.
func (c contents) rank(name string) int {
	rank := len(c.kinds(name))
	if tabular.Guessed(tabular.Episode, []string{name}) != "" || strings.HasSuffix(tabular.Plain(name), "id") {
		rank += rowsLooked
	}
	return rank
}

// runs is how often a column has another value than the row above.
func (c contents) runs(values []string) (n int) {
	for i, v := range values {
		if i == 0 || v != values[i-1] {
			n++
		}
	}
	return n
}

// apart says whether rows of an episode stand apart from each other, in another's midst.
func (c contents) apart(within []string) bool {
	kinds := map[string]bool{}
	for _, v := range within {
		kinds[v] = true
	}
	return c.runs(within) > len(kinds)
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

// placeInArray is what a row's place in an array is called.
const placeInArray = "place"

// runsBack says whether a column's moments or numbers fall from row to row in all episodes.
func (c contents) runsBack(name string, within []string) bool {
	falls, last, read := 0, tabular.Moment{}, tabular.Calendar{}
	for i, v := range c.values[name] {
		m, ok := read.Read([]byte(v))
		if !ok {
			m, ok = tabular.ReadNumber([]byte(v), c.comma)
		}
		if !ok {
			return false
		}
		if i > 0 && within[i] == within[i-1] {
			if m.Compare(last) >= 0 {
				return false
			}
			falls++
		}
		last = m
	}
	return falls >= fewestRowsTell/2
}

// partTimes takes what says when something was out of the columns that are guessed to name episodes: it names a step.
func (c contents) partTimes(x *proposal) {
	parts := strings.Split(x.guesses[tabular.Episode], tabular.Join)
	at := slices.IndexFunc(parts, func(name string) bool {
		read := tabular.Calendar{}
		return c.decimals(name) || slices.ContainsFunc(c.values[name], func(v string) bool { _, ok := read.Read([]byte(v)); return ok })
	})
	if at < 0 || len(parts) < 2 {
		return
	}
	when := parts[at]
	x.guesses[tabular.Episode] = strings.Join(slices.Delete(parts, at, at+1), tabular.Join)
	if x.lacks[tabular.Step] != "" && x.guesses[tabular.Step] == "" {
		x.guesses[tabular.Step] = when
	}
}

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
