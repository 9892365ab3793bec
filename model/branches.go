package model

import (
	"math"
	"slices"
	"strings"

	"eeporl/planning"
)

// Summary sums up a branch in a few figures, taken at the end of its timeline. SigmaK,
// RMSE and Regret are NaN, and the counts 0, where they were not reached.
type Summary struct {
	Number      int    // from 1
	Active      bool   // the one on the screen
	Differs     string // its settings where they differ from the first branch's
	N           float64
	Estimator   string // of its newest estimate, "" for none
	SigmaK      float64
	LabelsRight int
	RMSE        float64
	Regret      planning.Span
	Findings    int
}

// Summaries lists all branches side by side, by their numbers.
func (s Session) Summaries() []Summary {
	all := s.allBranches()
	slices.SortFunc(all, func(a, b branch) int { return a.number - b.number })
	first := all[0].world
	var out []Summary
	for _, b := range all {
		other := s
		other.resume(b)
		sum := other.summary()
		sum.Number, sum.Active, sum.Differs = b.number+1, b.number == s.branch, differences(first, b.world)
		out = append(out, sum)
	}
	return out
}

func (s Session) summary() Summary {
	out := Summary{N: s.counted(), SigmaK: math.NaN(), RMSE: math.NaN(), Regret: s.Best().Regret(math.NaN())}
	last := len(s.timeline) - 1
	if i := s.last(Estimate, last); i >= 0 {
		if e := s.results.estimate(s.timeline[i].key); e != nil {
			out.Estimator, out.Findings = e.Estimator, len(e.Findings)
			if e.Spectrum != nil {
				out.SigmaK = e.Spectrum.SigmaK()
			}
			if c := e.Comparison; c != nil {
				out.LabelsRight = c.LabelsRight
				if c.Parameters != nil {
					out.RMSE = c.Parameters.RMSE
				}
			}
		}
	}
	if i := s.last(Plan, last); i >= 0 {
		if p := s.results.plan(s.timeline[i].key); p != nil {
			out.Regret = s.Best().Regret(p.ValueTrue)
		}
	}
	return out
}

// counted is N at the end of the timeline, without leaps that are still being drawn.
func (s Session) counted() float64 {
	for i := len(s.timeline) - 1; i >= 0; i-- {
		switch seg := s.timeline[i]; {
		case seg.Kind == Leap && seg.after != nil:
			return seg.after.Total()
		case seg.Kind == Explore && !seg.Broken:
			return seg.Reached()
		}
	}
	return 0
}

// differences names the settings of a world that are not the first one's.
func differences(first, w *world) string {
	var out []string
	for _, x := range settingTable() {
		switch value := x.text(w.config); {
		case value == x.text(first.config):
		case x.word:
			out = append(out, value)
		default:
			out = append(out, x.Name+" "+x.shown(w.config))
		}
	}
	if edited(first, w) {
		out = append(out, "other probabilities")
	}
	return strings.Join(out, ", ")
}

// Edited says whether the active branch's probabilities are not the first one's.
func (s Session) Edited() bool {
	return edited(s.first().world, s.world)
}

// edited says whether the probabilities of two worlds differ.
func edited(first, w *world) bool {
	x, y := first.config.Model, w.config.Model
	if x == y {
		return false
	}
	a, b := x.Spec(), y.Spec()
	changed := !slices.Equal(a.Initial, b.Initial)
	for i, tables := range [][][][]float64{a.Transition, a.Observation, a.Reward} {
		other := [][][][]float64{b.Transition, b.Observation, b.Reward}[i]
		for a := range tables {
			for s := range tables[a] {
				changed = changed || !slices.Equal(tables[a][s], other[a][s])
			}
		}
	}
	return changed
}
