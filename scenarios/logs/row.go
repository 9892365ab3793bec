package logs

import "eeporl/scenarios/logs/tabular"

// slots is the number of entries of a triple: a1 z2 r2 a2 z3 r3 a3 z4 r4 a4.
const slots = tabular.Count

// kind is one of the three sorts of entries. Slot i holds kind i mod 3.
type kind int

const (
	kindAction kind = iota
	kindObservation
	kindReward
	kinds
)

func (k kind) noun() string { return [...]string{"action", "observation", "reward level"}[k] }

// entry is an entry of a row as it is written: an index or a name that is a small whole number if it
// is ≥ 0; the name number −1−entry otherwise, of those declared or of those found. Whether integers are
// indices or names that look like them is settled by the whole log.
type entry int32

// missing stands for an entry that is not known.
const missing entry = -1 << 31

// triple is a row of a triple table, or four rows of a long log.
type triple struct {
	entries [slots]entry
	count   float64
	lines   [4]int // line (record, for arrays) of each of the four steps
}

// step is the step, from 0, whose row of a long log holds a slot: the
// observation z_{t+1} stands with the action a_t before it.
func step(slot int) int {
	return [slots]int{0, 0, 1, 1, 1, 2, 2, 2, 3, 3}[slot]
}

// columnOf is the column of a long log that holds a kind.
func columnOf(k kind) int {
	return [kinds]int{kindAction: tabular.Action, kindObservation: tabular.Observation, kindReward: tabular.Reward}[k]
}
