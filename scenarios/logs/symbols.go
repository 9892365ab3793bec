package logs

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"eeporl/pomdp"
	"eeporl/pomdp/printable"
	"eeporl/scenarios/fault"
	"eeporl/scenarios/logs/coded"
	"eeporl/scenarios/logs/tabular"
)

// Symbols says what the entries of a log mean. That is settled once, from what is declared and from
// every row of all sources: entries of a kind are indices only if they are the whole numbers 0 …
// n−1 without a gap; otherwise they are names, and a number is one name however it is written. Where
// names are declared they come first: entries are indices only if some is no declared name.
type Symbols struct {
	Actions      []string  // names; nil where only indices are known
	Observations []string  // likewise
	Rewards      []float64 // value of each level
	// RewardsAssumed is set when nobody gave the reward levels' values, so
	// that each level's index stands for it.
	RewardsAssumed bool

	sizes    pomdp.Sizes
	meanings [coded.Kinds]meaning
}

// meaning is what the entries of one kind mean.
type meaning struct {
	size      int
	names     []string       // nil where only indices are known
	symbols   map[string]int // of a name
	integers  []int          // symbol of integer n, -1 for none, if the entries are names, else nil
	seen      []bool         // [symbol] it occurs in some row
	inferred  bool           // names were read off the log
	numbered  bool           // they are indices of declared names that have nothing of a number
	ambiguous bool           // as indices the same entries would mean others of the declared names
	indexed   bool           // entries were read as indices of declared names, of which some look like one of the names
	shifted   bool           // and the name that it looks like is another's
	absent    bool           // there is no column of it, or nothing in it
	empty     bool           // there is nothing in its column
}

// Sizes returns |A|, |Z| and |R| of the log with the given number of states, which a log does not
// tell.
func (s *Symbols) Sizes(states int) pomdp.Sizes {
	n := s.sizes
	n.S = states
	return n
}

// Occurring says for each action, observation and reward level whether any row has it.
func (s *Symbols) Occurring() (actions, observations, rewards []bool) {
	return s.meanings[coded.Action].seen, s.meanings[coded.Observation].seen, s.meanings[coded.Reward].seen
}

// Inferred says which names were read off the log.
func (s *Symbols) Inferred() (actions, observations, rewards bool) {
	return s.meanings[coded.Action].inferred, s.meanings[coded.Observation].inferred, s.meanings[coded.Reward].inferred
}

// Absent says for which kinds the log has no column, so that there is one symbol of the kind.
func (s *Symbols) Absent() (action, observation, reward bool) {
	return s.meanings[coded.Action].absent, s.meanings[coded.Observation].absent, s.meanings[coded.Reward].absent
}

// Empty says which columns a log has that hold nothing.
func (s *Symbols) Empty() (observation, reward bool) {
	return s.meanings[coded.Observation].empty, s.meanings[coded.Reward].empty
}

// Indexed names the kinds whose entries were read as indices of the declared names, though some look like
// one of these.
func (s *Symbols) Indexed() []string {
	return s.nouns(func(m *meaning) bool { return m.indexed })
}

// Numbered names the kinds whose entries were read as indices of declared names that have nothing of a number.
func (s *Symbols) Numbered() []string {
	return s.nouns(func(m *meaning) bool { return m.numbered })
}

// endInNumbers says whether names are numbered as their indices are, such as action-0 and action-1.
func endInNumbers(names []string) bool {
	for i, name := range names {
		if !strings.HasSuffix(name, strconv.Itoa(i)) {
			return false
		}
	}
	return true
}

// Ambiguous names the kinds whose entries were read as names that are declared, though all could be
// indices of others of them.
func (s *Symbols) Ambiguous() []string {
	return s.nouns(func(m *meaning) bool { return m.ambiguous })
}

func (s *Symbols) nouns(which func(m *meaning) bool) (out []string) {
	for k := range s.meanings {
		if which(&s.meanings[k]) {
			out = append(out, coded.Kind(k).Noun())
		}
	}
	return out
}

// vocabularies read entries as what they have been found to mean.
func (s *Symbols) vocabularies(d Declared) *vocabularies {
	v := newVocabularies(d)
	for k := range v {
		v[k].settled, v[k].absent = &s.meanings[k], s.meanings[k].absent
	}
	return v
}

// look reads a field whose meaning is known.
func (m *meaning) look(v *vocabulary, field []byte, comma bool) (e coded.Entry, want string) {
	text, _ := canonical(field, v.kind, comma)
	i, known := m.symbols[text]
	if among, declared := v.lookup(field, comma); declared && among >= 0 {
		i, known = among, true
	}
	n, integer := tabular.ParseIndex([]byte(text))
	switch {
	case integer && m.integers == nil && n < m.size:
		return coded.Entry(n), ""
	case known && (m.integers != nil || !integer):
		return coded.Entry(i), ""
	case tabular.IsMissing(field) || v.kind == coded.Reward && tabular.IsNoNumber(field):
		return coded.Missing, ""
	case m.integers == nil:
		return 0, fmt.Sprintf("an index 0 to %d", m.size-1)
	}
	return 0, "one of " + printable.List(m.names, printable.Names, "")
}

// settle says what entries mean once all are known. files are the names of the files, for errors,
// and rows how many rows there were.
func settle(v *vocabularies, seen *coded.Dictionaries, files []string, rows uint64, any bool) (*Symbols, error) {
	s := new(Symbols)
	for k := range v {
		m, bad := v[k].settle(&seen[k], files)
		if bad != nil {
			return nil, fault.New(*bad)
		}
		s.meanings[k] = m
		if m.empty && coded.Kind(k) == coded.Action && rows > 0 {
			return nil, fault.New(fault.Fault{File: printable.List(files, printable.Paths, "files"), Found: fmt.Sprintf("no action in %d rows", rows), Want: "an action in each; --columns action=none where there is one action alone"})
		}
		if v[k].crowded(&m, rows) && !any {
			return nil, &Crowded{Noun: coded.Kind(k).Noun(), Different: m.size, File: printable.List(files, printable.Paths, "files")}
		}
	}
	s.Actions, s.Observations = s.meanings[coded.Action].names, s.meanings[coded.Observation].names
	s.sizes = pomdp.Sizes{A: s.meanings[coded.Action].size, Z: s.meanings[coded.Observation].size, R: s.meanings[coded.Reward].size}
	rewards := &s.meanings[coded.Reward]
	s.RewardsAssumed = rewards.names == nil && !rewards.absent
	for r := range rewards.size {
		x := float64(r)
		if rewards.names != nil {
			x, _ = strconv.ParseFloat(rewards.names[r], 64)
		}
		s.Rewards = append(s.Rewards, x)
	}
	// Triples are numbered by ints, |A|⁴(|Z||R|)³ of them.
	if cells := s.sizes.Triples(); cells > pomdp.MostCells {
		return nil, fmt.Errorf("%s: found %d actions, %d observations and %d reward levels: %.1e possible triples, expected fewer; is an index wrong, or is a column one that has too many values? --columns says which columns are meant, --bins joins numbers",
			strings.Join(files, ", "), s.sizes.A, s.sizes.Z, s.sizes.R, cells)
	}
	return s, nil
}

func (v *vocabulary) settle(seen *coded.Dictionary, files []string) (m meaning, bad *fault.Fault) {
	switch {
	case v.absent && v.declared == nil:
		m = meaning{size: 1, absent: true}
	case v.absent && v.settled == nil:
		m = named(v.declared, false)
		m.absent = true
	case v.settled != nil:
		m = *v.settled
	case v.declared == nil:
		m = v.infer(seen)
	default:
		if m, bad = v.among(seen, files); bad != nil {
			return m, bad
		}
	}
	m.empty = v.met && !v.absent && len(seen.Entries) == 0
	m.seen = make([]bool, m.size)
	if v.absent && m.size == 1 {
		m.seen[0] = true
	}
	for _, e := range seen.Entries {
		m.seen[v.symbol(&m, e)] = true
	}
	return m, nil
}

// infer reads names off the entries, unless they are indices.
func (v *vocabulary) infer(seen *coded.Dictionary) meaning {
	texts := make([]string, len(seen.Entries))
	indices := true
	for i, e := range seen.Entries {
		texts[i] = v.text(e)
		indices = indices && e >= 0 && int(e) < len(texts)
	}
	if indices {
		return meaning{size: max(len(texts), 1), absent: len(texts) == 0}
	}
	slices.SortFunc(texts, byValue)
	return named(texts, true)
}

// byValue orders numbers by their value, before names in the order of their bytes.
func byValue(a, b string) int {
	x, isNumber := tabular.ParseNumber([]byte(a), false)
	y, other := tabular.ParseNumber([]byte(b), false)
	switch {
	case isNumber && other:
		return cmp.Or(cmp.Compare(x, y), cmp.Compare(a, b))
	case isNumber:
		return -1
	case other:
		return 1
	}
	return cmp.Compare(a, b)
}

// named is the meaning of entries that are names.
func named(names []string, inferred bool) meaning {
	m := meaning{size: len(names), names: names, symbols: map[string]int{}, integers: []int{}, inferred: inferred}
	for i, name := range names {
		if _, twice := m.symbols[name]; twice {
			continue
		}
		m.symbols[name] = i
		if n, ok := tabular.ParseIndex([]byte(name)); ok && n < tabular.MaxIndex {
			m.integers = slices.Concat(m.integers, slices.Repeat([]int{-1}, max(0, n+1-len(m.integers))))
			m.integers[n] = i
		}
	}
	return m
}

// among holds the entries against the names that are declared.
func (v *vocabulary) among(seen *coded.Dictionary, files []string) (m meaning, bad *fault.Fault) {
	m = named(v.declared, false)
	notNames, notIndices, some := -1, -1, false // codes of the first entries that are none; whether some is a name
	first := func(at *int, code int) {
		if *at < 0 || cmp.Or(seen.First[code].Compare(seen.First[*at]), cmp.Compare(seen.Entries[code], seen.Entries[*at])) < 0 {
			*at = code
		}
	}
	for code, e := range seen.Entries {
		i, isName := int(-1-e), true
		if e >= 0 {
			if i, isName = v.index[strconv.Itoa(int(e))]; isName {
				isName = i >= 0
			}
		}
		if !isName {
			first(&notNames, code)
		}
		some = some || isName
		if e < 0 || int(e) >= len(v.declared) {
			first(&notIndices, code)
		} else if isName && i != int(e) {
			m.ambiguous = true
		}
		if e >= 0 && isName {
			m.integers = slices.Concat(m.integers, slices.Repeat([]int{-1}, max(0, int(e)+1-len(m.integers))))
			m.integers[e] = i
		}
	}
	if notNames < 0 {
		m.ambiguous = m.ambiguous && notIndices < 0
		return m, nil
	}
	if notIndices < 0 {
		return meaning{size: len(v.declared), names: v.declared, symbols: m.symbols, indexed: some, numbered: !some && !endInNumbers(v.declared), shifted: m.ambiguous}, nil
	}
	e, at := seen.Entries[notNames], seen.First[notNames]
	bad = &fault.Fault{File: files[at.File], Line: at.Line, Found: fmt.Sprintf("%s %s", v.kind.Noun(), v.text(e))}
	name, where := seen.Entries[notIndices], seen.First[notIndices]
	place := "line " + strconv.Itoa(where.Line)
	if where.File != at.File {
		place += " of " + files[where.File]
	}
	bad.Want = fmt.Sprintf("one of %s: %s has %q, so all %ss are names", printable.List(v.declared, printable.Names, ""), place, v.text(name), v.kind.Noun())
	return m, bad
}

// symbol is the symbol of an entry.
func (v *vocabulary) symbol(m *meaning, e coded.Entry) int {
	switch {
	case v.absent || v.settled != nil || e >= 0 && m.integers == nil:
		return int(e)
	case e >= 0:
		return m.integers[e]
	case v.declared != nil:
		return int(-1 - e)
	}
	return m.symbols[v.found.texts[-1-e]]
}
