package spectral

import (
	"context"
	"math/rand/v2"
	"testing"

	"eeporl/moments"
	"eeporl/moments/momentstest"
	"eeporl/pomdp"
	"eeporl/pomdp/finding"
	"eeporl/pomdp/pomdptest"
)

func TestFullRecoversScenariosFromExactLaw(t *testing.T) {
	for _, name := range pomdptest.WellPosed {
		t.Run(name, func(t *testing.T) {
			tr := pomdptest.TruthFor(t, pomdptest.Load(t, name))
			e := Full(context.Background(), moments.FromLaw(tr.Law), tr.Model.Sizes().S, moments.Options{})
			momentstest.CheckExact(t, e, tr, momentstest.ExactTolerance)
			c := moments.Compare(e, tr.HMM)
			t.Logf("O %.1g T %.1g w %.1g, σ_k(P12) %.2g, σ_k(P13) %.2g, gap %.2g, cond(R) %.3g", c.OMax, c.T2, c.W2,
				e.Spectrum.SigmaK(), e.Spectrum.SigmaK13(), e.Rotations[e.Chosen].Gap, e.Eigen.Used.Cond)
		})
	}
}

func TestFullRecoversRandomModelsFromExactLaw(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	worst := 0.0
	done, skipped := 0, 0
	for seed := uint64(0); done < 50; seed++ {
		n := pomdptest.RandomSizes(rng)
		tr := pomdptest.TruthFor(t, pomdptest.RandomModel(t, n, seed))
		counts := moments.FromLaw(tr.Law)
		s := SpectrumOf(counts, n.S)
		if !(s.SigmaK() > 1e-6 && s.SigmaK13() > 1e-7) {
			skipped++
			continue
		}
		done++
		e := Full(context.Background(), counts, n.S, moments.Options{Seed: seed})
		if e.OK() {
			c := moments.Compare(e, tr.HMM)
			worst = max(worst, c.OMax, c.T2, c.W2, c.Parameters.Initial, c.Parameters.Transition)
		}
		momentstest.CheckExact(t, e, tr, momentstest.ExactTolerance)
		if t.Failed() {
			t.Fatalf("sizes %+v, seed %d", n, seed)
		}
	}
	t.Logf("50 models, %d passed over as ill-posed, worst error %.1g", skipped, worst)
}

func TestFullOnTeaLabelsAll(t *testing.T) {
	tr := pomdptest.TruthFor(t, pomdptest.Load(t, "tea"))
	for _, n := range []float64{1e5, 1e6} {
		for seed := range uint64(20) {
			e := Full(context.Background(), momentstest.Sample(t, tr, n, seed), 2, moments.Options{Seed: seed})
			c := moments.Compare(e, tr.HMM)
			if c == nil || c.LabelsRight != 8 || !e.OK() {
				t.Errorf("N = %g, seed %d: labels %+v%s", n, seed, e.Labels, momentstest.Findings(e))
				continue
			}
			if seed < 3 {
				t.Logf("N = %g: O_max %.3g T_2 %.3g RMSE %.3g gap %.3g ± %.2g%s", n, c.OMax, c.T2, c.Parameters.RMSE, e.Rotations[e.Chosen].Gap, e.Eigen.GapError, momentstest.Findings(e))
			}
		}
	}
}

func TestPermutedStatesChangeNothingObservable(t *testing.T) {
	m := pomdptest.Load(t, "robot")
	n := m.Sizes()
	spec := m.Spec()
	turn := func(s int) int { return (s + 1) % n.S }
	for s := range n.S {
		spec.Initial[turn(s)] = m.Initial(s)
		for a := range n.A {
			for s2 := range n.S {
				spec.Transition[a][turn(s)][turn(s2)] = m.T(a, s, s2)
			}
			for z := range n.Z {
				spec.Observation[a][turn(s)][z] = m.Z(a, s, z)
			}
			for r := range n.R {
				spec.Reward[a][turn(s)][r] = m.R(a, s, r)
			}
		}
	}
	turned, err := pomdp.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	a, b := pomdptest.TruthFor(t, m), pomdptest.TruthFor(t, turned)
	ea := Full(context.Background(), moments.FromLaw(a.Law), n.S, moments.Options{})
	eb := Full(context.Background(), moments.FromLaw(b.Law), n.S, moments.Options{})
	ca, cb := moments.Compare(ea, a.HMM), moments.Compare(eb, b.HMM)
	for x := range n.D() {
		for h := range n.K() {
			if d := ea.O.At(x, h) - eb.O.At(x, h); d > 1e-9 || d < -1e-9 {
				t.Fatalf("Ô[%d, %d] differs by %g", x, h, d)
			}
		}
	}
	for pair := range ca.Order {
		for j, s := range ca.Order[pair] {
			if cb.Order[pair][j] != turn(s) {
				t.Errorf("φ of pair %d: %v and %v do not differ by the permutation", pair, ca.Order[pair], cb.Order[pair])
			}
		}
	}
}

func TestIllPosedScenariosEndInFindings(t *testing.T) {
	for _, name := range []string{"tiger", "two-step"} {
		tr := pomdptest.TruthFor(t, pomdptest.Load(t, name))
		n := tr.Model.Sizes()
		for _, counts := range []*moments.Counts{moments.FromLaw(tr.Law), momentstest.Sample(t, tr, 1e6, 1)} {
			e := Full(context.Background(), counts, n.S, moments.Options{})
			f, stopped := e.Stopped()
			t.Logf("%s, N = %g, stage %v:%s", name, counts.Total(), e.Stage, momentstest.Findings(e))
			if counts.Exact() && (!stopped || f.Code != finding.AssumptionViolated) {
				t.Errorf("%s: stopped by %q, expected %s", name, f.Code, finding.AssumptionViolated)
			}
			if _, found := e.Find(finding.SigmaBelowNoise); !counts.Exact() && !found {
				t.Errorf("%s: no finding %s at finite N", name, finding.SigmaBelowNoise)
			}
		}
	}
}

func TestIndependentActionsDefeatFull(t *testing.T) {
	m := pomdptest.Load(t, "tea")
	e := pomdptest.Explore(t, 2, pomdptest.PosInf)
	law := pomdp.ExactLaw(m, e)
	for seed := range uint64(10) {
		counts, _ := moments.Sample(law, 1e6, pomdp.Source(seed, pomdp.StreamLeap, 0))
		est := Full(context.Background(), counts, 2, moments.Options{Seed: seed})
		if _, ok := est.Find(finding.SigmaBelowNoise); !ok {
			t.Errorf("seed %d: σ_8 = %.3g %.3g against noise %+v, no finding", seed, est.Spectrum.SigmaK(), est.Spectrum.SigmaK13(), est.Noise)
		}
	}
}

func TestSameSeedSameEstimate(t *testing.T) {
	tr := pomdptest.TruthFor(t, pomdptest.Load(t, "tea"))
	counts := momentstest.Sample(t, tr, 1e5, 3)
	a := Full(context.Background(), counts, 2, moments.Options{Seed: 9})
	b := Full(context.Background(), counts.Clone(), 2, moments.Options{Seed: 9})
	for i, v := range a.O.RawMatrix().Data {
		if b.O.RawMatrix().Data[i] != v {
			t.Fatal("the same seed gave two estimates")
		}
	}
}
