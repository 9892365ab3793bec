package logs

import (
	"math"
	"math/bits"

	"eeporl/pomdp"
	"eeporl/scenarios/counts"
	"eeporl/scenarios/logs/coded"
)

// counter counts one worker's triples by their entries as written, since it is known only at the
// end what they mean. While there are few symbols, as in most logs, the counts are in an array
// whose index is made of the bits of the entries' codes; beyond denseBits they are in a map.
type counter struct {
	seen  coded.Dictionaries
	file  int // number of the current file
	limit int // most different triples

	width     [coded.Kinds]uint // bits of a kind's codes
	shift     [coded.Slots]uint
	dense     []uint64 // nil beyond denseBits
	sparse    map[codes]uint64
	fractions map[codes]*counts.Sum
	full      bool // more different triples than the limit
}

// codes are a triple's entries by their numbers in the dictionaries. At most maxIndex integers and as
// many names of a kind have numbers; together they fit 16 bits.
type codes [coded.Slots]uint16

// denseBits bounds the array to 8 MiB.
const denseBits = 20

func newCounter(limit int) *counter {
	return &counter{dense: make([]uint64, 1), fractions: map[codes]*counts.Sum{}, limit: limit}
}

// add counts a triple.
func (c *counter) add(t *coded.Triple) {
	if c.dense != nil && t.Count == 1 {
		index := uint(0)
		for slot, e := range t.Entries {
			code := c.seen[slot%3].Code(e)
			if code < 0 {
				c.learn(t)
				c.add(t)
				return
			}
			index |= uint(code) << c.shift[slot]
		}
		c.dense[index]++
		return
	}
	key, known := c.key(t)
	if !known {
		c.learn(t)
		key, _ = c.key(t)
	}
	c.addKey(key, t.Count)
}

// learn notes a triple's entries and sees that there is room for their codes.
func (c *counter) learn(t *coded.Triple) {
	c.seen.Note(t, c.file)
	grown := false
	width := c.width
	for k := range width {
		if w := uint(bits.Len(uint(max(len(c.seen[k].Entries)-1, 0)))); w > width[k] {
			width[k], grown = w, true
		}
	}
	if grown && c.dense != nil {
		c.widen(width)
	}
}

// widen moves the counts to their places under codes of more bits.
func (c *counter) widen(width [coded.Kinds]uint) {
	old, shift, was := c.dense, c.shift, c.width
	c.width = width
	total := uint(0)
	for slot := range coded.Slots {
		c.shift[slot] = total
		total += width[slot%3]
	}
	c.dense = nil
	if total <= denseBits {
		c.dense = make([]uint64, 1<<total)
	} else {
		c.sparse = map[codes]uint64{}
	}
	for i, n := range old {
		if n == 0 {
			continue
		}
		var key codes
		for slot := range key {
			key[slot] = uint16(uint(i) >> shift[slot] & (1<<was[slot%3] - 1))
		}
		c.addWhole(key, n)
	}
}

// key is a triple's codes; known is false if it has a new entry.
func (c *counter) key(t *coded.Triple) (key codes, known bool) {
	for slot, e := range t.Entries {
		code := c.seen[slot%3].Code(e)
		if code < 0 {
			return key, false
		}
		key[slot] = uint16(code)
	}
	return key, true
}

// large is the count in one row from which on it is added to an exact sum and not to
// a uint64: so the uint64 cannot overflow within 2⁴⁴ rows.
const large = 1 << 20

func (c *counter) addKey(key codes, count float64) {
	if count < large && count == math.Trunc(count) {
		c.addWhole(key, uint64(count))
		return
	}
	s := c.fractions[key]
	if s == nil {
		if c.full = c.full || len(c.fractions) >= c.limit; c.full {
			return
		}
		s = new(counts.Sum)
		c.fractions[key] = s
	}
	s.Add(count)
}

func (c *counter) addWhole(key codes, n uint64) {
	switch {
	case n == 0 || c.full:
	case c.dense != nil:
		index := uint(0)
		for slot, code := range key {
			index |= uint(code) << c.shift[slot]
		}
		c.dense[index] += n
	default:
		c.sparse[key] += n
		c.full = len(c.sparse) > c.limit
	}
}

// entries appends the counted cells and their counts to `to`, in no particular order. A cell may
// come several times.
func (c *counter) entries(v *vocabularies, s *Symbols, to []counts.Entry) []counts.Entry {
	var symbols [coded.Kinds][]int // [code]
	for k := range symbols {
		for _, e := range c.seen[k].Entries {
			symbols[k] = append(symbols[k], v[k].symbol(&s.meanings[k], e))
		}
	}
	cell := func(key codes) *counts.Sum {
		var at [coded.Slots]int
		for slot, code := range key {
			at[slot] = symbols[slot%3][code]
		}
		to = append(to, counts.Entry{Cell: s.sizes.CellIndex(s.cell(&at))})
		return &to[len(to)-1].Count
	}
	for i, n := range c.dense {
		if n == 0 {
			continue
		}
		var key codes
		for slot := range key {
			key[slot] = uint16(uint(i) >> c.shift[slot] & (1<<c.width[slot%3] - 1))
		}
		cell(key).AddCount(n)
	}
	for key, n := range c.sparse {
		cell(key).AddCount(n)
	}
	for key, s := range c.fractions {
		cell(key).AddSum(s)
	}
	return to
}

// cell is the triple of symbols.
func (s *Symbols) cell(at *[coded.Slots]int) pomdp.Cell {
	return pomdp.Cell{
		Actions:  [4]int{at[0], at[3], at[6], at[9]},
		Outcomes: [3]int{s.sizes.Outcome(at[1], at[2]), s.sizes.Outcome(at[4], at[5]), s.sizes.Outcome(at[7], at[8])},
	}
}
