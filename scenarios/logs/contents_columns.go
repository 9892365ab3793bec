package logs

import (
	"maps"
	"slices"
	"strings"

	"eeporl/pomdp/printable"
	"eeporl/scenarios/logs/tabular"
)

// rising says whether a column never falls within an episode, and is no mere mark: a sum so far.
func (c contents) rising(name string, within []string) bool {
	values, rises := c.values[name], 0
	for i := 1; i < len(values); i++ {
		if within[i] != within[i-1] {
			continue
		}
		x, one := c.number(values[i-1])
		y, other := c.number(values[i])
		if one && other && y < x {
			return false
		}
		if y > x {
			rises++
		}
	}
	return rises > 0
}

// same says whether a column says one thing in all rows.
func (c contents) same(name string) bool {
	return c.rows >= fewestRowsTell && len(c.values[name]) == c.rows && len(c.kinds(name)) == 1
}

// withoutFoot leaves out a last row that has nothing in most of the columns where all others have something, such as one of totals.
func (c contents) withoutFoot() contents {
	blank, full := 0, 0
	for _, values := range c.values {
		if len(values) == 0 || slices.Contains(values[:len(values)-1], "") {
			continue
		}
		if full++; values[len(values)-1] == "" {
			blank++
		}
	}
	if c.rows < fewestRowsTell || blank < 2 || 2*blank < full {
		return c
	}
	c.rows--
	for name, values := range c.values {
		c.values[name] = values[:c.rows]
	}
	return c
}

// copies says whether a column says the same as another, in other words.
func (c contents) copies(one, other string) bool {
	if one == other || c.values[one] == nil || c.values[other] == nil {
		return false
	}
	there, back := map[string]string{}, map[string]string{}
	for row, v := range c.values[one] {
		w := c.values[other][row]
		if x, met := there[v]; met && x != w {
			return false
		}
		if x, met := back[w]; met && x != v {
			return false
		}
		there[v], back[w] = w, v
	}
	return len(there) > 1
}

// of are what stands in a column, or in several that are joined; nil where there is none of that name.
func (c contents) of(name string) []string {
	if c.values[name] != nil || !strings.Contains(name, tabular.Join) {
		return c.values[name]
	}
	out := make([]string, c.rows)
	for part := range strings.SplitSeq(name, tabular.Join) {
		values := c.values[part]
		if values == nil {
			return nil
		}
		for row, v := range values {
			out[row] += v + tabular.Join
		}
	}
	return out
}

// mostlyNumbers says whether few of a column's entries are words.
func (c contents) mostlyNumbers(name string) bool {
	numbers, words := 0, 0
	for _, v := range c.values[name] {
		if _, ok := c.number(v); ok {
			numbers++
		} else if !tabular.IsMissing([]byte(v)) {
			words++
		}
	}
	return numbers > 4*words
}

// worth is what --worth may say of a column's words: 1 for yes and wins, 0 for no and losses, X for others.
func (c contents) worth(name string) string {
	kinds := slices.Sorted(maps.Keys(c.kinds(name)))
	if len(kinds) > printable.Paths {
		return "WORD=X,…"
	}
	worths := make([]string, len(kinds))
	for i, kind := range kinds {
		word, is := strings.ToLower(kind), "X"
		switch {
		case tabular.SaysYes(kind), slices.Contains(gained, word):
			is = "1"
		case tabular.SaysNo(kind), slices.Contains(taken, word):
			is = "0"
		}
		worths[i] = kind + "=" + is
	}
	return tabular.Quoted(worths)
}

// amounts says whether there is a number in each of a column's values: $1.20, (0.5) or 3 pts, which are refused with what to write.
func (c contents) amounts(name string) bool {
	for v := range c.kinds(name) {
		if _, plain := c.number(v); plain || tabular.IsMissing([]byte(v)) {
			continue
		}
		if _, ok := tabular.NumberIn(v); !ok {
			return false
		}
	}
	return len(c.kinds(name)) > 0
}

// negative says whether a column's numbers are below 0 wherever they are not 0.
func (c contents) negative(name string) bool {
	below := false
	for v := range c.kinds(name) {
		x, ok := c.number(v)
		if !ok || x > 0 {
			return false
		}
		below = below || x < 0
	}
	return below
}

// oneHotGroups are columns beside each other, of names that differ in their last word alone, of which in each row one is 1.
func (c contents) oneHotGroups(names []string) (groups [][]string) {
	stem := func(name string) string {
		at := strings.LastIndexAny(strings.TrimRight(name, "])"), "_.=[ -:")
		return name[:max(at, 0)]
	}
	for from := 0; from < len(names); {
		to := from + 1
		for to < len(names) && stem(names[from]) != "" && stem(names[to]) == stem(names[from]) {
			to++
		}
		if c.oneHot(names[from:to]) {
			groups = append(groups, names[from:to])
		}
		from = to
	}
	return groups
}

// oneHot says whether in each row one of several columns is 1, and the others are 0.
func (c contents) oneHot(names []string) bool {
	if len(names) < 2 || c.values[names[0]] == nil {
		return false
	}
	for row := range c.rows {
		ones := 0
		for _, name := range names {
			x, ok := c.number(c.values[name][row])
			if word := strings.ToLower(c.values[name][row]); word == "true" || word == "false" {
				x, ok = map[string]float64{"true": 1}[word], true
			}
			switch {
			case ok && x == 1:
				ones++
			case !ok || x != 0:
				return false
			}
		}
		if ones != 1 {
			return false
		}
	}
	return true
}

// kinds are the different values of a column that say something.
func (c contents) kinds(name string) map[string]bool {
	out := map[string]bool{}
	for _, v := range c.values[name] {
		if !tabular.IsMissing([]byte(v)) {
			out[v] = true
		}
	}
	return out
}

// number reads one, whichever mark stands before its decimals.
func (c contents) number(text string) (float64, bool) {
	return tabular.ParseNumber([]byte(text), c.comma && strings.Contains(text, ","))
}

// numeric says whether all that a column says are numbers.
func (c contents) numeric(name string) bool {
	for v := range c.kinds(name) {
		if _, ok := c.number(v); !ok {
			return false
		}
	}
	return true
}

// decimals says whether a column has numbers that are not whole.
func (c contents) decimals(name string) bool {
	for v := range c.kinds(name) {
		if x, ok := c.number(v); ok && x != float64(int64(x)) {
			return true
		}
	}
	return false
}

// dated says whether a column has a date or a time of day.
func (c contents) dated(name string) bool {
	read := tabular.Calendar{}
	return slices.ContainsFunc(c.values[name], func(v string) bool { _, ok := read.Read([]byte(v)); return ok })
}

// moments says whether a column says when its rows were, or numbers them.
func (c contents) moments(name string) bool {
	rises, last, above := 0, tabular.Moment{}, false
	for _, v := range c.values[name] {
		if now, ok := tabular.ReadNumber([]byte(v), c.comma); ok {
			if above && now.Compare(last) > 0 {
				rises++
			}
			last, above = now, true
		}
	}
	return 10*rises > 9*(c.rows-1) || c.dated(name)
}
