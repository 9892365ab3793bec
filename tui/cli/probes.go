package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"eeporl/model/experiment"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// sureStray is the P below which a probe is a finding: where the model holds, fewer than 1 log in 100 has one.
const sureStray = .01

// probeDoc is what a probe of the learned model found.
type probeDoc struct {
	Asks string `json:"asks"`
	P    Number `json:"p"`
	At   string `json:"at"`
	Off  Number `json:"off"`
}

// inOrder are episodes of the log as they stand in it, evenly over it where they are many; nil where rows are counted, where
// it cannot be read again, and of so many that stand in no order.
func (a *app) inOrder(ctx context.Context, d dataSource, data *dataset, total float64) ([][]pomdp.Act, error) {
	if data.symbols == nil || d.windows || !a.again(d.paths) || d.unsorted && total > experiment.MostProbed {
		return nil, nil
	}
	var out [][]pomdp.Act
	every, at := int(math.Ceil(total/experiment.MostProbed)), 0
	err := a.eachWhole(ctx, d, data, func(acts []pomdp.Act, count float64) error {
		if count != 1 {
			return errCounted
		}
		if at++; at%max(every, 1) == 0 {
			out = append(out, slices.Clone(data.fewer.acts(acts)))
		}
		return nil
	})
	if errors.Is(err, errCounted) {
		return nil, nil
	}
	return out, err
}

var errCounted = errors.New("found rows that stand for several episodes, which have no order")

// probe asks whether the model holds, and adds what speaks against it.
func (r *report) probe(ctx context.Context, episodes [][]pomdp.Act, ordered bool) {
	if episodes == nil || r.outcome.Estimated.Model == nil {
		return
	}
	r.probes = experiment.Probes(ctx, r.outcome.Estimated.Model, episodes, ordered, r.seed)
	for _, p := range r.probes {
		if p.P >= sureStray {
			continue
		}
		code, advice := finding.StepsDiffer, "The model has no clock: another state may stand for one, or the episodes do not begin alike."
		than := "than the model says"
		switch p.Asks {
		case experiment.Drift:
			code, advice = finding.Drift, "Learn from the later ones alone, or from each half by itself."
			than = "in the second half of the log than in the first, beside what the model expects"
		case experiment.Follows:
			code, advice = finding.MemoryLeft, "A hidden state may be missing: --states tries others."
		}
		r.found = append(r.found, finding.New(code, p.P, sureStray, sentence(fmt.Sprintf("%s occurs %s times %s an episode %s (p %s). %s",
			r.featureText(p.At), figure.Number(math.Abs(p.Off)), map[bool]string{true: "less", false: "more"}[p.Off < 0], than, figure.Number(p.P), advice))))
	}
}

// featureText says what a probe looked at, from where it looked on.
func (r *report) featureText(f experiment.Feature) string {
	symbol := func(s int) string {
		if f.Reward {
			return "reward " + r.names.reward(s)
		}
		return r.names.observation(s)
	}
	var words []string
	if f.Step >= 0 {
		words = append(words, fmt.Sprintf("at step %d", f.Step+1))
	}
	if f.SymbolBefore >= 0 {
		before := symbol(f.SymbolBefore)
		if f.ActionBefore >= 0 {
			before = r.names.action(f.ActionBefore) + " with " + before
		}
		words = append(words, "after "+before)
	}
	if f.Action >= 0 {
		words = append(words, "where "+r.names.action(f.Action)+" is taken")
	}
	return strings.Join(append(words, symbol(f.Symbol)), ", ")
}

// probeWords are what the probes ask, in words.
var probeWords = map[experiment.ProbeKind]string{
	experiment.Drift: "over time", experiment.ByStep: "step by step", experiment.Follows: "in what follows what",
}

func (r *report) probeRows() [][]string {
	var parts []string
	for _, p := range r.probes {
		parts = append(parts, probeWords[p.Asks]+" p "+figure.Number(p.P))
	}
	if parts == nil {
		return nil
	}
	return [][]string{{"does it hold", strings.Join(parts, " · ") + ": how often chance alone strays as far"}}
}

func (r *report) probeDocs() (out []probeDoc) {
	for _, p := range r.probes {
		out = append(out, probeDoc{string(p.Asks), Number(p.P), r.featureText(p.At), Number(p.Off)})
	}
	return out
}
