package planning

import (
	"fmt"
	"math"

	"eeporl/pomdp"
)

// checkPairs refuses slices of the wrong size and numbers that are no probabilities. It does
// not check sums: those are the caller's responsibility.
func checkPairs(p *pomdp.PairParameters) error {
	n := p.Sizes
	if n.S < 1 || n.A < 1 || n.Z < 1 || n.R < 1 {
		return fmt.Errorf("parameters: found sizes %+v, expected each at least 1", n)
	}
	for _, c := range []struct {
		what            string
		found, expected int
	}{
		{"reward values", len(p.RewardValues), n.R},
		{"initial beliefs", len(p.Initial), n.Pairs()},
		{"observation matrices", len(p.Observation), n.Pairs()},
		{"reward matrices", len(p.Reward), n.Pairs()},
		{"transition matrices", len(p.Transition), n.Pairs()},
	} {
		if c.found != c.expected {
			return fmt.Errorf("parameters: found %d %s, expected %d", c.found, c.what, c.expected)
		}
	}
	for r, x := range p.RewardValues {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("parameters: found %g for reward value %d, expected a finite number", x, r)
		}
	}
	for pair := range n.Pairs() {
		a, next := n.PairActions(pair)
		at := fmt.Sprintf("of pair (%d,%d)", a, next)
		if len(p.Transition[pair]) != n.A {
			return fmt.Errorf("parameters: found %d transition matrices %s, expected %d", len(p.Transition[pair]), at, n.A)
		}
		if err := checkMatrix("initial belief "+at, [][]float64{p.Initial[pair]}, 1, n.S); err != nil {
			return err
		}
		if err := checkMatrix("observation matrix "+at, p.Observation[pair], n.Z, n.S); err != nil {
			return err
		}
		if err := checkMatrix("reward matrix "+at, p.Reward[pair], n.R, n.S); err != nil {
			return err
		}
		for k, m := range p.Transition[pair] {
			if err := checkMatrix(fmt.Sprintf("transition matrix %d %s", k, at), m, n.S, n.S); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkMatrix(what string, m [][]float64, rows, columns int) error {
	if len(m) != rows {
		return fmt.Errorf("%s: found %d rows, expected %d", what, len(m), rows)
	}
	for i, row := range m {
		if len(row) != columns {
			return fmt.Errorf("%s: found %d entries in row %d, expected %d", what, len(row), i, columns)
		}
		for j, x := range row {
			if !(x >= 0 && x <= 1+1e-5) {
				return fmt.Errorf("%s: found %g at row %d, column %d, expected a probability from 0 to 1", what, x, i, j)
			}
		}
	}
	return nil
}
