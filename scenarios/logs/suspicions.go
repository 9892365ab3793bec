package logs

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"eeporl/scenarios/logs/coded"
	"eeporl/scenarios/logs/tabular"
)

// fewestEpisodes is how many of the first episodes have to show something before it is said of all.
const fewestEpisodes = 10

// suspect looks for what the first rows show to be meant otherwise than it is read.
func (l *layout) suspect(b *block) {
	if l.shape != tabular.LongLog || !l.has(tabular.Episode) {
		return
	}
	l.tellUnused(b)
	l.tellFlags(b)
	l.tellGoesOn(b)
	l.tellPadded(b)
	l.tellConstant(b)
	l.tellTotals(b)
	l.tellTwofold(b)
	l.tellSpelt(b)
	l.tellGoesWith(b)
	l.tellElsewhere(b)
	l.tellOrder(b)
	l.tellCodes(b)
}

// tellUnused looks for columns that are not used and say that rows count otherwise: what the reward lacks, and rows that are no data.
func (l *layout) tellUnused(b *block) {
	for i, name := range l.unused {
		word := tabular.Plain(name)
		left := slices.Contains(marksOfRows, word)
		loss := !left && tabular.IsLoss(name) && l.has(tabular.Reward)
		if !loss && !left {
			continue
		}
		values := map[string]bool{}
		for _, field := range l.unusedFields(b, i) {
			x, number := tabular.ParseNumber(field, l.comma())
			switch {
			case left && tabular.IsMissing(field): // not marked
				field = nil
			case tabular.IsMissing(field), loss && !number: // such as the text of an error
				continue
			case number:
				field = strconv.AppendFloat(nil, x, 'g', -1, 64)
			}
			if values[string(field)] = true; len(values) > 1 {
				break
			}
		}
		switch several := len(values) > 1; {
		case left && several:
			l.told.LeftOut = name
		case len(values) == 0:
		case loss && (several || !values["0"]):
			l.told.Loss, l.told.Earning = name, l.called[tabular.Reward]
		}
	}
}

// tellFlags looks for a column that is not used, and whose entries are yes and no, or a word and nothing, and seldom yes: it may mark rows
// that are no data.
func (l *layout) tellFlags(b *block) {
	const fewest, most = 3, 3 // marks; one row in so many has one at the most
	for i, name := range l.unused {
		if l.told.LeftOut != "" {
			return
		}
		other := slices.ContainsFunc([]int{tabular.Episode, tabular.Step, tabular.Action, tabular.Reward, tabular.Observation}, func(column int) bool { return tabular.Likely(column, name) })
		if other || tabular.IsLoss(name) || tabular.Endings([]string{name}) != "" || tabular.BeginningOf([]string{name}, "") != "" || tellsRight(name) || tellsTruth(name) || tabular.IsPrevious(name) || l.constantIn(b, name) {
			continue
		}
		rows, marks, word, flag := 0, 0, "", true
		for _, field := range l.unusedFields(b, i) {
			rows++
			switch text := string(field); {
			case tabular.SaysNo(text) || tabular.IsMissing(field):
			case !tabular.SaysYes(text) && word != "" && text != word:
				flag = false
			default:
				if marks++; !tabular.SaysYes(text) {
					word = text
				}
			}
		}
		if _, number := tabular.ParseNumber([]byte(word), l.comma()); flag && !number && marks >= fewest && most*marks <= rows {
			l.told.LeftOut = name
		}
	}
}

// tellGoesOn looks for a column that is not used, says by its name where episodes end, and does so above rows of the same episode.
func (l *layout) tellGoesOn(b *block) {
	for i, name := range l.unused {
		if tabular.Endings([]string{name}) == "" || tabular.Plain(name) == tabular.TypeOfStep {
			continue
		}
		var episode []byte
		ended := false
		for of, field := range l.unusedFields(b, i) {
			if ended && bytes.Equal(of, episode) {
				l.told.GoesOn = name
				return
			}
			episode, ended = append(episode[:0], of...), tabular.IsMark(field) != tabular.GoesOn(name)
		}
	}
}

// tellPadded looks for an action and an observation that stand in episodes' last rows alone, several of them alike: they may fill
// up what is shorter than the longest episode.
func (l *layout) tellPadded(b *block) {
	const fewest = 2 // episodes
	if !l.has(tabular.Action) || !l.has(tabular.Observation) {
		return
	}
	var row, tail string
	alike, padded := 0, map[string]int{}
	elsewhere := map[string]bool{}
	end := func() {
		if alike > 1 {
			padded[tail]++
		}
	}
	l.episodeRows(b, func(line *liner, begins bool) {
		if begins {
			end()
			alike, tail = 0, ""
		}
		row = string(line.fields[tabular.Action]) + "\x00" + string(line.fields[tabular.Observation])

		switch {
		case alike > 0 && row == tail:
			alike++
		default:
			for _, part := range strings.Split(tail, "\x00") {
				elsewhere[part] = true
			}
			tail, alike = row, 1
		}
	})
	end()
	for row, n := range padded {
		action, seen, _ := strings.Cut(row, "\x00")
		if n >= fewest && action == seen && !elsewhere[action] {
			l.told.Padded = action
		}
	}
}

// tellConstant looks for a column of rewards by its name that is not used, where the reward is always the same.
func (l *layout) tellConstant(b *block) {
	if !l.has(tabular.Reward) || l.before[coded.Reward] || l.asItIs() || len(l.often(b, tabular.Reward)) != 1 {
		return
	}
	for i, name := range l.unused {
		if !tabular.Likely(tabular.Reward, name) || tabular.IsNoReward(name) {
			continue
		}
		values := map[float64]bool{}
		for _, field := range l.unusedFields(b, i) {
			if x, ok := tabular.ParseNumber(field, l.comma()); ok {
				values[x] = true
			}
		}
		if len(values) > 1 {
			l.told.Constant = name
			return
		}
	}
}

// marksOfRows are names of columns that say which rows count.
var marksOfRows = []string{"exclude", "excluded", "invalid", "discard", "outlier", "catch", "filler", "valid", "isvalid", "include", "included", "keep", "usable", "deleted", "isdeleted", "removed", "aborted", "cancelled", "finished", "completed", "status", "istraining", "ispractice", "attentioncheck", "mask", "masked", "pad", "padding", "ispad", "ispadding", "masks", "attentionmask", "paddingmask", "lossmask", "validmask", "filled", "badtrial", "rejected", "artifact", "good", "qcpass", "catchtrial", "warmup", "isbot", "discarded", "annulled", "bad", "ignore", "refunded", "practice", "training", "sessionstatus", "episodestatus", "runstatus", "quality", "dataquality", "source", "op", "operation", "bot", "simulated", "void", "voided", "istest", "consent", "consented", "deletedat", "withdrawn", "attentioncheck", "isattentioncheck", "trialkind", "trialtype", "recordtype", "rowtype", "tutorial", "imputed", "environment", "flag", "artefact", "dryrun", "replay", "shadow", "holdout", "lifecycle", "version", "duplicate", "isduplicate", "skipped", "missed", "late", "burnin", "exploration", "paused", "sanity", "error", "phase", "stage", "revision", "rater", "annotator"}

// tellSpelt looks for two episodes whose names differ in nothing but how they are written: 1 and 1.0, S1 and s1.
func (l *layout) tellSpelt(b *block) {
	met := map[string]string{} // how a name was written first
	l.episodeRows(b, func(line *liner, begins bool) {
		name := string(line.fields[tabular.Episode])
		if !begins || l.told.Spelt != nil {
			return
		}
		plain := strings.ToLower(strings.Join(strings.FieldsFunc(norm.NFKC.String(name), func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), ""))
		if x, ok := tabular.ParseNumber([]byte(plain), l.comma()); ok && !long([]byte(plain)) {
			plain = numberText(x)
		}
		if other, again := met[plain]; again && other != name {
			l.told.Spelt = []string{other, name}
		}
		met[plain] = name
	})
}

// tellTotals looks whether the reward is the same in all rows of each episode, though not in all episodes.
func (l *layout) tellTotals(b *block) {
	const rowsEach = 3
	if !l.has(tabular.Reward) || l.before[coded.Reward] {
		return
	}
	rows, episodes, constant := 0, 0, true
	var last []byte
	totals := map[string]bool{}
	l.episodeRows(b, func(line *liner, begins bool) {
		reward := line.fields[tabular.Reward]
		switch rows++; {
		case begins:
			if episodes++; len(totals) < 2 {
				totals[string(reward)] = true
			}
		default:
			constant = constant && bytes.Equal(last, reward)
		}
		last = append(last[:0], reward...)
	})
	l.told.Totals = episodes > fewestEpisodes && rows >= rowsEach*episodes && constant && len(totals) > 1
}

// tellOrder looks for a column by its name of steps that is not used, as somebody said that rows stand in their order, and says another one.
func (l *layout) tellOrder(b *block) {
	if l.called[tabular.Step] != tabular.NoColumn {
		return
	}
	for i, name := range l.unused {
		if !tabular.TellsOrder(name) {
			continue
		}
		falls, episodes := 0, 0
		last, read, of := tabular.Moment{}, tabular.Calendar{}, []byte(nil)
		known := true
		for episode, field := range l.unusedFields(b, i) {
			m, ok := read.Read(field)
			if n, word := tabular.Ordinal(string(field)); !ok && word {
				m, ok = tabular.Moment{Whole: int64(n)}, true
			}
			if known = ok; !known {
				break
			}
			if !bytes.Equal(of, episode) {
				episodes++
			} else if m.Compare(last) < 0 {
				falls++
			}
			last, of = m, append(of[:0], episode...)
		}
		if known && 2*falls > episodes && episodes > 1 {
			l.told.OtherOrder = name
			return
		}
		if !known && l.alphabetical(b, i) {
			l.told.Alphabetical = name
			return
		}
	}
}

// tellCodes looks for two sets of actions of which no episode has some of both: what is written in two ways, perhaps.
func (l *layout) tellCodes(b *block) {
	const fewest = 10 // episodes of each
	if !l.has(tabular.Action) || l.declared.Actions != nil {
		return
	}
	set := map[string]int{} // which one each action is in
	var episodes []int      // of each set
	here := -1
	end := func() {
		if here >= 0 {
			episodes[here]++
		}
		here = -1
	}
	l.episodeRows(b, func(line *liner, begins bool) {
		if begins {
			end()
		}
		action := string(line.fields[tabular.Action])
		if tabular.IsMissing([]byte(action)) || len(set) > mostHeld {
			return
		}
		of, met := set[action]
		switch {
		case !met && here < 0:
			episodes = append(episodes, 0)
			of = len(episodes) - 1
			set[action] = of
		case !met:
			of = here
			set[action] = of
		case here >= 0 && of != here: // the two are one
			episodes[here] += episodes[of]
			episodes[of] = 0
			for name, which := range set {
				if which == of {
					set[name] = here
				}
			}
			of = here
		}
		here = of
	})
	end()
	var groups [][]string
	for which, n := range episodes {
		var names []string
		for _, name := range slices.Sorted(maps.Keys(set)) {
			if set[name] == which {
				names = append(names, name)
			}
		}
		if n >= fewest && len(names) > 1 {
			groups = append(groups, names)
		}
	}
	if len(groups) > 1 && len(set) <= mostHeld {
		l.told.Codes = groups[:2]
	}
}

// alphabetical says whether a column's words stand in the order of the alphabet in each of many episodes of several rows.
func (l *layout) alphabetical(b *block, column int) bool {
	var last, of []byte
	episodes, rises := 0, 0
	for episode, field := range l.unusedFields(b, column) {
		switch {
		case !bytes.Equal(of, episode):
			episodes++
		case bytes.Compare(field, last) <= 0:
			return false
		default:
			rises++
		}
		last, of = append(last[:0], field...), append(of[:0], episode...)
	}
	return episodes > fewestEpisodes && rises >= 2*episodes
}

// halves are rows that come in twos, the first with an action and the second with what it led to: each two are one step. number is
// the line of the first such row.
func (l *layout) halves(b *block) (bad *problem, number int) {
	if l.shape != tabular.LongLog || !l.has(tabular.Action) {
		return nil, 0
	}
	var led []int // the columns of what an action leads to
	for _, column := range []int{tabular.Reward, tabular.Observation} {
		if l.has(column) && len(l.from[column]) == 1 {
			led = append(led, column)
		}
	}
	if len(led) == 0 {
		return nil, 0
	}
	line, rows, twos, open := newLiner(l), 0, 0, false
	var episode, blank []byte
	for at, text := range b.eachLine {
		if !l.json && isComment(text) || line.cut(text) != nil || line.blank() {
			continue
		}
		rows++
		told := slices.ContainsFunc(led, func(column int) bool { return !tabular.IsMissing(line.fields[column]) })
		same := bytes.Equal(episode, line.fields[tabular.Episode])
		switch {
		case open && same && told:
			twos, open = twos+1, false
		default:
			if open = !told && !tabular.IsMissing(line.fields[tabular.Action]); open && number == 0 {
				number, blank = at, bytes.Clone(line.fields[led[0]])
			}
		}
		episode = append(episode[:0], line.fields[tabular.Episode]...)
	}
	const most = 10 // of so many rows one may stand alone
	if twos < fewestEpisodes || most*2*twos < (most-1)*rows {
		return nil, 0
	}
	names := make([]string, len(led))
	for i, column := range led {
		names[i] = l.called[column]
	}
	want := "one row for each step"
	if !l.json && l.simple && bytes.IndexByte(b.data, '"') < 0 {
		separator := map[byte]string{'\t': `\t`, ' ': " "}[l.separator]
		if separator == "" {
			separator = string(l.separator)
		}
		place := func(column int) string { return "$" + strconv.Itoa(l.parts[l.from[column][0]].at+1) }
		want += fmt.Sprintf(`; awk -F'%s' -v OFS='%[1]s' '{ sub(/\r$/, "") } %[2]s != "%[4]s" { a = %[2]s } NR == 1 || %[3]s != "%[4]s" { if (NR > 1) %[2]s = a; print; a = "" }' FILE > log.csv makes one of each two`,
			separator, place(tabular.Action), place(led[0]), blank)
	}
	return &problem{found: fmt.Sprintf("rows that come in twos, the first with %s, the second with %s", l.called[tabular.Action], strings.Join(names, " and ")), want: want}, number
}
