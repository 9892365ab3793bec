package watch

import (
	"math"
	"path/filepath"

	"eeporl/model"
	"eeporl/moments"
)

// settings are the names of what a session starts from.
func settings() []figureOf {
	size := func(name, does string, of func(s model.Session) int) figureOf {
		return count(name, does, func(s model.Session, _ *model.Now) float64 { return float64(of(s)) })
	}
	return []figureOf{
		word("scenario", "the model's name", nil, func(s model.Session, _ *model.Now) string { return filepath.Base(s.Config().Scenario) }),
		size("states", "|S|", func(s model.Session) int { return s.Config().Model.Sizes().S }),
		size("actions", "|A|", func(s model.Session) int { return s.Config().Model.Sizes().A }),
		size("observations", "|Z|", func(s model.Session) int { return s.Config().Model.Sizes().Z }),
		size("rewards", "|R|", func(s model.Session) int { return s.Config().Model.Sizes().R }),
		size("k", "k = |A|²|S|, the induced HMM's hidden states", func(s model.Session) int { return s.Config().Model.Sizes().K() }),
		size("d", "d = |A|²|Z||R|, the induced HMM's symbols", func(s model.Session) int { return s.Config().Model.Sizes().D() }),
		size("horizon", "H, the steps of an episode", func(s model.Session) int { return s.Config().Model.Horizon() }),
		number("discount", "γ", func(s model.Session, _ *model.Now) float64 { return s.Config().Model.Discount() }),
		number("c", "how much exploration mixes", func(s model.Session, _ *model.Now) float64 {
			if s.Truth().Unknown != "" {
				return math.NaN() // a log does not say how its actions were drawn
			}
			return s.Config().C
		}),
		count("seed", "the seed of everything random", func(s model.Session, _ *model.Now) float64 { return float64(s.Config().Seed) }),
		word("method", "the estimator that the next estimate will use", moments.EstimatorNames(), func(s model.Session, _ *model.Now) string { return s.Method() }),
		count("branch", "the number of the branch on the screen", func(s model.Session, _ *model.Now) float64 { return float64(s.Branch()) }),
		count("branches", "how many branches there are", func(s model.Session, _ *model.Now) float64 { return float64(s.Branches()) }),
		truth("edited", "the probabilities are not the first branch's", func(s model.Session, _ *model.Now) bool { return s.Edited() }),
	}
}

// The words of where a session stands.
var (
	segmentWords = []string{"explore", "leap", "estimate", "plan", "exploit"}
	stageWords   = []string{"moments", "spectrum", "eigen", "likelihood", "columns", "labels", "parameters"}
)

func beatWords() []string {
	var out []string
	for k := model.BeatStart; k <= model.BeatBranch; k++ {
		out = append(out, k.String())
	}
	return out
}

// places are the names of where the cursor is.
func places() []figureOf {
	return []figureOf{
		word("beat", "what the beat at the cursor does", beatWords(), func(_ model.Session, n *model.Now) string { return n.Beat.Kind.String() }),
		count("place", "the beat's number on the timeline, from 1", func(s model.Session, _ *model.Now) float64 { return float64(s.Place()) + 1 }),
		count("beats", "how many beats the timeline has", func(s model.Session, _ *model.Now) float64 { return float64(s.Beats()) }),
		word("segment", "which part of the story the cursor is in", segmentWords, func(_ model.Session, n *model.Now) string { return n.Kind.String() }),
		count("phase", "1 while exploring, 2 while following the plan", func(_ model.Session, n *model.Now) float64 {
			switch n.Kind {
			case model.Explore, model.Leap:
				return 1
			case model.Exploit:
				return 2
			}
			return math.NaN()
		}),
		truth("pending", "the cursor waits for work", func(_ model.Session, n *model.Now) bool { return n.Pending }),
		word("stage", "the stage of the estimate that is shown", stageWords, func(_ model.Session, n *model.Now) string {
			if n.Estimate == nil {
				return ""
			}
			return n.Shown.Stage()
		}),
		truth("whole", "all stages of the estimate have been shown", func(_ model.Session, n *model.Now) bool { return n.Whole }),
		truth("stale", "episodes were counted since the estimate", func(_ model.Session, n *model.Now) bool { return n.Stale }),
	}
}
