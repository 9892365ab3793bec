package model

import (
	"fmt"

	"eeporl/planning"
	"eeporl/pomdp/figure"
)

// accountPlan tells a plan's beat.
func (s Session) accountPlan() (sentence, equation string) {
	n, p := &s.now, s.now.Plan
	if p == nil {
		return "No plan.", ""
	}
	if n.Beat.Kind == BeatLevel {
		level := p.Levels[n.Beat.T-1]
		vectors := "β-vectors"
		if level.Enumerated.String() == "1" {
			vectors = "β-vector"
		}
		made := backup
		if level.T == 1 {
			made = lastStep
		}
		defined := fmt.Sprintf("%s %s for each action pair", level.Enumerated, vectors)
		if p.First[0] >= 0 { // every pair has vectors of its own
			defined += fmt.Sprintf(", %s for all", Defined(p.Plan, level, s.config.Model.Sizes().Pairs()))
		}
		return fmt.Sprintf("Γ%s: by the paper's definition %s; %s.", figure.Sub(level.T), defined, kept(p.Plan, level)), made
	}
	if n.Estimate == nil {
		return fmt.Sprintf("The best policy for the model itself starts with %s and is worth %s.", s.config.Model.ActionName(p.First[1]), p.Best().Text(figure.Value)),
			"V* = max_π b·α^π"
	}
	who, equation := "FindPolicy", bestVector
	if p.Planner == planning.Levelling {
		who, equation = "The plan", levelled
	}
	text := fmt.Sprintf("%s expects %s and starts with %s.", who, figure.Value(p.Value), s.config.Model.ActionName(p.First[1]))
	if p.Best().Open() {
		text += fmt.Sprintf(" The best tree for what was learned is worth %s.", p.Best().Text(figure.Value))
	}
	if best := s.Optimum(); best != nil {
		text += fmt.Sprintf(" On the true POMDP the tree is worth %s of %s: regret %s.", figure.Value(p.ValueTrue), best.Best().Text(figure.Value), s.Regret().Text(figure.Number))
	}
	return text, equation
}

// Kept is how many vectors Γ_t has after pruning over all pairs, -1 where the
// planner keeps none.
func Kept(l planning.Level) int {
	if l.Sets == nil {
		return -1
	}
	return l.Vectors()
}

// Defined is how many vectors the definition gives a Γ_t of a plan: those of all pairs, where each has its own.
func Defined(p *planning.Plan, l planning.Level, pairs int) planning.Count {
	if p.First[0] < 0 {
		return l.Enumerated
	}
	return l.Enumerated.Times(pairs)
}

func kept(p *planning.Plan, l planning.Level) string {
	if k := Kept(l); k >= 0 {
		return fmt.Sprintf("%d of these kept by %s", k, p.Planner)
	}
	return fmt.Sprintf("the %s planner needs none of them", p.Planner)
}
