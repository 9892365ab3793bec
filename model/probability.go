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
	kind, inside, ok := strings.Cut(name, "(")
	inside, closed := strings.CutSuffix(inside, ")")
	if !ok || !closed {
		return fmt.Errorf("found %q, expected %s, or a probability as b(state) or T(action, state, next state)", name, settingLike(name))
	}
	p, err := strconv.ParseFloat(value, 64)
	if err != nil || !(p >= 0 && p <= 1) {
		return fmt.Errorf("found %q, expected a probability in [0, 1]", value)
	}
	rewards := make([]string, len(spec.Rewards))
	for i, r := range spec.Rewards {
		rewards[i] = strconv.FormatFloat(r, 'g', -1, 64)
	}
	type part struct {
		what  string
		names []string
	}
	tables := map[string]struct {
		table [][][]float64
		last  part
	}{"T": {spec.Transition, part{"next state", spec.States}}, "Z": {spec.Observation, part{"observation", spec.Observations}}, "R": {spec.Reward, part{"reward", rewards}}}
	x, ok := tables[kind]
	parts := []part{{"action", spec.Actions}, {"state", spec.States}, x.last}
	switch {
	case kind == "b":
		parts = []part{{"state", spec.States}}
	case !ok:
		return fmt.Errorf("found %q, expected b, T, Z or R", kind)
	}
	at, more := make([]int, len(parts)), true
	for i, part := range parts {
		if !more {
			return fmt.Errorf("the %s is missing", part.what)
		}
		var arg string
		if arg, inside, more = cutName(inside, part.names); slices.Contains(part.names, arg) {
			at[i] = slices.Index(part.names, arg)
		} else if k, err := strconv.Atoi(arg); err == nil && k >= 1 && k <= len(part.names) {
			at[i] = k - 1
		} else {
			return fmt.Errorf("found %q, expected one of the %ss: %s", arg, part.what, strings.Join(part.names, ", "))
		}
	}
	if more {
		return fmt.Errorf("found %q behind the %s, expected )", inside, parts[len(parts)-1].what)
	}
	if kind == "b" {
		return setEntry(spec.Initial, at[0], p)
	}
	return setEntry(x.table[at[0]][at[1]], at[2], p)
}

// cutName takes the first of the names that a comma separates; one that is known may hold commas.
func cutName(text string, known []string) (name, rest string, more bool) {
	for at := 0; at <= len(text); at++ {
		if at < len(text) && text[at] != ',' {
			continue
		}
		if first := strings.TrimSpace(text[:at]); slices.Contains(known, first) {
			return first, text[min(at+1, len(text)):], at < len(text)
		}
	}
	name, rest, more = strings.Cut(text, ",")
	return strings.TrimSpace(name), rest, more
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
