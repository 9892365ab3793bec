package why_test

import (
	"math"
	"testing"

	"eeporl/model"
	"eeporl/model/why"
	"eeporl/moments"

	"gonum.org/v1/gonum/mat"
)

// TestMomentValues counts every cell again.
func TestMomentValues(t *testing.T) {
	for _, name := range []string{"tea", "tiger"} {
		for _, b := range beats(t, name, "") {
			now, n := b.Now(), b.Truth().Model.Sizes()
			share := func(c *moments.Counts, target why.Target) float64 {
				sum := 0.0
				c.Cells(func(cell int, k float64) bool {
					x := n.Triple(n.CellAt(cell))
					if x[0] == target.I && (target.Kind == why.P13 || x[1] == target.J) &&
						(target.Kind != why.P13 || x[2] == target.J) && (target.Kind != why.P123 || x[2] == target.K) {
						sum += k
					}
					return true
				})
				return sum / c.Mass()
			}
			for _, target := range some(why.Targets(b.Session, "Moments"), 25) {
				e := why.Explain(b.Session, target, true)
				if target.Kind == why.LiveSigma {
					continue
				}
				agree(t, b.name, e, "value", e.Value, share(now.Counts, target), 1e-13)
				agree(t, b.name, e, "truth", e.Truth, share(b.Truth().Exact(), target), 1e-13)
				if !(e.Low <= e.Value && e.Value <= e.High) {
					t.Errorf("%s %v: %g outside %g … %g", b.name, target, e.Value, e.Low, e.High)
				}
				if math.Abs(e.Error) > e.Bound+1e-15 { // δ = .1 is not used up by 3 seeds
					t.Errorf("%s %v: error %g beyond its bound %g", b.name, target, e.Error, e.Bound)
				}
			}
		}
	}
}

func agree(t testing.TB, where string, e why.Explanation, what string, found, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(found-want) <= tolerance*(1+math.Abs(want))) {
		t.Errorf("%s %v: found %s %g, expected %g", where, e.Target, what, found, want)
	}
}

// TestSources: what the listed beats added makes up the count.
func TestSources(t *testing.T) {
	for _, b := range beats(t, "tea", "") {
		for _, target := range some(why.Targets(b.Session, "Moments"), 60) {
			e := why.Explain(b.Session, target, true)
			count := e.Value * b.Now().Counts.Mass()
			sum := float64(e.Origin.More)
			for i, s := range e.Origin.Sources {
				sum += s.Count
				if i > 0 && s.Place >= e.Origin.Sources[i-1].Place {
					t.Errorf("%s %v: sources not latest first", b.name, target)
				}
			}
			if len(e.Origin.Sources) > 10 || e.Origin.Known && allListed(e) && math.Abs(sum-count) > 1e-6 {
				t.Errorf("%s %v: sources add up to %g of %g: %+v", b.name, target, sum, count, e.Origin)
			}
		}
	}
}

func allListed(e why.Explanation) bool { return len(e.Origin.Sources) > 0 && e.Origin.More >= 0 }

func TestSpectrumValues(t *testing.T) {
	for _, b := range beats(t, "tea", "") {
		if b.Now().Spectrum() == nil {
			continue
		}
		for which, m := range []*mat.Dense{b.Now().Counts.P12Matrix(), b.Now().Counts.P13Matrix()} {
			exact := b.Truth().Exact().P12Matrix()
			if which == 1 {
				exact = b.Truth().Exact().P13Matrix()
			}
			var svd, right mat.SVD
			svd.Factorize(m, mat.SVDNone)
			right.Factorize(exact, mat.SVDNone)
			truth := right.Values(nil)
			for i, want := range svd.Values(nil) {
				e := why.Explain(b.Session, why.Target{Kind: why.LiveSigma, I: i, J: which}, true)
				agree(t, b.name, e, "value", e.Value, want, 1e-12)
				agree(t, b.name, e, "truth", e.Truth, truth[i], 1e-12)
			}
		}
	}
}

// TestExactLaw: with the exact law in place of counts every estimate is its
// truth: so each target is put beside the right one.
func TestExactLaw(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine: nothing that the race detector would see")
	}
	for _, method := range []string{"full", "blocked", "aligned", "polished"} {
		for _, name := range []string{"tea", "noisy-tiger"} {
			all := beats(t, name, method)
			s := all[len(all)-1]
			if s.name != name+" "+method+", exact plan" {
				t.Fatalf("%s ended early", s.name)
			}
			for _, view := range []string{"Recovery", "Parameters", "Plan"} {
				for _, target := range why.Targets(s.Session, view) {
					e := why.Explain(s.Session, target, false)
					switch target.Kind {
					case why.Rotation, why.Finding, why.Gamma, why.Permutation:
					case why.Label:
						if e.Word != e.TrueWord {
							t.Errorf("%s %v: %s, expected %s", s.name, target, e.Word, e.TrueWord)
						}
					case why.Vector, why.Node, why.Branch, why.Eigenvalue:
						if !math.IsNaN(e.Error) && math.Abs(e.Error) > 1e-6 {
							t.Errorf("%s %v: error %g of %g", s.name, target, e.Error, e.Truth)
						}
					default:
						if !(math.Abs(e.Error) <= 1e-6) {
							t.Errorf("%s %v: error %g of %g", s.name, target, e.Error, e.Truth)
						}
					}
				}
			}
		}
	}
}

// TestEngineValues holds explanations against what the engine itself holds.
func TestEngineValues(t *testing.T) {
	for _, method := range []string{"full", "blocked", "polished", "em"} {
		for _, b := range beats(t, "tea", method) {
			now := b.Now()
			est := now.Estimate
			value := func(kind why.Kind, i, j, k int, want float64) {
				t.Helper()
				e := why.Explain(b.Session, why.Target{Kind: kind, I: i, J: j, K: k}, true)
				agree(t, b.name, e, "value", e.Value, want, 1e-12)
			}
			n := b.Truth().Model.Sizes()
			if est != nil && now.Shown >= model.BeatLabels {
				for x := range n.D() {
					value(why.Entry, x, 3, 0, est.O.At(x, 3))
				}
				for c := range n.K() {
					value(why.Step, c, 2, 0, est.T.At(c, 2))
					value(why.Weight, c, 0, 0, est.W[c])
					value(why.Label, c, 0, 0, est.Labels[c].Entry)
				}
			}
			if est != nil && now.Shown == model.BeatParameters && est.Mean != nil {
				for s := range n.S {
					value(why.Initial, s, 0, 0, est.Mean.Initial[s])
					for a := range n.A {
						value(why.Transition, a, s, 1, est.Mean.Transition[a][s][1])
						value(why.Observation, a, s, 1, est.Mean.Observation[a][s][1])
						value(why.Reward, a, s, 0, est.Mean.Reward[a][s][0])
					}
				}
			}
			if p := now.Plan; p != nil {
				for l := range p.Levels[:min(now.Level, p.Horizon)] {
					value(why.Gamma, l+1, 0, 0, float64(model.Kept(p.Levels[l])))
				}
				if now.Level > p.Horizon {
					value(why.Node, 0, 0, 0, p.Value)
					e := why.Explain(b.Session, why.Target{Kind: why.Node}, true)
					agree(t, b.name, e, "truth", e.Truth, p.ValueTrue, 1e-12)
				}
			}
			for i, f := range b.Findings() {
				e := why.Explain(b.Session, why.Target{Kind: why.Finding, I: i}, true)
				if e.Account != f.Detail {
					t.Errorf("%s: finding %d is %q", b.name, i, e.Account)
				}
			}
		}
	}
}
