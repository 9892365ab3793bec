package likelihood

import (
	"math"
	"strings"
	"testing"

	"eeporl/moments"
	"eeporl/moments/momentstest"
	"eeporl/pomdp"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/pomdptest"
)

func TestInformationNamesTheNullDirection(t *testing.T) {
	spec := pomdptest.Load(t, "tea").Spec()
	// Two states that nothing tells apart: b and T cannot be identified.
	for a := range spec.Actions {
		spec.Observation[a][1] = spec.Observation[a][0]
		spec.Reward[a][1] = spec.Reward[a][0]
	}
	m, err := pomdp.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	info := FisherInformation(m, pomdptest.Explore(t, 2, 0.5))
	found := false
	for _, f := range info.Findings {
		found = found || f.Code == finding.UnidentifiableParameter && strings.Contains(f.Detail, "p(")
	}
	if !found || info.Deviation != nil || !math.IsNaN(info.RMSE(1e5)) {
		t.Errorf("findings %+v, RMSE %g", info.Findings, info.RMSE(1e5))
	}
}

func TestResampleKeepsTheTotal(t *testing.T) {
	tr := pomdptest.TruthFor(t, pomdptest.Load(t, "tea"))
	c := momentstest.Sample(t, tr, 12345, 1)
	r := moments.Resample(c, 1, 0)
	if r.Total() != 12345 {
		t.Errorf("resampled %g episodes of 12345", r.Total())
	}
	for cell := range r.Cells {
		if c.At(cell) == 0 {
			t.Fatalf("cell %d was never seen but resampled", cell)
		}
	}
}
