package scenarios

import (
	"fmt"
	"slices"
	"strings"

	"eeporl/scenarios/logs"
)

// A model that was learned from numbers that are no symbols says in its file into which bins they
// fell, so that new logs are read in the same: for each column of the log the least number, the edges
// between one bin and the next, and the largest number.
//
//	[bins.reward]
//	gain = [-3.2, 0.5, 2.1, 7.9]
//	[bins.observation]
//	temperature = [35.1, 36.8, 37.5, 40.2]
const binsKey = "bins"

// binsOf reads one column's bins.
func (m *modelReader) binsOf(e entry) {
	kind := e.path[1]
	if len(e.path) != 3 || kind != "reward" && kind != "observation" {
		m.fault(e.at, "", "key "+keyText(e.path), "[bins.reward] or [bins.observation] and under it a column of the log")
		return
	}
	where := keyText(e.path)
	numbers, ok := m.numbers(where, e.value)
	if !ok {
		return
	}
	if len(numbers) < 3 || !slices.IsSorted(numbers) {
		m.fault(e.value.at, where, describe(e.value), "at least three numbers that grow: the least one, edges, the largest one")
		return
	}
	b := logs.Bins{Column: e.path[2], Low: numbers[0], Edges: numbers[1 : len(numbers)-1], High: numbers[len(numbers)-1]}
	if kind == "observation" {
		m.bins.Observation = append(m.bins.Observation, b)
		return
	}
	if len(m.spec.Rewards) != len(b.Edges)+1 {
		m.fault(e.value.at, where, fmt.Sprintf("%d bins", len(b.Edges)+1), fmt.Sprintf("%d, one for each of rewards", len(m.spec.Rewards)))
		return
	}
	b.Means = m.spec.Rewards
	m.bins.Reward = &b
}

// writeBins writes the bins that there are.
func writeBins(out *strings.Builder, bins logs.BinSet) {
	line := func(b *logs.Bins) {
		name := b.Column
		if name == "" {
			name = "value"
		}
		fmt.Fprintf(out, "%s = %s\n", tomlKey(name), tomlList(slices.Concat([]float64{b.Low}, b.Edges, []float64{b.High}), tomlNumber))
	}
	if bins.Reward != nil {
		fmt.Fprintf(out, "%-16s # numbers of a log: the least one, edges between bins, the largest one\n", "[bins.reward]")
		line(bins.Reward)
	}
	if bins.Observation != nil {
		fmt.Fprintf(out, "%-16s # likewise\n", "[bins.observation]")
		for i := range bins.Observation {
			line(&bins.Observation[i])
		}
	}
}
