package moments

import (
	"fmt"
	"math"

	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

// The sentences of findings number actions, states and columns from 1 and
// write figures as everywhere in eeporl (package figure).

// pairName writes an action pair: (1, 2).
func pairName(n pomdp.Sizes, pair int) string {
	a, next := n.PairActions(pair)
	return fmt.Sprintf("(%d, %d)", a+1, next+1)
}

// ofPair names an action pair in a sentence; nothing where there is only one
// action.
func ofPair(n pomdp.Sizes, pair int) string {
	if n.A == 1 {
		return ""
	}
	return " of the pair " + pairName(n, pair)
}

// everyRotation is the subject of a sentence about all rotations tried, with
// its verb.
func everyRotation(n int) string {
	if n == 1 {
		return "The only rotation gives"
	}
	return fmt.Sprintf("All %d rotations give", n)
}

// madeUniform is the sentence of empty-distribution.
func madeUniform(empty int) string {
	if empty == 1 {
		return "1 distribution had no mass to normalise and was made uniform."
	}
	return fmt.Sprintf("%d distributions had no mass to normalise and were made uniform.", empty)
}

// noiseName is what blurs an estimate: the sample's noise, or rounding for the
// exact law.
func (e *Estimate) noiseName() string {
	if math.IsInf(e.Episodes, 1) {
		return "rounding error"
	}
	return "noise"
}

// vanishing begins the sentences about a singular value at rounding level.
func vanishing(what string, sigma float64) string {
	if sigma == 0 {
		return what + " is 0"
	}
	return what + " = " + figure.Number(sigma) + " is zero up to rounding error"
}

// faint is the sentence of sigma-below-noise, without its full stop.
func faint(what string, sigma float64, noise Floor) string {
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
