package cli

import (
	"fmt"
	"math"
	"strings"

	"eeporl/moments"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/printable"
	"eeporl/scenarios/logs"
	"eeporl/scenarios/logs/tabular"
	"eeporl/tui"
)

// leastRepeated is how many equal episodes of equal names may be chance.
const leastRepeated = 10

// findings say what a reader of an estimate from these data must know.
func (d *dataset) findings() []finding.Finding {
	var found []finding.Finding
	add := func(code finding.Code, value float64, detail string) {
		found = append(found, finding.Finding{Code: code, Value: finding.Of(value), Detail: detail})
	}
	switch {
	case d.RewardsAssumed && d.log != nil && d.log.Long:
		add(finding.RewardsAssumed, math.NaN(), fmt.Sprintf("Rewards count as the numbers that stand there: %s; if they are codes, --rewards v0,v1,… says what each is worth.", printable.List(pomdp.LevelTexts(d.Rewards), printable.Names, "")))
	case d.RewardsAssumed:
		add(finding.RewardsAssumed, math.NaN(), fmt.Sprintf("Nobody said what the %s worth: each is taken for its index; --rewards v0,v1,… says it.",
			figure.Plural(len(d.Rewards), "one reward level is", fmt.Sprintf("%d reward levels are", len(d.Rewards)))))
	}
	if d.Skipped > 0 {
		add(finding.RowsSkipped, float64(d.Skipped), skippedText(d.Skipped, d.Rows+d.Skipped, d.bad))
	}
	if d.Short > 0 {
		add(finding.ShortEpisodes, float64(d.Short), figure.Counted(d.Short, "episode", "episodes")+" of fewer than four steps gave no triple.")
	}
	found = append(found, d.taken()...)
	for _, line := range d.repeated {
		add(finding.RepeatedData, math.NaN(), sentence(line+"; --allow-repeats if that is intended"))
	}
	if d.Windows {
		add(finding.WindowsCounted, math.NaN(), logs.WindowsCaveat)
	}
	return found
}

// taken says how what the data hold was taken that may mean something else.
func (d *dataset) taken() (found []finding.Finding) {
	add := func(code finding.Code, value float64, detail string) {
		found = append(found, finding.Finding{Code: code, Value: finding.Of(value), Detail: detail})
	}
	if d.log != nil && d.log.Timed {
		add(finding.StepsFromTimes, math.NaN(), timesText(d.log))
	}
	if d.log != nil {
		found = append(found, takenText(d.log)...)
	}
	if text := d.missingText(); text != "" {
		add(finding.StepsMissing, d.read.Rows, text)
	}
	if d.read.Outside > 0 {
		add(finding.OutsideBins, d.read.Outside, figure.Counted(d.read.Outside, "number lies", "numbers lie")+" outside those that the bins were made of: each counts as one of the nearest bin.")
	}
	if d.read.Again > leastRepeated && 2*d.read.Again > d.read.Named && d.once {
		add(finding.RepeatedData, d.read.Again, fmt.Sprintf("%s bear the name of an earlier one, and %s step by step the same: they are counted again; --allow-repeats if that is intended.",
			figure.Counted(d.read.Named, "episode", "episodes"), figure.Counted(d.read.Again, "is", "are")))
	}
	if again := d.read.Again; d.once && again > 0 && (again <= leastRepeated || 2*again <= d.read.Named) {
		add(finding.OrderAssumed, again, fmt.Sprintf("%s the name of an earlier one and the same steps, and count again: where rows were written twice, leave them out.",
			figure.Counted(again, "episode bears", "episodes bear")))
	}
	if others := d.read.Named - d.read.Again; others > 0 && 2*d.read.Again <= d.read.Named { // the others may be alike by chance
		how := "sort the log by episode and step, or say --unsorted"
		if d.files > 1 {
			how += "; where those stand in several files, join them first: (cat FILE; tail -qn +2 OTHERS) > log.csv"
		}
		add(finding.OrderAssumed, others, fmt.Sprintf("%s the name of an earlier one and other steps, and count as episodes of their own: where they are parts of one, %s.",
			figure.Counted(others, "episode bears", "episodes bear"), how))
	}
	return append(found, d.suspects()...)
}

// takenText says how columns and rows were taken that may mean something else.
func takenText(log *logs.Log) (found []finding.Finding) {
	add := func(code finding.Code, detail string) {
		found = append(found, finding.Finding{Code: code, Detail: detail})
	}
	switch {
	case log.Before:
		add(finding.OrderAssumed, "What a row has as its observation was seen before its action: it counts as what the row above led to. What was seen before an episode's first action is not used, and what the last one led to is known where a row follows it.")
	case log.SeenFirst != "":
		add(finding.OrderAssumed, fmt.Sprintf("Column %[1]s counts as seen after its row's action, though it stands before that: --columns before=%[1]s takes it as seen before.", log.SeenFirst))
	}
	if log.EarnedAbove != "" {
		add(finding.OrderAssumed, fmt.Sprintf("No episode's first row has a reward other than 0: where a row has what the one above earned, as dm_env writes it, say --columns earned=%s.", tui.Quote(log.EarnedAbove)))
	}
	if log.Earned {
		add(finding.OrderAssumed, "What a row has as its reward was earned by the action of the row above; what an episode's last action earned is known where a row follows it.")
	}
	if x := log.Elsewhere; x != nil {
		goes, other := "its own row", "the one above"
		if x.Above {
			goes, other = other, goes
		}
		add(finding.OrderAssumed, fmt.Sprintf("What a row has as its observation goes with the action of %s (%s standard deviations from chance) and not with that of %s: where it is what that led to, say --columns %s.",
			goes, figure.Number(x.Far), other, tui.Quote(x.TakesItSo)))
	}
	if log.RanOn {
		add(finding.OrderAssumed, "The steps are numbered on from one episode to the next: the rows of each episode count in their order, from 1.")
	}
	if log.Mixed != "" {
		unsorted := ""
		if log.InTurns {
			unsorted = " --unsorted"
		}
		add(finding.OrderAssumed, fmt.Sprintf("Column %s is not used, and changes within episodes: where it tells whose rows they are, say --columns episode=%s%s.",
			log.Mixed, tui.Quote(strings.TrimPrefix(log.Episodes+tabular.Join+log.Mixed, tabular.Join)), unsorted))
	}
	if log.Added > 0 {
		add(finding.OrderAssumed, fmt.Sprintf("%s after the ends of episodes, up to the longest one, with the log's actions in turn, the reward 0 and the observation %s: an end is a state like any other.", figure.Counted(log.Added, "row was added", "rows were added"), logs.Ended))
	}
	if log.Losses != nil {
		add(finding.OrderAssumed, fmt.Sprintf("Column %s has no negative number: it was taken away from the reward.", strings.Join(log.Losses, ", ")))
	}
	if log.Loss != "" {
		add(finding.OrderAssumed, fmt.Sprintf("Column %s is not used: where it is a loss, --columns reward=%s takes it away from the reward.", log.Loss, tui.Quote(log.Earning+tabular.Join+log.Loss)))
	}
	if log.Codes != nil {
		add(finding.NamesInferred, fmt.Sprintf("No episode has actions of both %s and %s: where these are the same in other words, write them alike.", printable.List(log.Codes[0], printable.Names, ""), printable.List(log.Codes[1], printable.Names, "")))
	}
	if log.Strange != "" {
		add(finding.NamesInferred, fmt.Sprintf("%s has none of the actions of the files before it: where these are the same under other names, write them alike.", log.Strange))
	}
	if log.Alphabetical != "" {
		add(finding.OrderAssumed, fmt.Sprintf("Rows stand in the alphabetical order of column %s in all episodes, as where they were sorted by its words: where that is not the order of the steps, write numbers there and say --columns step=%[1]s --unsorted.", log.Alphabetical))
	}
	if log.LeftOut != "" {
		add(finding.OrderAssumed, fmt.Sprintf("Column %s is not used, and all rows count: where it says which rows are no data, --only %s=VALUE, or %[2]s!=VALUE, keeps the others.", log.LeftOut, log.LeftOut))
	}
	if log.Padded != "" {
		add(finding.OrderAssumed, fmt.Sprintf("%q is done and seen at the ends of episodes alone, in several rows below each other, which count: where these only fill up, --only %s keeps the others.", log.Padded, tui.Quote("action!="+log.Padded)))
	}
	if log.OtherOrder != "" {
		add(finding.OrderAssumed, fmt.Sprintf("Column %s is not used, and falls within most episodes: where it says when each row was, rows stand in another order, and the file is to be sorted by it first.", log.OtherOrder))
	}
	if log.GoesOn != "" {
		add(finding.OrderAssumed, fmt.Sprintf("Column %s is not used, and says that episodes end above rows that count as theirs: leave these out where they are no steps, or say --columns end=%s where other episodes begin there.", log.GoesOn, tui.Quote(log.GoesOn)))
	}
	if log.Twofold {
		add(finding.SeenWithReward, "What is seen tells what was earned in the same row: the model lets a reward come from the state before a step and what is seen from the state after it, and needs more states to say both.")
	}
	for _, x := range log.GoesWith {
		what := "what rows earn differs by it, beyond their action"
		if x.Seen {
			what = "what is seen in a row goes with it, beyond the action"
		}
		add(finding.OrderAssumed, fmt.Sprintf("Column %s is not used, though %s: where it is a part of what was done, --columns action=%s says so, of what was seen observation=%s; where it says which rows count, --only.",
			x.Column, what, tui.Quote(x.AsAction), tui.Quote(x.AsObserving)))
	}
	if log.Spelt != nil {
		add(finding.OrderAssumed, fmt.Sprintf("Episodes %q and %q differ in nothing but how they are written, and count as two.", log.Spelt[0], log.Spelt[1]))
	}
	if log.Constant != "" {
		add(finding.OrderAssumed, fmt.Sprintf("The reward is the same in all rows, and column %s is not used: --columns reward=%s takes it.", log.Constant, tui.Quote(log.Constant)))
	}
	if log.Unnumbered {
		add(finding.OrderAssumed, "No column has the steps: the rows of each episode stand in the order of the file.")
	}
	if log.Unfolded {
		add(finding.OrderAssumed, "Each row was taken for an episode, whose steps are the numbers in the columns' names.")
	}
	if log.Totals {
		add(finding.OrderAssumed, "The reward is the same in all rows of an episode, and counts in each of them: where it is the episode's total, leave it in the last row alone.")
	}
	if log.Dummies {
		add(finding.RowsSkipped, "The rows with the mark of an end hold what was seen there, as RLDS has it: their actions and rewards are none.")
	}
	if log.Resets {
		add(finding.RowsSkipped, "The first row of each episode holds what was seen before any action, as a simulator's reset gives it: it is no step, and is not used.")
	}
	if log.Comments > 0 {
		add(finding.RowsSkipped, figure.Counted(log.Comments, "line begins", "lines begin")+" with # and passed over as comments.")
	}
	if log.Nobodys > 0 {
		add(finding.OrderAssumed, fmt.Sprintf("%s in rows without an action: none of these counts. Where the row above earned it, write it there, or say --columns earned=%s if that is so in all rows.", figure.Counted(log.Nobodys, "reward other than 0 stands", "rewards other than 0 stand"), tui.Quote(log.Earning)))
	}
	if log.Fillers > 0 {
		add(finding.RowsSkipped, fmt.Sprintf("%s nothing that is read, one in three or more: passed over as no steps.", figure.Counted(log.Fillers, "row holds", "rows hold")))
	}
	return found
}

// timesText says what moments in place of steps' numbers were taken for.
func timesText(log *logs.Log) string {
	text := "The column of steps holds moments: the rows of each episode were put in their order and numbered from 1."
	if log.Places {
		text = "The column of steps leaves numbers out that no episode has: rows were put in their order and count by the places of their numbers."
	}
	if log.Uneven >= 2 {
		text += fmt.Sprintf(" Those farthest apart, a tenth, lie %s times as far apart as the nearest tenth, or more: a step is a row, however long it took.", figure.Number(log.Uneven))
	}
	if log.Midnights > 0 {
		text += fmt.Sprintf(" A clock that falls by half a day or more went on over midnight: %s.", figure.Counted(log.Midnights, "time", "times"))
	}
	if log.Slashed != "" {
		text += fmt.Sprintf(" Of days such as 1/2/2024 the %s was taken to stand first: were it otherwise, the order would be another; --columns step=none keeps the file's.", log.Slashed)
	}
	if log.Back > 0 {
		text += fmt.Sprintf(" %s before the one of the row above: where the file's order is the true one, --columns step=none keeps it.", figure.Counted(log.Back, "moment lay", "moments lay"))
	}
	if log.Tied > 0 {
		text += fmt.Sprintf(" %s that of the row before: such rows stand in the order of the file.", figure.Counted(log.Tied, "moment is", "moments are"))
	}
	return text
}

// used says how many rows of those that were read were learned from, as whole episodes, and why not
// the others.
func (d *dataset) used(e *moments.Episodes) string {
	steps, rows := e.Steps(), float64(d.Rows+d.Skipped)-d.read.Endings
	episodes := "episodes"
	if e.Total() == 1 {
		episodes = "episode"
	}
	text := fmt.Sprintf("maximum likelihood on all %s steps of %s whole %s", figure.Count(steps), figure.Count(e.Total()), episodes)
	if d.read.Table > 0 { // each of its rows is an episode of four steps
		rows = d.read.Rows + 3*d.read.Table
	}
	if steps >= rows && d.read.Gaps+float64(d.Gaps) == 0 || d.symbols == nil && rows <= e.Total() {
		return text + "."
	}
	whole := "whole"
	if d.read.Gaps+d.read.Unacted+float64(d.Gaps) > 0 || steps < rows-float64(d.Skipped) {
		whole = "interrupted"
	}
	text = fmt.Sprintf("maximum likelihood on %s of %s rows read, in %s %s %s", figure.Count(steps), figure.Count(rows), figure.Count(e.Total()), whole, episodes)
	var why []string
	why = appendWhy(why, float64(d.Skipped), "bad row", "bad rows")
	why = appendWhy(why, d.read.Unacted, "row without an action", "rows without an action")
	switch rest := rows - float64(d.Skipped) - d.read.Unacted - steps; {
	case rest > 0 && d.symbols == nil:
		why = appendWhy(why, rest, "row without an action, or after a gap", "rows without an action, or after a gap")
	case rest > 0:
		why = appendWhy(why, rest, "row after a gap, whose actions look at what was seen before it", "rows after a gap, whose actions look at what was seen before it")
	}
	if why != nil {
		text += "; left out: " + strings.Join(why, ", ")
	}
	return text + "."
}

func appendWhy(why []string, n float64, one, more string) []string {
	if n <= 0 {
		return why
	}
	return append(why, figure.Count(n)+" "+figure.Plural(n, one, more))
}

// missingText says what is not known of episodes, and how that is dealt with.
func (d *dataset) missingText() string {
	var parts []string
	r := d.read
	count := func(n float64, one, more, then string) {
		if n > 0 {
			parts = append(parts, figure.Count(n)+" "+figure.Plural(n, one, more)+then)
		}
	}
	count(r.Gaps, "place where steps are left out", "places where steps are left out", "")
	count(r.Unacted, "row without an action", "rows without an action", "")
	if r.Unacted > r.Rows/50 {
		parts[len(parts)-1] += " (words such as None say so; where one is an action, --actions names it with the others)"
	}
	if parts != nil {
		parts[len(parts)-1] += " (what follows one is used as a stretch of its own, which begins in a state of one distribution for all; that is sound where actions do not depend on what was seen before it)"
	}
	unrewarded, unseen := r.NoReward, r.NoObservation
	if r.NoFirstReward < r.Episodes { // where no episode has one, the log is without them
		unrewarded += r.NoFirstReward
	}
	if r.NoLastSeen < r.Episodes {
		unseen += r.NoLastSeen
	}
	count(unrewarded, "row without a reward", "rows without a reward", "")
	count(unseen, "row without an observation", "rows without an observation", " (summed over)")
	if unrewarded > 0 && unseen == 0 {
		parts[len(parts)-1] += " (summed over)"
	}
	if d.Incomplete > 0 && !(d.log != nil && d.log.Earned) { // whose fourth reward stands in the fifth row
		count(float64(d.Incomplete), "episode without a triple, since something is missing in its first four steps", "episodes without a triple, since something is missing in their first four steps", "")
	}
	if parts == nil {
		return ""
	}
	switch {
	case r.Late > r.Rows/4 || r.Late > 3 && 2*r.Late > r.Gaps && 4*r.Late > 3*float64(r.Episodes):
		parts = append(parts, "most episodes begin at another step than the first: where steps are counted on over episodes, --columns step=none takes rows in their order")
	case 2*r.Gaps > r.Rows:
		parts = append(parts, "nearly every row follows a gap: where steps are times, --columns step=none takes rows in their order")
	}
	if strings.HasPrefix(parts[0], "1 ") {
		return sentence("there is " + strings.Join(parts, "; "))
	}
	return sentence("there are " + strings.Join(parts, "; "))
}

// badListed is how many bad rows are named.
const badListed = 5

// skippedText says how many bad rows of how many were left out, and names the first.
func skippedText(skipped, rows uint64, bad []logs.BadRow) string {
	text := fmt.Sprintf("%s left out of %d.", figure.Counted(skipped, "bad row was", "bad rows were"), rows)
	if len(bad) == 0 {
		return text
	}
	var named []string
	for _, b := range bad[:min(badListed, len(bad))] {
		b.File = baseName(b.File) // as all answers, this one is the same wherever the file lies
		named = append(named, b.String())
	}
	return text + " The first: " + strings.Join(named, "; ") + "."
}
