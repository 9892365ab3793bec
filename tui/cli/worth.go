package cli

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"eeporl/model/experiment"
	"eeporl/planning"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
	page "eeporl/tui/report"
)

// behaviourDoc is what the log's own policy earns in the horizon's steps, without any model.
type behaviourDoc struct {
	Value         Number `json:"value"`
	StandardError Number `json:"standard_error"`
	Episodes      Number `json:"episodes"`
}

// worthDoc is what the policy may be worth, and what that is more than the log's own policy earns.
type worthDoc struct {
	Mean    Number     `json:"mean"`
	Low     Number     `json:"low"`
	High    Number     `json:"high"`
	Level   Number     `json:"level"`
	Draws   int        `json:"draws"`
	Gain    *gainDoc   `json:"gain,omitempty"`
	ByLog   *logDoc    `json:"by_log,omitempty"`
	Against *rivalDoc  `json:"against,omitempty"`
	Needed  *neededDoc `json:"needed,omitempty"`
}

// logDoc is what the log itself says of the policy, without a model.
type logDoc struct {
	Value         *Number `json:"value,omitempty"`
	StandardError *Number `json:"standard_error,omitempty"`
	Effective     Number  `json:"effective"`
	Followed      Number  `json:"followed"`
	Episodes      Number  `json:"episodes"`
}

type gainDoc struct {
	Value Number `json:"value"`
	Low   Number `json:"low"`
	High  Number `json:"high"`
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
		r.found = append(r.found, finding.New(finding.NoOverlap, j.Effective, leastEffective, fmt.Sprintf(
			"Of %s, %s to the end what the policy does: the log itself can hardly say what it is worth, and the model has to be trusted.",
			figure.Counted(int(j.Episodes), "episode", "episodes"), figure.Counted(int(j.Followed), "does", "do"))))
		return
	}
	apart := math.Abs(j.Value-r.worth.Mean) / math.Hypot(j.StandardError, r.worth.Deviation)
	if j.Effective >= fewEffective && apart > mostApart {
		r.found = append(r.found, finding.New(finding.ModelDisagrees, apart, mostApart, fmt.Sprintf(
			"The log itself values the policy at %s, the model at %s: %s standard errors apart. The model misses something that matters for the policy.",
			figure.Value(j.Value), figure.Value(r.worth.Mean), figure.Number(apart))))
	}
}

func (r *report) worthDoc() *worthDoc {
	w := r.worth
	if w == nil {
		return nil
	}
	doc := &worthDoc{Mean: Number(w.Mean), Low: Number(w.Low), High: Number(w.High), Level: Number(w.Level), Draws: w.Draws, Against: r.rivalDoc(), Needed: r.needed.doc()}
	if r.behaviour.Episodes > 0 {
		gain, low, high := w.Gain(r.behaviour)
		doc.Gain = &gainDoc{Number(gain), Number(low), Number(high)}
	}
	if j := r.byLog; j != nil {
		doc.ByLog = &logDoc{numberOrNone(j.Value), numberOrNone(j.StandardError), Number(j.Effective), Number(j.Followed), Number(j.Episodes)}
	}
	return doc
}

func (r *report) behaviourDoc() *behaviourDoc {
	b := r.behaviour
	if b.Episodes == 0 {
		return nil
	}
	return &behaviourDoc{Number(b.Value), Number(b.StandardError), Number(b.Episodes)}
}

func (r *report) worthText() string {
	w := r.worth
	return fmt.Sprintf("%s to %s with %g %% probability, by %s of what the episodes leave open", figure.Value(w.Low), figure.Value(w.High), 100*w.Level, figure.Counted(w.Draws, "draw", "draws"))
}

// byLogText is what the log itself says of the policy; "" where it holds too little to say anything.
func (r *report) byLogText() string {
	j := r.byLog
	if j == nil || j.Effective < leastEffective {
		return ""
	}
	return fmt.Sprintf("%s by reweighting its episodes (standard error %s), as much as %s under it would tell; it was made from the same episodes", figure.Value(j.Value), figure.Number(j.StandardError), figure.Counted(int(j.Effective), "episode", "episodes"))
}

// then says what the second action is, by what the first one brought: "; then B after (1, smile), else A".
func (r *report) then() string {
	t := r.outcome.Planned.Tree
	after := map[int][]string{}
	for outcome, next := range t.Nodes[0].Next {
		z, earned := outcome, ""
		if t.Observe != planning.ObserveZ {
			var level int
			z, level = t.Sizes.OutcomeAt(outcome)
			earned = r.names.reward(level) + ", "
		}
		a := t.Nodes[next].Action
		after[a] = append(after[a], "("+earned+r.names.observation(z)+")")
	}
	if len(after) == 0 {
		return ""
	}
	actions := slices.Sorted(maps.Keys(after))
	slices.SortStableFunc(actions, func(a, b int) int { return len(after[b]) - len(after[a]) })
	if len(actions) == 1 {
		return "; then " + r.names.action(actions[0]) + ", whatever is earned and seen"
	}
	var parts []string
	for _, a := range actions[1:] {
		parts = append(parts, r.names.action(a)+" after "+strings.Join(after[a], " or "))
	}
	return "; then " + strings.Join(parts, ", ") + ", else " + r.names.action(actions[0])
}

// decision is for somebody who has to decide; nil where nothing but a model's promise is known.
func (r *report) decision() []page.Fact {
	if r.worth == nil {
		return nil
	}
	p := r.outcome.Planned
	first := r.names.action(p.First[1])
	facts := []page.Fact{
		{Name: "first", Value: first + r.then(), Brief: first},
		{Name: "it is worth", Value: r.worthText(), Brief: figure.Value(r.worth.Low) + " to " + figure.Value(r.worth.High)},
	}
	if r.rules != nil {
		facts = append(facts, page.Fact{Name: "in a few rules", Value: strings.Join(r.rules.lines(), "; ") + "; " + r.rules.worth()})
	}
	if b := r.behaviour; b.Episodes > 0 {
		_, low, high := r.worth.Gain(b)
		facts = append(facts, page.Fact{Name: "the log earns", Value: r.todayText(), Brief: figure.Value(b.Value)},
			page.Fact{Name: "against that", Value: r.gained(), Brief: figure.Value(low) + " to " + figure.Value(high) + " more"})
	}
	if worth, gained := r.rivalText(); worth != "" {
		facts = append(facts, page.Fact{Name: r.rival, Value: worth + "; " + gained})
	}
	if text := r.byLogText(); text != "" {
		facts = append(facts, page.Fact{Name: "the log itself says", Value: text})
	}
	if s := r.support; s != nil && s.Share > .005 {
		facts = append(facts, page.Fact{Name: "it rests on", Value: fmt.Sprintf("parameters that hardly any data tell, for %s of its value", figure.Percent(float64(s.Share)))})
	}
	return append(facts, page.Fact{Name: "it presumes", Value: r.presumed()})
}

// presumed is what the interval takes as given, and what speaks against it.
func (r *report) presumed() string {
	text := "that " + figure.Counted(r.outcome.Estimated.Sizes.S, "hidden state is", "hidden states are") + " behind the log, and that its actions were chosen by what it holds"
	var against []string
	for _, f := range r.findings() {
		switch f.Code {
		case finding.PoorFit, finding.Drift, finding.StepsDiffer, finding.MemoryLeft, finding.ModelDisagrees, finding.NoOverlap, finding.LocalOptimumSuspected, finding.RewardsAssumed:
			against = append(against, string(f.Code))
		}
	}
	if len(against) == 0 {
		return text + "; no finding speaks against it"
	}
	return text + ". Read first: " + strings.Join(against, ", ")
}

// today is what the log's own policy earns, and what the learned one promises more.
func (r *report) today() [][]string {
	b := r.behaviour
	if b.Episodes == 0 {
		return nil
	}
	text := r.todayText()
	if r.worth != nil {
		rows := [][]string{{"the log earns", text}, {"", r.gained()}}
		if worth, gained := r.rivalText(); worth != "" {
			rows = append(rows, []string{r.rival, worth}, []string{"", gained})
		}
		return append(rows, r.needed.rows(cmp.Or(r.rival, "what the log does"))...)
	}
	more, word := moreOrLess(r.outcome.Planned.Best().Low - b.Value)
	return [][]string{{"the log earns", text}, {"", fmt.Sprintf("the policy promises %s %s, by what was learned", more, word)}}
}

func (r *report) todayText() string {
	b := r.behaviour
	return fmt.Sprintf("%s in %s, the mean of %s (standard error %s)", figure.Value(b.Value),
		figure.Counted(r.horizon, "step", "steps"), figure.Counted(int(b.Episodes), "episode", "episodes"), figure.Number(b.StandardError))
}

func moreOrLess(x float64) (much, word string) {
	if x < 0 {
		return figure.Value(-x), "less"
	}
	return figure.Value(x), "more"
}

// gained says whether the policy is better than what was done, as far as the episodes tell.
func (r *report) gained() string {
	gain, low, high := r.worth.Gain(r.behaviour)
	much, word := moreOrLess(gain)
	text := fmt.Sprintf("the policy is worth %s %s, with %g %% probability between %s and %s", much, word, 100*r.worth.Level, figure.Value(low), figure.Value(high))
	if low <= 0 && high >= 0 {
		text += ": these episodes do not tell which is better"
	}
	return text
}
