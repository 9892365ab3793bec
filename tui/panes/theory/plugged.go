package theory

import (
	"math"

	"eeporl/model"
	"eeporl/moments/bounds"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
)

// pluggedWords says what stands in place of a verdict where the truth is unknown.
const pluggedWords = "exact: no estimate of the truth is in it. estimated: what it would be if the estimates were the truth, and no promise. void: its condition would fail. measured: unknown, since that takes the truth."

// basisText says what a bound that cannot be judged is made of, and with reasons
// what keeps it from saying more.
func basisText(r bounds.Row, reasons bool) string {
	switch {
	case math.IsNaN(r.Bound) && reasons:
		return "unknown: " + r.Reason
	case math.IsNaN(r.Bound):
		return "unknown"
	case !r.Applies && reasons:
		return string(r.Basis) + ", void: " + r.Why()
	}
	return string(r.Basis)
}

// measuredText is what was measured; without a truth that is unknown.
func measuredText(r bounds.Row) string {
	if r.Basis != bounds.OfTruth && math.IsNaN(r.Measured) {
		return "unknown"
	}
	return brief(r.Measured)
}

// putIn lists the estimates that stand in for the truth, and says why some are unknown.
func putIn(width int, p *bounds.Plugged) []theoryLine {
	lines := []theoryLine{words(1, "put in for the truth, estimated from the log", kit.Bold)}
	const cell = 26
	each := max((width-2)/cell, 1)
	all := p.Estimates(model.TheoryDelta)
	for from := 0; from < len(all); from += each {
		row := all[from:min(from+each, len(all))]
		lines = append(lines, func(a canvas.Area) {
			for i, q := range row {
				x := a.Text(1+i*cell, 0, q.Name+" ", kit.Dim)
				a.Text(x, 0, figure.Number(q.Value), kit.Plain)
			}
		})
	}
	told := map[string]bool{"": true}
	for _, why := range []string{p.Parameters, p.Moments, p.Mixing} {
		if told[why] {
			continue
		}
		told[why] = true
		for _, part := range kit.Lines("unknown: "+why+".", width-2) {
			lines = append(lines, words(1, part, kit.Warn))
		}
	}
	return append(lines, words(1, "assumptions: unknown, they are about the model", kit.Dim))
}
