package bench

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"eeporl/pomdp"
)

// ofLabels are relations of labels, which are right or not: what they make is compared whole.
func (p *plain) ofLabels(j *Judged, add adder) {
	theirs, ours := j.TheirRows[0], j.OurRows[0]
	n := p.n
	if fits := p.relabelled(theirs, ours); fits {
		add("renumbered", "were other pairs throughout: each of ours is one of theirs", j.TheirRows)
	}
	add("second-first", "were read as (a', a)", mapped(j.OurRows, func(v float64) float64 {
		a, next := n.PairActions(int(v))
		return float64(n.Pair(next, a))
	}))
	for _, order := range indexOrders(n) {
		decoded := make(table, 1)
		for c := range n.K() {
			column := mat.Col(nil, c, p.o())
			decoded[0] = append(decoded[0], float64(n.Pair(order.decode(n, slices.Index(column, slices.Max(column))))))
		}
		add("decoded-"+order.says, "were read off a row's number by another order of a symbol's parts, "+order.says, decoded)
	}
	add("one-too-many", "were counted from 1", mapped(j.OurRows, func(v float64) float64 { return v + 1 }))
	if slices.Equal(slices.Sorted(slices.Values(theirs)), slices.Sorted(slices.Values(ours))) {
		add("other-columns", "belonged to the columns in another order than Ô's", j.TheirRows)
	}
	o := p.o()
	firsts := make(table, 1)
	threshold := 2 / (3 * float64(n.Outcomes()))
	totals, uneven := make(table, 1), make(table, 1)
	for c := range n.K() {
		first, sums, squares := 0, make([]float64, n.Pairs()), make([]float64, n.Pairs())
		found := false
		for x := range n.D() {
			v := o.At(x, c)
			if !found && v >= threshold {
				first, found = x/n.Outcomes(), true
			}
			sums[x/n.Outcomes()] += v
			squares[x/n.Outcomes()] += v * v
		}
		firsts[0] = append(firsts[0], float64(first))
		totals[0] = append(totals[0], float64(slices.Index(sums, slices.Max(sums))))
		uneven[0] = append(uneven[0], float64(slices.Index(sums, slices.Min(sums))))
	}
	add("first-row", "were read off the first row that reaches the threshold, and not the largest entry", firsts)
	add(choice+"totals", "were read off the pair's sum, and not its largest entry", totals)
	if k := n.K(); k <= n.D() {
		along := make(table, 1)
		for i := range k {
			row := o.RawRowView(i)
			along[0] = append(along[0], float64(slices.Index(row, slices.Max(row))/n.Outcomes()))
		}
		add("along-rows", "were looked for along Ô's rows: Ô(i, j) is row j of column i in the paper", along)
	}
	add("least", "were read off the smallest sum", uneven)
	if same := slices.Max(theirs) == slices.Min(theirs); same {
		add("constant", "were all the same", j.TheirRows)
	}
}

// relabelled says whether theirs are ours under other numbers of the pairs.
func (p *plain) relabelled(theirs, ours []float64) bool {
	to, from := map[float64]float64{}, map[float64]float64{}
	for i, v := range ours {
		a, ok := to[v]
		b, known := from[theirs[i]]
		if ok && a != theirs[i] || known && b != v {
			return false
		}
		to[v], from[theirs[i]] = theirs[i], v
	}
	return len(to) > 1
}

// ofParameters are relations of a POMDP's parameters, which come block by block, a block a pair of
// actions (of p̂ a pair and a next action).
func (p *plain) ofParameters(j *Judged, add adder) {
	n, y := p.n, j.OurRows
	height, blocks := len(y)/n.Pairs(), n.Pairs()
	if j.What == "p̂(s'|s,a)" {
		height, blocks = n.S, n.Pairs()*n.A
	}
	moved := func(from func(block int) int) table {
		rows := make([]int, len(y))
		for b := range blocks {
			for i := range height {
				rows[b*height+i] = from(b)*height + i
			}
		}
		return ordered(y, rows, upTo(len(y[0])))
	}
	if j.What == "p̂(s'|s,a)" {
		parts := func(b int) (a, next, after int) {
			a, next = n.PairActions(b / n.A)
			return a, next, b % n.A
		}
		at := func(a, next, after int) int { return n.Pair(a, next)*n.A + after }
		for _, o := range []struct {
			name, says string
			from       func(a, next, after int) int
		}{
			{"other-after", "of (a, a', a'') were those of (a, a'', a')", func(a, x, c int) int { return at(a, c, x) }},
			{"other-first", "of (a, a', a'') were those of (a', a, a'')", func(a, x, c int) int { return at(x, a, c) }},
			{"other-ends", "of (a, a', a'') were those of (a'', a', a)", func(a, x, c int) int { return at(c, x, a) }},
			{"one-after", "were the same whatever the next action", func(a, x, _ int) int { return at(a, x, 0) }},
			{"same-after", "of (a, a', a'') were those of (a, a', a')", func(a, x, _ int) int { return at(a, x, x) }},
			{"own-action", "were those of the action before", func(a, _, c int) int { return at(a, a, c) }},
		} {
			add(o.name, o.says, moved(func(b int) int { return o.from(parts(b)) }))
		}
		each := zeros(len(y), len(y[0]))
		for b := range blocks {
			for i := range height {
				for c := range height {
					each[b*height+i][c] = y[b*height+c][i]
				}
			}
		}
		add("transposed", "were transposed: column j says what follows j", each)
		add("transposed-divided", "were transposed and divided along the wrong axis", perBlock(each, height, columnSums))
		add("rows-divided", "had rows that sum to 1: columns should", perBlock(y, height, rowSums))
		same := zeros(len(y), len(y[0]))
		for i := range same {
			same[i][i%height] = 1
		}
		add("identity", "were the identity: nothing moves", same)
	} else {
		add("other-pair", "of (a, a') were those of (a', a)", moved(func(b int) int { a, x := n.PairActions(b); return n.Pair(x, a) }))
		add("same-first", "of (a, a') were those of (a, a)", moved(func(b int) int { a, _ := n.PairActions(b); return n.Pair(a, a) }))
		add("same-second", "of (a, a') were those of (a', a')", moved(func(b int) int { _, x := n.PairActions(b); return n.Pair(x, x) }))
		add("rows-divided", "were made to sum to 1 over the states", perBlock(y, height, rowSums))
	}
	add("first-block", "were the first pair's everywhere", moved(func(int) int { return 0 }))
	add("all-divided", "were made to sum to 1 over the whole block", perBlock(y, height, allSums))
	add("squares", "were squared, and made to sum to 1", perBlock(mapped(y, func(v float64) float64 { return v * v }), height, columnSums))
	add("lengths", "had columns of length 1: it is their entries that have to sum to 1", perBlock(y, height, columnLengths))
	if height > 1 {
		upside := make([]int, len(y))
		for i := range upside {
			upside[i] = i/height*height + height - 1 - i%height
		}
		add("upside-down", "were upside down", ordered(y, upside, upTo(len(y[0]))))
	}
	p.statesMoved(j, height, blocks, add)
	p.raw(j, height, add)
}

// statesMoved looks for another order of the states in some pairs, and for blocks that belong to other pairs.
func (p *plain) statesMoved(j *Judged, height, blocks int, add adder) {
	x, y := j.TheirRows, j.OurRows
	out := zeros(len(y), len(y[0]))
	for b := range blocks {
		theirs, ours := x[b*height:(b+1)*height], y[b*height:(b+1)*height]
		copy(out[b*height:], ordered(ours, nil, permutation(transposed(theirs), transposed(ours))))
	}
	if p.n.S > 1 {
		add("states-moved", "had the states of some pairs in another order than the other parameters: one order holds for all that belongs to a pair", out)
	}
	flatten := func(t table) table {
		rows := make(table, blocks)
		for b := range rows {
			rows[b] = slices.Concat(t[b*height : (b+1)*height]...)
		}
		return rows
	}
	to := permutation(flatten(x), flatten(y))
	rows := make([]int, len(y))
	for i := range rows {
		rows[i] = to[i/height]*height + i%height
	}
	add("blocks-moved", "of a pair were those of another one", ordered(y, rows, upTo(len(y[0]))))
}

// raw looks for parameters that were read and not made to sum to 1.
func (p *plain) raw(j *Judged, height int, add adder) {
	labels := p.answer.Labels
	if p.given.Labels != nil && p.answer.ordered {
		labels = p.given.Labels
	}
	o := p.o()
	columns := make([][]int, p.n.Pairs())
	for c, l := range labels {
		if l >= 0 && l < len(columns) {
			columns[l] = append(columns[l], c)
		}
	}
	var divided table
	weights, initial := p.w(), []float64(nil)
	if j.What == "b̂" {
		initial, _ = p.initial()
	}
	out := pomdp.NewPairParameters(p.n, nil)
	for pair, of := range columns {
		if len(of) != p.n.S {
			return
		}
		_, next := p.n.PairActions(pair)
		for s, c := range of {
			p.emission(out, pair, s, c, c)
			for after := range p.n.A {
				for s2, c2 := range columns[p.n.Pair(next, after)] {
					if len(columns[p.n.Pair(next, after)]) == p.n.S {
						out.Transition[pair][after][s2][s] = p.t().At(c2, c)
					}
				}
			}
			if initial != nil {
				out.Initial[pair][s] = initial[c]
			}
		}
	}
	switch j.What {
	case "b̂":
		divided = out.Initial
		add("weights", "were ŵ's, pair by pair", p.perPair(weights, columns))
	case "Ẑ":
		divided = flat(out.Observation)
		add("reshaped", "were read as if the reward were the slower index of a pair's block: the observation is", p.reshaped(o.At, columns, true))
		for r := range p.n.R {
			add(fmt.Sprint("at-reward-", r), fmt.Sprintf("were read at reward %d alone, and not summed over them", r+1), p.single(o.At, columns, true, r))
		}
		add(soft+"averaged", "were averaged over the pairs with the same first action, whose states stand in orders of their own", p.averaged(j.OurRows, height, true))
		add("largest", "were the largest entry over the rewards, and not the sum over them", p.extreme(o.At, columns, true))
	case "R̂":
		divided = flat(out.Reward)
		add("reshaped", "were read as if the reward were the slower index of a pair's block: the observation is", p.reshaped(o.At, columns, false))
		for z := range p.n.Z {
			add(fmt.Sprint("at-observation-", z), fmt.Sprintf("were read at observation %d alone, and not summed over them", z+1), p.single(o.At, columns, false, z))
		}
		add(soft+"averaged", "were averaged over the pairs with the same second action, whose states stand in orders of their own", p.averaged(j.OurRows, height, false))
		add("largest", "were the largest entry over the observations, and not the sum over them", p.extreme(o.At, columns, false))
	default:
		for _, after := range out.Transition {
			divided = append(divided, flat(after)...)
		}
	}
	add("not-divided", "were not divided by their sums", divided)
	if j.What != "b̂" {
		for i, x := range []table{divided, mapped(divided, math.Abs)} {
			add([2]string{"raw-rows", "raw-rows-positive"}[i], "were made to sum to 1 along the wrong axis", perBlock(x, height, rowSums))
			add([2]string{"raw-all", "raw-all-positive"}[i], "were divided by the sum of the whole block", perBlock(x, height, allSums))
		}
	} else if t := p.t(); t != nil {
		if square := mapped(matrix(t), func(v float64) float64 { return v * v }); square != nil {
			if back := inverse(square); back != nil {
				x := transposed(multiplied(back, transposed(table{weights})))
				add("entry-by-entry", "were T̂⁻²ŵ, with T̂ squared entry by entry", p.perPair(x[0], columns))
			}
		}
	}
	add(choice+"clipped", "had negative entries cut off in place of |x|", perBlock(mapped(divided, func(v float64) float64 { return max(v, 0) }), height, sumsOf(j.What)))
	add("kept-signs", "kept negative entries", perBlock(divided, height, sumsOf(j.What)))
}

// sumsOf says along what a parameter sums to 1.
func sumsOf(what string) func(table) ([]float64, []float64) {
	if what == "b̂" {
		return rowSums
	}
	return columnSums
}

func (p *plain) perPair(x []float64, columns [][]int) table {
	var out table
	for _, of := range columns {
		row, sum := make([]float64, len(of)), 0.0
		for j, c := range of {
			row[j] = math.Abs(x[c])
			sum += row[j]
		}
		for j := range row {
			row[j] /= sum
		}
		out = append(out, row)
	}
	return out
}

// extreme takes the largest entry in place of the sum, over rewards or over observations.
func (p *plain) extreme(at func(x, c int) float64, columns [][]int, ofObservations bool) table {
	entry := func(pair, c, z, r int) float64 { return at(pair*p.n.Outcomes()+p.n.Outcome(z, r), c) }
	return p.marginal(columns, ofObservations, entry, func(before, v float64) float64 { return max(before, v) })
}

func added(before, v float64) float64 { return before + v }

// marginal are distributions of z (or r) in each pair's columns: what entry gives for each (z, r), joined.
func (p *plain) marginal(columns [][]int, ofObservations bool, entry func(pair, c, z, r int) float64, join func(before, v float64) float64) table {
	n, height := p.n, p.n.R
	if ofObservations {
		height = n.Z
	}
	var out table
	for pair, of := range columns {
		block := zeros(height, n.S)
		for j, c := range of {
			for z := range n.Z {
				for r := range n.R {
					i := r
					if ofObservations {
						i = z
					}
					block[i][j] = join(block[i][j], entry(pair, c, z, r))
				}
			}
		}
		out = append(out, normalised(mapped(block, math.Abs), columnSums)...)
	}
	return out
}

// reshaped reads a pair's block as if the reward were its slower index.
func (p *plain) reshaped(at func(x, c int) float64, columns [][]int, ofObservations bool) table {
	return p.marginal(columns, ofObservations, func(pair, c, z, r int) float64 { return at(pair*p.n.Outcomes()+r*p.n.Z+z, c) }, added)
}

// single reads at one reward, or one observation, alone.
func (p *plain) single(at func(x, c int) float64, columns [][]int, ofObservations bool, only int) table {
	return p.marginal(columns, ofObservations, func(pair, c, z, r int) float64 {
		if ofObservations && r != only || !ofObservations && z != only {
			return 0
		}
		return at(pair*p.n.Outcomes()+p.n.Outcome(z, r), c)
	}, added)
}

// averaged is the mean over the pairs with the same first, or second, action.
func (p *plain) averaged(y table, height int, first bool) table {
	n := p.n
	out := zeros(len(y), len(y[0]))
	for pair := range n.Pairs() {
		a, next := n.PairActions(pair)
		for other := range n.A {
			from := n.Pair(other, next)
			if first {
				from = n.Pair(a, other)
			}
			for i := range height {
				for c := range y[0] {
					out[pair*height+i][c] += y[from*height+i][c] / float64(n.A)
				}
			}
		}
	}
	return out
}

func perBlock(y table, height int, by func(table) (rows, columns []float64)) table {
	var out table
	for from := 0; from < len(y); from += height {
		out = append(out, normalised(y[from:from+height], by)...)
	}
	return out
}
