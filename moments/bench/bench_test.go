package bench_test

import (
	"os"
	"slices"
	"testing"

	"eeporl/moments"
	"eeporl/moments/bench"
	"eeporl/moments/spectral"
	"eeporl/pomdp"
	"eeporl/pomdp/pomdptest/tier"
	"eeporl/scenarios"
)

// drawn are a scenario's counts: N episodes, or the exact law for N = 0.
func drawn(t testing.TB, name string, episodes float64, seed uint64) (*moments.Counts, int) {
	t.Helper()
	sc, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	m := sc.Model
	e, err := pomdp.NewExploration(m.Sizes().A, pomdp.DefaultC(m.Sizes().A))
	if err != nil {
		t.Fatal(err)
	}
	law := pomdp.ExactLaw(m, e)
	if episodes == 0 {
		return moments.FromLaw(law), m.Sizes().S
	}
	counts, err := moments.Sample(law, episodes, pomdp.Source(seed, pomdp.StreamLeap, 0))
	if err != nil {
		t.Fatal(err)
	}
	return counts, m.Sizes().S
}

// without leaves out what most implementations do not give.
func without(a *bench.Answer) *bench.Answer {
	b := *a
	b.U1, b.U2, b.U3, b.Theta = nil, nil, nil, nil
	return &b
}

// scenariosTried are those on which mistakes are planted.
func scenariosTried() []string {
	if os.Getenv("EEPORL_SLOW") == "" {
		return []string{"tea"}
	}
	return []string{"tea", "noisy-tiger", "dialog"}
}

// Every mistake, made with other rotations than the bench's own, is named where it is made, at the
// exact law and at 10⁶ episodes. A few show nowhere: in tea P₁₂ is symmetric, and so on. Without
// singular vectors and directions those before Ô can be told from one another no more.
func TestMistakesAreNamed(t *testing.T) {
	tier.Long(t, "makes hundreds of mistakes; what runs side by side runs in other tests too")
	for _, name := range scenariosTried() {
		for _, episodes := range []float64{0, 1e6} {
			for _, whole := range []bool{true, false} {
				if !whole && os.Getenv("EEPORL_SLOW") == "" {
					continue
				}
				counts, states := drawn(t, name, episodes, 3)
				named, hidden := 0, 0
				for _, m := range bench.Mistakes() {
					theirs, _ := bench.Plain(counts, states, 77, m.Name)
					if !whole {
						theirs = without(theirs)
					}
					r, err := bench.Examine(t.Context(), theirs, bench.Subject{Counts: counts, States: states, Options: moments.Options{Seed: 5}})
					if err != nil {
						t.Fatal(m.Name, err)
					}
					if r.First < 0 {
						hidden++
						continue
					}
					first := r.Judged[r.First]
					rank := slices.IndexFunc(first.Likely, func(s bench.Suspect) bool { return s.Name == m.Name })
					switch {
					case rank >= 0 && rank < 2:
						named++
					case m.Shows == "Ô" && (!whole || m.Name == "own-vectors"), m.Stage == moments.StageSpectrum && !whole:
						t.Logf("%s N=%g %s: not named at %s, of %.2g", name, episodes, m.Name, first.What, first.Size)
					default:
						t.Errorf("%s N=%g %s: not named at %s, of %.2g", name, episodes, m.Name, first.What, first.Size)
					}
				}
				t.Logf("%s N=%g: %d named, %d show nowhere, of %d", name, episodes, named, hidden, len(bench.Mistakes()))
				if hidden > 20 {
					t.Errorf("%s N=%g: %d mistakes show nowhere", name, episodes, hidden)
				}
			}
		}
	}
}

// A right implementation, with rotations of its own, is never said to look like a mistake, and
// differs nowhere.
func TestRightAnswersAreNotAccused(t *testing.T) {
	tier.Long(t, "estimates many times")
	seeds := uint64(1)
	if os.Getenv("EEPORL_SLOW") != "" {
		seeds = 200
	}
	for _, c := range []struct {
		name     string
		episodes float64
	}{{"tea", 0}, {"tea", 1e5}, {"noisy-tiger", 1e6}, {"dialog", 1e6}} {
		differs := 0
		for seed := range seeds {
			counts, states := drawn(t, c.name, c.episodes, seed)
			theirs, err := bench.Plain(counts, states, 1000+seed, "")
			if err != nil {
				continue // noise made it end early
			}
			for _, a := range []*bench.Answer{theirs, without(theirs)} {
				r, err := bench.Examine(t.Context(), a, bench.Subject{Counts: counts, States: states, Options: moments.Options{Seed: seed}})
				if err != nil {
					t.Fatal(err)
				}
				for _, j := range r.Judged {
					if len(j.Likely) > 0 {
						t.Errorf("%s N=%g seed %d: %s is said to look like %s", c.name, c.episodes, seed, j.What, j.Likely[0].Name)
					}
				}
				if r.First >= 0 {
					differs++
					t.Logf("%s N=%g seed %d: %s differs by %.2g, noise %.2g", c.name, c.episodes, seed, r.Judged[r.First].What, r.Judged[r.First].Size, r.Judged[r.First].Noise)
				}
			}
		}
		if differs > max(1, int(seeds)/25) { // one in fifty of both
			t.Errorf("%s N=%g: %d of %d right answers differ", c.name, c.episodes, differs, 2*seeds)
		}
	}
}

// Where the order of T's columns is not known, since Ô is not given, parameters are not accused of
// another order.
func TestTransitionsWithoutColumns(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine: nothing that the race detector would see")
	}
	counts, states := drawn(t, "dialog", 0, 1)
	for seed := range uint64(5) {
		theirs, err := bench.Plain(counts, states, 20+seed, "")
		if err != nil {
			t.Fatal(err)
		}
		theirs = without(theirs)
		theirs.O = nil
		r, err := bench.Examine(t.Context(), theirs, bench.Subject{Counts: counts, States: states})
		if err != nil || r.First >= 0 {
			t.Errorf("seed %d: %+v, %v", seed, r, err)
		}
	}
}

// full itself, held against the formulas, agrees at the exact law.
func TestFullAgrees(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine: nothing that the race detector would see")
	}
	for _, name := range []string{"tea", "noisy-tiger", "dialog"} {
		counts, states := drawn(t, name, 0, 1)
		e := spectral.Full(t.Context(), counts, states, moments.Options{Seed: 1})
		r, err := bench.Examine(t.Context(), bench.Of(e, counts), bench.Subject{Counts: counts, States: states})
		if err != nil || r.First >= 0 || len(r.Judged) < 12 {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
}
