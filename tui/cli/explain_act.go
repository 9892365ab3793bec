package cli

import (
	"fmt"
	"strings"

	"gonum.org/v1/gonum/floats"

	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

// explainAct says why the action of the greatest value is the best: what is believed and what the last of acts changed of
// it, what the best and the next best action earn now and later, and what makes up for less now.
func explainAct(m *pomdp.POMDP, before pomdp.Belief, acts []pomdp.Act, b pomdp.Belief, values []float64) string {
	likely := floats.MaxIdx(b)
	ties := floats.Count(func(p float64) bool { return p > b[likely]-1e-9 }, b)
	text := fmt.Sprintf("%s is likeliest, %s", m.StateName(likely), figure.Probability(b[likely]))
	if ties > 1 {
		text = fmt.Sprintf("%d states are likeliest, %s each, %s one of them", ties, figure.Probability(b[likely]), m.StateName(likely))
	}
	if len(acts) > 0 {
		text += fmt.Sprintf(" (%s before %s)", figure.Probability(before[likely]), stepText(m, acts[len(acts)-1]))
	}
	now := make([]float64, len(values))
	for a := range values {
		for s, p := range b {
			now[a] += p * m.MeanReward(a, s)
		}
	}
	best := floats.MaxIdx(values)
	text += fmt.Sprintf(". %s earns %s now and %s later", m.ActionName(best), figure.Number(now[best]), figure.Number(values[best]-now[best]))
	next := -1
	for a, v := range values {
		if a != best && (next < 0 || v > values[next]) {
			next = a
		}
	}
	if next < 0 {
		return text + "."
	}
	text += fmt.Sprintf("; %s, the next best, %s and %s", m.ActionName(next), figure.Number(now[next]), figure.Number(values[next]-now[next]))
	if costs := now[next] - now[best]; costs > 0 {
		text += fmt.Sprintf(": where it leads, and what it tells, is worth more than the %s that it costs", figure.Number(costs))
	}
	return text + "."
}

// stepText tells a recorded step, of which parts may be missing.
func stepText(m *pomdp.POMDP, act pomdp.Act) string {
	words := []string{m.ActionName(act.Action)}
	if act.Reward >= 0 {
		words = append(words, "earned "+figure.Number(m.Spec().Rewards[act.Reward]))
	}
	if act.Observation >= 0 {
		words = append(words, "showed "+m.ObservationName(act.Observation))
	}
	return strings.Replace(strings.Join(words, " and "), " and ", " ", 1)
}
