package logs

import (
	"slices"
	"strconv"
	"strings"
)

// knows says whether a column of a shape was declared.
func (d *Declared) knows(s shape) bool {
	return slices.ContainsFunc(s.columns(), func(name string) bool { return d.Columns[name] != "" })
}

// without says whether somebody said that a long log has no such column.
func (d *Declared) without(column int, called string) bool {
	return called == NoColumn && d.Columns[longColumns()[column]] == NoColumn || column == episodeColumn && d.EpisodePerFile
}

// propose says which columns a long log lacks and what they may be called in it: nil where it has
// all that it needs. It can do without a number of the step (rows then stand in their order), without
// actions (there is one), and without rewards or observations, but not both. A column that it could
// do without is asked for all the same where another bears the name of one.
func (d *Declared) propose(header []string, l *layout) *problem {
	lacks := map[int]string{} // what the missing ones are called
	unused := slices.Clone(header)
	for column, called := range l.called {
		if d.without(column, called) {
			continue
		}
		at, missing := find(header, called)
		if missing != "" {
			lacks[column] = missing
		}
		for _, i := range at {
			unused[i] = ""
		}
	}
	unused = slices.DeleteFunc(unused, func(name string) bool { return name == "" })
	said := func(column int) bool { return d.Columns[longColumns()[column]] != "" }
	guesses, asked := map[int]string{}, len(lacks) == len(l.called)
	if bad := wide(header); asked && bad != nil {
		return bad
	}
	for column := range l.called {
		if lacks[column] == "" {
			continue
		}
		if guess := guessed(column, unused); guess != "" {
			guesses[column] = guess
			unused = slices.Delete(unused, slices.Index(unused, guess), slices.Index(unused, guess)+1)
			asked = asked || !isTime(guess) // rows may stand in their order
		}
		asked = asked || column == episodeColumn || said(column)
	}
	for _, part := range []int{episodeColumn, rewardColumn} {
		if more := companion(part, unused); guesses[part] != "" && more != "" && (part == episodeColumn || isGain(guesses[part])) {
			guesses[part] += Join + more
			unused = slices.Delete(unused, slices.Index(unused, more), slices.Index(unused, more)+1)
		}
	}
	if len(unused) == 1 && len(guesses) > 0 && !isTime(unused[0]) && !isPart(unused[0]) && endings(unused) == "" { // the only one left is likely the only one missing
		for _, column := range []int{observationColumn, rewardColumn, actionColumn} {
			if lacks[column] != "" && guesses[column] == "" && !(column == rewardColumn && isNoReward(unused[0])) {
				guesses[column], unused = unused[0], nil
				break
			}
		}
	}
	if next := nextObservation(unused); next != "" && !said(observationColumn) && lacks[observationColumn] == "" && !d.without(observationColumn, l.called[observationColumn]) {
		return &problem{found: "the columns " + strconv.Quote(l.called[observationColumn]) + " and " + strconv.Quote(next),
			want: "to hear which of them was seen after its row's action: --columns observation=" + quoted([]string{next}) + ", or observation=" + quoted([]string{l.called[observationColumn]})}
	}
	if next := nextObservation(unused); next != "" && lacks[observationColumn] != "" {
		guesses[observationColumn] = next
		asked = true
	}
	gone := func(column int) bool { return lacks[column] != "" || d.without(column, l.called[column]) }
	asked = asked || gone(rewardColumn) && gone(observationColumn)
	if !asked {
		return nil
	}
	if len(header) > 1 && len(header[0]) > 2 && strings.HasPrefix(header[0], "'") && strings.HasSuffix(header[0], "'") {
		return &problem{found: "names in single quotes, which belong to them here", want: `double quotes or none: tr -d "'" < FILE > log.csv`}
	}
	numbers := 0
	for _, name := range header {
		if isNumber(name) {
			numbers++
		}
	}
	if len(lacks) == len(l.called) && (len(guesses) == 0 || 2*numbers >= len(header)) {
		want := wantHeader() + "; --columns episode=NAME,… says what else columns are called"
		if numbers > 0 { // a row of data
			want += "; a file without a header gets one by (echo NAMES; cat FILE) > log.csv, with the names in the order of its columns"
		}
		return &problem{l.place(0), strconv.Quote(short(header[0])) + others(header[1:]), want}
	}
	return d.missingColumns(header, l, lacks, guesses)
}

// seenBefore says whether what a column shows is likely seen before its row's action: what people act upon, the obs of RLlib's
// batches, which name an episode eps_id, and ReAgent's features of a state.
func seenBefore(name string, header []string) bool {
	word := plain(whole(name))
	return slices.Contains([]string{"cue", "stimulus", "stim"}, word) || word == "obs" && slices.Contains(header, "eps_id") || slices.Contains([]string{"statefeatures", "state", "currentstate"}, word)
}

func isNumber(cell string) bool {
	_, err := strconv.ParseFloat(strings.TrimSpace(cell), 64)
	return err == nil
}

// simulators are what columns are called that say which of several simulators writes a row.
var simulators = []string{"env", "env_id", "env_index", "env_idx", "worker", "worker_id"}

func (d *Declared) missingColumns(header []string, l *layout, lacks, guesses map[int]string) *problem {
	var missing, flags []string
	perFile, end, begin := false, endings(header), ""
	types := plain(end) == typeOfStep
	for column := range l.called {
		name := lacks[column]
		if name == "" {
			continue
		}
		missing = append(missing, name)
		ours := longColumns()[column]
		switch {
		case column == observationColumn && guesses[column] != "" && (types || seenBefore(guesses[column], header)):
			flags = append(flags, BeforeColumn+"="+guesses[column])
		case column == rewardColumn && guesses[column] != "" && types:
			flags = append(flags, EarnedColumn+"="+guesses[column])
		case column == rewardColumn && isLoss(guesses[column]) && !strings.Contains(guesses[column], Join):
			flags = append(flags, ours+"="+Minus+guesses[column])
		case guesses[column] != "":
			flags = append(flags, ours+"="+guesses[column])
		case column == episodeColumn && end != "":
			flags = append(flags, EndColumn+"="+end)
			if i := slices.IndexFunc(header, func(h string) bool { return slices.Contains(simulators, strings.ToLower(h)) }); i >= 0 {
				flags = append(flags, ours+"="+header[i])
			}
		case column == episodeColumn:
			step := guesses[stepColumn]
			if step == "" && lacks[stepColumn] == "" && !d.without(stepColumn, l.called[stepColumn]) {
				step = l.called[stepColumn]
			}
			if begin = beginningOf(header, step); begin != "" {
				flags = append(flags, BeginColumn+"="+begin)
			}
			perFile = true
		}
	}
	for _, x := range []struct {
		column int
		name   string
	}{{observationColumn, BeforeColumn}, {rewardColumn, EarnedColumn}} {
		if types && lacks[x.column] == "" && !d.without(x.column, l.called[x.column]) {
			flags = append(flags, x.name+"="+l.called[x.column])
		}
	}
	either := ""
	if z, r := observationColumn, rewardColumn; lacks[z] != "" && lacks[r] != "" && guesses[z] == "" && guesses[r] == "" && len(flags) > 0 {
		flags, either = append(flags, longColumns()[z]+"=NAME"), ", or "+longColumns()[r]+"=NAME: what is seen, or earned"
	}
	p := &problem{found: "no column " + strings.Join(missing, ", ") + ", but " + named40(header)}
	if parts := partsOf(guesses[observationColumn], header); len(parts) > 1 {
		either += "; observation=" + strings.Join(parts, Join) + " takes all its parts for one"
	}
	p.want = "--columns " + quoted(flags) + either
	switch {
	case len(flags) == 0 && perFile:
		p.want = "--episode-per-file if the file is one episode, or --columns episode=NAME"
	case len(flags) == 0:
		p.want = "--columns " + longColumns()[firstOf(lacks)] + "=NAME, which says what else a column is called"
	case perFile && begin != "":
		p.want += "; if the file is one episode, --episode-per-file in place of " + BeginColumn
	case perFile:
		p.want += " --episode-per-file if the file is one episode"
	}
	if column := firstOf(guesses); column > episodeColumn && len(guesses) == 1 && begin == "" {
		p.want += ", or " + longColumns()[column] + "=" + NoColumn + " if there is none"
	}
	return p
}

func firstOf(columns map[int]string) int {
	for column := range maxColumns {
		if columns[column] != "" {
			return column
		}
	}
	return 0
}

// quoted are the parts of a flag's value as they are typed.
func quoted(flags []string) string {
	for i, f := range flags {
		if strings.ContainsAny(f, `,"`) {
			flags[i] = `"` + strings.ReplaceAll(f, `"`, `""`) + `"`
		}
	}
	text := strings.Join(flags, ",")
	if strings.ContainsAny(text, " \"$&|;<>()*?[]#~`\\!") {
		return "'" + text + "'"
	}
	return text
}

// named40 quotes the names of a header, as many as a message has room for.
func named40(header []string) string {
	const shown = 40
	var out []string
	for _, name := range header[:min(len(header), shown)] {
		out = append(out, strconv.Quote(short(name)))
	}
	text := strings.Join(out, ", ")
	if more := len(header) - shown; more > 0 {
		text += ", … (" + strconv.Itoa(len(header)) + ")"
	}
	return text
}

func others(header []string) string {
	if len(header) == 0 {
		return ""
	}
	const shown = 10
	text := named40(header[:min(len(header), shown)])
	if len(header) > shown {
		text += ", …"
	}
	return ", " + text
}

func short(name string) string {
	const shown = 40
	if len(name) > shown {
		return name[:shown] + "…"
	}
	return name
}

// synonyms are what people call the columns of a long log, the likeliest first.
var synonyms = [...][]string{
	episodeColumn: {"episode", "episodeid", "ep", "subject", "subjid", "subj", "subjectid", "participant", "participantid", "subnum", "subno", "subjno", "subjnum", "subjectno", "subjectnumber", "sub", "pid", "ppt", "person", "personid", "pupil", "student", "studentid", "anonstudentid", "learner", "user", "userid",
		"case", "caseid", "caseconceptname", "traceid", "mdpid", "patient", "patientid", "stayid", "icustayid", "animal", "rat", "mouse", "monkey", "dialogue", "dialogueid", "dialog", "dialogid", "conversation", "conversationid", "trajectory", "trajectoryid", "traj", "trace", "sequence", "sequenceid", "seq", "session", "sessionid", "run", "runid", "game", "gameid", "workerid", "epsid", "line", "id"},
	stepColumn:        {"step", "steps", "trial", "trialno", "trialnumber", "trialnum", "trialid", "trialindex", "timestep", "turn", "turnid", "turnindex", "opportunity", "round", "t", "visit", "index", "order", "problemview", "sequencenumber", "place", "timestamp", "timetimestamp", "datetime"},
	actionColumn:      {"action", "actions", "act", "choice", "choices", "chosen", "chosenoption", "chosenaction", "actiontaken", "selectedaction", "decision", "response", "resp", "keypressed", "keypress", "key", "button", "arm", "pull", "treatment", "dose", "intervention", "systemact", "move", "lever", "bet", "gamble", "a"},
	rewardColumn:      {"reward", "rewards", "rew", "outcome", "points", "score", "payoff", "payout", "gain", "feedback", "correct", "iscorrect", "correctfirstattempt", "success", "money", "win", "return", "utility", "r"},
	observationColumn: {"newobs", "nextobs", "nextobservation", "newobservation", "observation", "observations", "obs", "seen", "stimulus", "stim", "cue", "signal", "symptom", "sensor", "reading", "temp", "temperature", "glucose", "percept", "emission", "utterance", "useract", "text", "skill", "context", "z", "activity", "conceptname", "event", "statefeatures", "state", "currentstate", "o"},
}

// guessed is which of the names is likely that of a column; "" for none.
func guessed(column int, names []string) string {
	for _, word := range synonyms[column] {
		for _, name := range names {
			if plain(name) == word || column == observationColumn && plain(whole(name)) == word {
				return name
			}
		}
	}
	return ""
}

// whole is the name of that of which a column is a part: of obs.0 and obs.light obs, as unrolled names them.
func whole(name string) string {
	at := strings.LastIndexByte(name, '.')
	if at > 0 && (isNumber(name[at+1:]) || name[at+1:] != BeforeColumn && slices.Contains(synonyms[observationColumn], plain(name[:at]))) {
		return name[:at]
	}
	return name
}

// partsOf are the columns of which a name is one: of obs.0 all that are obs. and a number.
func partsOf(name string, header []string) (parts []string) {
	if whole(name) == name {
		return nil
	}
	for _, h := range header {
		if h != name && whole(h) == h || whole(h) != whole(name) {
			continue
		}
		parts = append(parts, h)
	}
	return parts
}

// plain is a name in small letters and digits.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(name))
}

// nextObservation is what simulators call a column of what was seen after the action, beside one of what was seen before it;
// "" for none.
func nextObservation(names []string) string {
	for _, name := range names {
		if whole(name) != name { // the third of several
			continue
		}
		switch plain(name) {
		case "nextobservation", "nextobservations", "nextobs", "nextstate", "nextstates", "observationnext", "observationsnext", "obsnext", "newobservation", "newobs", "nextz", "obs2", "sprime":
			return name
		}
	}
	return ""
}

// companions are what people call columns that make one with another: a session beside a person, a loss beside a gain.
var companions = [...][]string{
	episodeColumn: {"session", "sessionid", "sessionnumber", "sessionno", "sesh", "sess", "game", "gameid", "gamenumber", "run", "runid", "runnumber", "visitid", "dialogue", "dialogueid", "dialog", "dialogid", "conversation", "conversationid"},
	rewardColumn:  {"loss", "losses", "lose", "lost", "cost", "costs", "penalty", "penalties", "punishment", "error", "errors", "incorrect", "incorrects", "mistake", "mistakes", "shock"},
}

// companion is which of the names likely makes one with a column; "" for none.
func companion(column int, names []string) string {
	for _, name := range names {
		if slices.Contains(companions[column], plain(name)) {
			return name
		}
	}
	return ""
}

// isLoss says whether a column's name says that less of it is better.
func isLoss(name string) bool {
	word := plain(name)
	return slices.ContainsFunc([]string{"cost", "loss", "penalt", "punish", "error", "mistake", "incorrect", "failure", "damage", "shock", "regret"}, func(part string) bool { return strings.Contains(word, part) })
}

// isGain says whether a column of rewards holds gains alone, beside which losses may stand: an outcome, or a payoff, has them in it.
func isGain(name string) bool {
	return slices.Contains([]string{"gain", "gains", "win", "wins", "points", "money"}, plain(name))
}

// isPart says whether a column's name says that it divides an episode, or is a part of its name.
func isPart(name string) bool {
	switch plain(name) {
	case "block", "blocks", "blockid", "blocknumber", "blocknum", "blockno", "phase", "condition", "group", "set", "level":
		return true
	}
	return companion(episodeColumn, []string{name}) != ""
}

// isTime says whether a column's name says that it holds when a row was.
func isTime(name string) bool {
	switch plain(name) {
	case "time", "times", "timestamp", "timetimestamp", "timestamps", "date", "datetime", "ts", "createdat", "when", "clock", "n", "frame", "tick", "sequence", "number", "no", "epoch":
		return true
	}
	return false
}

// isNoReward says whether a column's name says that it holds how long something took, or the sum of an episode.
func isNoReward(name string) bool {
	word := plain(name)
	return slices.Contains([]string{"rt", "rts", "reactiontime", "responsetime", "latency", "duration", "elapsed"}, word) || tellsWhen(name) ||
		slices.ContainsFunc([]string{"total", "cumulative", "sum"}, func(start string) bool { return strings.HasPrefix(word, start) })
}

// tellsWhen says whether a column's name says that it may hold when a row was.
func tellsWhen(name string) bool {
	word := plain(name)
	return isTime(name) || slices.ContainsFunc([]string{"time", "timestamp", "date"}, func(end string) bool { return strings.HasSuffix(word, end) })
}

// tellsApart says whether a column's name says that it tells one from another whose episodes have the same numbers: people,
// simulators, sessions.
func tellsApart(name string) bool {
	word := plain(name)
	switch word {
	case "id", "line", "index", "sequence", "seq": // of rows
		return false
	case "split", "fold", "partition", "dataset", "source", "player", "seed", "agent", "agentid", "block", "blockid", "blocknumber", "blocknum", "blockno":
		return true
	}
	return slices.Contains(synonyms[episodeColumn], word) || slices.Contains(simulators, strings.ToLower(name)) || companion(episodeColumn, []string{name}) != ""
}

// beginningOf is the column that says where episodes begin, or that of the steps, which begin anew there; "" for none.
func beginningOf(names []string, step string) string {
	for _, name := range names {
		switch plain(name) {
		case "isfirst", "episodestart", "episodestarts", "firststep", "newepisode", BeginColumn:
			return name
		}
	}
	return step
}

// endings are the columns that say where episodes end, as simulators write them; "" for none.
func endings(names []string) string {
	var found []string
	for _, name := range names {
		switch plain(name) {
		case "done", "dones", "isdone", "terminal", "terminals", "terminated", "truncated", "timeout", "timeouts", "islast", "isterminal", "endofepisode", "episodeend", typeOfStep, "gameover", EndColumn:
			found = append(found, name)
		}
	}
	return strings.Join(found, Join)
}
