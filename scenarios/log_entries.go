package scenarios

import (
	"fmt"
	"slices"
	"strconv"

	"eeporl/pomdp"
)

// Declared is what is known of a log's symbols beforehand. Lists go before the
// model; without either, entries are indices. A name that is not declared is
// an error, never a new symbol.
type Declared struct {
	Like         *pomdp.POMDP
	Actions      []string
	Observations []string
	Rewards      []float64 // value of each reward level
}

func (d Declared) withModel() Declared {
	if d.Like == nil {
		return d
	}
	spec := d.Like.Spec()
	if d.Actions == nil {
		d.Actions = spec.Actions
	}
	if d.Observations == nil {
		d.Observations = spec.Observations
	}
	if d.Rewards == nil {
		d.Rewards = spec.Rewards
	}
	return d
}

// kind is one of the three sorts of entries.
type kind int

const (
	kindAction kind = iota
	kindObservation
	kindReward
	kinds
)

func (k kind) noun() string { return [...]string{"action", "observation", "reward level"}[k] }

// flag is how a user declares the names of a kind.
func (k kind) flag() string {
	return [...]string{"--actions a,b,…", "--observations a,b,…", "--rewards v0,v1,…"}[k]
}

// maxIndex bounds the indices of a log: one huge index would otherwise ask for
// tables of its size.
const maxIndex = 10_000

// entries reads the entries of one kind and keeps what decides their meaning.
type entries struct {
	kind     kind
	names    map[string]int // declared names of actions or observations
	values   []float64      // declared values of the reward levels
	declared int            // how many symbols were declared; 0 for none
	integers []int          // [n] line of the first entry n, 0 for none
	nameLine int            // line of the first entry that can only be a name, 0 for none
	name     int            // that name
}

func newEntries(k kind, names []string) entries {
	e := entries{kind: k, names: map[string]int{}, declared: len(names)}
	for i, name := range names {
		if _, twice := e.names[name]; !twice {
			e.names[name] = i
		}
	}
	return e
}

func newRewardEntries(values []float64) entries {
	return entries{kind: kindReward, values: values, declared: len(values)}
}

// read returns the entry of Row for a field, or what was expected there.
func (e *entries) read(field []byte) (entry int, want string) {
	n, isInteger := parseIndex(field)
	if isInteger && n < maxIndex && (e.declared == 0 || n < e.declared) {
		return n, ""
	}
	i := e.lookup(field)
	switch {
	case i >= 0 && isInteger && n < maxIndex:
		return n, "" // a name, if other entries show that these are names
	case i >= 0:
		return -1 - i, ""
	case isInteger && e.declared == 0:
		return 0, fmt.Sprintf("an index below %d", maxIndex)
	}
	return 0, e.want()
}

// note keeps an entry of a good row in mind.
func (e *entries) note(entry, line int) {
	if entry < 0 {
		if e.nameLine == 0 {
			e.nameLine, e.name = line, -1-entry
		}
		return
	}
	for len(e.integers) <= entry {
		e.integers = append(e.integers, 0)
	}
	if e.integers[entry] == 0 {
		e.integers[entry] = line
	}
}

// lookup finds a declared name; a reward level's name is its value. It returns
// -1 for a name that is not declared or belongs to several levels.
func (e *entries) lookup(field []byte) int {
	if e.kind != kindReward {
		if i, ok := e.names[string(field)]; ok {
			return i
		}
		return -1
	}
	if len(e.values) == 0 {
		return -1
	}
	x, err := strconv.ParseFloat(string(field), 64)
	if err != nil {
		return -1
	}
	i := slices.Index(e.values, x)
	if i >= 0 && slices.Contains(e.values[i+1:], x) {
		return -1
	}
	return i
}

func (e *entries) want() string {
	if e.declared == 0 {
		return fmt.Sprintf("an index 0, 1, …; names of %ss have to be declared (--like MODEL or %s)", e.kind.noun(), e.kind.flag())
	}
	return fmt.Sprintf("one of %s, or an index 0 to %d", listed(e.known()), e.declared-1)
}

// known lists the declared names.
func (e *entries) known() []string {
	names := make([]string, e.declared)
	for name, i := range e.names {
		names[i] = name
	}
	for i, x := range e.values {
		names[i] = tomlNumber(x)
	}
	return names
}

// settle decides, at the end of a log, what its integers are: indices when all
// entries of the kind are integers, names otherwise. It returns the number of
// symbols and, for names, the symbol of each integer. A fault has the line of
// the entry that does not fit.
func (e *entries) settle() (size int, symbols []int, bad *Fault) {
	size = max(e.declared, len(e.integers))
	for n, line := range e.integers {
		if line == 0 {
			continue
		}
		if e.nameLine == 0 {
			if e.declared > 0 && n >= e.declared {
				return 0, nil, &Fault{Line: line, Found: fmt.Sprintf("%s %d", e.kind.noun(), n),
					Want: fmt.Sprintf("an index 0 to %d: all %ss are whole numbers, so they are indices", e.declared-1, e.kind.noun())}
			}
			continue
		}
		i := e.lookup(strconv.AppendInt(nil, int64(n), 10))
		if i < 0 {
			return 0, nil, &Fault{Line: line, Found: fmt.Sprintf("%s %d", e.kind.noun(), n),
				Want: fmt.Sprintf("one of %s: line %d has the name %q, so all %ss are names", listed(e.known()), e.nameLine, e.known()[e.name], e.kind.noun())}
		}
		for len(symbols) <= n {
			symbols = append(symbols, 0)
		}
		symbols[n] = i
	}
	if e.nameLine > 0 {
		size = e.declared
	}
	return size, symbols, nil
}

// parseIndex reads a non-negative integer written without sign or leading
// zeros. One from maxIndex up may come back as another such.
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
