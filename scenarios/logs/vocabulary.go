package logs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxIndex bounds the indices of a log: one huge index would otherwise ask for
// tables of its size.
const maxIndex = 10_000

// vocabulary reads the entries of one kind. It does not change: the workers
// share it.
type vocabulary struct {
	kind     kind
	names    map[string]int // declared names of actions or observations
	values   []float64      // declared values of the reward levels
	declared int            // how many symbols were declared; 0 for none
	limit    int            // integers below it are entries without looking further
}

// vocabularies are those of the three kinds.
type vocabularies [kinds]vocabulary

func newVocabularies(d Declared) *vocabularies {
	v := &vocabularies{
		named(kindAction, d.Actions),
		named(kindObservation, d.Observations),
		{kind: kindReward, values: d.Rewards, declared: len(d.Rewards)},
	}
	for k := range v {
		v[k].limit = maxIndex
		if v[k].declared > 0 {
			v[k].limit = min(maxIndex, v[k].declared)
		}
	}
	return v
}

func named(k kind, names []string) vocabulary {
	v := vocabulary{kind: k, names: map[string]int{}, declared: len(names)}
	for i, name := range names {
		if _, twice := v.names[name]; !twice {
			v.names[name] = i
		}
	}
	return v
}

// read returns the entry for a field, or what was expected there.
func (v *vocabulary) read(field []byte) (e entry, want string) {
	n, isInteger := parseIndex(field)
	if isInteger && n < v.limit {
		return entry(n), ""
	}
	i := v.lookup(field)
	switch {
	case i >= 0 && isInteger && n < maxIndex:
		return entry(n), "" // a name, if other entries show that these are names
	case i >= 0:
		return entry(-1 - i), ""
	case isInteger && v.declared == 0:
		return 0, fmt.Sprintf("an index below %d", maxIndex)
	}
	return 0, v.want()
}

// lookup finds a declared name; a reward level's name is its value. It returns
// -1 for a name that is not declared or belongs to several levels.
func (v *vocabulary) lookup(field []byte) int {
	if v.kind != kindReward {
		if i, ok := v.names[string(field)]; ok {
			return i
		}
		return -1
	}
	if len(v.values) == 0 {
		return -1
	}
	x, err := strconv.ParseFloat(string(field), 64)
	if err != nil {
		return -1
	}
	i := slices.Index(v.values, x)
	if i >= 0 && slices.Contains(v.values[i+1:], x) {
		return -1
	}
	return i
}

func (v *vocabulary) want() string {
	if v.declared == 0 {
		return fmt.Sprintf("an index 0, 1, …; names of %ss have to be declared (--like MODEL or %s)", v.kind.noun(), v.kind.flag())
	}
	return fmt.Sprintf("one of %s, or an index 0 to %d", listed(v.known()), v.declared-1)
}

// known lists the declared names.
func (v *vocabulary) known() []string {
	names := make([]string, v.declared)
	for name, i := range v.names {
		names[i] = name
	}
	for i, x := range v.values {
		names[i] = strconv.FormatFloat(x, 'g', -1, 64)
	}
	return names
}

// parseIndex reads a non-negative integer written without sign or leading zeros. A number of
// maxIndex or more may come back cut off, but never below maxIndex.
func parseIndex(field []byte) (n int, ok bool) {
	if len(field) == 0 || len(field) > 1 && field[0] == '0' {
		return 0, false
	}
	for _, c := range field {
		if c < '0' || c > '9' {
			return 0, false
		}
		if n < maxIndex {
			n = n*10 + int(c-'0')
		}
	}
	return n, true
}

func listed(names []string) string {
	const shown = 12
	if len(names) > shown {
		return strings.Join(names[:shown], ", ") + ", … (" + strconv.Itoa(len(names)) + ")"
	}
	return strings.Join(names, ", ")
}

// foundText shows a field in an error.
func foundText(field []byte) string {
	const shown = 40
	if field == nil {
		return "no field"
	}
	if len(field) > shown {
		return strconv.Quote(string(field[:shown])) + "…"
	}
	return strconv.Quote(string(field))
}
