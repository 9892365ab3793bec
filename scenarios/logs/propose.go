package logs

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"eeporl/scenarios/logs/shapes"
	"eeporl/scenarios/logs/tabular"
)

// without says whether somebody said that a long log has no such column.
func (d *Declared) without(column int, called string) bool {
	return called == tabular.NoColumn && d.Columns[tabular.LongColumns()[column]] == tabular.NoColumn || column == tabular.Episode && d.EpisodePerFile
}

// proposal is what a header lacks of a long log's columns, and what they may be called in it.
type proposal struct {
	lacks    map[int]string   // what the missing ones are called
	guesses  map[int]string   // what they likely are
	several  map[int][]string // of which each may be the one
	swapped  bool             // action and observation may be the other way round
	held     bool             // some were told by what they hold, and not by their names
	before   string           // the column of observations that simulators wrote before the actions; "" for none
	end      string           // the columns that say where episodes end; "" for none
	parted   bool             // empty lines stand between blocks of rows
	negative bool             // rewards are below 0 as they stand
	words    string           // one that is what was earned, by its name, in words; "" for none
	worth    string           // what --worth says of its words
	left     string           // one that may be an observation though its name says otherwise; "" for none
	apart    bool             // rows of an episode stand apart: a proposal has to sort them
	oneHot   map[int]bool     // those several columns are one: in each row one of them is 1, the others are 0
}

// propose says which columns a long log lacks and what they may be called in it: nil where it has
// all that it needs. It can do without a number of the step (rows then stand in their order), without
// actions (there is one), and without rewards or observations, but not both. A column that it could
// do without is asked for all the same where another bears the name of one. What names do not tell, held, what the first rows hold, may.
func (d *Declared) propose(header []string, l *layout, held func() contents) *problem {
	lacks := map[int]string{} // what the missing ones are called
	unused := slices.Clone(header)
	for column, called := range l.called {
		if d.without(column, called) {
			continue
		}
		at, missing := tabular.Find(header, called)
		if missing != "" {
			lacks[column] = missing
		}
		for _, i := range at {
			unused[i] = ""
		}
	}
	unused = slices.DeleteFunc(unused, func(name string) bool { return name == "" })
	said := func(column int) bool { return d.Columns[tabular.LongColumns()[column]] != "" }
	var rows contents
	if len(lacks) > 0 {
		rows = held()
	}
	if at, _ := tabular.Find(header, l.called[tabular.Action]); len(lacks) > 0 && len(at) == 1 && !said(tabular.Action) && rows.same(header[at[0]]) { // nobody chooses
		lacks[tabular.Action] = tabular.LongColumns()[tabular.Action] + " (" + header[at[0]] + " says one thing)"
	}
	constant := map[string]bool{}
	for _, name := range unused {
		constant[name] = rows.same(name)
	}
	varying := func(column int) []string {
		if !slices.Contains(tabular.Events, column) {
			return unused
		}
		return slices.DeleteFunc(slices.Clone(unused), func(name string) bool { return constant[name] })
	}
	guesses, asked := map[int]string{}, len(lacks) == len(l.called)
	if found, want := shapes.Wide(header); asked && found != "" {
		return &problem{found: found, want: want}
	}
	for column := range l.called {
		if lacks[column] == "" {
			continue
		}
		guess := tabular.Guessed(column, varying(column))
		if column == tabular.Observation && slices.Contains(vague, tabular.Plain(guess)) {
			if named := tabular.Candidates(column, varying(column)); len(named) > 0 {
				guess = named[0]
			}
		}
		if guess != "" {
			guesses[column] = guess
			unused = slices.Delete(unused, slices.Index(unused, guess), slices.Index(unused, guess)+1)
			asked = asked || !tabular.IsTime(guess) // rows may stand in their order
		}
		asked = asked || column == tabular.Episode || said(column)
	}
	if a := guesses[tabular.Action]; a != "" && isResponse(a) && lacks[tabular.Observation] != "" {
		if i := slices.IndexFunc(unused, func(name string) bool { return answered(name) && standsBefore(header, name, a) }); i >= 0 { // what it is a response to was done
			guesses[tabular.Action] = unused[i]
			if z := guesses[tabular.Observation]; z != "" {
				unused = append(unused, z)
			}
			guesses[tabular.Observation] = a
			unused = slices.Delete(unused, i, i+1)
		}
	}
	for k, column := range []int{tabular.Reward, tabular.Observation, tabular.Reward, tabular.Observation} {
		if i := slices.IndexFunc(unused, func(name string) bool { return tabular.OfPrevious(column, name, k < 2) }); i >= 0 && lacks[column] != "" && guesses[column] == "" && len(tabular.Candidates(column, unused)) == 0 {
			guesses[column], asked = unused[i], true
			unused = slices.Delete(unused, i, i+1)
		}
	}
	several := map[int][]string{} // columns of which each may be the one
	for _, column := range tabular.Events {
		if lacks[column] == "" || guesses[column] != "" {
			continue
		}
		switch names := tabular.Candidates(column, varying(column)); {
		case len(names) == 1 && !(column == tabular.Reward && tabular.IsNoReward(names[0])):
			guesses[column], asked = names[0], true
			unused = slices.DeleteFunc(unused, func(name string) bool { return name == names[0] })
		case len(names) > 1:
			several[column], asked = names, true
		}
	}
	if led := tabular.Feedback(unused, guesses); lacks[tabular.Observation] != "" && guesses[tabular.Observation] == "" && several[tabular.Observation] == nil && led != "" && (lacks[tabular.Action] == "" || guesses[tabular.Action] != "") {
		guesses[tabular.Observation], asked = led, true
		unused = slices.Delete(unused, slices.Index(unused, led), slices.Index(unused, led)+1)
	}
	for _, part := range []int{tabular.Episode, tabular.Reward} {
		if more := tabular.Companion(part, unused); guesses[part] != "" && more != "" && (part == tabular.Episode || tabular.IsGain(guesses[part])) {
			guesses[part] += tabular.Join + more
			unused = slices.Delete(unused, slices.Index(unused, more), slices.Index(unused, more)+1)
		}
	}
	only := ""
	if len(unused) == 1 && len(guesses) > 0 && len(several) == 0 && !tabular.IsTime(unused[0]) && !tabular.IsPart(unused[0]) && tabular.Endings(unused) == "" { // the only one left is likely the only one missing
		for _, column := range []int{tabular.Observation, tabular.Reward, tabular.Action} {
			if lacks[column] != "" && guesses[column] == "" && !(column == tabular.Reward && tabular.IsNoReward(unused[0])) && !(column == tabular.Observation && (tabular.IsLoss(unused[0]) || tellsRight(unused[0]) || isSpeaker(unused[0]))) {
				guesses[column], only, unused = unused[0], unused[0], nil
				break
			}
		}
	}
	if next := tabular.NextObservation(unused); next != "" && !said(tabular.Observation) && lacks[tabular.Observation] == "" && !d.without(tabular.Observation, l.called[tabular.Observation]) {
		return &problem{found: "the columns " + strconv.Quote(l.called[tabular.Observation]) + " and " + strconv.Quote(next),
			want: "to hear which of them was seen after its row's action: --columns observation=" + tabular.Quoted([]string{next}) + ", or observation=" + tabular.Quoted([]string{l.called[tabular.Observation]})}
	}
	before := ""
	if z := l.called[tabular.Observation]; lacks[tabular.Observation] == "" && !said(tabular.Observation) && !d.without(tabular.Observation, z) && d.Columns[tabular.BeforeColumn] == "" && tabular.NextObservation(header) == "" && ofSimulator(header) && standsBefore(header, z, l.called[tabular.Action]) {
		before, asked = z, true
	}
	if next := tabular.NextObservation(unused); next != "" && lacks[tabular.Observation] != "" {
		guesses[tabular.Observation] = next
		asked = true
	}
	if parts := nextParts(header); len(parts) > 1 && lacks[tabular.Observation] != "" {
		guesses[tabular.Observation], asked = strings.Join(parts, tabular.Join), true
		delete(several, tabular.Observation)
	}
	gone := func(column int) bool { return lacks[column] != "" || d.without(column, l.called[column]) }
	asked = asked || gone(tabular.Reward) && gone(tabular.Observation)
	if !asked || d.Settled && lacks[tabular.Episode] == "" {
		return nil
	}
	if len(header) >= 3 && slices.Equal(header[:3], []string{"r", "l", "t"}) {
		return &problem{found: "r, l and t, as Stable-Baselines' Monitor writes them, a row for each episode", want: "a row for each step, with what was done, earned and seen"}
	}
	if len(header) > 1 && len(header[0]) > 2 && strings.HasPrefix(header[0], "'") && strings.HasSuffix(header[0], "'") {
		return &problem{found: "names in single quotes, which belong to them here", want: `double quotes or none: tr -d "'" < FILE > log.csv`}
	}
	numbers := 0
	for _, name := range header {
		if tabular.IsNumber(name) {
			numbers++
		}
	}
	if len(lacks) == 0 {
		rows = held()
	}
	x := proposal{lacks: lacks, guesses: guesses, several: several, before: before, end: rows.endings(header)}
	if lacks[tabular.Episode] == "" {
		rows.episodes = l.called[tabular.Episode]
	}
	if bad := rows.unpivoted(header, l.json); bad != nil {
		return bad
	}
	if bad := rows.listed(header, l.json); bad != nil && lacks[tabular.Step] != "" {
		return bad
	}
	rows.guess(&x, unused)
	if z := x.guesses[tabular.Observation]; z != "" && z == only && rows.copies(z, cmp.Or(x.guesses[tabular.Action], l.called[tabular.Action])) {
		delete(x.guesses, tabular.Observation)
	}
	if i := slices.IndexFunc(unused, tellsRight); i >= 0 && x.guesses[tabular.Observation] == "" && x.several[tabular.Observation] == nil && lacks[tabular.Observation] != "" {
		x.left = unused[i]
	}
	if a := x.guesses[tabular.Action]; len(x.guesses[tabular.Observation]+x.guesses[tabular.Reward])+len(x.several) == 0 && lacks[tabular.Observation] != "" && lacks[tabular.Reward] != "" && slices.Contains(happened, tabular.Plain(a)) {
		delete(x.guesses, tabular.Action) // nobody acts
		x.guesses[tabular.Observation] = a
	}
	x.parted = rows.parted > 1
	x.negative = rows.negative(x.guesses[tabular.Reward])
	if len(lacks) == len(l.called) && (len(guesses) == 0 || 2*numbers >= len(header)) {
		want := tabular.WantHeader() + "; --columns episode=NAME,… says what else columns are called"
		if numbers > 0 { // a row of data
			want += "; a file without a header gets one by (echo NAMES; cat FILE) > log.csv, with the names in the order of its columns"
		}
		return &problem{l.place(0), strconv.Quote(tabular.Short(header[0])) + tabular.Others(header[1:]), want}
	}
	for _, guess := range guesses {
		if i := slices.Index(header, guess); i >= 0 {
			if j := slices.Index(header[i+1:], guess); j >= 0 {
				return l.twice(guess, i+1+j)
			}
		}
	}
	return d.missingColumns(header, l, x)
}

// answered says whether a column's name says that it holds what people were offered, and may respond to.
func answered(name string) bool {
	return slices.ContainsFunc(tabular.WordsOf(name), func(word string) bool {
		return slices.Contains([]string{"offer", "offered", "sent", "send", "campaign", "intervention", "message", "prompt", "action", "treatment", "ad", "promotion", "mailing"}, word)
	})
}

// nextParts are columns whose names are parts of one that tells what was seen after the action: next_obs_1 and next_obs_2.
func nextParts(header []string) (parts []string) {
	for _, name := range header {
		stem := strings.TrimRight(strings.TrimRight(name, "0123456789"), "_.")
		if stem != name && tabular.NextObservation([]string{stem}) != "" {
			parts = append(parts, name)
		}
	}
	return parts
}

// vague are words for what may be an observation, where no other column is named so.
var vague = []string{"event", "text", "context", "activity", "utterance"}

// tellsRight says whether a column's name says that it holds what would have been right.
func tellsRight(name string) bool {
	return slices.ContainsFunc(tabular.WordsOf(name), func(word string) bool {
		return slices.Contains([]string{"correct", "optimal", "best", "target"}, word)
	})
}

// seenBefore says whether what a column shows is likely seen before its row's action: what people act upon, the obs of RLlib's
// batches, which name an episode eps_id, and ReAgent's features of a state.
func seenBefore(name string, header []string) bool {
	word := tabular.Plain(tabular.WholeName(name))
	if tabular.NextObservation([]string{name}) != "" {
		return false
	}
	return slices.Contains([]string{"cue", "stimulus", "stim", "statefeatures", "state", "currentstate"}, word) || word == "obs" && slices.Contains(header, "eps_id")
}

// wroteBefore says whether simulators wrote a column before that of the actions, where its name does not say on which side of them it
// was seen.
func wroteBefore(header []string, name, action string) bool {
	return (mayBeAfter(name) || ofSimulator(header)) && tabular.NextObservation([]string{name}) == "" && standsBefore(header, name, action)
}

// ofSimulator says whether a header has the marks that simulators write.
func ofSimulator(header []string) bool {
	return slices.ContainsFunc(header, func(name string) bool {
		return slices.Contains([]string{"terminated", "truncated", "isfirst", "islast", "isterminal", "terminals", "timeouts", "dones"}, tabular.Plain(name))
	})
}

// standsBefore says whether one column stands before another.
func standsBefore(header []string, one, other string) bool {
	i, _ := tabular.Find(header, one)
	j, _ := tabular.Find(header, other)
	return i != nil && j != nil && i[0] < j[0]
}

// mayBeAfter says whether a column's name does not say on which side of its row's action it was seen: simulators write obs before it.
func mayBeAfter(name string) bool {
	word := tabular.Plain(tabular.WholeName(name))
	return word == "obs" || word == "o" || word == "s" || strings.HasPrefix(tabular.Plain(name), "obs") && tabular.IsNumber(strings.TrimLeft(tabular.Plain(name), "observatin"))
}

// happened are names, in plain, of what happens in a process: what is done where it leads to something, what is seen otherwise.
var happened = []string{"activity", "conceptname"}

// mostParts is how many columns are proposed as parts of one.
const mostParts = 12

func firstOf(columns map[int]string) int {
	for column := range tabular.MaxColumns {
		if columns[column] != "" {
			return column
		}
	}
	return 0
}
