package tabular

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Synonyms are what people call the columns of a long log, the likeliest first.
var Synonyms = [...][]string{
	Episode: {"episode", "episodeid", "episodeindex", "episodenumber", "episodeno", "ep", "subject", "subjid", "subj", "subjectid", "participant", "participantid", "participantcode", "participantlabel", "subnum", "subno", "subjno", "subjnum", "subjectno", "subjectnumber", "sub", "pid", "ppt", "person", "personid", "pupil", "student", "studentid", "anonstudentid", "learner", "user", "userid", "uid",
		"case", "caseid", "caseconceptname", "traceid", "mdpid", "patient", "patientid", "stayid", "icustayid", "animal", "rat", "mouse", "monkey", "dialogue", "dialogueid", "dialog", "dialogid", "conversation", "conversationid", "trajectory", "trajectoryid", "traj", "trajid", "chatid", "ticketid", "visitorid", "trace", "sequence", "sequenceid", "seq", "session", "sessionid", "run", "runid", "game", "gameid", "workerid", "recordid", "responseid", "respondent", "respondentid", "mrn", "client", "clientid", "customer", "customerid", "player", "userpseudoid", "distinctid", "deviceid", "cookie", "cookieid", "anonymousid", "accountid", "memberid", "machine", "machineid", "engine", "engineid", "equipmentid", "assetid", "vehicleid", "turbineid", "uuid",
		"vorgang", "kundennummer", "kundennr", "kundenid", "fall", "fallnummer", "fallnr", "proband", "probandin", "versuchsperson", "sitzung", "schueler", "kunde", "sujet", "seance", "episodio", "sujeto", "paciente", "sesion", "epsid", "line", "id"},
	Step:        {"step", "steps", "trial", "trialno", "trialnumber", "trialnum", "trialid", "trialindex", "timestep", "turn", "turnid", "turnindex", "opportunity", "round", "t", "visit", "index", "order", "stepid", "stepindex", "frameindex", "stepno", "stepnumber", "roundnumber", "subsessionroundnumber", "trialnr", "turnidx", "thisn", "period", "problemview", "sequencenumber", "place", "timestamp", "timetimestamp", "datetime", "ts", "timeelapsed", "datum", "zeitpunkt", "zeitstempel", "timedone", "schritt", "schrittnr", "runde", "durchgang", "etape", "essai", "paso", "ensayo", "turno"},
	Action:      {"action", "actions", "act", "choice", "choices", "chosen", "chosenoption", "chosenaction", "actiontaken", "selectedaction", "decision", "arm", "armid", "treatmentarm", "treatment", "trt", "tx", "rx", "therapy", "medication", "drug", "dose", "intervention", "maint", "maintenance", "card", "response", "resp", "keypressed", "keypress", "key", "button", "deck", "option", "item", "itemid", "pull", "systemact", "cmd", "command", "variant", "play", "moveplayed", "move", "lever", "bet", "gamble", "activity", "conceptname", "a", "aktion", "massnahme", "handlung", "entscheidung", "behandlung", "wahl", "traitement", "choix", "accion", "tratamiento", "eleccion"},
	Reward:      {"reward", "rewards", "rew", "points", "payoff", "payout", "score", "value", "earnings", "belohnung", "gewinn", "punkte", "ertrag", "recompense", "recompensa", "puntos", "ganancia", "nextreward", "benefit", "money", "win", "profit", "netprofit", "pnl", "utility", "revenue", "sales", "umsatz", "erloes", "r", "outcome", "outcomevalue", "gain", "gains", "wins", "amountwon", "outcomegain", "feedback", "success", "correct", "iscorrect", "correctfirstattempt", "finaloutcome", "finalscore", "click", "clicks", "clicked", "purchase", "conversion", "return"},
	Observation: {"newobs", "nextobs", "nextobservation", "newobservation", "observation", "observations", "obs", "seen", "stimulus", "stim", "cue", "signal", "symptom", "sensor", "reading", "temp", "temperature", "glucose", "percept", "emission", "utterance", "useract", "userresponse", "userutterance", "usermessage", "reply", "text", "skill", "context", "z", "event", "statefeatures", "state", "currentstate", "o", "beobachtung", "befund", "zustand", "etat", "signe", "observacion", "estado", "sintoma"},
}

// likelihood is, by column, the place of each of its synonyms: the likeliest has the first one.
var likelihood = sync.OnceValue(func() (places [len(Synonyms)]map[string]int) {
	for column, words := range Synonyms {
		places[column] = map[string]int{}
		for i, word := range words {
			if _, met := places[column][word]; !met {
				places[column][word] = i
			}
		}
	}
	return places
})

// Guessed is which of the names is likely that of a column; "" for none.
func Guessed(column int, names []string) (name string) {
	places := likelihood()[column]
	best := len(places)
	for _, n := range names {
		place, known := places[Plain(untimed(n, column == Reward))]
		if at := strings.LastIndexByte(n, '.'); !known && at > 0 && (column == Episode || slices.Contains(holders, strings.ToLower(n[:at]))) { // properties.user_id, values.payoff
			place, known = places[Plain(n[at+1:])]
		}
		if at := strings.LastIndexByte(n, '.'); !known && at > 0 && column == Reward && slices.Contains([]string{"corr", "acc"}, Plain(n[at+1:])) { // of answers
			place, known = places["correct"]
		}
		if short := WholeName(n); !known && column == Observation && short != n {
			place, known = places[Plain(short)]
		}
		if known && (name == "" || place < best) {
			name, best = n, place
		}
	}
	return name
}

// holders are what stands before the names of columns in what some write.
var holders = []string{"values", "player", "subsession", "group", "properties", "data", "trial", "fields", "event"}

// untimed is a letter of a textbook without its index: s_t is s, and r_t+1 what is earned next is r.
func untimed(name string, next bool) string {
	if letter, index, cut := strings.Cut(name, "_"); cut && len(letter) == 1 && (index == "t" || next && index == "t+1") {
		return letter
	}
	return name
}

// Candidates are the columns among whose words is one of a kind, as in action_id, level1_choice and a:action.
func Candidates(column int, names []string) (found []string) {
	words := map[int][]string{
		Action:      {"action", "act", "choice", "chosen", "response", "resp", "decision", "treatment", "key", "keys", "move"},
		Reward:      {"reward", "rewards", "payoff", "payout", "points", "score", "earnings", "earned", "money", "won"},
		Observation: {"observation", "obs", "seen", "stimulus", "state", "signal", "cue"},
	}[column]
	letter := map[int]string{Action: "a:", Reward: "r:", Observation: "o:"}[column]
	for _, name := range names {
		has := func(list ...string) bool {
			return slices.ContainsFunc(WordsOf(name), func(word string) bool { return slices.Contains(list, word) })
		}
		if TellsWhen(name) || IsNoReward(name) || has("next", "rt", "rts", "ms", "acc", "corr", "correct", "time", "prob", "probability", "optimal", "true", "hidden", "latent") || IsPrevious(name) {
			continue
		}
		if letter != "" && strings.HasPrefix(name, letter) || has(words...) {
			found = append(found, name)
		}
	}
	return found
}

// previous are words that say of a column that it tells of the row above.
var previous = []string{"prev", "previous", "last", "lag", "lagged", "prior", "before", "pre", "old"}

// IsPrevious says whether a column's name says that it tells of the row above.
func IsPrevious(name string) bool {
	return strings.HasSuffix(strings.TrimRight(name, ")}"), "t-1") || strings.HasSuffix(Plain(name), "minus1") || slices.ContainsFunc(WordsOf(name), func(word string) bool { return slices.Contains(previous, word) })
}

// OfPrevious says whether a column is what the row above earned, or what its action led to; strictly leaves out words that may be
// either.
func OfPrevious(column int, name string, strictly bool) bool {
	words := WordsOf(name)
	if len(words) == 2 && slices.Contains(previous, words[1]) { // state_before
		slices.Reverse(words)
	}
	if len(words) != 2 || !slices.Contains(previous, words[0]) {
		return false
	}
	rest := words[1:]
	either := Feedback(rest, nil) != ""
	if strictly {
		return !either && Guessed(column, rest) != ""
	}
	return either
}

// Numbered says whether names differ in a number at their end alone: parts of one.
func Numbered(names []string) bool {
	stem := ""
	for i, name := range names {
		short := strings.TrimRight(name, "0123456789")
		if short == name || i > 0 && short != stem {
			return false
		}
		stem = short
	}
	return true
}

// WordsOf are the words of a name: what stands between signs, digits and changes to capitals.
func WordsOf(name string) []string {
	if english, is := translations()[plain(name)]; is {
		return []string{english}
	}
	var b strings.Builder
	lower := false
	for _, r := range name {
		upper := r >= 'A' && r <= 'Z'
		switch {
		case upper && lower:
			b.WriteByte(' ')
			b.WriteRune(r)
		case upper || r >= 'a' && r <= 'z':
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
		lower = r >= 'a' && r <= 'z'
	}
	return strings.Fields(strings.ToLower(b.String()))
}

// WholeName is the name of that of which a column is a part: of obs.0 and obs.light obs, as unrolled names them.
func WholeName(name string) string {
	at := strings.LastIndexByte(name, '.')
	if at > 0 && slices.Contains(answers, Plain(name[at+1:])) {
		return name
	}
	if at > 0 && (IsNumber(name[at+1:]) || name[at+1:] != BeforeColumn && slices.Contains(Synonyms[Observation], Plain(name[:at]))) {
		return name[:at]
	}
	return name
}

// answers are what E-Prime and PsychoPy write behind the name of what was shown: what was answered, when, and how well.
var answers = []string{"resp", "rt", "acc", "cresp", "keys", "corr", "rttime", "onsettime", "onsetdelay", "started", "stopped"}

// PartsOf are the columns of which a name is one: of obs.0 all that are obs. and a number.
func PartsOf(name string, header []string) (parts []string) {
	if WholeName(name) == name {
		return nil
	}
	for _, h := range header {
		if h != name && WholeName(h) == h || WholeName(h) != WholeName(name) {
			continue
		}
		parts = append(parts, h)
	}
	return parts
}

// spelt is how letters that others do without are written there.
var spelt = strings.NewReplacer("ß", "ss", "ä", "ae", "ö", "oe", "ü", "ue", "ł", "l", "ø", "o", "æ", "ae", "ı", "i")

// Plain is a name in small letters and digits, without accents; the English word for some in other languages.
func Plain(name string) string {
	name = plain(name)
	if english, is := translations()[name]; is {
		return english
	}
	return name
}

// plain is Plain in the name's own language.
func plain(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf }) {
		name = norm.NFD.String(spelt.Replace(strings.ToLower(name)))
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r >= utf8.RuneSelf && unicode.IsLetter(r):
			return r
		}
		return -1
	}, name)
}

// NextObservation is what simulators call a column of what was seen after the action, beside one of what was seen before it;
// "" for none.
func NextObservation(names []string) string {
	for _, name := range names {
		if WholeName(name) != name { // the third of several
			continue
		}
		word := Plain(name)
		if word == "obs2" && slices.Contains(names, strings.TrimSuffix(name, "2")+"1") { // the second of two
			continue
		}
		if slices.Contains([]string{"s_", "s'", "sp", "ns", "s2"}, name) && slices.Contains(names, "s") || strings.HasSuffix(name, "'") && Likely(Observation, strings.TrimSuffix(name, "'")) {
			return name
		}
		if before, is := strings.CutSuffix(name, "t+1"); is && (Likely(Observation, strings.TrimRight(before, "_{(")) || slices.Contains([]string{"s", "o", "z"}, Plain(before))) {
			return name
		}
		switch word {
		case "nextobservation", "nextobservations", "nextobs", "nextstate", "nextstates", "observationnext", "observationsnext", "obsnext", "newobservation", "newobs", "nextz", "nexts", "snext", "znext", "onext", "statenext", "stateprime", "obs2", "sprime":
			return name
		}
	}
	return ""
}

// sittings are what people call columns that name an episode together with one of persons.
var sittings = []string{"session", "sessionid", "sessionnumber", "sessionno", "sesh", "sess", "game", "gameid", "gamenumber", "run", "runid", "runnumber", "visitid", "dialogue", "dialogueid", "dialog", "dialogid", "conversation", "conversationid"}

// isSitting says whether a column's name is one of those.
func isSitting(name string) bool { return slices.Contains(sittings, Plain(name)) }

// Companion is which of the names likely makes one with a column: a session beside a person, a loss beside a gain; "" for none.
func Companion(column int, names []string) string {
	is := map[int]func(string) bool{Episode: isSitting, Reward: isAmountLost}[column]
	if i := slices.IndexFunc(names, is); i >= 0 {
		return names[i]
	}
	return ""
}

// IsLoss says whether a column's name says that less of it is better.
func IsLoss(name string) bool {
	word := Plain(name)
	return isAmountLost(name) || slices.ContainsFunc([]string{"cost", "loss", "penalt", "punish", "error", "mistake", "incorrect", "failure", "damage", "shock", "regret", "expense", "price", "kosten", "verlust", "strafe", "lost", "cout", "perdida"}, func(part string) bool { return strings.Contains(word, part) })
}

// isAmountLost says whether a column's name is a word for what is lost, and no more.
func isAmountLost(name string) bool {
	return slices.Contains([]string{"loss", "losses", "lose", "lost", "cost", "costs", "penalty", "penalties", "punishment", "kosten", "verlust", "strafe", "perdida", "amountlost", "outcomeloss"}, Plain(name))
}

// IsGain says whether a column of rewards holds gains alone, beside which losses may stand: an outcome, or a payoff, has them in it.
func IsGain(name string) bool {
	return slices.Contains([]string{"gain", "gains", "win", "wins", "points", "money", "amountwon", "outcomegain"}, Plain(name))
}

// IsPart says whether a column's name says that it divides an episode, or is a part of its name.
func IsPart(name string) bool {
	switch Plain(name) {
	case "block", "blocks", "blockid", "blocknumber", "blocknum", "blockno", "phase", "condition", "group", "set", "level", "site", "siteid", "centre", "center", "zentrum", "hospital", "clinic", "school", "lab", "country":
		return true
	}
	return isSitting(name)
}

// IsPeriod says whether a column's name says that it numbers rows by how long after the beginning they were.
func IsPeriod(name string) bool {
	return slices.ContainsFunc(WordsOf(name), func(word string) bool { return slices.Contains(periodWords, word) })
}

// periodWords are words of such names.
var periodWords = []string{"day", "days", "week", "weeks", "month", "months", "hour", "hours", "onset", "quarter", "wave", "waves", "year", "years", "season", "tag", "tage", "woche", "jahr", "quartal", "welle", "jour", "semaine", "annee", "dia", "semana"}

// IsSequence says whether a column's name may as well be that of a row's number within another's rows.
func IsSequence(name string) bool {
	return slices.Contains([]string{"seq", "sequence", "sequenceid"}, Plain(name))
}

// IsTreatment says whether a column's name says that it holds what somebody was given, to which others respond.
func IsTreatment(name string) bool {
	return slices.ContainsFunc(WordsOf(name), func(word string) bool {
		return slices.Contains([]string{"drug", "dose", "dosage", "treatment", "trt", "medication", "therapy", "intervention", "traitement", "behandlung", "tratamiento"}, word)
	})
}

// IsTime says whether a column's name says that it holds when a row was.
func IsTime(name string) bool {
	switch Plain(name) {
	case "time", "times", "timestamp", "timetimestamp", "timestamps", "date", "datetime", "ts", "createdat", "when", "clock", "n", "frame", "tick", "sequence", "number", "no", "epoch", "datum", "zeitpunkt", "zeitstempel", "uhrzeit", "timedone":
		return true
	}
	return false
}

// IsNoReward says whether a column's name says that it holds how long something took, or the sum of an episode.
func IsNoReward(name string) bool {
	word := Plain(name[strings.LastIndexByte(name, '.')+1:])
	return slices.Contains([]string{"rt", "rts", "reactiontime", "responsetime", "latency", "duration", "elapsed", "rewardtogo", "returntogo", "returnstogo", "rtg"}, word) || TellsWhen(name) ||
		slices.ContainsFunc(WordsOf(name), func(part string) bool {
			return slices.Contains([]string{"duration", "latency", "ms", "estimate", "baseline", "no", "missed", "negative", "pain", "iti", "isi", "jitter", "temperature", "humidity", "celsius", "kg", "max", "maximum", "possible", "best", "expected", "taken", "sec", "secs", "seconds", "elapsed"}, part)
		}) ||
		slices.ContainsFunc([]string{"total", "cumulative", "sum"}, func(start string) bool { return strings.HasPrefix(word, start) })
}

// TellsWhen says whether a column's name says that it may hold when a row was.
func TellsWhen(name string) bool {
	word := Plain(name)
	return IsTime(name) || slices.ContainsFunc([]string{"time", "timestamp", "date"}, func(end string) bool { return strings.HasSuffix(word, end) })
}

// TellsApart says whether a column's name says that it tells one from another whose episodes have the same numbers: people,
// simulators, sessions.
func TellsApart(name string) bool {
	word := Plain(name)
	switch word {
	case "id", "line", "index", "sequence", "seq", "uuid", "guid", "hash": // of rows
		return false
	case "split", "fold", "partition", "dataset", "source", "player", "seed", "agent", "block", "blockid", "blocknumber", "blocknum", "blockno":
		return true
	}
	return slices.Contains(Synonyms[Episode], word) || slices.Contains(Simulators, word) || isSitting(name)
}

// BeginningOf is the column that says where episodes begin, or that of the steps, which begin anew there; "" for none.
func BeginningOf(names []string, step string) string {
	for _, name := range names {
		switch Plain(name) {
		case "isfirst", "episodestart", "episodestarts", "firststep", "newepisode", "newgame", "newsession", "newround", "isnew", "gamestart", "isstart", "firsttrial", "reset", "isreset", BeginColumn:
			return name
		}
	}
	return step
}

// Endings are the columns that say where episodes end, as simulators write them; "" for none.
func Endings(names []string) string {
	var found []string
	for _, name := range names {
		switch Plain(name) {
		case "done", "dones", "isdone", "terminal", "terminals", "terminated", "terminations", "truncated", "truncations", "timeout", "timeouts", "islast", "isterminal", "endofepisode", "episodeend", TypeOfStep, "gameover", EndColumn:
			found = append(found, name)
		}
	}
	if i := slices.IndexFunc(names, GoesOn); i >= 0 && found == nil {
		return names[i]
	}
	if i := slices.IndexFunc(found, LastRow); i >= 0 { // which the others' rows are, too
		return found[i]
	}
	return strings.Join(found, Join)
}

// GoesOn says whether a column's name says that it is true, or 1, where an episode goes on.
func GoesOn(name string) bool {
	return slices.Contains([]string{"continue", "continues", "alive", "isalive", "discount", "notdone", "nonterminal", "notterminal", "nonterminals"}, Plain(name))
}

// TellsOrder says whether a column's name says that it tells which of an episode's rows came before others.
func TellsOrder(name string) bool {
	return TellsWhen(name) || Guessed(Step, []string{name}) != "" || strings.HasPrefix(Plain(name), "time")
}

// CountsDown says whether a column's name says that it counts what is left.
func CountsDown(name string) bool {
	return slices.ContainsFunc(WordsOf(name), func(word string) bool {
		return slices.Contains([]string{"left", "remaining", "remain", "togo", "countdown"}, word)
	})
}

// Feedback is a column of what an action led to, by its name, that is not taken for anything else, the likeliest one; "" for none.
func Feedback(header []string, guesses map[int]string) string {
	for _, word := range []string{"feedback", "outcome", "result", "effect", "answer", "response", "reaction", "reaktion", "antwort", "ergebnis"} {
		for _, name := range header {
			taken := slices.ContainsFunc([]int{Episode, Step, Action, Reward, Observation}, func(column int) bool { return guesses[column] == name })
			if !taken && Plain(name) == word {
				return name
			}
		}
	}
	return ""
}

// IsNumber says whether a cell is a number, blanks around it or not.
func IsNumber(cell string) bool {
	_, err := strconv.ParseFloat(strings.TrimSpace(cell), 64)
	return err == nil
}

// Simulators are what columns are called, in plain, that say which of several simulators writes a row.
var Simulators = []string{"env", "envid", "envindex", "envidx", "worker", "workerid", "actor", "actorid", "agentid", "playerid", "thread", "threadid", "process", "processid", "seat", "arena", "lane", "rank"}

// Likely says whether a name is that of a column, or has a word of its kind.
func Likely(column int, name string) bool {
	return Guessed(column, []string{name}) != "" || len(Candidates(column, []string{name})) > 0
}

// LastRow says whether a column marks, in RLDS and dm_env, a row that tells what was seen at the end: its action is made up, and
// its reward, unless it is what the row above earned.
func LastRow(name string) bool { return Plain(name) == "islast" || Plain(name) == TypeOfStep }

// TypeOfStep is dm_env's column of FIRST, MID and LAST. Its rows hold what was seen before their action, and what the row above earned.
const TypeOfStep = "steptype"

// OneStem says whether several names begin with the same word: parts of one.
func OneStem(names []string) bool {
	for _, name := range names {
		if words := WordsOf(name); len(words) < 2 || words[0] != WordsOf(names[0])[0] {
			return false
		}
	}
	return len(names) > 1
}
