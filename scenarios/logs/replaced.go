package logs

import (
	"bytes"
	"slices"
	"strings"
)

// missingText is a text in a column that says that a value is not known.
type missingText struct {
	column int
	text   string
}

// replacements are what stands for values that are not known, and for blanks.
func (l *layout) replacements() *problem {
	d := l.declared
	if d.Missing == nil && d.Blank == nil {
		return nil
	}
	if l.shape != longLog {
		return &problem{found: "--missing or --blank-reward with a table of triples", want: "a log of steps, or NA where a value is not known"}
	}
	l.simple, l.unknown = false, map[missingText]bool{}
	for _, text := range d.Missing {
		columns := []int{actionColumn, rewardColumn, observationColumn}
		if name, code, of := strings.Cut(text, "="); of && slices.Contains(longColumns(), name) {
			columns, text = []int{slices.Index(longColumns(), name)}, code
		}
		for _, column := range columns {
			l.unknown[missingText{column, text}] = true
			if isNumber(text) {
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
	text := []byte(numberText(*l.declared.Blank))
	if l.comma() {
		text = bytes.Replace(text, []byte{'.'}, []byte{','}, 1)
	}
	return text
}

// replace puts nothing in the place of what says that a value is not known, and a number in that of a reward that is blank.
func (l *liner) replace() {
	if l.unknown == nil {
		return
	}
	for _, column := range []int{actionColumn, rewardColumn, observationColumn} {
		for _, i := range l.from[column] {
			if l.unknown[missingText{column, string(l.values[i])}] {
				l.values[i] = nil
			}
			if column == rewardColumn && l.blanks != nil && isMissing(l.values[i]) {
				l.values[i] = l.blanks
			}
		}
	}
}
