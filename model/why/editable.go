package why

import (
	"fmt"
	"strconv"

	"eeporl/model"
	"eeporl/pomdp"
)

// Editable is the probability of the model that a target shows, as a setting.
type Editable struct {
	Name   string   // of the setting: T(listen, left, right)
	Row    []string // names of the values that its row is a distribution over
	At     int      // its place in the row
	target Target
}

// EditableOf is the probability of the model that a target shows; false for any other
// target, and for every target of a log, whose model nobody knows.
func EditableOf(s model.Session, t Target) (Editable, bool) {
	m := s.Config().Model
	if s.Config().Record != nil { // of a log nobody knows the model
		return Editable{}, false
	}
	n := m.Sizes()
	names := func(size int, name func(int) string) []string {
		out := make([]string, size)
		for i := range out {
			out[i] = name(i)
		}
		return out
	}
	k := Editable{At: t.K, target: t}
	inside := func(i, size int) bool { return i >= 0 && i < size }
	if t.Kind != Initial && (!inside(t.I, n.A) || !inside(t.J, n.S)) {
		return k, false
	}
	letter := ""
	switch t.Kind {
	case Initial:
		k.Row, k.At = names(n.S, m.StateName), t.I
	case Transition:
		letter, k.Row = "T", names(n.S, m.StateName)
	case Observation:
		letter, k.Row = "Z", names(n.Z, m.ObservationName)
	case Reward:
		letter, k.Row = "R", names(n.R, func(r int) string { return strconv.FormatFloat(m.RewardValue(r), 'g', -1, 64) })
	default:
		return k, false
	}
	if !inside(k.At, len(k.Row)) {
		return k, false
	}
	if k.Name = fmt.Sprintf("b(%s)", k.Row[k.At]); letter != "" {
		k.Name = fmt.Sprintf("%s(%s, %s, %s)", letter, m.ActionName(t.I), m.StateName(t.J), k.Row[k.At])
	}
	return k, true
}

// In is the entry's row in a model of the same shape.
func (k Editable) In(m *pomdp.POMDP) []float64 {
	out := make([]float64, len(k.Row))
	for i := range out {
		switch t := k.target; t.Kind {
		case Initial:
			out[i] = m.Initial(i)
		case Transition:
			out[i] = m.T(t.I, t.J, i)
		case Observation:
			out[i] = m.Z(t.I, t.J, i)
		case Reward:
			out[i] = m.R(t.I, t.J, i)
		}
	}
	return out
}
