package logs

// Row is what a log says about one triple: a₁…a₄, z₂…z₄ and r₂…r₄. An entry ≥ 0
// is the index as written; an entry < 0 is the declared name number −1−entry.
// Whether a kind's integers are indices or names that look like them is settled
// by the whole log, so only Symbols.Cell turns a Row into symbols.
type Row struct {
	Actions      [4]int
	Observations [3]int // z₂, z₃, z₄
	Rewards      [3]int // r₂, r₃, r₄: levels, earned by a₂, a₃, a₄
}

// slots is the number of entries of a triple: a1 z2 r2 a2 z3 r3 a3 z4 r4 a4.
const slots = 10

// kind is one of the three sorts of entries. Slot i holds kind i mod 3.
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

// entry is an entry of a Row.
type entry int32

// missing stands for an entry of a long log's row that is empty or that no triple uses.
const missing entry = -1 << 31

// triple is a Row as the decoders make it.
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

func (t *triple) row() Row {
	var r Row
	for slot, e := range t.entries {
		switch i := slot / 3; kind(slot % 3) {
		case kindAction:
			r.Actions[i] = int(e)
		case kindObservation:
			r.Observations[i] = int(e)
		default:
			r.Rewards[i] = int(e)
		}
	}
	return r
}
