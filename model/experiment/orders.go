package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"eeporl/moments/num"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// mixedOrders checks whether the states of a learned model really have one order for all
// actions. For each action it takes the order in which the learned observations and
// rewards fit the true ones best. Different orders are the failure of the naive estimator
// that only the truth can show (paper, section 4); given says that there is a finding of
// it. If another order fits an action about as well, the finding says that it cannot be
// told. orders[a][j] is the true state that action a's learned state j fits best; nil for
// models that are too large to try all orders, of other sizes, or with one action.
func mixedOrders(learned, truth *pomdp.POMDP) (orders [][]int, found finding.Finding, given bool) {
	n := truth.Sizes()
	if learned.Sizes() != n || n.S > 6 || n.A < 2 {
		return nil, finding.Finding{}, false
	}
	var words []string
	var first []int
	mixed, unclear := false, -1
	var best, second float64
	for a := range n.A {
		order, fits, rival := bestOrder(learned, truth, a)
		if unclear < 0 && fits > unclearMatch*rival {
			unclear, best, second = a, fits, rival
		}
		orders = append(orders, order)
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
	if unclear >= 0 {
		return orders, finding.Finding{
			Code: finding.MixedOrders, Value: finding.Of(best), Limit: finding.Of(unclearMatch * second),
			Detail: fmt.Sprintf("Whether the actions mean the same states by the same number cannot be told: what was learned of %s fits the true states at a squared distance of %s in the best order and of %s in the next.",
				truth.ActionName(unclear), figure.Number(best), figure.Number(second)),
		}, true
	}
	if !mixed {
		return orders, finding.Finding{}, false
	}
	return orders, finding.Finding{
		Code:   finding.MixedOrders,
		Detail: "The actions number the states differently: " + strings.Join(words, "; ") + ". Plans mix them up.",
	}, true
}

// unclearMatch is a share of the second best order's distance: if the best order's
// distance is larger than that, the best order is in doubt.
const unclearMatch = .25

// bestOrder is the true state that each learned state of one action fits best,
// with the squared distance of that order and of the next best.
func bestOrder(learned, truth *pomdp.POMDP, a int) (best []int, fits, rival float64) {
	n := truth.Sizes()
	cost := func(j, s int) float64 {
		sum := 0.0
		for z := range n.Z {
			sum += num.Square(learned.Z(a, j, z) - truth.Z(a, s, z))
		}
		for r := range n.R {
			sum += num.Square(learned.R(a, j, r) - truth.R(a, s, r))
		}
		return sum
	}
	fits, rival = math.Inf(1), math.Inf(1)
	var try func(order []int, sum float64)
	try = func(order []int, sum float64) {
		if sum >= rival {
			return
		}
		if len(order) == n.S {
			if sum < fits {
				rival, fits, best = fits, sum, slices.Clone(order)
			} else {
				rival = sum
			}
			return
		}
		for s := range n.S {
			if !slices.Contains(order, s) {
				try(append(order, s), sum+cost(len(order), s))
			}
		}
	}
	try(make([]int, 0, n.S), 0)
	return best, fits, rival
}
