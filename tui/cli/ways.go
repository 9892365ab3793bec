package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"strings"

	"eeporl/model/experiment"
	"eeporl/planning"
	"eeporl/pomdp"
	"eeporl/pomdp/figure"
)

// ways are how many episodes there are to be, by how they are recorded, as a model says it.
type ways struct {
	*experiment.Ways
	ask     more
	by      pomdp.Exploration
	actions func(int) string
	against string // what exploring stands for where no rival is named; "" for what the caller says
}

// waysDoc is the same in JSON.
type waysDoc struct {
	Steps     int       `json:"steps"`
	C         Number    `json:"c"`
	Within    *wayDoc   `json:"within,omitempty"`
	Sure      *wayDoc   `json:"sure,omitempty"`
	First     *firstDoc `json:"first,omitempty"`
	Value     Number    `json:"value"`
	Gain      Number    `json:"gain"`
	WithinAsk *Number   `json:"within_asked,omitempty"`
	SureAsk   *Number   `json:"sure_asked,omitempty"`
}

// wayDoc is how many episodes are needed, null where no number does.
type wayDoc struct {
	Exploring *Number    `json:"exploring"`
	Designed  *Number    `json:"designed"`
	Design    []shareDoc `json:"design"`
}

// firstDoc is how many tell that an action is the best one to begin with.
type firstDoc struct {
	Action string `json:"action"`
	Second string `json:"second"`
	Lead   Number `json:"lead"`
	*wayDoc
}

type shareDoc struct {
	Actions []string `json:"actions"`
	Share   Number   `json:"share"`
}

// within is how many episodes tell the policy's worth as was asked: by π_explore, and by the design.
func (w *ways) within() (exploring, designed float64) {
	return experiment.Within(w.Worth.Exploring, w.ask.within, intervalLevel), experiment.Within(w.Worth.Designed, w.ask.within, intervalLevel)
}

// sure is how many tell that it is better.
func (w *ways) sure() (exploring, designed float64) {
	return experiment.Sure(w.Better.Exploring, w.Gain, w.ask.sure), experiment.Sure(w.Better.Designed, w.Gain, w.ask.sure)
}

// first is how many tell that the best first action is.
func (w *ways) first() (exploring, designed float64) {
	x := w.First
	return experiment.Sure(x.Way.Exploring, x.By, w.ask.sure), experiment.Sure(x.Way.Designed, x.By, w.ask.sure)
}

func (w *ways) doc() *waysDoc {
	if w == nil {
		return nil
	}
	doc := &waysDoc{Steps: w.Steps, C: Number(w.by.C()), Value: Number(w.Value), Gain: Number(w.Gain)}
	way := func(x experiment.Way, exploring, designed float64) *wayDoc {
		d := &wayDoc{Exploring: numberIfFinite(math.Ceil(exploring)), Designed: numberIfFinite(math.Ceil(designed))}
		for _, s := range x.Shares {
			d.Design = append(d.Design, shareDoc{w.named(s.Actions), Number(s.Of)})
		}
		return d
	}
	if w.ask.within > 0 {
		exploring, designed := w.within()
		doc.WithinAsk, doc.Within = numberOrNone(w.ask.within), way(w.Worth, exploring, designed)
	}
	if w.ask.sure > 0 {
		exploring, designed := w.sure()
		doc.SureAsk, doc.Sure = numberOrNone(w.ask.sure), way(w.Better, exploring, designed)
		if x := w.First; x != nil {
			exploring, designed := w.first()
			doc.First = &firstDoc{w.actions(x.Action), w.actions(x.Second), Number(x.By), way(x.Way, exploring, designed)}
		}
	}
	return doc
}

func (w *ways) named(sequence []int) []string {
	var names []string
	for _, a := range sequence {
		names = append(names, w.actions(a))
	}
	return names
}

// rows tell both ways for what was asked.
func (w *ways) rows(rival string) [][]string {
	if w == nil {
		return nil
	}
	var rows [][]string
	say := func(what string, x experiment.Way, exploring, designed float64) {
		rows = append(rows, []string{"to tell", what})
		count := func(n float64) string {
			if math.IsInf(n, 1) || math.IsNaN(n) {
				return "no number of episodes does"
			}
			if n < fewByTheory {
				return fmt.Sprintf("fewer than %d episodes of %s", fewByTheory, figure.Counted(w.Steps, "step", "steps"))
			}
			return fmt.Sprintf("about %s episodes of %s", figure.Count(twoDigits(n)), figure.Counted(w.Steps, "step", "steps"))
		}
		rows = append(rows, []string{"  exploring", fmt.Sprintf("%s, by π_explore with c = %s", count(exploring), figure.Number(w.by.C()))})
		rows = append(rows, []string{"  by design", count(designed) + w.design(x)})
	}
	if w.ask.within > 0 {
		exploring, designed := w.within()
		say(fmt.Sprintf("%s, with %g %% probability", w.ask.worthWords(), 100*intervalLevel), w.Worth, exploring, designed)
	}
	if w.ask.sure > 0 {
		exploring, designed := w.sure()
		say(w.ask.sureWords(rival), w.Better, exploring, designed)
		if x := w.First; x != nil {
			exploring, designed := w.first()
			say(fmt.Sprintf("with probability %s that %s is the best first action; it leads %s by %s", figure.Number(w.ask.sure), w.actions(x.Action), w.actions(x.Second), figure.Value(x.By)), x.Way, exploring, designed)
		}
	}
	return rows
}

// fewByTheory is the number of episodes below which the normal theory that counts them says too little.
const fewByTheory = 30

// mostShares is how many sequences of a design a line names.
const mostShares = 3

// learnedWays compares ways to record by what was learned.
func (r *report) learnedWays(ctx context.Context, l *learning, rival *planning.Tree) (*ways, error) {
	n := r.outcome.Estimated.Sizes
	by, err := pomdp.NewExploration(n.A, cmp.Or(l.c, pomdp.DefaultC(n.A)))
	if err != nil {
		return nil, err
	}
	w, err := r.waysOf(ctx, l, r.outcome.Estimated.Model, by, rival)
	if err == nil && rival == nil {
		w.against = "exploring"
	}
	return w, err
}

// design names the commonest sequences.
func (w *ways) design(x experiment.Way) string {
	if math.IsInf(x.Designed, 1) {
		return ""
	}
	var parts []string
	for i, s := range x.Shares {
		if i == mostShares {
			parts = append(parts, figure.Counted(len(x.Shares)-i, "other sequence", "other sequences"))
			break
		}
		parts = append(parts, figure.Percent(s.Of)+" "+strings.Join(w.named(s.Actions), " "))
	}
	return ": " + strings.Join(parts, ", ")
}

// write tells a policy's worth by a model, and the ways.
func (w *ways) write(out io.Writer, title, rival string, plan *planning.Plan) {
	fmt.Fprintf(out, "%s · H = %d · by its own probabilities\n\n", title, plan.Horizon)
	much, word := moreOrLess(w.Gain)
	var t table
	t.add("first", w.actions(plan.First[1]))
	t.add("it is worth", fmt.Sprintf("%s, %s %s than %s", figure.Value(w.Value), much, word, rival))
	for _, row := range w.rows(rival) {
		t.add(row...)
	}
	t.write(out, "")
}
