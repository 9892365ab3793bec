package logs

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"eeporl/pomdp/figure"
)

// questions are about what the first rows show to be meant otherwise than it would be read: each is asked unless --columns or a
// list of names answers it.
func (l *layout) questions(b *block) *problem {
	if l.shape != longLog {
		return nil
	}
	for _, ask := range []func(*block) *problem{l.askPractice, l.askSteps, l.askWeights, l.askAbove, l.askCodes, l.askBlanks, l.askSums} {
		if bad := ask(b); bad != nil {
			return bad
		}
	}
	return nil
}

// askSteps looks for a column that counts the rows of each episode, and not in their order, where no column says their steps.
func (l *layout) askSteps(b *block) *problem {
	if l.has(stepColumn) || l.called[stepColumn] == NoColumn || !l.has(episodeColumn) {
		return nil
	}
	for i, name := range l.unused {
		if isPart(name) || endings([]string{name}) != "" || !l.countsRows(b, i) {
			continue
		}
		return &problem{found: "rows that are not in the order of column " + name + ", which counts those of each episode, and no column of steps",
			want: "--columns step=" + quoted([]string{name}) + " --unsorted, or step=" + NoColumn + " if rows stand in their order"}
	}
	return nil
}

// countsRows says whether an unused column numbers the rows of each episode, some of them backwards.
func (l *layout) countsRows(b *block, column int) bool {
	const largest, fewestRows = 100_000, 5
	type count struct {
		met         map[int]bool
		least, last int
	}
	episodes, overall, rows, backwards := map[string]*count{}, map[int]bool{}, 0, 0
	for episode, field := range l.unusedFields(b, column) {
		x, ok := parseNumber(field, l.comma())
		n := int(x)
		if !ok || float64(n) != x || n < 0 || n > largest {
			return false
		}
		e := episodes[string(episode)]
		switch {
		case e == nil:
			e = &count{met: map[int]bool{}, least: n}
			episodes[string(episode)] = e
		case e.met[n]:
			return false
		default:
			if rows++; n < e.last {
				backwards++
			}
		}
		e.met[n], e.last, e.least, overall[n] = true, n, min(e.least, n), true
	}
	if rows < fewestRows || backwards == 0 {
		return false
	}
	for n := range overall { // the same numbers in all of them, without a gap
		if n > 1 && !overall[n-1] {
			return false
		}
	}
	return len(overall) <= rows
}

// askPractice asks about rows of practice among others.
func (l *layout) askPractice(b *block) *problem {
	if l.declared.Only != "" {
		return nil
	}
	var names []string
	for _, p := range l.parts {
		names = append(names, p.name)
	}
	for _, name := range append(names, l.unused...) {
		word, practice, others := plain(name), "", ""
		if slices.Contains(synonyms[actionColumn], word) || slices.Contains(synonyms[observationColumn], word) {
			continue
		}
		mark := slices.Contains([]string{"practice", "ispractice"}, word)
		for field := range l.fieldsOf(b, name) {
			switch text := string(field); {
			case isMissing(field):
			case mark && slices.Contains([]string{"1", "true", "yes", "t"}, strings.ToLower(text)),
				slices.ContainsFunc([]string{"practice", "warmup", "training", "tutorial"}, func(word string) bool { return strings.HasPrefix(plain(text), word) }):
				practice = text
			default:
				others = text
			}
		}
		if practice != "" && others != "" {
			return &problem{found: "rows of practice, " + name + " = " + practice + ", among others",
				want: "to hear which count: --only " + quoted([]string{name + "!=" + practice}) + ", or --only " + AllRows}
		}
	}
	return nil
}

// askWeights asks about a column that may say how often a row occurred.
func (l *layout) askWeights(b *block) *problem {
	if l.said(tableColumns()[countColumn]) {
		return nil
	}
	for i, name := range l.unused {
		if !slices.Contains([]string{"count", "counts", "weight", "weights", "freq", "frequency", "multiplicity"}, plain(name)) {
			continue
		}
		for _, field := range l.unusedFields(b, i) {
			if x, ok := parseNumber(field, l.comma()); ok && x != 1 {
				return &problem{found: "a column " + strconv.Quote(name) + " in a log of steps, by its name how often an episode occurred",
					want: "each episode written as often as it occurred, or --columns count=" + NoColumn + " where it says something else"}
			}
		}
	}
	return nil
}

// askAbove asks whether rewards and observations are of the row above: episodes' first rows have an action and no reward, their last
// ones a reward and no action, as dm_env and others write them.
func (l *layout) askAbove(b *block) *problem {
	const fewest, most = 2, 10 // episodes; one in so many may be otherwise
	if l.before[kindReward] || l.said(longColumns()[rewardColumn]) || !l.has(rewardColumn) || !l.has(actionColumn) || !l.has(episodeColumn) {
		return nil
	}
	episodes, shifted, first, last := 0, 0, false, false
	l.episodeRows(b, func(line *liner, begins bool) {
		noAction, noReward := isMissing(line.fields[actionColumn]), isMissing(line.fields[rewardColumn])
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
	flags := []string{EarnedColumn + "=" + l.called[rewardColumn]}
	if l.has(observationColumn) && !l.before[kindObservation] && !l.said(longColumns()[observationColumn]) {
		flags = append(flags, BeforeColumn+"="+l.called[observationColumn])
	}
	return &problem{found: "episodes whose first row has no reward, and whose last row has no action",
		want: "to hear whose they are: --columns " + quoted(flags) + " where a row has what the one above led to, as dm_env writes it, or reward=" + quoted([]string{l.called[rewardColumn]}) + " where it is the row's own"}
}

// askCodes asks about entries that likely say that nothing is known.
func (l *layout) askCodes(b *block) *problem {
	var found, codes, lists []string
	for _, x := range []struct {
		kind   kind
		flag   string
		listed bool
	}{
		{kindAction, "--actions", l.declared.Actions != nil},
		{kindObservation, "--observations", l.declared.Observations != nil},
		{kindReward, "--rewards", l.declared.Rewards != nil || l.asItIs()},
	} {
		column := columnOf(x.kind)
		if x.listed || l.declared.Like != nil || !l.has(column) || len(l.from[column]) != 1 || l.parts[l.from[column][0]].bins != nil {
			continue
		}
		if code := l.code(x.kind, l.often(b, column)); code != "" {
			found = append(found, "the "+x.kind.noun()+" "+strconv.Quote(short(code)))
			codes, lists = append(codes, longColumns()[column]+"="+code), append(lists, x.flag+" with all "+x.kind.noun()+"s")
		}
	}
	if found == nil {
		return nil
	}
	return &problem{found: strings.Join(found, " and ") + figure.Plural(len(found), ", which likely says", ", which likely say") + " that none is known",
		want: "to hear what is meant: --missing " + quoted(codes) + " if so, or " + strings.Join(lists, " and ") + " if not"}
}

// often counts what stands in a column, nothing aside.
func (l *layout) often(b *block, column int) map[string]int {
	often, line := map[string]int{}, newPartLiner(l)
	for _, text := range b.eachLine {
		if !l.json && isComment(text) || line.cut(text) != nil || line.empty() || line.repeatsHeader() || isMissing(line.fields[column]) || column == rewardColumn && isNoNumber(line.fields[column]) {
			continue
		}
		if often[string(line.fields[column])]++; len(often) > maxIndex {
			break
		}
	}
	return often
}

// code is an entry that likely says that nothing is known; "" for none.
func (l *layout) code(k kind, often map[string]int) string {
	const fewest, farther, farthest = 3, 3, 9 // entries; how far a code lies beyond the others
	const fewestRows = 8
	rows, numbers, most, negative := 0, map[string]float64{}, map[string]float64{}, 0
	for _, text := range slices.Sorted(maps.Keys(often)) {
		rows += often[text]
		if x, ok := parseNumber([]byte(text), l.comma()); ok {
			numbers[text] = x
			if x < 0 {
				negative++
			}
			continue
		}
		if word := plain(text); k != kindReward && slices.Contains(unanswered(k), word) || slices.Contains([]string{"?", "-", "--", "na", "n.a."}, strings.ToLower(text)) {
			return text
		}
	}
	if rows < fewestRows {
		return ""
	}
	for text := range numbers {
		for other, y := range numbers {
			if other != text {
				most[text] = max(most[text], math.Abs(y))
			}
		}
	}
	for _, text := range slices.Sorted(maps.Keys(numbers)) {
		x := numbers[text]
		rare := 2*often[text]*len(often) <= rows // half of an even share
		far := math.Abs(x) >= farther*most[text] && x > float64(len(often)-1)
		switch {
		case len(often) < fewest || !slices.Contains([]float64{-1, -2, -9, -99, -999, -9999, 9, 99, 999, 9999}, x):
		case k == kindReward && math.Abs(x) >= 99 && math.Abs(x) >= farthest*most[text],
			k != kindReward && len(numbers) == 1, // among names
			k != kindReward && len(numbers) == len(often) && (far || x < 0 && negative == 1 && (rare || x <= -9)):
			return text
		}
	}
	return ""
}

// unanswered are words for an action that was not taken, or for something that was not seen.
func unanswered(k kind) []string {
	words := []string{"missing", "undefined", "noresponse", "notanswered", "noanswer"}
	if k == kindAction { // to miss may be what is seen
		words = append(words, "missed", "miss", "timeout", "timedout", "omission", "omitted")
	}
	return words
}

// askBlanks asks what rows earned that say nothing of a reward, where all others say the same number, or hardly any but the last
// of each episode has one.
func (l *layout) askBlanks(b *block) *problem {
	const fewestRows, often, most = 8, 4, 20 // blanks are one row in so many; one reward in so many may stand elsewhere
	if !l.has(rewardColumn) || l.before[kindReward] || l.asItIs() || l.filled != nil {
		return nil
	}
	rows, blanks, known, inside, paid := 0, 0, 0, 0, false
	values, episodes := map[string]bool{}, 0
	l.episodeRows(b, func(line *liner, begins bool) {
		if begins {
			episodes++
		} else if paid { // the row above
			inside++
		}
		paid = !isMissing(line.fields[rewardColumn])
		if l.has(actionColumn) && isMissing(line.fields[actionColumn]) {
			return
		}
		rows++
		switch {
		case !paid:
			blanks++
		default:
			if known++; len(values) < 2 {
				values[string(line.fields[rewardColumn])] = true
			}
		}
	})
	atEnd := episodes > fewestEpisodes && 2*known > episodes && most*inside <= known
	if rows < fewestRows || known == 0 || often*blanks < rows || len(values) > 1 && !(atEnd && 2*known < rows) {
		return nil
	}
	found := "rewards in episodes' last rows alone, and none in the others"
	if len(values) == 1 {
		for only := range values {
			found = "the reward " + only + " in some rows, and none in the others"
		}
	}
	return &problem{found: found, want: "to hear what the others earned: --blank-reward 0 if nothing, or --columns reward=" + quoted([]string{Join + l.called[rewardColumn]}) + " if that is not known"}
}

// askSums asks about rewards that never fall within an episode, and rise in most: they are likely sums of what was earned so far.
func (l *layout) askSums(b *block) *problem {
	const fewestRows = 4 // of an episode
	if !l.has(rewardColumn) || l.before[kindReward] || l.asItIs() || !l.has(episodeColumn) {
		return nil
	}
	rows, episodes, rises, rising, falls := 0, 0, 0, 0, false
	last, known := 0., false
	l.episodeRows(b, func(line *liner, begins bool) {
		x, ok := parseNumber(line.fields[rewardColumn], l.comma())
		rows++
		if begins {
			episodes++
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
	if falls || episodes <= fewestEpisodes || rows < fewestRows*episodes || 2*rising < episodes {
		return nil
	}
	return &problem{found: "rewards that never fall within an episode and rise in most, as sums of what was earned so far do",
		want: "what each step earned, or --columns reward=" + quoted([]string{Join + l.called[rewardColumn]}) + " if it is that"}
}
