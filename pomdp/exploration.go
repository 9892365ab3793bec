package pomdp

import (
	"fmt"
	"math"
)

// Exploration is the paper's π_explore: an open-loop policy for the first
// four actions of an episode. a₁ and a₂ are uniform and
// p(a_{t+2} = a″ | a_t = a) = Π[a″, a] with Π = (I + c·11ᵀ)/(1 + c|A|).
type Exploration struct {
	actions int
	c       float64
}

// NewExploration makes π_explore for a number of actions. c must be positive;
// c = +Inf is the limit of independent uniform actions, under which the
// induced T has rank |A||S| at most.
func NewExploration(actions int, c float64) (Exploration, error) {
	if actions < 1 {
		return Exploration{}, fmt.Errorf("exploration: found %d actions, expected at least 1", actions)
	}
	if !(c > 0) {
		return Exploration{}, fmt.Errorf("exploration: found c = %g, expected a positive number (or inf for independent actions)", c)
	}
	if math.IsInf(c*float64(actions), 1) { // as c → ∞, long before
		c = math.Inf(1)
	}
	return Exploration{actions: actions, c: c}, nil
}

// DefaultC is the c used where none is given: 1/|A|.
func DefaultC(actions int) float64 { return 1 / float64(actions) }

// C is the mixing constant c.
func (e Exploration) C() float64 { return e.c }

// Actions is |A|.
func (e Exploration) Actions() int { return e.actions }

// Pi is Π[next, a]: the probability that a_{t+2} = next when a_t = a.
func (e Exploration) Pi(next, a int) float64 {
	n := float64(e.actions)
	if math.IsInf(e.c, 1) {
		return 1 / n
	}
	if next == a {
		return (1 + e.c) / (1 + e.c*n)
	}
	return e.c / (1 + e.c*n)
}

// Smallest is ε_a = c/(1 + c|A|), the smallest entry of Π.
func (e Exploration) Smallest() float64 {
	if e.actions == 1 {
		return 1
	}
	return e.Pi(1, 0)
}

// Path is the probability of the first four actions.
func (e Exploration) Path(actions [4]int) float64 {
	n := float64(e.actions)
	return 1 / (n * n) * e.Pi(actions[2], actions[0]) * e.Pi(actions[3], actions[1])
}

// Next implements Policy: π_explore for four actions, then the uniform π_rest.
func (e Exploration) Next(past []Step, probs []float64) {
	t := len(past)
	for a := range probs {
		if t == 2 || t == 3 {
			probs[a] = e.Pi(a, past[t-2].Action.Value)
		} else {
			probs[a] = 1 / float64(e.actions)
		}
	}
}
