package vectors

import (
	"context"
	"math"
	"slices"
)

// Kept is a pruned set: which candidates stay, in increasing order, and for
// each a belief at which it is best.
type Kept struct {
	Index   []int32
	Witness [][]float64
}

// Purge keeps the vectors (values row by row) that are best at some belief by
// more than eps: White and Lark's filter. Beliefs in seeds, besides
// the corners of the simplex, are tried first: whatever is best there needs no
// linear program.
func Purge(ctx context.Context, states int, values []float64, seeds [][]float64, eps float64) (Kept, error) {
	if states == 2 {
		Charge(ctx, len(values)*SortSteps)
		return Purge2(Envelope2(values, eps/Scale(values))), nil
	}
	f := newFilter(states, values, eps)
	Charge(ctx, stageSteps+len(values)*HashSteps)
	if err := f.seed(ctx, slices.Concat(corners(states), seeds)); err != nil {
		return Kept{}, err
	}
	for len(f.candidates) > 0 {
		if err := f.round(ctx); err != nil {
			return Kept{}, err
		}
	}
	return f.taken.sort(), nil
}

// Purge2 keeps what an envelope names, with the middle of each piece as its
// witness.
func Purge2(pieces []Piece) Kept {
	var k Kept
	for i, p := range pieces {
		right := 1.0
		if i+1 < len(pieces) {
			right = pieces[i+1].Left
		}
		middle := (p.Left + right) / 2
		k.Index = append(k.Index, p.Vector)
		k.Witness = append(k.Witness, []float64{1 - middle, middle})
	}
	return k.sort()
}

func (k Kept) sort() Kept {
	order := make([]int, len(k.Index))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(x, y int) int { return int(k.Index[x]) - int(k.Index[y]) })
	out := Kept{make([]int32, len(order)), make([][]float64, len(order))}
	for i, o := range order {
		out.Index[i], out.Witness[i] = k.Index[o], k.Witness[o]
	}
	return out
}

func corners(states int) [][]float64 {
	out := make([][]float64, states)
	for s := range out {
		out[s] = make([]float64, states)
		out[s][s] = 1
	}
	return out
}

// filter moves candidates to the winners or drops them.
type filter struct {
	n          int
	eps, scale float64
	values     *table
	candidates []int32
	winners    *table
	taken      Kept
	heights    []float64
}

func newFilter(n int, values []float64, eps float64) *filter {
	f := &filter{n: n, eps: eps, scale: Scale(values), values: newTable(n, values), winners: newTable(n, nil)}
	f.heights = make([]float64, f.values.len())
	f.candidates = f.distinct()
	return f
}

func (f *filter) row(i int32) []float64 { return f.values.row(int(i)) }

// seed takes what is best at each of some beliefs.
func (f *filter) seed(ctx context.Context, beliefs [][]float64) error {
	const chunk = 32 // beliefs a task
	best := make([]int32, len(beliefs))
	Charge(ctx, len(beliefs)*f.values.len())
	err := Parallel(ctx, (len(beliefs)+chunk-1)/chunk, len(beliefs)*f.values.len()*f.n, func(c int) error {
		heights := make([]float64, f.values.len())
		for i := c * chunk; i < min((c+1)*chunk, len(beliefs)); i++ {
			best[i] = f.best(f.candidates, beliefs[i], heights)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i, b := range beliefs {
		if f.stillWins(best[i], b) { // of two that are nearly the same, one: neither would lead the other
			f.take(best[i], b)
		}
	}
	return nil
}

// round tests all candidates against the present winners, each by itself and
// so in parallel, drops those that win nowhere and takes what is best at the
// others' witnesses.
func (f *filter) round(ctx context.Context) error {
	const chunk = 16 // candidates a solver
	witness := make([][]float64, len(f.candidates))
	wins := make([]bool, len(f.candidates))
	err := Parallel(ctx, (len(f.candidates)+chunk-1)/chunk, len(f.candidates)*f.winners.len()*f.n*4, func(c int) error {
		program := newDominance(f.n, f.eps, f.scale)
		var proofs caps
		for k := c * chunk; k < min((c+1)*chunk, len(f.candidates)); k++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			if proofs.cover(f.row(f.candidates[k]), -1, f.eps) {
				continue
			}
			program.rivals(block{table: f.winners, ref: f.row(f.candidates[k]), self: -1})
			var b []float64
			if b, wins[k] = program.wins(); !wins[k] {
				proofs.add(program, 0)
			}
			witness[k] = slices.Clone(b)
			Charge(ctx, program.spent())
		}
		return nil
	})
	if err != nil {
		return err
	}
	var left []int32
	var beliefs [][]float64
	for k, i := range f.candidates {
		if wins[k] {
			left, beliefs = append(left, i), append(beliefs, witness[k])
		}
	}
	f.candidates = slices.Clone(left)
	for k, i := range left {
		switch {
		case f.stillWins(i, beliefs[k]):
			best := f.best(f.candidates, beliefs[k], f.heights)
			if !f.stillWins(best, beliefs[k]) {
				best = i
			}
			f.take(best, beliefs[k])
		case k == 0: // undecided: take it, or the rounds would not end
			f.take(i, beliefs[k])
		}
	}
	return nil
}

// stillWins says whether candidate i exceeds all winners at b, those of this
// round included.
func (f *filter) stillWins(i int32, b []float64) bool {
	heights := f.heights[:f.winners.len()]
	f.winners.at(heights, b)
	lead := Dot(b, f.row(i)) - f.eps
	for _, h := range heights {
		if h >= lead {
			return false
		}
	}
	return true
}

// distinct lists the candidates without repetitions: of vectors that round to
// the same multiples of the margin the first.
func (f *filter) distinct() []int32 {
	out := make([]int32, 0, f.values.len())
	seen := make(map[string]bool, f.values.len())
	var key []byte
	for i := range int32(f.values.len()) {
		key = key[:0]
		for _, x := range f.row(i) {
			key = AppendGrid(key, x/f.eps)
		}
		if !seen[string(key)] {
			seen[string(key)] = true
			out = append(out, i)
		}
	}
	return out
}

// AppendGrid appends x to key, rounded to a whole number, as eight bytes.
func AppendGrid(key []byte, x float64) []byte {
	i := uint64(int64(math.Round(x)))
	return append(key, byte(i), byte(i>>8), byte(i>>16), byte(i>>24), byte(i>>32), byte(i>>40), byte(i>>48), byte(i>>56))
}

// best is the one among these with the greatest value at b. Ties go to the
// lexicographically greatest vector, which is then best near b, too, and not
// only at it (Littman's rule).
func (f *filter) best(among []int32, b, heights []float64) int32 {
	f.values.at(heights, b)
	if len(among) == 0 {
		return -1
	}
	best := among[0]
	value := heights[best]
	least := value - f.eps // what lies lower cannot be the best
	for _, i := range among[1:] {
		x := heights[i]
		if x < least {
			continue
		}
		if x > value+f.eps || x >= least && f.lexicographic(i, best) {
			best, value = i, max(x, value)
			least = value - f.eps
		}
	}
	return best
}

func (f *filter) lexicographic(i, than int32) bool {
	y := f.row(than)
	for s, x := range f.row(i) {
		if math.Abs(x-y[s]) > f.eps {
			return x > y[s]
		}
	}
	return false
}

// take moves candidate i to the winners, if it is not there yet.
func (f *filter) take(i int32, witness []float64) {
	at := slices.Index(f.candidates, i)
	if at < 0 {
		return
	}
	f.candidates = slices.Delete(f.candidates, at, at+1)
	f.winners.add(f.row(i))
	f.taken.Index = append(f.taken.Index, i)
	f.taken.Witness = append(f.taken.Witness, slices.Clone(witness))
}

// Ahead is by how many margins of the cross-sums a vector must lead to stay among the
// candidates that are summed. With equal margins two sets of vectors that lead by little
// push each other's sums out, and a hole is left in the value function.
const Ahead = 100
