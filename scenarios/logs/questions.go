package logs

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"eeporl/pomdp/printable"
	"eeporl/scenarios/logs/coded"
	"eeporl/scenarios/logs/tabular"
)

// questions are about what the first rows show to be meant otherwise than it would be read: each is asked unless --columns or a
// list of names answers it.
func (l *layout) questions(b *block) *problem {
	if l.shape != tabular.LongLog || l.declared.Settled {
		return nil
	}
	for _, ask := range []func(*block) *problem{l.askLabels, l.askPractice, l.askTwins, l.askSpeakers, l.askScreens, l.askIdle, l.askUntold, l.askDivided, l.askBeside, l.askSteps, l.askWeights, l.askAbove, l.askLastSeen, l.askCodes, l.askBlanks, l.askUnpaid, l.askNamed, l.askSums} {
		if bad := ask(b); bad != nil {
			return bad
		}
	}
	return nil
}

// askLabels looks for a first row that says in words what the columns are: words where all other rows have numbers.
func (l *layout) askLabels(b *block) *problem {
	if l.json || l.declared.Only != "" {
		return nil
	}
	for column := range l.called {
		from := l.from[column]
		if len(from) != 1 || column == tabular.Observation || column == tabular.Action {
			continue
		}
		first, rows, numbers := "", 0, 0
		for field := range l.fieldsOf(b, l.parts[from[0]].name) {
			if _, ok := tabular.ParseNumber(field, l.comma()); ok {
				numbers++
			} else if rows == 0 {
				first = string(field)
			}
			rows++
		}
		if rows > fewestRowsTell && numbers == rows-1 && first != "" && !tabular.IsMissing([]byte(first)) {
			return &problem{found: "a first row with " + strconv.Quote(tabular.Short(first)) + " where all others have a number in column " + l.called[column],
				want: fmt.Sprintf("no row of labels or units below the header: sed %dd FILE > log.csv takes it out", b.first)}
		}
	}
	return nil
}

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

// askPractice asks about rows of practice among others.
func (l *layout) askPractice(b *block) *problem {
	if l.declared.Only == AllRows {
		return nil
	}
	var names []string
	for _, p := range l.parts {
		names = append(names, p.name)
	}
	for _, name := range append(names, l.unused...) {
		word, practice, others, blanks := tabular.Plain(name), []string(nil), []string(nil), false
		if slices.Contains(tabular.Synonyms[tabular.Action], word) || slices.Contains(tabular.Synonyms[tabular.Observation], word) {
			continue
		}
		mark := slices.Contains([]string{"practice", "ispractice"}, word)
		for field := range l.fieldsOf(b, name) {
			switch text := string(field); {
			case tabular.IsMissing(field):
				blanks = true
			case slices.Contains(practice, text) || slices.Contains(others, text):
			case mark && tabular.SaysYes(text),
				slices.ContainsFunc([]string{"practice", "warmup", "training", "tutorial", "uebung", "entrainement", "practica"}, func(word string) bool { return strings.HasPrefix(tabular.Plain(text), word) }):
				practice = append(practice, text)
			case len(others) <= printable.Paths:
				others = append(others, text)
			}
		}
		if practice != nil && (others != nil || blanks) {
			which := name + "!=" + strings.Join(practice, orValue)
			if blanks && others != nil && len(others) <= printable.Paths { // rows that are neither
				which = name + "=" + strings.Join(others, orValue)
			}
			return &problem{found: "rows of practice, " + name + " = " + printable.Or(practice) + ", among others",
				want: "to hear which count: --only " + tabular.Quoted([]string{which}) + ", or --only " + AllRows}
		}
	}
	return nil
}

// askWeights asks about a column that may say how often a row occurred.
func (l *layout) askWeights(b *block) *problem {
	if l.said(tabular.TableColumns()[tabular.Count]) {
		return nil
	}
	for i, name := range l.unused {
		if (!slices.Contains([]string{"count", "counts", "weight", "weights", "freq", "frequency", "multiplicity", "times", "occurrences", "haeufigkeit", "haufigkeit", "anzahl", "casecount", "numepisodes", "nepisodes"}, tabular.Plain(name)) || strings.HasPrefix(tabular.Plain(name), "weight") && !l.constantIn(b, name)) &&
			!((slices.Contains([]string{"n", "w", "copies", "nrep", "reps", "repetitions", "replicates", "nobs", "peso", "ipw", "iptw"}, tabular.Plain(name)) || strings.HasSuffix(tabular.Plain(name), "weight")) && l.constantIn(b, name)) {
			continue
		}
		for _, field := range l.unusedFields(b, i) {
			if x, ok := tabular.ParseNumber(field, l.comma()); ok && x != 1 {
				return &problem{found: "a column " + strconv.Quote(name) + " in a log of steps, by its name how often an episode occurred",
					want: "each episode written as often as it occurred, or --columns count=" + tabular.NoColumn + " where it says something else"}
			}
		}
	}
	return nil
}

// askAbove asks whether rewards and observations are of the row above: episodes' first rows have an action and no reward, their last
// ones a reward and no action, as dm_env and others write them.
func (l *layout) askAbove(b *block) *problem {
	const fewest, most = 2, 10 // episodes; one in so many may be otherwise
	if l.before[coded.Reward] || l.said(tabular.LongColumns()[tabular.Reward]) || !l.has(tabular.Reward) || !l.has(tabular.Action) || !l.has(tabular.Episode) {
		return nil
	}
	episodes, shifted, first, last := 0, 0, false, false
	l.episodeRows(b, func(line *liner, begins bool) {
		noAction, noReward := tabular.IsMissing(line.fields[tabular.Action]), tabular.IsMissing(line.fields[tabular.Reward])
		if begins {
			if episodes++; first && last {
				shifted++
			}
			first = !noAction && noReward
		}
		last = noAction && !noReward
	})
	if b.last { // the last one is whole
		episodes++
		if first && last {
			shifted++
		}
	}
	if complete := episodes - 1; complete < fewest || most*shifted < (most-1)*complete {
		return nil
	}
	flags := []string{tabular.EarnedColumn + "=" + l.called[tabular.Reward]}
	if l.has(tabular.Observation) && !l.before[coded.Observation] && !l.said(tabular.LongColumns()[tabular.Observation]) {
		flags = append(flags, tabular.BeforeColumn+"="+l.called[tabular.Observation])
	}
	return &problem{found: "episodes whose first row has no reward, and whose last row has no action",
		want: "to hear whose they are: --columns " + tabular.Quoted(flags) + " where a row has what the one above led to, as dm_env writes it, or reward=" + tabular.Quoted([]string{l.called[tabular.Reward]}) + " where it is the row's own"}
}

// askLastSeen asks when observations were seen where each episode ends in one without an action and a reward, which no other row is: what
// stands in a row was likely seen before its action.
func (l *layout) askLastSeen(b *block) *problem {
	const most = 10 // one episode in so many may be otherwise
	if !l.has(tabular.Observation) || l.before[coded.Observation] || l.said(tabular.LongColumns()[tabular.Observation]) || !l.has(tabular.Action) || !l.has(tabular.Reward) || l.before[coded.Reward] || !l.has(tabular.Episode) {
		return nil
	}
	episodes, ended, last, elsewhere := 0, 0, false, false
	l.episodeRows(b, func(line *liner, begins bool) {
		switch {
		case begins:
			if episodes++; last {
				ended++
			}
		case last:
			elsewhere = true
		}
		last = tabular.IsMissing(line.fields[tabular.Action]) && tabular.IsMissing(line.fields[tabular.Reward]) && !tabular.IsMissing(line.fields[tabular.Observation])
	})
	if complete := episodes - 1; elsewhere || complete < fewestEpisodes || most*ended < (most-1)*complete {
		return nil
	}
	z := l.called[tabular.Observation]
	return &problem{found: "episodes whose last row has an observation, and neither an action nor a reward",
		want: "to hear when that was seen: --columns " + tabular.Quoted([]string{tabular.BeforeColumn + "=" + z}) + " where a row has what was seen before its action, or " + tabular.Quoted([]string{"observation=" + z}) + " where it was seen after it"}
}

// askBlanks asks what rows earned that say nothing of a reward, where all others say the same number, or hardly any but the last
// of each episode has one.
func (l *layout) askBlanks(b *block) *problem {
	const fewestRows, often, most = 8, 4, 20 // blanks are one row in so many; one reward in so many may stand elsewhere
	if !l.has(tabular.Reward) || l.before[coded.Reward] || l.asItIs() || l.declared.Blank != nil {
		return nil
	}
	rows, blanks, known, inside, later, paid := 0, 0, 0, 0, 0, false
	values, episodes := map[string]bool{}, 0
	l.episodeRows(b, func(line *liner, begins bool) {
		if begins {
			episodes++
		} else if paid { // the row above
			inside++
		}
		paid = !tabular.IsMissing(line.fields[tabular.Reward])
		if l.has(tabular.Action) && tabular.IsMissing(line.fields[tabular.Action]) {
			return
		}
		rows++
		if paid && !begins {
			later++
		}
		switch {
		case !paid:
			blanks++
		default:
			if known++; len(values) < 2 {
				values[string(line.fields[tabular.Reward])] = true
			}
		}
	})
	inMost := episodes > fewestEpisodes && 2*known > episodes
	atEnd, atStart := inMost && most*inside <= known, inMost && most*later <= known
	if rows < fewestRows || known == 0 || often*blanks < rows || len(values) > 1 && !((atEnd || atStart) && 2*known <= rows) {
		return nil
	}
	found := "rewards in episodes' last rows alone, and none in the others"
	if atStart && !atEnd {
		found = "rewards in episodes' first rows alone, and none in the others"
	}
	if len(values) == 1 {
		for only := range values {
			found = "the reward " + only + " in some rows, and none in the others"
		}
	}
	return &problem{found: found, want: "to hear what the others earned: --blank-reward 0 if nothing, or --columns reward=" + tabular.Quoted([]string{tabular.Join + l.called[tabular.Reward]}) + " if that is not known"}
}

// askUnpaid asks about an action of which no row says what it earned, where those of the others do: nothing can be learned of its worth.
func (l *layout) askUnpaid(b *block) *problem {
	const fewest, chance = 8, 1e-3 // rows of it; that as many of the others' were without a reward
	if !l.has(tabular.Reward) || !l.has(tabular.Action) || l.before[coded.Reward] || l.asItIs() || l.declared.Blank != nil {
		return nil
	}
	type rows struct{ all, paid, seen int }
	var all rows
	actions, of := []string(nil), map[string]*rows{}
	l.episodeRows(b, func(line *liner, _ bool) {
		name := string(line.fields[tabular.Action])
		if tabular.IsMissing([]byte(name)) || len(of) > mostHeld {
			return
		}
		if of[name] == nil {
			actions, of[name] = append(actions, name), &rows{}
		}
		for _, n := range []*rows{of[name], &all} {
			n.all++
			if !tabular.IsMissing(line.fields[tabular.Reward]) {
				n.paid++
			}
			if l.has(tabular.Observation) && !l.before[coded.Observation] && !tabular.IsMissing(line.fields[tabular.Observation]) {
				n.seen++
			}
		}
	})
	if len(of) > mostHeld {
		return nil
	}
	for _, name := range actions {
		n := of[name]
		unpaid := float64(all.all-n.all-all.paid) / float64(max(1, all.all-n.all)) // of the others
		if n.paid > 0 || n.all < fewest || n.all == all.all || math.Pow(unpaid, float64(n.all)) > chance {
			continue
		}
		what, missing := "no reward", tabular.Quoted([]string{"action=" + name})
		if n.seen == 0 && all.seen > 0 {
			what += " and no observation"
		}
		return &problem{found: fmt.Sprintf("%s in any of the %d rows of action %q, and rewards in those of others", what, n.all, name),
			want: "to hear what it earned: --blank-reward 0 if nothing, --missing " + missing + " where nothing was done, or --columns reward=" + tabular.Quoted([]string{tabular.Join + l.called[tabular.Reward]}) + " if that is not known"}
	}
	return nil
}

// askSums asks about rewards that never fall within an episode, and rise in most: they are likely sums of what was earned so far.
// Those that never rise, and fall in most, are sums of what is still to be earned.
func (l *layout) askSums(b *block) *problem {
	if bad := l.askSumsThat(b, 1, "never fall within an episode and rise in many, as sums of what was earned so far do"); bad != nil {
		return bad
	}
	if bad := l.askWalks(b); bad != nil || l.minus != nil { // a loss falls as it adds up
		return bad
	}
	return l.askSumsThat(b, -1, "never rise within an episode and fall in many, as sums of what is still to be earned do")
}

// askWalks asks about rewards of many kinds, whose differences from row to row are of few, the first of each episode among them: they are
// sums of what was earned and lost so far.
func (l *layout) askWalks(b *block) *problem {
	const fewestLevels, times, mostSteps = 12, 3, 10
	if !l.has(tabular.Reward) || l.before[coded.Reward] || l.asItIs() || !l.has(tabular.Episode) {
		return nil
	}
	levels, steps, firsts := map[string]bool{}, map[string]bool{}, map[string]bool{}
	last, episodes, known := 0., 0, true
	l.episodeRows(b, func(line *liner, begins bool) {
		x, ok := tabular.ParseNumber(line.fields[tabular.Reward], l.comma())
		if known = known && ok; !known || len(steps) > mostSteps {
			return
		}
		if begins {
			episodes++
			last = 0
			firsts[numberText(tabular.Rounded(x, 9))] = true
		} else {
			steps[numberText(tabular.Rounded(x-last, 9))] = true
		}
		levels[numberText(x)], last = true, x
	})
	for first := range firsts {
		known = known && (steps[first] || first == "0")
	}
	if !known || episodes <= fewestEpisodes || len(steps) > mostSteps || len(levels) < fewestLevels || len(levels) < times*len(steps) {
		return nil
	}
	return &problem{found: fmt.Sprintf("%d different rewards, of which those of rows below each other are apart by %d different numbers alone, as sums of what was earned so far are", len(levels), len(steps)),
		want: "what each step earned" + l.differences(false) + l.earnedBeside(b) + ", or --columns reward=" + tabular.Quoted([]string{tabular.Join + l.called[tabular.Reward]}) + " if each step earned all that stands there"}
}

func (l *layout) askSumsThat(b *block, sign float64, do string) *problem {
	const fewestRows, many = 4, 50 // of an episode; episodes of which a few tell as much as half of fewer
	if !l.has(tabular.Reward) || l.before[coded.Reward] || l.asItIs() || !l.has(tabular.Episode) {
		return nil
	}
	rows, episodes, rises, rising, falls := 0, 0, 0, 0, false
	last, known, goesOn := 0., false, 0 // episodes that go on where the one before ended
	l.episodeRows(b, func(line *liner, begins bool) {
		x, ok := tabular.ParseNumber(line.fields[tabular.Reward], l.comma())
		x *= sign
		rows++
		if begins {
			episodes++
			if ok && known && x >= last && last != 0 {
				goesOn++
			}
			rises, known = 0, false
		}
		if !ok {
			return
		}
		if known {
			falls = falls || x < last
			if x > last {
				if rises++; rises == 2 {
					rising++
				}
			}
		}
		last, known = x, true
	})
	if falls || episodes <= fewestEpisodes || rows < fewestRows*episodes || 2*rising < episodes && !(episodes >= many && 5*rising >= episodes) {
		return nil
	}
	how := ""
	if sign > 0 {
		how = l.differences(10*goesOn > 9*(episodes-1))
	}
	return &problem{found: "rewards that " + do,
		want: "what each step earned" + how + l.earnedBeside(b) + ", or --columns reward=" + tabular.Quoted([]string{tabular.Join + l.called[tabular.Reward]}) + " if each step earned all that stands there"}
}
