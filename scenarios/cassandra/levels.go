package cassandra

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"eeporl/pomdp"
)

// Spec turns the model into one with reward levels: a .POMDP file gives rewards as numbers, but
// estimation needs levels. Only the expected rewards R(s, a) are used.
//
// With an empty grid the levels are the distinct values of R(s, a), each earned for certain.
// Otherwise R(s, a) is split between the two neighbouring grid values so that its mean is exact;
// grid must be increasing, and a value outside of it is an error. notes say what was done, also how
// many rows were divided by their sums: estimation needs sums of 1, while the format lets them be
// off by 1e-5.
func (m *Model) Spec(name string, horizon int, grid []float64) (spec pomdp.Spec, notes []string, err error) {
	spec = pomdp.Spec{
		Name: name, States: m.States.All(), Actions: m.Actions.All(), Observations: m.Observations.All(),
		Horizon: horizon, Discount: m.Discount,
	}
	divided := 0
	scaled := func(row []float64) []float64 {
		out, sum := slices.Clone(row), 0.0
		for _, x := range row {
			sum += x
		}
		if math.Abs(sum-1) > pomdp.RowTolerance {
			divided++
			for i := range out {
				out[i] /= sum
			}
		}
		return out
	}
	spec.Initial = scaled(m.Initial)
	means := make([][]float64, m.Actions.N)
	for a := range m.Actions.N {
		var transition, observation [][]float64
		for s := range m.States.N {
			transition = append(transition, scaled(m.Transition[a][s]))
			observation = append(observation, scaled(m.Observation[a][s]))
			means[a] = append(means[a], m.MeanReward(a, s))
		}
		spec.Transition = append(spec.Transition, transition)
		spec.Observation = append(spec.Observation, observation)
	}
	if divided > 0 {
		notes = append(notes, fmt.Sprintf("%d rows that sum to 1 only within %g were divided by their sums", divided, SumTolerance))
	}
	spec.Rewards = slices.Clone(grid)
	how := fmt.Sprintf("each expected reward R(s, a) was split between its two neighbours of %d given levels, its mean kept exact", len(grid))
	if len(grid) == 0 {
		spec.Rewards = distinct(means)
		how = fmt.Sprintf("the %d distinct expected rewards R(s, a) are the levels, each earned for certain", len(spec.Rewards))
	}
	notes = append(notes, how)
	for a := range means {
		var rows [][]float64
		for s, x := range means[a] {
			row, ok := split(spec.Rewards, x)
			if !ok {
				return pomdp.Spec{}, nil, fmt.Errorf("levels: found R = %g in state %s under %s, expected it between the first and the last of increasing levels %v",
					x, m.States.Name(s), m.Actions.Name(a), spec.Rewards)
			}
			rows = append(rows, row)
		}
		spec.Reward = append(spec.Reward, rows)
	}
	return spec, notes, nil
}

// distinct lists the values in increasing order and merges those that differ only by rounding
// into the smallest of them, or into the short decimal that they are but for rounding: sums of products of probabilities
// make -0.04000000000000001 of a file's -0.04.
func distinct(means [][]float64) []float64 {
	all := slices.Concat(means...)
	slices.Sort(all)
	var out []float64
	for _, x := range all {
		if len(out) == 0 || x-out[len(out)-1] > 1e-12*(1+math.Abs(x)) {
			out = append(out, short(x))
		}
	}
	return out
}

// short is the decimal of a few digits that a number is but for rounding, or else the number.
func short(x float64) float64 {
	const digits = 9
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	if err != nil || math.Abs(x-y) > 1e-13*(1+math.Abs(x)) {
		return x
	}
	return y
}

// split is the distribution over levels with mean x on the two levels that
// enclose it.
func split(levels []float64, x float64) (row []float64, ok bool) {
	row = make([]float64, len(levels))
	for i, level := range levels {
		if i > 0 && !(level > levels[i-1]) {
			return nil, false
		}
		if math.Abs(x-level) <= 1e-12*(1+math.Abs(x)) {
			row[i] = 1
			return row, true
		}
		if x < level {
			if i == 0 {
				return nil, false
			}
			row[i] = (x - levels[i-1]) / (level - levels[i-1])
			row[i-1] = 1 - row[i]
			return row, true
		}
	}
	return nil, false
}
