package why

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/pomdp/figure"
)

// column explains a whole column of Ô.
func (x *explainer) column() {
	c := x.Target.I
	x.Title = fmt.Sprintf("column %d of Ô", c+1)
	e := x.estimate(model.BeatColumns)
	x.Formula = columnFormula(e)
	if e == nil || x.beyond(c, x.n.K()) {
		return
	}
	x.Word = fmt.Sprintf("a distribution over d = %d symbols", x.n.D())
	x.unknown("truth", "the columns' order is the estimator's own, and no truth is known to match it to")
	values := make([]float64, x.n.D())
	sum, negative := 0.0, 0.0
	for i := range values {
		values[i] = e.O.At(i, c)
		sum, negative = sum+values[i], negative+math.Max(-values[i], 0)
	}
	x.number("sum of its entries, 1 for a distribution", sum)
	x.number("negative mass", negative)
	for _, i := range largest(values, 4) {
		x.number("Ô at "+x.tuple(i), values[i])
	}
	if cmp := x.comparison(e); cmp != nil {
		h := cmp.Assignment[c]
		square := 0.0
		for i, v := range values {
			d := v - x.truth.HMM.O.At(i, h)
			square += d * d
		}
		x.TrueWord = "stands for h = " + x.hiddenName(h)
		x.Error = math.Sqrt(square)
	}
	x.lemmaBound("L2", "ε₁", "Lemma 2: ε₁ of this N, for ‖Ô_h − O_h‖₂")
	x.Account = "One column says what one hidden state of the induced HMM emits. The estimator finds the columns in an order of its own; the state beside it is the best match among the true ones."
	x.fromStage(model.BeatColumns)
}

func columnFormula(e *experiment.Estimated) string {
	if e != nil && e.Model != nil {
		return "O[x, h] = δ(a) δ(a') Z_a[z, s] R_a'[r, s] of the estimated model (Lemma 1)"
	}
	return "Ô = M̂₂ = U₂ Θ⁻¹ L₂, row i of L₂ the diagonal of R⁻¹ B₁₃₂(U₂θᵢ) R (Lemma 2)"
}

// largest are the indices of the n largest values, falling.
func largest(values []float64, n int) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[j], values[i]) })
	return order[:min(n, len(order))]
}

// entry explains Ô[x, column].
func (x *explainer) entry() {
	i, c := x.Target.I, x.Target.J
	x.Title = fmt.Sprintf("Ô[%d, column %d]", i+1, c+1)
	e := x.estimate(model.BeatColumns)
	x.Formula = columnFormula(e)
	if e == nil || x.beyond(i, x.n.D()) || x.beyond(c, x.n.K()) {
		return
	}
	x.Value = e.O.At(i, c)
	x.Subject = "x = " + x.tuple(i)
	x.input("x", x.tuple(i))
	x.contraction(e, i, c)
	if e.Model != nil {
		sym, s := x.n.SymbolAt(i), c%x.n.S
		if h := x.n.HiddenAt(c); h.Action == sym.Action && h.Next == sym.Next {
			x.number("Ẑ_a[z, s]", e.Model.Z(sym.Action, s, sym.Observation))
			x.number("R̂_a'[r, s]", e.Model.R(sym.Next, s, sym.Reward))
		} else {
			x.input("δ(a) δ(a')", "0: the column belongs to another pair of actions")
		}
	}
	if cmp := x.comparison(e); cmp != nil {
		h := cmp.Assignment[c]
		x.input("column stands for", "h = "+x.hiddenName(h))
		x.Subject += ", h = " + x.hiddenName(h)
		x.Truth = x.truth.HMM.O.At(i, h)
	}
	x.lemmaBound("L2", "ε₁", "Lemma 2: ‖Ô − O‖_max ≤ ε₁ of this N")
	x.Account = fmt.Sprintf("The probability that the hidden state of column %d emits %s. LabelActions looks for the largest such entry of the column.", c+1, x.tuple(i))
	x.fromStage(model.BeatColumns)
}

// contraction shows Ô = U₂(Θ⁻¹L₂) as the product that it is, term by term.
func (x *explainer) contraction(e *experiment.Estimated, i, c int) {
	if e.Model != nil || e.L2 == nil {
		return
	}
	theta, l2 := e.Eigen.Theta, e.L2
	var terms []string
	total := 0
	for q := range x.n.K() {
		u := e.Subspaces.U2.At(i, q)
		if u == 0 {
			continue
		}
		v := 0.0 // (ΘᵀL₂)[q, c], which is (Θ⁻¹L₂)[q, c] for an orthogonal Θ alone
		for r := range x.n.K() {
			v += theta.At(r, q) * l2.At(r, c)
		}
		if total++; len(terms) < 8 {
			terms = append(terms, figure.Number(u)+" × "+figure.Number(v))
		}
	}
	if len(terms) == 0 {
		return
	}
	text := terms[0]
	for _, t := range terms[1:] {
		text += " + " + t
	}
	if total > len(terms) {
		text += fmt.Sprintf(" + %d more", total-len(terms))
	}
	x.input("row of U₂ × column of Θ⁻¹L₂", text)
}

// step explains T̂[column, column].
func (x *explainer) step() {
	i, j := x.Target.I, x.Target.J
	x.Title = fmt.Sprintf("T̂[column %d, column %d]", i+1, j+1)
	x.Formula = "T̂ = Ô⁺(ÔT), Ô⁺ = (ÔᵀÔ)⁻¹Ôᵀ (Lemma 2)"
	e := x.estimate(model.BeatColumns)
	if e == nil || x.beyond(i, x.n.K()) || x.beyond(j, x.n.K()) {
		return
	}
	if e.T == nil {
		x.absent("Ô lacks full column rank, so T̂ cannot be solved for")
		return
	}
	x.Value = e.T.At(i, j)
	if cmp := x.comparison(e); cmp != nil {
		to, from := cmp.Assignment[i], cmp.Assignment[j]
		x.Subject = x.hiddenName(from) + " to " + x.hiddenName(to)
		x.input("from", "h = "+x.hiddenName(from))
		x.input("to", "h' = "+x.hiddenName(to))
		x.Truth = x.truth.HMM.T.At(to, from)
	}
	x.lemmaBound("L2", "‖T̂ − T‖₂", "Lemma 2: no entry is further off than ‖T̂ − T‖₂")
	x.Account = "How the induced HMM moves from one hidden state to the next: the POMDP's own transition times Π, the chance that exploration takes the action after next."
	x.fromStage(model.BeatColumns)
}

// weight explains ŵ[column].
func (x *explainer) weight() {
	c := x.Target.I
	x.Title = fmt.Sprintf("ŵ[column %d]", c+1)
	x.Formula = "ŵ = Ô⁺p̂(x₂) (Lemma 2)"
	e := x.estimate(model.BeatColumns)
	if e == nil || x.beyond(c, x.n.K()) {
		return
	}
	if e.W == nil {
		x.absent("Ô lacks full column rank, so ŵ cannot be solved for")
		return
	}
	x.Value = e.W[c]
	if cmp := x.comparison(e); cmp != nil {
		x.input("column stands for", "h = "+x.hiddenName(cmp.Assignment[c]))
		x.Subject = "h = " + x.hiddenName(cmp.Assignment[c])
		x.Truth = x.truth.HMM.W[cmp.Assignment[c]]
	}
	x.lemmaBound("L2", "‖ŵ − w‖₂", "Lemma 2: no entry is further off than ‖ŵ − w‖₂")
	x.Account = "The share of the episodes whose second hidden state is this column's: what weights the columns of Ô must have to add up to p̂(x₂)."
	x.fromStage(model.BeatColumns)
}

// worstEntry says where Ô is off by most.
func (x *explainer) worstEntry() {
	if e := x.now.Estimate; e != nil && e.Comparison != nil && x.now.Shown >= model.BeatColumns {
		at := e.Comparison.OMaxAt
		x.input("where", fmt.Sprintf("column %d, row %s", at[1]+1, x.tuple(at[0])))
	}
}
