package moments

import (
	"math"
	"slices"

	"eeporl/moments/num"
	"eeporl/pomdp"

	"gonum.org/v1/gonum/mat"
)

// Comparison holds an estimate against the truth, which the algorithm itself
// never sees. Distances are taken after one global assignment of estimated to
// true columns: the one with the least squared distance in O.
type Comparison struct {
	Assignment  []int       // [column of Ô] the true hidden state it stands for
	Order       pomdp.Order // φ: [pair][j] the true state of the pair's j-th column; nil for a pair without |S| columns
	LabelsRight int         // columns whose label is the pair of the hidden state they stand for

	OMax, O2, T2, W2 float64 // ‖Ô−O‖_max, ‖Ô−O‖₂, ‖T̂−T‖₂, ‖ŵ−w‖₂; NaN where there is no estimate
	OMaxAt           [2]int  // the symbol and the column of ‖Ô−O‖_max

	Parameters *ParameterErrors // nil without parameters
}

// ParameterErrors compares pair-indexed parameters after aligning every pair
// by its φ.
type ParameterErrors struct {
	Initial, Observation, Reward, Transition float64 // largest absolute error of each kind
	// Where the largest error of each kind is.
	InitialAt, ObservationAt, RewardAt, TransitionAt Copy
	// RMSE is the root mean square over all entries of b, T_a, Z_a, R_a, the
	// dependent ones included, where the squared error of an entry is the mean
	// over its copies. Information.RMSE is its bound.
	RMSE float64
}

// Copy says which pair's copy of a parameter is meant.
type Copy struct {
	Pair   int
	Row    int // z, r, or after·|S| + j′ of the next pair's state j′ after its second action; 0 of b
	Column int // the pair's state j
}

// Compare aligns an estimate with the truth and measures its errors. It
// returns nil for an estimate that did not reach its columns, or of another
// number of states.
func Compare(est *Estimate, hmm *pomdp.InducedHMM) *Comparison {
	n := est.Sizes
	if est.O == nil || n != hmm.Sizes {
		return nil
	}
	c := &Comparison{T2: math.NaN(), W2: math.NaN()}
	var distance []float64
	c.Assignment, distance = MatchColumns(est.O, hmm.O)
	for col, h := range c.Assignment {
		if col < len(est.Labels) && est.Labels[col].Pair == h/n.S {
			c.LabelsRight++
		}
	}
	if est.Model != nil {
		c.Order = oneOrder(est, hmm)
	} else {
		c.Order = pairOrders(est, distance)
	}
	c.hmmErrors(est, hmm)
	if est.Parameters != nil && c.Order.Complete() {
		c.Parameters = parameterErrors(est.Parameters, c.Order, hmm.Model.Pairs(pomdp.IdentityOrder(n)))
	}
	return c
}

// MatchColumns is the one-to-one matching of least squared distance, to[column of one] = column of the other,
// and the k × k table of all distances.
func MatchColumns(one, other *mat.Dense) (to []int, distance []float64) {
	d, k := other.Dims()
	distance = make([]float64, k*k)
	for x := range d {
		AddDistances(distance, one.RawRowView(x), other.RawRowView(x))
	}
	to, _ = num.Assign(k, distance)
	return to, distance
}

// AddDistances adds (x_i − y_j)² to a table.
func AddDistances(to, x, y []float64) {
	for i, v := range x {
		for j, w := range y {
			to[i*len(y)+j] += num.Square(v - w)
		}
	}
}

// StateOf is the true state that a column stands for: by its pair's order, and without one by its nearest column.
func (c *Comparison) StateOf(e *Estimate, column int) int {
	if pair := e.Labels[column].Pair; pair >= 0 && pair < len(c.Order) && c.Order[pair] != nil {
		if j := slices.Index(e.Columns[pair], column); j >= 0 {
			return c.Order[pair][j]
		}
	}
	return e.Sizes.HiddenAt(c.Assignment[column]).State
}

// pairOrders is φ: within each pair that has |S| columns, the assignment of
// them to the pair's own |S| true columns.
func pairOrders(est *Estimate, distance []float64) pomdp.Order {
	n := est.Sizes
	order := make(pomdp.Order, n.Pairs())
	cost := make([]float64, n.S*n.S)
	for pair := range order {
		if len(est.Columns) <= pair || len(est.Columns[pair]) != n.S {
			continue
		}
		for j, col := range est.Columns[pair] {
			copy(cost[j*n.S:(j+1)*n.S], distance[col*n.K()+pair*n.S:])
		}
		order[pair], _ = num.Assign(n.S, cost)
	}
	return order
}

func (c *Comparison) hmmErrors(est *Estimate, hmm *pomdp.InducedHMM) {
	d, k := hmm.O.Dims()
	diff := mat.NewDense(d, k, nil)
	for x := range d {
		row := diff.RawRowView(x)
		for col, h := range c.Assignment {
			row[col] = est.O.At(x, col) - hmm.O.At(x, h)
			if off := math.Abs(row[col]); off > c.OMax {
				c.OMax, c.OMaxAt = off, [2]int{x, col}
			}
		}
	}
	c.O2 = spectralNorm(diff)
	if est.T == nil {
		return
	}
	diff = mat.NewDense(k, k, nil)
	sum := 0.0
	for i, h := range c.Assignment {
		for j, h2 := range c.Assignment {
			diff.Set(i, j, est.T.At(i, j)-hmm.T.At(h, h2))
		}
		sum += (est.W[i] - hmm.W[h]) * (est.W[i] - hmm.W[h])
	}
	c.T2, c.W2 = spectralNorm(diff), math.Sqrt(sum)
}

// spectralNorm is ‖m‖₂, NaN where it cannot be computed.
func spectralNorm(m *mat.Dense) float64 {
	var svd mat.SVD
	if !num.Finite(m.RawMatrix().Data) || !svd.Factorize(m, mat.SVDNone) {
		return math.NaN()
	}
	return svd.Values(nil)[0]
}

// parameterErrors compares estimated parameters in the given order of each
// pair's states with true ones in the model's own order.
func parameterErrors(est *pomdp.PairParameters, order pomdp.Order, truth *pomdp.PairParameters) *ParameterErrors {
	n := est.Sizes
	out := new(ParameterErrors)
	// Mean squared error over an entry's copies, summed over entries: every
	// entry of b has |A|² copies, of Z_a, R_a and T_a: |A|, |A| and |A|².
	square := 0.0
	note := func(worst *float64, at *Copy, here Copy, e, t float64, copies int) {
		if off := math.Abs(e - t); off > *worst*(1+sameError) || math.IsNaN(off) { // of those that tie, the first
			*worst, *at = off, here
		}
		square += (e - t) * (e - t) / float64(copies)
	}
	for pair := range n.Pairs() {
		_, next := n.PairActions(pair)
		for j, s := range order[pair] {
			note(&out.Initial, &out.InitialAt, Copy{pair, 0, j}, est.Initial[pair][j], truth.Initial[pair][s], n.A*n.A)
			for z := range n.Z {
				note(&out.Observation, &out.ObservationAt, Copy{pair, z, j}, est.Observation[pair][z][j], truth.Observation[pair][z][s], n.A)
			}
			for r := range n.R {
				note(&out.Reward, &out.RewardAt, Copy{pair, r, j}, est.Reward[pair][r][j], truth.Reward[pair][r][s], n.A)
			}
			for after := range n.A {
				for j2, s2 := range order[n.Pair(next, after)] {
					note(&out.Transition, &out.TransitionAt, Copy{pair, after*n.S + j2, j}, est.Transition[pair][after][j2][j], truth.Transition[pair][after][s2][s], n.A*n.A)
				}
			}
		}
	}
	out.RMSE = math.Sqrt(square / float64(entries(n)))
	return out
}

// sameError is the relative difference below which two errors tie: as those of both outcomes of a
// distribution over two do, but for rounding.
const sameError = 1e-9

// entries is the number of all entries of b, T_a, Z_a, R_a.
func entries(n pomdp.Sizes) int { return n.S + n.A*n.S*(n.S+n.Z+n.R) }
