package logs

import (
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
