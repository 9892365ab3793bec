package report

import (
	"fmt"
	"math"
	"strings"

	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// newDocument says everything that a run has to say, the verdict first.
func newDocument(r Run) document {
	d := document{title: r.Title, tiles: r.tiles()}
	e := r.Outcome.Estimated
	d.lead = fmt.Sprintf("EEPORL: what %s learned from %s episodes.", e.Estimator, figure.Count(e.Episodes))
	sections := []section{
		r.findings(), r.settings(), r.assumptions(), r.order(), r.spectrum(), r.eigenvalues(), r.labels(), r.observations(),
		r.parameters(), r.policy(), r.againstBound(), r.reproduce(),
	}
	if len(r.Decision) > 0 { // for somebody who has to decide: the answer, then the model, then how it was found
		sections = []section{
			r.decision(), r.policy(), r.findings(), r.parameters(), r.order(), r.settings(), r.assumptions(), r.spectrum(), r.eigenvalues(), r.labels(),
			r.observations(), r.againstBound(), r.reproduce(),
		}
	}
	for _, s := range sections {
		if len(s.blocks) > 0 {
			d.sections = append(d.sections, s)
		}
	}
	return d
}

func (r *Run) tiles() []tile {
	e := r.Outcome.Estimated
	var out []tile
	for _, f := range r.Decision {
		if f.Brief != "" {
			out = append(out, tile{f.Name, f.Brief, ""})
		}
	}
	if out != nil {
		return append(out, tile{"findings", fmt.Sprint(len(r.Findings)), ""})
	}
	labels := tile{"columns labelled", "none", "the estimate ended at the stage " + e.Stage.String()}
	if lacks := estimators.By(e.Estimate).Lacks(moments.GivesColumns); lacks != "" {
		labels = tile{"columns", "none", lacks}
	} else if e.Labels != nil {
		labels.value, labels.note, _ = strings.Cut(e.Labelling(e.Comparison).Words(), ", ")
	}
	out = append(out, labels)
	if s := e.Spectrum; s != nil {
		t := tile{name: "σ" + figure.Sub(s.K) + "(P̂₁₂)", value: figure.Number(s.SigmaK())}
		if e.Noise != nil {
			t.note = "noise " + figure.Number(e.Noise.P12.Level)
		}
		out = append(out, t)
	}
	if f := r.Outcome.AgainstBound; f != nil {
		out = append(out, tile{"RMSE", figure.Number(f.RMSE), figure.Number(f.Ratio()) + " × the Cramér–Rao bound"})
	} else if c := e.Comparison; c != nil && c.Parameters != nil {
		out = append(out, tile{"RMSE", figure.Number(c.Parameters.RMSE), "over all parameters"})
	}
	if p := r.Outcome.Planned; p != nil {
		t := tile{"policy's value", figure.Value(p.Value), "as estimated"}
		if !math.IsNaN(p.ValueTrue) {
			t.value, t.note = figure.Value(p.ValueTrue), ""
		}
		if r.Outcome.Optimal != nil {
			t.note = "regret " + r.Outcome.Regret().Text(figure.Regret)
		}
		out = append(out, t)
	}
	return append(out, tile{"findings", fmt.Sprint(len(r.Findings)), ""})
}

func (r *Run) findings() section {
	s := section{title: "Findings"}
	var items []item
	for _, g := range finding.Groups(r.Findings, finding.Few) {
		for _, f := range g.Shown {
			items = append(items, item{string(f.Code), f.Detail, f.Fatal})
		}
		if g.More > 0 {
			items = append(items, item{string(g.Code), fmt.Sprintf("%d more like these; --json lists all.", g.More), false})
		}
		if helps := g.Code.Helps(); helps != "" {
			items = append(items, item{string(g.Code), helps, false})
		}
	}
	if items == nil {
		s.add(paragraph("None: no number along the way gave cause for doubt."))
		return s
	}
	s.add(block{items: items})
	return s
}

func (r *Run) decision() section {
	s := section{title: "What to do"}
	s.add(block{facts: r.Decision})
	return s
}

func (r *Run) settings() section {
	s := section{title: "What was run"}
	if len(r.Facts) > 0 {
		s.add(block{facts: r.Facts})
	}
	return s
}

// assumptions lists those that fail.
func (r *Run) assumptions() section {
	s := section{title: "Assumptions"}
	if r.Truth == nil || len(r.Truth.Checks) == 0 {
		return s
	}
	t := &table{head: []string{"assumption", "verdict", "number that decides"}, right: []bool{2: true}}
	for _, c := range r.Truth.Checks {
		switch {
		case !c.Holds && c.Needed:
			t.rows = append(t.rows, cells(c.Name, "FAILS: the method needs it", figure.Number(c.Value)))
		case !c.Holds:
			t.rows = append(t.rows, cells(c.Name, "fails; the method can do without", figure.Number(c.Value)))
		}
	}
	if t.rows == nil {
		s.add(paragraph(fmt.Sprintf("All %d assumptions hold of the model.", len(r.Truth.Checks))))
		return s
	}
	s.add(paragraph(fmt.Sprintf("%d of %d assumptions fail of the model.", len(t.rows), len(r.Truth.Checks))), block{table: t})
	return s
}

// order is how the counts chose the number of states.
func (r *Run) order() section {
	s := section{title: "How many states"}
	if r.Order == nil {
		return s
	}
	s.add(paragraph(r.Order.Sure()))
	t := &table{head: []string{"states", "AIC", "BIC", "σ", "noise up to"}, right: []bool{true, true, true, true, true}}
	for _, c := range r.Order.Candidates {
		aic, bic := "no estimate", ""
		if !math.IsNaN(c.BIC) {
			aic, bic = fmt.Sprintf("%.6g", c.AIC), fmt.Sprintf("%.6g", c.BIC)
		}
		t.rows = append(t.rows, cells(fmt.Sprint(c.States), aic, bic, figure.Number(c.Sigma), figure.Number(c.Noise.Limit)))
	}
	s.add(block{table: t})
	return s
}

func (r *Run) reproduce() section {
	s := section{title: "To see it again"}
	for _, c := range r.Commands {
		s.add(paragraph(c.Purpose), block{lines: []string{c.Line}})
	}
	return s
}
