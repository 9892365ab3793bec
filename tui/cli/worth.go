package cli

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

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
	ByLog   *judgedDoc `json:"by_log,omitempty"`
	Against *rivalDoc  `json:"against,omitempty"`
	Needed  *neededDoc `json:"needed,omitempty"`
	First   *firstDoc  `json:"first,omitempty"`
}

type gainDoc struct {
	Value Number `json:"value"`
	Low   Number `json:"low"`
	High  Number `json:"high"`
}

func (r *report) worthDoc() *worthDoc {
	w := r.worth
	if w == nil {
		return nil
	}
	doc := &worthDoc{Mean: Number(w.Mean), Low: Number(w.Low), High: Number(w.High), Level: Number(w.Level), Draws: w.Draws, Against: r.rivalDoc(), Needed: r.needed.doc()}
	if r.gains() {
		gain, low, high := w.Gain(r.behaviour)
		doc.Gain = &gainDoc{Number(gain), Number(low), Number(high)}
	}
	if l := r.lead; l != nil {
		doc.First = &firstDoc{Action: r.names.Action(l.Action), Second: r.names.Action(l.Second), Lead: Number(l.By)}
	}
	doc.ByLog = r.judgedDoc(r.byLog)
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
	text := fmt.Sprintf("%s to %s with %g %% probability, by %s of what the episodes leave open", figure.Value(w.Low), figure.Value(w.High), 100*w.Level, figure.Counted(w.Draws, "draw", "draws"))
	if slices.ContainsFunc(r.findings(), func(f finding.Finding) bool {
		return f.Code == finding.WeakSupport || f.Code == finding.LocalOptimumSuspected
	}) {
		text += "; with weak-support or local-optimum-suspected, as here, some 9 in 10 such intervals hold the truth, and it lies below the others"
	}
	return text
}

// soonPlanned bounds the beliefs or vectors by which first actions are compared: some tenths of a second.
const soonPlanned = 1000

// leadText says that the first action is in doubt: what it promises more than another one is less than its worth may be off by.
func (r *report) leadText() string {
	if r.lead == nil || r.worth == nil || r.lead.Action != r.outcome.Planned.First[1] || r.lead.By > (r.worth.High-r.worth.Low)/2 {
		return ""
	}
	return fmt.Sprintf("in doubt: %s first promises %s less, and the worth may be off by more; 'eeporl more --sure .95' says how many episodes would tell", r.names.Action(r.lead.Second), figure.Number(r.lead.By))
}

// mostTold is how many outcomes an action is told to follow; what is less probable than seldom is told to none.
const mostTold, seldom = 6, 1e-3

// branch is what the first action may bring, and how probable it is by what was learned.
type branch struct {
	words       string
	probability float64
}

// then says what the second action is, by what the first one brought: "; then B after (1, smile), else A". The likeliest
// action stands last, of the others the likeliest outcomes first; what was learned holds impossible is left out.
func (r *report) then() string {
	t := r.outcome.Planned.Tree
	after, chance := map[int][]branch{}, map[int]float64{}
	add := func(action int, words string, p float64) {
		after[action] = append(after[action], branch{words, p})
		chance[action] += p
	}
	levels := t.Sizes.R
	if t.Observe == planning.ObserveZ {
		levels = 1
	}
	probable := r.firstOutcomes()
	for z := range len(t.Nodes[0].Next) / max(levels, 1) {
		own := map[int][]branch{}
		all := 0.
		for level := range levels {
			outcome, p := z, 0.
			if levels == t.Sizes.R && t.Observe != planning.ObserveZ {
				outcome = t.Sizes.Outcome(z, level)
				p = probable(outcome)
			} else {
				for l := range t.Sizes.R {
					p += probable(t.Sizes.Outcome(z, l))
				}
			}
			if p < seldom {
				continue
			}
			a := t.Nodes[t.Nodes[0].Next[outcome]].Action
			own[a] = append(own[a], branch{"(" + briefly(r.names.Reward(level)) + ", " + r.names.Observation(z) + ")", p})
			all += p
		}
		for a, of := range own {
			if len(own) == 1 { // whatever was earned
				add(a, r.names.Observation(z), all)
				continue
			}
			for _, x := range of {
				add(a, x.words, x.probability)
			}
		}
	}
	if len(after) == 0 {
		return ""
	}
	actions := slices.Sorted(maps.Keys(after))
	slices.SortStableFunc(actions, func(a, b int) int { return cmp.Compare(chance[a], chance[b]) })
	usual := actions[len(actions)-1]
	if len(actions) == 1 {
		return "; then " + r.names.Action(usual) + ", whatever is earned and seen"
	}
	var parts []string
	for _, a := range actions[:len(actions)-1] {
		told := after[a]
		slices.SortStableFunc(told, func(x, y branch) int { return cmp.Compare(y.probability, x.probability) })
		var words []string
		for _, x := range told {
			words = append(words, x.words)
		}
		if more := len(told) - mostTold; more > 1 {
			words = append(words[:mostTold], fmt.Sprintf("%d others", more))
		}
		parts = append(parts, r.names.Action(a)+" after "+strings.Join(words, " or "))
	}
	return "; then " + strings.Join(parts, ", ") + ", else " + r.names.Action(usual)
}

// briefly is a number with few digits where it has many.
func briefly(text string) string {
	const long, digits = 7, 4
	if x, err := strconv.ParseFloat(text, 64); err == nil && len(text) > long {
		return strconv.FormatFloat(x, 'g', digits, 64)
	}
	return text
}

// firstOutcomes tells how probable each outcome of the plan's first action is by what was learned; 1 for all where that has no states.
func (r *report) firstOutcomes() func(outcome int) float64 {
	m := r.outcome.Estimated.Model
	if m == nil {
		return func(int) float64 { return 1 }
	}
	p := m.Outcomes(m.Start(), r.outcome.Planned.First[1])
	return func(outcome int) float64 { return p[outcome] }
}

// decision is for somebody who has to decide; nil where nothing but a model's promise is known.
func (r *report) decision() []page.Fact {
	if r.worth == nil {
		return nil
	}
	p := r.outcome.Planned
	first := r.names.Action(p.First[1])
	facts := []page.Fact{
		{Name: "first", Value: first + r.then(), Brief: first},
		{Name: "it is worth", Value: r.worthText(), Brief: figure.Value(r.worth.Low) + " to " + figure.Value(r.worth.High)},
	}
	if text := r.leadText(); text != "" {
		facts = append(facts, page.Fact{Name: "in doubt", Value: strings.TrimPrefix(text, "in doubt: ")})
	}
	if r.rules != nil {
		facts = append(facts, page.Fact{Name: "in a few rules", Value: strings.Join(r.rules.lines(), "; ") + "; " + r.rules.worth()})
	}
	if b := r.behaviour; b.Episodes > 0 {
		brief := "no telling"
		if r.gains() {
			_, low, high := r.worth.Gain(b)
			brief = figure.Value(low) + " to " + figure.Value(high) + " more"
		}
		facts = append(facts, page.Fact{Name: "the log earns", Value: r.todayText(), Brief: figure.Value(b.Value)},
			page.Fact{Name: "against that", Value: r.gained(), Brief: brief})
	} else if text := r.noToday(); text != "" {
		facts = append(facts, page.Fact{Name: "the log earns", Value: text, Brief: "not known"})
	}
	if worth, gained := r.rivalText(); worth != "" {
		if r.taken != "" {
			gained += "; " + r.taken
		}
		facts = append(facts, page.Fact{Name: r.rival, Value: worth + "; " + gained})
	}
	facts = append(facts, factsOf(r.needed.rows(cmp.Or(r.rival, "what the log does")))...)
	if text := r.byLogText(); text != "" {
		facts = append(facts, page.Fact{Name: "the log itself says", Value: text})
	}
	if text := r.heldOutText(); text != "" {
		facts = append(facts, page.Fact{Name: "kept back", Value: text})
	}
	if s := r.support; s != nil && s.Share > .005 {
		facts = append(facts, page.Fact{Name: "it rests on", Value: fmt.Sprintf("parameters that hardly any data tell, for %s of its value", figure.Percent(float64(s.Share)))})
	}
	return append(facts, page.Fact{Name: "it presumes", Value: r.presumed()})
}

// factsOf are rows of a text's table as facts; a row without a name goes on with the one before.
func factsOf(rows [][]string) (facts []page.Fact) {
	for _, row := range rows {
		if row[0] == "" && len(facts) > 0 {
			facts[len(facts)-1].Value += "; " + row[1]
			continue
		}
		facts = append(facts, page.Fact{Name: strings.TrimSpace(row[0]), Value: row[1]})
	}
	return facts
}

// presumed is what the interval takes as given, and what speaks against it.
func (r *report) presumed() string {
	text := "that " + figure.Counted(r.outcome.Estimated.Sizes.S, "hidden state is", "hidden states are") + " behind the log, and that its actions were chosen by what it holds"
	var against []string
	for _, f := range r.findings() {
		switch f.Code {
		case finding.PoorFit, finding.Drift, finding.StepsDiffer, finding.GroupsDiffer, finding.MemoryLeft, finding.ModelDisagrees, finding.NoOverlap, finding.Untried, finding.LocalOptimumSuspected, finding.RewardsAssumed:
			against = append(against, string(f.Code))
		}
	}
	if len(against) == 0 {
		return text + "; no finding speaks against it"
	}
	return text + ". Read first: " + strings.Join(against, ", ")
}

// today is what the log's own policy earns and what the learned one promises more, against it and against a rival.
func (r *report) today() (rows [][]string) {
	if r.behaviour.Episodes > 0 {
		gained := ""
		if r.worth != nil {
			gained = r.gained()
		} else {
			more, word := moreOrLess(r.outcome.Planned.Best().Low - r.behaviour.Value)
			gained = fmt.Sprintf("the policy promises %s %s, by what was learned", more, word)
		}
		rows = append(rows, []string{"the log earns", r.todayText()}, []string{"", gained})
	} else if text := r.noToday(); text != "" {
		rows = append(rows, []string{"the log earns", text})
	}
	if r.worth == nil {
		return rows
	}
	if worth, gained := r.rivalText(); worth != "" {
		rows = append(rows, []string{r.rival, worth}, []string{"", gained})
		if r.taken != "" {
			rows = append(rows, []string{"", r.taken})
		}
	}
	return append(rows, r.needed.rows(cmp.Or(r.rival, "what the log does"))...)
}

// noToday says why whole episodes do not tell what their own policy earns; "" where nobody asked them.
func (r *report) noToday() string {
	if !math.IsNaN(r.behaviour.Value) {
		return ""
	}
	return fmt.Sprintf("not known: no episode has a reward in each of its first %s; a smaller --horizon may have", figure.Counted(r.horizon, "step", "steps"))
}

func (r *report) todayText() string {
	b := r.behaviour
	text := fmt.Sprintf("%s in %s, ", figure.Value(b.Value), figure.Counted(r.horizon, "step", "steps"))
	if r.data != nil && r.data.options.Bins.Reward != nil {
		text = fmt.Sprintf("%s in %s, each reward counted as its bin's mean, ", figure.Value(b.Value), figure.Counted(r.horizon, "step", "steps"))
	}
	if math.IsNaN(b.StandardError) {
		return text + "in one episode: its error is not known"
	}
	return text + fmt.Sprintf("the mean of %s (standard error %s)", figure.Counted(b.Episodes, "episode", "episodes"), figure.Number(b.StandardError))
}

func moreOrLess(x float64) (much, word string) {
	if x < 0 {
		return figure.Value(-x), "less"
	}
	return figure.Value(x), "more"
}

// gains says whether there is an interval of what the policy is worth more than what was done.
func (r *report) gains() bool {
	return r.behaviour.Episodes > 1 && r.outcome.Estimated.Sizes.A > 1
}

// gained says whether the policy is better than what was done, as far as the episodes tell.
func (r *report) gained() string {
	switch {
	case r.outcome.Estimated.Sizes.A == 1:
		return "there is one action: the policy does what the log does"
	case !r.gains():
		return "one episode does not tell whether the policy is worth more"
	}
	gain, low, high := r.worth.Gain(r.behaviour)
	much, word := moreOrLess(gain)
	text := fmt.Sprintf("the policy is worth %s %s, with %g %% probability between %s and %s", much, word, 100*r.worth.Level, figure.Value(low), figure.Value(high))
	if low <= 0 && high >= 0 {
		text += ": these episodes do not tell which is better"
	}
	return text
}
