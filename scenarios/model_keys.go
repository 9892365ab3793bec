package scenarios

import (
	"strconv"
	"strings"

	"eeporl/pomdp"
	"eeporl/pomdp/printable"
)

// modelKeys are the top-level keys of a model file in the order of writing.
func modelKeys() []string {
	return []string{"name", "story", "about", "states", "actions", "observations", "rewards", "initial", "horizon", "discount",
		"transition", "observation", "reward"}
}

func matrixParts() []pomdp.Part {
	return []pomdp.Part{pomdp.PartTransition, pomdp.PartObservation, pomdp.PartReward}
}

func matrixKeys() []string {
	var keys []string
	for _, part := range matrixParts() {
		keys = append(keys, "["+string(part)+"]")
	}
	return keys
}

// meaning is what a part of the model is, in a few words and, for the
// matrices, their rows and columns.
func meaning(part pomdp.Part) string {
	switch part {
	case "name":
		return "the model's name"
	case pomdp.PartStates, pomdp.PartActions, pomdp.PartObservations:
		return "a list of names"
	case pomdp.PartRewards:
		return "the value of each reward level"
	case pomdp.PartInitial:
		return "the probability of each state at the start"
	case pomdp.PartHorizon:
		return "the number of steps of an episode"
	case pomdp.PartTransition:
		return "action → row per state left, column per state entered"
	case pomdp.PartObservation:
		return "action → row per state entered, column per observation"
	case pomdp.PartReward:
		return "action → row per state left, column per reward level"
	}
	return string(part)
}

func keyText(path []string) string {
	quoted := make([]string, len(path))
	for i, p := range path {
		quoted[i] = tomlKey(p)
	}
	return strings.Join(quoted, ".")
}

// oneOf lists what was expected in place of a name, the likeliest first.
func oneOf(typed string, known []string) string {
	if near := Nearest(typed, known); near != "" {
		return strconv.Quote(near) + " perhaps, or another of " + printable.List(known, printable.Names, "")
	}
	return "one of " + printable.List(known, printable.Names, "")
}
