package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"eeporl/model"
	"eeporl/model/experiment/sweep"
	"eeporl/pomdp/printable"
	"eeporl/scenarios/atomicfile"
)

// rowForm is how the rows of a sweep are written.
type rowForm string

const (
	rowsText     rowForm = "text"
	rowsCSV      rowForm = "csv"
	rowsJSONL    rowForm = "jsonl"
	rowsMarkdown rowForm = "markdown"
	rowsSVG      rowForm = "svg"
	rowsPNG      rowForm = "png"
	rowsPDF      rowForm = "pdf"
	rowsTeX      rowForm = "tex"
	rowsSummary  rowForm = "summary"
)

// rowFiles are what files in each form end in.
func rowFiles() []rowFile {
	return []rowFile{
		{".csv", rowsCSV}, {".summary.csv", rowsSummary}, {".jsonl", rowsJSONL}, {".md", rowsMarkdown}, {".tex", rowsTeX},
		{".txt", rowsText}, {".svg", rowsSVG}, {".pdf", rowsPDF}, {".png", rowsPNG},
	}
}

type rowFile struct {
	ending string
	form   rowForm
}

// rowFormOf is the form of a file by its name: that of the longest ending which fits.
func rowFormOf(path string) (rowForm, error) {
	var found rowFile
	var endings []string
	for _, f := range rowFiles() {
		if strings.HasSuffix(strings.ToLower(path), f.ending) && len(f.ending) > len(found.ending) {
			found = f
		}
		endings = append(endings, f.ending)
	}
	if found.ending != "" {
		return found.form, nil
	}
	return "", fmt.Errorf("--out: found %q, expected a file that ends in %s", path, printable.Or(endings))
}

func (f rowForm) write(w io.Writer, rows []sweep.Row, size panelSize) error {
	switch f {
	case rowsCSV:
		return sweep.WriteCSV(w, rows)
	case rowsJSONL:
		return sweep.WriteJSONL(w, rows)
	case rowsMarkdown:
		return writeMarkdown(w, sweep.Curves(rows))
	case rowsTeX:
		return writeTeX(w, sweep.Curves(rows))
	case rowsSummary:
		return writeSummary(w, sweep.Curves(rows))
	case rowsSVG, rowsPNG, rowsPDF:
		return drawCurves(w, sweep.Curves(rows), f, size)
	}
	return writeCurves(w, sweep.Curves(rows))
}

// outputs are where the rows of a sweep go.
type outputs struct {
	paths []string
	form  rowForm      // of stdout
	size  panelSize    // of a drawing
	done  func() error // to be called when all files are written; may be nil
}

func (o *outputs) addFlags(f *pflag.FlagSet) {
	f.StringArrayVarP(&o.paths, "out", "o", nil, "`FILE` to write, its form by its extension; may be given more than once")
	forms := []rowForm{rowsText, rowsCSV, rowsJSONL, rowsMarkdown, rowsTeX, rowsSummary, rowsSVG}
	addFlag(f, &o.size, "size", "", "16x10", "WxH", "centimetres of a drawing, a panel a model", parsePanelSize)
	addFlag(f, &o.form, "format", "", string(rowsText), model.KindOf(forms...), "form of stdout, where no file is named", model.OneOf(forms...))
}

// check refuses files of no known form before any work is done.
func (o *outputs) check() error {
	for _, path := range o.paths {
		if _, err := rowFormOf(path); err != nil {
			return err
		}
	}
	return nil
}

// journal is where rows are kept until all are there; "" without a file.
func (o *outputs) journal() string {
	if len(o.paths) == 0 {
		return ""
	}
	return o.paths[0] + ".part"
}

func (a *app) writeRows(rows []sweep.Row, o *outputs) error {
	if len(rows) == 0 {
		return &failure{errors.New("found no trial in this shard, expected at least one: there are fewer trials than shards")}
	}
	if len(o.paths) == 0 {
		return failed("sweep", o.form.write(&a.out, rows, o.size))
	}
	for _, path := range o.paths {
		form, err := rowFormOf(path)
		if err != nil {
			return err
		}
		if err := atomicfile.WriteFile(path, func(w io.Writer) error { return form.write(w, rows, o.size) }); err != nil {
			return failedToWrite(path, err)
		}
	}
	if o.done != nil {
		if err := o.done(); err != nil {
			return failedToWrite(o.journal(), err)
		}
	}
	fmt.Fprintf(&a.out, "%s: %d trials\n", strings.Join(baseNames(o.paths), ", "), len(rows))
	return nil
}

func baseNames(paths []string) []string {
	var names []string
	for _, path := range paths {
		names = append(names, baseName(path))
	}
	return names
}
