package pomdp

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"eeporl/pomdp/figure"
	"eeporl/pomdp/printable"
)

// RowTolerance is how far from 1 a distribution's sum may be.
const RowTolerance = 1e-9

// Part names the part of a Spec that a Fault is about.
type Part string

// The parts of a Spec, under the names that model files use for them.
const (
	PartName         Part = "name"
	PartStates       Part = "states"
	PartActions      Part = "actions"
	PartObservations Part = "observations"
	PartRewards      Part = "rewards"
	PartInitial      Part = "initial"
	PartTransition   Part = "transition"
	PartObservation  Part = "observation"
	PartReward       Part = "reward"
	PartHorizon      Part = "horizon"
	PartDiscount     Part = "discount"
)

// Fault is one reason why a Spec is not a POMDP. Action and Row are -1 where
// they do not apply.
type Fault struct {
	Part   Part
	Action int    // which matrix of Transition, Observation or Reward
	Row    int    // which row of it, or which entry of a list
	Place  string // the same in words: "transition of offer-tea, row 2 (wants-coffee)"
	Found  string
	Want   string
}

func (f Fault) String() string {
	return fmt.Sprintf("%s: found %s, expected %s", f.Place, f.Found, f.Want)
}

// Invalid is the error of New.
type Invalid struct {
	Name   string
	Faults []Fault
}

func (e *Invalid) Error() string {
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = f.String()
	}
	name := e.Name
	if name == "" {
		name = "model"
	}
	return name + ": not a POMDP: " + strings.Join(lines, "; ")
}

func (s Spec) faults() []Fault {
	var v validator
	v.printable(PartName, -1, "name", s.Name)
	v.names(PartStates, s.States)
	v.names(PartActions, s.Actions)
	v.names(PartObservations, s.Observations)
	if len(s.Rewards) == 0 {
		v.add(PartRewards, -1, -1, "rewards", "no reward level", "at least one number")
	}
	for i, x := range s.Rewards {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			v.add(PartRewards, -1, i, fmt.Sprintf("rewards, entry %d", i+1), number(x), "a finite number")
		} else if math.Abs(x)*float64(max(s.Horizon, 1)) > mostEarned {
			v.add(PartRewards, -1, i, fmt.Sprintf("rewards, entry %d", i+1), number(x),
				fmt.Sprintf("a number of which %d steps earn no more than %g: larger sums overflow", s.Horizon, mostEarned))
		}
	}
	v.row(PartInitial, -1, -1, "initial", s.Initial, len(s.States))
	v.matrices(PartTransition, s.Transition, s.Actions, s.States, len(s.States))
	v.matrices(PartObservation, s.Observation, s.Actions, s.States, len(s.Observations))
	v.matrices(PartReward, s.Reward, s.Actions, s.States, len(s.Rewards))
	if s.Horizon < 1 {
		v.add(PartHorizon, -1, -1, "horizon", strconv.Itoa(s.Horizon), "a whole number of steps, at least 1")
	}
	if !(s.Discount > 0 && s.Discount <= 1) {
		v.add(PartDiscount, -1, -1, "discount", number(s.Discount), "a number in (0, 1]")
	}
	return v.faults
}

// mostEarned bounds what an episode may earn or lose (|reward| times the horizon),
// so that sums over many episodes stay finite.
const mostEarned = 1e290

type validator struct{ faults []Fault }

func (v *validator) add(part Part, action, row int, place, found, want string) {
	v.faults = append(v.faults, Fault{Part: part, Action: action, Row: row, Place: place, Found: found, Want: want})
}

func (v *validator) names(part Part, names []string) {
	if len(names) == 0 {
		v.add(part, -1, -1, string(part), "none", "at least one name")
	}
	seen := map[string]int{}
	for i, name := range names {
		place := fmt.Sprintf("%s, entry %d", part, i+1)
		if strings.TrimSpace(name) == "" {
			v.add(part, -1, i, place, strconv.Quote(name), "a name")
		}
		v.printable(part, i, place, name)
		if first, twice := seen[name]; twice {
			v.add(part, -1, i, place, strconv.Quote(name)+" again", fmt.Sprintf("a name that differs from entry %d", first+1))
			continue
		}
		seen[name] = i
	}
}

// printable refuses names that would act on a terminal.
func (v *validator) printable(part Part, i int, place, name string) {
	if bad := printable.Fault(name); bad != "" {
		v.add(part, -1, i, place, bad, "a name of printable text")
	}
}

func (v *validator) matrices(part Part, x [][][]float64, actions, states []string, width int) {
	if len(x) != len(actions) {
		v.add(part, -1, -1, string(part), figure.Counted(len(x), "matrix", "matrices"), fmt.Sprintf("one for each of %s", figure.Counted(len(actions), "action", "actions")))
	}
	for a := range x {
		name := strconv.Itoa(a + 1)
		if a < len(actions) {
			name = actions[a]
		}
		place := fmt.Sprintf("%s of %s", part, name)
		if len(x[a]) != len(states) {
			v.add(part, a, -1, place, figure.Counted(len(x[a]), "row", "rows"), fmt.Sprintf("one for each of %s", figure.Counted(len(states), "state", "states")))
		}
		for i, row := range x[a] {
			at := fmt.Sprintf("%s, row %d", place, i+1)
			if i < len(states) {
				at += " (" + states[i] + ")"
			}
			v.row(part, a, i, at, row, width)
		}
	}
}

// row checks one distribution and adds at most one fault, the most basic one.
func (v *validator) row(part Part, action, i int, place string, row []float64, width int) {
	if len(row) != width {
		v.add(part, action, i, place, figure.Counted(len(row), "entry", "entries"), figure.Counted(width, "entry", "entries"))
		return
	}
	sum := 0.0
	for j, x := range row {
		if !(x >= 0 && x <= 1+RowTolerance) {
			v.add(part, action, i, fmt.Sprintf("%s, entry %d", place, j+1), number(x), "a probability in [0, 1]")
			return
		}
		sum += x
	}
	if math.Abs(sum-1) > RowTolerance {
		v.add(part, action, i, place, "a sum of "+number(sum), "a sum of 1"+corrected(row, sum))
	}
}

// corrected proposes the row divided by its sum.
func corrected(row []float64, sum float64) string {
	if sum <= 0 {
		return ""
	}
	parts := make([]string, len(row))
	for j, x := range row {
		parts[j] = strconv.FormatFloat(x/sum, 'g', 6, 64)
	}
	return ", for instance [" + strings.Join(parts, ", ") + "]"
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
