package watch

import (
	"math"
	"slices"

	"eeporl/model"
	"eeporl/pomdp"
	"eeporl/pomdp/finding"
)

// lists are the names that take arguments, and enumerated, which may be too large for a
// float64.
func lists() []figureOf {
	return []figureOf{
		{Name{Name: "pairs", Kind: Number, Takes: []string{"x1", "x2"}, Does: "how often x₁ and x₂ were counted together, symbols by number"}, counted},
		{Name{Name: "triples", Kind: Number, Takes: []string{"x1", "x2", "x3"}, Does: "how often x₁, x₂ and x₃ were counted together"}, counted},
		{Name{Name: "enumerated", Kind: Number, Does: "how many β-vectors the paper's definition gives each pair's Γ_t"}, enumerated},
		{Name{Name: "finding", Kind: Truth, Takes: []string{"code"}, Values: Codes(), Does: "there is a finding of that code"},
			func(s model.Session, _ *model.Now, args []Value) Value {
				for _, f := range s.Findings() {
					if string(f.Code) == args[0].Text {
						return Is(true)
					}
				}
				return Is(false)
			}},
	}
}

// counted is pairs[x1, x2] or triples[x1, x2, x3]: episodes, or under the exact
// law their share.
func counted(_ model.Session, n *model.Now, args []Value) Value {
	var x [3]int
	d := n.Counts.Sizes().D()
	for i, a := range args {
		if !(a.Number >= 1 && a.Number <= float64(d)) || a.Number != math.Trunc(a.Number) {
			return Unknown(Number)
		}
		x[i] = int(a.Number) - 1
	}
	share := n.Counts.P123(pomdp.Triple(x))
	if len(args) == 2 {
		share = n.Counts.P12(x[0], x[1])
	}
	if n.Counts.Exact() {
		return Of(share)
	}
	return Count(math.Round(share * n.N))
}

func enumerated(_ model.Session, n *model.Now, _ []Value) Value {
	if n.Plan == nil || min(n.Level, len(n.Plan.Levels)) < 1 {
		return Unknown(Number)
	}
	l := n.Plan.Levels[min(n.Level, len(n.Plan.Levels))-1]
	v := Of(math.Pow(10, l.Enumerated.Log10))
	v.Text = l.Enumerated.String()
	return v
}

// Codes lists the findings that a session can come to.
func Codes() []string {
	var out []string
	for _, c := range finding.Codes() {
		out = append(out, string(c))
	}
	slices.Sort(out)
	return out
}
