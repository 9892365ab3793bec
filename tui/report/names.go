package report

import (
	"fmt"
	"strconv"
	"strings"

	"eeporl/pomdp"
)

// lettered are names for states that have none.
func lettered(states int) []string {
	names := make([]string, states)
	for s := range names {
		names[s] = "s" + strconv.Itoa(s)
	}
	return names
}

func pairName(n pomdp.Names, sizes pomdp.Sizes, pair int) string {
	if pair < 0 {
		return "–"
	}
	return n.Pair(sizes.PairActions(pair))
}

// numbered says which number stands for which action in digitsOf.
func numbered(n pomdp.Names, actions int) string {
	var all []string
	for a := range actions {
		all = append(all, fmt.Sprintf("%d %s", a+1, n.Action(a)))
	}
	return strings.Join(all, ", ")
}

// digitsOf writes a pair by its actions' numbers from 1: 12.
func digitsOf(sizes pomdp.Sizes, pair int) string {
	a, next := sizes.PairActions(pair)
	if sizes.A > 9 {
		return fmt.Sprintf("%d·%d", a+1, next+1)
	}
	return fmt.Sprintf("%d%d", a+1, next+1)
}
