// Package operators learns what is seen next without states (TPSR).
package operators

import (
	"context"
	"fmt"
	"math"

	"eeporl/moments"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// TPSR learns a transformed predictive state representation (Boots, Siddiqi and Gordon 2011; Rosencrantz,
// Gordon and Thrun 2004): operators over |S| directions of what rewards the next action may bring.
//
// Histories are (a₁, z₂) and (a₁, z₂, a₂, r₂, z₃); a test is an action and the reward it brings (see
// moments.TestKind for longer ones). It needs that the tests of all actions together tell the states apart and that
// histories lead to all of them: no rank of any action alone, no labels, no correlated actions.
func TPSR(ctx context.Context, counts *moments.Counts, states int, options moments.Options) *moments.Estimate {
	e := moments.NewEstimate("tpsr", counts, states, options)
	if !e.AcceptCounts(counts) {
		return e
	}
	n := e.Sizes
	switch tests := e.Options.Tests.Count(n); {
	case n.S > tests:
		e.Add(finding.New(finding.ImpossibleSizes, float64(n.S), float64(tests), fmt.Sprintf(
			"%s cannot be told apart by %s of the next reward.", figure.Counted(n.S, "state", "states"), figure.Counted(tests, "test", "tests"))).Ends())
		return e
	case tests > mostTests:
		e.Add(finding.New(finding.TooLarge, float64(tests), mostTests, fmt.Sprintf(
			"There are %s of the kind %s, and at most %d can be told of: shorter ones are fewer.", figure.Counted(tests, "test", "tests"), e.Options.Tests, mostTests)).Ends())
		return e
	}
	p, missing := newPredictive(counts, n, e.Options.Tests)
	if missing >= 0 {
		e.Add(finding.New(finding.ActionNeverTaken, 0, 1, fmt.Sprintf("Action %d was never taken first: nothing tells what follows it.", missing+1)).Ends())
		return e
	}
	directions, sigma, ok := p.directions(n.S)
	if !ok {
		e.Add(finding.New(finding.NumericalFailure, math.NaN(), math.NaN(), "The singular values of tests × histories could not be computed.").Ends())
		return e
	}
	e.Tests = &moments.TestSpectrum{Of: "tests × histories of 1, 2 steps", Taken: n.S, Sigma: sigma, Noise: p.noise(counts, sigma)}
	for k := 1; k <= min(len(sigma), n.S+2) && ctx.Err() == nil; k++ {
		o := p.operators(directions, k, e.Options.RewardsOf(n.R))
		closure := math.NaN()
		if o != nil {
			closure = o.Closure()
		}
		e.Tests.Closure = append(e.Tests.Closure, closure)
		if k == n.S && o != nil {
			e.Operators = o
		}
	}
	if ctx.Err() != nil {
		e.Add(moments.Cancelled(ctx))
		return e
	}
	judgeTests(e)
	if e.Operators == nil {
		e.Add(finding.New(finding.HistoriesShort, 0, 0, fmt.Sprintf("The histories do not lead to %s: the operators cannot be solved for.", figure.Counted(n.S, "direction", "directions"))).Ends())
		return e
	}
	e.Learned, e.Stage = e.Operators, moments.StageOperators
	JudgeOperators(e)
	return e
}

// mostTests bounds the tests: the work grows with their number's third power.
const mostTests = 1000

// judgeTests says where the k-th direction is no more than chance.
func judgeTests(e *moments.Estimate) {
	t, k := e.Tests, e.Sizes.S
	if x := t.Sigma[k-1]; !(x > t.Noise.Limit) {
		e.Add(finding.New(finding.TestsBlind, x, t.Noise.Limit, fmt.Sprintf(
			"σ%s of tests × histories is %s, and chance alone makes up to %s: what comes next does not tell %s apart.",
			figure.Sub(k), figure.Number(x), figure.Number(t.Noise.Limit), figure.Counted(k, "state", "states"))))
	}
}

// closureLimit is what operators may fail to add up by, where chance alone does not make more, and negativeLimit the share of all weight that may be
// negative, before that is a finding. lostWeight is how probable a situation must be for it to matter that
// nothing can follow it.
const (
	closureLimit  = .1
	negativeLimit = .01
	lostWeight    = 1e-3
)

// JudgeOperators says where the operators predict what no model does.
func JudgeOperators(e *moments.Estimate) {
	limit := max(closureLimit, 2*e.Tests.Noise.Level/e.Tests.Sigma[e.Tests.Taken-1])
	if x := e.Operators.Closure(); x > limit {
		e.Add(finding.New(finding.Closure, x, limit, fmt.Sprintf(
			"The probabilities of all outcomes fail to add up by %s, more than chance explains: %s are too many.",
			figure.Number(x), figure.Counted(e.Tests.Taken, "direction", "directions"))))
	}
	negative, lost := Impossible(e.Operators, e.Options.Horizon)
	if negative > negativeLimit {
		e.Add(finding.New(finding.NegativeProbabilities, negative, negativeLimit, fmt.Sprintf(
			"%s of all predicted probability is negative; it is set to 0, and the rest made to sum to 1.", figure.Percent(negative))))
	}
	if lost > lostWeight {
		e.Add(finding.New(finding.StateLost, lost, lostWeight, fmt.Sprintf(
			"After histories of probability %s no outcome is predicted at all.", figure.Number(lost))))
	}
}

// Impossible walks through all that can follow under uniform actions: which share of the predicted weight is
// negative, and how probable it is to come where no outcome has a positive weight.
func Impossible(l pomdp.Learned, horizon int) (negative, lost float64) {
	const most = 20_000
	n, _ := l.Alphabet()
	depth, nodes := 0, 1
	for depth < horizon && nodes <= most {
		nodes *= n.A * n.Outcomes()
		depth++
	}
	below, all := 0.0, 0.0
	var walk func(t int, weight float64, situation []float64)
	walk = func(t int, weight float64, situation []float64) {
		for a := range n.A {
			w, sum := weight/float64(n.A), 0.0
			outcomes := l.Outcomes(situation, a)
			for _, q := range outcomes {
				below, all, sum = below+w*max(-q, 0), all+w*math.Abs(q), sum+max(q, 0)
			}
			if sum == 0 {
				lost += w
			}
			for o, q := range outcomes {
				if z, r := n.OutcomeAt(o); q > 0 && t < depth {
					if next := l.Next(situation, a, r, z); next != nil {
						walk(t+1, w*q/sum, next)
					}
				}
			}
		}
	}
	walk(1, 1, l.Start())
	return below / all, lost
}
