package why

import (
	"cmp"
	"fmt"
	"math"

	"eeporl/model"
	"eeporl/moments"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

// pairMoment explains an entry of P̂₁₂ or P̂₁₃.
func (x *explainer) pairMoment() {
	i, j := x.Target.I, x.Target.J
	second, read := 2, (*moments.Counts).P12
	if x.Target.Kind == P13 {
		second, read = 3, (*moments.Counts).P13
	}
	sub := figure.Sub(second)
	x.Title = fmt.Sprintf("P̂₁%s[%d, %d]", sub, i+1, j+1)
	x.Formula = fmt.Sprintf("P̂₁%s[i, j] = #(x₁ = i, x%s = j) / N", sub, sub)
	share := func(c *moments.Counts) float64 { return read(c, i, j) }
	if x.noCounts(share, i, j) {
		return
	}
	x.input("x₁", x.tuple(i))
	x.input("x"+sub, x.tuple(j))
	x.Subject = "x₁ = " + x.tuple(i) + ", x" + sub + " = " + x.tuple(j)
	if second == 2 && x.n.SymbolAt(i).Next != x.n.SymbolAt(j).Action {
		x.impossible("x₁ ends with the action that x₂ begins with, a₂; these two disagree about it, so no episode can show them together")
		return
	}
	x.frequency(share, func(t pomdp.Triple) bool { return t[0] == i && t[second-1] == j })
	x.Account = fmt.Sprintf("The share of the episodes whose first symbol was %s and whose symbol x%s was %s.", x.tuple(i), sub, x.tuple(j))
}

// tripleMoment explains an entry of P̂₁₂₃.
func (x *explainer) tripleMoment() {
	t := pomdp.Triple{x.Target.I, x.Target.J, x.Target.K}
	x.Title = fmt.Sprintf("P̂₁₂₃[%d, %d, %d]", t[0]+1, t[1]+1, t[2]+1)
	x.Formula = "P̂₁₂₃[i, j, l] = #(x₁ = i, x₂ = j, x₃ = l) / N"
	share := func(c *moments.Counts) float64 { return c.P123(t) }
	if x.noCounts(share, t[:]...) {
		return
	}
	for i, symbol := range t {
		x.input("x"+figure.Sub(i+1), x.tuple(symbol))
	}
	x.Subject = x.tuple(t[0]) + ", " + x.tuple(t[1]) + ", " + x.tuple(t[2])
	if _, err := x.n.CellOf(t); err != nil {
		x.impossible("neighbouring symbols share an action; these disagree about it, so no episode can show them together")
		return
	}
	x.frequency(share, func(u pomdp.Triple) bool { return t == u })
	x.Account = "The share of the episodes that showed just these three symbols one after the other. Given h₂, which no episode shows, the three are independent: that is what the method takes apart."
}

// noCounts reports whether a moment cannot be shown, and the explanation then says why:
// the model is too large, there is no such symbol, or nothing has been counted. In the
// last case the exact value, if known, is given as the truth.
func (x *explainer) noCounts(share func(*moments.Counts) float64, symbols ...int) bool {
	if x.truth.TooLarge != "" {
		x.absent("the model is too large to learn from episodes: " + x.truth.TooLarge)
		return true
	}
	for _, symbol := range symbols {
		if x.beyond(symbol, x.n.D()) {
			return true
		}
	}
	if x.now.N == 0 {
		if x.truth.Exact() != nil {
			x.Truth = share(x.truth.Exact())
		}
		x.absent("no triple has been counted yet")
		return true
	}
	return false
}

// impossible explains an entry that is 0 whatever the episodes.
func (x *explainer) impossible(why string) {
	x.Value, x.Truth, x.Low, x.High = 0, 0, 0, 0
	x.promise(0, "it is 0 by construction")
	x.Account = "This entry is 0 for good: " + why + "."
	x.given("0 by construction")
}

// frequency explains the share of a cell, or a sum of cells, in the counts.
func (x *explainer) frequency(share func(*moments.Counts) float64, of func(pomdp.Triple) bool) {
	c := x.now.Counts
	x.Value = share(c)
	if x.truth.Exact() != nil {
		x.Truth = share(x.truth.Exact())
	} else {
		x.unknown("truth", cmp.Or(x.truth.Unknown, "the law that the episodes come from is not known"))
	}
	if c.Exact() {
		x.input("N", "∞: the exact law stands in place of the counts")
		x.Low, x.High, x.IntervalIs = x.Value, x.Value, "no sampling error"
		x.promise(0, "no sampling error")
	} else {
		count := math.Round(x.Value * c.Mass())
		x.input("count", figure.Count(count))
		x.input("N", figure.Count(c.Total()))
		x.Low, x.High = wilson(count, c.Total())
		x.IntervalIs = "Wilson's 95 % interval of a frequency"
		x.promise(sampling(c.Total()))
	}
	x.raised(share, of)
}

// sampling is what ‖P̂ − P‖_F of a table of frequencies from n episodes stays below
// with probability 1 − δ, and a sentence that says so.
func sampling(n float64) (bound float64, which string) {
	return (1 + math.Sqrt(-math.Log(model.TheoryDelta))) / math.Sqrt(n),
		fmt.Sprintf("‖P̂ − P‖_F ≤ (1 + √ln(1/δ))/√N with probability 1 − δ = %s (McDiarmid; inside Lemma 2)", figure.Number(1-model.TheoryDelta))
}

// wilson is the 95 % score interval (Wilson 1927): unlike ± 1.96 standard
// errors it does not shrink to nothing at a count of 0.
func wilson(count, n float64) (low, high float64) {
	const z = 1.959963984540054
	p := count / n
	centre := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return math.Max(centre-half, 0), math.Min(centre+half, 1)
}
