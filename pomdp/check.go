package pomdp

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"eeporl/pomdp/figure"

	"gonum.org/v1/gonum/mat"
)

// Assumption is one condition of the method on one model, judged.
type Assumption struct {
	Name    string  // stable, for instance "transition-rank:offer-tea"
	Holds   bool    // the verdict
	Value   float64 // the number that decides it
	Detail  string  // one sentence for a student
	Printed bool    // one of the paper's assumptions 1–3 as printed
	// Needed says that the method fails without it, printed or not (README,
	// "Where the paper needs reading with care", 4 and 5).
	Needed bool
}

// Check judges every assumption of the paper and every condition that the
// spectral method itself needs, and gives the number that decides each.
func Check(m *POMDP, e Exploration) []Assumption {
	d := doctor{m: m, n: m.sizes, found: CheckFactors(m)}
	d.moments(Induce(m, e))
	return d.found
}

// CheckFactors is Check without σ_k of the pair moments. Only these conditions need more than the
// model's own matrices: the induced HMM's O and T have d·k and k² entries.
func CheckFactors(m *POMDP) []Assumption {
	d := doctor{m: m, n: m.sizes}
	d.horizon()
	for a := range d.n.A {
		d.ranks(a)
	}
	d.revealing()
	d.induced()
	d.reach()
	return d.found
}

// Holds says whether every assumption of a check holds.
func Holds(checks []Assumption) bool {
	return !slices.ContainsFunc(checks, func(c Assumption) bool { return !c.Holds })
}

// rankTolerance is the singular value, relative to the largest, below which an
// exactly known matrix counts as rank deficient: far above rounding error, far
// below what any number of episodes could resolve.
const rankTolerance = 1e-11

type doctor struct {
	m     *POMDP
	n     Sizes
	found []Assumption
}

func (d *doctor) add(a Assumption) { d.found = append(d.found, a) }

func (d *doctor) horizon() {
	h := d.m.Horizon()
	detail := fmt.Sprintf("An episode has %d steps; the three symbols x₁, x₂, x₃ take the first four.", h)
	if h < 4 {
		detail = fmt.Sprintf("An episode ends after %s: too short for the three symbols x₁, x₂, x₃, which take four.", figure.Counted(h, "step", "steps"))
	}
	d.add(Assumption{Name: "horizon", Holds: h >= 4, Value: float64(h), Detail: detail, Printed: true, Needed: true})
}

// ranks judges T_a, Z_a and R_a (assumption 3). Full rank of T_a is needed;
// full column rank of both Z_a and R_a is more than O needs.
func (d *doctor) ranks(a int) {
	m, n, name := d.m, d.n, d.m.ActionName(a)
	d.rank("transition-rank:"+name, n.S, n.S, func(i, j int) float64 { return m.T(a, i, j) }, true,
		fmt.Sprintf("Under %s different states lead to different futures", name),
		fmt.Sprintf("Under %s what comes next does not depend enough on the state before it: some states' futures mix into one", name))
	d.rank("observation-rank:"+name, n.Z, n.S, func(i, j int) float64 { return m.Z(a, j, i) }, false,
		fmt.Sprintf("What is seen after %s tells the states apart", name),
		fmt.Sprintf("What is seen after %s cannot tell all states apart", name))
	d.rank("reward-rank:"+name, n.R, n.S, func(i, j int) float64 { return m.R(a, j, i) }, false,
		fmt.Sprintf("What %s pays tells the states apart", name),
		fmt.Sprintf("What %s pays cannot tell all states apart", name))
}

func (d *doctor) rank(name string, rows, cols int, at func(i, j int) float64, needed bool, good, bad string) {
	x := mat.NewDense(rows, cols, nil)
	for i := range rows {
		for j := range cols {
			x.Set(i, j, at(i, j))
		}
	}
	rank, smallest := rankOf(x)
	holds := rank == cols
	sentence := good
	if !holds {
		sentence = bad
	}
	d.add(Assumption{
		Name: name, Holds: holds, Value: smallest, Printed: true, Needed: needed,
		Detail: fmt.Sprintf("%s: rank %d of %d, smallest singular value %s.", sentence, rank, cols, figure.Number(smallest)),
	})
}

// revealing is α = min_a σ_|S|(Z_a), which later work asks to be positive in place of the paper's assumptions: the POMDP is
// then α-weakly revealing (Jin et al. 2020; Liu, Chung, Szepesvári and Jin 2022).
func (d *doctor) revealing() {
	least, worst := math.Inf(1), ""
	for _, x := range d.found {
		if action, ok := strings.CutPrefix(x.Name, "observation-rank:"); ok && x.Value < least {
			least, worst = x.Value, action
		}
	}
	detail := fmt.Sprintf("α = min σ(Z_a) = %s, under %s: whatever is done, what is seen tells the states apart. Later learners ask for this alone.", figure.Number(least), worst)
	if !(least > 0) {
		detail = fmt.Sprintf("α = min σ(Z_a) = 0, under %s: there what is seen cannot tell all states apart. Later learners ask for a positive one.", worst)
	}
	d.add(Assumption{Name: "weakly-revealing", Holds: least > 0, Value: least, Detail: detail})
}

// induced judges O block by block: the block of pair (a, a') is the column-wise
// (Khatri–Rao) product of Z_a and R_a', which can have full column rank where
// neither factor alone has it.
func (d *doctor) induced() {
	n := d.n
	worst, worstPair, deficient := math.Inf(1), 0, 0
	for pair := range n.Pairs() {
		rank, smallest := rankOf(d.block(pair))
		if rank < n.S {
			deficient++
		}
		if smallest < worst {
			worst, worstPair = smallest, pair
		}
	}
	a, next := n.PairActions(worstPair)
	pair := fmt.Sprintf("(%s, %s)", d.m.ActionName(a), d.m.ActionName(next))
	detail := fmt.Sprintf("Seen and earned together tell the states apart after every pair of actions; hardest after %s, σ = %s.", pair, figure.Number(worst))
	if deficient > 0 {
		which := fmt.Sprintf("For %d of the %d pairs of actions", deficient, n.Pairs())
		if n.Pairs() == 1 {
			which = "For the only pair of actions"
		}
		detail = fmt.Sprintf("%s, what is seen and earned together cannot tell all states apart; worst after %s, σ = %s.", which, pair, figure.Number(worst))
	}
	d.add(Assumption{Name: "O-rank", Holds: deficient == 0, Value: worst, Detail: detail, Needed: true})
}

// block is O's block of a pair of actions.
func (d *doctor) block(pair int) *mat.Dense {
	n := d.n
	a, next := n.PairActions(pair)
	block := mat.NewDense(n.Outcomes(), n.S, nil)
	for o := range n.Outcomes() {
		z, r := n.OutcomeAt(o)
		for s := range n.S {
			block.Set(o, s, d.m.Z(a, s, z)*d.m.R(next, s, r))
		}
	}
	return block
}

// reach judges assumption 2 as printed (two steps) and as the method needs it
// (one step, under every action).
func (d *doctor) reach() {
	m, n := d.m, d.n
	one, oneState, oneAction, never := math.Inf(1), 0, 0, 0
	unmet := make([][]string, n.S) // the actions one step after which a state is never met
	two, twoState := math.Inf(1), 0
	after := make([]float64, n.S) // after two uniform actions
	for a := range n.A {
		first := step(m, a, m.spec.Initial)
		for s, p := range first {
			if p < one {
				one, oneState, oneAction = p, s, a
			}
			if p <= 0 {
				unmet[s] = append(unmet[s], m.ActionName(a))
				never++
			}
		}
		for b := range n.A {
			for s, p := range step(m, b, first) {
				after[s] += p / float64(n.Pairs())
			}
		}
	}
	for s, p := range after {
		if p < two {
			two, twoState = p, s
		}
	}
	detail := fmt.Sprintf("Every state can be met after two steps; %s least, with probability %s.", m.StateName(twoState), figure.Number(two))
	if two <= 0 {
		detail = fmt.Sprintf("%s is never met after two steps, so nothing can be learned about it.", m.StateName(twoState))
	}
	d.add(Assumption{Name: "reach-two-steps", Holds: two > 0, Value: two, Detail: detail, Printed: true, Needed: true})

	detail = fmt.Sprintf("Every state can be met after one step of every action; %s after %s least, with probability %s.",
		m.StateName(oneState), m.ActionName(oneAction), figure.Number(one))
	if one <= 0 {
		detail = fmt.Sprintf("%s cannot be met one step after %s: p(h₁) has %s in all, and the pair moment P₁₂ loses rank.",
			m.StateName(oneState), strings.Join(unmet[oneState], " or "), figure.Counted(never*n.A, "zero", "zeros"))
	}
	d.add(Assumption{Name: "reach-one-step", Holds: one > 0, Value: one, Detail: detail, Needed: true})
}

func step(m *POMDP, a int, before []float64) []float64 {
	after := make([]float64, len(before))
	for s, p := range before {
		for next := range after {
			after[next] += p * m.T(a, s, next)
		}
	}
	return after
}

// moments judges σ_k of the exact pair moments: what decides, in the end,
// whether the spectral method can see all k hidden states.
func (d *doctor) moments(hmm *InducedHMM) {
	p12, p13 := hmm.PairSingularValues()
	k := d.n.K()
	for _, x := range []struct {
		name, symbol string
		values       []float64
	}{{"sigma-k-P12", "P₁₂", p12}, {"sigma-k-P13", "P₁₃", p13}} {
		smallest := x.values[k-1]
		rank := numericalRank(x.values)
		if rank < k {
			smallest = 0 // what is there is rounding
		}
		detail := fmt.Sprintf("%s has rank %d: it tells all states of the HMM apart. The smaller σ%s = %s, the more episodes it takes to stand out from noise.",
			x.symbol, k, figure.Sub(k), figure.Number(smallest))
		if rank < k {
			detail = fmt.Sprintf("%s has rank %d, not k = %d: it does not tell all states of the HMM apart, whatever the number of episodes.", x.symbol, rank, k)
		}
		d.add(Assumption{Name: x.name, Holds: rank == k, Value: smallest, Detail: detail, Needed: true})
	}
}

// PairSingularValues returns the k largest singular values of the exact
// P₁₂ = O diag(p(h₁)) Tᵀ Oᵀ and P₁₃ = O diag(p(h₁)) Tᵀ Tᵀ Oᵀ, largest first,
// by way of O = QR: Q does not change them.
func (hmm *InducedHMM) PairSingularValues() (p12, p13 []float64) {
	k, r := hmm.Sizes.K(), hmm.Triangle()
	var left, mid, x mat.Dense
	left.Mul(r, mat.NewDiagDense(k, hmm.H1))
	mid.Mul(&left, hmm.T.T())
	x.Mul(&mid, r.T())
	p12 = singularValues(&x, k)
	left.Mul(&mid, hmm.T.T())
	x.Mul(&left, r.T())
	return p12, singularValues(&x, k)
}

// Triangle is R of O = QR, with at most as many rows as O has columns. What does not depend on the coordinates of the symbols,
// such as norms and singular values, is the same of R. A state emits symbols of its own pair of actions alone, so that each
// pair has a factor of its own.
func (hmm *InducedHMM) Triangle() *mat.Dense {
	n := hmm.Sizes
	rows, outcomes := min(n.S, n.Outcomes()), n.Outcomes()
	r := mat.NewDense(n.Pairs()*rows, n.K(), nil)
	for pair := range n.Pairs() {
		block := hmm.O.Slice(pair*outcomes, (pair+1)*outcomes, pair*n.S, (pair+1)*n.S)
		to := r.Slice(pair*rows, (pair+1)*rows, pair*n.S, (pair+1)*n.S).(*mat.Dense)
		if outcomes < n.S {
			to.Copy(block)
			continue
		}
		var qr mat.QR
		qr.Factorize(block)
		var full mat.Dense
		qr.RTo(&full)
		to.Copy(full.Slice(0, n.S, 0, n.S))
	}
	return r
}

// Emitted is O·x (d × columns of x), pair by pair.
func (hmm *InducedHMM) Emitted(x *mat.Dense) *mat.Dense {
	n := hmm.Sizes
	_, cols := x.Dims()
	out := mat.NewDense(n.D(), cols, nil)
	for pair := range n.Pairs() {
		o, s := pair*n.Outcomes(), pair*n.S
		block := out.Slice(o, o+n.Outcomes(), 0, cols).(*mat.Dense)
		block.Mul(hmm.O.Slice(o, o+n.Outcomes(), s, s+n.S), x.Slice(s, s+n.S, 0, cols))
	}
	return out
}

// singularValues returns the n largest singular values of x, padded with zeros
// if x has fewer.
func singularValues(x mat.Matrix, n int) []float64 {
	var svd mat.SVD
	if !svd.Factorize(x, mat.SVDNone) {
		return make([]float64, n) // LAPACK gives up only on NaN, which no Law holds
	}
	values := svd.Values(nil)
	for len(values) < n {
		values = append(values, 0)
	}
	return values[:n]
}

// rankOf returns the numerical rank of x and its smallest singular value among
// as many as x has columns.
func rankOf(x mat.Matrix) (rank int, smallest float64) {
	_, cols := x.Dims()
	values := singularValues(x, cols)
	rank, smallest = numericalRank(values), values[cols-1]
	if rank < cols {
		smallest = 0 // what is there is rounding
	}
	return rank, smallest
}

func numericalRank(values []float64) int {
	rank := 0
	for _, v := range values {
		if v > rankTolerance*values[0] {
			rank++
		}
	}
	return rank
}
