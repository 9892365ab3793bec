package logs

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"eeporl/pomdp/printable"
	"eeporl/scenarios/logs/coded"
	"eeporl/scenarios/logs/tabular"
)

// askBeside asks about columns that are not used and, by their names, belong to one that is.
func (l *layout) askBeside(b *block) *problem {
	for _, ask := range []func(*block) *problem{l.askSigns, l.askActions, l.askResets, l.askBonus, l.askUnits, l.askBeginnings, l.askChances} {
		if bad := ask(b); bad != nil {
			return bad
		}
	}
	return nil
}

// furtherParts are names, in plain, of what an action was done with or to.
var furtherParts = []string{"target", "object", "param", "params", "parameter", "parameters", "argument", "arguments", "args", "arg", "direction", "operand", "detail", "details", "dose", "dosage", "intensity", "amount", "strength", "magnitude"}

// isFurtherPart says whether a column's name says that it is a part of what was done.
func isFurtherPart(name string) bool {
	words := tabular.WordsOf(name)
	return slices.Contains(furtherParts, tabular.Plain(name)) || len(words) == 2 && slices.Contains(tabular.Synonyms[tabular.Action], words[0]) && slices.Contains(furtherParts, words[1])
}

// closes says whether an action's name is a word for the end of what is written, and not for what was done.
func closes(action string) bool {
	return slices.Contains([]string{"total", "totals", "sum", "subtotal", "summe", "gesamt", "end", "ende", "fin", "final", "finish", "finished", "terminal", "terminated", "gameover", "over", "eof", "eos", "close", "closed", "exit", "logout", "reset", "done"}, tabular.Plain(action))
}

// askActions asks which of several columns was done, and whether one is a part of what was done.
func (l *layout) askActions(b *block) *problem {
	if !l.has(tabular.Action) || l.said(tabular.LongColumns()[tabular.Action]) {
		return nil
	}
	action := l.called[tabular.Action]
	done := l.contents(b, action)
	for _, name := range l.unused {
		part, offered := isFurtherPart(name), tellsOffered(name)
		beside := l.contents(b, name)
		c := contents{values: map[string][]string{action: done, name: beside}, rows: min(len(done), len(beside))}
		always := len(c.kinds(action)) == 1
		if !part && !offered && !mayBeDone(name) && !(always && !c.numeric(name) && !tabular.TellsWhen(name)) {
			continue
		}
		if offered {
			if len(c.kinds(name)) > 1 && c.numeric(action) {
				return &problem{found: "actions that are numbers, and a column " + strconv.Quote(name) + " that changes: they may be places in what it says",
					want: "the names of what was done, or --columns action=" + tabular.Quoted([]string{action}) + " where each number means the same in all rows"}
			}
			continue
		}
		if kinds := len(c.kinds(name)); len(done) != len(beside) || kinds < 2 || kinds > mostHeld || c.copies(action, name) || c.decimals(name) || l.constantIn(b, name) {
			continue
		}
		either := []string{"action=" + action}
		if part {
			either = append(either, "action="+action+tabular.Join+name)
		} else {
			either = append(either, "action="+name)
		}
		return &problem{found: "the columns " + strconv.Quote(action) + " and " + strconv.Quote(name), want: "to hear which of them was done: --columns " + tabular.Quoted(either[:1]) + ", or " + tabular.Quoted(either[1:])}
	}
	return nil
}

// mayBeDone says whether a column's name says that it is what was done: an action, and nothing of one but that it was done.
func mayBeDone(name string) bool {
	if slices.Contains([]string{"choice", "chosen", "response", "decision", "treatment", "move", "selection", "selected", "choix", "wahl"}, tabular.Plain(name)) {
		return true
	}
	done := []string{"action", "act", "choice", "response", "decision", "treatment", "move", "item", "option", "executed", "final", "taken", "actual", "performed", "done", "chosen", "selected", "made", "real", "recommended", "proposed", "intended", "planned", "first", "second"}
	words := tabular.WordsOf(name)
	return tabular.Likely(tabular.Action, name) && !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(done, word) })
}

// askResets asks about an action that is done in the first rows of all episodes, or in the last ones, where nothing is earned, and in no other
// row: what was written of a reset, or of an end.
func (l *layout) askResets(b *block) *problem {
	if !l.has(tabular.Action) || !l.has(tabular.Episode) || l.declared.Settled || l.said(tabular.LongColumns()[tabular.Action]) || l.declared.Actions != nil || l.declared.Missing != nil || l.declared.Only != "" {
		return nil
	}
	if bad := l.askTotals(b); bad != nil {
		return bad
	}
	type edge struct {
		action   string
		episodes int
		not      bool // it is done elsewhere, or earns
	}
	var first, last edge
	see := func(e *edge, action string, earns bool) {
		if e.action == "" {
			e.action = action
		}
		e.episodes++
		e.not = e.not || action != e.action || earns && !closes(action)
	}
	before, earned, open := "", false, false
	l.episodeRows(b, func(line *liner, begins bool) {
		action := string(line.fields[tabular.Action])
		x, known := tabular.ParseNumber(line.fields[tabular.Reward], l.comma())
		earns := known && x != 0
		if begins {
			if open {
				see(&last, before, earned)
			}
			see(&first, action, earns)
		} else {
			first.not, last.not = first.not || action == first.action, last.not || before == last.action
		}
		before, earned, open = action, earns, true
	})
	for _, e := range []struct {
		edge
		row, says string
	}{{first, "first", "begins"}, {last, "last", "ends"}} {
		if !e.not && e.action != "" && e.episodes > fewestEpisodes && !tabular.IsMissing([]byte(e.action)) {
			return &problem{found: "the action " + strconv.Quote(e.action) + " in the " + e.row + " row of each episode, and in no other",
				want: "to hear whether it was done: --missing " + tabular.Quoted([]string{"action=" + e.action}) + " where it says that an episode " + e.says + ", or --columns " + tabular.Quoted([]string{"action=" + l.called[tabular.Action]})}
		}
	}
	return nil
}

// askTotals asks about an action that stands in the last row of each episode alone, with the sum of what the rows above earned.
func (l *layout) askTotals(b *block) *problem {
	if !l.has(tabular.Reward) || l.before[coded.Reward] || l.asItIs() {
		return nil
	}
	action, episodes, sums, elsewhere := "", 0, 0, false
	total, last, above, open := 0., 0., "", false
	end := func() {
		if !open {
			return
		}
		if action == "" {
			action = above
		}
		episodes++
		if math.Abs(total-2*last) < 1e-9*(1+math.Abs(total)) && above == action {
			sums++
		}
	}
	l.episodeRows(b, func(line *liner, begins bool) {
		if begins {
			end()
			total = 0
		} else {
			elsewhere = elsewhere || action != "" && above == action
		}
		last, _ = tabular.ParseNumber(line.fields[tabular.Reward], l.comma())
		total, above, open = total+last, string(line.fields[tabular.Action]), true
	})
	if elsewhere || sums < episodes || episodes < fewestEpisodes || action == "" {
		return nil
	}
	return &problem{found: "the action " + strconv.Quote(action) + " in the last row of each episode, with the sum of what the rows above earned, and in no other",
		want: "to hear which rows count: --only " + tabular.Quoted([]string{l.called[tabular.Action] + "!=" + action}) + ", or --only " + AllRows}
}

// tellsOffered says whether a column's name says that it holds what could be done.
func tellsOffered(name string) bool {
	return slices.ContainsFunc(tabular.WordsOf(name), func(word string) bool {
		return slices.Contains([]string{"available", "legal", "allowed", "offered", "possible"}, word)
	})
}

// askBonus asks about what is earned beside the reward.
func (l *layout) askBonus(b *block) *problem {
	if !l.has(tabular.Reward) || l.asItIs() {
		return nil
	}
	for i, name := range l.unused {
		if words := tabular.WordsOf(name); !slices.ContainsFunc(words, func(word string) bool { return slices.Contains([]string{"bonus", "tip", "surcharge", "premium"}, word) }) ||
			slices.ContainsFunc(words, func(word string) bool {
				return slices.Contains([]string{"eligible", "flag", "id", "type", "payment"}, word)
			}) || l.constantIn(b, name) {
			continue
		}
		for _, field := range l.unusedFields(b, i) {
			if x, ok := tabular.ParseNumber(field, l.comma()); ok && x != 0 {
				r := l.called[tabular.Reward]
				return &problem{found: "a column " + strconv.Quote(name) + " beside the reward " + strconv.Quote(r),
					want: "to hear whether it is earned, too: --columns reward=" + tabular.Quoted([]string{r + tabular.Join + name}) + ", or reward=" + tabular.Quoted([]string{tabular.Join + r}) + " where it is not, or in the reward already"}
			}
		}
	}
	return nil
}

// askUnits asks about rewards in several units.
func (l *layout) askUnits(b *block) *problem {
	if !l.has(tabular.Reward) || l.declared.Only != "" {
		return nil
	}
	for _, name := range l.unused {
		if !slices.Contains([]string{"unit", "units", "uom", "currency", "einheit", "waehrung", "unite", "devise", "moneda", "unidad"}, tabular.Plain(name)) {
			continue
		}
		var kinds []string
		for field := range l.fieldsOf(b, name) {
			if text := string(field); !tabular.IsMissing(field) && !slices.Contains(kinds, text) {
				if !tabular.IsUnit(text) {
					kinds = nil
					break
				}
				kinds = append(kinds, text)
			}
		}
		if len(kinds) > 1 {
			return &problem{found: "a column " + strconv.Quote(name) + " with " + printable.List(kinds, printable.Paths, "units") + ", and rewards that may be in any of them",
				want: "rewards in one unit; or to hear which rows count: --only " + tabular.Quoted([]string{name + "=" + kinds[0]}) + ", or --only " + AllRows + " where their unit is the same"}
		}
	}
	return nil
}

// askBeginnings asks about a column that says by its name where episodes begin, and does so in rows within them.
func (l *layout) askBeginnings(b *block) *problem {
	if !l.has(tabular.Episode) || l.episodeAsItIs() || l.numbersEpisodes() {
		return nil
	}
	for i, name := range l.unused {
		if tabular.BeginningOf([]string{name}, "") == "" {
			continue
		}
		var episode []byte
		rows, begins, within, first := 0, 0, 0, false
		for of, field := range l.unusedFields(b, i) {
			marked := tabular.IsMark(field)
			if rows++; rows == 1 {
				first = marked
			}
			if marked {
				if begins++; bytes.Equal(of, episode) {
					within++
				}
			}
			episode = append(episode[:0], of...)
		}
		if first && within > 0 && 2*begins <= rows {
			e := l.called[tabular.Episode]
			return &problem{found: "a column " + strconv.Quote(name) + " that says where an episode begins, and does so within those of column " + e,
				want: "to hear which it is: --columns " + tabular.Quoted([]string{tabular.BeginColumn + "=" + name}) + ", or episode=" + tabular.Quoted([]string{tabular.Join + e})}
		}
	}
	return nil
}

// askNamed asks about rewards that by their name are no step's own: sums so far, or means.
func (l *layout) askNamed(b *block) *problem {
	if !l.has(tabular.Reward) || l.asItIs() {
		return nil
	}
	name := l.called[tabular.Reward]
	for _, x := range []struct {
		words []string
		is    string
	}{
		{[]string{"cum", "cumul", "cumulative", "cumulated", "cumsum", "running", "accumulated", "total"}, "a sum of what was earned so far"},
		{[]string{"avg", "average", "mean", "ema", "smoothed"}, "a mean of several"},
		{[]string{"discounted", "return", "rtg"}, "a sum over several steps"},
	} {
		if slices.ContainsFunc(tabular.WordsOf(name), func(word string) bool { return slices.Contains(x.words, word) }) {
			how := l.differences(false)
			if l.neverRises(b) { // what is still to come
				how = ""
			}
			return &problem{found: "a reward " + strconv.Quote(name) + ", by its name " + x.is,
				want: "what each step earned" + how + l.earnedBeside(b) + ", or --columns reward=" + tabular.Quoted([]string{tabular.Join + name}) + " if each step earned all that stands there"}
		}
	}
	return nil
}

// neverRises says whether rewards never rise within an episode, and fall in some: sums of what is still to be earned.
func (l *layout) neverRises(b *block) bool {
	last, falls, rises := math.NaN(), 0, false
	l.episodeRows(b, func(line *liner, begins bool) {
		x, ok := tabular.ParseNumber(line.fields[tabular.Reward], l.comma())
		if !ok {
			x = math.NaN()
		}
		if !begins && x > last {
			rises = true
		}
		if !begins && x < last {
			falls++
		}
		last = x
	})
	return !rises && falls >= fewestEpisodes
}

// earnedBeside proposes another column that by its name and numbers is what each step earned; "" for none.
func (l *layout) earnedBeside(b *block) string {
	for _, name := range l.unused {
		if !tabular.Likely(tabular.Reward, name) || tabular.IsNoReward(name) {
			continue
		}
		c := contents{values: map[string][]string{name: l.contents(b, name)}, comma: l.comma()}
		if len(c.kinds(name)) > 1 && c.numeric(name) {
			return ": --columns reward=" + tabular.Quoted([]string{name})
		}
	}
	return ""
}

// differences is how to write what each step earned in place of sums so far, which go on through all episodes or begin anew in each; ""
// where that is not said in a line.
func (l *layout) differences(through bool) string {
	reward, episode := l.from[tabular.Reward], l.from[tabular.Episode]
	if l.json || len(reward) != 1 || len(episode) != 1 || l.separator == '"' {
		return ""
	}
	separator := strings.Trim(strconv.Quote(string(l.separator)), `"`)
	place := func(from []int) string { return "$" + strconv.Itoa(l.parts[from[0]].at+1) }
	same := "if (" + place(episode) + " == e) "
	if through {
		same = ""
	}
	return ` (awk -F'` + separator + `' -v OFS='` + separator + `' 'NR > 1 { x = ` + place(reward) + `; ` + same + place(reward) + ` = x - last; last = x; e = ` + place(episode) + ` } { print }' FILE > log.csv writes it in place of sums)`
}

// askChances asks whether a column of probabilities is how probable the action of each row was, or how probable one of two actions was: rows
// of an action, each counted as often as its probability goes into 1, are as many as all rows, but for chance.
func (l *layout) askChances(b *block) *problem {
	const fewest, far, near = 50, 6, 3 // rows; standard errors
	if !l.has(tabular.Probability) || !l.has(tabular.Action) {
		return nil
	}
	type sums struct{ own, ownSquares, other, otherSquares float64 }
	of, rows := map[string]*sums{}, 0.
	l.episodeRows(b, func(line *liner, _ bool) {
		p, ok := tabular.ParseNumber(line.fields[tabular.Probability], l.comma())
		if action := line.fields[tabular.Action]; ok && p > 0 && p < 1 && !tabular.IsMissing(action) {
			s := of[string(action)]
			if s == nil {
				s = &sums{}
				of[string(action)] = s
			}
			rows++
			s.own, s.ownSquares = s.own+1/p, s.ownSquares+1/p/p
			s.other, s.otherSquares = s.other+1/(1-p), s.otherSquares+1/(1-p)/(1-p)
		}
	})
	if len(of) != 2 || rows < fewest {
		return nil
	}
	off := func(sum, squares float64) float64 { // from all rows, in standard errors
		mean := sum / rows
		return math.Abs(mean-1) / math.Sqrt((squares/rows-mean*mean)/rows)
	}
	names := slices.Sorted(maps.Keys(of))
	for i, name := range names {
		one, two := of[names[1-i]], of[name]
		if off(two.own, two.ownSquares) > far && off(two.other, two.otherSquares) < near && off(one.own, one.ownSquares) < near {
			p := l.called[tabular.Probability]
			return &problem{found: "a column " + strconv.Quote(p) + " that says how probable " + names[1-i] + " was, in rows of " + name + ", too",
				want: "how probable the action of its own row was" + l.complements(name) + "; or --columns without probability, which counts them"}
		}
	}
	return nil
}

// complements is how to write 1 − p in the rows of an action; "" where that is not said in a line.
func (l *layout) complements(action string) string {
	p, a := l.from[tabular.Probability], l.from[tabular.Action]
	if l.json || len(p) != 1 || len(a) != 1 || l.separator == '"' || l.comma() {
		return ""
	}
	separator := strings.Trim(strconv.Quote(string(l.separator)), `"`)
	place := func(from []int) string { return "$" + strconv.Itoa(l.parts[from[0]].at+1) }
	return ` (awk -F'` + separator + `' -v OFS='` + separator + `' 'NR > 1 && ` + place(a) + ` == "` + action + `" { ` + place(p) + ` = 1 - ` + place(p) + ` } { print }' FILE > log.csv writes that)`
}

// Words in a column beside amounts that say which of them were gained, and which lost.
var (
	gained = []string{"+", "1", "+1", "gain", "gains", "win", "won", "credit", "in", "inflow", "income", "positive", "pos", "plus", "reward", "gewinn", "haben", "profit"}
	taken  = []string{"-", "−", "-1", "loss", "losses", "lose", "lost", "debit", "out", "outflow", "cost", "expense", "negative", "neg", "minus", "penalty", "verlust", "soll", "charge"}
)

// askSigns asks whether amounts that are never negative are lost where another column says so.
func (l *layout) askSigns(b *block) *problem {
	if !l.has(tabular.Reward) || l.asItIs() || l.minus != nil || len(l.from[tabular.Reward]) != 1 {
		return nil
	}
	for amount := range l.often(b, tabular.Reward) {
		if x, ok := tabular.ParseNumber([]byte(amount), l.comma()); !ok || x < 0 {
			return nil
		}
	}
	for i, name := range l.unused {
		plus, minus, others := false, "", false
		for _, field := range l.unusedFields(b, i) {
			switch word := strings.ToLower(strings.TrimSpace(string(field))); {
			case slices.Contains(gained, word):
				plus = true
			case slices.Contains(taken, word) && (minus == "" || minus == string(field)):
				minus = string(field)
			default:
				others = others || !tabular.IsMissing(field)
			}
		}
		if !plus || minus == "" || others {
			continue
		}
		r := l.called[tabular.Reward]
		return &problem{found: "rewards without a negative number, and a column " + strconv.Quote(name) + " that says of some " + strconv.Quote(minus),
			want: "losses below 0" + l.negated(name, minus) + "; or --columns reward=" + tabular.Quoted([]string{tabular.Join + r}) + " where the reward has its sign already"}
	}
	return nil
}

// negated is how to write rewards with a minus where a column says a word; "" where that is not said in a line.
func (l *layout) negated(name, word string) string {
	p, ok := l.partOf(name)
	if l.json || !ok || l.separator == '"' {
		return ""
	}
	separator := strings.Trim(strconv.Quote(string(l.separator)), `"`)
	return fmt.Sprintf(` (awk -F'%s' -v OFS='%[1]s' 'NR > 1 && $%[2]d == "%[3]s" { $%[4]d = "-" $%[4]d } { print }' FILE > log.csv writes them so)`,
		separator, p.at+1, word, l.parts[l.from[tabular.Reward][0]].at+1)
}
