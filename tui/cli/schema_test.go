package cli

import (
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"eeporl/model/experiment/sweep"
)

// TestSchemaIsDocumented: every field that an answer can have stands in
// SCHEMA.md under its command.
func TestSchemaIsDocumented(t *testing.T) {
	text, err := os.ReadFile("SCHEMA.md")
	if err != nil {
		t.Fatal(err)
	}
	head, rest, _ := strings.Cut(string(text), "\n## ")
	sections := map[string]string{}
	for part := range strings.SplitSeq(rest, "\n## ") {
		name, body, _ := strings.Cut(part, "\n")
		sections[name] = body
	}
	titles := slices.Collect(maps.Keys(sections))
	for _, c := range (&app{env: testEnv()}).commands() {
		words := func(title string) []string {
			return strings.FieldsFunc(title, func(r rune) bool { return r == ',' || r == ' ' || r == ':' })
		}
		if c.make().Flags().Lookup("json") != nil && !slices.ContainsFunc(titles, func(title string) bool { return slices.Contains(words(title), c.name) }) {
			t.Errorf("%s prints JSON: found no section about it", c.name)
		}
	}
	for name, document := range map[string]any{
		"scenarios": scenarioDoc{}, "check": checkDoc{}, "law": lawDoc{}, "run, estimate": reportDoc{},
		"run --estimator all": comparisonDoc{}, "plan": planDoc{}, "bounds": boundsDoc{}, "online": onlineDoc{}, "diagnose": benchDoc{}, "score": scoreDoc{}, "more MODEL": waysDoc{},
	} {
		section, ok := sections[name]
		if !ok {
			t.Errorf("found no section %q", name)
		}
		for _, field := range fieldsOf(reflect.TypeOf(document)) {
			if !strings.Contains(section, "`"+field+"`") && !strings.Contains(head, "`"+field+"`") {
				t.Errorf("%s: found no word on the field %q", name, field)
			}
		}
	}
	row, _, _ := strings.Cut(answered(t, "sweep tea --episodes 1 --seeds 1 --estimator full --format csv"), "\n")
	for field := range strings.SplitSeq(row, ",") {
		if !strings.Contains(sections["sweep: a row a trial, as CSV or JSON Lines"], "`"+field+"`") {
			t.Errorf("sweep: found no word on the column %q", field)
		}
	}
	if !strings.HasPrefix(row, sweep.Magic) || !strings.Contains(head, "schema 1\n") {
		t.Error("found another beginning of the rows, or of the schema")
	}
}

// fieldsOf lists the JSON names of a type's fields, those of their types
// included.
func fieldsOf(x reflect.Type) []string {
	if x.Implements(reflect.TypeFor[json.Marshaler]()) {
		return nil
	}
	switch x.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return fieldsOf(x.Elem())
	case reflect.Struct:
		var names []string
		for i := range x.NumField() {
			f := x.Field(i)
			if name := jsonName(f); name != "" {
				names = append(names, name)
			}
			names = append(names, fieldsOf(f.Type)...)
		}
		return names
	}
	return nil
}
