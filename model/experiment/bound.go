package experiment

import (
	"fmt"

	"eeporl/moments/likelihood"
	"eeporl/pomdp/finding"
)

// AgainstBound holds an estimate's error against the physical limit
// (Cramér, Rao).
type AgainstBound struct {
	RMSE      float64 // over all entries of b, T_a, Z_a, R_a
	CramerRao float64 // what no unbiased estimate stays below; NaN where the information is singular
	// Samples and MonteCarlo are the information's.
	Samples    int
	MonteCarlo float64
}

// Ratio is RMSE over CramerRao: 1 for an estimate that uses all the information in the
// data. A constrained estimate of parameters on a boundary may come out below 1.
func (e *AgainstBound) Ratio() float64 { return e.RMSE / e.CramerRao }

// maxBoundWork is how many multiplications the exact bound may take: some ten seconds.
const maxBoundWork = 1e10

// Information is the Fisher information at the truth, of large models from sampled triples; an
// error where even that would take too long.
func (t *Truth) Information() (*likelihood.Information, error) {
	n := t.Model.Sizes()
	if likelihood.InformationWork(n) <= maxBoundWork {
		return likelihood.FisherInformation(t.Model, t.Exploration), nil
	}
	if free := likelihood.FreeParameters(n); free > likelihood.MostSampled {
		return nil, fmt.Errorf("this model has %d free parameters, expected at most %d for the Cramér–Rao bound", free, likelihood.MostSampled)
	}
	return likelihood.SampledInformation(t.Model, t.Exploration), nil
}

// againstBound computes the bound at the truth. Its findings are those that a
// reader of the ratio needs.
func againstBound(truth *Truth, rmse, episodes float64) (*AgainstBound, []finding.Finding) {
	info, err := truth.Information()
	if err != nil {
		return nil, []finding.Finding{{
			Code: finding.BoundSkipped, Value: finding.Of(float64(likelihood.FreeParameters(truth.Model.Sizes()))), Limit: finding.Of(likelihood.MostSampled),
			Detail: "The error over the Cramér–Rao bound was left out: " + err.Error() + ".",
		}}
	}
	e := &AgainstBound{RMSE: rmse, CramerRao: info.RMSE(episodes), Samples: info.Samples, MonteCarlo: info.MonteCarlo}
	var found []finding.Finding
	for _, f := range info.Findings {
		if f.Code == finding.BoundaryParameter && !(e.Ratio() < 1) {
			continue // it explains a ratio below 1 and nothing else
		}
		found = append(found, f)
	}
	return e, found
}
