package logs

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"eeporl/pomdp"
	"eeporl/scenarios/fault"
)

// Symbols says what the entries of a log mean.
type Symbols struct {
	Actions      []string  // names; nil where only indices are known
	Observations []string  // likewise
	Rewards      []float64 // value of each level
	// RewardsAssumed is set when nobody gave the reward levels' values, so
	// that each level's index stands for it.
	RewardsAssumed bool

	sizes    pomdp.Sizes
	integers [kinds][]int // symbol of integer n, -1 for none, if the kind's entries are names, else nil
}

// Sizes returns |A|, |Z| and |R| of the log with the given number of states, which a log does not
// tell.
func (s *Symbols) Sizes(states int) pomdp.Sizes {
	n := s.sizes
	n.S = states
	return n
}

// Cell is the triple that a row of this log counts.
func (s *Symbols) Cell(r Row) pomdp.Cell {
	var c pomdp.Cell
	for i, a := range r.Actions {
		c.Actions[i] = s.symbol(kindAction, a)
	}
	for i := range c.Outcomes {
		c.Outcomes[i] = s.sizes.Outcome(s.symbol(kindObservation, r.Observations[i]), s.symbol(kindReward, r.Rewards[i]))
	}
	return c
}

func (s *Symbols) symbol(k kind, e int) int {
	if e < 0 {
		return -1 - e
	}
	switch names := s.integers[k]; {
	case names == nil:
		return e
	case e >= len(names):
		return -1
	default:
		return names[e]
	}
}

// settle says what entries mean once all are known. files are the names of
// the files, for errors.
func settle(d Declared, v *vocabularies, seen *dictionaries, files []string) (*Symbols, error) {
	s := &Symbols{Actions: d.Actions, Observations: d.Observations, Rewards: d.Rewards}
	var size [kinds]int
	for k := range v {
		var bad *fault.Fault
		if size[k], s.integers[k], bad = v[k].settle(&seen[k], files); bad != nil {
			return nil, fault.New(*bad)
		}
	}
	s.sizes = pomdp.Sizes{A: size[kindAction], Z: size[kindObservation], R: size[kindReward]}
	if s.Rewards == nil {
		s.RewardsAssumed = true
		for r := range s.sizes.R {
			s.Rewards = append(s.Rewards, float64(r))
		}
	}
	// Triples are numbered by ints, |A|⁴(|Z||R|)³ of them.
	if cells := math.Pow(float64(s.sizes.A), 4) * math.Pow(float64(s.sizes.Outcomes()), 3); cells > 1<<53 {
		return nil, fmt.Errorf("%s: found indices up to %d actions, %d observations and %d reward levels: %.1e possible triples, expected fewer; is an index wrong?",
			strings.Join(files, ", "), s.sizes.A, s.sizes.Z, s.sizes.R, cells)
	}
	return s, nil
}

// settle decides what a kind's integers are: indices when all its entries are
// integers, names otherwise. It returns the number of symbols and, for names,
// the symbol of each integer, -1 where that is no name; or the entry that does not fit the others.
func (v *vocabulary) settle(seen *dictionary, files []string) (size int, symbols []int, bad *fault.Fault) {
	size = max(v.declared, len(seen.integers))
	name := -1 // code of the first entry that can only be a name
	for c, e := range seen.entries {
		if e < 0 && (name < 0 || seen.first[c].compare(seen.first[name]) < 0) {
			name = c
		}
	}
	for n, code := range seen.integers {
		if code == 0 {
			continue
		}
		at := seen.first[code-1]
		bad := &fault.Fault{File: files[at.file], Line: at.line, Found: fmt.Sprintf("%s %d", v.kind.noun(), n)}
		if name < 0 {
			if v.declared > 0 && n >= v.declared {
				bad.Want = fmt.Sprintf("an index 0 to %d: all %ss are whole numbers, so they are indices", v.declared-1, v.kind.noun())
				return 0, nil, bad
			}
			continue
		}
		if v.lookup(strconv.AppendInt(nil, int64(n), 10)) < 0 {
			where := "line " + strconv.Itoa(seen.first[name].line)
			if file := seen.first[name].file; file != at.file {
				where += " of " + files[file]
			}
			bad.Want = fmt.Sprintf("one of %s: %s has the name %q, so all %ss are names",
				listed(v.known()), where, v.known()[-1-seen.entries[name]], v.kind.noun())
			return 0, nil, bad
		}
	}
	if name < 0 {
		return size, nil, nil
	}
	symbols = []int{}
	for _, known := range v.known() {
		if n, ok := parseIndex([]byte(known)); ok && n < maxIndex {
			symbols = slices.Concat(symbols, slices.Repeat([]int{-1}, max(0, n+1-len(symbols))))
			symbols[n] = v.lookup([]byte(known))
		}
	}
	return v.declared, symbols, nil
}
