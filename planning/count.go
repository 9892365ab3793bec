package planning

import (
	"math"
	"math/big"

	"eeporl/pomdp/figure"
)

// countBits bounds the numbers that are computed in full.
const countBits = 1 << 16

// Count is how many vectors a set would have without pruning.
type Count struct {
	// Exact is nil where the number would take more than 2¹⁶ bits.
	Exact *big.Int
	// Log10 is its decimal logarithm, +Inf beyond the range of float64.
	Log10 float64
}

// counts returns the size of each set of Γ_1 … Γ_horizon by definition; all
// sets of a level have the same. With pair-indexed parameters |Γ_1| = 1 and
// |Γ_{t+1}| = (|A|·|Γ_t|)^{|R||Z|}.
func (p *Problem) counts(horizon int) []Count {
	roots := int64(p.actions / p.slots) // root actions in one set
	out := make([]Count, horizon)
	n := big.NewInt(roots)
	log := math.Log10(float64(roots))
	for t := range out {
		out[t] = Count{Exact: n, Log10: log}
		log = float64(p.outcomes)*(log+math.Log10(float64(p.slots))) + math.Log10(float64(roots))
		if n == nil || (n.BitLen()+8)*p.outcomes > countBits {
			n = nil
			continue
		}
		next := new(big.Int).Mul(n, big.NewInt(int64(p.slots)))
		next.Exp(next, big.NewInt(int64(p.outcomes)), nil)
		n = next.Mul(next, big.NewInt(roots))
	}
	return out
}

// exceeds reports whether n sets of this size hold more than limit vectors.
func (c Count) exceeds(n, limit int) bool {
	if c.Exact == nil {
		return true
	}
	total := new(big.Int).Mul(c.Exact, big.NewInt(int64(n)))
	return total.Cmp(big.NewInt(int64(limit))) > 0
}

// Times is n times as many.
func (c Count) Times(n int) Count {
	c.Log10 += math.Log10(float64(n))
	if c.Exact != nil {
		c.Exact = new(big.Int).Mul(c.Exact, big.NewInt(int64(n)))
	}
	return c
}

// String writes a count for people: in full below 10⁷, as a power of ten above.
func (c Count) String() string {
	switch {
	case c.Exact != nil && c.Log10 < 7:
		return figure.Count(float64(c.Exact.Int64()))
	case math.IsInf(c.Log10, 1):
		return "beyond 10^(10³⁰⁸)"
	case c.Log10 >= 1e6: // no digit of the mantissa is known
		return "10^(" + figure.Number(c.Log10) + ")"
	}
	whole := math.Floor(c.Log10)
	mantissa := figure.Number(math.Pow(10, c.Log10-whole))
	if mantissa == "10" {
		mantissa, whole = "1", whole+1
	}
	power := "10" + figure.Superscript(int(whole))
	if mantissa == "1" {
		return power
	}
	return mantissa + "·" + power
}

// Digits writes a count for programs: in full where it is known, otherwise as
// String does.
func (c Count) Digits() string {
	if c.Exact != nil {
		return c.Exact.String()
	}
	return c.String()
}
