package quantity

import (
	"fmt"
	"math"

	"eeporl/model"
	"eeporl/model/experiment"
	"eeporl/moments/bounds"
	"eeporl/planning"
)

const aboutN = "The theorem promises a policy within ε of the best for this many episodes. It must hold for every model with the same constants, so it asks for far more than any one of them needs."

// promised are what phase 1 costs and what the theorem says of it.
func promised() []Quantity {
	episodes := func(name, is string, of func(bounds.Episodes) bounds.Count) Quantity {
		return Quantity{Name: name, Detail: name != "theorem_N", Is: is, Formula: "see the inputs", Matters: aboutN,
			Read: constant(func(s model.Session) float64 {
				if th := s.Theory(); th != nil && th.Plugged == nil { // with estimates for the truth it promises nothing
					return of(th.Episodes).N
				}
				return math.NaN()
			})}
	}
	return []Quantity{
		{Name: "explore_value", Value: true, Detail: true, Is: "what an episode of phase 1 earns", Formula: "E[Σ γ^{t−1} r_t] under exploration", Matters: aboutWorth,
			Read: constant(func(s model.Session) float64 { return s.Claim().Explore })},
		{Name: "no_memory", Value: true, Detail: true, Is: "what the best policy without memory is worth", Formula: "max over a₁ and f of E[Σ γ^{t−1} r_t], a_{t+1} = f(r_t, z_{t+1})", Matters: "It looks at what was seen last and at nothing else. Where it is near the optimum, a world hardly asks for memory.",
			Read: constant(func(s model.Session) float64 { return s.Claim().Memoryless })},
		{Name: "steady", Value: true, Detail: true, Is: "what the best single action earns", Formula: "max over a of E[Σ γ^{t−1} r_t], a_t = a", Matters: "It needs no data but a few tries of each action. A plan earns its keep by what it earns beyond.",
			Read: constant(func(s model.Session) float64 { _, earns := s.Truth().Steady(); return earns })},
		{Name: "exploring_cost", Detail: true, Is: "what exploring has cost", Formula: "N (V* − V of exploration)", Matters: "The regret of phase 1 grows with every episode: the price of what was learned.",
			Read: func(s model.Session, n *model.Now) planning.Span { return s.Claim().Exploring(n.N) }},
		{Name: "total_regret", Detail: true, Is: "regret after ten times N episodes", Formula: "N (V* − V of exploration) + 9N (V* − V)", Matters: "Phase 1 and nine times as many episodes of phase 2 after it.",
			Read: func(s model.Session, n *model.Now) planning.Span { return s.Claim().AfterTen(n.N) }},
		episodes("printed_N", "Theorem 1's N, as printed", func(e bounds.Episodes) bounds.Count { return e.Printed }),
		episodes("appendix_N", "Theorem 1's N, as the appendix ends", func(e bounds.Episodes) bounds.Count { return e.Appendix }),
		episodes("theorem_N", "Theorem 1's N, lemma by lemma", func(e bounds.Episodes) bounds.Count { return e.Chained }),
		{Name: "sufficed_N", Detail: true, Count: true, Is: "the N that sufficed for nine of ten seeds", Formula: fmt.Sprintf("the least power of ten with which nine tenths of %d seeds have a regret of at most ε", experiment.SufficientSeeds), Matters: "What the theorem's N is to be held against.",
			Read: constant(func(s model.Session) float64 {
				found, _ := s.Sufficed()
				return found.Episodes()
			})},
		{Name: "epsilon", Symbol: "ε", Is: "the regret ε that the theorem is asked to guarantee", Read: constant(func(model.Session) float64 { return model.TheoryEpsilon })},
		{Name: "delta", Symbol: "δ", Is: "the probability δ with which it may fail", Read: constant(func(model.Session) float64 { return model.TheoryDelta })},
	}
}
