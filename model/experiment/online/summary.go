package online

import (
	"slices"

	"eeporl/moments/precision"
)

// Summary is what one agent came to with several seeds: medians, but for what is counted.
type Summary struct {
	Agent    string
	Regret   float64   // of all episodes
	Seeds    []float64 // of each seed
	Each     float64   // of the last episode's policy
	Explored float64
	Over     float64 // episodes that lost more than ε
	Failures int     // estimates that came to no end, of all seeds
	Starved  int     // seeds with which it starved
	Forgone  float64 // what an episode loses then, the median of those seeds; 0 for none
	Curve    []At

	runs []*Run
}

// At is the median regret of the first episodes.
type At struct {
	Episodes int
	Regret   float64
}

// Summarise puts the runs of one agent together; there is at least one.
func Summarise(runs []*Run, episodes int) Summary {
	s := Summary{Agent: runs[0].Agent, runs: runs}
	var each, explored, over, forgone []float64
	for _, r := range runs {
		s.Seeds = append(s.Seeds, r.Regret())
		each = append(each, r.Points[len(r.Points)-1].Each)
		explored, over = append(explored, float64(r.Explored)), append(over, float64(r.Over))
		s.Failures += r.Failures
		if r.Starved {
			s.Starved++
			forgone = append(forgone, r.Points[len(r.Points)-1].Each)
		}
	}
	s.Regret, s.Each, s.Explored, s.Over = Median(s.Seeds), Median(each), Median(explored), Median(over)
	if len(forgone) > 0 {
		s.Forgone = Median(forgone)
	}
	for _, n := range Grid(episodes) {
		s.Curve = append(s.Curve, At{n, s.At(n)})
	}
	return s
}

// At is the median regret of the first episodes.
func (s Summary) At(episodes int) float64 {
	var at []float64
	for _, r := range s.runs {
		at = append(at, r.At(episodes))
	}
	return Median(at)
}

// Grid is 1, 2, 5, 10, … up to a number of episodes, and that.
func Grid(episodes int) []int {
	var out []int
	for ten := 1; ; ten *= 10 {
		for _, times := range [...]int{1, 2, 5} {
			if n := ten * times; n < episodes {
				out = append(out, n)
			} else {
				return append(out, episodes)
			}
		}
	}
}

// Median is that of some figures, at least one.
func Median(of []float64) float64 { return precision.Quantile(slices.Sorted(slices.Values(of)), .5) }
