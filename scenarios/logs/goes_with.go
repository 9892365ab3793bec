package logs

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"eeporl/scenarios/logs/coded"
	"eeporl/scenarios/logs/tabular"
)

// mostEarned is up to how many different rewards each is looked at by itself.
const mostEarned = 8

// tellTwofold looks whether what is seen tells what is earned in the same row, beyond what the action tells.
func (l *layout) tellTwofold(b *block) {
	const rowsEach, least, left = 20, .1, .1 // rows of each kind; bits that rewards have at least, given the action; the share left given both
	if !l.has(tabular.Reward) || !l.has(tabular.Observation) || l.before[coded.Observation] || l.before[coded.Reward] || l.declared.Settled {
		return
	}
	type kind struct{ action, seen, earned string }
	rows, counts, coarse := 0., map[kind]float64{}, len(l.often(b, tabular.Reward)) > mostEarned
	l.episodeRows(b, func(line *liner, _ bool) {
		r, z := line.fields[tabular.Reward], line.fields[tabular.Observation]
		if tabular.IsMissing(r) || tabular.IsMissing(z) {
			return
		}
		x := kind{seen: string(z), earned: string(r)}
		if y, ok := tabular.ParseNumber(r, l.comma()); ok && coarse { // whether anything was earned
			x.earned = strconv.Itoa(cmp.Compare(y, 0))
		}
		if l.has(tabular.Action) {
			x.action = string(line.fields[tabular.Action])
		}
		counts[x]++
		rows++
	})
	bits := func(given func(kind) kind) (sum float64) { // of the reward
		whole, parts := map[kind]float64{}, map[kind]float64{}
		for x, n := range counts {
			y := given(x)
			whole[y] += n
			y.earned = x.earned
			parts[y] += n
		}
		for x, n := range parts {
			x.earned = ""
			sum -= n / rows * math.Log2(n/whole[x])
		}
		return sum
	}
	before := bits(func(x kind) kind { return kind{action: x.action} })
	after := bits(func(x kind) kind { return kind{action: x.action, seen: x.seen} })
	l.told.Twofold = rows >= rowsEach*float64(len(counts)) && before >= least && after <= left*before
}

// GoesWith is a column that is not used, and that what is earned or seen goes with beyond what the action tells.
type GoesWith struct {
	Column                string
	Seen                  bool   // what is seen; else what is earned
	AsAction, AsObserving string // what --columns takes it for a part of
}

// tellGoesWith looks for columns that are not used, are no other name for what is, and tell what the rows of an action earn or show: parts
// of what was done or seen, corrections, marks of rows that do not count.
func (l *layout) tellGoesWith(b *block) {
	const most, bits = 2, .05 // columns, and how much of what is earned or seen each tells at least
	if l.declared.Settled || !l.has(tabular.Action) || l.before[coded.Reward] {
		return
	}
	var rows []step
	coarse := len(l.often(b, tabular.Reward)) > mostEarned
	l.episodeRows(b, func(line *liner, _ bool) {
		if len(rows) == rowsLooked {
			return
		}
		row := step{action: string(line.fields[tabular.Action]), seen: string(line.fields[tabular.Observation]), earned: string(line.fields[tabular.Reward])}
		if y, ok := tabular.ParseNumber(line.fields[tabular.Reward], l.comma()); ok && coarse {
			row.earned = strconv.Itoa(cmp.Compare(y, 0))
		}
		rows = append(rows, row)
	})
	for _, name := range l.unused[:min(len(l.unused), columnsLooked)] {
		if tabular.TellsWhen(name) || tabular.IsTime(name) || tabular.IsPrevious(name) || tabular.Endings([]string{name}) != "" || tellsChance(name) || tabular.IsPart(name) || tellsTruth(name) || l.constantIn(b, name) {
			continue
		}
		values := l.contents(b, name)
		c := contents{values: map[string][]string{name: values}, rows: len(values), comma: l.comma()}
		if kinds := len(c.kinds(name)); len(values) != len(rows) || kinds < 2 || kinds > mostHeld || renames(rows, values) {
			continue
		}
		earned := l.has(tabular.Reward) && tells(rows, values, func(x step) string { return x.earned }) > bits
		seen := l.has(tabular.Observation) && !l.before[coded.Observation] && tells(rows, values, func(x step) string { return x.seen }) > bits
		if (earned || seen) && len(l.told.GoesWith) < most {
			l.told.GoesWith = append(l.told.GoesWith, GoesWith{name, seen, l.called[tabular.Action] + tabular.Join + name, l.observing() + name})
		}
	}
}

// Elsewhere says that observations go with the action of their own row, or of the one above, and are taken for what the other led to.
type Elsewhere struct {
	Above     bool    // they go with the action of the row above
	Far       float64 // standard deviations from chance
	TakesItSo string  // what --columns says then
}

// tellElsewhere looks for observations that go with the action of another row than the one that they are taken to follow from. Rewards
// often do, rightly: they tell of the state that the action before led to.
func (l *layout) tellElsewhere(b *block) {
	const far, farAbove, near = 6, 10, 2.5 // of two that states may tell of, the action above is the likelier one
	if l.declared.Settled || !l.has(tabular.Action) || !l.has(tabular.Observation) {
		return
	}
	var own, above [2][]string // actions, and what the same rows have
	last, known := "", false
	l.episodeRows(b, func(line *liner, begins bool) {
		a, z := line.fields[tabular.Action], line.fields[tabular.Observation]
		acts := !tabular.IsMissing(a)
		if !tabular.IsMissing(z) && len(own[0]) < rowsLooked {
			if acts {
				own[0], own[1] = append(own[0], string(a)), append(own[1], string(z))
			}
			if known && !begins {
				above[0], above[1] = append(above[0], last), append(above[1], string(z))
			}
		}
		last, known = string(a), acts
	})
	here, there := apartFromChance(own[0], own[1]), apartFromChance(above[0], above[1])
	name := l.called[tabular.Observation]
	switch before := l.before[coded.Observation]; {
	case !before && here < near && there > farAbove:
		l.told.Elsewhere = &Elsewhere{true, there, tabular.BeforeColumn + "=" + name}
	case before && there < near && here > far:
		l.told.Elsewhere = &Elsewhere{false, here, tabular.LongColumns()[tabular.Observation] + "=" + name}
	}
}

// observing is the column of what is seen, if there is one, as it stands before a further part.
func (l *layout) observing() string {
	if !l.has(tabular.Observation) {
		return ""
	}
	return l.called[tabular.Observation] + tabular.Join
}

// tellsTruth says whether a column's name says that it holds what nobody saw: a simulator's own state.
func tellsTruth(name string) bool {
	return slices.ContainsFunc(tabular.WordsOf(name), func(word string) bool {
		return slices.Contains([]string{"hidden", "latent", "true", "truth", "oracle", "sim"}, word)
	})
}

// step is a row's action, and what it earned and showed.
type step struct{ action, earned, seen string }

// renames says whether a column is told by what is used of its row, but for one row in 50.
func renames(rows []step, values []string) bool {
	counts, most := map[step]map[string]int{}, 0
	for i, x := range rows {
		if counts[x] == nil {
			counts[x] = map[string]int{}
		}
		counts[x][values[i]]++
	}
	for _, of := range counts {
		largest := 0
		for _, n := range of {
			largest = max(largest, n)
		}
		most += largest
	}
	return 50*(len(rows)-most) <= len(rows)
}

// tells is how many bits a column tells of what rows earn or show beyond their action; 0 where chance may have made them.
func tells(rows []step, values []string, of func(step) string) float64 {
	const sure = 5 // standard deviations from what chance tells
	if bits, off := association(rows, values, of); off >= sure {
		return bits
	}
	return 0
}

// association is how many bits a column tells of what rows earn or show beyond their action, and how many standard deviations the G
// statistic of that is from what chance makes of it.
func association(rows []step, values []string, of func(step) string) (bits, off float64) {
	const rare = 10 // rows of a value that is not looked at
	type cell struct{ action, value, what string }
	one := map[cell]float64{}
	for i, x := range rows {
		one[cell{x.action, values[i], ""}]++
		one[cell{x.action, "", of(x)}]++
	}
	both, all := map[cell]float64{}, map[string]float64{}
	left, down := map[cell]float64{}, map[cell]float64{}
	for i, x := range rows {
		value, what := cell{x.action, values[i], ""}, cell{x.action, "", of(x)}
		if one[value] < rare || one[what] < rare || values[i] == "" && of(x) == "" {
			continue
		}
		both[cell{x.action, values[i], of(x)}]++
		left[value]++
		down[what]++
		all[x.action]++
	}
	sum, total, freedom := 0., 0., 0.
	for x, n := range both {
		sum += n * math.Log2(n*all[x.action]/left[cell{x.action, x.value, ""}]/down[cell{x.action, "", x.what}])
	}
	for action, n := range all {
		values, whats := 0., 0.
		for x := range left {
			if x.action == action {
				values++
			}
		}
		for x := range down {
			if x.action == action {
				whats++
			}
		}
		freedom += max(0, values-1) * max(0, whats-1)
		total += n
	}
	if total == 0 || freedom == 0 {
		return 0, 0
	}
	return sum / total, (2*math.Ln2*sum - freedom) / math.Sqrt(2*freedom)
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

// apartFromChance is how many standard deviations from chance two columns go with each other.
func apartFromChance(one, other []string) float64 {
	rows := make([]step, min(len(one), len(other)))
	for i := range rows {
		rows[i].seen = other[i]
	}
	_, off := association(rows, one[:len(rows)], func(x step) string { return x.seen })
	return off
}
