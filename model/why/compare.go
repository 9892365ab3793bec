package why

import (
	"math"

	"eeporl/pomdp/figure"
)

// trial explains one estimator's error in the comparison on the counts at the
// cursor.
func (x *explainer) trial() {
	i, names := x.Target.I, x.s.EstimatorNames()
	x.Title = "comparison"
	if x.beyond(i, len(names)) {
		return
	}
	x.Title = names[i] + " on these counts: RMSE of its parameters"
	x.Formula = "RMSE² = mean of (p̂ − p)² over all entries of b, T_a, Z_a, R_a, after the best permutation; Cramér–Rao: √(mean diag(G J⁻¹ Gᵀ)/N)"
	standing := x.s.Standing()
	if !standing.Asked || standing.Trials[i] == nil {
		x.absent("the comparison has not come to it: the view Compare runs it")
		return
	}
	t := standing.Trials[i]
	x.input("N", figure.Count(t.Episodes))
	if x.truth.Unknown == "" {
		x.input("columns labelled", t.Labels.Words())
		x.number("true value of its policy", t.Value)
	}
	x.number("value that it expects", t.Expected)
	x.Value = t.RMSE
	switch {
	case math.IsNaN(t.RMSE) && x.truth.Unknown != "" && t.OK:
		x.unknown("value", x.truth.Unknown)
	case math.IsNaN(t.RMSE):
		x.Word = "stopped"
		if t.Stopped != "" {
			x.Word += ": " + t.Stopped
		}
		x.unknown("value", "it did not reach parameters")
	}
	x.unknown("truth", "it is an error already: 0 would be perfect")
	switch info := standing.Information; {
	case info == nil:
		x.unknown("bound", "the Fisher information is not computed: "+standing.Skipped)
	case math.IsInf(t.Episodes, 1):
		x.promise(0, "Cramér–Rao at N = ∞")
	default:
		x.promise(info.RMSE(t.Episodes), "Cramér–Rao: no unbiased estimate stays below")
	}
	x.Account = "All estimators get the same counts, so what differs is how much of the information in them each one uses. The Cramér–Rao limit is what the best unbiased one could reach."
	x.fromLastCount()
	x.trialFigure()
}
