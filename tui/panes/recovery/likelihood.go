package recovery

import (
	"fmt"
	"math"

	"eeporl/model/why"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/pomdp/figure"
	"eeporl/tui/canvas"
	"eeporl/tui/panes/kit"
	"eeporl/tui/theme"
)

// stageLikelihood draws an iterative estimator's ascent: how far each iteration still was
// from the last log-likelihood, on a logarithmic axis. It says how many of em's starts
// reached the best, or how many steps were Fisher scoring.
func (s pane) stageLikelihood(a canvas.Area) int {
	l := s.Now.Estimate.Likelihood
	state, style := "converged", kit.Good
	if !l.Converged {
		state, style = "not converged", kit.Warn
	}
	x := s.Say(a, 1, 0, fmt.Sprintf("log-likelihood below its end, %d iterations: ", len(l.Trace)-1), kit.Bold, kit.Alone(why.Iterations))
	a.Text(x, 0, state, style)
	s.ascent(a.Rows(1, 5), l.Trace)
	gained, than, below := figure.Number(l.Last()-l.Trace[0]), -l.Last(), why.Deficit
	words := "gained %s; %s below the model that gives every cell its own frequency"
	if estimators.By(s.Now.Estimate.Estimate).Uses == moments.FromEpisodes {
		words, than, below = "gained %s, up to log p = %s of all episodes, their actions given", l.LogLikelihood(), why.LogLikelihood
	}
	s.Say(a, 1, 6, fmt.Sprintf(words, gained, figure.Value(than)), kit.Plain, kit.Alone(why.Gained), kit.Alone(below))
	switch steps := []int{l.Scoring, len(l.Trace) - 1 - l.Scoring}; {
	case l.Starts > 0:
		s.Say(a, 1, 7, fmt.Sprintf("%d random starts, %d reached the best", l.Starts, l.Best), kit.Plain, kit.Alone(why.Iterations), kit.Alone(why.Iterations))
	case math.IsNaN(l.Misfit) || math.IsInf(s.Now.Estimate.Episodes, 1): // no chance has a part in it
		s.Say(a, 1, 7, fmt.Sprintf("%d steps of Fisher scoring, %d of EM", steps[0], steps[1]), kit.Dim, kit.Alone(why.Iterations), kit.Alone(why.Iterations))
	default:
		s.Say(a, 1, 7, fmt.Sprintf("that is %s standard deviations above chance's mean; Fisher scoring %d, EM %d", figure.Number(l.Misfit), steps[0], steps[1]), kit.Plain, kit.Alone(why.Misfit), kit.Alone(why.Iterations), kit.Alone(why.Iterations))
	}
	return 9
}

func (s pane) ascent(a canvas.Area, trace []float64) {
	plot := a.Sub(8, 0, a.W()-9, a.H())
	last := trace[len(trace)-1]
	gap := func(i int) float64 { return math.Max(last-trace[i], 1e-9) }
	top := math.Ceil(math.Log10(gap(0)))
	low := math.Min(top-1, -3)
	a.Right(7, 0, "10"+figure.Superscript(int(top)), kit.Dim)
	a.Right(7, a.H()-1, "10"+figure.Superscript(int(low)), kit.Dim)
	for x := range min(len(trace), plot.W()) {
		i := x
		if len(trace) > plot.W() {
			i = x * (len(trace) - 1) / (plot.W() - 1)
		}
		y := (top - math.Log10(gap(i))) / (top - low) * float64(a.H()-1)
		plot.Set(x, min(max(int(y+.5), 0), a.H()-1), s.Glyph('•', '*'), canvas.FG(theme.Curve))
	}
}
