package cli

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"eeporl/moments"
	"eeporl/pomdp/figure"
)

// stageOrder is the stopwatch's stage of choosing the number of states.
const stageOrder = "order"

// mostStates is the largest number of states that is tried.
const mostStates = 6

// modelOrder is the number of states that the counts ask for, because nobody
// else said it.
type modelOrder struct {
	*moments.OrderChoice
	whole bool // of whole episodes: there is no spectrum
}

func chooseStates(ctx context.Context, counts *moments.Counts, o moments.Options) (*modelOrder, error) {
	choice := moments.ChooseStates(ctx, counts, mostStates, o)
	return &modelOrder{choice, false}, ctx.Err()
}

// states is the number of states that is used: that of the least BIC, or 1 if there
// are too few data to have one.
func (m *modelOrder) states() int { return max(1, m.BIC) }

type orderDoc struct {
	States     int            `json:"states"`
	Sure       string         `json:"sure"`
	Agree      bool           `json:"agree"`
	Spectrum   int            `json:"spectrum"`
	AIC        int            `json:"aic"`
	BIC        int            `json:"bic"`
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
}

func (m *modelOrder) doc() *orderDoc {
	if m == nil {
		return nil
	}
	d := &orderDoc{States: m.states(), Sure: m.said(), Agree: m.Agree, Spectrum: m.Spectrum, AIC: m.AIC, BIC: m.BIC}
	for _, c := range m.Candidates {
		d.Candidates = append(d.Candidates, candidateDoc{
			States: c.States, Free: c.Free, LogLikelihood: numberIfFinite(c.LogLikelihood), AIC: numberIfFinite(c.AIC), BIC: numberIfFinite(c.BIC),
			Weight: numberIfFinite(c.Weight), Misfit: numberIfFinite(c.Misfit), Sigma: numberIfFinite(c.Sigma), Noise: numberIfFinite(c.Noise.Level), NoiseLimit: numberIfFinite(c.Noise.Limit),
		})
	}
	return d
}

func (m *modelOrder) said() string {
	if m.whole {
		return m.SureWhole()
	}
	return m.Sure()
}

// rows are the choice in words, and each candidate's AIC, BIC, σ and noise.
func (m *modelOrder) rows() [][]string {
	if m == nil {
		return nil
	}
	out := [][]string{{"states", m.said()}}
	for _, c := range m.Candidates {
		text := strconv.Itoa(c.States) + ": "
		if math.IsNaN(c.BIC) {
			text += "no estimate"
		} else {
			text += fmt.Sprintf("AIC %.6g · BIC %.6g", c.AIC, c.BIC)
		}
		if m.whole {
			out = append(out, []string{"", text})
			continue
		}
		out = append(out, []string{"", fmt.Sprintf("%s · σ%s %s, noise up to %s", text, figure.Sub(c.States), figure.Number(c.Sigma), figure.Number(c.Noise.Limit))})
	}
	return out
}
