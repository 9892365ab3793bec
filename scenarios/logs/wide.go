package logs

import (
	"fmt"
	"slices"
	"strings"
)

// wide is the problem of a table with a row for each episode and columns for each of its steps, such as action_1, reward_1,
// action_2, reward_2; nil where the header is none of one.
func wide(header []string) *problem {
	const leastStems, leastSteps = 2, 2
	var stems []string // in their order
	steps, separators := map[string]int{}, map[string]bool{}
	own := "" // a column of its own, whose names are the episodes'
	for _, name := range header {
		stem := strings.TrimRight(name, "0123456789")
		short := strings.TrimRight(stem, "_. -")
		if stem == name || short == "" {
			if own == "" && guessed(episodeColumn, []string{name}) != "" {
				own = name
			}
			continue
		}
		separators[stem[len(short):]] = true
		if steps[short]++; steps[short] == leastSteps {
			stems = append(stems, short)
		}
	}
	if len(stems) < leastStems || len(separators) != 1 {
		return nil
	}
	separator := ""
	for s := range separators {
		separator = s
	}
	episode, table := own, "p.read_csv(\"FILE\")"
	if own == "" {
		episode, table = longColumns()[episodeColumn], table+".rename_axis(\"episode\").reset_index()"
	}
	quote := func(list []string) string { return `"` + strings.Join(list, `", "`) + `"` }
	flags := []string{}
	for column, name := range longColumns() {
		if guess := guessed(column, append(slices.Clone(stems), episode)); guess != "" && guess != name {
			flags = append(flags, name+"="+guess)
		}
	}
	more := ""
	if len(flags) > 0 {
		more = "; then --columns " + quoted(flags)
	}
	return &problem{found: fmt.Sprintf("columns for several steps in one row: %s, …", quote(header[:min(len(header), 4)])),
		want: fmt.Sprintf("a row for each step: python3 -c 'import pandas as p; p.wide_to_long(%s, [%s], i=%q, j=\"step\", sep=%q).sort_index().to_csv(\"log.csv\")'%s",
			table, quote(stems), episode, separator, more)}
}
