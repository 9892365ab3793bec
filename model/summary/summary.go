// Package summary tells a session in ten lines: what was done, what came out, which
// findings there were, and what to try next.
package summary

import (
	"fmt"
	"math"
	"strings"

	"eeporl/model"
	"eeporl/model/quantity"
	"eeporl/moments"
	"eeporl/moments/estimators"
	"eeporl/planning"
	"eeporl/pomdp/figure"
	"eeporl/pomdp/finding"
)

// most is how many findings are told.
const most = 3

// Lines tell the active branch of a session to its end, and how the others differ. Its
// work should be done.
func Lines(s model.Session) []string {
	if s.Place() == 0 && len(s.Timeline()) == 1 {
		return []string{about(s), "Nothing has been done yet.", "To try next: " + next(s) + "."}
	}
	if s.Refusal(model.Intent{Verb: model.Last}) == "" {
		s = model.Update(s, model.Intent{Verb: model.Last})
	}
	lines := []string{about(s), done(s)}
	for _, part := range []func(model.Session) string{spectrum, columns, errors, worth, branches} {
		if line := part(s); line != "" {
			lines = append(lines, line)
		}
	}
	found := finding.Groups(s.Findings(), 1)
	for _, g := range found[:min(most, len(found))] {
		lines = append(lines, fmt.Sprintf("Finding %s: %s", g.Code, g.Shown[0].Detail))
	}
	switch {
	case len(found) == 0:
		lines = append(lines, "Findings: "+strings.ToLower(s.NoFindings()[:1])+s.NoFindings()[1:])
	case len(found) > most:
		lines = append(lines, fmt.Sprintf("There are findings of %s more.", figure.Counted(len(found)-most, "kind", "kinds")))
	}
	return append(lines, "To try next: "+next(s)+".")
}

func about(s model.Session) string {
	c, n := s.Config(), s.Config().Model.Sizes()
	sizes := fmt.Sprintf("|S| = %d, |A| = %d, |Z| = %d, |R| = %d", n.S, n.A, n.Z, n.R)
	if c.Record != nil {
		return fmt.Sprintf("A session on the log %s, of which %s is looked for.", c.Called(), sizes)
	}
	return fmt.Sprintf("A session of %s (%s), seed %d, exploration with c = %s, horizon %d.", c.Called(), sizes, c.Seed, figure.Number(c.C), c.Model.Horizon())
}

// done says what was done on the branch, segment by segment, like ones together.
func done(s model.Session) string {
	var parts []string
	add := func(text string) {
		if len(parts) == 0 || parts[len(parts)-1] != text {
			parts = append(parts, text)
		}
	}
	episodes := 0.0
	for i, seg := range s.Timeline() {
		switch seg.Kind {
		case model.Explore, model.Leap:
			if !seg.Broken {
				episodes += seg.Episodes
			}
			if after := s.Timeline()[i+1:]; episodes > 0 && (len(after) == 0 || after[0].Kind != model.Explore && after[0].Kind != model.Leap) {
				add(fmt.Sprintf("N = %s episodes were counted", figure.Count(episodes)))
			}
		case model.Estimate:
			what := " estimated the POMDP"
			if by, _ := estimators.Named(seg.Method); !by.Gives(moments.GivesParameters) {
				what = " learned to predict"
			}
			add(seg.Method + what)
		case model.Plan:
			add("a plan was made")
		case model.Exploit:
			add("episodes followed it")
		}
	}
	return "In this order: " + strings.Join(parts, "; ") + "."
}

// number is a quantity as it is written; false where it is unknown.
func number(s model.Session, name string) (text string, value planning.Span, ok bool) {
	q, found := quantity.Named(name)
	if !found {
		return "", value, false
	}
	value = q.Of(s)
	return q.Written(value), value, !math.IsNaN(value.Low)
}

func spectrum(s model.Session) string {
	sigma, at, ok := number(s, "sigma_k")
	noise, floor, known := number(s, "noise")
	if !ok || !known || !(floor.Low > 0) {
		return ""
	}
	verdict := "clear of it"
	if at.Low < 2*floor.Low {
		verdict = "so close that the last directions may be noise"
	}
	which := "The last singular value that is kept, σ" + figure.Sub(s.Config().Model.Sizes().K()) + " of P̂₁₂"
	if e := s.Now().Estimate; e != nil && e.Spectrum != nil && len(e.Spectrum.Blocks) > s.Config().Model.Sizes().A { // by pairs
		which = "The least singular value that is kept of any pair's block of P̂₁₂"
	}
	return fmt.Sprintf("%s is %s, where noise alone makes %s: %s.", which, sigma, noise, verdict)
}

func columns(s model.Session) string {
	labels, _, ok := number(s, "labels")
	if !ok {
		return ""
	}
	line := fmt.Sprintf("%s of %d columns are labelled with their action pair", labels, s.Config().Model.Sizes().K())
	if right, _, known := number(s, "labels_right"); known {
		line += ", " + right + " of them rightly"
	}
	orders, n, known := number(s, "orders")
	switch {
	case !known:
	case n.Low == 1:
		line += "; all pairs came back with the states in one order"
		if e := s.Now().Estimate; e != nil && !estimators.By(e.Estimate).Gives(moments.GivesOneOrder) {
			line += ", by chance"
		}
	default:
		line += fmt.Sprintf("; the pairs came back in %s different orders of the states", orders)
	}
	return line + "."
}

func errors(s model.Session) string {
	rmse, _, ok := number(s, "rmse")
	if !ok {
		return ""
	}
	line := "The parameters are off by " + rmse + " (root mean square)"
	if limit, _, known := number(s, "cramer_rao"); known {
		line += "; no unbiased estimate from as many episodes gets below " + limit
	}
	return line + "."
}

func worth(s model.Session) string {
	_, promised, ok := number(s, "value")
	if !ok {
		return ""
	}
	line := "The plan promises " + promised.Text(figure.Value) + " an episode"
	if _, value, known := number(s, "value_true"); known {
		line += ", and earns " + value.Text(figure.Value)
	}
	if _, optimal, known := number(s, "optimal"); known {
		line += ", where the best policy earns " + optimal.Text(figure.Value)
	}
	if regret, _, known := number(s, "regret"); known {
		line += ": the regret is " + regret
	}
	return line + "."
}

func branches(s model.Session) string {
	var others []string
	for _, b := range s.Summaries() {
		if !b.Active {
			differs := b.Differs
			if differs == "" {
				differs = "as it began"
			}
			other := fmt.Sprintf("branch %d (%s), N = %s", b.Number, differs, figure.Count(b.N))
			if !math.IsNaN(b.Regret.Low) {
				other += ", regret " + b.Regret.Text(figure.Number)
			}
			others = append(others, other)
		}
	}
	if others == nil {
		return ""
	}
	return "Besides: " + strings.Join(others[:min(len(others), 3)], "; ") + "."
}

// next is what the findings ask for, else what comes next.
func next(s model.Session) string {
	for _, f := range finding.ByCause(s.Findings()) {
		switch f.Code {
		case finding.MixedOrders:
			return "an estimator that learns all actions at once, such as " + estimators.EstimatorNames()[0]
		case finding.SigmaBelowNoise, finding.SmallGap, finding.ComplexEigenvalues, finding.NegativeMassRemoved:
			if s.Disabled(model.Grow) == "" {
				return "more episodes: the noise falls as 1/√N"
			}
		case finding.AssumptionViolated:
			if e := s.Now().Estimate; e != nil && e.OK() {
				continue // by one that does not need it
			}
			return "another model or another c: what the method assumes does not hold here"
		}
	}
	if _, what := s.Proposal(); what != "" {
		return what
	}
	return "another seed, to see what was chance"
}
