// Package choose says how many states the data ask for.
package choose

import (
	"context"
	"fmt"
	"math"

	"eeporl/moments"
	"eeporl/moments/likelihood"
	"eeporl/moments/params"
	"eeporl/moments/spectral"
	"eeporl/pomdp/figure"
)

// Candidate is one number of states held against the counts.
type Candidate struct {
	States        int
	Free          int     // free parameters
	LogLikelihood float64 // of polished's answer, less that of the saturated model; NaN where there is none
	AIC, BIC      float64
	Weight        float64       // of the BIC: exp(−ΔBIC/2), normalised
	Misfit        float64       // Likelihood.Misfit of polished's answer; NaN where there is none
	Sigma         float64       // σ_|S| in the block of P̂₁₂ where it stands out most; 0 for |S| > |Z||R|
	Noise         moments.Floor // of the largest over all blocks, scaled to Sigma's block
	// HeldOut is the mean log-likelihood of episodes that were held out, fitted to the others; NaN
	// where none were. HeldOutError is the standard error of how much it differs from the best's.
	HeldOut, HeldOutError float64
	Judged                []Judged // held-out episodes, one by one
}

// newCandidate knows nothing yet but its number of parameters.
func newCandidate(l *params.Layout) Candidate {
	nan := math.NaN()
	return Candidate{States: l.N.S, Free: l.Free(), LogLikelihood: nan, AIC: nan, BIC: nan, Misfit: nan, HeldOut: nan, HeldOutError: nan}
}

// judge weighs the log-likelihood against the number of free parameters, and each of them by what it
// was learned from: penalty is the sum of its logarithm over all of them.
func (c *Candidate) judge(penalty float64) {
	c.AIC = 2*float64(c.Free) - 2*c.LogLikelihood
	c.BIC = penalty - 2*c.LogLikelihood
}

// OrderChoice says how many states the counts ask for.
type OrderChoice struct {
	Candidates []Candidate // for 1, 2, … states
	Spectrum   int         // singular values that stand out of the noise
	AIC, BIC   int         // states of the least AIC and BIC; 0 without data
	Held       int         // states by episodes held out: the fewest that are within a standard error of the best; 0 where none were
	Agree      bool        // all that were asked say the same
	Steps      float64     // of whole episodes; 0 for triples
}

// ChooseStates suggests least ≤ |S| ≤ most: by the singular spectrum of the blocks of
// P̂₁₂ against its noise floor, and by AIC and BIC of the maximum likelihood. It needs no
// truth. It ends early where two candidates in a row have a larger BIC than an earlier one.
// When ctx is cancelled, the candidates not reached are left out. It returns nil where a candidate
// is left to another process.
func ChooseStates(ctx context.Context, counts *moments.Counts, least, most int, options moments.Options) *OrderChoice {
	out := &OrderChoice{}
	n := counts.Sizes()
	n.S = 1
	probe := moments.NewEstimate("order", counts, 1, options)
	if !probe.AcceptCounts(counts) {
		return out
	}
	done := options.Counting(most)
	options.Progress = nil
	complete := out.try(ctx, options.Pieces, "states", 1, most, done, func(s int) Candidate {
		n.S = s
		c := newCandidate(params.NewLayout(n))
		c.Sigma, c.Noise = spectral.StandOut(counts, s, options.Seed)
		if s < least {
			return c // only its spectrum counts
		}
		if e := likelihood.Polished(ctx, counts, s, options); e.Likelihood != nil && e.OK() {
			c.LogLikelihood, c.Misfit = e.Likelihood.Last(), e.Likelihood.Misfit
			c.judge(math.Log(counts.Mass()) * float64(c.Free))
		}
		return c
	})
	if !complete {
		return nil
	}
	out.choose()
	return out
}

// try adds a candidate for each number of states, up to one from which on more states would only
// cost time. It is false where one is left to another process.
func (o *OrderChoice) try(ctx context.Context, pieces moments.Pieces, kind string, least, most int, done func(), candidate func(states int) Candidate) bool {
	missing := false
	for s := least; s <= most && ctx.Err() == nil; s++ {
		c, ok := moments.Piece(pieces, kind, s, func() (Candidate, bool) {
			c := candidate(s)
			return c, ctx.Err() == nil
		})
		done()
		if !ok {
			missing = true
			continue
		}
		if o.Candidates = append(o.Candidates, c); !missing && o.rising() {
			break
		}
	}
	return !missing || ctx.Err() != nil
}

// rising says whether the last two candidates both have a larger BIC than one
// before them: more states would only cost time.
func (o *OrderChoice) rising() bool {
	n := len(o.Candidates)
	if n < 3 {
		return false
	}
	least := math.Inf(1)
	for _, c := range o.Candidates[:n-2] {
		if c.BIC < least {
			least = c.BIC
		}
	}
	return o.Candidates[n-2].BIC > least && o.Candidates[n-1].BIC > least
}

func (o *OrderChoice) choose() {
	least, bic := math.Inf(1), math.Inf(1)
	for _, c := range o.Candidates {
		if c.Sigma > c.Noise.Limit && o.Spectrum == c.States-1 {
			o.Spectrum = c.States
		}
		if c.AIC < least {
			least, o.AIC = c.AIC, c.States
		}
		if c.BIC < bic {
			bic, o.BIC = c.BIC, c.States
		}
	}
	total := 0.0
	for i := range o.Candidates {
		if c := &o.Candidates[i]; !math.IsNaN(c.BIC) {
			c.Weight = math.Exp((bic - c.BIC) / 2)
			total += c.Weight
		}
	}
	for i := range o.Candidates {
		if total > 0 {
			o.Candidates[i].Weight /= total
		}
	}
	o.Agree = (o.Spectrum == o.AIC || o.Whole()) && o.AIC == o.BIC
}

// Whole says whether whole episodes chose, which have no spectrum.
func (o *OrderChoice) Whole() bool { return o.Steps > 0 }

// Used is the number of states that is used: that of the least BIC, or 1 if there are too few data to have one.
func (o *OrderChoice) Used() int { return max(1, o.BIC) }

// Sure says in one sentence what is suggested and how sure that is.
func (o *OrderChoice) Sure() string {
	if o.Whole() {
		return o.sureWhole()
	}
	if o.BIC == 0 {
		return "There are too few data to suggest a number of states."
	}
	weight := o.Candidates[o.BIC-1].Weight
	if o.Agree {
		return fmt.Sprintf("%s: the spectrum, AIC and BIC agree (BIC weight %s).", figure.Counted(o.BIC, "state", "states"), figure.Number(weight))
	}
	return fmt.Sprintf("%s by BIC (weight %s), but %d by AIC and %s above the noise.",
		figure.Counted(o.BIC, "state", "states"), figure.Number(weight), o.AIC, figure.Counted(o.Spectrum, "singular value", "singular values"))
}
