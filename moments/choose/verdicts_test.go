package choose

import (
	"context"
	"math"
	"os"
	"testing"

	"eeporl/moments"
	"eeporl/moments/likelihood"
	"eeporl/moments/momentstest"
	"eeporl/moments/spectral"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/pomdptest"
	"eeporl/pomdp/pomdptest/tier"

	"gonum.org/v1/gonum/mat"
)

// verdictModels have from 10³ to 6·10⁴ cells; in the first four |Z||R| leaves one
// dimension to spare or none.
var verdictModels = []string{
	"random:3,2,2,2,1", "random:3,2,2,2,2", "random:3,2,4,1,3", "random:2,3,3,1,4",
	"tea", "diagnosis", "noisy-tiger", "dialog", "robot", momentstest.Interior, "random:2,2,3,2,5", "random:3,2,3,2,11", "random:3,3,3,3,1",
}

// largeVerdictModels have up to 4·10⁵; the slow run has them too.
var largeVerdictModels = []string{"random:4,3,4,3,1", "random:4,4,4,3,1"}

// TestVerdictsAreCalibrated prints README's table of false alarms and power:
//
//	EEPORL_SLOW=1 go test ./moments/choose -run Calibrated -v -timeout 2h
func TestVerdictsAreCalibrated(t *testing.T) {
	count, models, slow := 10, verdictModels, os.Getenv("EEPORL_SLOW") != ""
	if slow {
		count, models = 400, append(append(models, models...), largeVerdictModels...)
	}
	t.Run("small-gap", func(t *testing.T) {
		var alarm, right momentstest.Rate
		momentstest.EachDataset(t, models, count, func(d momentstest.Dataset) {
			e := spectral.Full(context.Background(), d.Counts, d.Model.Sizes().S, moments.Options{Seed: d.Seed})
			if e.Eigen == nil || !(e.Eigen.GapError > 0) {
				return
			}
			_, given := e.Find(finding.SmallGap)
			if gap := trueGap(d.Truth, e); gap >= 4*e.Eigen.GapError {
				alarm.Add(given)
			} else if gap <= e.Eigen.GapError/2 {
				right.Add(given)
			}
		})
		alarm.Hold(t, "`small-gap` given though the law's gap is 4 standard errors or more", .025)
		right.Power(t, "`small-gap` given where the law's gap is half a standard error or less", .8)
	})
	t.Run("sigma-below-noise", func(t *testing.T) {
		var silent, alarm, right momentstest.Rate
		momentstest.EachDataset(t, models, count, func(d momentstest.Dataset) {
			n := d.Model.Sizes()
			for _, by := range []moments.Run{moments.OfCounts(spectral.Full), moments.OfCounts(spectral.Blocked)} {
				over := by(context.Background(), moments.Data{Counts: d.Counts}, n.S+1, moments.Options{Seed: d.Seed, Rotations: 1})
				if over.Noise != nil {
					_, given := over.Find(finding.SigmaBelowNoise)
					silent.Add(!given)
				}
				e := by(context.Background(), moments.Data{Counts: d.Counts}, n.S, moments.Options{Seed: d.Seed, Rotations: 1})
				if e.Noise == nil {
					continue
				}
				_, given := e.Find(finding.SigmaBelowNoise)
				if exact := spectral.SpectrumOf(moments.FromLaw(d.Law), n.S); e.Estimator == "full" {
					if least := math.Min(exact.SigmaK()/e.Noise.P12.Limit, exact.SigmaK13()/e.Noise.P13.Limit); least > 2 {
						alarm.Add(given)
					} else if least < .25 {
						right.Add(given)
					}
				}
			}
		})
		silent.Hold(t, "`sigma-below-noise` missing though σ_k is truly 0", moments.NoiseRate)
		alarm.Hold(t, "`sigma-below-noise` given though the law's σ_k is twice what noise reaches", moments.NoiseRate)
		right.Power(t, "`sigma-below-noise` given where the law's σ_k is a quarter of it", .9)
	})
	t.Run("order", func(t *testing.T) {
		var over, right momentstest.Rate
		momentstest.EachDataset(t, models, count, func(d momentstest.Dataset) {
			n := d.Model.Sizes()
			o := &OrderChoice{}
			for s := 1; s <= min(n.S+2, n.Outcomes()); s++ {
				sigma, noise := spectral.StandOut(d.Counts, s, d.Seed)
				o.Candidates = append(o.Candidates, Candidate{States: s, Sigma: sigma, Noise: noise})
			}
			o.choose()
			over.Add(o.Spectrum > n.S)
			if d.Total() > 1e5 {
				right.Add(o.Spectrum == n.S)
			}
		})
		over.Hold(t, "more singular values above the noise than states", moments.NoiseRate)
		right.Power(t, "as many as states, N > 10⁵", .9)
	})
	t.Run("poor-fit", func(t *testing.T) {
		if !tier.Asked() {
			t.Skip("estimates many times; the search has a test of its own")
		}
		var alarm, right momentstest.Rate
		momentstest.EachDataset(t, models, count, func(d momentstest.Dataset) {
			n := d.Model.Sizes()
			if !slow && n.Cells() > 1_500 {
				return
			}
			_, given := likelihood.Polished(context.Background(), d.Counts, n.S, moments.Options{Seed: d.Seed}).Find(finding.PoorFit)
			alarm.Add(given)
			if d.Total() > 1e4 {
				_, given = likelihood.Polished(context.Background(), d.Counts, n.S-1, moments.Options{Seed: d.Seed}).Find(finding.PoorFit)
				right.Add(given)
			}
		})
		alarm.Hold(t, "`poor-fit` given with the right number of states", .01)
		right.Power(t, "`poor-fit` given with one state too few, N > 10⁴", .95)
	})
}

// trueGap is the smallest distance of two eigenvalues of the law in one block,
// along the direction that an estimate's chosen rotation contracts by.
func trueGap(tr pomdptest.Truth, e *moments.Estimate) float64 {
	n := tr.Model.Sizes()
	var eta, values mat.VecDense
	eta.MulVec(e.Subspaces.U3, e.Eigen.Theta.RowView(0))
	var m3 mat.Dense
	m3.Mul(tr.HMM.O, tr.HMM.T)
	values.MulVec(m3.T(), &eta)
	gap := math.Inf(1)
	for i := range n.K() {
		for j := range i {
			if i/(n.S*n.A) == j/(n.S*n.A) {
				gap = math.Min(gap, math.Abs(values.AtVec(i)-values.AtVec(j)))
			}
		}
	}
	return gap
}
