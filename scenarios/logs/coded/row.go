package coded

import "eeporl/scenarios/logs/tabular"

// Slots is the number of entries of a triple: a1 z2 r2 a2 z3 r3 a3 z4 r4 a4.
const Slots = tabular.Count

// Kind is one of the three sorts of entries. Slot i holds kind i mod 3.
type Kind int

const (
	Action Kind = iota
	Observation
	Reward
	Kinds
)

// Noun is what one entry of a kind is called.
func (k Kind) Noun() string { return [...]string{"action", "observation", "reward level"}[k] }

// Entry is an entry of a row as it is written: an index or a name that is a small whole number if it
// is ≥ 0; the name number −1−entry otherwise, of those declared or of those found. Whether integers are
// indices or names that look like them is settled by the whole log.
type Entry int32

// Missing stands for an entry that is not known.
const Missing Entry = -1 << 31

// Triple is a row of a triple table, or four rows of a long log.
type Triple struct {
	Entries [Slots]Entry
	Count   float64
	Lines   [4]int // line (record, for arrays) of each of the four steps
}

// Step is the step, from 0, whose row of a long log holds a slot: the
// observation z_{t+1} stands with the action a_t before it.
func Step(slot int) int {
	return [Slots]int{0, 0, 1, 1, 1, 2, 2, 2, 3, 3}[slot]
}

// ColumnOf is the column of a long log that holds a kind.
func ColumnOf(k Kind) int {
	return [Kinds]int{Action: tabular.Action, Observation: tabular.Observation, Reward: tabular.Reward}[k]
}
