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
	"eeporl/scenarios/logs"
	"eeporl/scenarios/logs/tabular"
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

// orderedLog is a log as it stands.
type orderedLog struct {
	episodes [][]pomdp.Act
	groups   []int    // of the episodes, files or subjects; nil where there are none
	names    []string // of the groups
}

// inOrder are episodes of the log as they stand in it, evenly over it where they are many; nil where rows are counted, where
// it cannot be read again, and of so many that stand in no order. Groups are its files, or the subjects where an episode's name
// has one before others: --columns episode=SUBJECT+BLOCK.
func (a *app) inOrder(ctx context.Context, d dataSource, data *dataset, total float64) (*orderedLog, error) {
	if data.symbols == nil || d.windows || !a.again(d.paths) || d.Unsorted && total > experiment.MostProbed {
		return nil, nil
	}
	out, of := &orderedLog{}, map[string]int{}
	every, at := int(math.Ceil(total/experiment.MostProbed)), 0
	for _, source := range a.sources(d.paths) {
		_, err := logs.EachWhole(ctx, data.options, data.symbols, func(e logs.Episode) error {
			if e.Count != 1 {
				return errCounted
			}
			if at++; at%max(every, 1) != 0 {
				return nil
			}
			name := source.Name
			if len(d.paths) == 1 {
				name, _, _ = strings.Cut(e.Name, tabular.Join)
			}
			group, ok := of[name]
			if !ok {
				group = len(of)
				of[name], out.names = group, append(out.names, name)
			}
			out.episodes, out.groups = append(out.episodes, slices.Clone(data.fewer.acts(e.Acts))), append(out.groups, group)
			return nil
		}, source)
		if errors.Is(err, errCounted) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
	}
	if len(of) < 2 || len(of) == len(out.episodes) {
		out.groups = nil
	}
	return out, nil
}

var errCounted = errors.New("found rows that stand for several episodes, which have no order")

// probe asks whether the model holds, and adds what speaks against it.
func (r *report) probe(ctx context.Context, log *orderedLog, ordered bool) {
	if log == nil || r.outcome.Estimated.Model == nil {
		return
	}
	r.probes = experiment.Probes(ctx, r.outcome.Estimated.Model, log.episodes, log.groups, ordered, r.seed)
	for _, p := range r.probes {
		if p.P >= sureStray {
			continue
		}
		code, advice := finding.StepsDiffer, "The model has no clock: another state may stand for one, or the episodes do not begin alike."
		than, where := "than the model says", ""
		switch p.Asks {
		case experiment.Drift:
			code, advice = finding.Drift, "Learn from the later ones alone, or from each half by itself."
			than = "in the second half of the log than in the first, beside what the model expects"
		case experiment.Groups:
			code, advice = finding.GroupsDiffer, "Learn from each of them by itself, or from those that are alike."
			than, where = "than in all of them, beside what the model expects", "in "+log.names[p.Group]+", "
		case experiment.Follows, experiment.Runs:
			code, advice = finding.MemoryLeft, "A hidden state may be missing: --states tries others."
		}
		r.found = append(r.found, finding.New(code, p.P, sureStray, sentence(fmt.Sprintf("%s%s occurs %s times %s an episode %s (p %s). %s",
			where, r.featureText(p.At), figure.Number(math.Abs(p.Off)), map[bool]string{true: "less", false: "more"}[p.Off < 0], than, figure.Number(p.P), advice))))
	}
}

// featureText says what a probe looked at, from where it looked on.
func (r *report) featureText(f experiment.Feature) string {
	symbol := func(s int) string {
		if f.Reward {
			return "reward " + r.names.Reward(s)
		}
		return r.names.Observation(s)
	}
	var words []string
	if f.Step >= 0 {
		words = append(words, fmt.Sprintf("at step %d", f.Step+1))
	}
	if f.SymbolBefore >= 0 {
		before := symbol(f.SymbolBefore)
		if f.Run > 0 {
			before = fmt.Sprintf("%d times %s", f.Run, before)
		}
		if f.ActionBefore >= 0 {
			before = r.names.Action(f.ActionBefore) + " with " + before
		}
		words = append(words, "after "+before)
	}
	if f.Action >= 0 {
		words = append(words, "where "+r.names.Action(f.Action)+" is taken")
	}
	return strings.Join(append(words, symbol(f.Symbol)), ", ")
}

// probeWords are what the probes ask, in words.
var probeWords = map[experiment.ProbeKind]string{
	experiment.Drift: "over time", experiment.ByStep: "step by step", experiment.Follows: "in what follows what", experiment.Runs: "in runs", experiment.Groups: "group by group",
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
