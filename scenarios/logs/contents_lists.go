package logs

import (
	encoding "encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"eeporl/pomdp/printable"
	"eeporl/scenarios/logs/tabular"
)

// unpivoted is the problem of a table with a row for each value and a column that says of what it is one; nil for none.
func (c contents) unpivoted(header []string, json bool) *problem {
	of := func(words ...string) string {
		if i := slices.IndexFunc(header, func(name string) bool { return slices.Contains(words, tabular.Plain(name)) }); i >= 0 {
			return header[i]
		}
		return ""
	}
	value, variable := of("value", "val", "wert", "valeur", "valor"), of("variable", "var", "event", "eventtype", "attribute", "measure", "parameter", "key", "field", "item", "metric", "name", "property", "type", "kind")
	if value == "" || variable == "" {
		return nil
	}
	kinds := slices.Sorted(maps.Keys(c.kinds(variable)))
	var rest []string
	for _, name := range header {
		if name != value && name != variable {
			rest = append(rest, name)
		}
	}
	if len(kinds) < 2 || len(kinds) > mostHeld || len(rest) == 0 {
		return nil
	}
	met := map[string]bool{}
	for row := range c.rows {
		key := ""
		for _, name := range rest {
			key += c.values[name][row] + "\x00"
		}
		met[key] = true
	}
	roles := 0 // of the values' names
	for _, kind := range kinds {
		if tabular.Feedback([]string{kind}, nil) != "" || slices.ContainsFunc(tabular.Events, func(column int) bool { return tabular.Guessed(column, []string{kind}) != "" }) {
			roles++
		}
	}
	if roles < 2 && 2*len(met) > c.rows {
		return nil
	}
	found, want := "a row for each value, of "+printable.List(kinds, printable.Names, "")+" in column "+variable, "a row for each step, with a column for each of them"
	if json || 2*len(met) > c.rows { // which rows are one step is not told
		return &problem{found: found, want: want}
	}
	return &problem{found: found,
		want: fmt.Sprintf(want+": python3 -c 'import pandas as p; p.read_csv(\"FILE\").pivot(index=[\"%s\"], columns=%q, values=%q).reset_index().to_csv(\"log.csv\", index=False)'", strings.Join(rest, `", "`), variable, value)}
}

// lettersOf is how many letters a text has that is of letters and digits alone, one for each step; 0 for others.
func lettersOf(cell string) int {
	if strings.Trim(cell, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return 0
	}
	return len(cell)
}

// fewParts says whether the parts of a column's cells are of few kinds, each in several cells, as what is done, seen or earned is.
func (c contents) fewParts(name, how string) bool {
	const most, each = 8, 8 // kinds; parts of each at the least
	kinds, parts := map[string]bool{}, 0
	for _, cell := range c.values[name] {
		of := strings.Fields(cell)
		switch how {
		case "s.map(list)":
			of = strings.Split(cell, "")
		case `s.str.split("-")`:
			of = strings.Split(cell, "-")
		}
		for _, part := range of {
			if parts++; len(kinds) <= most {
				kinds[part] = true
			}
		}
	}
	letters := how == "s.map(list)" // words have letters, too: of those few are different
	return len(kinds) > 1 && len(kinds) <= most && parts >= each*len(kinds) && !(letters && (len(kinds) > 5 || len(c.kinds(name)) < max(6, 2*len(kinds))))
}

// listed is the problem of a table whose cells hold what was done, earned or seen in all steps of an episode; nil for none.
func (c contents) listed(header []string, json bool) *problem {
	const fewest = 3 // rows
	const commas = `s.str.split(",")`
	separated := func(by string) func(string) int {
		return func(cell string) int { return len(strings.Split(cell, by)) }
	}
	for _, way := range []struct {
		how   string
		count func(cell string) int // of its parts
	}{
		{"s.map(json.loads)", func(cell string) int {
			var list []any
			if encoding.Unmarshal([]byte(cell), &list) != nil {
				return 0
			}
			return len(list)
		}},
		{"s.map(ast.literal_eval)", func(cell string) int {
			if !strings.HasPrefix(cell, "[") || !strings.HasSuffix(cell, "]") {
				return 0
			}
			return strings.Count(cell, ",") + 1
		}},
		{"s.str.split()", func(cell string) int { return len(strings.Fields(cell)) }},
		{"s.map(list)", lettersOf}, {`s.str.split("-")`, separated("-")},
		{`s.str.split("|")`, separated("|")}, {`s.str.split(";")`, separated(";")}, {commas, separated(",")},
	} {
		cut := func(cell string) int { return way.count(strings.TrimSpace(cell)) }
		var columns []string
		for _, name := range header {
			several, long, decimals := 0, 0, way.how == commas
			for _, cell := range c.values[name] {
				n := cut(cell)
				if _, number := tabular.ParseNumber([]byte(strings.TrimSpace(cell)), true); !number {
					decimals = false
				}
				if n == 0 {
					several = 0
					break
				}
				if n > 1 {
					several++
				}
				if n > 2 {
					long++
				}
			}
			words := slices.Contains([]string{"s.str.split()", "s.map(list)", `s.str.split("-")`}, way.how) // which other texts are, too
			if c.rows >= fewest && !decimals && 2*several > c.rows && (!words || 2*long > c.rows && c.fewParts(name, way.how) && !c.moments(name)) {
				columns = append(columns, name)
			}
		}
		alike := len(columns) > 1
		for row := range c.rows {
			for _, name := range columns {
				alike = alike && cut(c.values[name][row]) == cut(c.values[columns[0]][row])
			}
		}
		if !alike || json {
			continue
		}
		return &problem{found: "cells of columns " + strings.Join(columns, ", ") + " that hold several steps each, as many in all of them",
			want: fmt.Sprintf(`a row for each step: python3 -c 'import ast, json, pandas as p; d = p.read_csv("FILE", dtype=str); c = ["%s"]; d[c] = d[c].apply(lambda s: %s); d.explode(c).to_csv("log.csv", index=False)'`, strings.Join(columns, `", "`), way.how)}
	}
	return nil
}
