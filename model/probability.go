package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"eeporl/pomdp"
)

// setProbability sets one entry of b, T, Z or R; the rest of its row keeps its
// proportions and makes up for the difference.
func setProbability(spec *pomdp.Spec, name, value string) error {
	p, err := strconv.ParseFloat(value, 64)
	if err != nil || !(p >= 0 && p <= 1) {
		return fmt.Errorf("found %q, expected a probability in [0, 1]", value)
	}
	kind, inside, ok := strings.Cut(strings.TrimSuffix(name, ")"), "(")
	if !ok {
		return fmt.Errorf("found %q, expected a setting's name, or a probability as in T(action, state, next state)", name)
	}
	args := strings.Split(inside, ",")
	index := func(i int, names []string, what string) (int, error) {
		if i >= len(args) {
			return 0, fmt.Errorf("the %s is missing", what)
		}
		arg := strings.TrimSpace(args[i])
		if k := slices.Index(names, arg); k >= 0 {
			return k, nil
		}
		if k, err := strconv.Atoi(arg); err == nil && k >= 1 && k <= len(names) {
			return k - 1, nil
		}
		return 0, fmt.Errorf("found %q, expected one of the %ss: %s", arg, what, strings.Join(names, ", "))
	}
	rewards := make([]string, len(spec.Rewards))
	for i, r := range spec.Rewards {
		rewards[i] = strconv.FormatFloat(r, 'g', -1, 64)
	}
	if kind == "b" {
		s, err := index(0, spec.States, "state")
		if err != nil {
			return err
		}
		return setEntry(spec.Initial, s, p)
	}
	tables := map[string]struct {
		x     [][][]float64
		last  []string
		named string
	}{"T": {spec.Transition, spec.States, "next state"}, "Z": {spec.Observation, spec.Observations, "observation"}, "R": {spec.Reward, rewards, "reward"}}
	table, ok := tables[kind]
	if !ok {
		return fmt.Errorf("found %q, expected b, T, Z or R", kind)
	}
	a, err := index(0, spec.Actions, "action")
	if err != nil {
		return err
	}
	s, err := index(1, spec.States, "state")
	if err != nil {
		return err
	}
	i, err := index(2, table.last, table.named)
	if err != nil {
		return err
	}
	return setEntry(table.x[a][s], i, p)
}

func setEntry(row []float64, i int, p float64) error {
	rest := 0.0
	for j, x := range row {
		if j != i {
			rest += x
		}
	}
	if len(row) == 1 {
		return fmt.Errorf("the row has one entry, which is 1")
	}
	for j := range row {
		switch {
		case j == i:
			continue
		case rest > 0:
			row[j] *= (1 - p) / rest
		default:
			row[j] = (1 - p) / float64(len(row)-1)
		}
	}
	row[i] = p
	return nil
}
