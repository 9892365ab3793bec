package moments

import (
	"fmt"
	"math"

	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

// The sentences of findings number actions, states and columns from 1 and
// write figures as everywhere in eeporl (package figure).

// PairName writes an action pair: (1, 2).
func PairName(n pomdp.Sizes, pair int) string {
	a, next := n.PairActions(pair)
	return fmt.Sprintf("(%d, %d)", a+1, next+1)
}

// OfPair names an action pair in a sentence; nothing where there is only one
// action.
func OfPair(n pomdp.Sizes, pair int) string {
	if n.A == 1 {
		return ""
	}
	return " of the pair " + PairName(n, pair)
}

// EveryRotation is the subject of a sentence about all rotations tried, with
// its verb.
func EveryRotation(n int) string {
	if n == 1 {
		return "The only rotation gives"
	}
	return fmt.Sprintf("All %d rotations give", n)
}

// MadeUniform is the sentence of empty-distribution.
func MadeUniform(empty int) string {
	if empty == 1 {
		return "1 distribution had no mass to normalise and was made uniform."
	}
	return fmt.Sprintf("%d distributions had no mass to normalise and were made uniform.", empty)
}

// NoiseName is what blurs an estimate: the sample's noise, or rounding for the
// exact law.
func (e *Estimate) NoiseName() string {
	if math.IsInf(e.Episodes, 1) {
		return "rounding error"
	}
	return "noise"
}

// Vanishing begins the sentences about a singular value at rounding level.
func Vanishing(what string, sigma float64) string {
	if sigma == 0 {
		return what + " is 0"
	}
	return what + " = " + figure.Number(sigma) + " is zero up to rounding error"
}

// Faint is the sentence of sigma-below-noise, without its full stop.
func Faint(what string, sigma float64, noise Floor) string {
	return fmt.Sprintf("%s = %s may be noise: noise alone gives about %s, and more than %s in 1 of %.0f samples",
		what, figure.Number(sigma), figure.Number(noise.Level), figure.Number(noise.Limit), 1/NoiseRate)
}

// Chance is what makes a singular value larger than 0 whose truth is 0.
func (e *Estimate) Chance() string {
	if math.IsInf(e.Episodes, 1) {
		return "rounding"
	}
	return "noise"
}
