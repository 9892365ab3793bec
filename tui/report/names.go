package report

import (
	"fmt"
	"strconv"
	"strings"

	"eeporl/pomdp"
)

// nameOf is a letter and the index where there is no name.
func nameOf(names []string, letter string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return letter + strconv.Itoa(i)
}

func (n Names) action(a int) string      { return nameOf(n.Actions, "a", a) }
func (n Names) state(s int) string       { return nameOf(n.States, "s", s) }
func (n Names) observation(z int) string { return nameOf(n.Observations, "z", z) }
func (n Names) reward(r int) string      { return nameOf(n.Rewards, "r", r) }

func (n Names) pair(sizes pomdp.Sizes, pair int) string {
	if pair < 0 {
		return "–"
	}
	a, next := sizes.PairActions(pair)
	return "(" + n.action(a) + ", " + n.action(next) + ")"
}

// numbered says which number stands for which action in digitsOf.
func (n Names) numbered(actions int) string {
	var all []string
	for a := range actions {
		all = append(all, fmt.Sprintf("%d %s", a+1, n.action(a)))
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
