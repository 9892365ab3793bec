package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math"
	"reflect"
	"strconv"
	"strings"

	"eeporl/pomdp/finding"

	"gonum.org/v1/gonum/mat"
)

// Number is a float64 that JSON writes as the shortest decimal that reads back
// the same, and as null where it is not finite.
type Number float64

// MarshalJSON implements json.Marshaler.
func (x Number) MarshalJSON() ([]byte, error) {
	if !finite(float64(x)) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(x))
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// numberOrNone is nil for NaN, so that the field is left out.
func numberOrNone(x float64) *Number {
	if math.IsNaN(x) {
		return nil
	}
	n := Number(x)
	return &n
}

// numberIfFinite is nil for NaN and for infinite numbers.
func numberIfFinite(x float64) *Number {
	if !finite(x) {
		return nil
	}
	return numberOrNone(x)
}

func numbers(x []float64) []Number {
	out := make([]Number, len(x))
	for i, v := range x {
		out[i] = Number(v)
	}
	return out
}

// matrix is an array of rows.
type matrix [][]Number

func rows(x [][]float64) matrix {
	out := make(matrix, len(x))
	for i, row := range x {
		out[i] = numbers(row)
	}
	return out
}

func rows3(x [][][]float64) []matrix {
	out := make([]matrix, len(x))
	for i, m := range x {
		out[i] = rows(m)
	}
	return out
}

// dense is nil for a matrix that does not exist.
func dense(x *mat.Dense) matrix {
	if x == nil {
		return nil
	}
	n, _ := x.Dims()
	out := make(matrix, n)
	for i := range out {
		out[i] = numbers(x.RawRowView(i))
	}
	return out
}

// findingDoc is a finding in JSON. Value and limit are left out where there is
// no such number.
type findingDoc struct {
	Code   string  `json:"code"`
	Detail string  `json:"detail"`
	Value  *Number `json:"value,omitempty"`
	Limit  *Number `json:"limit,omitempty"`
	Fatal  bool    `json:"fatal,omitempty"`
	Pair   *[2]int `json:"pair,omitempty"`
	Column *int    `json:"column,omitempty"`
}

// findings are the findings of a document; [] where there are none.
type findings []findingDoc

func (f *findings) add(code finding.Code, detail string) {
	*f = append(*f, findingDoc{Code: string(code), Detail: detail})
}

// infiniteInputs explains the nulls that infinite settings become.
func (f *findings) infiniteInputs(episodes, c float64) {
	if math.IsInf(episodes, 1) {
		f.add(finding.ExactLaw, "N = ∞: the exact law stands in place of counts, and episodes is null.")
	}
	if math.IsInf(c, 1) {
		f.add(finding.IndependentActions, "c = ∞: actions are independent, and c is null.")
	}
}

// notFinite adds a finding for every top-level field of the document with Numbers that JSON cannot
// hold; it names the first of them and counts the others.
func (f *findings) notFinite(document any) {
	v := reflect.ValueOf(document)
	for i := range v.NumField() {
		name := jsonName(v.Type().Field(i))
		if name == "episodes" || name == "c" {
			continue // infiniteInputs speaks of these
		}
		if path, n := searchNotFinite(v.Field(i), name); n > 0 {
			f.add(finding.NotFinite, fmt.Sprintf("%s is not finite and therefore null%s.", path, others(n-1)))
		}
	}
}

func others(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", as are %d more of its numbers", n)
}

// searchNotFinite returns the path of the first such Number and their count.
func searchNotFinite(v reflect.Value, path string) (first string, n int) {
	note := func(inner reflect.Value, at string) {
		if p, k := searchNotFinite(inner, at); k > 0 {
			if n == 0 {
				first = p
			}
			n += k
		}
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return searchNotFinite(v.Elem(), path)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			note(v.Field(i), path+"."+jsonName(v.Type().Field(i)))
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			note(v.Index(i), path+"["+strconv.Itoa(i)+"]")
		}
	case reflect.Float64:
		if !finite(v.Float()) {
			return path, 1
		}
	}
	return first, n
}

func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
}

// schemaVersion is that of every JSON object printed. Fields may be added to a
// version; what there is keeps its name and meaning (SCHEMA.md).
const schemaVersion = 1

// versioned puts the schema version first into an object.
func versioned(compact []byte) []byte {
	if !bytes.HasPrefix(compact, []byte(`{"`)) {
		return compact
	}
	return fmt.Appendf(nil, `{"schema":%d,%s`, schemaVersion, compact[1:])
}

// writeJSON writes a document, laid out for people: what fits on a line stands
// on one.
func writeJSON(w io.Writer, document any) error {
	compact, err := compactJSON(document)
	if err != nil {
		return err
	}
	return layOut(w, versioned(compact))
}

// writeJSONWith is writeJSON of an object with a list as its last field, whose entries are made, and written,
// one after the other.
func writeJSONWith(w io.Writer, document any, field string, entries iter.Seq[any]) error {
	compact, err := compactJSON(document)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	var head bytes.Buffer
	if err := layOut(&head, versioned(compact)); err != nil {
		return err
	}
	out.Write(bytes.TrimSuffix(head.Bytes(), []byte("\n}\n")))
	fmt.Fprintf(out, ",\n  %q: [", field)
	separator := "\n    "
	for entry := range entries {
		compact, err := compactJSON(entry)
		if err != nil {
			return err
		}
		out.WriteString(separator)
		l := layout{in: compact}
		l.value(2)
		if _, err := l.out.WriteTo(out); err != nil {
			return err
		}
		separator = ",\n    "
	}
	out.WriteString("\n  ]\n}\n")
	return out.Flush()
}

func compactJSON(document any) ([]byte, error) {
	var compact bytes.Buffer
	e := json.NewEncoder(&compact)
	e.SetEscapeHTML(false)
	err := e.Encode(document)
	return bytes.TrimSpace(compact.Bytes()), err
}

func layOut(w io.Writer, compact []byte) error {
	l := layout{in: compact}
	l.value(0)
	l.out.WriteByte('\n')
	_, err := l.out.WriteTo(w)
	return err
}
