package quantity

import (
	"math"

	"eeporl/model"
	"eeporl/pomdp"
)

// settings are the sizes and settings of the active branch, and how many branches and
// findings there are.
func settings() []Quantity {
	size := func(name, symbol, is, formula, matters string, of func(n pomdp.Sizes) int) Quantity {
		return Quantity{Name: name, Symbol: symbol, Is: is, Formula: formula, Matters: matters, Count: true,
			Read: constant(func(s model.Session) float64 { return float64(of(s.Config().Model.Sizes())) })}
	}
	return []Quantity{
		size("states", "|S|", "|S|, the model's hidden states", "", "", func(n pomdp.Sizes) int { return n.S }),
		size("actions", "|A|", "|A|, the actions", "", "", func(n pomdp.Sizes) int { return n.A }),
		size("observations", "|Z|", "|Z|, the observations", "", "", func(n pomdp.Sizes) int { return n.Z }),
		size("rewards", "|R|", "|R|, the reward levels", "", "", func(n pomdp.Sizes) int { return n.R }),
		size("k", "", "k, the hidden states of the induced HMM", "k = |A|²|S|", "A hidden state is two actions and the state between them (Lemma 1).", pomdp.Sizes.K),
		size("d", "", "d, the symbols of the induced HMM", "d = |A|²|Z||R|", "A symbol is an action, what was seen, what the next action earned, and that action (Lemma 1).", pomdp.Sizes.D),
		{Name: "cells", Detail: true, Is: "triples that can occur", Formula: "|A|⁴(|Z||R|)³: neighbouring symbols share an action", Matters: "All other entries of P̂₁₂₃ are 0 for good.", Count: true,
			Read: constant(func(s model.Session) float64 { return float64(s.Config().Model.Sizes().Cells()) })},
		{Name: "horizon", Symbol: "H", Is: "H, the steps of an episode", Count: true,
			Read: constant(func(s model.Session) float64 { return float64(s.Config().Model.Horizon()) })},
		{Name: "discount", Symbol: "γ", Is: "γ, the discount",
			Read: constant(func(s model.Session) float64 { return s.Config().Model.Discount() })},
		{Name: "c", Is: "c, how much exploration mixes the actions", Formula: "Π = (I + c·11ᵀ)/(1 + c|A|)",
			Read: constant(func(s model.Session) float64 {
				if s.Truth().Unknown != "" {
					return math.NaN() // a log does not say how its actions were drawn
				}
				return s.Config().C
			})},
		{Name: "repeats", Detail: true, Is: "how likely exploration repeats the action before the last", Formula: "(1 + c)/(1 + c|A|)", Matters: "The more it repeats, the more do early symbols tell of late ones.",
			Read: constant(func(s model.Session) float64 {
				if s.Truth().Unknown != "" {
					return math.NaN()
				}
				return s.Truth().Exploration.Pi(0, 0)
			})},
		{Name: "seed", Is: "the seed of everything random", Count: true, Read: constant(func(s model.Session) float64 { return float64(s.Config().Seed) })},
		{Name: "branch", Is: "the number of the branch on the screen", Count: true, Read: constant(func(s model.Session) float64 { return float64(s.Branch()) })},
		{Name: "branches", Is: "how many branches there are", Count: true, Read: constant(func(s model.Session) float64 { return float64(s.Branches()) })},
		{Name: "findings", Is: "how many findings there are at the cursor", Count: true, Read: constant(func(s model.Session) float64 { return float64(len(s.Findings())) })},
	}
}

// places are where the cursor is.
func places() []Quantity {
	return []Quantity{
		{Name: "place", Is: "the beat's number on the timeline, from 1", Count: true, Read: constant(func(s model.Session) float64 { return float64(s.Place()) + 1 })},
		{Name: "beats", Is: "how many beats the timeline has", Count: true, Read: constant(func(s model.Session) float64 { return float64(s.Beats()) })},
		{Name: "phase", Is: "1 while exploring, 2 while following the plan", Count: true, Read: exactly(func(_ model.Session, n *model.Now) float64 {
			switch n.Kind {
			case model.Explore, model.Leap:
				return 1
			case model.Exploit:
				return 2
			}
			return math.NaN()
		})},
	}
}
