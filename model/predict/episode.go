package predict

import (
	"context"
	"fmt"

	"eeporl/model"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

// symbol asks for x_t at the beat before it is complete. The wrong choices are
// the slips that the definition invites: a reward or an observation one step
// too early, and the two actions exchanged.
func symbol(s model.Session) (Question, bool) {
	n := s.Now()
	t := n.Beat.T - 1
	if n.Kind != model.Explore || n.Beat.Kind != model.BeatReward || t < 1 || t > 3 {
		return Question{}, false
	}
	in, out := n.Episode.Steps[t-1], n.Episode.Steps[t]
	x := pomdp.Symbol{Action: in.Action.Value, Observation: in.Observation.Value, Reward: out.Reward.Value, Next: out.Action.Value}
	early, swapped, before := x, x, x
	if in.Reward.Value >= 0 { // a log does not show r₁
		early.Reward = in.Reward.Value
	}
	swapped.Action, swapped.Next = x.Next, x.Action
	if t > 1 {
		before.Observation = n.Episode.Steps[t-2].Observation.Value
	}
	m := s.Config().Model
	choices, place := shuffle(s, []string{m.SymbolName(x), m.SymbolName(early), m.SymbolName(swapped), m.SymbolName(before)})
	return Question{
		Ask:     fmt.Sprintf("Which symbol does the HMM emit as x%s?", figure.Sub(t)),
		Choices: choices,
		steps:   []step{on(model.BeatSymbol)},
		read: func(_ context.Context, after model.Session) (int, string, bool) {
			return place[0], fmt.Sprintf("x%[1]s = (a%[1]s, z%[2]s, r%[2]s, a%[2]s): a%[1]s led to what was seen as z%[2]s. a%[2]s earned r%[2]s in the state between them.",
				figure.Sub(t), figure.Sub(t+1)), after.Now().Beat.Kind == model.BeatSymbol
		},
	}, true
}

// cell asks, once x₁, x₂ and x₃ are complete, which entry of P̂₁₂ their triple
// raises.
func cell(s model.Session) (Question, bool) {
	n := s.Now()
	if n.Kind != model.Explore || n.Beat != (model.Beat{Kind: model.BeatSymbol, T: 3}) || s.Truth().TooLarge != "" {
		return Question{}, false
	}
	m := s.Config().Model
	counted, ok := pomdp.TripleCell(m.Sizes(), n.Episode.Steps)
	if !ok {
		return Question{}, false
	}
	x := m.Sizes().Triple(counted)
	name := func(i int) string { return m.SymbolDigits(m.Sizes().SymbolAt(x[i])) }
	entry := func(row, column int) string {
		return fmt.Sprintf("row %s, column %s", name(row), name(column))
	}
	pairs := [][2]int{{0, 1}, {1, 0}, {1, 2}, {0, 2}}
	var all []string
	for _, p := range pairs {
		all = append(all, entry(p[0], p[1]))
	}
	choices, place := shuffle(s, all)
	before := n.Counts
	return Question{
		Ask:     fmt.Sprintf("About to be counted: x₁ = %s, x₂ = %s, x₃ = %s. Which entry of P̂₁₂ does it raise?", name(0), name(1), name(2)),
		Choices: choices,
		steps:   []step{on(model.BeatCount)},
		read: func(_ context.Context, after model.Session) (int, string, bool) {
			for i, p := range pairs {
				if place[i] >= 0 && raised(before, after.Now().Counts, x[p[0]], x[p[1]]) {
					return place[i], "P̂₁₂ counts what followed what: its row is x₁, its column x₂. The same triple raises row x₁, column x₃ of P̂₁₃; the pair (x₂, x₃) has no table of its own.", true
				}
			}
			return 0, "", false
		},
	}, true
}

// counts is what raised needs of two tables.
type counts interface {
	P12(x1, x2 int) float64
	Total() float64
}

// raised compares the counts behind an entry of P̂₁₂, not its frequency, which
// falls in every other cell.
func raised(before, after counts, x1, x2 int) bool {
	return after.P12(x1, x2)*after.Total() > before.P12(x1, x2)*before.Total()+.5
}
