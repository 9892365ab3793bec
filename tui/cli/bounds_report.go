package cli

import (
	"fmt"
	"io"
	"math"

	"eeporl/moments/bounds"
	"eeporl/pomdp/figure"
)

// boundsDoc leaves out numbers that are infinite or unknown; the verdict, the reason or the why
// beside them says which.
type boundsDoc struct {
	Scenario  string       `json:"scenario"`
	Seed      uint64       `json:"seed"`
	Episodes  Number       `json:"episodes"`
	Estimator string       `json:"estimator"`
	Horizon   int          `json:"horizon"`
	C         Number       `json:"c"`
	Epsilon   Number       `json:"epsilon"`
	Delta     Number       `json:"delta"`
	Lemmas    []lemmaDoc   `json:"lemmas"`
	Theorem   theoremDoc   `json:"theorem"`
	Sufficed  *sufficedDoc `json:"sufficed,omitempty"`
	Findings  findings     `json:"findings"`
}

type lemmaDoc struct {
	Lemma      string         `json:"lemma"`
	Quantity   string         `json:"quantity"`
	Formula    string         `json:"formula"`
	Bound      *Number        `json:"bound,omitempty"`
	Measured   *Number        `json:"measured,omitempty"`
	AtLeast    bool           `json:"at_least,omitempty"`
	Factor     *Number        `json:"factor,omitempty"`
	Verdict    string         `json:"verdict"`
	Why        string         `json:"why,omitempty"`
	Conditions []conditionDoc `json:"conditions,omitempty"`
	Note       string         `json:"note"`
}

type conditionDoc struct {
	Text  string  `json:"text"`
	Value *Number `json:"value,omitempty"`
	Limit *Number `json:"limit,omitempty"`
	Met   bool    `json:"met"`
}

type theoremDoc struct {
	Printed  countDoc   `json:"printed"`
	Appendix countDoc   `json:"appendix"`
	Chained  countDoc   `json:"chained"`
	Epsilon1 *Number    `json:"epsilon_1,omitempty"`
	Binding  string     `json:"binding,omitempty"`
	Limits   []limitDoc `json:"limits,omitempty"`
}

type countDoc struct {
	Formula  string  `json:"formula"`
	Episodes *Number `json:"episodes,omitempty"`
	Log10    *Number `json:"log10,omitempty"`
	Reason   string  `json:"reason,omitempty"`
}

type limitDoc struct {
	Name     string  `json:"name"`
	Formula  string  `json:"formula"`
	Epsilon1 *Number `json:"epsilon_1,omitempty"`
}

type sufficedDoc struct {
	Episodes     *Number    `json:"episodes,omitempty"` // absent: none of those tried
	Seeds        int        `json:"seeds"`
	Optimal      Number     `json:"optimal"`
	OptimalUpper Number     `json:"optimal_upper"`
	Ended        bool       `json:"ended_by_budget,omitempty"`
	Tried        []triedDoc `json:"tried"`
}

type triedDoc struct {
	Episodes Number `json:"episodes"`
	Reached  int    `json:"reached"`         // seeds with a regret of at most ε, for certain
	AtMost   int    `json:"reached_at_most"` // if the optimum is at the lower end of its interval
}

func (b *boundsAnswer) doc() boundsDoc {
	n, c := b.truth.Model.Sizes(), b.truth.Exploration.C()
	doc := boundsDoc{
		Scenario: b.Name, Seed: b.seed, Episodes: Number(b.episodes), Estimator: b.estimator, Horizon: b.truth.Model.Horizon(),
		C: Number(c), Epsilon: Number(b.epsilon), Delta: Number(b.delta), Theorem: newTheoremDoc(b.theorem), Findings: findings{},
	}
	for _, r := range b.rows {
		doc.Lemmas = append(doc.Lemmas, newLemmaDoc(r))
	}
	if s := b.sufficed; s != nil {
		doc.Sufficed = &sufficedDoc{
			Episodes: numberIfFinite(b.sufficient()), Seeds: b.seeds, Optimal: Number(s.Optimum.Low), OptimalUpper: Number(s.Optimum.High), Ended: s.Ended, Tried: []triedDoc{},
		}
		for _, t := range s.Tried {
			doc.Sufficed.Tried = append(doc.Sufficed.Tried, triedDoc{Number(t.Episodes), t.Seeds, t.AtMost})
		}
	}
	doc.Findings.infiniteInputs(b.episodes, c)
	doc.Findings.addAll(b.found, n)
	doc.Findings.notFinite(doc)
	return doc
}

func newLemmaDoc(r bounds.Row) lemmaDoc {
	doc := lemmaDoc{
		Lemma: r.Lemma, Quantity: r.Quantity, Formula: r.Formula, Bound: numberIfFinite(r.Bound), Measured: numberIfFinite(r.Measured),
		AtLeast: r.AtLeast, Factor: numberIfFinite(r.Factor), Verdict: string(r.Verdict()), Why: r.Why(), Note: r.Note,
	}
	for _, c := range r.Conditions {
		doc.Conditions = append(doc.Conditions, conditionDoc{c.Text, numberIfFinite(c.Value), numberIfFinite(c.Limit), c.Met})
	}
	return doc
}

func newTheoremDoc(e bounds.Episodes) theoremDoc {
	count := func(c bounds.Count) countDoc {
		return countDoc{c.Formula, numberIfFinite(c.N), numberIfFinite(c.Log10), c.Reason}
	}
	doc := theoremDoc{
		Printed: count(e.Printed), Appendix: count(e.Appendix), Chained: count(e.Chained), Epsilon1: numberIfFinite(e.Epsilon1), Binding: e.Binding,
	}
	for _, l := range e.Limits {
		doc.Limits = append(doc.Limits, limitDoc{l.Name, l.Formula, numberIfFinite(l.Epsilon1)})
	}
	return doc
}

func (b *boundsAnswer) writeText(w io.Writer) {
	fmt.Fprintf(w, "%s · %s · N = %s · seed %d · c = %s · H = %d · ε = %s · δ = %s\n\n", b.Name, b.estimator, figure.Count(b.episodes), b.seed,
		figure.Number(b.truth.Exploration.C()), b.truth.Model.Horizon(), figure.Number(b.epsilon), figure.Number(b.delta))
	var t table
	t.alignRight(2, 4, 5)
	t.add("", "what is bounded", "measured", "", "bound", "looser by", "verdict", "")
	for _, r := range b.rows {
		relation := "≤"
		if r.AtLeast {
			relation = "≥"
		}
		t.add(r.Lemma, r.Quantity, known(figure.Number, r.Measured), relation, known(figure.Number, r.Bound), known(times, r.Factor), string(r.Verdict()), r.Why())
	}
	t.write(w, "")
	fmt.Fprintf(w, "\n%s\n\n", sentence(b.verdicts()))
	b.writeTheorem(w)
	writeFound(w, b.found)
}

func times(x float64) string { return figure.Number(x) + " ×" }

func (b *boundsAnswer) writeTheorem(w io.Writer) {
	fmt.Fprintf(w, "Episodes so that the regret is at most %s with probability %s:\n", figure.Number(b.epsilon), figure.Number(1-b.delta))
	var t table
	for _, c := range []struct {
		name string
		bounds.Count
	}{{"as printed", b.theorem.Printed}, {"as in the appendix", b.theorem.Appendix}, {"chained from the lemmas", b.theorem.Chained}} {
		if math.IsInf(c.Log10, 1) {
			t.add("the theorem "+c.name, "no number is enough: "+c.Reason)
			continue
		}
		if math.IsInf(c.Log10, -1) {
			t.add("the theorem "+c.name, "none: the formula comes to 0")
			continue
		}
		t.add("the theorem "+c.name, "about 10"+figure.Superscript(int(math.Round(c.Log10))))
	}
	if s := b.sufficed; s != nil && len(s.Tried) == 0 {
		t.add("measured", "unknown: the budget ended the search")
	} else if s != nil {
		last := s.Tried[len(s.Tried)-1]
		reached := fmt.Sprintf("for %d of %d seeds", last.Seeds, b.seeds)
		if s.Optimum.Open() {
			reached += fmt.Sprintf(" for certain, for %d if the optimum is the lower end of %s", last.AtMost, spanText(figure.Value, s.Optimum))
		}
		switch {
		case s.OK:
			t.add("measured", figure.Count(last.Episodes)+" sufficed "+reached)
		case s.Ended:
			t.add("measured", "more than "+figure.Count(last.Episodes)+", which sufficed "+reached+"; there the budget ended the search")
		default:
			t.add("measured", "more than "+figure.Count(last.Episodes)+", which sufficed "+reached)
		}
	}
	t.write(w, "  ")
}
