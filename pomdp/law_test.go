package pomdp_test

import (
	"fmt"
	"math"
	"os"
	"testing"

	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/scenarios"
)

// bruteForce sums over every (s₁ … s₄) and every draw of four steps, straight
// from the definition of one step.
func bruteForce(m *pomdp.POMDP, e pomdp.Exploration) map[pomdp.Triple]float64 {
	n := m.Sizes()
	out := map[pomdp.Triple]float64{}
	var walk func(t, s int, steps []pomdp.Step, p float64)
	walk = func(t, s int, steps []pomdp.Step, p float64) {
		if p == 0 {
			return
		}
		for a := range n.A {
			pa := 1 / float64(n.A)
			if t >= 2 {
				pa = e.Pi(a, steps[t-2].Action.Value)
			}
			for r := range n.R {
				pr := pa * m.R(a, s, r)
				if t == 3 { // s₅ and z₅ are not part of the triple
					last := append(append([]pomdp.Step(nil), steps...), pomdp.Step{Action: pomdp.Draw{Value: a}, Reward: pomdp.Draw{Value: r}})
					var x pomdp.Triple
					for j := range x {
						x[j] = n.SymbolIndex(pomdp.Symbol{last[j].Action.Value, last[j].Observation.Value, last[j+1].Reward.Value, last[j+1].Action.Value})
					}
					out[x] += p * pr
					continue
				}
				for s2 := range n.S {
					for z := range n.Z {
						step := pomdp.Step{State: s, Action: pomdp.Draw{Value: a}, Reward: pomdp.Draw{Value: r}, Next: pomdp.Draw{Value: s2}, Observation: pomdp.Draw{Value: z}}
						walk(t+1, s2, append(append([]pomdp.Step(nil), steps...), step), p*pr*m.T(a, s, s2)*m.Z(a, s2, z))
					}
				}
			}
		}
	}
	for s := range n.S {
		walk(0, s, nil, m.Initial(s))
	}
	return out
}

func TestLawAgreesWithBruteForce(t *testing.T) {
	tier.Long(t, "one goroutine: nothing that the race detector would see")
	models := map[string]*pomdp.POMDP{"tea": tea(t)}
	for seed := range uint64(4) {
		models[fmt.Sprint("random", seed)] = randomModel(t, pomdp.Sizes{2 + int(seed)%2, 2, 2, 2}, seed)
	}
	for _, sc := range scenarios.List() {
		models[sc.Name] = sc.Model
	}
	models["wide"] = randomModel(t, pomdp.Sizes{2, 3, 2, 2}, 9)
	for name, m := range models {
		for _, c := range []float64{.5, .05, 20, math.Inf(1)} {
			if c != .5 && m.Sizes().Cells() > 5000 && os.Getenv("EEPORL_SLOW") == "" {
				continue
			}
			t.Run(fmt.Sprintf("%s/c=%g", name, c), func(t *testing.T) {
				e := explore(t, m.Sizes().A, c)
				checkLaw(t, m, e)
			})
		}
	}
}

func checkLaw(t *testing.T, m *pomdp.POMDP, e pomdp.Exploration) {
	t.Helper()
	n := m.Sizes()
	law, want := pomdp.ExactLaw(m, e), bruteForce(m, e)
	sum, matched := 0.0, 0
	for i, p := range law.P {
		x := n.Triple(n.CellAt(i))
		if math.Abs(p-want[x]) > 1e-12 {
			t.Fatalf("p%v = %g, brute force %g", x, p, want[x])
		}
		if _, ok := want[x]; ok {
			matched++
		}
		sum += p
	}
	if matched != len(want) {
		t.Errorf("%d triples occur, the law holds %d of them", len(want), matched)
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("law sums to %g", sum)
	}
}

// The law must equal P₁₂₃[i,j,l] = Σ_h M₁[i,h] w[h] M₂[j,h] M₃[l,h].
func TestLawFactorsThroughTheInducedHMM(t *testing.T) {
	for seed := range uint64(3) {
		m := randomModel(t, pomdp.Sizes{3, 2, 3, 2}, seed)
		e := explore(t, 2, .4)
		n, hmm, law := m.Sizes(), pomdp.Induce(m, e), pomdp.ExactLaw(m, e)
		for i := 0; i < len(law.P); i += 7 {
			x := n.Triple(n.CellAt(i))
			p := 0.0
			for h1 := range n.K() {
				for h2 := range n.K() {
					for h3 := range n.K() {
						p += hmm.H1[h1] * hmm.O.At(x[0], h1) * hmm.T.At(h2, h1) * hmm.O.At(x[1], h2) * hmm.T.At(h3, h2) * hmm.O.At(x[2], h3)
					}
				}
			}
			if math.Abs(p-law.P[i]) > 1e-13 {
				t.Fatalf("seed %d cell %d: HMM %g, law %g", seed, i, p, law.P[i])
			}
		}
	}
}

func TestInducedHMMIsStochastic(t *testing.T) {
	m := randomModel(t, pomdp.Sizes{3, 2, 2, 3}, 5)
	n, hmm := m.Sizes(), pomdp.Induce(m, explore(t, 2, .5))
	for h := range n.K() {
		o, tr := 0.0, 0.0
		for x := range n.D() {
			o += hmm.O.At(x, h)
		}
		for h2 := range n.K() {
			tr += hmm.T.At(h2, h)
		}
		if math.Abs(o-1) > 1e-13 || math.Abs(tr-1) > 1e-13 {
			t.Fatalf("column %d: O sums to %g, T to %g", h, o, tr)
		}
		back := 0.0
		for h2 := range n.K() {
			back += hmm.T.At(h, h2) * hmm.H0[h2]
		}
		if math.Abs(back-hmm.H1[h]) > 1e-15 {
			t.Fatalf("T·p(h₀) = %g, p(h₁) = %g", back, hmm.H1[h])
		}
	}
}
