package cli

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"eeporl/moments"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
	"eeporl/scenarios/logs"
	"eeporl/scenarios/logs/tabular"
)

// ofEpisodes says what of whole episodes an answer from them must know: that something which is done or seen ends them,
// as no plan knows what comes after, that rewards seem to stand a row late, and that they look like a score that is kept.
func (d *dataset) ofEpisodes(e *moments.Episodes) (found []finding.Finding) {
	if e == nil {
		return nil
	}
	if end, ends := e.EarlyEnd(); ends {
		what := "with action " + d.called().Action(end.Index)
		switch end.Of {
		case moments.EndsByReward:
			what = "with reward " + d.called().Reward(end.Index)
		case moments.EndsByObservation:
			what = "after which " + d.called().Observation(end.Index) + " is seen"
		}
		often := "end"
		if end.Share < .5 {
			often = "often end"
		}
		found = append(found, finding.New(finding.EarlyEnd, end.Share, end.Others, fmt.Sprintf(
			"Of %s %s, %s are their episode's last, of all others %s: they %s episodes. Nothing in the log tells what would follow, so that what a plan promises after such a step is made up: read the log with --absorbing, and the end is a state.",
			figure.Counted(end.Steps, "step", "steps"), what, figure.Percent(end.Share), figure.Percent(end.Others), often)))
	}
	if level, other, late := e.LateRewards(); late {
		found = append(found, finding.New(finding.LateRewards, other, 0, fmt.Sprintf(
			"Every episode's first row earns %s, and %s of the later rows something else: rewards may stand a row late, beside the action after the one that earned them.", d.called().Reward(level), figure.Percent(other))))
	}
	if e.RunningTotal(d.Rewards) {
		found = append(found, finding.Finding{Code: finding.RunningTotal, Detail: "The rewards of nearly all episodes rise and never fall: they seem to be a score that is kept, and were taken for what each step earned."})
	}
	return found
}

// suspects are names and reward levels that seem to say that nothing is known: a word that means it, or a number made of
// nines that lies ten times as far out as all others.
func (d *dataset) suspects() (found []finding.Finding) {
	suspect := func(kind, name string) {
		found = append(found, finding.Finding{Code: finding.MissingSuspected, Detail: fmt.Sprintf(
			"%s %s counts as one like all others: where it says that nothing is known, leave its cells empty.", kind, strconv.Quote(name))})
	}
	for _, list := range []struct {
		kind  string
		names []string
	}{{"Action", d.Actions}, {"Observation", d.Observations}} {
		var numbers []float64
		if one, other := alike(list.names); one != "" {
			found = append(found, finding.Finding{Code: finding.NamesInferred, Detail: fmt.Sprintf(
				"%ss %s and %s differ in nothing but how they are written, and count as two.", list.kind, strconv.Quote(one), strconv.Quote(other))})
		}
		for _, name := range list.names {
			if tabular.SaysUnknown(name) {
				suspect(list.kind, name)
			}
			if x, err := strconv.ParseFloat(name, 64); err == nil {
				numbers = append(numbers, x)
			}
		}
		if x, is := logs.FarNines(numbers); is && len(numbers) == len(list.names) {
			suspect(list.kind, strconv.FormatFloat(x, 'g', -1, 64))
		}
	}
	const many, seldom = 32, 5 // names, and rows for each
	if z := d.Sizes.Z; z > many && float64(d.Rows) < float64(seldom*z) {
		found = append(found, finding.Finding{Code: finding.NamesInferred, Detail: fmt.Sprintf(
			"There are %s in %s: little is learned of what is seen so seldom. --columns observation=NAME takes another column, observation=none none.",
			figure.Counted(z, "different observation", "different observations"), figure.Counted(d.Rows, "row", "rows"))})
	}
	if x, is := logs.FarNines(d.Rewards); is {
		suspect("Reward", strconv.FormatFloat(x, 'g', -1, 64))
	}
	return found
}

// latin writes the letters that others have, too, as Latin ones.
var latin = strings.NewReplacer("А", "A", "В", "B", "Е", "E", "К", "K", "М", "M", "Н", "H", "О", "O", "Р", "P", "С", "C", "Т", "T", "Х", "X", "а", "a", "е", "e", "о", "o", "р", "p", "с", "c", "х", "x", "Α", "A", "Β", "B", "Ο", "O")

// alike are two names that differ in capitals, or in signs between words, alone, are one number, or a word and what is short for it; "" where there are none.
func alike(names []string) (one, other string) {
	seen := map[string]string{}
	for _, name := range names {
		lower := strings.ToLower(strings.Join(strings.FieldsFunc(latin.Replace(norm.NFKC.String(strings.Trim(name, `'"`))), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("_-", r) }), " "))
		if x, err := strconv.ParseFloat(name, 64); err == nil {
			lower = strconv.FormatFloat(x, 'g', -1, 64)
		}
		if before, again := seen[lower]; again {
			return before, name
		}
		seen[lower] = name
	}
	for _, word := range [][2]string{{"yes", "y"}, {"no", "n"}, {"true", "t"}, {"false", "f"}, {"true", "1"}, {"false", "0"}, {"left", "l"}, {"right", "r"}} {
		if long, short := seen[word[0]], seen[word[1]]; long != "" && short != "" {
			return long, short
		}
	}
	return "", ""
}
