package sweep

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"eeporl/scenarios/fault"
)

// columns are those of the table, in order.
func columns() []string {
	return []string{"scenario", "c", "estimator", "episodes", "seed", "ok", "labels_right", "rmse", "cramer_rao", "value_estimated", "value_true", "optimal", "optimal_upper", "stopped", "sweep", "tv", "kl"}
}

// oldColumns is how many of them tables of earlier versions have.
const oldColumns = 15

func (r Row) fields() []string {
	return []string{
		r.Scenario, Number(r.C), r.Estimator, Number(r.Episodes), strconv.FormatUint(r.Seed, 10), strconv.FormatBool(r.OK), strconv.Itoa(r.LabelsRight),
		Number(r.RMSE), Number(r.CramerRao), Number(r.Expected), Number(r.Value), Number(r.Optimal), Number(r.Upper), r.Stopped, r.Sweep, Number(r.Prediction.TV), Number(r.Prediction.KL),
	}
}

// Number writes nothing for NaN, inf for infinity, and otherwise the shortest
// decimal that reads back the same.
func Number(x float64) string {
	switch {
	case math.IsNaN(x):
		return ""
	case math.IsInf(x, 1):
		return "inf"
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// WriteCSV writes rows as a table.
func WriteCSV(w io.Writer, rows []Row) error {
	out := csv.NewWriter(w)
	if err := out.Write(columns()); err != nil {
		return err
	}
	for _, r := range rows {
		if err := out.Write(r.fields()); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// WriteJSONL writes rows as JSON Lines: the table's columns as fields, numbers
// that were not reached left out, infinity as the text "inf".
func WriteJSONL(w io.Writer, rows []Row) error {
	out := bufio.NewWriter(w)
	for _, r := range rows {
		out.Write(r.json())
		out.WriteByte('\n')
	}
	return out.Flush()
}

func (r Row) json() []byte {
	out := []byte{'{'}
	for i, field := range r.fields() {
		name := columns()[i]
		text := name == "scenario" || name == "estimator" || name == "stopped" || name == "sweep" || field == "inf"
		if field == "" && name != "scenario" {
			continue
		}
		if i > 0 {
			out = append(out, ',')
		}
		if text {
			quoted, _ := json.Marshal(field) // a string always can be
			field = string(quoted)
		}
		out = append(append(strconv.AppendQuote(out, name), ':'), field...)
	}
	return append(out, '}')
}

// IsRows says whether a file begins like a table of rows, in either form.
func IsRows(head []byte) bool {
	return bytes.HasPrefix(head, []byte(Magic)) || bytes.HasPrefix(head, []byte(magicJSONL))
}

// Magic begins a table of rows; magicJSONL one of JSON Lines.
const (
	Magic      = "scenario,c,estimator,"
	magicJSONL = `{"scenario":`
)

// Read reads rows in either form. file is its name in errors.
func Read(r io.Reader, file string) ([]Row, error) {
	in := bufio.NewReader(r)
	if head, _ := in.Peek(len(magicJSONL)); string(head) == magicJSONL {
		return readJSONL(in, file, 1)
	}
	table := csv.NewReader(in)
	table.ReuseRecord = true
	var rows []Row
	for first := true; ; first = false {
		fields, err := table.Read()
		if err == io.EOF && !first {
			return rows, nil
		}
		line := 1
		if len(fields) > 0 {
			line, _ = table.FieldPos(0)
		}
		if err != nil {
			return nil, fault.New(fault.Fault{File: file, Line: line, Found: err.Error(), Want: "the header " + strings.Join(columns(), ",") + " and rows like it"})
		}
		if first {
			if !slices.Equal(fields, columns()) && !slices.Equal(fields, columns()[:oldColumns]) {
				return nil, fault.New(fault.Fault{File: file, Line: line, Found: strings.Join(fields, ","), Want: "the header " + strings.Join(columns(), ",")})
			}
			continue
		}
		row, bad := parseRow(append(slices.Clone(fields), make([]string, len(columns())-len(fields))...))
		if bad != nil {
			bad.File, bad.Line = file, line
			return nil, fault.New(*bad)
		}
		rows = append(rows, row)
	}
}

// readJSONL reads rows of JSON Lines; line is the number of the first.
func readJSONL(in *bufio.Reader, file string, line int) ([]Row, error) {
	var rows []Row
	for ; ; line++ {
		text, err := in.ReadBytes('\n')
		if err == io.EOF && len(bytes.TrimSpace(text)) == 0 {
			return rows, nil
		}
		if err != nil && err != io.EOF {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		row, bad := parseJSON(text)
		if bad != nil {
			bad.File, bad.Line = file, line
			return nil, fault.New(*bad)
		}
		rows = append(rows, row)
	}
}

func parseJSON(text []byte) (Row, *fault.Fault) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var object map[string]any
	if err := d.Decode(&object); err != nil {
		return Row{}, &fault.Fault{Found: err.Error(), Want: "one JSON object a line"}
	}
	fields := make([]string, len(columns()))
	for i, name := range columns() {
		if x, ok := object[name]; ok {
			fields[i] = fmt.Sprint(x)
		}
	}
	return parseRow(fields)
}

// parseRow reads the fields of a row; the fault names the column.
func parseRow(fields []string) (Row, *fault.Fault) {
	r := Row{Key: Key{Scenario: fields[0], Estimator: fields[2]}, Stopped: fields[13], Sweep: fields[14]}
	for i, target := range []*float64{1: &r.C, 3: &r.Episodes, 7: &r.RMSE, 8: &r.CramerRao, 9: &r.Expected, 10: &r.Value, 11: &r.Optimal, 12: &r.Upper, 15: &r.Prediction.TV, 16: &r.Prediction.KL} {
		if target == nil {
			continue
		}
		x, err := strconv.ParseFloat(fields[i], 64)
		if fields[i] == "" && i > 3 {
			x, err = math.NaN(), nil
		}
		if err != nil {
			return r, &fault.Fault{Place: columns()[i], Found: strconv.Quote(fields[i]), Want: "a number"}
		}
		*target = x
	}
	var err error
	if r.Seed, err = strconv.ParseUint(fields[4], 10, 64); err != nil {
		return r, &fault.Fault{Place: columns()[4], Found: strconv.Quote(fields[4]), Want: "a whole number"}
	}
	if r.OK, err = strconv.ParseBool(fields[5]); err != nil {
		return r, &fault.Fault{Place: columns()[5], Found: strconv.Quote(fields[5]), Want: "true or false"}
	}
	if r.LabelsRight, err = strconv.Atoi(fields[6]); err != nil {
		return r, &fault.Fault{Place: columns()[6], Found: strconv.Quote(fields[6]), Want: "a whole number"}
	}
	return r, nil
}
