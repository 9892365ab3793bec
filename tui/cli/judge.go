package cli

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"eeporl/model/experiment"
	"eeporl/moments"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
	"eeporl/scenarios/logs"
	"eeporl/scenarios/logs/tabular"
)

// judgedDoc is what episodes say of a policy: by themselves, and with a model.
type judgedDoc struct {
	Value         *Number     `json:"value,omitempty"`
	StandardError *Number     `json:"standard_error,omitempty"`
	Robust        *readingDoc `json:"robust,omitempty"`
	Effective     Number      `json:"effective"`
	Followed      Number      `json:"followed"`
	Episodes      Number      `json:"episodes"`
	Probabilities string      `json:"probabilities"`
}

type readingDoc struct {
	Value         Number `json:"value"`
	StandardError Number `json:"standard_error"`
}

// heldOutDoc is what episodes kept back say of a policy that was learned without them.
type heldOutDoc struct {
	Share       Number     `json:"share"`
	LearnedFrom Number     `json:"learned_from"`
	Promised    Number     `json:"promised"`
	ByLog       *judgedDoc `json:"by_log"`
}

// habit is how probable the log's actions were: as it states, or else as they occur in it.
func (a *app) habit(ctx context.Context, d dataSource, data *dataset, episodes *moments.Episodes, steps int) (experiment.Habit, error) {
	if d.Columns[tabular.ProbabilityColumn] == "" {
		return experiment.CountHabit(episodes, steps), nil
	}
	stated := experiment.NewStated(steps)
	_, err := logs.EachWhole(ctx, data.options, data.symbols, func(e logs.Episode) error {
		if e.Chances != nil {
			stated.Add(data.fewer.acts(e.Acts), e.Chances)
		}
		return nil
	}, a.sources(d.paths)...)
	return stated, err
}

func (r *report) judgedDoc(j *experiment.Judged) *judgedDoc {
	if j == nil {
		return nil
	}
	doc := &judgedDoc{Value: numberOrNone(j.Weighted.Value), StandardError: numberOrNone(j.Weighted.StandardError), Effective: Number(j.Effective), Followed: Number(j.Followed), Episodes: Number(j.Episodes), Probabilities: cmp.Or(r.stated, "counted")}
	if !math.IsNaN(j.Robust.Value) {
		doc.Robust = &readingDoc{Number(j.Robust.Value), Number(j.Robust.StandardError)}
	}
	return doc
}

func (r *report) heldOutDoc() *heldOutDoc {
	h := r.heldOut
	if h == nil || h.Planned == nil {
		return nil
	}
	return &heldOutDoc{Number(h.Share), Number(h.LearnedFrom), Number(h.Planned.Best().Low), r.judgedDoc(&h.Judged)}
}

// What a log must hold before it says something of a policy, and by how many standard errors it may differ from the model.
const (
	leastEffective = 10
	fewEffective   = 30 // below it the standard error is too small
	mostApart      = 3
)

// judge holds what the log itself says of the policy against what the model does.
func (r *report) judge(j experiment.Judged) {
	r.byLog = &j
	if j.Effective < leastEffective {
		r.found = append(r.found, r.noOverlap(j, ""))
		return
	}
	if apart := j.Weighted.Apart(r.worth.Mean, r.worth.Deviation); j.Effective >= fewEffective && apart > mostApart {
		r.found = append(r.found, finding.New(finding.ModelDisagrees, apart, mostApart, fmt.Sprintf(
			"The log itself values the policy at %s, the model at %s: %s standard errors apart. The model misses something that matters for the policy.",
			figure.Value(j.Weighted.Value), figure.Value(r.worth.Mean), figure.Number(apart))))
	}
}

// judgeHeldOut holds what the episodes kept back say of the policy against what was promised.
func (r *report) judgeHeldOut() {
	h, deviation := r.heldOut, 0.0
	if h.Planned == nil {
		return
	}
	promised := h.Planned.Best().Low
	if r.worth != nil {
		deviation = r.worth.Deviation / math.Sqrt(1-h.Share)
	}
	if h.Judged.Effective < leastEffective {
		r.found = append(r.found, r.noOverlap(h.Judged, " that were kept back"))
		return
	}
	if apart := h.Judged.Robust.Apart(promised, deviation); h.Judged.Effective >= fewEffective && apart > mostApart {
		r.found = append(r.found, finding.New(finding.ModelDisagrees, apart, mostApart, fmt.Sprintf(
			"A policy that was learned without the episodes kept back promises %s, and these value it at %s: %s standard errors apart. The model misses something that matters for the policy.",
			figure.Value(promised), figure.Value(h.Judged.Robust.Value), figure.Number(apart))))
	}
}

func (r *report) noOverlap(j experiment.Judged, which string) finding.Finding {
	if j.Episodes == 0 {
		return finding.New(finding.NoOverlap, 0, leastEffective, fmt.Sprintf(
			"No episode%s has the policy's %s with a reward each: the log itself says nothing of what it is worth, and the model has to be trusted.",
			which, figure.Counted(r.horizon, "step", "steps")))
	}
	if j.Episodes < leastEffective {
		return finding.New(finding.NoOverlap, j.Effective, leastEffective, fmt.Sprintf(
			"Only %s%s as long as the policy's %s: too few for the log itself to say what it is worth, so that the model has to be trusted.",
			figure.Counted(j.Episodes, "episode", "episodes"), which+figure.Plural(j.Episodes, " is", " are"), figure.Counted(r.horizon, "step", "steps")))
	}
	return finding.New(finding.NoOverlap, j.Effective, leastEffective, fmt.Sprintf(
		"Of %s%s, %s to the end what the policy does: the log itself can hardly say what it is worth, and the model has to be trusted.",
		figure.Counted(j.Episodes, "episode", "episodes"), which, figure.Counted(j.Followed, "does", "do")))
}

// readings says what episodes tell of a policy; "" where they hold too little to say anything.
func (r *report) readings(j experiment.Judged) string {
	if j.Effective < leastEffective {
		return ""
	}
	by := "action probabilities counted"
	if r.stated != "" {
		by = "action probabilities from column " + r.stated
	}
	return fmt.Sprintf("%s by reweighting (standard error %s), %s doubly robust (%s), %s: as much as %s under it would tell",
		figure.Value(j.Weighted.Value), figure.Number(j.Weighted.StandardError), figure.Value(j.Robust.Value), figure.Number(j.Robust.StandardError), by, figure.Counted(j.Effective, "episode", "episodes"))
}

// byLogText is what the log itself says of the policy; "" where it holds too little to say anything.
func (r *report) byLogText() string {
	if r.byLog == nil {
		return ""
	}
	if text := r.readings(*r.byLog); text != "" {
		return text + "; it was made from the same episodes"
	}
	return ""
}

// heldOutText is what the episodes kept back say of a policy learned without them; "" where none were kept.
func (r *report) heldOutText() string {
	h := r.heldOut
	if h == nil || h.Planned == nil {
		return ""
	}
	said := r.readings(h.Judged)
	if said == "" {
		said = "hardly anything of it"
	}
	return fmt.Sprintf("learned in the same way from the other %s, a policy promises %s; the %s kept back say %s",
		figure.Counted(h.LearnedFrom, "episode", "episodes"), figure.Value(h.Planned.Best().Low), figure.Count(h.Judged.Episodes), said)
}

// neverFirst says that the policy begins with what no episode does: an action may be there at later steps alone.
func (r *report) neverFirst(e *moments.Episodes) []finding.Finding {
	p := r.outcome.Planned
	if p == nil || p.Plan == nil || p.Tree == nil || len(p.Tree.Nodes) == 0 || e == nil || e.Total() < leastEffective {
		return nil
	}
	first := p.Tree.Nodes[0].Action
	for acts := range e.All {
		if len(acts) > 0 && acts[0].Action == first {
			return nil
		}
	}
	return []finding.Finding{finding.New(finding.NoOverlap, 0, 1, fmt.Sprintf(
		"The policy begins with %s, which no episode does: the log has it at later steps alone, and what it earns at the first is made up.", r.names.Action(first)))}
}
