package quantity

import (
	"math"

	"eeporl/model"
	"eeporl/pomdp"
)

// episodes are the numbers of an episode that may be shown. None is about hidden states:
// a user who sees whether a condition holds could find them out with it.
func episodes() []Quantity {
	shown := func(read func(s model.Session, n *model.Now) float64) func(s model.Session, n *model.Now) float64 {
		return func(s model.Session, n *model.Now) float64 {
			if n.Episode == nil {
				return math.NaN()
			}
			return read(s, n)
		}
	}
	return []Quantity{
		{Name: "episode", Is: "the episode's number in its phase, from 1", Count: true,
			Read: exactly(shown(func(_ model.Session, n *model.Now) float64 { return float64(n.Number) }))},
		{Name: "step", Is: "the t of the episode's last action, 0 before the first", Count: true,
			Read: exactly(shown(func(_ model.Session, n *model.Now) float64 { return float64(Step(n)) }))},
		{Name: "reward", Is: "the reward received last",
			Read: exactly(func(s model.Session, n *model.Now) float64 {
				if step, ok := Drawn(n, model.BeatReward); ok {
					return s.Config().Model.RewardValue(step.Reward.Value)
				}
				return math.NaN()
			})},
		{Name: "x", Is: "the number of the symbol x_t completed last, from 1", Count: true,
			Read: exactly(func(s model.Session, n *model.Now) float64 {
				if x, ok := Symbol(s, n); ok {
					return float64(x) + 1
				}
				return math.NaN()
			})},
		{Name: "earned", Is: "what the episode of phase 2 earned so far", Formula: "Σ γ^{t−1} r_t", Matters: "The rewards of the episode under way, up to this beat.",
			Read: exactly(shown(func(_ model.Session, n *model.Now) float64 {
				if !n.Phase2() {
					return math.NaN()
				}
				return n.Earned
			}))},
	}
}

// Drawn is the episode's last step whose beat of that kind has happened; false if none
// has.
func Drawn(n *model.Now, kind model.BeatKind) (pomdp.Step, bool) {
	if n.Episode == nil {
		return pomdp.Step{}, false
	}
	for t := len(n.Episode.Steps); t >= 1; t-- {
		if n.Drawn(kind, t) {
			return n.Episode.Steps[t-1], true
		}
	}
	return pomdp.Step{}, false
}

// Step is the t of the episode's last action, 0 before the first.
func Step(n *model.Now) int {
	t := 0
	for t < len(n.Episode.Steps) && n.Drawn(model.BeatAction, t+1) {
		t++
	}
	return t
}

// Symbol is the index of the episode's last complete x_t.
func Symbol(s model.Session, n *model.Now) (int, bool) {
	if n.Episode == nil {
		return 0, false
	}
	for t := min(3, len(n.Episode.Steps)-1); t >= 1; t-- {
		if !n.Drawn(model.BeatSymbol, t) {
			continue
		}
		in, out := n.Episode.Steps[t-1], n.Episode.Steps[t]
		return s.Config().Model.Sizes().SymbolIndex(pomdp.Symbol{
			Action: in.Action.Value, Observation: in.Observation.Value, Reward: out.Reward.Value, Next: out.Action.Value,
		}), true
	}
	return 0, false
}
