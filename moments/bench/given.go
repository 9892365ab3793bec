package bench

import (
	"fmt"
	"slices"
)

// unjudged says what was given without what it takes to be judged.
func (a *Answer) unjudged() (out []string) {
	without := func(given bool, what, takes string) {
		if given {
			out = append(out, what+" not judged: that takes "+takes+".")
		}
	}
	without(a.Eigenvalues != nil && !a.Followed(), "The eigenvalues are", "theta, U1, U2 and U3")
	without(a.Theta != nil && !a.Followed(), "Theta is", "U1, U2 and U3")
	without(a.Components != nil && (a.Whitening == nil || a.Lambda == nil), "The components are", "whitening and lambda")
	without(a.Lambda != nil && (a.Whitening == nil || a.Components == nil), "Lambda is", "whitening and components")
	for _, x := range []struct {
		given bool
		what  string
	}{{a.T != nil, "T is"}, {a.W != nil, "w is"}, {a.Labels != nil, "Labels are"}} {
		without(a.O == nil && x.given, x.what, "O, whose columns tell their order")
	}
	return out
}

// missing says of what was given what the formulas make nothing of on these counts.
func (x *examination) missing(r *Report) (out []string) {
	for _, what := range x.theirs.figures() {
		if slices.ContainsFunc(r.Judged, func(j Judged) bool { return j.What == what || what == "operators" && j.Step == what }) {
			continue
		}
		why := "the formulas make nothing of it on these counts"
		if r.Early != nil {
			why = r.Early.Error()
		}
		out = append(out, fmt.Sprintf("%s is not judged: %s.", what, why))
	}
	return out
}

// ends says whether a figure stands at the end of the chain.
func (a *Answer) ends(what string) bool { return slices.Contains(final(), what) }

// unled is the answer without what leads to Ô.
func (a *Answer) unled() *Answer {
	b := *a
	b.U1, b.U2, b.U3, b.Theta, b.Eigenvalues = nil, nil, nil, nil, nil
	return &b
}

// closed says whether a figure follows from what is given alone, whatever the counts.
func (a *Answer) closed(what string) bool {
	switch what {
	case "labels":
		return true
	case "Ẑ", "R̂":
		return a.O != nil && a.Labels != nil
	case "p̂(s'|s,a)":
		return a.O != nil && a.T != nil && a.Labels != nil
	case "b̂":
		return a.O != nil && a.T != nil && a.W != nil && a.Labels != nil
	}
	return false
}

// settles says whether a figure follows from what is given and the counts alone.
func (a *Answer) settles(what string) bool {
	switch what {
	case "P₁₂", "P₁₃", "σ":
		return true
	case "U₁", "U₂", "U₃", "M₂", "λv":
		return false
	case "WᵀM₂W":
		return a.M2 != nil
	case "λ", "Ô":
		return a.Followed()
	case "T̂":
		return a.Followed() && a.O != nil
	case "ŵ", "labels":
		return a.O != nil
	}
	return a.ends(what) && a.O != nil && a.T != nil && a.W != nil && a.Labels != nil
}

// fits says what is wrong with an answer's sizes.
func fits(a *Answer, d, k int) error {
	for _, x := range []struct {
		name          string
		m             interface{ Dims() (int, int) }
		given         bool
		rows, columns int
	}{
		{"U1", a.U1, a.U1 != nil, d, k}, {"U2", a.U2, a.U2 != nil, d, k}, {"U3", a.U3, a.U3 != nil, d, k}, {"theta", a.Theta, a.Theta != nil, k, k},
		{"P12", a.P12, a.P12 != nil, d, d}, {"P13", a.P13, a.P13 != nil, d, d}, {"O", a.O, a.O != nil, d, k}, {"T", a.T, a.T != nil, k, k},
	} {
		if !x.given {
			continue
		}
		if r, c := x.m.Dims(); r != x.rows || c != x.columns {
			return fmt.Errorf("%s: found %d × %d, expected %d × %d", x.name, r, c, x.rows, x.columns)
		}
	}
	for _, x := range []struct {
		name string
		n    int
	}{{"eigenvalues", len(a.Eigenvalues)}, {"w", len(a.W)}, {"labels", len(a.Labels)}} {
		if x.n != 0 && x.n != k {
			return fmt.Errorf("%s: found %d entries, expected k = %d", x.name, x.n, k)
		}
	}
	return nil
}
