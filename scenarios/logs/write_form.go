package logs

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"eeporl/pomdp"
	"eeporl/pomdp/npz"
	"eeporl/scenarios/logs/coded"
	"eeporl/scenarios/logs/tabular"
)

// lineForm is what stands around the entries of a line.
type lineForm struct {
	format Format
	header string
	before []string // [column]
	end    string
}

func newLineForm(o WriteOptions) *lineForm {
	columns := tabular.TableColumns()[:tabular.Count]
	if o.Long {
		columns = tabular.LongColumns()
	}
	if o.Format == JSONLines {
		f := &lineForm{format: o.Format, end: "}\n"}
		for i, name := range columns {
			f.before = append(f.before, fmt.Sprintf(`%s"%s":`, []string{"{", ","}[min(i, 1)], name))
		}
		return f
	}
	separator := ","
	if o.Format == TSV {
		separator = "\t"
	}
	f := &lineForm{format: o.Format, header: strings.Join(columns, separator) + "\n", end: "\n"}
	for i := range columns {
		f.before = append(f.before, []string{"", separator}[min(i, 1)])
	}
	return f
}

// names returns names as they are written in a row; it fails for one that a log
// cannot hold.
func (f *lineForm) names(names []string) ([]string, error) {
	texts := make([]string, len(names))
	for i, name := range names {
		if strings.ContainsAny(name, "\r\n") {
			return nil, fmt.Errorf("found the name %q, expected one that a log can hold: no line end", name)
		}
		var err error
		if texts[i], err = f.quoted(name); err != nil {
			return nil, err
		}
	}
	return texts, nil
}

func (f *lineForm) quoted(name string) (string, error) {
	switch {
	case f.format == JSONLines:
		text, err := json.Marshal(name)
		return string(text), err
	case strings.ContainsAny(name, ",\t\"") || strings.HasPrefix(name, "#") || strings.Trim(name, tabular.Blanks) != name:
		return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`, nil
	}
	return name, nil
}

// beginArray writes the header of an npy file.
func (l *LogWriter) beginArray(o WriteOptions) error {
	switch {
	case o.Long:
		return fmt.Errorf("found an array of steps, expected one of triples")
	case o.Names:
		return fmt.Errorf("found names for an array, expected indices")
	}
	l.due = o.Episodes
	_, err := l.out.Write(npz.AppendHeader(nil, l.entryType(), fmt.Sprintf("%d, %d", o.Episodes, coded.Slots)))
	return err
}

// wide says that entries do not fit a byte.
func (l *LogWriter) wide() bool { return max(l.sizes.A, l.sizes.Z, l.sizes.R) > math.MaxUint8+1 }

func (l *LogWriter) entryType() string {
	if l.wide() {
		return "<u2" // indices are below maxIndex
	}
	return "|u1"
}

func (l *LogWriter) writeRecord(c pomdp.Cell) error {
	entries := [coded.Slots]int{c.Actions[0]}
	for i, outcome := range c.Outcomes {
		z, r := l.sizes.OutcomeAt(outcome)
		entries[3*i+1], entries[3*i+2], entries[3*i+3] = z, r, c.Actions[i+1]
	}
	b := l.row[:0]
	for _, x := range entries {
		if l.wide() {
			b = binary.LittleEndian.AppendUint16(b, uint16(x))
		} else {
			b = append(b, byte(x))
		}
	}
	l.row = b
	l.episodes++
	_, err := l.out.Write(b)
	return err
}
