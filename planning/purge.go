package planning

import (
	"context"
	"math"
	"slices"
)

// kept is a pruned set: which candidates stay, in increasing order, and for
// each a belief at which it is best (nil where rounding left none to name).
type kept struct {
	index   []int32
	witness [][]float64
}

// purge keeps the vectors (values row by row) that are best at some belief by
// more than the tolerance: White and Lark's filter. Beliefs in seeds, besides
// the corners of the simplex, are tried first: whatever is best there needs no
// linear program.
func purge(ctx context.Context, states int, values []float64, seeds [][]float64) (kept, error) {
	if states == 2 {
		return purge2(envelope2(values)), nil
	}
	eps := tolerance(values)
	f := &filter{n: states, values: values, eps: eps, program: newDominance(states)}
	f.candidates = f.distinct()
	all := slices.Clone(f.candidates)
	for _, b := range slices.Concat(corners(states), seeds) {
		f.take(f.best(all, b), b)
	}
	for len(f.candidates) > 0 {
		if err := ctx.Err(); err != nil {
			return kept{}, err
		}
		last := len(f.candidates) - 1
		i := f.candidates[last]
		v := f.row(i)
		if f.below(v) {
			f.candidates = f.candidates[:last]
			continue
		}
		b, ok := f.program.wins(v, f.winners, eps)
		switch {
		case !ok:
			f.candidates = f.candidates[:last]
		case b == nil:
			f.take(i, nil)
		default:
			f.take(f.best(f.candidates, b), b)
		}
	}
	return f.taken.sort(), nil
}

// purge2 keeps what an envelope names, with the middle of each piece as its
// witness.
func purge2(pieces []piece) kept {
	var k kept
	for i, p := range pieces {
		right := 1.0
		if i+1 < len(pieces) {
			right = pieces[i+1].left
		}
		middle := (p.left + right) / 2
		k.index = append(k.index, p.vector)
		k.witness = append(k.witness, []float64{1 - middle, middle})
	}
	return k.sort()
}

func (k kept) sort() kept {
	order := make([]int, len(k.index))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(x, y int) int { return int(k.index[x]) - int(k.index[y]) })
	out := kept{make([]int32, len(order)), make([][]float64, len(order))}
	for i, o := range order {
		out.index[i], out.witness[i] = k.index[o], k.witness[o]
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

type filter struct {
	n          int
	values     []float64
	eps        float64
	candidates []int32
	winners    []float64 // rows of those taken
	taken      kept
	program    *dominance
}

func (f *filter) row(i int32) []float64 { return f.values[int(i)*f.n : (int(i)+1)*f.n] }

// distinct lists the candidates without repetitions: of vectors that round to
// the same multiples of the tolerance the first.
func (f *filter) distinct() []int32 {
	out := make([]int32, 0, len(f.values)/f.n)
	seen := make(map[string]bool, len(f.values)/f.n)
	var key []byte
	for i := range int32(len(f.values) / f.n) {
		key = key[:0]
		for _, x := range f.row(i) {
			key = appendGrid(key, x/f.eps/8)
		}
		if !seen[string(key)] {
			seen[string(key)] = true
			out = append(out, i)
		}
	}
	return out
}

// appendGrid appends the nearest whole number to x.
func appendGrid(key []byte, x float64) []byte {
	i := uint64(int64(math.Round(x)))
	return append(key, byte(i), byte(i>>8), byte(i>>16), byte(i>>24), byte(i>>32), byte(i>>40), byte(i>>48), byte(i>>56))
}

// best is the one among these with the greatest value at b. Ties go to the
// lexicographically greatest vector, which is then best near b, too, and not
// only at it (Littman's rule).
func (f *filter) best(among []int32, b []float64) int32 {
	best, value := int32(-1), math.Inf(-1)
	for _, i := range among {
		x := dot(b, f.row(i))
		if best < 0 || x > value+f.eps || x >= value-f.eps && f.lexicographic(i, best) {
			best, value = i, max(x, value)
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
	f.winners = append(f.winners, f.row(i)...)
	f.taken.index = append(f.taken.index, i)
	f.taken.witness = append(f.taken.witness, slices.Clone(witness))
}

// below reports that one winner is at least v in every state.
func (f *filter) below(v []float64) bool {
next:
	for i := 0; i < len(f.winners); i += f.n {
		for s, x := range v {
			if x > f.winners[i+s]+f.eps {
				continue next
			}
		}
		return true
	}
	return false
}
