package logs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"eeporl/scenarios/logs/tabular"
)

// oneField is the problem of a header that is one field, in which names stand between what separates none here; nil for another.
func oneField(header []string) *problem {
	const fewest = 3 // names
	if len(header) != 1 {
		return nil
	}
	for _, c := range ",;\t|^~:!/\x01\x1f" {
		names := strings.Split(header[0], string(c))
		if len(names) < fewest || tabular.LongLog.Known(names, nil) == 0 && tabular.Guessed(tabular.Action, names) == "" {
			continue
		}
		if strings.ContainsRune(tabular.Separators, c) {
			return &problem{found: "a header that is one field in quotes, " + strconv.Quote(tabular.Short(header[0])), want: `quotes around single fields, or none: sed 's/^"//; s/"$//' FILE > log.csv`}
		}
		return &problem{found: fmt.Sprintf("a header with %q between its names", c), want: fmt.Sprintf("a comma, semicolon, tab or bar: tr '%s' ',' < FILE > log.csv, where no field has a comma", octal(c))}
	}
	return nil
}

// octal is a character as tr is told of it.
func octal(c rune) string {
	if c < ' ' {
		return fmt.Sprintf("\\%03o", c)
	}
	return string(c)
}

// twoLines is the problem of a header whose empty names stand in the line below, which has no others, as pandas writes tables with
// several columns as their index; nil for another.
func twoLines(header []string, s tabular.Splitter, below *block) *problem {
	if below == nil || !slices.Contains(header, "") {
		return nil
	}
	for _, line := range below.eachLine {
		names, _ := s.Texts(line)
		if len(names) != len(header) {
			return nil
		}
		for i := range names {
			if (names[i] == "") == (header[i] == "") {
				return nil
			}
		}
		return &problem{found: "a header of two lines, as pandas writes it", want: fmt.Sprintf("one: awk -F'%c' -v OFS='%[1]c' 'NR == 1 { split($0, h); next } NR == 2 { for (i = 1; i <= NF; i++) if ($i == \"\") $i = h[i] } 1' FILE > log.csv", s.Separator)}
	}
	return nil
}
