package logs

import (
	"encoding/json"
	"fmt"
	"strings"

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
