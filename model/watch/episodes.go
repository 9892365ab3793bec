package watch

import (
	"fmt"
	"math"

	"eeporl/model"
	"eeporl/pomdp"
)

// episodes are the names of what an episode shows. Hidden states have none: a
// condition is seen to hold, and that would give them away.
func episodes() []figureOf {
	return []figureOf{
		count("episode", "the episode's number in its phase, from 1", func(_ model.Session, n *model.Now) float64 {
			if n.Episode == nil {
				return math.NaN()
			}
			return float64(n.Number)
		}),
		count("step", "the t of the episode's last action, 0 before the first", func(_ model.Session, n *model.Now) float64 {
			if n.Episode == nil {
				return math.NaN()
			}
			return float64(step(n))
		}),
		word("action", "the action taken last", nil, func(s model.Session, n *model.Now) string {
			if step, ok := drawn(n, model.BeatAction); ok {
				return s.Config().Model.ActionName(step.Action.Value)
			}
			return ""
		}),
		number("reward", "the reward received last", func(s model.Session, n *model.Now) float64 {
			if step, ok := drawn(n, model.BeatReward); ok {
				return s.Config().Model.RewardValue(step.Reward.Value)
			}
			return math.NaN()
		}),
		word("observation", "what was seen last", nil, func(s model.Session, n *model.Now) string {
			if step, ok := drawn(n, model.BeatObserve); ok {
				return s.Config().Model.ObservationName(step.Observation.Value)
			}
			return ""
		}),
		count("x", "the number of the symbol x_t completed last, from 1", func(s model.Session, n *model.Now) float64 {
			if x, ok := symbol(s, n); ok {
				return float64(x) + 1
			}
			return math.NaN()
		}),
		word("pair", "the action pair of that symbol, as in 12", nil, func(s model.Session, n *model.Now) string {
			x, ok := symbol(s, n)
			if !ok {
				return ""
			}
			a, next := s.Config().Model.Sizes().PairActions(x / s.Config().Model.Sizes().Outcomes())
			return fmt.Sprintf("%d%d", a+1, next+1)
		}),
		number("earned", "what the episode of phase 2 earned so far", func(_ model.Session, n *model.Now) float64 {
			if !n.Phase2() || n.Episode == nil {
				return math.NaN()
			}
			return n.Earned
		}),
		word("advice", "what an optimal policy would do at this step of phase 2", nil, func(s model.Session, n *model.Now) string {
			if n.Advice == nil || n.Episode == nil {
				return ""
			}
			if t := step(n); t >= 1 && t <= len(n.Advice.Action) {
				return s.Config().Model.ActionName(n.Advice.Action[t-1])
			}
			return ""
		}),
	}
}

// drawn is the episode's last step of which a kind of beat has happened.
func drawn(n *model.Now, kind model.BeatKind) (pomdp.Step, bool) {
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

// step is the t of the last action, 0 before the first.
func step(n *model.Now) int {
	t := 0
	for t < len(n.Episode.Steps) && n.Drawn(model.BeatAction, t+1) {
		t++
	}
	return t
}

// symbol is the index of the episode's last complete x_t.
func symbol(s model.Session, n *model.Now) (int, bool) {
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
