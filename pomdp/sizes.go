package pomdp

import (
	"fmt"
	"math"
)

// Sizes are the cardinalities of a POMDP's four finite sets and the index
// arithmetic of the HMM that open-loop exploration induces on it.
//
// Index order, everywhere in the project and in its JSON:
//
//	pair   = a·|A| + a'
//	hidden = pair·|S| + s                  h = (a, s, a')
//	symbol = pair·|Z||R| + outcome         x = (a, z, r, a')
//	outcome = z·|R| + r
type Sizes struct {
	S, A, Z, R int
}

// Pairs is |A|², the number of action pairs (a, a').
func (n Sizes) Pairs() int { return n.A * n.A }

// Outcomes is |Z||R|, the number of (observation, reward level) outcomes.
func (n Sizes) Outcomes() int { return n.Z * n.R }

// K is k = |A|²|S|, the number of hidden states of the induced HMM.
func (n Sizes) K() int { return n.Pairs() * n.S }

// D is d = |A|²|Z||R|, the number of symbols the induced HMM emits.
func (n Sizes) D() int { return n.Pairs() * n.Outcomes() }

// Pair is the index of the action pair (a, next).
func (n Sizes) Pair(a, next int) int { return a*n.A + next }

// PairActions is the inverse of Pair.
func (n Sizes) PairActions(pair int) (a, next int) { return pair / n.A, pair % n.A }

// Hidden is one hidden state h_t = (a_t, s_{t+1}, a_{t+1}) of the induced HMM.
type Hidden struct {
	Action, State, Next int
}

// HiddenIndex is the row of h in T and w and its column in O.
func (n Sizes) HiddenIndex(h Hidden) int { return n.Pair(h.Action, h.Next)*n.S + h.State }

// HiddenAt is the inverse of HiddenIndex.
func (n Sizes) HiddenAt(i int) Hidden {
	a, next := n.PairActions(i / n.S)
	return Hidden{Action: a, State: i % n.S, Next: next}
}

// Symbol is one observation x_t = (a_t, z_{t+1}, r_{t+1}, a_{t+1}) of the
// induced HMM: Observation was seen on entering s_{t+1} under Action, and
// Reward was earned there by Next: the appendix's reading (README, "Where the
// paper needs reading with care", 1).
type Symbol struct {
	Action, Observation, Reward, Next int
}

// Outcome is the index of (z, r) inside one action pair.
func (n Sizes) Outcome(z, r int) int { return z*n.R + r }

// OutcomeAt is the inverse of Outcome.
func (n Sizes) OutcomeAt(i int) (z, r int) { return i / n.R, i % n.R }

// SymbolIndex is the row of x in O.
func (n Sizes) SymbolIndex(x Symbol) int {
	return n.Pair(x.Action, x.Next)*n.Outcomes() + n.Outcome(x.Observation, x.Reward)
}

// SymbolAt is the inverse of SymbolIndex.
func (n Sizes) SymbolAt(i int) Symbol {
	a, next := n.PairActions(i / n.Outcomes())
	z, r := n.OutcomeAt(i % n.Outcomes())
	return Symbol{Action: a, Observation: z, Reward: r, Next: next}
}

// Triple holds the symbol indices of (x₁, x₂, x₃): what one episode's first
// four actions contribute to the moments.
type Triple [3]int

// Symbols says how many actions, observations and reward levels there are.
func (n Sizes) Symbols() string {
	return fmt.Sprintf("|A| = %d, |Z| = %d, |R| = %d", n.A, n.Z, n.R)
}

// Cells is |A|⁴(|Z||R|)³, the number of triples that can occur at all: x₁ and
// x₂ share a₂, x₂ and x₃ share a₃.
func (n Sizes) Cells() int {
	o := n.Outcomes()
	return n.Pairs() * n.Pairs() * o * o * o
}

// Triples is Cells as a number that cannot overflow, for sizes that may be too large.
func (n Sizes) Triples() float64 {
	a, o := float64(n.A), float64(n.Z)*float64(n.R)
	return a * a * a * a * o * o * o
}

// MostCells bounds Cells, so that each has a number, as an int and as a float64.
const MostCells = min(1<<53, math.MaxInt)

// Cell describes a triple that can occur by its four actions and its three
// outcomes.
type Cell struct {
	Actions  [4]int
	Outcomes [3]int
}

// CellIndex numbers the possible triples 0 … Cells()-1, actions first.
func (n Sizes) CellIndex(c Cell) int {
	i := 0
	for _, a := range c.Actions {
		i = i*n.A + a
	}
	o := n.Outcomes()
	for _, v := range c.Outcomes {
		i = i*o + v
	}
	return i
}

// CellAt is the inverse of CellIndex.
func (n Sizes) CellAt(i int) Cell {
	var c Cell
	o := n.Outcomes()
	for j := 2; j >= 0; j-- {
		c.Outcomes[j] = i % o
		i /= o
	}
	for j := 3; j >= 0; j-- {
		c.Actions[j] = i % n.A
		i /= n.A
	}
	return c
}

// Triple gives the three symbol indices of a cell.
func (n Sizes) Triple(c Cell) Triple {
	o := n.Outcomes()
	var t Triple
	for j := range t {
		t[j] = n.Pair(c.Actions[j], c.Actions[j+1])*o + c.Outcomes[j]
	}
	return t
}

// CellOf finds the cell of a triple. It fails when a symbol is out of range
// or two neighbouring symbols disagree about the action they share.
func (n Sizes) CellOf(t Triple) (Cell, error) {
	var c Cell
	o := n.Outcomes()
	for j, x := range t {
		if x < 0 || x >= n.D() {
			return Cell{}, fmt.Errorf("x%d = %d is outside 0…%d", j+1, x, n.D()-1)
		}
		a, next := n.PairActions(x / o)
		if j > 0 && c.Actions[j] != a {
			return Cell{}, fmt.Errorf("x%d ends with action %d but x%d begins with action %d: they must share it", j, c.Actions[j], j+1, a)
		}
		c.Actions[j], c.Actions[j+1], c.Outcomes[j] = a, next, x%o
	}
	return c, nil
}
