package model

import (
	"eeporl/model/experiment"
	"eeporl/moments"
)

// BeatKind says what a beat of the timeline changes.
type BeatKind int

// The kinds of beat, in the order in which a run through EEPORL meets them.
const (
	BeatStart      BeatKind = iota // s₁ is drawn
	BeatAction                     // a_t is drawn
	BeatReward                     // r_t is received
	BeatSymbol                     // x_{t-1} is complete
	BeatCount                      // the triple (x₁, x₂, x₃) is counted
	BeatMove                       // s_{t+1} is drawn
	BeatObserve                    // z_{t+1} is seen
	BeatLeap                       // many episodes are counted at once
	BeatMoments                    // P̂₁₂, P̂₁₃ are handed to the estimator
	BeatSpectrum                   // singular values
	BeatEigen                      // eigenvalues under the best rotation
	BeatLikelihood                 // an iterative estimator's ascent
	BeatOperators                  // tests, histories, and operators between them
	BeatHistories                  // what followed each history
	BeatDraws                      // draws from the posterior
	BeatPower                      // an iteration of the tensor's first component, then all components
	BeatColumns                    // Ô, T̂, ŵ
	BeatLabels                     // LabelActions, permutations
	BeatParameters                 // POMDP parameters
	BeatLevel                      // Γ_t
	BeatPolicy                     // FindPolicy's argmax
	BeatRoot                       // phase 2: s₁ is drawn, the tree stands at its root
	BeatBranch                     // phase 2: (z, r) selects the next β-vector
)

// String is the kind in one word, as conditions and scripts name it.
func (k BeatKind) String() string {
	return [...]string{"start", "action", "reward", "symbol", "count", "move", "observe", "leap", "moments", "spectrum", "eigen",
		"likelihood", "operators", "histories", "draws", "power", "columns", "labels", "parameters", "level", "policy", "root", "branch"}[k]
}

// Beat is one step of the timeline. T is the episode's step, from 1; for BeatSymbol the
// symbol's number, one less than the step that completes it; for BeatLevel the steps to
// go.
type Beat struct {
	Kind BeatKind
	T    int
}

// exploreBeats are the beats of one phase 1 episode: x_{t-1} is complete once a_t is
// chosen and r_t is earned, so the triple is complete after the fourth reward.
func exploreBeats(horizon int) []Beat {
	beats := []Beat{{BeatStart, 0}}
	for t := 1; t <= horizon; t++ {
		beats = append(beats, Beat{BeatAction, t}, Beat{BeatReward, t})
		if t >= 2 && t <= 4 {
			beats = append(beats, Beat{BeatSymbol, t - 1})
		}
		if t == 4 {
			beats = append(beats, Beat{BeatCount, t})
		}
		beats = append(beats, Beat{BeatMove, t}, Beat{BeatObserve, t})
	}
	return beats
}

// exploitBeats are the beats of one phase 2 episode.
func exploitBeats(horizon int) []Beat {
	beats := []Beat{{BeatRoot, 0}}
	for t := 1; t <= horizon; t++ {
		beats = append(beats, Beat{BeatAction, t}, Beat{BeatReward, t}, Beat{BeatMove, t}, Beat{BeatObserve, t})
		if t < horizon {
			beats = append(beats, Beat{BeatBranch, t})
		}
	}
	return beats
}

// estimateBeats are the stages that an estimate went through; BeatMoments alone for an
// estimate that is not done, which is nil.
func estimateBeats(e *experiment.Estimated) []Beat {
	beats := []Beat{{Kind: BeatMoments}}
	if e == nil {
		return beats
	}
	for _, stage := range e.Trace()[1:] {
		if stage == moments.StagePower {
			for i := range e.Power.Shown() {
				beats = append(beats, Beat{BeatPower, i})
			}
			continue
		}
		beats = append(beats, Beat{Kind: BeatMoments + BeatKind(stage-moments.StageMoments)})
	}
	return beats
}

// Stage names an estimate's beat in one word, "" for a beat of something else.
func (k BeatKind) Stage() string {
	if k < BeatMoments || k > BeatParameters {
		return ""
	}
	return k.String()
}

// planBeats are Γ₁ … Γ_H, where there are vectors, and the argmax; the first of them alone for a plan that is not
// done, which is nil.
func planBeats(p *experiment.Planned) []Beat {
	if p == nil {
		return []Beat{{BeatLevel, 1}}
	}
	var beats []Beat
	for _, level := range p.Levels {
		beats = append(beats, Beat{BeatLevel, level.T})
	}
	return append(beats, Beat{BeatPolicy, p.Horizon})
}
