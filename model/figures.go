package model

import (
	"math"

	"eeporl/moments"
	"eeporl/planning"
	"eeporl/pomdp/figure"
)

// Figure is one key quantity of the state at the cursor, NaN where unknown.
type Figure struct {
	Name  string
	Value planning.Span
	Whole bool // a number of things
}

// Off is how much another value of the figure differs; NaN where one of them is
// not known exactly.
func (f Figure) Off(other Figure) float64 {
	if f.Value.Open() || other.Value.Open() {
		return math.NaN()
	}
	off := other.Value.Low - f.Value.Low
	if math.Abs(off) <= 1e-12*math.Max(math.Abs(f.Value.Low), math.Abs(other.Value.Low)) {
		return 0 // rounding's own size
	}
	return off
}

// Figures are what branches are compared by at a beat.
func (s Session) Figures() []Figure {
	n, nan := &s.now, math.NaN()
	sigma, noise, labels, off, rmse, ratio := nan, nan, nan, nan, nan, nan
	if n.Spectrum != nil {
		sigma = n.Spectrum.SigmaK()
	}
	if e := n.Estimate; e != nil {
		if e.Spectrum != nil && !n.Stale {
			sigma = e.Spectrum.SigmaK()
		}
		if e.Noise != nil && !n.Stale {
			noise = e.Noise.P12.Level
		}
		if c := e.Comparison; c != nil && n.Shown >= BeatColumns {
			off = c.OMax
			if n.Shown >= BeatLabels {
				labels = float64(c.LabelsRight)
			}
			if n.Shown >= BeatParameters {
				rmse, ratio = s.accuracy(c, e.Episodes)
			}
		}
	}
	claim := s.Claim()
	expected, regret := nan, s.Regret()
	if n.Plan != nil && n.Level > n.Plan.Horizon {
		expected = n.Plan.Value
	} else {
		claim.Exploit, regret = nan, planning.Exactly(nan)
	}
	exactly := planning.Exactly
	return []Figure{
		{"N", exactly(n.N), true},
		{"σ_k(P̂₁₂)", exactly(sigma), false},
		{"noise", exactly(noise), false},
		{"‖Ô−O‖_max", exactly(off), false},
		{"labels right", exactly(labels), true},
		{"RMSE", exactly(rmse), false},
		{"RMSE / Cramér–Rao", exactly(ratio), false},
		{"V̂, expected", exactly(expected), false},
		{"V of the tree", exactly(claim.Exploit), false},
		{"V*", claim.Best, false},
		{"regret", regret, false},
		{"findings", exactly(float64(len(s.Findings()))), true},
	}
}

// accuracy is the error of an estimate's parameters, and over its least value.
func (s Session) accuracy(c *moments.Comparison, episodes float64) (rmse, ratio float64) {
	if c.Parameters == nil {
		return math.NaN(), math.NaN()
	}
	rmse, ratio = c.Parameters.RMSE, math.NaN()
	if info := s.results.byKey[s.informationKey()].Information; info != nil && !math.IsInf(episodes, 1) {
		ratio = rmse / info.RMSE(episodes)
	}
	return rmse, ratio
}

// Text is the figure's value, – for an unknown one.
func (f Figure) Text() string {
	switch {
	case math.IsNaN(f.Value.Low):
		return "–"
	case f.Whole:
		return f.Value.Text(figure.Count)
	}
	return f.Value.Text(figure.Number)
}

// OffText is how much another value differs, with its sign; "" where one of them is
// not known exactly.
func (f Figure) OffText(other Figure) string {
	off := f.Off(other)
	switch {
	case math.IsNaN(off):
		return ""
	case off == 0:
		return "·"
	}
	sign := "+"
	if off < 0 {
		sign = "−"
	}
	return sign + Figure{Value: planning.Exactly(math.Abs(off)), Whole: f.Whole}.Text()
}
