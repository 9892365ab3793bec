package likelihood

import (
	"math"
	"testing"

	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest"
)

// The sampled information bounds errors as the exact one does, within its stated error.
func TestSampledInformation(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine's parallel parts have tests of their own")
	}
	for _, name := range []string{"noisy-tiger", "random:3,2,3,2,4", "random:2,3,3,3,1"} {
		m := pomdptest.Load(t, name)
		e := pomdptest.Explore(t, m.Sizes().A, pomdp.DefaultC(m.Sizes().A))
		exact, sampled := FisherInformation(m, e), SampledInformation(m, e)
		off := sampled.RMSE(1)/exact.RMSE(1) - 1
		t.Logf("%s: off by %.4f, stated %.4f", name, off, sampled.MonteCarlo)
		if math.Abs(off) > 5*sampled.MonteCarlo || sampled.Samples == 0 {
			t.Errorf("%s: off by %.4f, stated %.4f", name, off, sampled.MonteCarlo)
		}
		for i := range exact.J.SymmetricDim() {
			x, y := exact.J.At(i, i), sampled.J.At(i, i)
			if math.Abs(y/x-1) > .2 {
				t.Errorf("%s: J of %s is %g, expected %g", name, exact.Names[i], y, x)
			}
		}
	}
}
