// Package vectors prunes sets of vectors: which are best somewhere, and what their sums are (pruning by linear
// programs, in two dimensions by envelopes), within an allowance of steps.
package vectors

import (
	"math"
	"slices"
)

// dominance decides, by one linear program, whether there is a belief at which
// some vectors beat all their rivals. It computes, with each c
// a rival minus the vector that it competes with,
//
//	δ* = max over beliefs b of min over c of −b·c
//
// solved in the dual form, which has only |S|+1 rows:
//
//	min μ  such that  μ·1 + Σ_c y_c c ≥ 0,  Σ_c y_c = 1,  y ≥ 0
//
// by the revised simplex method with an explicit basis inverse. The prices of
// the rows are a belief b, so that pricing is the evaluation of the rivals at
// b, and every step gives both bounds: μ ≥ δ* from the weights y and, while
// b ≥ 0, min −b·c ≤ δ*. Most programs end as soon as one of them decides.
//
// One value may be used for many programs, but not concurrently.
type dominance struct {
	n      int // states
	eps    float64
	scale  float64 // of the vectors' values
	blocks []block

	basis
	column    []float64 // of the variable that enters, in terms of the basis
	entries   []float64 // room for that of a rival: Σ y = 1, then the tight states
	belief    []float64
	shortlist []int
	lead      float64   // at belief, where confirm measured it
	steps     int       // taken since spent was asked
	heights   []float64 // room for the blocks'
}

// block is a set of rivals: the rows of a table, except row self, each minus ref.
type block struct {
	table   *table
	ref     []float64
	self    int // -1 if ref is not a row
	first   int // number of the block's row 0 among all rivals
	heights []float64
}

// newDominance makes a solver for which a lead counts from eps on, among vectors
// whose values are about as large as scale.
func newDominance(states int, eps, scale float64) *dominance {
	m := states + 1
	return &dominance{
		n: states, eps: eps, scale: scale,
		basis:  newBasis(states),
		column: make([]float64, m), entries: make([]float64, 0, m), belief: make([]float64, states),
	}
}

// rivals starts a new program. The tables must not grow while it is solved.
func (d *dominance) rivals(blocks ...block) {
	d.blocks, d.shortlist = d.blocks[:0], d.shortlist[:0]
	first := 0
	for _, b := range blocks {
		b.first = first
		first += b.table.len()
		d.blocks = append(d.blocks, b)
	}
	if len(d.heights) < first {
		d.heights = make([]float64, 2*first)
	}
	for i := range d.blocks {
		b := &d.blocks[i]
		b.heights = d.heights[b.first : b.first+b.table.len()]
	}
}

// wins solves a program from the beginning. The witness is valid until the next
// one.
func (d *dominance) wins() (witness []float64, wins bool) {
	if !d.start() {
		for s := range d.belief {
			d.belief[s] = 1 / float64(d.n)
		}
		return d.belief, true
	}
	return d.solve(true, nil)
}

// spent is how many elementary steps were taken since it was last asked.
func (d *dominance) spent() int {
	n := d.steps
	d.steps = 0
	return n
}

// price is the rival with the greatest b·c at some belief, and that value.
type price struct {
	rival  int // -1: none
	height float64
}

// solve goes on from the present basis. With early it ends at the first belief
// that wins, otherwise at the one that wins by most. first, if not nil, is what
// pricing the present basis would find.
func (d *dominance) solve(early bool, first *price) (witness []float64, wins bool) {
	n := d.n
	limit := 50 * (n + 1)
	for step := range limit {
		if d.x[0] <= d.eps {
			if d.uncovered() <= d.eps+pinned*d.scale {
				return nil, false
			}
			witness, _ := d.confirm()
			return witness, true
		}
		b := d.belief
		d.prices(b)
		tight, lowest := d.lowest()
		var top price
		if step == 0 && first != nil {
			top = *first
		} else if top = d.listed(); d.gain(top) <= noGain || lowest >= -1e-12 && -top.height > d.eps {
			top = d.highest(b)
			d.list(top)
		}
		enter, gain := n+top.rival, d.gain(top)
		if -lowest > gain {
			enter, gain = tight, -lowest
		}
		done := gain <= noGain
		if (early || done) && lowest >= -1e-12 && -top.height > d.eps {
			if witness, ok := d.confirm(); ok {
				return witness, true
			}
		}
		if done {
			break
		}
		if !d.pivot(enter, step > limit/2) {
			break
		}
	}
	return d.undecided()
}

// noGain is the gain, relative to the vectors' scale, from which on a step leads on.
const noGain = 1e-13

// gain is by how much, relative to the vectors' scale, bringing a rival in would lower μ.
func (d *dominance) gain(p price) float64 { return (p.height + d.row(0)[0]) / d.scale }

// lowest is the tight state whose price is lowest, and that price: 0 where none is negative.
func (d *dominance) lowest() (state int, price float64) {
	for j, x := range d.row(0)[1:] {
		if x < price {
			state, price = d.tight[j], x
		}
	}
	return state, price
}

// long is the number of rivals from which on a short list of them is kept, and most how many it
// holds.
const long, most = 256, 32

// list notes the rivals that have at least half the gain of the best one, from the heights
// that highest has just found: the next steps look among these first, and price all rivals
// again only when none of them helps any more.
func (d *dominance) list(top price) {
	d.shortlist = d.shortlist[:0]
	last := d.blocks[len(d.blocks)-1]
	if last.first+last.table.len() < long {
		return
	}
	least := (top.height - d.row(0)[0]) / 2
	for _, b := range d.blocks {
		own := d.at(b.ref)
		for i, h := range b.heights {
			if h-own >= least {
				if d.shortlist = append(d.shortlist, b.first+i); len(d.shortlist) == most {
					return
				}
			}
		}
	}
}

// at is the value of a vector at the present prices.
func (d *dominance) at(v []float64) float64 {
	sum := 0.0
	for j, x := range d.row(0)[1:] {
		sum += x * v[d.tight[j]]
	}
	return sum
}

// listed prices the short list.
func (d *dominance) listed() price {
	top := price{-1, math.Inf(-1)}
	d.steps += len(d.shortlist) * len(d.tight)
	for _, i := range d.shortlist {
		row, ref := d.rival(i)
		if h := d.at(row) - d.at(ref); h > top.height {
			top = price{i, h}
		}
	}
	return top
}

// pinned is the distance, relative to the vectors' scale, up to which only rounding separates
// the two bounds on δ*.
const pinned = 2e-13

// uncovered measures max over states of −Σ y_c c for the weights y, from the rows themselves:
// μ without what rounding did to it on the way. A loss that it contradicts is none.
func (d *dominance) uncovered() float64 {
	sum, weight := d.column[:d.n], 0.0
	clear(sum)
	for i, variable := range d.basic {
		y := max(d.x[i], 0)
		if variable < d.n || y == 0 {
			continue
		}
		row, ref := d.rival(variable - d.n)
		weight += y
		for s, x := range row {
			sum[s] += y * (x - ref[s])
		}
	}
	return -slices.Min(sum) / weight
}

// undecided ends a program in which rounding or the limit of steps has left neither bound
// decisive. Where the bounds have met, the lead is no more than rounding: a loss. Otherwise
// it counts as a win, at the belief nearest to the prices: keeping a vector too many costs
// time, dropping one costs correctness.
func (d *dominance) undecided() (witness []float64, wins bool) {
	witness, wins = d.confirm()
	return witness, wins || d.x[0]-d.lead > pinned*d.scale
}

// highest prices all rivals at b.
func (d *dominance) highest(b []float64) price {
	top := price{-1, math.Inf(-1)}
	weights := 1
	for _, x := range b {
		if x != 0 {
			weights++
		}
	}
	for k := range d.blocks {
		block := &d.blocks[k]
		d.steps += block.table.len() * weights
		block.table.at(block.heights, b)
		if block.self >= 0 {
			block.heights[block.self] = math.Inf(-1)
		}
		best, at := highest(block.heights)
		if at < 0 {
			continue
		}
		if best -= Dot(b, block.ref); best > top.height {
			top = price{block.first + at, best}
		}
	}
	return top
}

// confirm makes the prices a belief and measures the lead there.
func (d *dominance) confirm() ([]float64, bool) {
	sum := 0.0
	d.prices(d.belief)
	for s, x := range d.belief {
		d.belief[s] = max(x, 0)
		sum += d.belief[s]
	}
	for s := range d.belief {
		if d.belief[s] /= sum; !(sum > 0) {
			d.belief[s] = 1 / float64(d.n)
		}
	}
	d.lead = -d.highest(d.belief).height
	return d.belief, d.lead > d.eps
}

// Lead is how far v lies above all of others at the belief, over n states, at which it leads most.
func Lead(n int, v, others []float64) float64 {
	d := newDominance(n, math.Inf(-1), Scale(others))
	d.rivals(block{table: newTable(n, others), ref: v, self: -1})
	d.start()
	d.solve(false, nil)
	return d.x[0]
}
