package logs

import (
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
