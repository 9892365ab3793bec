package logs

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"eeporl/pomdp/printable"
	"eeporl/scenarios/logs/tabular"
)

// missingColumns is the problem of a header without some columns: which they are, and the flag that likely names them.
func (d *Declared) missingColumns(header []string, l *layout, x proposal) *problem {
	lacks, guesses := x.lacks, x.guesses
	var missing, flags []string
	perFile, end, begin, turns := false, x.end, "", ""
	types := tabular.Plain(end) == tabular.TypeOfStep
	for column := range l.called {
		name := lacks[column]
		if name == "" {
			continue
		}
		missing = append(missing, name)
		ours := tabular.LongColumns()[column]
		switch {
		case column == tabular.Episode && guesses[column] == "line" && end != "" && l.json: // of the file, which may hold several episodes
			flags = append(flags, ours+"=line", tabular.EndColumn+"="+end)
		case column == tabular.Observation && guesses[column] != "" && (types || tabular.IsPrevious(guesses[column]) || seenBefore(guesses[column], header) || wroteBefore(header, guesses[column], cmp.Or(guesses[tabular.Action], l.called[tabular.Action]))):
			flags = append(flags, tabular.BeforeColumn+"="+guesses[column])
		case column == tabular.Reward && guesses[column] != "" && (types || tabular.IsPrevious(guesses[column]) && !tabular.IsPrevious(cmp.Or(guesses[tabular.Action], l.called[tabular.Action]))):
			flags = append(flags, tabular.EarnedColumn+"="+guesses[column])
		case column == tabular.Reward && tabular.IsLoss(guesses[column]) && !strings.Contains(guesses[column], tabular.Join):
			flags = append(flags, ours+"="+map[bool]string{true: tabular.Join, false: tabular.Minus}[x.negative]+guesses[column])
		case guesses[column] != "":
			flags = append(flags, ours+"="+guesses[column])
		case column == tabular.Episode && end != "":
			flags = append(flags, tabular.EndColumn+"="+end)
			if i := slices.IndexFunc(header, func(h string) bool { return slices.Contains(tabular.Simulators, tabular.Plain(h)) }); i >= 0 {
				flags, turns = append(flags, ours+"="+header[i]), "; with --unsorted where these write in turns"
			}
		case column == tabular.Episode:
			step := guesses[tabular.Step]
			if step == "" && lacks[tabular.Step] == "" && !d.without(tabular.Step, l.called[tabular.Step]) {
				step = l.called[tabular.Step]
			}
			if tabular.TellsWhen(step) { // moments do not begin anew
				step = ""
			}
			if begin = tabular.BeginningOf(header, step); begin != "" {
				flags = append(flags, tabular.BeginColumn+"="+begin)
			}
			perFile = true
		}
	}
	for _, x := range []struct {
		column int
		name   string
	}{{tabular.Observation, tabular.BeforeColumn}, {tabular.Reward, tabular.EarnedColumn}} {
		if types && lacks[x.column] == "" && !d.without(x.column, l.called[x.column]) {
			flags = append(flags, x.name+"="+l.called[x.column])
		}
	}
	either := ""
	if x.before != "" {
		flags = append(flags, tabular.BeforeColumn+"="+x.before)
		either = "; " + tabular.Quoted([]string{tabular.LongColumns()[tabular.Observation] + "=" + x.before}) + " in place of " + tabular.BeforeColumn + " if it was seen after its row's action"
	}
	if before := slices.ContainsFunc(flags, func(f string) bool { return strings.HasPrefix(f, tabular.BeforeColumn+"=") }); before && tabular.LastRow(end) && !slices.Contains(flags, tabular.EndColumn+"="+end) {
		flags = append(flags, tabular.EndColumn+"="+end)
	}
	if z, r := tabular.Observation, tabular.Reward; lacks[z] != "" && lacks[r] != "" && guesses[z] == "" && guesses[r] == "" && x.several[z] == nil && x.several[r] == nil && len(flags) > 0 {
		flags, either = append(flags, tabular.LongColumns()[z]+"=NAME"), ", or "+tabular.LongColumns()[r]+"=NAME: what is seen, or earned"
	}
	for _, column := range tabular.Events {
		if names := x.several[column]; len(names) > 0 {
			ours := tabular.LongColumns()[column]
			first, others := names[0], slices.Clone(names[1:min(len(names), printable.Paths+1)])
			switch joined := strings.Join(names, tabular.Join); {
			case x.oneHot[column]:
				first, others = joined, slices.Clone(names[:min(len(names), printable.Paths)])
			case column == tabular.Observation && tabular.Numbered(names) && len(names) <= mostParts: // parts of one
				first, others = joined, slices.Clone(names[:min(len(names), printable.Paths)])
			case column == tabular.Observation, tabular.OneStem(names):
				others = append(others, joined)
			}
			if lacks[column] != "" && guesses[column] != "" { // is proposed already
				others = slices.DeleteFunc(slices.Clone(names[:min(len(names), printable.Paths)]), func(name string) bool { return name == guesses[column] })
			} else {
				flags = append(flags, ours+"="+first)
			}
			either += "; " + ours + " may as well be " + printable.Or(append(others, tabular.NoColumn))
		}
	}
	if z := guesses[tabular.Observation]; slices.Contains(flags, tabular.BeforeColumn+"="+z) && (mayBeAfter(z) || ofSimulator(header)) {
		either += "; " + tabular.Quoted([]string{tabular.LongColumns()[tabular.Observation] + "=" + z}) + " in place of " + tabular.BeforeColumn + " if it was seen after its row's action"
	}
	if told := tabular.Feedback(header, guesses); told != "" && slices.Contains(flags, tabular.BeforeColumn+"="+guesses[tabular.Observation]) {
		either += "; " + tabular.Quoted([]string{tabular.LongColumns()[tabular.Observation] + "=" + told}) + " in place of it if that is what an action led to"
	}
	if r := tabular.LongColumns()[tabular.Reward]; x.words != "" && guesses[tabular.Reward] == "" && lacks[tabular.Reward] != "" {
		either += "; " + r + "=" + x.words + " --worth " + x.worth + " if its words are what was earned"
	}
	either += turns
	if x.left != "" {
		either += "; observation=" + x.left + " if that was seen"
	}
	p := &problem{found: "no column " + strings.Join(missing, ", ") + ", but " + tabular.Names(header)}
	if len(missing) == 0 {
		p.found = "observations in column " + strconv.Quote(x.before) + " before the actions, as simulators write what was seen before them"
	}
	if parts := tabular.PartsOf(guesses[tabular.Observation], header); len(parts) > 1 && len(parts) <= mostParts {
		either += "; observation=" + strings.Join(parts, tabular.Join) + " takes all its parts for one"
	}
	if x.apart {
		either = " --unsorted" + either
	}
	p.want = "--columns " + tabular.Quoted(flags) + either
	switch {
	case len(flags) == 0 && perFile:
		p.want = "--episode-per-file if the file is one episode, or --columns episode=NAME"
	case len(flags) == 0 && x.words != "":
		p.want = "--columns " + tabular.Quoted([]string{tabular.LongColumns()[tabular.Reward] + "=" + x.words}) + " --worth " + x.worth + ": what its words are worth"
	case len(flags) == 0:
		p.want = "--columns " + tabular.LongColumns()[firstOf(lacks)] + "=NAME, which says what else a column is called"
	case perFile && begin != "":
		p.want += "; if the file is one episode, --episode-per-file in place of " + tabular.BeginColumn
	case perFile:
		p.want += " --episode-per-file if the file is one episode"
	}
	if perFile && begin == "" && !l.json && slices.ContainsFunc(header, tellsChance) { // of bandits, whose episodes have one step
		p.want += fmt.Sprintf("; where each row is an episode, awk '{ print (NR == 1 ? \"episode\" : NR - 1) \"%c\" $0 }' FILE > log.csv numbers them, without step=", l.separator)
	}
	if perFile && x.parted {
		p.want += fmt.Sprintf("; where empty lines stand between episodes, awk 'NR == 1 { print \"episode%c\" $0; next } !NF { e++; next } { print e + 0 \"%[1]c\" $0 }' FILE > log.csv", l.separator)
	}
	if x.swapped {
		p.want += "; action and observation may be the other way round"
	}
	if x.held {
		p.want += "; what names do not tell is guessed from what columns hold"
	}
	if column := firstOf(guesses); column > tabular.Episode && len(guesses) == 1 && begin == "" {
		p.want += ", or " + tabular.LongColumns()[column] + "=" + tabular.NoColumn + " if there is none"
	}
	return p
}
