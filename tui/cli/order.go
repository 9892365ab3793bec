package cli

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"eeporl/model"
	"eeporl/moments"
	"eeporl/moments/choose"
	"eeporl/pomdp/figure"
)

// stageOrder is the stopwatch's stage of choosing the number of states.
const stageOrder = "order"

// stateRange are the numbers of states that are tried; the zero value stands for 1 to mostStates.
type stateRange struct{ least, most int }

// mostStates is the largest number of states that is tried unasked.
const mostStates = 6

// one is the number of states, if there is no choice; else 0.
func (s stateRange) one() int {
	if s.least == s.most {
		return s.least
	}
	return 0
}

// ends are the least and the largest number.
func (s stateRange) ends() (least, most int) {
	if s.most == 0 {
		return 1, mostStates
	}
	return s.least, s.most
}

// parseStates reads a number, or two with a colon between them.
func parseStates(text string) (stateRange, error) {
	parse := model.WholeNumber(model.MostStates)
	from, to, ranged := strings.Cut(text, ":")
	least, err := parse(from)
	most := least
	if ranged && err == nil {
		most, err = parse(to)
	}
	if err != nil || most < least {
		return stateRange{}, fmt.Errorf("a whole number from 1 to %d, or two such as 2:5", model.MostStates)
	}
	return stateRange{least, most}, nil
}

// chooseStates finds the number of states that the counts ask for, because nobody else said it.
func chooseStates(ctx context.Context, counts *moments.Counts, tried stateRange, o moments.Options) (*choose.OrderChoice, error) {
	least, most := tried.ends()
	choice := choose.ChooseStates(ctx, counts, least, most, o)
	if choice == nil {
		return nil, errShared
	}
	return choice, ctx.Err()
}

type orderDoc struct {
	States     int            `json:"states"`
	Sure       string         `json:"sure"`
	Agree      bool           `json:"agree"`
	Spectrum   int            `json:"spectrum"`
	AIC        int            `json:"aic"`
	BIC        int            `json:"bic"`
	HeldOut    int            `json:"held_out,omitempty"`
	Candidates []candidateDoc `json:"candidates,omitempty"`
}

// candidateDoc leaves out what a candidate has not: a likelihood where there
// was no estimate.
type candidateDoc struct {
	States        int     `json:"states"`
	Free          int     `json:"free"`
	LogLikelihood *Number `json:"log_likelihood,omitempty"`
	AIC           *Number `json:"aic,omitempty"`
	BIC           *Number `json:"bic,omitempty"`
	Weight        *Number `json:"weight,omitempty"`
	Misfit        *Number `json:"misfit,omitempty"`
	Sigma         *Number `json:"sigma,omitempty"`
	Noise         *Number `json:"noise,omitempty"`
	NoiseLimit    *Number `json:"noise_limit,omitempty"`
	HeldOut       *Number `json:"held_out,omitempty"`       // mean log-likelihood of an episode
	HeldOutError  *Number `json:"held_out_error,omitempty"` // standard error of its difference from the best
}

func orderDocOf(o *choose.OrderChoice) *orderDoc {
	if o == nil {
		return nil
	}
	d := &orderDoc{States: o.Used(), Sure: o.Sure(), Agree: o.Agree, Spectrum: o.Spectrum, AIC: o.AIC, BIC: o.BIC, HeldOut: o.Held}
	for _, c := range o.Candidates {
		d.Candidates = append(d.Candidates, candidateDoc{
			States: c.States, Free: c.Free, LogLikelihood: numberIfFinite(c.LogLikelihood), AIC: numberIfFinite(c.AIC), BIC: numberIfFinite(c.BIC),
			Weight: numberIfFinite(c.Weight), Misfit: numberIfFinite(c.Misfit), Sigma: numberIfFinite(c.Sigma), Noise: numberIfFinite(c.Noise.Level), NoiseLimit: numberIfFinite(c.Noise.Limit), HeldOut: numberIfFinite(c.HeldOut), HeldOutError: numberIfFinite(c.HeldOutError),
		})
	}
	return d
}

// orderRows are the choice in words, and each candidate's AIC, BIC, σ and noise.
func orderRows(o *choose.OrderChoice) [][]string {
	if o == nil {
		return nil
	}
	out := [][]string{{"states", o.Sure()}}
	for _, c := range o.Candidates {
		text := strconv.Itoa(c.States) + ": "
		if math.IsNaN(c.BIC) {
			text += "no estimate"
		} else {
			text += fmt.Sprintf("AIC %.6g · BIC %.6g", c.AIC, c.BIC)
		}
		if !math.IsNaN(c.HeldOut) {
			text += fmt.Sprintf(" · held out %.6g an episode, ± %.2g against the best", c.HeldOut, c.HeldOutError)
		}
		if o.Whole() {
			out = append(out, []string{"", text})
			continue
		}
		out = append(out, []string{"", fmt.Sprintf("%s · σ%s %s, noise up to %s", text, figure.Sub(c.States), figure.Number(c.Sigma), figure.Number(c.Noise.Limit))})
	}
	return out
}
