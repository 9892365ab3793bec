package logs

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"eeporl/pomdp/printable"
)

// missingColumns is the problem of a header without some columns: which they are, and the flag that likely names them.
func (d *Declared) missingColumns(header []string, l *layout, x proposal) *problem {
	lacks, guesses := x.lacks, x.guesses
	var missing, flags []string
	perFile, end, begin, turns := false, x.end, "", ""
	types := plain(end) == typeOfStep
	for column := range l.called {
		name := lacks[column]
		if name == "" {
			continue
		}
		missing = append(missing, name)
		ours := longColumns()[column]
		switch {
		case column == episodeColumn && guesses[column] == "line" && end != "" && l.json: // of the file, which may hold several episodes
			flags = append(flags, ours+"=line", EndColumn+"="+end)
		case column == observationColumn && guesses[column] != "" && (types || isPrevious(guesses[column]) || seenBefore(guesses[column], header) || wroteBefore(header, guesses[column], cmp.Or(guesses[actionColumn], l.called[actionColumn]))):
			flags = append(flags, BeforeColumn+"="+guesses[column])
		case column == rewardColumn && guesses[column] != "" && (types || isPrevious(guesses[column])):
			flags = append(flags, EarnedColumn+"="+guesses[column])
		case column == rewardColumn && isLoss(guesses[column]) && !strings.Contains(guesses[column], Join):
			flags = append(flags, ours+"="+map[bool]string{true: Join, false: Minus}[x.negative]+guesses[column])
		case guesses[column] != "":
			flags = append(flags, ours+"="+guesses[column])
		case column == episodeColumn && end != "":
			flags = append(flags, EndColumn+"="+end)
			if i := slices.IndexFunc(header, func(h string) bool { return slices.Contains(simulators, plain(h)) }); i >= 0 {
				flags, turns = append(flags, ours+"="+header[i]), "; with --unsorted where these write in turns"
			}
		case column == episodeColumn:
			step := guesses[stepColumn]
			if step == "" && lacks[stepColumn] == "" && !d.without(stepColumn, l.called[stepColumn]) {
				step = l.called[stepColumn]
			}
			if tellsWhen(step) { // moments do not begin anew
				step = ""
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
	if x.before != "" {
		flags = append(flags, BeforeColumn+"="+x.before)
		either = "; " + quoted([]string{longColumns()[observationColumn] + "=" + x.before}) + " in place of " + BeforeColumn + " if it was seen after its row's action"
	}
	if before := slices.ContainsFunc(flags, func(f string) bool { return strings.HasPrefix(f, BeforeColumn+"=") }); before && lastRow(end) && !slices.Contains(flags, EndColumn+"="+end) {
		flags = append(flags, EndColumn+"="+end)
	}
	if z, r := observationColumn, rewardColumn; lacks[z] != "" && lacks[r] != "" && guesses[z] == "" && guesses[r] == "" && x.several[z] == nil && x.several[r] == nil && len(flags) > 0 {
		flags, either = append(flags, longColumns()[z]+"=NAME"), ", or "+longColumns()[r]+"=NAME: what is seen, or earned"
	}
	for _, column := range eventColumns {
		if names := x.several[column]; len(names) > 0 {
			ours := longColumns()[column]
			first, others := names[0], slices.Clone(names[1:min(len(names), printable.Paths+1)])
			switch joined := strings.Join(names, Join); {
			case x.oneHot[column]:
				first, others = joined, slices.Clone(names[:min(len(names), printable.Paths)])
			case column == observationColumn && numbered(names) && len(names) <= mostParts: // parts of one
				first, others = joined, slices.Clone(names[:min(len(names), printable.Paths)])
			case column == observationColumn:
				others = append(others, joined)
			}
			flags = append(flags, ours+"="+first)
			either += "; " + ours + " may as well be " + printable.Or(append(others, NoColumn))
		}
	}
	if z := guesses[observationColumn]; slices.Contains(flags, BeforeColumn+"="+z) && (mayBeAfter(z) || ofSimulator(header)) {
		either += "; " + quoted([]string{longColumns()[observationColumn] + "=" + z}) + " in place of " + BeforeColumn + " if it was seen after its row's action"
	}
	if told := feedback(header, guesses); told != "" && slices.Contains(flags, BeforeColumn+"="+guesses[observationColumn]) {
		either += "; " + quoted([]string{longColumns()[observationColumn] + "=" + told}) + " in place of it if that is what an action led to"
	}
	if r := longColumns()[rewardColumn]; x.words != "" && guesses[rewardColumn] == "" && lacks[rewardColumn] != "" {
		either += "; " + r + "=" + x.words + " --worth WORD=X,… if its words are what was earned"
	}
	either += turns
	if x.left != "" {
		either += "; observation=" + x.left + " if that was seen"
	}
	p := &problem{found: "no column " + strings.Join(missing, ", ") + ", but " + named40(header)}
	if len(missing) == 0 {
		p.found = "observations in column " + strconv.Quote(x.before) + " before the actions, as simulators write what was seen before them"
	}
	if parts := partsOf(guesses[observationColumn], header); len(parts) > 1 && len(parts) <= mostParts {
		either += "; observation=" + strings.Join(parts, Join) + " takes all its parts for one"
	}
	p.want = "--columns " + quoted(flags) + either
	switch {
	case len(flags) == 0 && perFile:
		p.want = "--episode-per-file if the file is one episode, or --columns episode=NAME"
	case len(flags) == 0 && x.words != "":
		p.want = "--columns " + quoted([]string{longColumns()[rewardColumn] + "=" + x.words}) + " --worth WORD=X,…: what its words are worth"
	case len(flags) == 0:
		p.want = "--columns " + longColumns()[firstOf(lacks)] + "=NAME, which says what else a column is called"
	case perFile && begin != "":
		p.want += "; if the file is one episode, --episode-per-file in place of " + BeginColumn
	case perFile:
		p.want += " --episode-per-file if the file is one episode"
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
	if column := firstOf(guesses); column > episodeColumn && len(guesses) == 1 && begin == "" {
		p.want += ", or " + longColumns()[column] + "=" + NoColumn + " if there is none"
	}
	return p
}
