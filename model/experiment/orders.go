package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"eeporl/moments"
	"eeporl/pomdp"
)

// MixedOrders is the code of the finding that the actions of a learned POMDP do
// not mean the same states by the same number.
const MixedOrders moments.Code = "mixed-orders"

// mixedOrders compares, action by action, the states of a model that is said to
// have one order with the true ones: the order that fits an action's
// observations and rewards best. It is naive's failure, which nothing but the
// truth can show (paper, section 4).
func mixedOrders(learned, truth *pomdp.POMDP) (moments.Finding, bool) {
	n := truth.Sizes()
	if learned.Sizes() != n || n.S > 6 || n.A < 2 {
		return moments.Finding{}, false
	}
	var words []string
	var first []int
	mixed := false
	for a := range n.A {
		order := bestOrder(learned, truth, a)
		if first == nil {
			first = order
		}
		mixed = mixed || !slices.Equal(order, first)
		names := make([]string, n.S)
		for j, s := range order {
			names[j] = truth.StateName(s)
		}
		words = append(words, fmt.Sprintf("%s's are %s", truth.ActionName(a), strings.Join(names, ", ")))
	}
	if !mixed {
		return moments.Finding{}, false
	}
	return moments.Finding{
		Code: MixedOrders, Value: math.NaN(), Limit: math.NaN(), Pair: -1, Column: -1,
		Detail: "The actions do not mean the same states by the same number, so a plan mixes them up: in turn, " + strings.Join(words, "; ") + ".",
	}, true
}

// bestOrder is the true state that each learned state of one action fits best.
func bestOrder(learned, truth *pomdp.POMDP, a int) []int {
	n := truth.Sizes()
	cost := func(j, s int) float64 {
		sum := 0.0
		for z := range n.Z {
			sum += square(learned.Z(a, j, z) - truth.Z(a, s, z))
		}
		for r := range n.R {
			sum += square(learned.R(a, j, r) - truth.R(a, s, r))
		}
		return sum
	}
	var best []int
	least := math.Inf(1)
	var try func(order []int, sum float64)
	try = func(order []int, sum float64) {
		if sum >= least {
			return
		}
		if len(order) == n.S {
			least, best = sum, slices.Clone(order)
			return
		}
		for s := range n.S {
			if !slices.Contains(order, s) {
				try(append(order, s), sum+cost(len(order), s))
			}
		}
	}
	try(make([]int, 0, n.S), 0)
	return best
}

func square(x float64) float64 { return x * x }
