package logs

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"eeporl/scenarios/logs/tabular"
)

// missingText is a text in a column that says that a value is not known.
type missingText struct {
	column int
	text   string
}

// replacements are what stands for values that are not known, and for blanks.
func (l *layout) replacements() *problem {
	d := l.declared
	if d.Missing == nil && d.Blank == nil && d.Worth == nil {
		return nil
	}
	if l.shape != tabular.LongLog {
		return &problem{found: "--missing, --worth or --blank-reward with a table of triples", want: "a log of steps, or NA where a value is not known"}
	}
	l.simple, l.unknown, l.worth = false, map[missingText]bool{}, map[string][]byte{}
	for _, text := range d.Worth {
		at := strings.LastIndexByte(text, '=')
		if at < 1 || !tabular.IsNumber(text[at+1:]) {
			return &problem{found: "--worth " + strconv.Quote(text), want: "WORD=NUMBER"}
		}
		l.worth[text[:at]] = l.written([]byte(strings.TrimSpace(text[at+1:])))
	}
	for _, text := range d.Missing {
		columns := []int{tabular.Action, tabular.Reward, tabular.Observation}
		if name, code, of := strings.Cut(text, "="); of && slices.Contains(tabular.LongColumns(), name) {
			columns, text = []int{slices.Index(tabular.LongColumns(), name)}, code
		}
		for _, column := range columns {
			l.unknown[missingText{column, text}] = true
			if tabular.IsNumber(text) {
				l.unknown[missingText{column, text + ".0"}] = true
			}
		}
	}
	return nil
}

// filled stands in place of a reward that is missing; nil for nothing.
func (l *layout) filled() []byte {
	if l.declared.Blank == nil {
		return nil
	}
	return l.written([]byte(numberText(*l.declared.Blank)))
}

// written is a number with the mark that the log has before decimals.
func (l *layout) written(number []byte) []byte {
	if l.comma() {
		return bytes.Replace(number, []byte{'.'}, []byte{','}, 1)
	}
	return number
}

// replace puts nothing in the place of what says that a value is not known, and a number in that of a reward that is a word or blank.
func (l *liner) replace() {
	if l.unknown == nil {
		return
	}
	for _, column := range []int{tabular.Action, tabular.Reward, tabular.Observation} {
		for _, i := range l.from[column] {
			if l.unknown[missingText{column, string(l.values[i])}] {
				l.values[i] = nil
			}
			if number := l.worth[string(l.values[i])]; column == tabular.Reward && number != nil {
				l.values[i] = number
			}
			if column == tabular.Reward && l.blanks != nil && tabular.IsMissing(l.values[i]) {
				l.values[i] = l.blanks
			}
		}
	}
}
